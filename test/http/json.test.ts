// Tests reading JSON bodies: like JSON.parse for valid bodies, a refusal that names the fault for others.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/codes.ts'
import { parseJson } from '../../src/http/json.ts'

const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text as string))

function refusalOf(bytes: string | Uint8Array): { path: string; message: string } | undefined {
  try {
    parse(bytes)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code.code).toBe(400)
    expect(error.errors).toHaveLength(1)
    return error.errors?.[0]
  }
}

const honest = fc.jsonValue({ maxDepth: 5, noUnicodeString: false }).filter((value) => {
  const text = JSON.stringify(value)
  return !text.includes('__proto__') && text.length < 50_000
})

describe('agrees with JSON.parse', () => {
  test('on whatever JSON.stringify writes, with or without spaces', () => {
    fc.assert(
      fc.property(honest, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(Buffer.from(text).toString() === text)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('on texts full of escapes, quotes and brackets', () => {
    const piece = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', '\u00e9', '\u0000', '😀', '/')
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (key, value) => {
        const text = JSON.stringify({ [key.join('')]: value.join(''), list: [value.join('')] })
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('on what is JSON at all: anything else is a refusal, never another error', () => {
    const piece = fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '1',
      'e',
      '-',
      'null',
      ' ',
      '"a"',
      '\\u00',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          return void expect(refusalOf(text)).toBeDefined()
        }
        const refused = refusalOf(text)
        if (refused) expect(refused.message).toMatch(/twice|not allowed/)
        else expect(parse(text)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('arbitrary bytes are a value or a refusal, never another error', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void refusalOf(bytes)))
  })
})

describe('refuses by name', () => {
  test('a key given twice at any depth, however it is escaped', () => {
    const escaped = (key: string) =>
      [...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const key = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(key, fc.boolean(), fc.nat(8), (name, isEscaped, depth) => {
        const object = `{"${name}":[1,{"x":2}],"other":"}","${isEscaped ? escaped(name) : name}":2}`
        const text = '[{"a":'.repeat(depth / 2) + object + '}]'.repeat(depth / 2)
        const expected = name === 'other' ? 'other' : name
        expect(refusalOf(text)).toEqual({ path: expected, message: 'is given twice' })
      }),
    )
  })

  test('the same key in two objects, and as a value, is no double', () => {
    const text = '{"a":{"a":["a","a",{"a":"a"}]},"b":{"a":1}}'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['{"__proto__":1}', '__proto__', 'holds a field that is not allowed'],
    ['{"a":{"\\u005f_proto__":1}}', '__proto__', 'holds a field that is not allowed'],
    ['', 'body', 'is empty; send a JSON object'],
    ['\ufeff', 'body', expect.stringContaining('is not JSON')],
    ['{"a', 'body', 'is not JSON: a text has no end'],
    ['{"a\\', 'body', 'is not JSON: a text has no end'],
    ['{"a\\"', 'body', 'is not JSON: a text has no end'],
    ['{"a":1}}', 'body', 'is not JSON: unexpected character at position 7'],
    [`${'['.repeat(17)}${']'.repeat(17)}`, 'body', 'is nested deeper than 16 levels'],
    [`[${'0,'.repeat(10_000)}0]`, 'body', 'holds more than 5000 values'],
  ])('%.40s', (text, path, message) => {
    expect(refusalOf(text)).toEqual({ path, message })
  })

  test('16 levels and some thousand values are fine', () => {
    expect(refusalOf(`${'['.repeat(16)}${']'.repeat(16)}`)).toBeUndefined()
    expect(refusalOf(`[${'0,'.repeat(4_000)}0]`)).toBeUndefined()
  })

  test.each(['{"id":name}', '[tru]', 'name'])(
    'a wrong character in the middle is not called an early end: %s',
    (text) => {
      expect(refusalOf(text)?.message).not.toContain('ends too early')
    },
  )
})

test.each([
  ['a text of backslashes', `"${'\\\\'.repeat(4_000_000)}"`],
  ['a text of escaped quotes', `"${'\\"'.repeat(4_000_000)}"`],
  ['a text of escaped quotes without end', `"${'\\"'.repeat(4_000_000)}`],
  ['thousands of texts that end in an escaped quote', `[${`"${'a'.repeat(2000)}\\"",`.repeat(4_000)}1]`],
  [
    'thousands of long keys',
    `{${Array.from({ length: 3_000 }, (_, n) => `"${'k'.repeat(2_000)}${n}":1`).join()}}`,
  ],
  ['a number of eight million digits', '9'.repeat(8_000_000)],
  ['eight million spaces', ' '.repeat(8_000_000)],
])('8 MB take no longer than they must: %s', (_name, text) => {
  const bytes = Buffer.from(text)
  try {
    parseJson(bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
  }
  // Anything quadratic would take minutes.
})
