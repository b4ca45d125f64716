// Tests selfsame doctor on a sound installation and on broken ones: it names the fault and how to fix it.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { namespacesAllowed } from '../../specimens/kit/cage/namespaces.ts'
import { freePort } from '../../specimens/kit/engines/sandbox.ts'
import { keepVerification } from '../../specimens/kit/records/kept-people.ts'
import { type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import type { DoctorFinding } from '../../src/commands/doctor-finding.ts'
import { dataFolder, port } from '../../src/commands/doctor-machine.ts'
import {
  apiKeys,
  capture,
  database,
  livenessFloor,
  masterKey,
  verifications,
} from '../../src/commands/doctor-store.ts'
import { videos } from '../../src/commands/doctor-workers.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { isOurs, networkRows } from '../../src/models/manifest.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { openStore } from '../../src/store/open.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { anotherManifest } from './another-manifest.ts'
import { type Ended, type Installation, installation } from './command-line.ts'

let at: Installation
let sound: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  sound = temporaryFolder()
  const settings = testSettings(sound.path)
  const events = { migrated: () => undefined, masterKeyMade: () => undefined }
  const store = await openStore(settings, Date.now, events)
  await addOrganisation(store, 'acme', Date.now())
  await store.close()
})
afterAll(() => sound.remove())
beforeEach(() => {
  at = installation(sound.path)
})
const diagnose = async (settings: Record<string, string> = {}) =>
  at.run('doctor', { SELFSAME_PORT: String(await freePort()), ...settings })

function expectFault(ended: Ended, part: string, says: RegExp, fix: RegExp): void {
  expect(ended.code).toBe(1)
  const fault = new RegExp(`^FAULT {3}${part}: (.*)\\n {8}(.*)$`, 'm').exec(ended.out)
  expect(fault?.[1], ended.out).toMatch(says)
  expect(fault?.[2], ended.out).toMatch(fix)
  expect(ended.err).toMatch(/\d faults? to fix/)
  expect(ended.out + ended.err).not.toMatch(/\bat .*\.ts/)
}

/** Runs one part in this process, because the whole doctor starts workers, which would not see the change. */
async function expectFinding(
  ask: (settings: ReturnType<typeof testSettings>) => Promise<DoctorFinding>,
  says: RegExp,
  fix: RegExp,
): Promise<void> {
  const finding = await ask(testSettings(at.data))
  expect(finding).toEqual({ fault: expect.stringMatching(says), fix: expect.stringMatching(fix) })
}

describe('a sound installation', () => {
  test('is called sound', async () => {
    const { code, out } = await diagnose()
    expect(out).not.toContain('FAULT')
    const parts = [
      'Node.js',
      'Data folder',
      'Database',
      'Files',
      'Organisations',
      'API keys',
      'Purging',
      'Networks',
      'Workers',
      'Port',
    ]
    for (const part of parts) expect(out).toContain(`ok      ${part}: `)
    // Where no server was started yet, the next start makes them ready.
    expect(out).toMatch(/Networks: all \d+ are the files that were measured[,;] .*ready in /)
    expect(out).toMatch(/Workers: a worker opened all networks in \d+\.\d s, and decodes and sees/)
    expect(out).toMatch(/ok {6}Videos: .+: ffmpeg version /)
    expect(out).toContain('This installation is sound.')
    expect(code).toBe(0)
  })

  test('is also one that was never started, and it stays as it is', async () => {
    at = installation()
    const networks = join(at.data, 'networks')
    const { code, out } = await diagnose({ SELFSAME_NETWORK_CACHE: networks })
    expect(out).not.toContain('FAULT')
    expect(out).toContain(
      `the next start makes ${networkRows.filter((row) => !isOurs(row)).length} of them ready in ${networks}`,
    )
    expect(existsSync(networks)).toBe(false)
    expect(code).toBe(0)
    const { err } = await at.run('org add acme')
    expect(err, 'whoever makes the master key says so').toContain('Made a master key')
  })
})

describe('a broken installation', () => {
  test('without its master key', async () => {
    rmSync(join(at.data, 'master.key'))
    await expectFinding(masterKey, /master\.key is missing/, /Restore the file/)
  })

  test('with another master key', async () => {
    writeFileSync(join(at.data, 'master.key'), randomBytes(32).toString('base64'))
    await expectFinding(masterKey, /wrapped by master key [0-9a-f]{16}/, /Put the master key back/)
  })

  test('with a master key that is none', async () => {
    writeFileSync(join(at.data, 'master.key'), 'open sesame')
    await expectFinding(masterKey, /master\.key must hold 32 bytes/, /Put your master key there/)
  })

  test('with a file in the place of the data folder', async () => {
    const file = join(at.data, 'a-file')
    writeFileSync(file, '')
    expect(await dataFolder(testSettings(join(file, 'data')))).toEqual({
      fault: `${file} is no folder`,
      fix: expect.stringMatching(/SELFSAME_DATA/),
    })
  })

  test('with garbage for a database', async () => {
    writeFileSync(join(at.data, 'selfsame.db'), randomBytes(8192))
    await expectFinding(database, /not a database/, /backup/)
  })

  test('with a database damaged inside', async () => {
    const path = join(at.data, 'selfsame.db')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xaa, 4096, statSync(path).size))
    await expectFinding(database, /damaged|malformed/, /backup/)
  })

  test('with PostgreSQL and S3 out of reach, and a network that is not the one that was measured', async () => {
    const nobody = await freePort()
    const ended = await diagnose({
      ...anotherManifest,
      SELFSAME_MASTER_KEY: randomBytes(32).toString('hex'),
      SELFSAME_DATABASE_URL: `postgres://selfsame:hunter2@127.0.0.1:${nobody}/x`,
      SELFSAME_S3_ENDPOINT: `http://127.0.0.1:${nobody}`,
      SELFSAME_S3_BUCKET: 'files',
      SELFSAME_S3_ACCESS_KEY_ID: 'a',
      SELFSAME_S3_SECRET_ACCESS_KEY: 'hunter3',
    })
    expectFault(ended, 'Database', /ECONNREFUSED/, /SELFSAME_DATABASE_URL/)
    expectFault(ended, 'Files', /ECONNREFUSED/, /SELFSAME_S3_/)
    expect(ended.out + ended.err).not.toMatch(/hunter/)
    expectFault(ended, 'Networks', /face-embedder is not the one that was measured/, /npm ci/)
    expect(ended.out).toContain('advice  Workers: not asked: the networks are not sound')
  })

  test('in several ways at once: all are named, also workers that get too little memory to start', async () => {
    const other = createServer((socket) => socket.on('error', () => undefined).end('hello\n')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const taken = (other.address() as { port: number }).port
    writeFileSync(join(at.data, 'files'), 'not a folder')
    chmodSync(join(at.data, 'master.key'), 0o644)
    chmodSync(at.data, 0o755)
    const ended = await diagnose({ SELFSAME_PORT: String(taken), SELFSAME_WORKER_MEMORY: '8 MiB' })
    expectFault(ended, 'Files', /disk of the files/, /Let this user write in /)
    expectFault(ended, 'Master key', /can be read by other users/, /chmod 600/)
    expectFault(ended, 'Workers', /a worker cannot start/, /SELFSAME_WORKER_MEMORY/)
    expect(ended.out).toContain('ok      Videos: not asked: no worker can be asked yet')
    expectFault(ended, 'Port', /taken by another program/, /SELFSAME_PORT/)
    expect(ended.out).toMatch(/^advice {2}Data folder: .*chmod 700/m)
    expect(ended.err).toBe('4 faults to fix.\n')
  })
})

describe('a Selfsame on the port', () => {
  const { start, stopAll } = testServers()
  let mine: TestServer
  beforeAll(async () => {
    mine = await start()
  })
  afterAll(stopAll)

  test('is distinguished from another one', async () => {
    const other = await start()
    const asked = (data: string, { url }: TestServer) =>
      port({ ...testSettings(data), port: Number(new URL(url).port) })
    expect(await asked(mine.data, mine)).toEqual({
      ok: expect.stringMatching(/^this installation answers on/),
    })
    const stranger = {
      fault: expect.stringMatching(
        /is another one: it signs receipts with keys that are not in this database/,
      ),
      fix: expect.stringMatching(/SELFSAME_PORT.*SELFSAME_DATA/),
    }
    expect(await asked(mine.data, other)).toEqual(stranger)
    expect(await asked(other.data, mine)).toEqual(stranger)
  })

  test('is not taken for itself where a copy of its data is asked', async () => {
    const copy = installation(mine.data)
    expect(await port({ ...testSettings(copy.data), port: Number(new URL(mine.url).port) })).toMatchObject({
      fault: expect.stringMatching(/is another one: no server is running on/),
    })
  })
})

/** A script that says another version than the ffmpeg that it starts; a caged worker has no shell to run it. */
function ffmpegScript(version: string): string {
  const path = join(at.data, 'ffmpeg-script')
  const real = findFfmpeg('')
  const lines = [
    '#!/bin/sh',
    `case "$*" in *-decoders*) echo "${version}" >&2; exec ${real} "$@" 2>/dev/null;; esac`,
  ]
  writeFileSync(path, `${lines.join('\n')}\nexec ${real} "$@"\n`, { mode: 0o755 })
  return path
}

describe('videos', () => {
  test('an old ffmpeg is reported, with its version', async () => {
    const ffmpeg = ffmpegScript('ffmpeg version 4.1.4-static Copyright (c) 2000-2019 the FFmpeg developers')
    expect(await videos({ ...testSettings(at.data), ffmpeg, cage: 'off' })).toEqual({
      advice: expect.stringMatching(
        /older than ffmpeg 4\.4 \(ffmpeg version 4\.1\.4-static\).*SELFSAME_FFMPEG/,
      ),
    })
  })

  test.runIf(namespacesAllowed)('a script in the place of ffmpeg is a fault, with what to do', async () => {
    expect(await videos({ ...testSettings(at.data), ffmpeg: ffmpegScript('ffmpeg version 7.1') })).toEqual({
      fault: expect.stringMatching(
        /SELFSAME_FFMPEG is set, so no other is taken: .*ffmpeg-script does not read videos here: it is a script/,
      ),
      fix: expect.stringMatching(/503/),
    })
  })

  test('an ffmpeg that is not there is a fault: no other is taken than the one the operator named', async () => {
    expect(await videos({ ...testSettings(at.data), ffmpeg: '/nowhere/ffmpeg' })).toEqual({
      fault: 'SELFSAME_FFMPEG names /nowhere/ffmpeg, which is not to be found',
      fix: expect.anything(),
    })
  })
})

test('API keys that end soon are named, with what to do', async () => {
  const settings = testSettings(at.data)
  expect(await apiKeys(settings)).toEqual({ ok: 'none' })
  const create = async (words: string) => {
    const { out } = await at.run(`api-key create acme ${words} --scope read --json`)
    return (JSON.parse(out) as { id: string }).id
  }
  await create('long')
  await create('endless --expires never')
  await at.run(`api-key revoke ${await create('gone --expires 1d')}`)
  expect(await apiKeys(settings)).toEqual({ ok: '2 are good' })
  const id = await create('soon --expires 13d')
  expect(await apiKeys(settings)).toEqual({
    advice: expect.stringContaining(`1 of 3 end within two weeks: ${id} (soon). \`selfsame api-key rotate`),
  })
})

test('verifications that wait to be judged and events that wait to be delivered are reported', async () => {
  const settings = testSettings(at.data)
  expect(await verifications(settings)).toEqual({ ok: 'none open' })
  const keep = (state: string, age: number) =>
    at.withStore(async (store) => {
      const organisationId = (await findOrganisation(store.database, 'acme'))?.id ?? ''
      const person = { organisationId, externalPersonId: 'anna' }
      await keepVerification(store, person, Date.now() - age, { state, finishedAt: null })
    })
  await keep('review', 86_400_000)
  await keep('processing', 60_000)
  expect(await verifications(settings)).toEqual({ ok: '1 processing, 1 review' })
  await keep('processing', 3_700_000)
  expect(await verifications(settings)).toEqual({
    advice: expect.stringMatching(/^2 processing, 1 review; one waits to be judged since .*log/),
  })
  await at.withStore(async ({ database: opened }) => {
    await opened.query(`UPDATE webhook_deliveries SET state = 'waiting'`)
    await opened.query(`UPDATE webhook_endpoints SET is_enabled = 0, disabled_because = 'it answered 410'`)
  })
  expect(await verifications(settings)).toEqual({
    advice: expect.stringMatching(
      /3 events wait to be delivered; .*; an event waits .* since .*selfsame webhook deliveries.*; 1 webhook endpoints were disabled/,
    ),
  })
})

test('the liveness floor is reported, with organisations that have their own', async () => {
  const settings = testSettings(at.data)
  expect(await livenessFloor(settings)).toEqual({ ok: expect.stringMatching(/^none: callers may weaken/) })
  await at.run('org floor acme high')
  expect(await livenessFloor({ ...settings, livenessFloor: 'standard' })).toEqual({
    ok: 'standard or more is asked; of their own: acme high',
  })
})

test('captures are reported: what is asked, the roots, the age of the list, and files that stop a start', async () => {
  const settings = testSettings(at.data)
  expect(await capture(settings)).toEqual({
    ok: 'any is asked; 2 roots of Android, 1 of Apple; no revocation list',
  })
  const file = join(at.data, 'capture.json')
  const app = { package: 'vn.example.bank', digests: ['AB'.repeat(32)] }
  writeFileSync(file, JSON.stringify({ require: 'attested', android_apps: [app] }))
  const shown = await at.run(`org capture acme --set ${file}`)
  expect(shown.out).toContain(`"${'ab'.repeat(32)}"`)
  expect(shown.out).toContain('The server asks for any; the stronger of both holds.')
  expect((await at.run('org capture acme')).out).toContain('"require": "attested"')
  expect(await capture(settings)).toEqual({
    advice: expect.stringMatching(
      /^any is asked; of their own: acme attested; .*SELFSAME_ANDROID_REVOCATIONS/,
    ),
  })
  writeFileSync(file, '{"require":"always"}')
  const wrong = await at.run(`org capture acme --set ${file}`)
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('none of any, signed, attested')])

  const list = join(at.data, 'status.json')
  writeFileSync(list, '{"entries":{"aa":{"status":"REVOKED"}}}')
  const listed = { ...settings, androidRevocations: list }
  expect(await capture(listed)).toEqual({ ok: expect.stringContaining('has 1 rows and is 0 days old') })
  const old = Date.now() / 1000 - 12 * 86_400
  utimesSync(list, old, old)
  expect(await capture(listed)).toEqual({
    advice: expect.stringContaining('12 days old: fetch it once a day'),
  })

  writeFileSync(list, 'not JSON')
  const gone = join(at.data, 'nowhere.pem')
  writeFileSync(file, 'no PEM')
  const broken: readonly (readonly [Partial<typeof settings>, RegExp])[] = [
    [listed, /^SELFSAME_ANDROID_REVOCATIONS: .*status.json is no JSON .* Fetch the list/],
    [{ androidRoots: gone }, /^SELFSAME_ANDROID_ROOTS: .*nowhere.pem is not there\. Give a file/],
    [{ appleRoots: file }, /^SELFSAME_APPLE_ROOTS: .*capture.json has no certificate in PEM/],
    [{ appleRoots: at.data }, /^SELFSAME_APPLE_ROOTS: .* is a folder\./],
    [
      { androidEndedFactory: 'accept' },
      /^SELFSAME_ANDROID_ENDED_FACTORY=accept needs SELFSAME_ANDROID_REVOC/,
    ],
  ]
  for (const [other, words] of broken)
    expect(await capture({ ...settings, ...other })).toMatchObject({ fault: expect.stringMatching(words) })
})
