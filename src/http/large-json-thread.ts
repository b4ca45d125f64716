// The entry point of the thread that reads large JSON bodies: parses one, decodes its files, and hands both back.
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../codes.ts'
import { type Decoded, decodeBase64 } from './base64.ts'
import { parseJson } from './json.ts'
import type { LargeJsonAnswer, LargeJsonOrder } from './large-json.ts'

/** Only a file may be nearly as long, and no field has such a name: what is cut off does not matter where the text is refused. */
const longestText = 4096
const longestName = 200

parentPort?.on('message', (order: LargeJsonOrder) => {
  const { answer, moved } = answerTo(order)
  parentPort?.postMessage(answer, moved)
})

function answerTo({ body, files }: LargeJsonOrder): { answer: LargeJsonAnswer; moved: ArrayBuffer[] } {
  try {
    const value = parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    const decoded = files.map(({ path, limitBytes }) => takeFile(value, path, limitBytes))
    const moved = decoded.flatMap((one) => (one && 'bytes' in one ? [one.bytes.buffer as ArrayBuffer] : []))
    return { answer: { value: shortened(value), files: decoded }, moved: [...new Set(moved)] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { answer: { errors: error.errors ?? [] }, moved: [] }
  }
}

/** Decodes a file and takes its text out of the value; undefined where there is none. */
function takeFile(value: unknown, path: readonly string[], limitBytes: number): Decoded | undefined {
  const holder = path.slice(0, -1).reduce(fieldOf, value)
  const name = path.at(-1)
  const text = name === undefined ? undefined : fieldOf(holder, name)
  if (typeof text !== 'string' || name === undefined) return undefined
  const fields = holder as Record<string, unknown>
  fields[name] = ''
  const decoded = decodeBase64(text, limitBytes)
  // What is small lies in memory that buffers share, which cannot be moved.
  if ('bytes' in decoded && decoded.bytes.byteLength < decoded.bytes.buffer.byteLength)
    return { bytes: Buffer.from(new Uint8Array(decoded.bytes).buffer) }
  return decoded
}

function fieldOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isObject ? (value as Record<string, unknown>)[name] : undefined
}

/** Shortens texts of fields that no schema names, so that they need not cross to the main thread; the parser's limits bound how many values there are. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? value.slice(0, longestText) : value
  if (typeof value !== 'object' || value === null) return value
  const held = value as Record<string, unknown>
  for (const name in held) {
    const inner = shortened(held[name])
    if (name.length > longestName) delete held[name]
    held[name.slice(0, longestName)] = inner
  }
  return held
}
