// Where the light of the screen falls: on skin that faces it, less on the sides of the face, hardly on what is behind.
import { solved } from '../../image/geometry/linear-equations.ts'
import { mean } from '../../system/statistics.ts'
import { type PatchPlace, patchPlaces } from '../../vision/light-zones.ts'
import type { LightPlaces, LightSession, LitFrame } from './answer.ts'
import { dot, sharesOver, type Track, withoutDrift } from './track.ts'

interface Lit extends LightSession {
  readonly track: Track
  /** The colours that the sequence gives, without drift. */
  readonly expected: Float64Array
  readonly offsetMs: number
  readonly screenShare: number
}

/** How far skin looks towards the camera, 1 straight at it: beside it is the screen. Skin that is seen from beside is too narrow to measure. */
const FACING = { front: 0.85, side: 0.5, least: 0.15 }
const FEWEST_PATCHES = 3

export function placesOf(lit: Lit): LightPlaces {
  const { frames, mesh } = lit
  const seen = patchPlaces(mesh).flatMap((place, patch) =>
    place && frames.every(({ zones }) => (zones.skin[3 * patch + 1] ?? 0) > 0) ? [{ ...place, patch }] : [],
  )
  const facing = ({ normal }: PatchPlace) => -normal[2]
  const front = seen.filter((place) => facing(place) > FACING.front)
  const side = seen.filter((place) => facing(place) < FACING.side && facing(place) > FACING.least)
  if (front.length < FEWEST_PATCHES) return {}
  const whole = answerOf(lit, skinOf(frames, front))
  const by = (colours: Float64Array) => {
    const { change, level } = answerOf(lit, colours)
    const relative = change / whole.change
    return { relative, absolute: (relative * level) / whole.level }
  }
  const background = backgroundOver(frames)
  const upperFirst = upperFirstOf(lit, front)
  const beside = besideSpot(
    seen
      .filter((place) => facing(place) > FACING.least)
      .map((place) => ({
        ...place,
        facing: facing(place),
        answer: unsaturated(lit.screenShare, by(skinOf(frames, [place])).relative),
      })),
  )
  return {
    ...(side.length >= FEWEST_PATCHES && { sides: by(skinOf(frames, side)) }),
    ...beside,
    ...(background && { background: by(background) }),
    ...(upperFirst !== undefined && { upperFirst }),
  }
}

/**
 * How strong the light of the screen is, from how much the colour changes, both by the whole face: where most light is the
 * screen's, twice as much of it changes the colour by less than twice.
 */
const unsaturated = (screenShare: number, change: number): number =>
  (change * (1 - screenShare)) / Math.max(0.1, 1 - screenShare * change)

interface AnsweringPatch extends PatchPlace {
  readonly facing: number
  readonly answer: number
}

/** A spot that was painted on softly is followed by powers of across and down up to this one, in sum. */
const POWER_OF_SPOTS = 3
const POWERS = Array.from({ length: POWER_OF_SPOTS + 1 }, (_, across) =>
  Array.from({ length: POWER_OF_SPOTS + 1 - across }, (_, down) => ({ across, down })),
).flat()

/**
 * What a smooth spot on the picture does not explain: how much more strongly skin answers the more it faces the screen (the
 * sides of the nose and the cheeks beside it lie close together and face differently), and how unevenly it answers at all.
 */
function besideSpot(
  patches: readonly AnsweringPatch[],
): { readonly relief: number; readonly unevenness: number } | undefined {
  const unknowns = POWERS.length + 1
  if (patches.length < 2 * unknowns) return undefined
  const [across, down] = [steadied(patches.map(({ x }) => x)), steadied(patches.map(({ y }) => y))]
  const powers = patches.map((_, i) =>
    POWERS.map((power) => (across[i] ?? 0) ** power.across * (down[i] ?? 0) ** power.down),
  )
  const answers = patches.map(({ answer }) => answer)
  const spot = leastSquares(powers, answers)
  const relief = leastSquares(
    powers.map((known, i) => [...known, patches[i]?.facing ?? 0]),
    answers,
  )?.at(-1)
  if (!spot || relief === undefined) return undefined
  const squares = powers.reduce((sum, known, i) => {
    const explained = known.reduce((all, value, k) => all + value * (spot[k] ?? 0), 0)
    return sum + ((answers[i] ?? 0) - explained) ** 2
  }, 0)
  return { relief, unevenness: Math.sqrt(squares / (patches.length - POWERS.length)) }
}

/** The weights of what is known that come nearest to what is wanted; undefined where they cannot be told. */
function leastSquares(
  known: readonly (readonly number[])[],
  wanted: readonly number[],
): (ArrayLike<number> & Pick<number[], 'at'>) | undefined {
  const unknowns = known[0]?.length ?? 0
  const rows = Array.from({ length: unknowns }, () => new Float64Array(unknowns + 1))
  for (const [i, values] of known.entries()) {
    const all = [...values, wanted[i] ?? 0]
    for (const [k, row] of rows.entries())
      for (const [l, value] of all.entries()) row[l] = (row[l] ?? 0) + (all[k] ?? 0) * value
  }
  return solved(rows)
}

/** Less their mean, by the largest distance from it. */
function steadied(values: readonly number[]): number[] {
  const middle = mean(values)
  const most = Math.max(1e-6, ...values.map((value) => Math.abs(value - middle)))
  return values.map((value) => (value - middle) / most)
}

type SeenPatch = PatchPlace & { readonly patch: number }

/** The mean colour of some patches in each frame. */
const skinOf = (frames: readonly LitFrame[], patches: readonly SeenPatch[]): Float64Array =>
  Float64Array.from(
    frames.flatMap(({ zones: { skin } }) =>
      [0, 1, 2].map(
        (c) => patches.reduce((sum, { patch }) => sum + (skin[3 * patch + c] ?? 0), 0) / patches.length,
      ),
    ),
  )

/** The mean colour of the zones beside and above the head that all frames have; undefined where there is none. */
function backgroundOver(frames: readonly LitFrame[]): Float64Array | undefined {
  const zones = [0, 1, 2].filter((zone) =>
    frames.every(({ zones: { background } }) => (background[3 * zone + 1] ?? 0) > 0),
  )
  if (zones.length === 0) return undefined
  return Float64Array.from(
    frames.flatMap(({ zones: { background } }) =>
      [0, 1, 2].map(
        (c) => zones.reduce((sum, zone) => sum + (background[3 * zone + c] ?? 0), 0) / zones.length,
      ),
    ),
  )
}

/** How much the colour changes along the expected, and how bright the place is. */
function answerOf({ track, expected }: Lit, colours: Float64Array) {
  const values = withoutDrift(sharesOver(colours), track.drift)
  const level = colours.reduce((sum, value) => sum + value, 0) / colours.length
  return { change: dot(values, expected) / Math.max(1e-12, dot(expected, expected)), level }
}

/** While an edge comes down, the upper skin is ahead of the lower by this much of the whole change, mean over all edges. */
function upperFirstOf(lit: Lit, front: readonly SeenPatch[]): number | undefined {
  const { sequence, frames, track, expected, offsetMs } = lit
  const heights = front.map(({ y }) => y)
  const middle = (Math.min(...heights) + Math.max(...heights)) / 2
  const [upper, lower] = [front.filter(({ y }) => y < middle), front.filter(({ y }) => y >= middle)]
  if (Math.min(upper.length, lower.length) < 2) return undefined
  // Each is measured by its own strength: only when it changes counts here, and not how much.
  const values = (patches: readonly SeenPatch[]) => {
    const colours = skinOf(frames, patches)
    const { change } = answerOf(lit, colours)
    return withoutDrift(sharesOver(colours), track.drift).map((value) => value / change)
  }
  const [above, below] = [values(upper), values(lower)]
  const ahead: number[] = []
  let at = offsetMs
  for (const { pattern, durationMs } of sequence) {
    if (pattern === 'edge') {
      const within = indicesBetween(track.timesMs, at, at + durationMs)
      const [first, last] = [within[0], within.at(-1)]
      if (first !== undefined && last !== undefined && last > first) {
        const along = Float64Array.from([0, 1, 2], (c) => at3(expected, last, c) - at3(expected, first, c))
        const size = Math.max(1e-12, dot(along, along))
        const differs = (i: number) =>
          [0, 1, 2].reduce((sum, c) => sum + (at3(above, i, c) - at3(below, i, c)) * (along[c] ?? 0), 0) /
          size
        const ends = (differs(first) + differs(last)) / 2
        ahead.push(within.reduce((sum, i) => sum + differs(i), 0) / within.length - ends)
      }
    }
    at += durationMs
  }
  return ahead.length === 0 ? undefined : ahead.reduce((sum, one) => sum + one, 0) / ahead.length
}

const at3 = (values: Float64Array, frame: number, channel: number): number => values[3 * frame + channel] ?? 0

function indicesBetween(timesMs: Float64Array, fromMs: number, toMs: number): number[] {
  return [...timesMs.keys()].filter((i) => {
    const time = timesMs[i] ?? 0
    return time >= fromMs && time < toMs
  })
}

/**
 * The mean of a face's meshes: found anew in each frame, a mesh trembles, and its normals more than its points. Each is moved
 * and scaled onto the first, so that it stays in that frame's pixels; empty of none.
 */
export function meanMesh(meshes: readonly Float32Array[]): Float32Array {
  const [first] = meshes
  if (!first) return new Float32Array()
  const own = frameOf(first)
  const sum = new Float64Array(first.length)
  for (const mesh of meshes) {
    const { middle, size } = frameOf(mesh)
    for (let i = 0; i < sum.length; i++)
      sum[i] = (sum[i] as number) + ((mesh[i] as number) - (middle[i % 3] as number)) / size
  }
  return Float32Array.from(
    sum,
    (value, i) => (value / meshes.length) * own.size + (own.middle[i % 3] as number),
  )
}

/** The middle of all points, and how far they are from it. */
function frameOf(mesh: Float32Array): { readonly middle: readonly number[]; readonly size: number } {
  const points = mesh.length / 3
  const middle = [0, 0, 0]
  for (let i = 0; i < mesh.length; i++)
    middle[i % 3] = (middle[i % 3] as number) + (mesh[i] as number) / points
  let squares = 0
  for (let i = 0; i < mesh.length; i++) squares += ((mesh[i] as number) - (middle[i % 3] as number)) ** 2
  return { middle, size: Math.sqrt(squares / points) || 1 }
}
