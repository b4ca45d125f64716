// Attacks on what `npm ci` installs: a registry, or somebody between, that hands out another package.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../kit/installation.ts'
import { type Attack, fell, held, heldUnless, notTried } from './attack.ts'

interface Entry {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Entry>>
}
const run = promisify(execFile)

/** A production package without dependencies. */
const attacked = 'zod'

/** A registry of the attacker's: it hands out a changed package under its true name, with hashes that fit the change. */
async function openFalseRegistry(folder: string, version: string) {
  const inside = join(folder, 'package')
  mkdirSync(inside)
  writeFileSync(join(inside, 'package.json'), JSON.stringify({ name: attacked, version, main: 'index.js' }))
  writeFileSync(join(inside, 'index.js'), 'console.log("changed")\n')
  await run('tar', ['-czf', 'changed.tgz', 'package'], { cwd: folder })
  const tarball = readFileSync(join(folder, 'changed.tgz'))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(tarball)
    const dist = { tarball: `${url()}/${attacked}.tgz`, integrity }
    const versions = { [version]: { name: attacked, version, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: attacked, 'dist-tags': { latest: version }, versions }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url(), [Symbol.asyncDispose]: async () => void server.close() }
}

/** Returns what npm said where it refused, or undefined where it installed the changed package. */
async function install(folder: string, registry: string, entry: Entry): Promise<string | undefined> {
  mkdirSync(folder)
  const dependencies = { [attacked]: entry.version }
  const packages = { '': { name: 'victim', dependencies }, [`node_modules/${attacked}`]: entry }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'victim', dependencies }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'victim', lockfileVersion: lock.lockfileVersion, requires: true, packages }),
  )
  const words = [
    'ci',
    '--registry',
    registry,
    '--cache',
    join(folder, 'cache'),
    '--ignore-scripts',
    '--no-audit',
  ]
  // The settings of an npm that started this program are none of the victim's.
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  const refusal = await run('npm', words, { cwd: folder, env: Object.fromEntries(own) }).then(
    () => undefined,
    (error: Error & { readonly stderr?: string }) => error.stderr ?? error.message,
  )
  return existsSync(join(folder, 'node_modules', attacked, 'index.js')) ? undefined : refusal
}

export const attacks: readonly Attack[] = [
  {
    name: 'entries-without-hash',
    tries: 'a package of the lock file that npm would install unchecked, or from an address of its own',
    seeAlso: ['test/house/shape.test.ts'],
    async run() {
      const installed = Object.entries(lock.packages).filter(
        ([path, { link }]) => path.includes('node_modules/') && !link,
      )
      const faults = installed.flatMap(([path, { integrity, resolved }]) =>
        integrity?.startsWith('sha512-') && resolved === undefined ? [] : [path],
      )
      return heldUnless(faults, `all ${installed.length} have their SHA-512 and no address`)
    },
  },
  {
    name: 'changed-package',
    tries: 'a registry that hands out a changed package under the name and version of the lock file',
    seeAlso: ['test/house/shape.test.ts'],
    async run() {
      const entry = lock.packages[`node_modules/${attacked}`]
      if (!entry?.version || !entry.integrity) return fell(`the lock file has no hash for ${attacked}`)
      if (
        await run('npm', ['--version']).then(
          () => false,
          () => true,
        )
      )
        return notTried('there is no npm here')
      const { path: folder, remove } = temporaryFolder('attack')
      try {
        await using registry = await openFalseRegistry(folder, entry.version)
        const refusal = await install(join(folder, 'with-hash'), registry.url, entry)
        if (refusal === undefined) return fell('npm ci installed it')
        if (!refusal.includes('EINTEGRITY'))
          return fell(`npm ci failed for another reason: ${refusal.slice(0, 200)}`)
        // Without the hash the same attack must work, or the case shows nothing.
        const { integrity: _, ...bare } = entry
        const unchecked = await install(join(folder, 'without-hash'), registry.url, bare)
        if (unchecked !== undefined)
          throw new Error(`the attack works not even without a hash: ${unchecked.slice(0, 200)}`)
        return held('npm ci refused it (EINTEGRITY); without the hash it would have installed it')
      } finally {
        remove()
      }
    },
  },
]
