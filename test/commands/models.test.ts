// Tests selfsame models: it lists every network with its source, and fails when a file is not the one that was measured.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import { listModels } from '../../src/commands/models.ts'
import { isOurs, networkRows } from '../../src/models/manifest.ts'
import { anotherManifest } from './another-manifest.ts'
import { installation } from './command-line.ts'

const count = networkRows.length
/** Networks trained here are run as they are. */
const made = networkRows.filter((row) => !isOurs(row)).length

interface Listed {
  readonly folder: string
  readonly networks: { name: string; sha256: string; source: object; sound: boolean; ready: boolean }[]
}

describe('networks that are sound', () => {
  test('are listed with all that the manifest says, and nothing is made', async () => {
    const at = installation()
    const settings = { SELFSAME_NETWORK_CACHE: '' }
    const { code, out, err } = await at.run('models', settings)
    expect([code, err]).toEqual([0, ''])
    for (const row of networkRows) {
      const { name, version, purpose, origin, licence, source, sha256, figures } = row
      const state = isOurs(row) ? 'ready' : 'made at the next start'
      expect(out).toContain(`${name} ${version}: sound, ${state}\n  ${purpose}\n`)
      const from = isOurs(row) ? 'trained here' : `${source.package}@${source.version}`
      const named = [origin, licence, from, source.file, source.charset?.file ?? '']
      named.push(source.member ?? '', source.description?.file ?? '', ...figures)
      named.push(source.sha256.slice(0, 8), sha256.slice(0, 8))
      for (const words of named) expect(out).toContain(words)
      expect(out, 'whole hashes are for machines').not.toContain(sha256)
    }
    expect(out).toContain(`${count} networks, all sound, ${made} not yet in ${join(at.data, 'networks')}`)
    expect(existsSync(at.data)).toBe(false)
  })

  test('are listed whole as JSON, and converted when asked to', async () => {
    const at = installation()
    const cache = join(at.data, 'elsewhere')
    const settings = { SELFSAME_NETWORK_CACHE: cache }
    const [before, after] = [
      await at.run('models --json', settings),
      await at.run('models --json --prepare', settings),
    ].map(({ out }) => JSON.parse(out) as Listed)
    expect(before?.folder).toBe(cache)
    expect(before?.networks.map(({ sound, ready }) => [sound, ready])).toEqual(
      networkRows.map((row) => [true, isOurs(row)]),
    )
    expect(after?.networks).toMatchObject(
      networkRows.map(({ name, sha256, source }) => ({ name, sha256, source, sound: true, ready: true })),
    )
    expect(readdirSync(cache)).toHaveLength(made)
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const files = readdirSync(cache).map((name) => modeOf(join(cache, name)))
    expect([modeOf(at.data), modeOf(cache), ...new Set(files)], 'workers may be another user').toEqual([
      '700',
      '755',
      '644',
    ])
  })
})

describe('a network that is not the one that was measured', () => {
  test('is reported with a sentence and exit code 1', async () => {
    const { code, out, err } = await installation().run('models', anotherManifest)
    expect(code).toBe(1)
    expect(out).toContain('face-embedder 2: NOT SOUND\n')
    expect(out).toContain('face-mesh 1: sound, ')
    expect(out).not.toContain('all sound')
    expect(err).toMatch(
      /^The network face-embedder is not the one that was measured: [^\n]* Run `npm ci`[^\n]*\n$/,
    )
  })

  test('is marked in the JSON, also when the file is missing', async () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const [good, other] = networkRows
    if (!good || !other) throw new Error('the manifest is empty')
    const changed = { ...good, source: { ...good.source, sha256: '0'.repeat(64) } }
    const missing = { ...other, source: { ...other.source, package: 'no-such-package' } }
    let written = ''
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
    // A missing package is no fault where its network is in the cache, so this cache is empty.
    const settings = { ...testSettings(folder.path), networkCache: join(folder.path, 'empty') }
    const listing = listModels(settings, { json: true }, [changed, missing])
    await expect(listing.finally(() => stdout.mockRestore())).rejects.toThrow(
      /^The network \S+ is not the one .*\nThe network \S+ is missing: .*no-such-package.*$/,
    )
    const { networks } = JSON.parse(written) as Listed
    expect(networks.map(({ sound }) => sound)).toEqual([false, false])
  })
})

test('all networks that packages carry are exported, ready to be a cache', async () => {
  const at = installation()
  const mirror = join(at.data, 'mirror')
  const { code, out, err } = await at.run(`models --export ${mirror}`)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`${made} networks, `)
  expect(out).toContain(mirror)
  expect(readdirSync(mirror)).toHaveLength(made)
  const { out: listed } = await at.run('models', { SELFSAME_NETWORK_CACHE: mirror })
  expect(listed).toContain(`all ready in ${mirror}`)
})

test('an export that cannot be written says where', async () => {
  const { code, err } = await installation().run('models --export /proc/nope/mirror')
  expect(code).toBe(1)
  expect(err).toMatch(/^Networks cannot be kept in \/proc\/nope\/mirror: /)
})
