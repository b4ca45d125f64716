// Publishes the result of a run: with --record its command, its table and its targets go to docs/evidence/results, which docs/evidence/reliability.md shows.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RecordedResult } from '../../docs/render.ts'
import { sandboxSentence } from './sandbox.ts'
import { type Target, targetLine } from './targets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Keeps the lines that the program prints from here on; `write` publishes those of its Markdown tables. */
export function openRecord(name: string): {
  write(figures: string, targets: readonly Target[]): void
} {
  const lines: string[] = []
  const print = console.log
  console.log = (...printed: unknown[]): void => {
    lines.push(String(printed[0] ?? ''))
    print(...printed)
  }
  return {
    write(figures, targets) {
      console.log = print
      const result: RecordedResult = {
        command: commandLine(),
        commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
        machine: `${availableParallelism()} ${process.arch} cores`,
        figures: [figures, sandboxSentence()].filter((sentence) => sentence !== '').join(' '),
        table: lines.filter((line) => line.startsWith('|')),
        targets: targets.map(targetLine),
      }
      mkdirSync(`${root}docs/evidence/results`, { recursive: true })
      writeFileSync(`${root}docs/evidence/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
      console.log(
        `recorded in docs/evidence/results/${name}.json; npm run docs puts it into docs/evidence/reliability.md`,
      )
    },
  }
}

function commandLine(): string {
  const words = process.argv.slice(2).filter((word) => word !== '--record')
  const script = process.env.npm_lifecycle_event ?? 'fuzz'
  return `npm run ${script}${words.length > 0 ? ` -- ${words.join(' ')}` : ''}`
}
