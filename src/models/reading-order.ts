// Puts boxes of text into the order in which they are read: rows from above, and each row from the left.
import { type Box, boundingBox, middleOf, type Point } from '../image/geometry/geometry.ts'

/** Middles of two lines of one row differ by less than this share of the lower of the two. */
const SAME_ROW = 0.5

interface Row<Line> {
  readonly members: { readonly line: Line; readonly box: Box }[]
}

export function readingOrder<Line extends { readonly quad: readonly Point[] }>(
  lines: readonly Line[],
): Line[] {
  const boxed = lines.map((line) => ({ line, box: boundingBox(line.quad) }))
  const rows: Row<Line>[] = []
  for (const one of boxed.toSorted((a, b) => middleOf(a.box).y - middleOf(b.box).y)) {
    const last = rows.at(-1)
    // Compared with all of the row, so that a row does not creep down the page line by line.
    if (last?.members.every(({ box }) => areLevel(box, one.box))) last.members.push(one)
    else rows.push({ members: [one] })
  }
  return rows.flatMap(({ members }) => members.toSorted((a, b) => a.box.x - b.box.x).map(({ line }) => line))
}

function areLevel(one: Box, other: Box): boolean {
  const apart = Math.abs(middleOf(one).y - middleOf(other).y)
  return apart < SAME_ROW * Math.min(one.height, other.height)
}
