// Where the light of the screen falls: on skin that faces it, less on the sides of the face, hardly on what is behind.
import { type PatchPlace, patchPlaces } from '../../vision/light-zones.ts'
import type { LightPlaces, LightSession, LitFrame } from './answer.ts'
import { dot, sharesOver, type Track, withoutDrift } from './track.ts'

interface Lit extends LightSession {
  readonly track: Track
  /** The colours that the sequence gives, without drift. */
  readonly expected: Float64Array
  readonly offsetMs: number
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
  return {
    ...(side.length >= FEWEST_PATCHES && { sides: by(skinOf(frames, side)) }),
    ...(background && { background: by(background) }),
    ...(upperFirst !== undefined && { upperFirst }),
  }
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
