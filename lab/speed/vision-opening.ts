// Measures how long a fresh process takes to open every network, with an empty cache and with a full one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../kit/statistics/summary.ts'

interface Opening {
  readonly prepareMs: number
  readonly openMs: number
}

async function openInChild(folder: string): Promise<Opening> {
  const child = fork(new URL('./vision-opening-child.ts', import.meta.url), [folder])
  const [opening] = (await once(child, 'message')) as [Opening]
  await once(child, 'exit')
  return opening
}

/**
 * The results are seconds, medians over the rounds. Cold: every source is checked, converted, kept and opened. Warm: each worker
 * checks and opens what is kept, while the server checks the sources.
 */
export async function benchOpening(rounds: number): Promise<{ cold: number; warm: number }> {
  const all: Record<'cold' | 'warm', Opening[]> = { cold: [], warm: [] }
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'selfsame-bench-'))
    try {
      all.cold.push(await openInChild(folder))
      all.warm.push(await openInChild(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const middle = (which: 'cold' | 'warm', of: (opening: Opening) => number) =>
    median(all[which].map(of)) / 1000
  for (const which of ['cold', 'warm'] as const)
    console.log(
      `  ${which}  sources checked${which === 'cold' ? ' and converted' : ''} in ${middle(which, ({ prepareMs }) => prepareMs).toFixed(2)} s, opened in ${middle(which, ({ openMs }) => openMs).toFixed(2)} s`,
    )
  return {
    cold: middle('cold', ({ prepareMs, openMs }) => prepareMs + openMs),
    warm: middle('warm', ({ openMs }) => openMs),
  }
}
