// Tests Base64 as clients really send it: every accepted form gives back the same bytes, and nothing else passes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64, sizeText } from '../../src/http/base64.ts'

const decode = (text: string, limitBytes = 1_000_000) => decodeBase64(text, limitBytes)
const isAccepted = (text: string) => 'bytes' in decode(text)
const content = fc.uint8Array({ minLength: 1, maxLength: 300 })

const forms: Record<string, (standard: string) => string> = {
  standard: (text) => text,
  'without padding': (text) => text.replaceAll('=', ''),
  'URL-safe': (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
  'URL-safe without padding': (text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'lines of 76': (text) => text.replaceAll(/.{76}/g, '$&\r\n'),
  'lines of 64': (text) => text.replaceAll(/.{64}/g, '$&\n'),
  'a line break at the end': (text) => `${text}\n`,
  'spaces around': (text) => `  ${text}\t`,
  'data: prefix': (text) => `data:image/jpeg;base64,${text}`,
  'data: prefix and lines': (text) => `data:image/svg+xml;base64,\n${text.replaceAll(/.{76}/g, '$&\n')}`,
  'data: prefix with parameters': (text) => `data:image/png;charset=utf-8;name=a.png;base64,${text}`,
  'data: prefix without a type': (text) => `data:;base64,${text}`,
}

describe('gives back the bytes', () => {
  test.each(Object.entries(forms))('%s', (_name, write) => {
    fc.assert(
      fc.property(content, (bytes) => {
        const decoded = decode(write(Buffer.from(bytes).toString('base64')))
        expect('bytes' in decoded && decoded.bytes.equals(bytes)).toBe(true)
      }),
    )
  })
})

describe('refuses', () => {
  const allowed = /[A-Za-z0-9+/_\-\r\n\t ]/
  const everyUnit = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => String.fromCharCode(from + n)).filter((c) => !allowed.test(c))

  test('every foreign character up to 255, wherever it stands', () => {
    const passed = everyUnit(0, 256).filter((c) =>
      [`QUJ${c}QUJD`, `${c}QUJDQUJ`, `QUJDQUJ${c}`, `QUJD${c}QUJD`, `QUJDQU${c}${c}`].some(
        (text) => c !== '=' && isAccepted(text),
      ),
    )
    expect(passed).toEqual([])
  })

  test('every foreign character above 255', () => {
    expect(everyUnit(256, 65_536).filter((c) => isAccepted(`QUJ${c}QUJD`))).toHaveLength(0)
  })

  test.each(['QQ=', 'QQ===', '=', '==', 'Q', 'Q===', 'QUJD=', 'QUJD==', 'QU=D', 'QQ==QQ==', 'QUJDQ', '\0'])(
    'wrong length or padding: %j',
    (text) => {
      expect(isAccepted(text)).toBe(false)
    },
  )

  test.each([
    'data:',
    'data:,QQ==',
    'data:image/png,QQ==',
    'data:image/png;base64QQ==',
    `data:${'x'.repeat(300)};base64,QQ==`,
  ])('a prefix that is none: %.40s', (text) => {
    expect(decode(text)).toMatchObject({ fault: expect.stringContaining('data:TYPE;base64,') })
  })

  test.each(['', '\n', 'data:image/png;base64,'])('nothing at all: %j', (text) => {
    expect(decode(text)).toEqual({ fault: 'is empty' })
  })
})

describe('sizes', () => {
  const limit = 1024 * 1024
  const sized = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')

  test('at the limit it passes in every form, one byte above in none', () => {
    for (const [name, write] of Object.entries(forms)) {
      expect('bytes' in decode(write(sized(limit)), limit), name).toBe(true)
      expect(decode(write(sized(limit + 1)), limit), name).toEqual({
        fault: 'is larger than 1 MiB',
        tooLarge: true,
      })
    }
  })

  test('far above the limit it is refused by its length, before anything is decoded', () => {
    expect(decode('!'.repeat(4 * limit), limit)).toMatchObject({ tooLarge: true })
    expect(decode('\n'.repeat(4 * limit), limit)).toMatchObject({ tooLarge: true })
  })

  test('a text of alternating letters and line breaks takes no longer than it must', () => {
    const decoded = decode('A\n'.repeat(1_000_000), 100_000_000)
    expect('bytes' in decoded && decoded.bytes.length).toBe(750_000)
    expect(decode(' '.repeat(2_000_000), 100_000_000)).toEqual({ fault: 'is empty' })
  })

  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [24 * 1024 ** 2, '24 MiB'],
    [2 * 1024 ** 4, '2 TiB'],
    [2048 * 1024 ** 4, '2048 TiB'],
  ])('%d bytes are written %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})
