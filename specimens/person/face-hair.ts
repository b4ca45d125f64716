// Draws brows and lashes hair by hair.
import {
  distanceTo,
  hair,
  middlePlace,
  overPlaces,
  type Place,
  placeOf,
  placeOn,
  smoothLine,
  tint,
} from './canvas.ts'
import { bell, seededDice } from './dice.ts'
import { type EyePoints, leftEye, rightEye } from './landmarks.ts'
import type { Colour, Person } from './person.ts'
import type { Texture } from './texture.ts'

const BROW_HAIRS = 380

export function paintBrows(texture: Texture, heights: Float32Array, person: Person): void {
  for (const [side, eye] of [rightEye, leftEye].entries()) {
    const dice = seededDice(person.seed, 40 + side)
    const { look } = person
    const line = browLine(eye, person)
    const sign = side === 0 ? -1 : 1
    const thick = 0.0125 * look.browThickness
    overPlaces(texture, line, 0.03, (at, u, v) => {
      const share = bell(distanceTo(line, u, v), thick * 0.75)
      tint(texture, at, darker(look.hair, look.skin), 0.75 * look.browDensity * share)
    })
    for (let i = 0; i < BROW_HAIRS * look.browDensity * Math.max(0.7, look.browThickness); i++) {
      // 0 at the nose, 1 at the tail: thinner towards it.
      const along = dice.next() ** 0.85
      const root = placeOn(line, 1 - along)
      const reach = thick * (1.05 - 0.65 * along ** 2) * (1 - 0.35 * Math.max(0, 0.15 - along) * 6)
      const off = dice.between(-1, 1) * reach
      const lean = (0.25 + 1.15 * along + (off > 0 ? -0.25 : 0.2)) * dice.between(0.8, 1.2)
      const length = dice.between(0.01, 0.017) * (0.75 + 0.25 * look.browThickness)
      const from = { u: root.u, v: root.v + off }
      const tip = { u: from.u + sign * length * Math.sin(lean), v: from.v - length * Math.cos(lean) * 0.75 }
      const bow = { u: (from.u + tip.u) / 2 + sign * 0.0015, v: (from.v + tip.v) / 2 - 0.001 }
      hair(texture, [from, bow, tip], 0.001, look.hair, dice.between(0.5, 0.95))
    }
    overPlaces(texture, line, 0.03, (at, u, v) => {
      heights[at] = (heights[at] as number) + 0.25 * bell(distanceTo(line, u, v), thick)
    })
  }
}

/** From the tail to the nose. */
function browLine(eye: EyePoints, { look }: Person): Place[] {
  const middles = eye.browLower.map((lower, i) => middlePlace([lower, eye.browUpper[i] ?? lower]))
  const places = middles.map(({ u, v }, i) => {
    const [lift = 0] = [[0.006, -0.001, -0.005, -0.003, 0.004][i]]
    const own = (middles.at(-1)?.u ?? u) + (u - (middles.at(-1)?.u ?? u)) * look.browLength
    return { u: own, v: v + 0.008 - look.browLift + lift * look.browArch + look.browSlant * (i / 2 - 1) }
  })
  return smoothLine(places, 6)
}

const darker = (hairs: Colour, skin: Colour): Colour => [
  hairs[0] * 0.8 + skin[0] * 0.12,
  hairs[1] * 0.8 + skin[1] * 0.1,
  hairs[2] * 0.8 + skin[2] * 0.1,
]

/** A dark line along the upper lid, single hairs off it, a faint line below. */
export function paintLashes(texture: Texture, eye: EyePoints, { seed, look }: Person): void {
  const dice = seededDice(seed, 50)
  const upper = smoothLine([eye.outer, ...eye.upper, eye.inner].map(placeOf), 6)
  const lower = smoothLine([eye.outer, ...eye.lower, eye.inner].map(placeOf), 6)
  const black: Colour = [look.hair[0] * 0.5 + 0.006, look.hair[1] * 0.5 + 0.005, look.hair[2] * 0.5 + 0.004]
  overPlaces(texture, [...upper, ...lower], 0.02, (at, u, v) => {
    tint(texture, at, black, 0.92 * Math.min(1, 1.3 * bell(distanceTo(upper, u, v), 0.0026)))
    tint(texture, at, black, 0.4 * bell(distanceTo(lower, u, v), 0.0014))
  })
  const outwards = (upper[0]?.u ?? 0) < 0.5 ? -1 : 1
  for (let i = 0; i < 46; i++) {
    const along = dice.next()
    const root = placeOn(upper, along)
    const length = dice.between(0.006, 0.011) * (1 - 0.5 * along)
    const lean = outwards * (0.9 - 1.1 * along)
    const tip = { u: root.u + length * lean, v: root.v - length * 0.55 }
    hair(texture, [root, tip], 0.0008, black, 0.6)
  }
}
