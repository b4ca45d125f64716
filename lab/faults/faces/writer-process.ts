// Controls the process that registers faces from its parent: starts it, queries it, reads its lines, kills it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaceLine } from './ledger.ts'
import type { FaceAnswer, FaceOrder, FaceReply, FaceRequest } from './writer.ts'

const program = fileURLToPath(new URL('writer.ts', import.meta.url))

export interface FaceWriting {
  /** Resolves when it has opened store and gallery; rejects with Killed when it was killed before. */
  readonly ready: Promise<void>
  /** How long the opening took. */
  readonly startupMs: () => number
  readonly logged: readonly string[]
  ask(numbers: readonly number[]): Promise<readonly FaceAnswer[]>
  go(): void
  /** It may be called at any moment and more than once; it resolves when the process is dead and its last line was read. */
  kill(): Promise<void>
}

/** Far longer than any step takes on a busy machine. */
const PATIENCE_MS = 90_000

/** Names the step that never ends: a test that is only late says nothing of its cause. */
export async function within<Value>(
  step: string,
  promise: Promise<Value>,
  about: () => string = () => '',
): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${step}: not within ${PATIENCE_MS} ms. ${about()}`)),
    PATIENCE_MS,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The process is dead because it was killed on purpose; any other end is a fault. */
export class Killed extends Error {}

export function startFaceWriter(
  folder: string,
  order: FaceOrder,
  onLine: (line: FaceLine) => void,
): FaceWriting {
  const startedAt = performance.now()
  const complaints = openSync(join(folder, 'faces.stderr'), 'w')
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', complaints, 'ipc'],
  })
  closeSync(complaints)
  const logged: string[] = []
  const ready = Promise.withResolvers<void>()
  let startupMs = 0
  let isKilled = false
  let asked: PromiseWithResolvers<readonly FaceAnswer[]> | undefined

  child.on('message', (reply: FaceReply) => {
    if (reply === 'ready') {
      startupMs = performance.now() - startedAt
      ready.resolve()
    } else if ('logged' in reply) logged.push(reply.logged)
    else asked?.resolve(reply.answers)
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  lines.on('line', (line) => {
    const heard = lineOf(line)
    if (heard) onLine(heard)
  })
  const heardAll = once(lines, 'close')
  const about = () => {
    const { exitCode, signalCode, pid, connected } = child
    const status = `/proc/${pid}/status`
    const state = existsSync(status) ? /^State:.*/m.exec(readFileSync(status, 'utf8'))?.[0] : 'no process'
    return JSON.stringify({ exitCode, signalCode, pid, connected, state, said: logged.slice(-3) })
  }
  const ended = once(child, 'exit').then(() => {
    const said = readFileSync(join(folder, 'faces.stderr'), 'utf8').slice(-2000)
    const end = isKilled ? new Killed() : new Error(`it ended by itself: ${child.exitCode} ${said}`)
    ready.reject(end)
    asked?.reject(end)
  })
  const isReady = within('the writer opens', ready.promise, about)
  isReady.catch(() => undefined)
  const send = (request: FaceRequest) => void child.send(request, () => undefined)
  send(order)

  return {
    ready: isReady,
    startupMs: () => startupMs,
    logged,
    async ask(numbers) {
      if (isKilled) throw new Killed()
      asked = Promise.withResolvers()
      send({ ask: numbers })
      return within('the writer answers', asked.promise, about)
    },
    go: () => send('go'),
    async kill() {
      if (!isKilled && (child.exitCode !== null || child.signalCode !== null))
        throw new Error(`it ended by itself: ${readFileSync(join(folder, 'faces.stderr'), 'utf8')}`)
      isKilled = true
      child.kill('SIGKILL')
      await within('the killed writer ends', ended, about)
      await within('its last line is read', heardAll, about)
    },
  }
}

/** A last line that the kill cut off counts as never written. */
function lineOf(line: string): FaceLine | undefined {
  try {
    return JSON.parse(line) as FaceLine
  } catch {
    return undefined
  }
}
