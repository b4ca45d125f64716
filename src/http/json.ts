// Reads a JSON body from its bytes, refusing what no honest client sends: double keys, deep nesting, thousands of values.
import { isUtf8 } from 'node:buffer'
import { codes, type Refusal, refuse } from '../codes.ts'

const maxDepth = 16
const maxTokens = 10_000
/** Of spaces, digits and whatever else stands outside of texts; these are looked at one by one. */
const maxLettersOutside = 1024 * 1024
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const byteOrderMark = 0xfeff

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('is empty; send a JSON object')
  if (!isUtf8(bytes)) throw malformed('is not UTF-8 text')
  const read = bytes.toString('utf8')
  const text = read.charCodeAt(0) === byteOrderMark ? read.slice(1) : read
  scan(text)
  try {
    return JSON.parse(text)
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
 * Scans the structure without building it. Strings, which make up nearly all of a body with an image,
 * are skipped by a native search, so this costs next to nothing beside parsing.
 */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = []
  let keyComesNext = false
  let tokens = 0
  let outside = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (++outside > maxLettersOutside)
      throw malformed('holds more than a million characters outside of texts')
    if (letter === quote) {
      const end = endOfString(text, at + 1)
      if (keyComesNext) addKey(open[open.length - 1], text.slice(at, end + 1))
      keyComesNext = false
      at = end
    } else if (letter === openBrace || letter === openBracket) {
      if (open.length >= maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`)
      open.push(letter === openBrace ? new Set() : undefined)
      keyComesNext = letter === openBrace
    } else if (letter === closeBrace || letter === closeBracket) {
      open.pop()
      keyComesNext = false
    } else if (letter === comma) {
      keyComesNext = open[open.length - 1] !== undefined
    } else if (letter === colon) {
      keyComesNext = false
    } else continue
    if (++tokens > maxTokens) throw malformed(`holds more than ${maxTokens / 2} values`)
  }
}

function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start)
  if (end < 0) throw malformed('is not JSON: a text has no end')
  if (text.charCodeAt(end - 1) !== backslash) return end
  // Escapes are rare outside of attacks; from the first one on, letter by letter, so that they cannot make it slow.
  for (let at = start; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === backslash) at++
    else if (letter === quote) return at
  }
  throw malformed('is not JSON: a text has no end')
}

function addKey(keys: Set<string> | undefined, raw: string): void {
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
  return refuse(codes.badRequest, path, message)
}
