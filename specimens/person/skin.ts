// Paints the skin of one person: tone, blush, pores, beard, lips, lids; no photograph is in it.
import {
  distanceTo,
  isInside,
  middlePlace,
  overPlaces,
  type Place,
  placeOf,
  smoothLine,
  tint,
} from './canvas.ts'
import { bell, cloudAlong, mixed, noise, noiseAlong, step } from './dice.ts'
import { paintBrows, paintLashes } from './face-hair.ts'
import {
  type EyePoints,
  eyeContour,
  faceOval,
  innerLowerLip,
  innerUpperLip,
  leftEye,
  outerLowerLip,
  outerUpperLip,
  rightEye,
} from './landmarks.ts'
import type { Colour, Person } from './person.ts'
import { allSizes, blank, CHANNELS, carve, type Texture, type Textures } from './texture.ts'

const SIDE = 640
const NOSTRILS = [
  [20, 60, 75, 59, 166, 79, 238, 239],
  [250, 290, 305, 289, 392, 309, 458, 459],
]

export function paintSkin(person: Person): Textures {
  const texture = blank(SIDE, SIDE, person.look.skin, 0.5)
  const heights = new Float32Array(SIDE * SIDE)
  paintTone(texture, heights, person)
  paintLips(texture, heights, person)
  for (const eye of [rightEye, leftEye]) paintLids(texture, heights, eye, person)
  for (const nostril of NOSTRILS) paintNostril(texture, nostril, person.look.skin)
  paintMoles(texture, person)
  paintScalp(texture, person)
  paintBrows(texture, heights, person)
  for (const eye of [rightEye, leftEye]) paintLashes(texture, eye, person)
  carve(texture, heights, 1)
  return allSizes(texture)
}

interface Tones {
  readonly cheeks: readonly Place[]
  readonly nose: Place
  readonly chin: Place
  readonly mouth: Place
  readonly eyes: readonly Place[]
  readonly forehead: Place
}

function paintTone(texture: Texture, heights: Float32Array, { look, seed }: Person): void {
  const tones: Tones = {
    cheeks: [placeOf(50), placeOf(280)],
    nose: placeOf(4),
    chin: placeOf(199),
    mouth: middlePlace([13, 14]),
    eyes: [placeOf(230), placeOf(450)],
    forehead: placeOf(151),
  }
  const { texels } = texture
  const shades = shadeTables(look)
  const blush = blushTables(tones)
  const tiredness = tones.eyes.map((eye) => bells(eye, 0.05, 0.018))
  const oil = bells({ u: 0.5, v: 0 }, 0.09, 1).across
  const brow = bells({ u: 0.5, v: 0.235 }, 0.13, 0.035)
  const skin = new Float64Array(3)
  for (let y = 0, at = 0; y < SIDE; y++) {
    const v = (y + 0.5) / SIDE
    const broadAt = cloudAlong(v * 5, seed + 11, 3, 5)
    const patchyAt = cloudAlong(v * 22, seed + 12, 2, 22)
    const [poresAt, finerAt] = [noiseAlong(v * 260, seed + 13, 260), noiseAlong(v * 420, seed + 14, 420)]
    const grainAt = noiseAlong(v * 250, seed + 15, 330)
    const lineAt = noiseAlong(v * 3, seed + 17, 7)
    const oilDown = 0.5 + 0.5 * step(0.62, 0.5, v)
    for (let x = 0; x < SIDE; x++, at++) {
      const u = (x + 0.5) / SIDE
      const broad = broadAt(u * 5) * look.mottling
      const patchy = patchyAt(u * 22) * look.mottling
      const pores = poresAt(u * 260) + 0.7 * finerAt(u * 420)
      const rosy = rosiness(x, y, blush) * look.blush
      let tired = 0
      for (const { across, down } of tiredness) tired += (across[x] as number) * (down[y] as number)
      const stubble = beardAt(u, v, tones) * look.beard + moustacheAt(u, v, tones) * look.moustache
      const grain = stubble > 0 ? Math.max(0, grainAt(u * 330)) * stubble : 0
      const freckle = look.freckles > 0 ? frecklesAt(u, v, seed, tones) * look.freckles : 0
      let shade = 0
      for (const { across, down } of shades) shade += (across[x] as number) * (down[y] as number)
      const light = 1 - shade + 0.07 * broad + 0.045 * patchy + 0.035 * pores
      const index = at * CHANNELS
      const warm = 0.04 * look.undertone
      const dark = 1 - 0.2 * tired * look.underEyes - 0.3 * freckle
      const shave = Math.min(0.9, 0.42 * stubble + 0.6 * grain)
      skin[0] = light * (1 + warm + 0.05 * rosy) * dark
      skin[1] = light * (1 - 0.24 * rosy - 0.03 * patchy) * dark * (1 - 0.12 * freckle)
      skin[2] = light * (1 - warm - 0.2 * rosy) * (dark - 0.15 * freckle)
      for (let channel = 0; channel < 3; channel++) {
        const bare = (texels[index + channel] as number) * (skin[channel] as number)
        texels[index + channel] = mixed(bare, (look.hair[channel] as number) + 0.03, shave)
      }
      const oily = (oil[x] as number) * oilDown
      texels[index + 3] = (0.35 + 0.6 * oily + 0.12 * pores) * (1 - 0.5 * shave)
      const lines =
        0.35 * (brow.down[y] as number) * Math.sin(v * 330 + 2.5 * lineAt(u * 7)) * (brow.across[x] as number)
      heights[at] = 0.1 * pores + 0.3 * patchy + lines * look.wrinkles
    }
  }
}

/** A bell in two directions is the product of two: one table for columns, one for rows. */
function shadeTables({ shades }: Person['look']): { across: Float32Array; down: Float32Array }[] {
  const table = (at: (place: number) => number) =>
    Float32Array.from({ length: SIDE }, (_, i) => at((i + 0.5) / SIDE))
  return shades.map(({ u, v, size, dark }) => ({
    across: table((place) => dark * bell(Math.abs(place - 0.5) - u, size)),
    down: table((place) => bell(place - v, size)),
  }))
}

interface Bells {
  readonly across: Float64Array
  readonly down: Float64Array
}

/** About a place, for each column and each row. */
function bells({ u, v }: Place, wide: number, high: number): Bells {
  const table = (at: number, spread: number) =>
    Float64Array.from({ length: SIDE }, (_, i) => bell((i + 0.5) / SIDE - at, spread))
  return { across: table(u, wide), down: table(v, high) }
}

interface Blush {
  readonly cheeks: readonly Bells[]
  readonly nose: Bells
  readonly chin: Bells
}

const blushTables = ({ cheeks, nose, chin }: Tones): Blush => ({
  cheeks: cheeks.map((cheek) => bells(cheek, 0.07, 0.055)),
  nose: bells(nose, 0.045, 0.04),
  chin: bells(chin, 0.06, 0.04),
})

function rosiness(x: number, y: number, { cheeks, nose, chin }: Blush): number {
  let onCheeks = 0
  for (const { across, down } of cheeks) onCheeks += (across[x] as number) * (down[y] as number)
  return (
    onCheeks +
    0.9 * (nose.across[x] as number) * (nose.down[y] as number) +
    0.4 * (chin.across[x] as number) * (chin.down[y] as number)
  )
}

function beardAt(u: number, v: number, { mouth, chin }: Tones): number {
  const low = step(mouth.v - 0.02, mouth.v + 0.07, v)
  const sides = step(0.2, 0.3, Math.abs(u - 0.5)) * step(mouth.v - 0.14, mouth.v, v)
  return Math.min(1, low * (0.75 + 0.25 * bell(v - chin.v, 0.06)) + sides)
}

const moustacheAt = (u: number, v: number, { mouth }: Tones): number =>
  step(0.105, 0.07, Math.abs(u - mouth.u)) * bell(v - (mouth.v - 0.045 + 0.25 * Math.abs(u - mouth.u)), 0.014)

function frecklesAt(u: number, v: number, seed: number, { cheeks, nose }: Tones): number {
  const where = cheeks.reduce((sum, cheek) => sum + bell(u - cheek.u, 0.09) * bell(v - cheek.v, 0.06), 0)
  const here = Math.min(1, where + bell(u - nose.u, 0.06) * bell(v - nose.v, 0.06))
  return here * step(0.45, 0.7, noise(u * 90, v * 90, seed + 16))
}

function paintLips(texture: Texture, heights: Float32Array, { look, seed }: Person): void {
  const top = smoothLine(outerUpperLip.map(placeOf), 6)
  const bottom = smoothLine(outerLowerLip.map(placeOf), 6)
  const outline = [...top, ...bottom.toReversed()]
  const seam = smoothLine(
    innerUpperLip.map((point, i) => middlePlace([point, innerLowerLip[i] ?? point])),
    4,
  )
  overPlaces(texture, outline, 0.02, (at, u, v) => {
    const away = distanceTo(outline, u, v) * (isInside(outline, u, v) ? 1 : -1)
    const share = step(-0.004, 0.009, away + 0.002 * noise(u * 90, v * 90, seed + 21))
    if (share === 0) return
    const line = distanceTo(seam, u, v)
    const fade = 1 + 0.12 * noise(u * 40, v * 40, seed + 22) - 0.55 * bell(line, 0.0045)
    tint(texture, at, [look.lips[0] * fade, look.lips[1] * fade, look.lips[2] * fade], 0.9 * share)
    texture.texels[at * CHANNELS + 3] = 0.55 + 0.7 * share * step(0, 0.012, line)
    heights[at] = mixed(heights[at] as number, 0.28 * noise(u * 210, v * 22, seed + 23), share)
  })
}

function paintLids(texture: Texture, heights: Float32Array, eye: EyePoints, { look, shape }: Person): void {
  const contour = smoothLine([...eyeContour(eye), eye.outer].map(placeOf), 4)
  const fold = smoothLine([eye.outer, ...eye.upperLid, eye.inner].map(placeOf), 4)
  const pink: Colour = [look.skin[0] * 0.85, look.skin[1] * 0.6, look.skin[2] * 0.6]
  overPlaces(texture, fold, 0.03, (at, u, v) => {
    if (isInside(contour, u, v)) {
      tint(texture, at, pink, 0.85)
      texture.texels[at * CHANNELS + 3] = 1.2
      heights[at] = 0
      return
    }
    const crease = bell(distanceTo(fold, u, v), 0.0028) * (0.45 + 0.2 * shape.eyeOpening)
    const shade: Colour = [look.skin[0] * 0.5, look.skin[1] * 0.4, look.skin[2] * 0.38]
    tint(texture, at, shade, Math.max(0, 0.75 * crease))
    const lid = bell(distanceTo(contour, u, v), 0.014)
    tint(texture, at, [look.skin[0] * 0.8, look.skin[1] * 0.66, look.skin[2] * 0.64], 0.4 * lid)
  })
}

function paintNostril(texture: Texture, ring: readonly number[], skin: Colour): void {
  const middle = middlePlace(ring)
  overPlaces(texture, ring.map(placeOf), 0.02, (at, u, v) => {
    const lean = (u - 0.5) * 0.25 * Math.sign(middle.u - 0.5)
    const away = Math.hypot((u - middle.u) / 0.0135, (v - middle.v + lean * 0.1) / 0.0062)
    const share = step(1.25, 0.55, away)
    tint(texture, at, [skin[0] * 0.07, skin[1] * 0.035, skin[2] * 0.03], 0.96 * share)
    if (share > 0)
      texture.texels[at * CHANNELS + 3] = (texture.texels[at * CHANNELS + 3] as number) * (1 - share)
  })
}

function paintMoles(texture: Texture, { look }: Person): void {
  for (const { u: atU, v: atV, size } of look.moles)
    overPlaces(texture, [{ u: atU, v: atV }], 3 * size, (at, u, v) => {
      const share = step(1.3, 0.7, Math.hypot(u - atU, v - atV) / size)
      tint(texture, at, [look.skin[0] * 0.25, look.skin[1] * 0.2, look.skin[2] * 0.18], 0.8 * share)
    })
}

/** What lies under the hair must not shine through it. */
function paintScalp(texture: Texture, { look, seed }: Person): void {
  const oval = faceOval.map(placeOf)
  const ears = placeOf(127).v
  overPlaces(
    texture,
    [
      { u: 0, v: 0 },
      { u: 1, v: ears },
    ],
    0,
    (at, u, v) => {
      const ragged = 0.012 * noise(u * 120, v * 120, seed + 24)
      if (!isInside(oval, u + ragged, v + ragged + 0.008))
        tint(texture, at, look.hair, 0.92 * step(ears, ears - 0.06, v))
    },
  )
}
