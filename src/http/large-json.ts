// Reads large JSON bodies in threads, organisations in turn: parsing and decoding them would hold up everybody else's requests.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { codes, type FieldError, Refusal } from '../codes.ts'
import { FairQueue } from '../system/fair-queue.ts'
import type { Decoded } from './base64.ts'
import { DecodedFile, type FileInJson } from './schemas.ts'

/** Bodies up to this size take less time than a thread's turn. */
export const smallJsonBytes = 128 * 1024

export interface LargeJsonOrder {
  readonly body: Uint8Array
  readonly files: readonly FileInJson[]
}

export type LargeJsonAnswer =
  | { readonly value: unknown; readonly files: readonly (Decoded | undefined)[] }
  | { readonly errors: readonly FieldError[] }

export interface LargeJson {
  /** The value, with a `DecodedFile` in place of the text of each file. The buffer is empty afterwards. */
  read(organisation: string, body: Buffer, files: readonly FileInJson[]): Promise<unknown>
  close(): Promise<void>
}

interface Reading extends LargeJsonOrder {
  readonly caller: string
  readonly queuedAtMs: number
  readonly done: PromiseWithResolvers<unknown>
}

export function openLargeJson(threads = Math.max(1, Math.floor(availableParallelism() / 2))): LargeJson {
  const waiting = new FairQueue<Reading>(Number.POSITIVE_INFINITY)
  const idle: Worker[] = []
  const all = new Map<Worker, Reading | undefined>()
  let isClosed = false

  function serve(): void {
    while (waiting.size > 0) {
      const worker = idle.pop() ?? (all.size < threads && !isClosed ? start() : undefined)
      const reading = worker && waiting.take()
      if (!reading) return
      all.set(worker, reading)
      const { body, files } = reading
      // A body is larger than what buffers share their memory for, so this is its own and can be moved.
      worker.postMessage({ body, files } satisfies LargeJsonOrder, [body.buffer as ArrayBuffer])
    }
  }

  function start(): Worker {
    const worker = new Worker(new URL('./large-json-thread.ts', import.meta.url), { env: {} })
    worker.unref()
    worker.on('message', (answer: LargeJsonAnswer) => {
      const reading = all.get(worker)
      all.set(worker, undefined)
      idle.push(worker)
      if (reading) {
        waiting.end(reading)
        conclude(reading, answer)
      }
      serve()
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      const reading = all.get(worker)
      if (reading) {
        waiting.end(reading)
        reading.done.reject(gone())
      }
      all.delete(worker)
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
      serve()
    })
    all.set(worker, undefined)
    return worker
  }

  return {
    read(organisation, body, files) {
      const done = Promise.withResolvers<unknown>()
      waiting.offer({ caller: organisation, queuedAtMs: 0, body, files, done })
      serve()
      return done.promise
    },
    async close() {
      isClosed = true
      for (let one = waiting.take(); one; one = waiting.take()) one.done.reject(gone())
      await Promise.all([...all.keys()].map((worker) => worker.terminate()))
    },
  }
}

const gone = (): Refusal => new Refusal(codes.unavailable, { retryAfterSeconds: 1 })

function conclude({ files, done }: Reading, answer: LargeJsonAnswer): void {
  if ('errors' in answer) {
    done.reject(new Refusal(codes.badRequest, { errors: answer.errors }))
    return
  }
  const { value } = answer
  for (const [i, decoded] of answer.files.entries()) {
    const path = [...(files[i]?.path ?? [])]
    const name = path.pop()
    if (!decoded || name === undefined) continue
    const holder = path.reduce((held, step) => held[step] as Fields, value as Fields)
    holder[name] = new DecodedFile('bytes' in decoded ? { bytes: bufferOf(decoded.bytes) } : decoded)
  }
  done.resolve(value)
}

type Fields = Record<string, unknown>

/** A buffer crosses between threads as the plain array that it is. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
