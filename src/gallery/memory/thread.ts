// The server's side of a scanning thread: gives it a task, waits for the result, and replaces it when it dies.
import { Worker } from 'node:worker_threads'
import type { Arena } from './arena.ts'
import { MAILBOX } from './layout.ts'
import { type Hit, readHits, type ScanTask, writeTask } from './mailbox.ts'

interface ThreadSettings {
  readonly entry: URL
  readonly arena: Arena
  readonly module: WebAssembly.Module
  readonly mailbox: number
}

export interface Thread {
  /** A search starts it too; a server without faces never needs it. */
  start(): void
  /** Runs one task at a time; rejects when the thread dies. */
  run(task: ScanTask): Promise<Hit[][]>
  close(): Promise<void>
}

export function openThread({ entry, arena, module, mailbox }: ThreadSettings): Thread {
  const asked = (mailbox + MAILBOX.asked) / 4
  const answered = (mailbox + MAILBOX.answered) / 4
  let running: PromiseWithResolvers<void> | undefined
  let isClosed = false
  let worker: Worker | undefined

  function start(): Worker {
    const { integers } = arena.viewsOf(0)
    // The new thread must not run the task of the one that died.
    Atomics.store(integers, answered, Atomics.load(integers, asked))
    const started = new Worker(entry, {
      workerData: { memories: arena.memories, module, mailbox },
      // The thread needs neither the server's environment nor its flags.
      env: {},
      execArgv: [],
    })
    let cause: unknown
    started.unref()
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', () => leave(cause))
    return started
  }

  function leave(cause: unknown): void {
    worker = undefined
    // Without a task there is no search to reject; the next search starts another thread.
    running?.reject(
      isClosed
        ? new Error('the scanner is closed')
        : new Error('a thread of the gallery died over a search', { cause }),
    )
    // The promise that waits for the answer must be woken.
    Atomics.notify(arena.viewsOf(0).integers, answered)
  }

  /** Threads wait on the shared memory: a round trip takes 56 microseconds, with messages it took 118. */
  function ring(): Promise<unknown> {
    const { integers } = arena.viewsOf(0)
    const before = Atomics.load(integers, answered)
    const answer = Atomics.waitAsync(integers, answered, before)
    Atomics.add(integers, asked, 1)
    Atomics.notify(integers, asked)
    return Promise.resolve(answer.value)
  }

  async function run(task: ScanTask): Promise<Hit[][]> {
    if (isClosed) throw new Error('the scanner is closed')
    const current = Promise.withResolvers<void>()
    running = current
    worker ??= start()
    // A running search keeps the process alive, an idle thread does not.
    worker.ref()
    // The thread waits in the first memory, and finds its task in that of the faces.
    arena.viewsOf(0).integers[(mailbox + MAILBOX.memory) / 4] = task.memory
    writeTask(arena.viewsOf(task.memory), mailbox, task)
    try {
      await Promise.race([current.promise, ring()])
      return readHits(arena.viewsOf(task.memory), mailbox, task)
    } finally {
      running = undefined
      worker?.unref()
    }
  }

  return {
    start() {
      if (!isClosed) worker ??= start()
    },
    run,
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
