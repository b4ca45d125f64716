// Writes one request to an operation: valid, or damaged in one of its parts.
import type { Credentials } from '../../src/organisations/manage.ts'
import { basicAuthorization } from '../kit/caller.ts'
import type { Operation } from './api.ts'
import { spoiled, spoiledText } from './damage-json.ts'
import { type Draft, deliveries, plainly } from './deliveries.ts'
import { drawFile } from './files.ts'
import { oddForm, soundForm } from './forms.ts'
import { type Headers, oddHeaders } from './headers.ts'
import type { Sent } from './judge.ts'
import { pageOrigin } from './proofs.ts'
import { type Source, soundText, soundValue } from './values.ts'
import type { Script } from './wire.ts'

export interface Request {
  readonly script: Script
  readonly sent: Sent
}

/** The parts of a request that are damaged, and how often. */
const cares = [
  { weight: 54, spoils: 'nothing' },
  { weight: 20, spoils: 'body' },
  { weight: 6, spoils: 'text' },
  { weight: 6, spoils: 'path' },
  { weight: 6, spoils: 'headers' },
  { weight: 8, spoils: 'manner' },
] as const
type Spoils = (typeof cares)[number]['spoils']

export function requestTo(operation: Operation, source: Source, as: Credentials): Request {
  const { random } = source
  const { spoils } = random.weighted(cares)
  const content = contentFor(operation, source, spoils)
  const path = pathFor(operation, source, spoils === 'path')
  const sound: Headers = [
    ['host', '127.0.0.1'],
    ...authorizationOf(operation, source, as),
    ...(content ? [['content-type', content.type] as const] : []),
  ]
  const letters = spoils === 'headers' ? oddHeaders(sound, random) : { headers: sound }
  const draft: Draft = { method: operation.method, path, headers: letters.headers, body: content?.body }
  return finished(draft, source, {
    isBroken: letters.isBroken === true,
    manner: spoils === 'manner',
  })
}

/** Calls of persons bear a link or a token that an answer gave, those of members a cookie; now and then others do, too, and they something else. */
function authorizationOf(
  { path, isOpen }: Operation,
  { random, known }: Source,
  as: Credentials,
): readonly (readonly [string, string])[] {
  if (path.startsWith('/member-') && random.is(0.9)) {
    const [cookie, csrf] = [known.of('cookie').at(-1), known.of('csrf_token').at(-1)]
    return [
      ['origin', pageOrigin],
      ['sec-fetch-site', 'same-origin'],
      ...(cookie === undefined ? [] : [['cookie', cookie] as const]),
      ...(csrf === undefined ? [] : [['x-csrf-token', csrf] as const]),
    ]
  }
  const bearers = known.of('link')
  const isOfPerson = path.startsWith('/verification-session')
  if (bearers.length > 0 && random.is(isOfPerson ? 0.85 : 0.04))
    return [['authorization', `Bearer ${random.pick(bearers)}`]]
  return isOpen ? [] : [['authorization', basicAuthorization(as)]]
}

/** Returns the draft as it is sent, with what the judge must know about it. */
export function finished(
  draft: Draft,
  { api, random, secret }: Pick<Source, 'api' | 'random' | 'secret'>,
  how: { readonly isBroken: boolean; readonly manner: boolean },
): Request {
  const mannered = how.manner
    ? random.weighted(deliveries).put(draft, random)
    : { script: plainly(draft), isBroken: false }
  // Node's HTTP parser takes no other characters.
  const isLegal = /^[\x21-\x7e]+$/.test(draft.path)
  const isBroken = how.isBroken || mannered.isBroken || !isLegal
  const script = how.isBroken ? { ...mannered.script, alone: true, ending: 'half' as const } : mannered.script
  const operation = api.match(draft.method, draft.path)
  return { script, sent: { operation, secrets: [secret], isBroken } }
}

interface Content {
  readonly type: string
  readonly body: Buffer
}

function contentFor(operation: Operation, source: Source, spoils: Spoils): Content | undefined {
  const { random, api } = source
  if (operation.takes === 'multipart') return formFor(operation, source, spoils)
  if (operation.takes === 'nothing')
    return random.is(0.1) ? { type: 'application/json', body: Buffer.from('{}') } : undefined
  if (!operation.bodyIsRequired && random.is(0.2)) return undefined
  const value = soundValue(source, operation, api.resolve(operation.body ?? {}))
  const body = spoils === 'body' ? spoiled(value, source, operation) : value
  const text = JSON.stringify(body) ?? ''
  return {
    type: 'application/json',
    body: spoils === 'text' ? spoiledText(text, source) : Buffer.from(text),
  }
}

function formFor(operation: Operation, source: Source, spoils: Spoils): Content {
  const { random, secret, api } = source
  const field = Object.keys(api.resolve(operation.body ?? {}).properties ?? {})[0] ?? 'file'
  const count = field.endsWith('s') ? random.pick([1, 1, 1, 2, 3]) : random.pick([1, 1, 1, 2])
  const files = Array.from({ length: count }, () => drawFile(operation, source))
  return spoils === 'body' || spoils === 'text'
    ? oddForm(field, files, random, secret)
    : soundForm(field, files, secret)
}

const oddSegments = [
  '%',
  '%00',
  '%ff',
  '%zz',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%5c',
  ';a=b',
  '*',
  ':id',
  '%f0%9f%98%80',
  '%c0%af',
  'constructor',
  '__proto__',
  'undefined',
  'null',
  '0',
  '-1',
  'a'.repeat(5000),
  '%E2%80%AE',
  '\xe9',
  '~',
]

function pathFor(operation: Operation, source: Source, isOdd: boolean): string {
  const { random, odd } = source
  const segment = (name: string): string => {
    if (isOdd && random.is(0.5)) return random.pick(oddSegments)
    const text = isOdd ? random.pick(odd.texts) : soundText(source, operation, {}, name)
    return encodeURIComponent(text.toWellFormed())
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name))
  return path + queryFor(operation, source, isOdd) + (isOdd && random.is(0.1) ? '/' : '')
}

const oddQueries = [
  '?',
  '??a',
  '?a=b&a=c',
  '?__proto__=1',
  '?a[]=1&a[b]=2',
  '?%',
  '?%00=%ff',
  `?${'a=b&'.repeat(800)}`,
  '?a#b',
]
const pageLists = [
  '1',
  '1,3',
  '1-3',
  '[1,2]',
  '0',
  '99',
  '3-1',
  '1-999999999',
  '-',
  ',',
  '1,,2',
  'x',
  '1e3',
  ' 1 ',
  '[',
  '１',
]

function queryFor(operation: Operation, { random, odd }: Source, isOdd: boolean): string {
  if (isOdd && random.is(0.4)) return random.pick(oddQueries)
  const pairs = operation.query
    .filter(() => random.is(0.5))
    .map(({ name }) => {
      const value = name === 'selected_pages' ? random.pick(pageLists) : random.pick(odd.texts)
      return `${name}=${encodeURIComponent(value.toWellFormed())}`
    })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
