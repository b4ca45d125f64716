// Decodes the maps of the text detector into lines of text: connected bands of cells, straightened and measured.
import { type Box, boundingBox, middleOf, type Point } from '../image/geometry/geometry.ts'
import type { Quad } from '../image/geometry/perspective.ts'

interface DecodedLine {
  /** Corners around the ink, in pixels of the input. */
  readonly quad: Quad
  readonly score: number
}

interface LineThresholds {
  /** Least probability of a cell that belongs to a band. */
  readonly band: number
  /** Least mean probability of a band. */
  readonly score: number
}

/** Pixels of the input from cell to cell. */
const CELL = 4
/** The band ends before the ink does, by this share of the line's height. */
const PULLED_IN = 0.3
/** Cells within this distance, along and across, are of one band. */
const REACH_ALONG = 2
const REACH_ACROSS = 1
/** Pixels of the lowest line that can be read; a single digit leaves a band of one cell. */
const LEAST_HEIGHT = 5
/** Spread in cells up to which a line is taken to lie level: slopes of short lines are mostly chance. */
const LEVEL_SPREAD = 8
const STEEPEST = 0.35

/** `text` and `reach` are outputs of the network, `width` cells a row. Returns lines in reading order. */
export function decodeLines(
  text: Float32Array,
  reach: Float32Array,
  width: number,
  thresholds: LineThresholds,
): DecodedLine[] {
  const leastLogit = Math.log(thresholds.band / (1 - thresholds.band))
  const cells = new Int32Array(text.length)
  const ends = bandsOf(text, width, leastLogit, cells)
  const lines: DecodedLine[] = []
  let from = 0
  for (const end of ends) {
    const band = cells.subarray(from, end)
    from = end
    const score = meanShare(text, band)
    if (score < thresholds.score) continue
    const quad = quadOf(measured(reach, text.length, band, width))
    if (quad) lines.push({ quad, score })
  }
  return readingOrder(lines)
}

/** Writes the cells of every band, one band after the other, into `cells`; returns where each ends. */
function bandsOf(text: Float32Array, width: number, least: number, cells: Int32Array): Int32Array {
  const height = text.length / width
  const isSeen = new Uint8Array(text.length)
  const ends = new Int32Array(text.length)
  let [count, filled] = [0, 0]
  for (let start = 0; start < text.length; start++) {
    if (isSeen[start] === 1 || !((text[start] ?? 0) >= least)) continue
    isSeen[start] = 1
    cells[filled] = start
    // Cells that are filled and not yet visited are the queue.
    let end = filled + 1
    for (let visited = filled; visited < end; visited++) {
      const at = cells[visited] ?? 0
      const x = at % width
      const y = (at - x) / width
      const right = Math.min(width - 1, x + REACH_ALONG)
      const bottom = Math.min(height - 1, y + REACH_ACROSS)
      for (let down = Math.max(0, y - REACH_ACROSS); down <= bottom; down++)
        for (let across = Math.max(0, x - REACH_ALONG); across <= right; across++) {
          const next = down * width + across
          if (isSeen[next] === 1 || !((text[next] ?? 0) >= least)) continue
          isSeen[next] = 1
          cells[end++] = next
        }
    }
    filled = end
    ends[count++] = end
  }
  return ends.slice(0, count)
}

function meanShare(text: Float32Array, band: Int32Array): number {
  let sum = 0
  for (let i = 0; i < band.length; i++) sum += 1 / (1 + Math.exp(-(text[band[i] ?? 0] ?? 0)))
  return sum / band.length
}

/** Returns left and right end, x and y of the middle, slope, and top and bottom of the ink from the line, in pixels. */
function measured(reach: Float32Array, plane: number, band: Int32Array, width: number): Float64Array {
  let [left, right, sumX, sumY] = [Infinity, -Infinity, 0, 0]
  for (let i = 0; i < band.length; i++) {
    const at = band[i] ?? 0
    const x = at % width
    left = Math.min(left, x)
    right = Math.max(right, x)
    sumX += x
    sumY += (at - x) / width
  }
  const [meanX, meanY] = [sumX / band.length, sumY / band.length]
  let [spread, tilt] = [0, 0]
  for (let i = 0; i < band.length; i++) {
    const at = band[i] ?? 0
    const x = at % width
    spread += (x - meanX) ** 2
    tilt += (x - meanX) * ((at - x) / width - meanY)
  }
  const slope = Math.min(STEEPEST, Math.max(-STEEPEST, tilt / (spread + LEVEL_SPREAD * band.length)))
  const tops = new Float64Array(band.length)
  const bottoms = new Float64Array(band.length)
  for (let i = 0; i < band.length; i++) {
    const at = band[i] ?? 0
    const x = at % width
    const offLine = CELL * ((at - x) / width - meanY - slope * (x - meanX))
    tops[i] = offLine - (reach[at] ?? 0)
    bottoms[i] = offLine + (reach[plane + at] ?? 0)
  }
  const middle = (values: Float64Array) => values.sort()[values.length >> 1] ?? 0
  const [top, bottom] = [middle(tops), middle(bottoms)]
  return Float64Array.of(
    CELL * left,
    CELL * (right + 1),
    CELL * (meanX + 0.5),
    CELL * (meanY + 0.5),
    slope,
    top,
    bottom,
  )
}

function quadOf(measures: Float64Array): Quad | undefined {
  const [left = 0, right = 0, x = 0, y = 0, slope = 0, top = 0, bottom = 0] = measures
  const height = bottom - top
  // The condition is negated so that NaN is no line.
  if (!(height >= LEAST_HEIGHT)) return undefined
  const cosine = 1 / Math.hypot(1, slope)
  const sine = slope * cosine
  const corner = (end: number, up: number): Point => {
    const along = (end - x) / cosine
    return { x: x + along * cosine - up * cosine * sine, y: y + along * sine + up * cosine * cosine }
  }
  const [first, last] = [left - PULLED_IN * height, right + PULLED_IN * height]
  return [corner(first, top), corner(last, top), corner(last, bottom), corner(first, bottom)]
}

/** Middles of two lines of one row differ by less than this share of the smaller height. */
const SAME_ROW = 0.5

interface Row<Line> {
  readonly members: { readonly line: Line; readonly box: Box }[]
}

/** Rows from above, each from the left. */
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
