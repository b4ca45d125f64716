// Counts answers by operation, status and result code, and prints them as a table.
import type { Counted } from './stage.ts'

export interface Tally {
  readonly add: (counted: Counted) => void
  readonly total: () => number
  /** How many answers had this status. */
  statuses(): ReadonlyMap<number, number>
  table(): string[]
}

export function openTally(): Tally {
  const operations = new Map<string, Map<string, number>>()
  const statuses = new Map<number, number>()
  let total = 0
  return {
    add({ operation, status, resultCode }) {
      total++
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const cells = operations.get(operation) ?? new Map<string, number>()
      operations.set(operation, cells)
      const cell = status === 0 ? 'no answer' : `${status}/${resultCode ?? '-'}`
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
    },
    total: () => total,
    statuses: () => statuses,
    table: () => {
      const width = Math.max(...[...operations.keys()].map((name) => name.length), 9)
      const row = ([name, cells]: [string, Map<string, number>]): string => {
        const sum = [...cells.values()].reduce((all, count) => all + count, 0)
        const told = [...cells].toSorted(([one], [other]) => (one < other ? -1 : 1))
        return `${name.padEnd(width)} ${String(sum).padStart(7)}  ${told.map(([cell, count]) => `${cell} ${count}`).join('  ')}`
      }
      return [
        `${'operation'.padEnd(width)} ${'answers'.padStart(7)}  HTTP status/result_code and how often`,
        ...[...operations].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(row),
      ]
    },
  }
}
