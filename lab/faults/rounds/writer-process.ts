// Controls the writer from its parent: starts it, kills it, and reads its lines.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WriterLine } from './ledger.ts'
import type { WriterOrder } from './writer.ts'

const program = fileURLToPath(new URL('writer.ts', import.meta.url))

export interface Writing {
  go(): void
  /** Returns every whole line so far; the kill may have cut off the last one. */
  said(): WriterLine[]
  pause(): void
  resume(): void
  kill(): Promise<void>
}

/** Resolves when the writer has opened the store and waits for `go`. */
export async function startWriter(folder: string, order: WriterOrder): Promise<Writing> {
  const sayings = join(folder, 'writer.said')
  const output = openSync(sayings, 'w')
  const complaints = openSync(join(folder, 'writer.stderr'), 'w')
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', output, complaints, 'ipc'],
  })
  closeSync(output)
  closeSync(complaints)
  const fault = () => new Error(`the writer ended: ${readFileSync(join(folder, 'writer.stderr'), 'utf8')}`)
  const ended = once(child, 'exit')
  child.send(order)
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(fault()))])
  return {
    go: () => void child.send('go'),
    said: () =>
      readFileSync(sayings, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as WriterLine),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) throw fault()
      child.kill('SIGKILL')
      await ended
    },
  }
}
