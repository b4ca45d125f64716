// A living attacker who wears the victim's face: one photograph laid on each of his frames, lit as he is.
import type { Person } from '../../../specimens/person/person.ts'
import { renderPerson, type Scene, truePoints } from '../../../specimens/person/render.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { boxBlur } from '../../../src/image/sharpen.ts'
import { FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import { headAngles } from '../../../src/vision/head-angles.ts'
import type { Puppet } from './puppet.ts'
import type { Photograph } from './sheet.ts'
import { framed, headOf, photographed } from './warp-puppet.ts'

/** Of the width of the frame: over which light is taken from the attacker, and over which the edge of the mask fades. */
const LIGHT_SHARE = 0.06
const FEATHER_SHARE = 0.025
/** By how much his light may change the photograph. */
const CHANGE = { least: 0.4, most: 2.2 }

export function faceSwapOf(victim: Photograph, attacker: Person, seed: number): Puppet {
  const head = headOf(victim, seed)
  return {
    seed,
    asTaken: head.asTaken,
    pointsIn: (scene) => truePoints(attacker, scene),
    show: (scene) => {
      const frame = renderPerson(attacker, scene)
      const worn = framed(head, scene, {}, truePoints(attacker, scene))
      return photographed(blended(Float32Array.from(frame.data), worn, scene), scene, seed)
    },
  }
}

/** The victim's face on one frame of a real person. */
export function wornOn(victim: Photograph, { pixels, mesh }: Photograph, seed: number): Pixels {
  const scene: Scene = { width: pixels.width, height: pixels.height, ...headAngles(mesh) }
  const to = Float64Array.from({ length: 2 * FACE_POINTS }, (_, i) => mesh[3 * (i >> 1) + (i % 2)] ?? 0)
  const worn = framed(headOf(victim, seed), scene, {}, to)
  const data = Uint8Array.from(blended(Float32Array.from(pixels.data), worn, scene), (value) =>
    Math.max(0, Math.min(255, value + 0.5)),
  )
  return { width: pixels.width, height: pixels.height, data }
}

/** The mask is feathered inwards; inside it the photograph takes the light and the colour that the attacker has there. */
function blended(
  frame: Float32Array,
  worn: ReturnType<typeof framed>,
  { width, height }: Scene,
): Float32Array {
  const even = (values: Float32Array, share: number) =>
    boxBlur(values, width, height, Math.round(share * width))
  const face = Float32Array.from(worn.face)
  const mask = even(face, FEATHER_SHARE).map((share) => Math.max(0, 2 * share - 1))
  const known = even(face, LIGHT_SHARE)
  const colours = Float32Array.from(frame)
  for (let channel = 0; channel < 3; channel++) {
    const of = (values: Float32Array) => face.map((inside, i) => inside * (values[3 * i + channel] as number))
    const [his, hers] = [even(of(frame), LIGHT_SHARE), even(of(worn.colours), LIGHT_SHARE)]
    for (const [i, share] of mask.entries()) {
      if (share === 0 || known[i] === 0) continue
      const change = (his[i] as number) / Math.max(1, hers[i] as number)
      const lit =
        Math.max(CHANGE.least, Math.min(CHANGE.most, change)) * (worn.colours[3 * i + channel] as number)
      colours[3 * i + channel] = lit * share + (frame[3 * i + channel] as number) * (1 - share)
    }
  }
  return colours
}
