// Signs of life in a video: features that move within the face, and blinks.
import { fitHomography } from '../../image/geometry/fit-homography.ts'
import { distance } from '../../image/geometry/geometry.ts'
import { project } from '../../image/geometry/perspective.ts'
import { pointOf } from '../../models/face-mesh.ts'
import { mean, spread } from '../../system/statistics.ts'
import type { FollowedFace } from '../../vision/observe-video.ts'

/** Every fourth point of the skin is used: all of them say the same, four times as slowly. */
const SKIN_POINTS = Array.from({ length: 468 / 4 }, (_, i) => 4 * i)
const OUTER_EYE_CORNERS = [33, 263] as const
/** So many pictures are compared, each with each: more tell little more. */
const COMPARED = 12
/** A blink is over within so many pictures to either side. */
const BLINK_REACH = 4

/**
 * Fits a homography between pairs of pictures and gives the mean distance of features from where it puts them, as a
 * share of the distance between the eyes. A photo that is carried, turned and tilted moves as a plane; a head that turns
 * or a face that speaks does not.
 */
export function motionWithin(faces: readonly FollowedFace[]): number {
  const meshes = spread(faces, COMPARED).map(({ mesh }) => mesh)
  return mean(meshes.flatMap((one, i) => meshes.slice(i + 1).map((other) => offPlane(one, other))))
}

function offPlane(one: Float32Array, other: Float32Array): number {
  const from = SKIN_POINTS.map((index) => pointOf(one, index))
  const to = SKIN_POINTS.map((index) => pointOf(other, index))
  const mapping = fitHomography(from, to)
  const squares = to.map((point, i) => distance(project(mapping, from[i] ?? point), point) ** 2)
  const eyes = distance(pointOf(other, OUTER_EYE_CORNERS[0]), pointOf(other, OUTER_EYE_CORNERS[1]))
  return Math.sqrt(mean(squares)) / (eyes || 1)
}

/** How much further both eyes were closed at one moment than shortly before and shortly after, 0 to 1. */
export function deepestBlink(faces: readonly FollowedFace[]): number {
  const closed = faces.map(({ leftEye, rightEye }) => Math.min(leftEye.closed, rightEye.closed))
  return Math.max(
    0,
    ...closed.map((now, i) => {
      const before = Math.min(...closed.slice(Math.max(0, i - BLINK_REACH), i + 1))
      const after = Math.min(...closed.slice(i, i + BLINK_REACH + 1))
      return now - Math.max(before, after)
    }),
  )
}
