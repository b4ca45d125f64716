// Checks the client's table of operations and its types against the OpenAPI description of a running server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../client/src/operations.ts'
import { apiTypes } from '../../client/write-types.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { readText } from '../house/source.ts'

interface Schema {
  readonly $ref?: string
  readonly contentEncoding?: string
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Record<string, Schema>
}
interface Described {
  readonly operationId: string
  readonly security?: readonly Record<string, unknown>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>
}
interface OpenApi {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

let server: TestServer
let openapi: OpenApi
let described: { path: string; method: string; operation: Described }[]

beforeAll(async () => {
  server = await sharedServer()
  openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
})
afterAll(() => server.stop())

const followed = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (openapi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

/** Returns paths such as `attachment.content` for every field that holds a file. */
function filesIn(schema: Schema, before = ''): string[] {
  return Object.entries(followed(schema).properties ?? {}).flatMap(([name, inner]) =>
    inner.contentEncoding === 'base64' ? [before + name] : filesIn(inner, `${before}${name}.`),
  )
}

/** Returns the fields of a form that hold a file or a list of them. */
const fileFieldsOf = ({ properties = {} }: Schema): string[] =>
  Object.keys(properties).filter((name) => (properties[name]?.items ?? properties[name])?.format === 'binary')

test('every operation is there with its method and path, and no other', () => {
  const expected = described.map(({ path, method, operation }) => [operation.operationId, method, path])
  const ours = Object.entries(operations).map(([name, { method, path }]) => [name, method, path])
  expect(ours.toSorted()).toEqual(expected.toSorted())
})

test('each carries what the OpenAPI says: nothing, JSON with its files, or a form; and what the URL holds', () => {
  const expected = described.map(({ operation: { operationId, requestBody, parameters = [] } }) => {
    const json = requestBody?.content['application/json']?.schema
    const form = requestBody?.content['multipart/form-data']?.schema
    return {
      name: operationId,
      bare: requestBody === undefined,
      files: json ? filesIn(json).toSorted() : [],
      form: form && fileFieldsOf(followed(form)).join(),
      query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
    }
  })
  const ours = Object.entries(operations).map(([name, { bare = false, files = [], form, query = [] }]) => ({
    name,
    bare,
    files: files.toSorted(),
    form,
    query,
  }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(ours.toSorted(byName)).toEqual(expected.toSorted(byName))
})

test('credentials go where they are asked for; a second status is an answer only where it is described as one', () => {
  for (const { operation } of described) {
    const {
      open = false,
      alsoAnswers,
      text = false,
      file = false,
    } = operations[operation.operationId as keyof typeof operations]
    const asked = operation.security?.flatMap((one) => Object.keys(one)) ?? []
    const isAsked = ['basic', 'personToken', 'personLink', 'memberSession'].some((name) =>
      asked.includes(name),
    )
    expect(open, operation.operationId).toBe(!isAsked)
    if (alsoAnswers !== undefined) {
      const schemas = [operation.responses['200'], operation.responses[alsoAnswers]].map(
        (one) => one?.content?.['application/json']?.schema,
      )
      expect(schemas[1]).toEqual(schemas[0])
    }
    const content = operation.responses['200']?.content ?? {}
    expect(text).toBe('text/plain' in content)
    const isFile = Object.values(content).some(
      ({ schema }) => (schema as { format?: string }).format === 'binary',
    )
    expect(file, operation.operationId).toBe(isFile)
  }
})

test('client/src/api-types.ts is what `npm run docs` writes', async () => {
  expect(readText('client/src/api-types.ts')).toBe(await apiTypes(openapi))
})
