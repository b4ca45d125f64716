// Runs every block of docs/guides/curl.md with bash and curl against a real server, and checks that no operation is missing.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../client/src/operations.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { readText } from '../house/source.ts'

interface Block {
  /** Names the operation that the block shows; undefined for blocks that only prepare. */
  readonly operation: string | undefined
  readonly commands: string
  /** Holds the `result_code` of the last line, or another description of the answer. */
  readonly expected: string | undefined
}

const blocks = blocksOf(readText('docs/guides/curl.md'))
const shown = blocks.flatMap(({ operation, expected }) => (operation ? [{ operation, expected }] : []))

/** Every block of the page in its order, with the heading that it stands under. */
function blocksOf(page: string): Block[] {
  let heading: string | undefined
  return [...page.matchAll(/^(#+) (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, level, title, commands]) => {
    if (commands === undefined) {
      heading = level === '###' ? title : undefined
      return []
    }
    return [{ operation: heading, commands, expected: /^# (?:result_code )?(\w+)\n$/m.exec(commands)?.[1] }]
  })
}

let server: TestServer
let answers: Map<string, string>

beforeAll(async () => {
  server = await sharedServer()
  answers = await runAll()
}, 900_000)
afterAll(() => server.stop())

/** The page runs in one shell and an empty folder, because later blocks use what earlier ones made; their outputs are kept apart. */
async function runAll(): Promise<Map<string, string>> {
  const folder = temporaryFolder()
  const script = blocks
    .map(({ operation, commands }) => (operation ? `{\n${commands}} > ${operation}.answer\n` : commands))
    .join('')
  writeFileSync(join(folder.path, 'curl.sh'), `set -euo pipefail\n${script}`)
  const { name, password } = server.credentials
  const bin = fileURLToPath(new URL('../../bin', import.meta.url))
  try {
    await promisify(execFile)('bash', ['curl.sh'], {
      cwd: folder.path,
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        URL: server.url,
        CREDENTIALS: `${name}:${password}`,
      },
    })
    return new Map(
      shown.map(({ operation }) => [
        operation,
        readFileSync(join(folder.path, `${operation}.answer`), 'utf8').trim(),
      ]),
    )
  } finally {
    folder.remove()
  }
}

/** Of several answers the last counts. */
const resultCode = (answer: string): unknown => {
  const body = JSON.parse(answer.split('\n').at(-1) ?? '') as {
    result_code?: number
    recognized_data?: { result_code?: number }
  }
  return String(body.result_code ?? body.recognized_data?.result_code)
}

test('every operation has a block on the page', () => {
  expect(shown.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(operations).toSorted())
})

test.each(shown)('$operation answers $expected', ({ operation, expected }) => {
  const answer = answers.get(operation) ?? ''
  if (expected === 'text') expect(answer).toContain('# HELP')
  else if (expected === 'file') expect(answer).toMatch(/^(image|application|text)\/(jpeg|png|pdf|csv)/)
  else if (expected === 'keys') expect(JSON.parse(answer)).toMatchObject({ keys: [{ kty: 'OKP' }] })
  else expect(resultCode(answer), answer.slice(0, 500)).toBe(expected)
})
