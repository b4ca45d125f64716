// Checks the pages made from tables against their tables, and the tables against the specification.
import { execFileSync } from 'node:child_process'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../../docs/render.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { type Code, codes } from '../../src/codes.ts'
import { readConfig, settings, variableOf } from '../../src/config.ts'
import { readText } from './source.ts'

/** The table is section 7 of the specification, by number and message. */
const specified: readonly (readonly [number, string])[] = [
  [200, 'Success'],
  [200, 'Delete Face Successfully'],
  [101, 'Document not found'],
  [102, 'Request Document ID not found'],
  [103, 'ID not found'],
  [105, 'Name not found'],
  [109, 'Too Many Document Type Exists'],
  [116, 'Filetype not supported'],
  [117, 'Too many PDF'],
  [118, 'Too many filetype'],
  [119, 'Selected pages not valid'],
  [131, 'No Face Detected'],
  [133, 'Brightness Not Reach Requirements'],
  [135, 'Found More Than One Face'],
  [138, 'Face Collection Id Exists'],
  [140, 'Task Order Not Found'],
  [141, 'face-not-genuine'],
  [142, 'Face Occlusion Detected'],
  [143, 'Request Challenge ID Not Found'],
  [144, 'Moving Photo Is Missing'],
  [144, 'moving-photo-missing'],
  [150, 'Right Face Angle Not Correct'],
  [151, 'Left Face Angle Not Correct'],
  [152, 'Ahead Face Angle Not Correct'],
  [153, 'Trajectory Too Slow'],
  [154, 'Illegal Duration'],
  [158, 'Collection Not Found'],
  [159, 'Face Not Registered'],
  [180, 'Up Face Angle Not Correct'],
  [181, 'Down Face Angle Not Correct'],
  [184, 'Distance Task Failed'],
]

let server: TestServer
let openapi: Document

interface Operation {
  readonly operationId: string
  readonly responses: Record<string, unknown>
}
interface Schema {
  readonly enum?: readonly number[]
  readonly const?: number
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

beforeAll(async () => {
  server = await sharedServer()
  openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document
})
afterAll(() => server.stop())

describe('result codes', () => {
  const table = Object.values<Code>(codes)

  test('are those of the specification, spelled so', () => {
    const ours = table
      .filter((code) => code.origin === 'specification')
      .map((code) => [code.code, code.message])
    expect(ours.toSorted()).toEqual(specified.toSorted())
  })

  test('of refusals are the HTTP status, and no number means two things', () => {
    // Links, tokens and steps have numbers of their own, because programs act on them.
    const isOwn = ({ code }: (typeof table)[number]) => code >= 460 && code < 480
    for (const code of table.filter((one) => !isOwn(one)))
      expect(code.status).toBe(code.code >= 400 ? code.code : 200)
    for (const code of table.filter(isOwn)) expect([401, 409]).toContain(code.status)
    const refusals = table.filter((code) => code.origin === 'selfsame').map((code) => code.code)
    expect(new Set(refusals).size).toBe(refusals.length)
    expect(refusals.filter((code) => specified.some(([number]) => number === code))).toEqual([])
  })
})

describe('pages', () => {
  const files = [
    ...[
      'reference/result-codes.md',
      'reference/configuration.md',
      'reference/checks.md',
      'reference/openapi.json',
      'reference/api.md',
      'evidence/reliability.md',
      'reference/verifications.md',
      'guides/operations.md',
    ],
    '../client/README.md',
  ]
  test.each(files)('docs/%s is what `npm run docs` writes', (file) => {
    expect(readText(`docs/${file}`)).toBe(pages(openapi).find((page) => page.file === file)?.text)
  })
})

describe('settings', () => {
  const papers = [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'Dockerfile',
    'compose.yaml',
    'docs/guides/operations.md',
    'docs/reference/architecture.md',
  ]

  test.each(papers)('that %s names exist', (paper) => {
    const known = Object.keys(settings).map(variableOf)
    // Variables of the tests are no settings of the server.
    const named = readText(paper).match(/SELFSAME_(?!TEST_)[A-Z0-9]+(_[A-Z0-9]+)*/g) ?? []
    expect(
      named.filter((name) => !known.includes(name.replace(/_FILE$/, '')) && name !== 'SELFSAME_S3'),
    ).toEqual([])
  })

  test('and names that guides, examples and deployments use neither stop a command nor warn', () => {
    const files = ['*.md', 'docs', 'client', 'deploy', 'compose.yaml', 'Dockerfile', 'bin', '.env*']
    const found = execFileSync('git', ['grep', '-hoE', 'SELFSAME_[A-Z0-9]+(_[A-Z0-9]+)*', '--', ...files])
    const names = new Set(found.toString().trim().split('\n'))
    for (const name of ['SELFSAME_URL', 'SELFSAME_API_KEY', 'SELFSAME_WEBHOOK_SECRET'])
      expect(names).toContain(name)
    // `SELFSAME_S3_…` stands for several.
    names.delete('SELFSAME_S3')
    const environment = Object.fromEntries(Array.from(names, (name) => [name, '']))
    expect(readConfig(environment, () => '')).toMatchObject({ unknown: [] })
    expect(readConfig({ ...environment, SELFSAME_STRICT: 'on' }, () => '')).toHaveProperty('config')
  })
})

describe('OpenAPI', () => {
  test('is valid 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate({ ...openapi })
    expect(result.errors ?? []).toEqual([])
    expect(validator.version).toBe('3.1')
  })

  test('is the same for machines and for the page that people browse', async () => {
    expect(await (await fetch(`${server.url}/docs/json`)).json()).toEqual(openapi)
  })

  test('names every operation once, and only codes of the table', () => {
    const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods))
    const names = operations.map((operation) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    const known = new Set(Object.values<Code>(codes).map((code) => code.code))
    const statuses = operations.flatMap((operation) => Object.keys(operation.responses).map(Number))
    for (const status of statuses) expect(known.has(status) || status === 201, String(status)).toBe(true)
    const answered = Object.entries(openapi.components.schemas)
      .filter(([name]) => name.endsWith('ResultCode'))
      .flatMap(([, schema]) => schema.enum ?? (schema.const === undefined ? [] : [schema.const]))
    expect(answered.length).toBeGreaterThan(0)
    for (const code of answered) expect(known.has(code), String(code)).toBe(true)
  })

  test('gives every shape and every choice a name, so that generated clients have one type for it', () => {
    const nameless: string[] = []
    const look = (value: unknown, path: string, isNamed: boolean): void => {
      if (typeof value !== 'object' || value === null) return
      if (!isNamed && ('enum' in value || ('properties' in value && 'type' in value))) nameless.push(path)
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`, false)
    }
    for (const [name, schema] of Object.entries(openapi.components.schemas)) look(schema, name, true)
    look(openapi.paths, 'paths', false)
    expect(nameless).toEqual([])
  })
})
