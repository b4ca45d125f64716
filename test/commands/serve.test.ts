// Tests selfsame serve: what it prints, what it keeps out of its log, and when it refuses to start.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import '../../specimens/kit/engines/provided.ts'
import { namespacesAllowed, withoutNamespaces, withoutWalls } from '../../specimens/kit/cage/namespaces.ts'
import { basic } from '../../specimens/kit/servers/server.ts'
import { anotherManifest } from './another-manifest.ts'
import { installation, passwordIn, type Running } from './command-line.ts'

const ready = /Selfsame is ready/
const urlIn = (text: string) => /browse: (http:.+)\/docs\n/.exec(text)?.[1] ?? ''

async function stop({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}

/** A start that cannot be ends with a sentence, and with no trace of code. */
async function refused(running: Running, says: RegExp): Promise<void> {
  expect(await running.ended, running.output()).toBe(1)
  expect(running.output()).toMatch(/Selfsame cannot start\./)
  expect(running.output()).toMatch(says)
  expect(running.output()).not.toMatch(/\bat .*\.(ts|js)/)
  expect(running.output()).not.toMatch(/password {2}/)
}

test('an installation lives: a taken port, first credentials that work, a second server, and a kill', {
  timeout: 600_000,
}, async () => {
  const at = installation()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const early = at.start('serve', { SELFSAME_PORT: String(port) })
  await refused(early, new RegExp(`Port ${port} of 127.0.0.1 is taken`))
  expect(early.output()).toMatch(/made a master key/)

  // The start that failed made no organisation; this one prints its credentials, and no log ever holds them.
  const settings = { SELFSAME_LOG_LEVEL: 'trace' }
  const first = at.start('serve', settings)
  await first.until(/browse: .*\/docs\n/)
  const password = passwordIn(first.output())
  expect(password).toHaveLength(32)
  const authorization = basic({ name: 'first', password })
  const call = (header: string) =>
    fetch(`${urlIn(first.output())}/face-collections/sign-collection-id`, {
      method: 'POST',
      headers: { authorization: header, 'content-type': 'application/json' },
      body: '{"id":"staff","external_person_id":"me"}',
    })
  expect((await call(authorization)).status).toBe(200)
  expect((await call(basic({ name: 'first', password: `${password}x` }))).status).toBe(401)
  expect(await stop(first)).toBe(0)
  const log = first
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(log.join('\n')).toMatch(/shut down/)
  expect(log.join('\n')).not.toContain(password)
  expect(first.output()).not.toContain(authorization.slice(6))

  // One whose operator wants no cage warns, and prints nothing that was printed before.
  const second = at.start('serve', { SELFSAME_CAGE: 'off' })
  await second.until(ready)
  expect(second.output()).toMatch(/"level":(40|"warn")[^\n]*workers are not caged/)
  expect(second.output()).not.toMatch(/password|made a master key/)

  // The folder is taken as long as it is served, however that ends.
  await refused(at.start('serve'), /Another Selfsame server is running on/)
  second.child.kill('SIGKILL')
  await second.ended
  const next = at.start('serve')
  await next.until(ready)
  expect(await stop(next)).toBe(0)
})

/** As where util-linux is not installed; a user namespace instead would have no other user. */
const withoutUnshare = [
  ...['unshare', '--mount', 'sh', '-ec'],
  'mount --bind /dev/null "$(command -v unshare)"; exec "$0" "$@"',
]
const mayMount = spawnSync('unshare', [...withoutUnshare.slice(1), 'true']).status === 0

describe.runIf(process.getuid?.() === 0 && mayMount)('workers of root', () => {
  test.each([
    ['in the cage', namespacesAllowed ? 'caged' : 'partial', []],
    ['without namespaces', 'partial', withoutUnshare],
  ])('are another user %s, with networks beside the data folder', async (_where, state, around) => {
    const at = installation()
    // Like /var/cache, through which others may go.
    chmodSync(dirname(at.data), 0o711)
    const settings = { SELFSAME_NETWORK_CACHE: join(dirname(at.data), 'networks') }
    const running = at.start('serve', settings, around)
    await running.until(ready)
    const answer = await fetch(`${/"url":"(http:[^"]+)"/.exec(running.output())?.[1]}/readyz`)
    const layers = expect.arrayContaining(['user'])
    expect(await answer.json()).toMatchObject({ sandbox: { state, layers } })
    expect(await stop(running)).toBe(0)
  })
})

describe('on a machine that forbids user namespaces', () => {
  test('the start and the doctor say so, and what is left', async () => {
    const at = installation()
    const running = at.start('serve', {}, withoutNamespaces)
    await running.until(ready)
    expect(running.output()).toMatch(/caged only in part/)
    expect(running.output()).toMatch(/"lacking":"[^"]*(user namespaces|this machine has no)/)
    const url = /"url":"(http:[^"]+)"/.exec(running.output())?.[1]
    const answer = await fetch(`${url}/readyz`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      sandbox: { state: 'partial', lacking: expect.stringMatching(/user namespaces|this machine has no/) },
    })
    expect(await stop(running)).toBe(0)
    const doctor = at.start('doctor', {}, withoutNamespaces)
    expect(await doctor.ended, doctor.output()).toBe(0)
    expect(doctor.output()).toMatch(/^advice {2}Sandbox: workers are held by .*; not whole: /m)
  })

  test('a server that requires the cage does not start', async () => {
    const running = installation().start('serve', { SELFSAME_CAGE: 'whole' }, withoutNamespaces)
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(/Selfsame cannot start\. SELFSAME_CAGE is "whole", and workers cannot/)
  })
})

describe.runIf(namespacesAllowed)('where a worker could read keys and data', () => {
  test('the server does not start, and doctor says why', async () => {
    const at = installation()
    const running = at.start('serve', {}, withoutWalls)
    expect(await running.ended).toBe(1)
    const why = /A worker could read the data folder: .* SELFSAME_CAGE=partial/
    expect(running.output()).toMatch(/Selfsame cannot start\. /)
    expect(running.output()).toMatch(why)
    const doctor = at.start('doctor', {}, withoutWalls)
    expect(await doctor.ended).toBe(1)
    expect(doctor.output()).toMatch(/^FAULT {3}Sandbox: A worker could read the data folder: /m)
  })

  test('it starts where that is allowed by name; log, /readyz and doctor say what is open', async () => {
    const at = installation()
    const running = at.start('serve', { SELFSAME_CAGE: 'partial' }, withoutWalls)
    await running.until(ready)
    expect(running.output()).toMatch(/"open":\["the data folder"[^\n]*as SELFSAME_CAGE=partial allows/)
    const url = /"url":"(http:[^"]+)"/.exec(running.output())?.[1]
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      sandbox: { state: 'partial', open: expect.arrayContaining(['the data folder']) },
    })
    expect(await stop(running)).toBe(0)
    const doctor = at.start('doctor', { SELFSAME_CAGE: 'partial' }, withoutWalls)
    expect(await doctor.ended, doctor.output()).toBe(0)
    expect(doctor.output()).toMatch(/^advice {2}Sandbox: open, .*a worker can read the data folder/m)
  })
})

test('the former name of the cage is read, with a word about the name of today', async () => {
  const running = installation().start('serve', { SELFSAME_SANDBOX: 'require' }, withoutNamespaces)
  expect(await running.ended).toBe(1)
  expect(running.output()).toContain('SELFSAME_SANDBOX=require (now SELFSAME_CAGE=whole)')
  expect(running.output()).toMatch(/Selfsame cannot start\. SELFSAME_CAGE is "whole"/)
})

describe('refuses to start, with a sentence and no trace of code,', () => {
  test('without the master key, and with another one', async () => {
    const at = installation()
    await at.run('org add acme')
    rmSync(join(at.data, 'master.key'))
    await refused(at.start('serve'), /master\.key is missing.*Restore it from your backup/)
    writeFileSync(join(at.data, 'master.key'), randomBytes(32).toString('hex'))
    await refused(at.start('serve'), /wrapped by master key/)
  })

  test('with a network that is not the one that was measured', async () => {
    const running = installation().start('serve', anotherManifest)
    await refused(running, /The network face-embedder is not the one that was measured: .* Run `npm ci`/)
  })

  test('where networks cannot be kept', async () => {
    const at = installation()
    await at.run('migrate')
    const settings = { SELFSAME_NETWORK_CACHE: join(at.data, 'selfsame.db') }
    await refused(at.start('serve', settings), /Networks cannot be kept in .*SELFSAME_NETWORK_CACHE/)
  })

  test('on a file that is not a database', async () => {
    const at = installation()
    await at.run('org add acme')
    writeFileSync(join(at.data, 'selfsame.db'), randomBytes(8192))
    const file = join(at.data, 'selfsame.db')
    await refused(at.start('serve'), new RegExp(`not a database.*: ${file}\\. Restore it from a backup`))
  })

  test('in a place where no folder can be made, by its path and at once', async () => {
    for (const folder of ['/proc/nope/data', '/dev/null/data'])
      await refused(
        installation().start('serve', { SELFSAME_DATA: folder }),
        new RegExp(`The folder ${folder} cannot be made: .*Set SELFSAME_DATA to a folder`),
      )
    const settings = { SELFSAME_NETWORK_CACHE: '/proc/nope/networks' }
    await refused(
      installation().start('serve', settings),
      /Networks cannot be kept in \/proc\/nope\/networks: .*SELFSAME_NETWORK_CACHE/,
    )
  })

  test.skipIf(inject('postgresUrl') === null)('on a PostgreSQL without this database', async () => {
    const url = new URL(inject('postgresUrl') ?? '')
    url.pathname = '/nowhere'
    const settings = { SELFSAME_DATABASE_URL: url.href, SELFSAME_MASTER_KEY: randomBytes(32).toString('hex') }
    await refused(installation().start('serve', settings), /nowhere/)
  })
})
