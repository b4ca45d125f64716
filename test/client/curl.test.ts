// Runs every block of docs/curl.md with bash and curl against a real server, and checks that no operation is missing.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../client/src/operations.ts'
import { readText } from '../house/source.ts'
import { sharedServer, type TestServer } from '../kit/server.ts'
import { picturesFolder } from './pictures.ts'

interface Block {
  readonly operation: string
  readonly commands: string
  /** Holds the `result_code` of the last line, or another description of the answer. */
  readonly expected: string | undefined
}

const page = readText('docs/curl.md')
const preamble = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const blocks: Block[] = [...page.matchAll(/^### (\w+)\n[^#]*?```sh\n([\s\S]*?)```/gm)].map(
  ([, operation = '', commands = '']) => ({
    operation,
    commands,
    expected: /^# (?:result_code )?(\w+)\n$/m.exec(commands)?.[1],
  }),
)

let server: TestServer
let answers: Map<string, string>

beforeAll(async () => {
  server = await sharedServer()
  answers = await runAll(await picturesFolder())
}, 600_000)
afterAll(() => server.stop())

/** The blocks run in one shell, because later blocks use results of earlier ones; their outputs are kept apart. */
async function runAll(folder: string): Promise<Map<string, string>> {
  const script = blocks.map(({ operation, commands }) => `{\n${commands}} > ${operation}.answer\n`).join('')
  writeFileSync(join(folder, 'curl.sh'), `set -euo pipefail\n${preamble}${script}`)
  const { name, password } = server.credentials
  await promisify(execFile)('bash', ['curl.sh'], {
    cwd: folder,
    env: { PATH: process.env.PATH, URL: server.url, CREDENTIALS: `${name}:${password}` },
  })
  return new Map(
    blocks.map(({ operation }) => [operation, readFileSync(join(folder, `${operation}.answer`), 'utf8')]),
  )
}

const resultCode = (answer: string): unknown => {
  const body = JSON.parse(answer) as { result_code?: number; recognized_data?: { result_code?: number } }
  return String(body.result_code ?? body.recognized_data?.result_code)
}

test('every operation has a block on the page', () => {
  expect(blocks.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(operations).toSorted())
})

test.each(blocks)('$operation answers $expected', ({ operation, expected }) => {
  const answer = answers.get(operation) ?? ''
  if (expected === 'text') expect(answer).toContain('# HELP')
  else if (expected === 'keys') expect(JSON.parse(answer)).toMatchObject({ keys: [{ kty: 'OKP' }] })
  else expect(resultCode(answer), answer.slice(0, 500)).toBe(expected)
})
