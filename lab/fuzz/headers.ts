// Makes headers as a client sends them, and invalid ones.

import type { RandomChoices } from '../kit/random-choices.ts'

/** The headers are a list, because a name may come twice. */
export type Headers = readonly (readonly [name: string, value: string])[]

interface WrittenHeaders {
  readonly headers: Headers
  /** The HTTP layer may refuse it before an operation is found. */
  readonly isBroken?: true
}

const set = (headers: Headers, name: string, value: string): Headers => [
  ...headers.filter(([known]) => known !== name),
  [name, value],
]
const without = (headers: Headers, name: string): Headers => headers.filter(([known]) => known !== name)
const add = (headers: Headers, ...more: Headers): Headers => [...headers, ...more]

type Odd = (headers: Headers, random: RandomChoices) => WrittenHeaders

const oddTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;;',
  '/',
  '',
  'application/jsonx',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'a'.repeat(4000),
]
const oddLogins = [
  'Basic',
  'Basic ',
  'Basic ====',
  'Basic Og==',
  'Basic YQ==',
  'Bearer abc',
  'basic Zmlyc3Q6eA==',
  '\xff\xfe',
  'Bearer',
  'Bearer ssk_live_',
  `Bearer ssk_live_aaaaaaaaaaaa_${'a'.repeat(49)}`,
  `Bearer ${'a'.repeat(9000)}`,
  'Basic Zmlyc3Q6d3Jvbmc=',
  'Digest username="a"',
  `Basic ${'QUJD'.repeat(2000)}`,
  'Basic AGE6Yg==',
]
const harmless: Headers = [
  ['accept', 'text/html;q=0.9, */*;q=0'],
  ['accept-encoding', 'br;q=1, gzip, *;q=0'],
  ['range', 'bytes=0-1,5-'],
  ['if-none-match', '"a", W/"b", *'],
  ['x-forwarded-for', '1.2.3.4, ::1, unknown'],
  ['forwarded', 'for="_x";proto=gopher'],
  ['x-http-method-override', 'DELETE'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['cookie', 'a=b; __proto__=c'],
  ['origin', 'null'],
  ['te', 'trailers, deflate;q=0.5'],
  ['accept-version', '2.0'],
]
const requestIds = ['a', '12345678', 'fuzz-0001', 'x'.repeat(65), 'a b', '../../../x', 'é', '']

const oddLetters: readonly Odd[] = [
  (headers) => ({ headers: without(headers, 'authorization') }),
  (headers, random) => ({ headers: set(headers, 'authorization', random.pick(oddLogins)) }),
  (headers, random) => ({ headers: set(headers, 'content-type', random.pick(oddTypes)) }),
  (headers, random) => ({ headers: set(headers, 'content-type', random.pick(oddTypes)) }),
  (headers) => ({ headers: without(headers, 'content-type') }),
  (headers, random) => ({
    headers: add(headers, ['content-encoding', random.pick(['gzip', 'identity', 'br', ''])]),
  }),
  (headers, random) => ({ headers: add(headers, random.pick(harmless), random.pick(harmless)) }),
  (headers, random) => ({ headers: add(headers, ['x-request-id', random.pick(requestIds)]) }),
  (headers, random) => ({
    headers: add(headers, ['expect', random.pick(['100-continue', 'the-worst'])]),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: set(headers, 'host', random.pick(['', 'a b', '127.0.0.1:1', 'x'.repeat(300)])),
    isBroken: true,
  }),
  (headers) => ({ headers: without(headers, 'host'), isBroken: true }),
  (headers, random) => ({
    headers: add(headers, ['x-long', 'a'.repeat(random.pick([8000, 17_000]))]),
    isBroken: true,
  }),
  (headers) => ({
    headers: add(headers, ...Array.from({ length: 400 }, (_, i) => [`x-${i}`, 'a'] as const)),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: add(
      headers,
      ['connection', random.pick(['upgrade', 'close', 'keep-alive, x'])],
      ['upgrade', 'h2c'],
    ),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: add(headers, [
      'transfer-encoding',
      random.pick(['gzip, chunked', 'identity', 'chunked, chunked', 'xchunked']),
    ]),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: add(headers, [
      'content-length',
      random.pick(['0', '1', '-1', '+5', '1e3', '99999999999999999999', 'x']),
    ]),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: add(headers, ['x-odd', random.pick(['a\x01b', 'a\x7fb', 'a\0b', '\x80\xff', 'a\r\n folded'])]),
    isBroken: true,
  }),
  (headers, random) => ({
    headers: add(headers, [random.pick(['x odd', 'x\0', 'é', '', 'x(']), 'a']),
    isBroken: true,
  }),
]

export const oddHeaders = (headers: Headers, random: RandomChoices): WrittenHeaders =>
  random.pick(oddLetters)(headers, random)
