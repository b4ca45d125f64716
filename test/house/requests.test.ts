// Checks the Postman collection and the .http file: the shape that their programs read, and every operation with its example.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, type Described, foldersOf } from '../../docs/requests.ts'
import { readText } from './source.ts'

const openapi = JSON.parse(readText('docs/reference/openapi.json')) as Described
const calls = foldersOf(openapi).flatMap((folder) => folder.calls)
const jsonOf = ({ requestBody }: Call): unknown => requestBody?.content['application/json']?.example
const hasFiles = ({ requestBody }: Call): boolean => requestBody?.content['multipart/form-data'] !== undefined

/** The part of Postman's schema 2.1.0 that the collection uses; every other key would be a slip. */
const text = z.string()
const auth = z.union([
  z.strictObject({ type: z.literal('noauth') }),
  z.strictObject({
    type: z.literal('basic'),
    basic: z.array(z.strictObject({ key: text, value: text, type: z.literal('string') })),
  }),
])
const header = z.array(z.strictObject({ key: text, value: text }))
const body = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('raw'),
    raw: text,
    options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
  }),
  z.strictObject({
    mode: z.literal('formdata'),
    formdata: z.array(z.strictObject({ key: text, type: z.literal('file'), src: text })).min(1),
  }),
])
const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT']),
  description: text,
  auth: auth.optional(),
  header,
  body: body.optional(),
  url: z.strictObject({
    raw: text,
    host: z.array(text),
    path: z.array(text),
    query: z.array(z.strictObject({ key: text, value: text, description: text })).optional(),
  }),
})
const item = z.strictObject({
  name: text,
  event: z
    .array(
      z.strictObject({
        listen: z.literal('test'),
        script: z.strictObject({ type: z.literal('text/javascript'), exec: z.array(text) }),
      }),
    )
    .optional(),
  request,
  response: z.array(
    z.strictObject({
      name: text,
      originalRequest: request,
      status: text,
      code: z.int(),
      header,
      body: text,
    }),
  ),
})
const collection = z.strictObject({
  info: z.strictObject({
    name: text,
    description: text,
    version: text,
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth,
  variable: z.array(z.strictObject({ key: text, value: text, type: z.literal('string') })),
  item: z.array(z.strictObject({ name: text, description: text, item: z.array(item).min(1) })),
})

const postman = collection.parse(JSON.parse(readText('docs/selfsame.postman_collection.json')))
const items = postman.item.flatMap((folder) => folder.item)
const variables = postman.variable.map(({ key }) => key)

test('the collection has every operation once, in the folder of its tag', () => {
  expect(items.map(({ name }) => name).toSorted()).toEqual(
    calls.map(({ operationId }) => operationId).toSorted(),
  )
  expect(postman.item.map(({ name }) => name)).toEqual(openapi.tags.map(({ name }) => name))
})

test.each(calls)('the collection sends the example of $operationId', (call) => {
  const found = items.find(({ name }) => name === call.operationId)
  const sent = found?.request.body
  expect(sent?.mode).toBe(hasFiles(call) ? 'formdata' : jsonOf(call) === undefined ? undefined : 'raw')
  if (sent?.mode === 'raw') expect(JSON.parse(sent.raw)).toEqual(jsonOf(call))
  expect(found?.response.length).toBeGreaterThan(0)
  expect(found?.request.url.path.join('/')).toBe(call.path.slice(1).replaceAll(/\{(\w+)\}/g, '{{$1}}'))
})

test('every variable that the collection uses is defined, and ids of answers are kept in variables', () => {
  const used = [...JSON.stringify(postman).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
  expect([...new Set(used)].filter((name) => !variables.includes(name ?? ''))).toEqual([])
  const kept = items.filter(({ event }) => event !== undefined).map(({ name }) => name)
  expect(kept).toEqual([
    ...['startDistanceChallenge', 'startDistanceChallengeShort', 'startNoseChallenge'],
    ...['startProfileChallenge', 'startProfileChallengeShort'],
    'startLightChallenge',
    ...['createDocument', 'createDocumentFromSides', 'createChipDocument'],
    ...['readBusinessRegistration', 'signCollectionId', 'createPolicy', 'createVerification'],
  ])
})

/** Every request of the .http file: its first line, its headers, and its body. */
const [head = '', ...blocks] = readText('docs/selfsame.http').split(/^### /m)
const requests = blocks.map((block) => {
  const [top = '', ...rest] = block.trimEnd().split('\n\n')
  const lines = top.split('\n').slice(1)
  const [first = '', ...headers] = lines.filter((line) => !line.startsWith('#'))
  return { name: top.split('\n')[0]?.split(': ')[1], first, headers, body: rest.join('\n\n') }
})

test.each(calls)('the .http file sends the example of $operationId', (call) => {
  const [sent, ...more] = requests.filter(({ name }) => name === call.operationId)
  expect(more).toEqual([])
  const path = call.path.replaceAll(/\{(\w+)\}/g, '{{$1}}')
  expect(sent?.first.replace(/\?.*$/, '')).toBe(`${call.method} {{base_url}}${path}`)
  const isOpen = !call.security.some((one) => 'basic' in one)
  expect(sent?.headers.includes('Authorization: Basic {{name}} {{password}}')).toBe(!isOpen)
  if (hasFiles(call))
    expect(sent?.body).toMatch(/^--(\S+)\nContent-Disposition: .*\n[\s\S]*^< \.\/\S+\n--\1--$/m)
  else expect(sent?.body === '' ? undefined : JSON.parse(sent?.body ?? '')).toEqual(jsonOf(call))
})

test('every variable that the .http file uses is defined at its head', () => {
  const used = new Set([...blocks.join('').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
  expect([...used].filter((name) => !head.includes(`@${name} = `))).toEqual([])
})
