// Checks that an integrator can work from the OpenAPI alone: everything is described, shown by an example, and true.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { readText } from './source.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Record<string, { readonly summary: string; readonly value: unknown }>
}
interface Described {
  readonly $ref?: string
  readonly description?: string
}
interface Parameter extends Described {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example?: string
}
interface Response extends Described {
  readonly headers?: Record<string, Described>
  readonly content?: Record<string, Media>
}
interface Operation extends Described {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly content: Record<string, Media> }
  readonly responses: Record<string, Response>
}
interface OpenApi {
  readonly tags: readonly (Described & { readonly name: string })[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly headers: Record<string, Described>
    readonly responses: Record<string, Response>
    readonly schemas: Record<string, Described & { readonly properties?: Record<string, Described> }>
  }
}

const openapi = JSON.parse(readText('docs/reference/openapi.json')) as OpenApi
const { components } = openapi
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)

/** What a reference stands for: a description may stand at either end. */
function followed<Its extends Described>(one: Its): Its {
  if (one.$ref === undefined) return one
  const [kind = '', name = ''] = one.$ref.split('/').slice(-2)
  return (components as unknown as Record<string, Record<string, Its>>)[kind]?.[name] ?? one
}
const descriptionOf = (one: Described): string => one.description ?? followed(one).description ?? ''

/** Every description of the document, by where it stands. */
function descriptions(): [place: string, text: string][] {
  const properties = Object.entries(components.schemas).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).map(([property, inner]): [string, string] => [
      `${name}.${property}`,
      descriptionOf(inner),
    ]),
  )
  const others = operations.flatMap(({ operationId, summary = '', parameters = [], responses }) => [
    [`${operationId} summary`, summary] as [string, string],
    ...parameters.map((one): [string, string] => [`${operationId} ${one.name}`, descriptionOf(one)]),
    ...Object.entries(responses).flatMap(([status, response]): [string, string][] => [
      [`${operationId} ${status}`, descriptionOf(response)],
      ...Object.entries(followed(response).headers ?? {}).map(([name, header]): [string, string] => [
        `${operationId} ${status} ${name}`,
        descriptionOf(header),
      ]),
    ]),
  ])
  const tags = openapi.tags.map((tag): [string, string] => [tag.name, descriptionOf(tag)])
  return [...properties, ...others, ...tags]
}

const isAnswer = (status: string): boolean => Number(status) < 300

const examplesOf = ({ example, examples }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples ?? {}).map(({ value }) => value),
]

/** Every body of the document with the examples that it has. */
const bodies = [
  ...operations.flatMap(({ operationId, requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}).map((media) => ({ place: `${operationId} request`, media })),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map((media) => ({ place: `${operationId} ${status}`, media })),
    ),
  ]),
  ...Object.entries(components.responses).flatMap(([name, { content = {} }]) =>
    Object.values(content).map((media) => ({ place: name, media })),
  ),
]

/** The schema of a body, whose references lead into the document. */
function schemaOf({ schema }: Media): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
}

test('every property, parameter, header, answer and tag is described in a sentence', () => {
  const all = descriptions()
  expect(all.length).toBeGreaterThan(900)
  const wrong = all.filter(([, text]) => !/^[\p{Lu}`].*[.?]$/su.test(text.trim()))
  expect(wrong).toEqual([])
})

test('no description speaks in words that only we understand', () => {
  const text = JSON.stringify(openapi)
  for (const phrase of ['told again', 'unless told', 'is told', 'Echo of']) expect(text).not.toContain(phrase)
})

test('every operation shows a request, if it takes one, and a success', () => {
  const missing = operations.flatMap(({ operationId, requestBody, responses, parameters = [] }) => {
    const request = Object.values(requestBody?.content ?? {}).filter(
      (media) => examplesOf(media).length === 0,
    )
    const answers = Object.entries(responses)
      .filter(([status]) => isAnswer(status))
      .flatMap(([, { content = {} }]) => Object.values(content))
      .filter((media) => examplesOf(media).length === 0)
    const ids = parameters.filter(({ in: place, example }) => place === 'path' && !example)
    return request.length + answers.length + ids.length > 0 ? [operationId] : []
  })
  expect(missing).toEqual([])
})

test('every refusal shows its body, and the one of a malformed request names its fields', () => {
  for (const [name, { content = {} }] of Object.entries(components.responses))
    expect(Object.values(content).flatMap(examplesOf), name).toHaveLength(1)
  const [malformed] = Object.values(components.responses.refused400?.content ?? {}).flatMap(examplesOf)
  expect(malformed).toMatchObject({
    result_code: 400,
    errors: [{ path: expect.any(String), message: expect.any(String) }, expect.anything()],
  })
})

test.each(bodies)('the examples of $place have the shape that the document says', ({ media }) => {
  const schema = schemaOf(media)
  for (const example of examplesOf(media)) expect(schema.safeParse(example).error?.issues ?? []).toEqual([])
})

test('an example of another shape is noticed', () => {
  const start = bodies.filter(({ place }) => place === 'startNoseChallenge request')
  const wrong = { external_person_id: 'anna', image_width: 'wide', image_height: 480 }
  expect(start.map(({ media }) => schemaOf(media).safeParse(wrong).success)).toEqual([false])
})

const sent = operations.flatMap(({ operationId, method, path, requestBody, security, parameters = [] }) => {
  const body = requestBody?.content['application/json']
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce((url, { name, example = '' }) => url.replace(`{${name}}`, encodeURIComponent(example)), path)
  // What only a person calls needs their link or token.
  if (!body || !security?.some((one) => 'basic' in one)) return []
  return [{ operationId, method, url: filled, body: JSON.stringify(body.example), isOfOne: filled !== path }]
})

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

test.each(sent)(
  'the example of $operationId is taken as it stands',
  async ({ method, url, body, isOfOne }) => {
    const answer = await fetch(server.url + url, {
      method,
      headers: { authorization: basic(server.credentials), 'content-type': 'application/json' },
      body,
    })
    // The id of an example is nobody's.
    expect(answer.ok || (isOfOne && answer.status === 404), await answer.text()).toBe(true)
  },
)
