// Reads a JSON body from its bytes, refusing what no honest client sends: double keys, deep nesting, thousands of values.
import { isUtf8 } from 'node:buffer'
import { codes, Refusal } from '../codes.ts'

const maxDepth = 16
const maxTokens = 10_000
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const byteOrderMark = Buffer.from('\uFEFF')

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('is empty; send a JSON object')
  if (!isUtf8(bytes)) throw malformed('is not UTF-8 text')
  const body = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
  scan(body)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    // The engine's own message quotes the body, which may be a person's data: only the position is passed on.
    const { message } = error as Error
    const position = / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
    throw malformed(
      position
        ? `is not JSON: unexpected character at position ${position}`
        : message.startsWith('Unexpected end')
          ? 'is not JSON: it ends too early'
          : 'is not JSON: unexpected character',
    )
  }
}

/**
 * Walks over the structure without building it. Strings, which make up nearly all of a body with an image,
 * are skipped by a native search, so this costs next to nothing beside parsing.
 */
function scan(bytes: Buffer): void {
  const open: (Set<string> | undefined)[] = []
  let keyComesNext = false
  let tokens = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) {
      const end = endOfString(bytes, at + 1)
      if (keyComesNext) addKey(open.at(-1), bytes, at, end)
      keyComesNext = false
      at = end
    } else if (byte === openBrace || byte === openBracket) {
      if (open.length >= maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`)
      open.push(byte === openBrace ? new Set() : undefined)
      keyComesNext = byte === openBrace
    } else if (byte === closeBrace || byte === closeBracket) {
      open.pop()
      keyComesNext = false
    } else if (byte === comma) {
      keyComesNext = open.at(-1) !== undefined
    } else if (byte === colon) {
      keyComesNext = false
    } else continue
    if (++tokens > maxTokens) throw malformed(`holds more than ${maxTokens / 2} values`)
  }
}

function endOfString(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(quote, start)
  if (end < 0) throw malformed('is not JSON: a text has no end')
  if (bytes[end - 1] !== backslash) return end
  // Escapes are rare outside of attacks; from the first one on, byte by byte, so that they cannot make it slow.
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++
    else if (bytes[at] === quote) return at
  }
  throw malformed('is not JSON: a text has no end')
}

function addKey(keys: Set<string> | undefined, bytes: Buffer, start: number, end: number): void {
  const raw = bytes.toString('utf8', start, end + 1)
  const key = raw.includes('\\') ? unescaped(raw) : raw.slice(1, -1)
  if (key === '__proto__') throw malformed('holds a field that is not allowed', '__proto__')
  if (keys?.has(key)) throw malformed('is given twice', key.slice(0, 100))
  keys?.add(key)
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(raw) as string
  } catch {
    throw malformed('is not JSON: a field name has a wrong escape')
  }
}

function malformed(message: string, path = 'body'): Refusal {
  return new Refusal(codes.badRequest, { errors: [{ path, message }] })
}
