// Compares the frames of one session with each other: can they all be one picture that was moved?
import { median } from '../../system/statistics.ts'
import { degreesBetween, turnDegrees } from '../head-angles.ts'
import type { ComparedFrame, FrameComparison, SkinComparison } from './comparison.ts'
import { eyesMotion } from './eyes.ts'
import { type SeenSkin, seenSkin, sharedSkin } from './shared-skin.ts'
import { shadingChange, skinChange } from './skin-change.ts'
import { compareSurroundings } from './surroundings.ts'

/** A head turned by less is lit much as before. */
const LEAST_TURN_DEGREES = 9
/** So many turned frames are compared with the straightest one, and so many pairs of opposite turns. */
const MOST_TURNED = 4
const MOST_OPPOSITE = 2

export function compareFrames(frames: readonly ComparedFrame[]): FrameComparison {
  const skin = compareSkin(frames)
  const eyes = eyesMotion(frames.flatMap(({ angles, sized }) => (sized ? [{ angles, sized }] : [])))
  const surroundings = compareSurroundings(
    frames.flatMap(({ mesh, surroundings }) => (surroundings ? [{ mesh, ...surroundings }] : [])),
  )
  return {
    ...(skin && { skin }),
    ...(eyes !== undefined && { eyesMotion: eyes }),
    ...(surroundings && { surroundings }),
  }
}

interface Pair {
  readonly one: ComparedFrame
  readonly other: ComparedFrame
  readonly degrees: number
}

function compareSkin(frames: readonly ComparedFrame[]): SkinComparison | undefined {
  const seen = new Map<ComparedFrame, SeenSkin>()
  const skinOf = (frame: ComparedFrame): SeenSkin => {
    const known = seen.get(frame) ?? seenSkin(frame.skin, frame.mesh)
    seen.set(frame, known)
    return known
  }
  const measured = pairsOf(frames).flatMap(({ one, other, degrees }) => {
    const shared = sharedSkin(skinOf(one), skinOf(other))
    const yawDegrees = Math.abs(one.angles.yawDegrees - other.angles.yawDegrees)
    const gaze = gazeChange(one.mesh, other.mesh)
    return shared ? [{ degrees, yawDegrees, gaze, ...skinChange(shared) }] : []
  })
  if (measured.length === 0) return undefined
  const typical = (of: (pair: (typeof measured)[number]) => number) =>
    Math.exp(measured.reduce((sum, pair) => sum + Math.log(Math.max(1e-3, of(pair))), 0) / measured.length)
  const shadingAtRest = lightAtRest(frames, skinOf)
  const gaze = gazeWithTurn(measured)
  return {
    turnDegrees: typical(({ degrees }) => degrees),
    shadingChange: typical(({ shading }) => shading),
    skinShift: typical(({ shift }) => shift),
    detailChange: typical(({ detail }) => detail),
    ...(gaze !== undefined && { gazeChange: gaze }),
    ...(shadingAtRest !== undefined && { shadingAtRest }),
  }
}

/** The straightest frame with those turned furthest, and the furthest apart of all others: a picture is not lit anew twice. */
function pairsOf(frames: readonly ComparedFrame[]): Pair[] {
  const [straight, ...others] = frames.toSorted((a, b) => turnDegrees(a.angles) - turnDegrees(b.angles))
  if (!straight) return []
  const furthest = (pairs: readonly Pair[], count: number) =>
    pairs
      .filter(({ degrees }) => degrees >= LEAST_TURN_DEGREES)
      .toSorted((a, b) => b.degrees - a.degrees)
      .slice(0, count)
  const pair = (one: ComparedFrame, other: ComparedFrame): Pair => ({
    one,
    other,
    degrees: degreesBetween(one.angles, other.angles),
  })
  const turned = others.map((frame) => pair(straight, frame))
  const opposite = others.flatMap((frame, i) => others.slice(i + 1).map((other) => pair(frame, other)))
  return [...furthest(turned, MOST_TURNED), ...furthest(opposite, MOST_OPPOSITE)]
}

/** Frames further apart in pose are lit differently by the same lamp. */
const MOST_DEGREES_AT_REST = 5
const MOST_AT_REST = 12

/**
 * How much the light on the face changes while the head is held: a picture that is lit at random changes as much as when it
 * turns. The median over pairs of frames alike in pose, wherever the head is turned to; undefined where no two are.
 */
function lightAtRest(
  frames: readonly ComparedFrame[],
  skinOf: (frame: ComparedFrame) => SeenSkin,
): number | undefined {
  const pairs = frames.flatMap((one, i) =>
    frames
      .slice(i + 1)
      .filter((other) => degreesBetween(one.angles, other.angles) <= MOST_DEGREES_AT_REST)
      .map((other) => [one, other] as const),
  )
  // Every so many, so that all parts of the session are compared with each other.
  const every = Math.max(1, Math.ceil(pairs.length / MOST_AT_REST))
  const changes = pairs
    .filter((_, i) => i % every === 0)
    .flatMap(([one, other]) => {
      const shared = sharedSkin(skinOf(one), skinOf(other))
      return shared ? [shadingChange(shared)] : []
    })
  return changes.length === 0 ? undefined : median(changes)
}

/** Two corners and the middle of the iris. */
const EYES = [
  [33, 133, 468],
  [362, 263, 473],
] as const

/** How far the irises move between the corners of the eyes, as a share of their width: they are not painted on the head. */
function gazeChange(one: Float32Array, other: Float32Array): number {
  const [before, after] = [one, other].map((mesh) => EYES.map((eye) => gazeOf(mesh, eye)))
  const moved = EYES.map((_, i) => Math.abs((after?.[i] ?? 0) - (before?.[i] ?? 0)))
  return moved.reduce((sum, value) => sum + value, 0) / EYES.length
}

/** The turn for which the motion of the eyes is given. */
const GAZE_TURN_DEGREES = 25

/** By the turn to the side; undefined where the head only nodded, which leaves the irises in the middle. */
function gazeWithTurn(
  pairs: readonly { readonly gaze: number; readonly yawDegrees: number }[],
): number | undefined {
  const aside = pairs.filter(({ yawDegrees }) => yawDegrees >= LEAST_TURN_DEGREES)
  const sum = (of: 'gaze' | 'yawDegrees') => aside.reduce((total, pair) => total + pair[of], 0)
  return aside.length === 0 ? undefined : (GAZE_TURN_DEGREES * sum('gaze')) / sum('yawDegrees')
}

function gazeOf(mesh: Float32Array, [from, to, iris]: (typeof EYES)[number]): number {
  const across = (point: number, axis: 0 | 1) => (mesh[3 * point + axis] ?? 0) - (mesh[3 * from + axis] ?? 0)
  const [x, y] = [across(to, 0), across(to, 1)]
  return (across(iris, 0) * x + across(iris, 1) * y) / Math.max(1e-9, x * x + y * y)
}
