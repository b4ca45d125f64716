// The lines of a sheet as a detector should find them: runs on one height and close together belong to one line.
import type { BoxMm, Run, Sheet, TrueLine } from '../sheet.ts'
import type { Cast } from './casts.ts'
import { setting } from './typefaces.ts'

/** In ems of the larger neighbour. */
const NEAR_EM = 0.9
const TOUCHING_EM = 0.12
/** Of the lower of two runs. */
const OVERLAP_SHARE = 0.5

interface Piece {
  readonly index: number
  readonly run: Run
  readonly ink: BoxMm
}

export function linesOf(sheet: Sheet, cast: Cast): TrueLine[] {
  const pieces: Piece[] = []
  for (const [index, run] of sheet.runs.entries()) {
    const { ink } = setting(cast, run)
    if (ink !== undefined) pieces.push({ index, run, ink })
  }
  pieces.sort((one, other) => one.ink.x - other.ink.x)
  const rows: Piece[][] = []
  for (const piece of pieces) {
    const row = rows.find((each) => continues(each[each.length - 1], piece))
    if (row === undefined) rows.push([piece])
    else row.push(piece)
  }
  return rows.map(lineOf).sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
}

function continues(last: Piece | undefined, next: Piece): boolean {
  if (last === undefined) return false
  const above = Math.max(last.ink.y, next.ink.y)
  const below = Math.min(last.ink.y + last.ink.height, next.ink.y + next.ink.height)
  const overlaps = below - above > OVERLAP_SHARE * Math.min(last.ink.height, next.ink.height)
  const gap = next.ink.x - (last.ink.x + last.ink.width)
  const em = Math.max(last.run.sizeMm, next.run.sizeMm)
  return overlaps && gap < NEAR_EM * em && gap > -em
}

function lineOf(row: readonly Piece[]): TrueLine {
  let [text, end] = ['', 0]
  for (const { run, ink } of row) {
    // Whether a space stands between two runs is seen by the ink, not by how the runs were cut.
    const joined = text === '' || ink.x - end < TOUCHING_EM * run.sizeMm
    text += (joined ? '' : ' ') + run.text.normalize('NFC').trim()
    end = ink.x + ink.width
  }
  const roles = new Set(row.map(({ run }) => run.role))
  const fields = new Set(row.flatMap(({ run }) => run.field ?? []))
  const [field] = fields
  return {
    text: text.replaceAll(/\s+/gu, ' '),
    box: around(row.map(({ ink }) => ink)),
    role: roles.has('value') ? 'value' : (row[0]?.run.role ?? 'other'),
    ...(field !== undefined && fields.size === 1 ? { field } : {}),
    runs: row.map(({ index }) => index),
  }
}

function around(boxes: readonly BoxMm[]): BoxMm {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
