// Decides with care whether somebody else is in the picture: a portrait on a wall far behind is not a second person.
import type { Box } from '../image/geometry/geometry.ts'

/** A person beside or close behind has a face at least this much as high; one at more than twice the distance has not. */
const LEAST_HEIGHT_SHARE = 0.4

/** The faces that count as persons in front of the camera; the first, the largest, always does. */
export function inFront<Face extends { readonly box: Box }>(facesLargestFirst: readonly Face[]): Face[] {
  const [main] = facesLargestFirst
  if (main === undefined) return []
  return facesLargestFirst.filter(({ box }) => box.height >= LEAST_HEIGHT_SHARE * main.box.height)
}
