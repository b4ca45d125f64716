// Damages a valid JSON body: one field or a few, or the text itself.

import type { Operation } from './api.ts'
import { type Source, soundValue } from './values.ts'

type Fields = Record<string, unknown>
type Spoil = (body: Fields, source: Source, operation: Operation) => unknown

const someKey = (body: Fields, { random }: Source): string => random.pick([...Object.keys(body), 'extra'])

const without: Spoil = (body, source) => {
  const key = someKey(body, source)
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))
}
const strange: Spoil = (body, source) => ({
  ...body,
  [someKey(body, source)]: source.random.pick(source.odd.values),
})
const strangeText: Spoil = (body, source) => ({
  ...body,
  [someKey(body, source)]: source.random.pick(source.odd.texts),
})
const foreign: Spoil = (body, source) => {
  const other = source.random.pick(source.api.operations.filter(({ body: schema }) => schema))
  return { ...body, ...(soundValue(source, other, other.body ?? {}) as object) }
}
const names = [
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  'é',
  'a'.repeat(3000),
  '$ref',
  '😀',
]
const extra: Spoil = (body, source) => ({
  ...body,
  [source.random.pick(names)]: source.random.pick(source.odd.values),
})
const huge: Spoil = (body, source) => ({
  ...body,
  [someKey(body, source)]: 'A'.repeat(source.random.pick([300, 70_000, 2_000_000])),
})
const many: Spoil = (body, { random }) => ({
  ...body,
  many: Array.from({ length: random.pick([400, 6000]) }, (_, i) => i),
})
function deep(body: Fields, { random }: Source): unknown {
  let value: unknown = body
  for (let depth = random.pick([3, 15, 17, 400]); depth > 0; depth--)
    value = random.is(0.5) ? [value] : { a: value }
  return value
}
const otherKind: Spoil = (body, { random }) =>
  random.pick([null, [], [body], 'text', 0, true, JSON.stringify(body), Object.entries(body)])

const spoils: readonly Spoil[] = [
  without,
  without,
  strange,
  strange,
  strange,
  strangeText,
  strangeText,
  foreign,
  extra,
  extra,
  huge,
  many,
  deep,
  otherKind,
]

export function spoiled(body: unknown, source: Source, operation: Operation): unknown {
  const isFields = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isFields ? source.random.pick(spoils)(body as Fields, source, operation) : body
}

type SpoilText = (text: string, source: Source) => string | Buffer

const inside = (text: string, source: Source, what: string): string => {
  const at = source.random.whole(0, text.length)
  return text.slice(0, at) + what + text.slice(at)
}

const spoilTexts: readonly SpoilText[] = [
  (text, { random }) => text.slice(0, random.whole(0, text.length)),
  (text, source) =>
    inside(text, source, source.random.pick(['"', ',', '{', ']', '\\', '\0', '\n', '//', '\ufeff'])),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => text.replace('{', '{"__proto__":{"x":1},'),
  (text) => text.replace('{', '{"\\u005f_proto__":1,'),
  (text) => text.replace(/"(\w+)":/, '"$1":1,"$1":'),
  (text) => text.replace(/:[^,{}[\]]*(?=[,}])/, ':1e999'),
  (text) => text.replace(/:[^,{}[\]]*(?=[,}])/, ':-'),
  (text) => text.replace(/:[^,{}[\]]*(?=[,}])/, ':NaN'),
  (text) => text.replace(/:"/, ':"\\ud800'),
  (text) => text.replaceAll('"', "'"),
  (text) => Buffer.from(text, 'utf16le'),
  (text, { random }) =>
    Buffer.concat([Buffer.from(text.slice(0, 20)), random.bytes(4), Buffer.from(text.slice(20))]),
  (_text, { random }) => random.bytes(random.whole(0, 200)),
  () => '',
  () => '['.repeat(100_000),
  () => '\\"'.repeat(50_000),
]

export function spoiledText(text: string, source: Source): Buffer {
  return Buffer.from(source.random.pick(spoilTexts)(text, source))
}
