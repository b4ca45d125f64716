// Lists every path of the specification as built or not yet built, and checks the server and docs/reference/api.md against the list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addedPaths, specifiedPaths } from '../../docs/paths.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { readText } from './source.ts'

let server: TestServer
let described: Record<string, Record<string, unknown>>

beforeAll(async () => {
  server = await sharedServer()
  const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: typeof described }
  described = openapi.paths
})
afterAll(() => server.stop())

interface Secured {
  readonly security?: readonly object[]
}
/** These routes take an organisation's credentials; metrics have a token of their own. */
const isGuarded = ({ security = [] }: Secured): boolean => security.some((scheme) => 'basic' in scheme)

describe('the specification', () => {
  test.each(specifiedPaths)('%s %s is %s', async (method, path, state) => {
    const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'unknown-id'), { method })
    // Without credentials an existing route answers 401, and a missing one answers 404.
    expect(answer.status).toBe(state === 'built' ? 401 : 404)
    expect(described[path]?.[method.toLowerCase()] !== undefined).toBe(state === 'built')
    expect(readText('docs/reference/api.md')).toContain(`| ${method} | \`${path}\` | ${state} |`)
  })

  test.each(addedPaths)('does not know %s %s, which is ours', async (method, path) => {
    expect(specifiedPaths.map(([, known]) => known)).not.toContain(path)
    const operation = described[path]?.[method.toLowerCase()] as { readonly security: readonly object[] }
    // Whoever signs in has no credentials yet.
    const { status } = await fetch(server.url + path, { method })
    if (operation.security.length === 0) expect([400, 409]).toContain(status)
    else expect(status).toBe(401)
    expect(readText('docs/reference/api.md')).toContain(`| ${method} | \`${path}\` | our addition |`)
  })

  test('and our additions are every path that asks for credentials', () => {
    const guarded = Object.entries(described).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => isGuarded(operation as Secured))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    const listed = [...specifiedPaths, ...addedPaths].map(([method, path]) => `${method} ${path}`)
    expect(guarded.filter((one) => !listed.includes(one))).toEqual([])
  })
})
