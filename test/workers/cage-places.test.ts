// Tests that a cage sees the program wherever it lies: a checkout in /tmp, packages that are only linked, a linked workspace.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { namespacesAllowed, withoutNamespaces } from '../../specimens/kit/cage/namespaces.ts'

const installed = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const WAIT_MS = 120_000

/** A caged worker loads what is linked to each kind of place, and decodes a picture by a library with native parts. */
const jobs = `// Loads packages in a worker.
export const jobs = {
  async load() {
    const { default: sharp } = await import('sharp')
    const { word } = await import('word-package')
    const { size } = await import('@scope/size-package')
    const png = await sharp({ create: { width: size, height: 1, channels: 3, background: 'red' } }).png().toBuffer()
    return { word, width: (await sharp(png).metadata()).width }
  },
}
`
const script = `// Opens the cage of this checkout, and a worker in it.
import { settings } from './settings.ts'
import { openWorkersCage } from '../src/open-workers.ts'
import { openPool } from '../src/workers/pool.ts'
const cage = await openWorkersCage(settings)
const pool = openPool({
  jobsModule: new URL('../src/loading-jobs.ts', import.meta.url),
  workers: 1, queueLimit: 1, jobTimeoutMs: 60_000, memoryCeilingBytes: 2 ** 30, cage,
})
await pool.started()
const loaded = await pool.run('load', undefined, { organisation: 'test' })
await pool.close(0)
console.log(JSON.stringify({ state: cage.sandbox.state, layers: cage.sandbox.layers, loaded }))
`
const settings = (data: string, mode: string) => `// Reads the settings.
import { readConfig } from '../src/config.ts'
const reading = readConfig({ SELFSAME_DATA: ${JSON.stringify(data)}, SELFSAME_CAGE: ${JSON.stringify(mode)} }, () => '')
if (!('config' in reading)) throw new Error(reading.faults.join())
export const settings = reading.config
`

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Packages of the checkout are links: into the store of another folder, as pnpm has it, and to sources beside it. */
function linkedCheckout(top: string, mode: string): string {
  const checkout = join(top, 'checkout')
  cpSync(installed('src'), join(checkout, 'src'), { recursive: true })
  for (const path of ['weights/manifest.json', 'package.json'])
    cpSync(installed(path), join(checkout, path), { recursive: true })
  const packages = join(checkout, 'node_modules')
  mkdirSync(join(packages, '@scope'), { recursive: true })
  const link = (to: string, name: string) => symlinkSync(to, join(packages, name))
  for (const name of readdirSync(installed('node_modules')))
    if (!name.startsWith('.') && name !== '@scope') link(join(installed('node_modules'), name), name)
  write(join(top, 'beside/package.json'), '{"name":"word-package","type":"module","main":"word.js"}')
  write(join(top, 'beside/word.js'), "export { word } from './more/word.js'\n")
  write(join(top, 'beside/more/word.js'), "export const word = 'linked'\n")
  link(join(top, 'beside'), 'word-package')
  const kept = join(top, 'store/size/node_modules/@scope/size-package')
  write(join(kept, 'package.json'), '{"name":"@scope/size-package","type":"module","main":"size.js"}')
  // It needs a neighbour, which is a link to another place of the store and is not linked by the checkout.
  write(join(kept, 'size.js'), "export { size } from 'neighbour'\n")
  const neighbour = join(top, 'store/neighbour/node_modules/neighbour')
  write(join(neighbour, 'package.json'), '{"name":"neighbour","type":"module","main":"size.js"}')
  write(join(neighbour, 'size.js'), 'export const size = 7\n')
  symlinkSync(neighbour, join(top, 'store/size/node_modules/neighbour'))
  link(kept, '@scope/size-package')
  write(join(checkout, 'src/loading-jobs.ts'), jobs)
  write(join(checkout, 'try/settings.ts'), settings(join(top, 'data'), mode))
  write(join(checkout, 'try/script.ts'), script)
  return checkout
}

async function loadedIn(mode: string, around: readonly string[]): Promise<unknown> {
  // Not the folder for temporary files of these tests: a cage lays one of its own over /tmp.
  const top = mkdtempSync('/tmp/selfsame-test-')
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const checkout = linkedCheckout(top, mode)
  const [program = '', ...rest] = [...around, process.execPath, join(checkout, 'try/script.ts')]
  const { stdout } = await promisify(execFile)(program, rest, { cwd: top })
  return JSON.parse(stdout)
}

const loaded = { word: 'linked', width: 7 }

describe('a checkout in /tmp whose packages are only linked', () => {
  test.runIf(namespacesAllowed)('is seen whole in the cage', { timeout: WAIT_MS }, async () => {
    expect(await loadedIn('whole', [])).toMatchObject({ state: 'caged', loaded })
  })

  test('is seen whole where the kernel forbids user namespaces', { timeout: WAIT_MS }, async () => {
    expect(await loadedIn('auto', withoutNamespaces)).toMatchObject({ state: 'partial', loaded })
  })
})
