// Tests the cage of the workers: what a decoder that was taken over tries, with the cage, without it, and with what is left of it.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Attempts, needs } from '../../specimens/kit/cage/breakout.ts'
import {
  namespacesAllowed,
  withoutNamespaces,
  withoutWalls,
  withUsualMounts,
} from '../../specimens/kit/cage/namespaces.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openCage } from '../../src/workers/cage.ts'
import type { CageSettings } from '../../src/workers/cage-plan.ts'

const SCRIPT = fileURLToPath(new URL('../../specimens/kit/cage/breakout.ts', import.meta.url))
const WAIT_MS = 120_000
const nothing = { readable: [], hidden: [], programs: [], temporaryBytes: 2 ** 20 }

/** Some kernels let nobody but root do these (Yama, chroot), with or without a cage. */
const heldWithoutCage = [
  'attach to the server',
  'attach to another worker',
  "read the server's memory",
  "read another worker's memory",
  "read the server's memory by a call",
  'change its root',
]

/** In a process of its own, which the attempts may harm where nothing holds them. */
async function attempts(mode: string, around: readonly string[] = []): Promise<Attempts> {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const [program = '', ...rest] = [...around, process.execPath, SCRIPT, folder.path, mode]
  const { stdout } = await promisify(execFile)(program, rest, { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout) as Attempts
}

const named = (outcomes: Attempts['outcomes'], kind: 'held' | 'fell') =>
  Object.keys(outcomes).filter((name) => kind in (outcomes[name] ?? {}))

describe.runIf(namespacesAllowed)('where the kernel allows user namespaces', () => {
  test('a caged worker can do its work and nothing else that it tries', { timeout: WAIT_MS }, async () => {
    const { sandbox, outcomes } = await attempts('whole')
    expect(sandbox.state).toBe('caged')
    expect(sandbox.layers).toEqual(expect.arrayContaining(['namespaces', 'no-new-privileges', 'environment']))
    expect(named(outcomes, 'fell').toSorted()).toEqual(needs.toSorted())
    expect(named(outcomes, 'held').length).toBeGreaterThan(20)
  })

  test('so is one where /proc and /sys are mounted as on most machines and in containers', {
    timeout: WAIT_MS,
  }, async () => {
    const { sandbox, outcomes } = await attempts('whole', withUsualMounts)
    expect(sandbox.state).toBe('caged')
    expect(named(outcomes, 'fell').toSorted()).toEqual(needs.toSorted())
  })

  test('without a cage the attempts succeed, so that none is held by chance', {
    timeout: WAIT_MS,
  }, async () => {
    const { sandbox, outcomes } = await attempts('off')
    expect(sandbox).toEqual({ state: 'off', layers: ['environment'] })
    expect(named(outcomes, 'held').filter((name) => !heldWithoutCage.includes(name))).toEqual([])
  })
})

describe('where the kernel forbids user namespaces', () => {
  test('the cage says so, and what is left holds as far as it goes', { timeout: WAIT_MS }, async () => {
    const { sandbox, outcomes } = await attempts('partial', withoutNamespaces)
    expect(sandbox.state).toBe('partial')
    expect(sandbox.layers).not.toContain('namespaces')
    expect(sandbox.layers).toContain('environment')
    expect(sandbox.lacking).toMatch(/user namespaces|this machine has no/)
    expect(named(outcomes, 'fell')).toEqual(expect.arrayContaining(needs))
    const hasLocks = sandbox.layers.includes('landlock') && sandbox.layers.includes('seccomp')
    if (hasLocks) expect(named(outcomes, 'fell').toSorted()).toEqual(needs.toSorted())
    else expect(sandbox.lacking).toMatch(/perl|Landlock|seccomp/)
  })

  test('a server that must have the cage does not start without it, and says why', {
    timeout: WAIT_MS,
  }, async () => {
    const refused = await attempts('whole', withoutNamespaces).catch(
      (error: { stderr: string }) => error.stderr,
    )
    expect(refused).toContain('SELFSAME_CAGE is "whole"')
  })
})

describe.runIf(namespacesAllowed)('where there are neither user namespaces nor Perl', () => {
  test('no cage is opened by default, and the refusal names what a worker could read', {
    timeout: WAIT_MS,
  }, async () => {
    const refused = await attempts('auto', withoutWalls).catch((error: { stderr: string }) => error.stderr)
    expect(refused).toMatch(/A worker could read the data folder: .*no perl.*SELFSAME_CAGE=partial/)
  })

  test('one that is allowed by name says what is open, and it is', { timeout: WAIT_MS }, async () => {
    const { sandbox, outcomes } = await attempts('partial', withoutWalls)
    expect(sandbox.open).toContain('the data folder')
    expect(outcomes['read the master key']).toHaveProperty('fell')
  })
})

describe.runIf(namespacesAllowed)('a cage', () => {
  const folderOf = (name: string): string => {
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    mkdirSync(join(folder.path, name))
    return join(folder.path, name)
  }
  const runIn = async (settings: Partial<CageSettings>, script: string) => {
    const cage = await openCage({ ...nothing, mode: 'auto', ...settings })
    const [program = '', ...rest] = cage.wrap([process.execPath, '--eval', script])
    return promisify(execFile)(program, rest, { env: cage.env }).finally(() => cage.close())
  }

  test('hides a data folder also where it is a link into a folder that workers read', async () => {
    const shown = folderOf('shown')
    mkdirSync(join(shown, 'data'))
    writeFileSync(join(shown, 'data/master.key'), 'secret')
    symlinkSync(join(shown, 'data'), join(shown, '../link'))
    const hidden = [{ what: 'the data folder', path: join(shown, '../link') }]
    const reading = `fs.readFileSync(${JSON.stringify(join(shown, 'data/master.key'))})`
    await expect(runIn({ readable: [shown], hidden }, reading)).rejects.toThrow(/ENOENT|EACCES/)
    await runIn({ readable: [shown], hidden: [] }, reading)
  })

  test('is not opened around a file that it cannot hide', async () => {
    const shown = folderOf('shown')
    writeFileSync(join(shown, 'key'), 'secret')
    const hidden = [{ what: 'the file of a key', path: join(shown, 'key') }]
    await expect(openCage({ ...nothing, mode: 'auto', readable: [shown], hidden })).rejects.toThrow(
      /^A worker could read the file of a key: /,
    )
  })

  test('shows the links by which Debian finds libraries', async () => {
    const links = existsSync('/etc/alternatives') ? readdirSync('/etc/alternatives') : []
    const { stdout } = await runIn({}, `console.log(fs.readdirSync('/etc/alternatives').length)`).catch(
      () => ({ stdout: '0' }),
    )
    expect(Number(stdout)).toBe(links.length)
  })

  test.runIf(process.getuid?.() === 0)('says so where workers of root stay root', async () => {
    const own = folderOf('own')
    chmodSync(own, 0o700)
    const cage = await openCage({ ...nothing, mode: 'auto', readable: [own] })
    await cage.close()
    expect(cage.sandbox.layers).not.toContain('user')
    expect(cage.sandbox.lacking).toMatch(/workers run as root, like the server: as \S+ they cannot start/)
  })
})

test('no cage is opened where the operator wants none', async () => {
  const cage = await openCage({ ...nothing, mode: 'off' })
  expect(cage.wrap(['node', '--version'])).toEqual(['node', '--version'])
  await cage.close()
})
