// Runs a scanning thread that dies on every task for 13 hits.
import { workerData } from 'node:worker_threads'
import { MAILBOX, viewsOf } from '../../src/gallery/memory/layout.ts'

const { memories, mailbox } = workerData as { memories: [WebAssembly.Memory]; mailbox: number }
const { wait } = Atomics

Atomics.wait = ((views: Int32Array, index: number, value: number) => {
  const woken = wait(views, index, value)
  if (viewsOf(memories[0]).integers[(mailbox + MAILBOX.limit) / 4] === 13) throw new Error('over 13 hits')
  return woken
}) as typeof Atomics.wait

await import('../../src/gallery/memory/scan-thread.ts')
