// Runs every example of the client as its README says, against a real server, and checks that the README shows the same code.
import { execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../client/src/index.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { readText } from '../house/source.ts'
import { picturesFolder } from './pictures.ts'

const folder = fileURLToPath(new URL('../../client/examples/', import.meta.url))
/** The shop is a folder, and test/browser/embedded.test.ts buys in it. */
const examples = readdirSync(folder).filter((name) => name.endsWith('.ts'))
let server: TestServer
let pictures: string

beforeAll(async () => {
  server = await sharedServer()
  pictures = await picturesFolder()
}, 600_000)
afterAll(() => server.stop())

const environment = () => ({
  PATH: process.env.PATH,
  SELFSAME_URL: server.url,
  SELFSAME_NAME: server.credentials.name,
  SELFSAME_PASSWORD: server.credentials.password,
})

async function run(example: string, ...given: string[]): Promise<string> {
  const options = { cwd: pictures, env: environment() }
  const { stdout } = await promisify(execFile)(process.execPath, [`${folder}${example}`, ...given], options)
  return stdout
}

const runs: readonly { example: string; given: string[]; prints: RegExp }[] = [
  { example: 'document.ts', given: ['front.jpg', 'back.jpg'], prints: /id: '\d{12}'/ },
  {
    example: 'papers.ts',
    given: ['passport.jpg', 'licence.jpg', 'certificate.pdf'],
    prints: /passport Success .+\nlicence Success .+\ncompany Success .+/,
  },
  {
    example: 'faces.ts',
    given: ['selfie.jpg', 'card.jpg', 'anna.jpg'],
    prints: /^the same person [\d.]+\nSuccess anna [\d.]+\n$/,
  },
  {
    example: 'video.ts',
    given: ['selfie.mp4'],
    prints: /^sent 0 %\n[\s\S]*sent 100 %\n200 Success [\d.]+\n/,
  },
  {
    example: 'challenge.ts',
    given: ['frame.jpg'],
    prints: /^the nose goes to \d+ \d+\nthe person should be told: \S+\n144 moving-photo-missing\n$/,
  },
  {
    example: 'failures.ts',
    given: [],
    prints: /^refused 400 external_person_id .+\nunreachable connection after 2\nended AbortError\n$/,
  },
]

describe('an example', () => {
  test.each(runs)(
    '$example does what it says',
    async ({ example, given, prints }) => {
      expect(await run(example, ...given)).toMatch(prints)
    },
    300_000,
  )

  test('back-end.ts adds the credentials, and lets through what it allows', async () => {
    const program = spawn(process.execPath, [`${folder}back-end.ts`], {
      env: { ...environment(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const port = await new Promise<string>((resolve) => {
      program.stdout.on('data', (text: Buffer) => resolve(/\d+/.exec(text.toString())?.[0] ?? ''))
    })
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/identity` })
    const size = { image_width: 480, image_height: 640 }
    const started = await client.startNoseChallenge({ external_person_id: 'anna', ...size })
    expect((await client.verifyNoseChallenge(started.id)).result_code).toBe(144)
    await expect(client.organisation()).rejects.toMatchObject({ status: 404 })
    program.kill()
  })

  test('of every kind is run here, or is for a page or for others to import', () => {
    const others = ['back-end.ts', 'browser.ts', 'connect.ts']
    expect([...runs.map(({ example }) => example), ...others].toSorted()).toEqual(examples.toSorted())
  })
})

test.each(examples)('the README shows %s as it is', (example) => {
  const shown = readText(`client/examples/${example}`)
    .split('\n')
    .slice(1)
    .join('\n')
    .replaceAll("'../src/index.ts'", "'selfsame-client'")
  expect(readText('client/README.md')).toContain(`\`\`\`ts\n${shown}\`\`\``)
})
