// Light on faces, computed: sessions of the light challenge of people, pictures and rooms. Run as a program it judges scenes.
import { fileURLToPath } from 'node:url'
import { faceFrame } from '../../specimens/kit/readings/frames.ts'
import type { LightAnswer } from '../../src/liveness/light/answer.ts'
import { measureLight } from '../../src/liveness/light/measure.ts'
import {
  drawSequence,
  durationOf,
  type LightStep,
  linearOf,
  planLight,
} from '../../src/liveness/light/plan.ts'
import { verifyLight } from '../../src/liveness/light/verify.ts'
import { canonicalMesh } from '../../src/models/canonical-mesh.ts'
import { patchPlaces, SKIN_PATCHES } from '../../src/vision/light-zones.ts'
import type { LightZones } from '../../src/vision/observation.ts'

let state = 7
/** Numbers from 0 to 1, the same in every run. */
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const dice = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
const sequence = drawSequence(dice)
const other = drawSequence(dice)
export const plan = planLight({ width: 640, height: 480 }, sequence, 'secret')

/** A head that looks ahead, 12 pixels a centimetre. */
const { positions } = canonicalMesh()
export const mesh = new Float32Array(478 * 3)
for (let i = 0; i < 468; i++) {
  mesh[3 * i] = 320 + 12 * (positions[3 * i] ?? 0)
  mesh[3 * i + 1] = 240 - 12 * (positions[3 * i + 1] ?? 0)
  mesh[3 * i + 2] = -12 * (positions[3 * i + 2] ?? 0)
}
const places = patchPlaces(mesh)

export interface Scene {
  /** The screen shows another sequence than was asked for. */
  readonly isOther?: boolean
  /** The white screen on skin that faces it, by the light of the room. */
  readonly ratio?: number
  readonly delayMs?: number
  /** How much of the light of the screen skin takes that looks anywhere; a person's takes it as it faces the screen. */
  readonly flat?: number
  /** The colours are painted on as one smooth spot, strongest in the middle of the face. */
  readonly isSpot?: true
  /** The light of the screen on the background, by that on the face. */
  readonly background?: number
  readonly noise?: number
  readonly perSecond?: number
  readonly startMs?: number
}

/** The linear light of the screen at a time. */
function screenAt(steps: readonly LightStep[], ms: number): readonly number[] {
  let at = 0
  let before = linearOf(steps[0]?.colour ?? '#000000')
  for (const { pattern, colour, durationMs } of steps) {
    const now = linearOf(colour)
    const share = pattern === 'full' ? 1 : Math.min(1, Math.max(0, (ms - at) / durationMs))
    if (ms < at + durationMs) return now.map((value, c) => share * value + (1 - share) * (before[c] ?? 0))
    at += durationMs
    before = now
  }
  return before
}

const spotAt = (x: number, y: number): number => Math.exp(-(((x - 320) / 72) ** 2) - ((y - 240) / 96) ** 2)

const skinColour = [0.45, 0.3, 0.22]
const room = [1.2, 1, 0.8]

export function zonesAt(ms: number, scene: Scene): LightZones {
  const { ratio = 0.1, delayMs = 180, flat } = scene
  const { background = 0.05, noise = 0.004, isSpot } = scene
  const light = screenAt(scene.isOther ? other : sequence, Math.max(0, ms - delayMs))
  // The camera drifts: a little brighter, a little redder.
  const gain = (c: number) => 1 + 0.05 * Math.sin(ms / 3000) + (c === 0 ? ms / 2e5 : 0)
  const trembling = () => 1 + noise * (next() + next() - 1)
  const lit = (c: number, share: number, colour: number) =>
    0.4 * gain(c) * colour * ((room[c] ?? 1) + ratio * share * (light[c] ?? 0)) * trembling()
  const skin = new Float32Array(3 * SKIN_PATCHES)
  for (const [patch, place] of places.entries())
    if (place && -place.normal[2] > 0.1) {
      const share = flat ?? (isSpot ? spotAt(place.x, place.y) : -place.normal[2])
      for (let c = 0; c < 3; c++) skin[3 * patch + c] = lit(c, share, skinColour[c] ?? 0)
    }
  const behind = Float32Array.from({ length: 9 }, (_, i) => lit(i % 3, background, 0.4))
  return { skin, background: behind, clippedShare: 0 }
}

export function sessionOf(scene: Scene = {}) {
  const { perSecond = 10, startMs = 0 } = scene
  const count = Math.ceil(((durationOf(scene.isOther ? other : sequence) + 400 - startMs) / 1000) * perSecond)
  const frames = Array.from({ length: count }, (_, i) => {
    const ms = startMs + (1000 / perSecond) * i + 12 * next()
    const box = { x: 220, y: 130, width: 190, height: 240 }
    const at = { takenAtMs: 1_800_000_000_000 + ms, receivedAtMs: 1_800_000_000_100 + ms, task: 'light' }
    return faceFrame(at, { mesh, box, zones: zonesAt(ms, scene) })
  })
  return { frames, startedAtMs: 1_799_999_999_000 }
}

export type Judged = ReturnType<typeof judged>

function judged(scene: Scene) {
  const session = sessionOf(scene)
  const lit = session.frames.flatMap(({ takenAtMs, face: { zones } }) =>
    zones ? [{ takenAtMs, zones }] : [],
  )
  const light: LightAnswer = measureLight({ sequence, frames: lit, mesh })
  const verdict = verifyLight(plan, { ...session, light }, { frameShare: 1, threshold: 0.5 })
  const failed = verdict.checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
  return { code: verdict.code.message, guidance: verdict.guidance, failed, light }
}

// The test runner makes loops over ten thousand sequences a hundred times slower: they run in a process of their own.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on('message', (scenes: readonly Scene[]) => {
    process.send?.(scenes.map(judged))
    process.disconnect()
  })
