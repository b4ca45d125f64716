// Observes the frames of a light session as the server does, and judges how the face answered.
import { type Check, hasFailed } from '../../../src/checks.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { LightAnswer, LightSession, LitFrame } from '../../../src/liveness/light/answer.ts'
import { meanMesh } from '../../../src/liveness/light/places.ts'
import type { LightStep } from '../../../src/liveness/light/plan.ts'
import { lightChecks } from '../../../src/liveness/light/verify.ts'
import { lightZones } from '../../../src/vision/light-zones.ts'
import type { FaceNetworks } from '../../../src/vision/networks.ts'
import type { Ask } from '../../../src/vision/observation.ts'
import { observeImage } from '../../../src/vision/observe.ts'

interface Taken {
  readonly jpeg: Uint8Array
  readonly takenAtMs: number
}

const MAX_MEGAPIXELS = 50
/** What the server asks about most frames of a light challenge. */
const glance: Ask = { search: 'frame', closely: 1, light: true }

/** Frames without a face are left out. */
export async function seeLight(
  networks: FaceNetworks,
  pictures: readonly Taken[],
  sequence: readonly LightStep[],
): Promise<LightSession> {
  const frames: LitFrame[] = []
  const meshes: Float32Array[] = []
  for (const { jpeg, takenAtMs } of pictures.toSorted((a, b) => a.takenAtMs - b.takenAtMs)) {
    const observation = await observeImage(networks, jpeg, MAX_MEGAPIXELS, glance)
    if ('fault' in observation) throw new Error(`a frame ${observation.fault}`)
    const [face] = observation.faces
    if (!face?.zones) continue
    frames.push({ takenAtMs, zones: face.zones })
    meshes.push(face.mesh)
  }
  return { sequence, frames, mesh: meanMesh(meshes) }
}

/** The same at a mesh that is known. */
export async function readLight(
  pictures: readonly (Taken & { readonly mesh: Float32Array })[],
  sequence: readonly LightStep[],
): Promise<LightSession> {
  const frames: LitFrame[] = []
  for (const { jpeg, takenAtMs, mesh } of pictures) {
    const decoding = await decodeImage(jpeg, { maxMegapixels: MAX_MEGAPIXELS })
    if ('fault' in decoding) throw new Error(`a frame ${decoding.fault}`)
    frames.push({ takenAtMs, zones: lightZones(decoding.pixels, mesh) })
  }
  return { sequence, frames, mesh: pictures.at(-1)?.mesh ?? new Float32Array() }
}

/** The checks on the light alone: those that say whether it could be seen, and those that say whether it was answered. */
export function checksOf(answer: LightAnswer): Check[] {
  const { seen, answered } = lightChecks(answer)
  return [...seen, ...answered]
}

export const refusalsOf = (checks: readonly Check[]): string[] =>
  checks.filter(hasFailed).map(({ name }) => name)
