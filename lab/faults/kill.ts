// Kills a server while it starts, and finds processes that outlive the server that started them.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '../../specimens/kit/engines/processes.ts'
import { type SpawnOptions, spawnServer } from '../kit/server.ts'

export async function killStart(options: SpawnOptions, afterMs: number): Promise<void> {
  const child = spawnServer(options)
  let complaint = ''
  child.stdout?.resume()
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2000)
  })
  const exited = once(child, 'exit')
  await sleep(afterMs)
  child.kill('SIGKILL')
  const [code] = await exited
  if (code !== null) throw new Error(`a start ended by itself with ${code}: ${complaint}`)
}

/** Returns processes of killed servers that are alive after `patienceMs`; a worker checks for its parent every 250 ms. */
export async function survivors(
  folder: string,
  living: readonly number[],
  patienceMs = 3000,
): Promise<number[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = processesIn(folder)
    const known = new Set(living)
    for (let size = -1; size !== known.size; ) {
      size = known.size
      for (const { pid, parent } of found) if (known.has(parent)) known.add(pid)
    }
    const left = found.filter(({ pid }) => !known.has(pid)).map(({ pid }) => pid)
    if (left.length === 0 || performance.now() > deadline) return left
    await sleep(20)
  }
}
