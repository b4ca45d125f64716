// Makes the clients for other languages, compiles them, and runs the programs of their guide against a real server.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '../../client/sdk/describe.ts'
import { portraitName } from '../../specimens/documents/drawing/portrait.ts'
import { portrayed } from '../../specimens/documents/portraits/make.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { renderPerson } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import { findProgram } from '../../src/system/find-program.ts'
import { readText } from '../house/source.ts'
import { newApiKey } from '../kit/api-keys.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A woman with a card; live, the personas of the sandbox are nobody. */
const SEED = 304
const run = promisify(execFile)

interface Language {
  readonly name: string
  readonly program: string
  /** Whether continuous integration has it. */
  readonly isThere: boolean
  readonly file: string
  readonly commands: (client: string, file: string) => readonly (readonly string[])[]
}

const languages: readonly Language[] = [
  {
    ...{ name: 'python', program: 'python3', isThere: true, file: 'shop.py' },
    commands: (client, file) => [['-m', 'compileall', '-q', client], [file]],
  },
  {
    ...{ name: 'php', program: 'php', isThere: true, file: 'shop.php' },
    commands: (client, file) => [['-l', join(client, 'src/Models.php')], [file]],
  },
  {
    ...{ name: 'go', program: 'go', isThere: false, file: 'main.go' },
    commands: (client, file) => [
      ['mod', 'init', 'shop'],
      ['mod', 'edit', '-require=selfsame@v0.0.0', `-replace=selfsame=${client}`],
      ['run', file],
    ],
  },
]

const expected = () =>
  [
    `read: true ${card.fields[0]?.name?.toUpperCase()}`,
    'same person: true',
    'identified: anna',
    'refused: 422 422 file true',
  ].join('\n')

let server: TestServer
let apiKey: string
let at: ReturnType<typeof temporaryFolder>
let card: DocumentPhoto
let selfie: Uint8Array
beforeAll(async () => {
  card = await photoOf({ kind: 'cccd-chip', seed: SEED })
  const scene = { width: 360, height: 480, distanceCm: 40, light: { level: 0.95, side: 0.1 }, room: 3 }
  selfie = await encodeJpeg(renderPerson(portrayed(portraitName(SEED, 'f')), scene))
  at = temporaryFolder()
  server = await startTestServer()
  apiKey = (await newApiKey(server.server.runtime.store.database, server.credentials.name, ['all'])).key
})
afterAll(async () => {
  await server.stop()
  at.remove()
})

/** The program of a language, as the guide has it. */
function programOf(name: string): string {
  const found = new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readText('docs/guides/sdks.md'))
  return found?.[1] ?? ''
}

describe('the client for', () => {
  for (const { name, program, isThere, file, commands } of languages) {
    const isSkipped = !findProgram(program) && !(isThere && process.env.CI === 'true')
    test.skipIf(isSkipped)(
      `${name} reads a card, compares and finds a face, and tells what was refused`,
      async () => {
        const client = join(at.path, name, 'client')
        const shop = join(at.path, name, 'shop')
        mkdirSync(shop, { recursive: true })
        await run(process.execPath, [join(root, 'client/sdk/run.ts'), name, client])
        writeFileSync(join(shop, file), programOf(name))
        writeFileSync(join(shop, 'card.jpg'), card.bytes)
        writeFileSync(join(shop, 'selfie.jpg'), selfie)
        const env = {
          ...process.env,
          ...{ SELFSAME_URL: server.url, SELFSAME_API_KEY: apiKey },
          ...{ CLIENT: client, PYTHONPATH: client, PYTHONIOENCODING: 'utf-8' },
        }
        let said = ''
        for (const args of commands(client, file)) {
          const { stdout } = await run(program, args, { cwd: shop, env }).catch((error) => {
            throw new Error(`${program} ${args.join(' ')}: ${error.stderr}${error.stdout}`)
          })
          said = stdout
        }
        // Python writes its truths with a capital.
        expect(said.trim().replaceAll('True', 'true')).toBe(expected())
      },
      400_000,
    )
  }

  test('any language is refused where the document has a form that it was not taught', () => {
    const document = JSON.parse(readText('docs/reference/openapi.json'))
    expect(describeApi(document).operations.length).toBeGreaterThan(100)
    document.components.schemas.Health.properties.message = { type: ['string', 'integer'] }
    expect(() => describeApi(document)).toThrow('no language here knows the type string or integer')
  })
})
