// Decides which faces are persons in front of the camera: a portrait on a wall far behind is not a second person.
import type { Box } from '../image/geometry/geometry.ts'

/** Height of the smallest face that counts, by that of the main one: at more than twice the distance a face is smaller. */
const MIN_HEIGHT_SHARE = 0.4

/** The first face, which is the largest, always counts. */
export function inFront<Face extends { readonly box: Box }>(facesLargestFirst: readonly Face[]): Face[] {
  const [main] = facesLargestFirst
  if (main === undefined) return []
  return facesLargestFirst.filter(({ box }) => box.height >= MIN_HEIGHT_SHARE * main.box.height)
}
