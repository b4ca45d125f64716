// Builds the closing table: each operation with its calls and their outcomes, and what grew by how much.
import { median } from '../kit/statistics/summary.ts'
import type { Answers } from './answers.ts'
import type { Findings } from './findings.ts'
import type { Growth } from './series.ts'

const MEBIBYTE = 2 ** 20

export function operationTable({ operations, requests }: Answers): string[] {
  const rows = [...operations]
    .toSorted(([, a], [, b]) => b.requests - a.requests)
    .map(([operation, { requests: count, outcomes, ms }]) => [
      operation,
      String(count),
      `${((100 * count) / Math.max(1, requests)).toFixed(2)} %`,
      ms.length > 0 ? median(ms).toFixed(0) : '',
      ms.length > 0 ? Math.max(...ms).toFixed(0) : '',
      [...outcomes.values()]
        .toSorted((a, b) => b.times - a.times)
        .map(({ status, code, times }) => `${status}/${code ?? 0} x ${times}`)
        .join(', '),
    ])
  return aligned([
    ['operation', 'requests', 'share', 'ms, median', 'ms, most', 'HTTP status/result code'],
    ...rows,
  ])
}

export function growthTable(findings: Findings): string[] {
  const size = (name: string, { early, late, ratio }: Growth, unit: number, digits: number) => [
    name,
    (early / unit).toFixed(digits),
    (late / unit).toFixed(digits),
    ratio.toFixed(3),
  ]
  return aligned([
    ['median of', 'second tenth', 'last tenth', 'ratio'],
    size('RSS of the server, MiB', findings.serverMemory, MEBIBYTE, 0),
    size('RSS of the worker that grew most, MiB', findings.workerMemory, MEBIBYTE, 0),
    size('open files of all, number', findings.handles, 1, 0),
    size('data folder without the trail, MiB', findings.disk, MEBIBYTE, 1),
  ])
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        /^[\d.]+( %)?$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
