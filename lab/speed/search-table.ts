// The table of the search bench: a head per size, a row per peer.
import type { Measured } from './search-child.ts'

const NAME_WIDTH = 24
const WIDTH = 10
const HEADS = ['recall@1', 'median ms', 'p95 ms', '4 at once/s', 'build s', 'MB', 'insert ms', 'delete ms']

export function printHead(size: number): void {
  console.log(`${size} vectors:`)
  print('', HEADS)
}

export function printRow(name: string, exact: boolean, measured: Measured): void {
  print(`${name}${exact ? '' : ' (approximate)'}`, [
    measured.recall.toFixed(3),
    measured.medianMs.toFixed(3),
    measured.p95Ms.toFixed(3),
    measured.perSecond.toFixed(0),
    measured.buildSeconds.toFixed(1),
    measured.megabytes.toFixed(0),
    measured.insertMs?.toFixed(4) ?? '-',
    measured.removeMs?.toFixed(4) ?? '-',
  ])
  if (measured.remark !== undefined) console.log(`    ${measured.remark}`)
}

function print(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(NAME_WIDTH + 4)}${cells.map((cell) => cell.padStart(WIDTH + 2)).join('')}`)
}
