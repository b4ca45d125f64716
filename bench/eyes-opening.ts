// How long a fresh process takes to open every network: with an empty cache, and with a full one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './target.ts'

interface Opening {
  readonly prepareMs: number
  readonly openMs: number
}

async function openInChild(folder: string): Promise<Opening> {
  const child = fork(new URL('./eyes-opening-child.ts', import.meta.url), [folder])
  const [opening] = (await once(child, 'message')) as [Opening]
  await once(child, 'exit')
  return opening
}

/** Seconds, medians over the rounds: both check every file against the manifest first, as a server does. */
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
  const seconds = (which: 'cold' | 'warm') => {
    const prepare = median(all[which].map(({ prepareMs }) => prepareMs))
    const open = median(all[which].map(({ openMs }) => openMs))
    console.log(`  ${which}  prepare ${prepare.toFixed(0)} ms, open ${open.toFixed(0)} ms`)
    return median(all[which].map(({ prepareMs, openMs }) => prepareMs + openMs)) / 1000
  }
  return { cold: seconds('cold'), warm: seconds('warm') }
}
