// Tests large JSON bodies, which a thread reads: the same values and the same refusals as small ones, organisations in turn.
import { afterAll, describe, expect, test } from 'vitest'
import type { Refusal } from '../../src/codes.ts'
import { parseJson } from '../../src/http/json.ts'
import { openLargeJson } from '../../src/http/large-json.ts'
import { DecodedFile } from '../../src/http/schemas.ts'

const threads = openLargeJson(1)
afterAll(() => threads.close())

const files = [
  { path: ['photo'], limitBytes: 1000 },
  { path: ['attachment', 'content'], limitBytes: 2_000_000 },
]
const read = (text: string, organisation = 'a') => threads.read(organisation, bytesOf(text), files)

/** Bytes that share their memory with nobody, as those of a large body do. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

test('files come decoded, wherever they are; everything else is as it was', async () => {
  const large = Buffer.alloc(1_500_000, 7)
  const sent = {
    name: 'Ảnh',
    list: [1, null, { a: true }],
    photo: 'QUJD',
    attachment: { content: large.toString('base64') },
  }
  const { photo, attachment, ...rest } = (await read(JSON.stringify(sent))) as typeof sent
  expect(photo).toEqual(new DecodedFile({ bytes: Buffer.from('ABC') }))
  const { decoded } = attachment.content as unknown as DecodedFile
  expect('bytes' in decoded && decoded.bytes.equals(large)).toBe(true)
  expect(rest).toEqual({ name: 'Ảnh', list: [1, null, { a: true }] })
})

test('a file that is none tells why; what is no text, or not there, stays', async () => {
  const value = (await read(JSON.stringify({ photo: '###', attachment: 'x' }))) as Record<string, unknown>
  expect(value).toEqual({ photo: new DecodedFile({ fault: 'is not Base64' }), attachment: 'x' })
  const tooLarge = (await read(JSON.stringify({ photo: 'A'.repeat(4000) }))) as Record<string, unknown>
  expect(tooLarge.photo).toEqual(new DecodedFile({ fault: 'is larger than 1000 B', tooLarge: true }))
  for (const other of [
    '{"photo":7}',
    '{}',
    '[]',
    '"photo"',
    '{"attachment":null}',
    '{"attachment":{"content":null}}',
  ])
    expect(await read(other)).toEqual(JSON.parse(other))
})

test('texts and names that no field takes are cut, and no longer fit for anything', async () => {
  const value = (await read(
    JSON.stringify({ note: 'x'.repeat(300_000), ['n'.repeat(300_000)]: 1 }),
  )) as Record<string, unknown>
  expect(Object.entries(value).map(([name, one]) => [name.length, String(one).length])).toEqual([
    [4, 4096],
    [200, 1],
  ])
})

describe('is refused as a small body is', () => {
  test.each([
    '',
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '['.repeat(20),
    '{"a":"\\x"}',
    `[${'1,'.repeat(6000)}1]`,
  ])('%j', async (text) => {
    let expected: Refusal | undefined
    try {
      parseJson(Buffer.from(text))
    } catch (error) {
      expected = error as Refusal
    }
    const { code, message, errors } = (await read(text).catch((error: Refusal) => error)) as Refusal
    expect({ code, message, errors }).toEqual({
      code: expected?.code,
      message: expected?.message,
      errors: expected?.errors,
    })
  })
})

test('organisations take turns, however much one of them sends', async () => {
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const flood = Array.from({ length: 6 }, (_, n) => read(`{"n":${n}}`, 'flood').then(note(`flood ${n}`)))
  const other = read('{}', 'other').then(note('other'))
  await Promise.all([...flood, other])
  // One was being read when the other came.
  expect(order.indexOf('other')).toBe(1)
})

test('what waits when the server closes is refused', async () => {
  const closing = openLargeJson(1)
  const waiting = [closing.read('a', bytesOf('{}'), []), closing.read('a', bytesOf('{}'), [])]
  const ends = Promise.allSettled(waiting)
  await closing.close()
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: { code: { code: 503 } } })
})
