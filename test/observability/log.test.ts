// Tests what the log keeps of texts that may quote personal data.
import { Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorForLog, openLog, withoutPersonalData } from '../../src/observability/log.ts'

describe('withoutPersonalData', () => {
  test.each([
    ['a number of 9 or 12 digits', 'no row 079203004567 or 123456789', 'no row … or …'],
    ['what is quoted', 'name "Nguyen Van An" is taken', 'name "…" is taken'],
    ['what is not ASCII', 'value Nguyễn Văn An', 'value Nguy…n V…n An'],
    ['a run of Base64', `bad image ${'QUJD'.repeat(50)}==`, 'bad image …'],
    ['a run of URL-safe Base64', `bad image ${'QU_-'.repeat(50)}`, 'bad image …'],
    ['escapes that colour a terminal', 'a\u001b[31mb', 'a…[31mb'],
  ])('takes out %s', (_name, text, expected) => {
    expect(withoutPersonalData(text)).toBe(expected)
  })

  test('keeps what helps: codes, short numbers, paths', () => {
    for (const text of [
      'SQLite: UNIQUE constraint failed: organisations.name',
      'no answer within 3 s',
      'EPIPE (32)',
    ])
      expect(withoutPersonalData(text)).toBe(text)
  })

  test('never leaves six digits in a row, a letter beyond ASCII, or more than 500 characters', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{1,14}$/),
      fc.string({ unit: 'grapheme' }),
      fc.base64String(),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const left = withoutPersonalData(pieces.join(' '))
        expect(left).not.toMatch(/\d{6}/)
        expect(left).not.toMatch(/[^\x20-\x7e\n…]/)
        expect(left.length).toBeLessThanOrEqual(500)
      }),
    )
  })

  test('takes no time over a text of megabytes', () => {
    for (const unit of ['"', '1', 'A=', 'é', '"a']) withoutPersonalData(unit.repeat(4_000_000))
  })
})

describe('errors', () => {
  test('say their type, code, cleaned message, frames and cause', () => {
    const error = Object.assign(new TypeError('bad "Nguyen"', { cause: new Error('079203004567') }), {
      code: 'E1',
    })
    expect(errorForLog(error)).toEqual({
      type: 'TypeError',
      message: 'bad "…"',
      code: 'E1',
      stack: expect.stringMatching(/^\s+at .*log\.test\.ts/),
      cause: { type: 'Error', message: '…', stack: expect.any(String) },
    })
  })

  test('what is thrown and is no error tells only its kind', () => {
    for (const thrown of ['079203004567', 5, null, undefined, { name: 'Nguyen' }])
      expect(errorForLog(thrown)).toEqual({ type: typeof thrown })
  })

  test('an error that is its own cause is written once', () => {
    const error = new Error('round')
    error.cause = error
    expect(errorForLog(error)).toMatchObject({ type: 'Error' })
  })

  test('a message of several lines does not pass as a stack', () => {
    expect(JSON.stringify(errorForLog(new Error('bad\n    at home: 079203004567')))).not.toContain(
      '079203004567',
    )
  })
})

test('a line is one JSON object whatever is in it', () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = openLog({ level: 'info', format: 'json' }, sink)
  log.info({ request_id: 'a\nb' }, 'text\n{"level":"fatal"}')
  log.debug('not written')
  log.error({ err: new Error('x') }, 'fault')
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'error'])
  expect(lines.join('').split('\n')).toHaveLength(3)
})
