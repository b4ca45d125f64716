// Measures how fast the threads of this machine can read memory: the lower bound of every scan of the same bytes.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import openWabt from 'wabt'
import { median } from '../kit/statistics/summary.ts'

const PAGE_BYTES = 65536
const STEP_BYTES = 256
const ROUNDS = 15
const lanes = Array.from({ length: STEP_BYTES / 16 }, (_, lane) => lane)

/** The loads are as wide as the scan's, with just enough work to keep them from being optimised away. */
const READING = `(module
  (import "gallery" "memory" (memory 1 65536 shared))
  (func (export "read") (param $at i32) (param $end i32) (result i32)
    ${lanes.map((lane) => `(local $lane${lane} v128)`).join(' ')}
    (loop $next
      ${lanes
        .map(
          (lane) =>
            `(local.set $lane${lane}
              (v128.or (local.get $lane${lane}) (v128.load offset=${lane * 16} (local.get $at))))`,
        )
        .join('\n')}
      (local.set $at (i32.add (local.get $at) (i32.const ${STEP_BYTES})))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32x4.extract_lane 0
      ${lanes.reduce((all, lane) => `(v128.or ${all} (local.get $lane${lane}))`, '(local.get $lane0)')})))`

/** Returns the milliseconds to read so many bytes once, each thread its share. */
export async function readingMs(bytes: number, threads: number): Promise<number> {
  const wabt = await openWabt()
  const features = { simd: true, threads: true }
  const module = await WebAssembly.compile(wabt.parseWat('read.wat', READING, features).toBinary({}).buffer)
  const pages = Math.ceil(bytes / PAGE_BYTES)
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  // Pages that were never written would all be the same one.
  new Uint8Array(memory.buffer).fill(1)
  const share = Math.floor(bytes / threads / STEP_BYTES) * STEP_BYTES
  const workers = Array.from(
    { length: threads },
    (_, i) =>
      new Worker(new URL('./search-bandwidth-thread.ts', import.meta.url), {
        workerData: { module, memory, from: i * share, to: (i + 1) * share },
      }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    const answers = workers.map((worker) => once(worker, 'message'))
    for (const worker of workers) worker.postMessage('read')
    await Promise.all(answers)
    times.push(performance.now() - startedAt)
  }
  await Promise.all(workers.map((worker) => worker.terminate()))
  return median(times)
}
