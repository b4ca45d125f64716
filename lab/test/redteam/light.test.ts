// Tests the simulated light session: a rendered person before a phone that plays a sequence of colours.
import { beforeAll, describe, expect, test } from 'vitest'
import { composeFrame, pageMaps } from '../../../specimens/light/light-maps.ts'
import type { Portrait } from '../../../specimens/light/lit-scene.ts'
import {
  drawSession,
  type LightSession,
  type LitMaps,
  litMaps,
  litSight,
  renderSession,
} from '../../../specimens/light/render-session.ts'
import { drawSequence, type Step } from '../../../specimens/light/screen.ts'
import { specimenPortrait } from '../../../specimens/light/specimen-portrait.ts'
import { seededRandom } from '../../../specimens/random.ts'
import { attackNamed, attackNames, renderAttack } from '../../redteam/light/attacks.ts'
import { renderStranger } from '../../redteam/light/stranger.ts'

const sequence: readonly Step[] = [
  { pattern: 'full', colour: '#2040ff', durationMs: 600 },
  { pattern: 'edge', colour: '#00ff40', durationMs: 1000 },
  { pattern: 'full', colour: '#ffd800', durationMs: 600 },
]

let portrait: Portrait
let session: LightSession
let lit: LitMaps

beforeAll(() => {
  portrait = specimenPortrait(9)
  const drawn = drawSession(portrait, sequence, 5)
  session = {
    ...drawn,
    framing: { width: 180, height: 240, faceShare: 0.55, right: 0, down: 0 },
    ambient: { ...drawn.ambient, lux: 40 },
    distanceMm: 330,
  }
  lit = litMaps(session)
}, 60_000)

/** Green at a point of the mesh, by what it is in the room alone. */
function greenAt(picture: Float32Array, point: number): number {
  const { mesh, width } = lit.scene
  const at = 3 * (Math.round(mesh[3 * point + 1] ?? 0) * width + Math.round(mesh[3 * point] ?? 0)) + 1
  return (picture[at] ?? 0) - (lit.maps.ambient[at] ?? 0)
}

describe('a light session', () => {
  test('the same seed renders the same frames, another seed others', async () => {
    const some = { ...session, sequence: sequence.slice(0, 1) }
    const [one, again, other] = await Promise.all(
      [some, some, { ...some, seed: 6, camera: { ...some.camera, seed: 1 } }].map(renderSession),
    )
    expect(one?.length).toBeGreaterThan(8)
    expect(again).toEqual(one)
    expect(other?.map(({ jpeg }) => Buffer.from(jpeg).toString('hex'))).not.toEqual(
      one?.map(({ jpeg }) => Buffer.from(jpeg).toString('hex')),
    )
    expect(one?.[0]?.jpeg.subarray(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8))
  })

  test('an edge that comes down lights the forehead before the chin', () => {
    const see = litSight(session, lit)
    const [before, half, after] = [500, 1100, 1590].map((atMs) => see(atMs, 0))
    if (!before || !half || !after) throw new Error('three sights')
    const share = (point: number) =>
      (greenAt(half, point) - greenAt(before, point)) / (greenAt(after, point) - greenAt(before, point))
    expect(share(151)).toBeGreaterThan(share(152) + 0.02)
    expect(share(152)).toBeGreaterThan(0.2)
    expect(share(151)).toBeLessThan(0.9)
  })

  test('the screen lights a cheek that faces it more than the side of the head, and the background least', () => {
    const { whole } = lit.maps
    const { mesh, width, person } = lit.scene
    const luxAt = (point: number) =>
      whole[Math.round(mesh[3 * point + 1] ?? 0) * width + Math.round(mesh[3 * point] ?? 0)] ?? 0
    expect(luxAt(50)).toBeGreaterThan(1.3 * luxAt(234))
    expect(luxAt(50)).toBeGreaterThan(10)
    expect(luxAt(50)).toBeLessThan(60)
    const behind = whole.filter((_, at) => person[at] === 0)
    expect(behind.length).toBeGreaterThan(1000)
    expect(Math.max(...behind)).toBeLessThan(0.25 * luxAt(50))
  })

  test('maps for a page give the same picture from the same screen', () => {
    const maps = pageMaps(lit.maps)
    const shown = (colour: readonly number[]) => maps.bands.flatMap(() => [...colour])
    const dark = composeFrame(maps, shown([0, 0, 0]))
    const blue = composeFrame(maps, shown([0, 0, 1]))
    const nose = 4 * (Math.round(lit.scene.mesh[13] ?? 0) * maps.width + Math.round(lit.scene.mesh[12] ?? 0))
    expect(blue.length).toBe(4 * maps.width * maps.height)
    expect(blue[nose]).toBe(dark[nose])
    expect(blue[nose + 2]).toBeGreaterThan((dark[nose + 2] ?? 0) + 20)
    expect(blue[nose + 3]).toBe(255)
  })

  test('a print answers as a plane does: the nose no more than the cheek, the background as much as the face', async () => {
    const ratios = await Promise.all(
      (['print', 'relit-puppet'] as const).map(async (name) => {
        const see = attackNamed(name).sight(session, { other: sequence }, seededRandom(2))
        const [blue, yellow] = [see(400, 0), see(2000, 0)]
        const gain = (at: number) => (yellow[at] ?? 0) / (blue[at] ?? 1)
        const place = (x: number, y: number) => 3 * (Math.round(y) * lit.scene.width + Math.round(x)) + 1
        const nose = gain(place(lit.scene.mesh[12] ?? 0, lit.scene.mesh[13] ?? 0))
        return gain(place(8, 40)) / nose
      }),
    )
    const [print = 0, living = 0] = ratios
    expect(print).toBeGreaterThan(0.75)
    expect(living).toBeLessThan(0.5)
  })

  test('every attack renders frames, and so does the second renderer', async () => {
    const framing = { ...session.framing, width: 90, height: 120 }
    const short = { ...session, framing, sequence: sequence.slice(0, 1) }
    for (const name of attackNames) {
      const frames = await renderAttack(name, short, { other: sequence })
      expect(frames.length, name).toBeGreaterThan(8)
    }
    const frames = await renderStranger(portrait, short.sequence, 1, 60)
    expect(frames.length).toBeGreaterThan(6)
    expect(frames.map(({ takenAtMs }) => takenAtMs)).toEqual(
      frames.map(({ takenAtMs }) => takenAtMs).toSorted((a, b) => a - b),
    )
  })

  test('sequences drawn here keep to the contract', () => {
    for (let seed = 0; seed < 200; seed++) {
      const steps = drawSequence(seededRandom(seed))
      const edges = steps.flatMap(({ pattern }, i) => (pattern === 'edge' ? [i] : []))
      expect(steps.length).toBeGreaterThanOrEqual(7)
      expect(steps.length).toBeLessThanOrEqual(11)
      expect(edges.length).toBeGreaterThanOrEqual(1)
      expect(edges.length).toBeLessThanOrEqual(3)
      expect(edges).not.toContain(0)
      expect(edges).not.toContain(steps.length - 1)
      expect(edges.some((at) => edges.includes(at + 1))).toBe(false)
    }
  })
})
