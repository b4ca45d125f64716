// Tests the cage of the workers: what a decoder that was taken over tries, with the cage, without it, and with what is left of it.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Attempts, needs } from '../../specimens/kit/cage/breakout.ts'
import { namespacesAllowed, withoutNamespaces, withUsualMounts } from '../../specimens/kit/cage/namespaces.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openCage } from '../../src/workers/cage.ts'

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
    const { sandbox, outcomes } = await attempts('require')
    expect(sandbox.state).toBe('caged')
    expect(sandbox.layers).toEqual(expect.arrayContaining(['namespaces', 'no-new-privileges', 'environment']))
    expect(named(outcomes, 'fell').toSorted()).toEqual(needs.toSorted())
    expect(named(outcomes, 'held').length).toBeGreaterThan(20)
  })

  test('so is one where /proc and /sys are mounted as on most machines and in containers', {
    timeout: WAIT_MS,
  }, async () => {
    const { sandbox, outcomes } = await attempts('require', withUsualMounts)
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
    const { sandbox, outcomes } = await attempts('auto', withoutNamespaces)
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
    const refused = await attempts('require', withoutNamespaces).catch(
      (error: { stderr: string }) => error.stderr,
    )
    expect(refused).toContain('SELFSAME_SANDBOX is "require"')
  })
})

test('no cage is opened where the operator wants none', async () => {
  const cage = await openCage({ ...nothing, mode: 'off' })
  expect(cage.wrap(['node', '--version'])).toEqual(['node', '--version'])
  await cage.close()
})
