// Tests backup, wipe and restore of an embedded server under traffic: all that was acknowledged before is there, and works.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { base64 } from '../../specimens/kit/photographs/face-photos.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import { makeBackup } from '../../src/commands/backup.ts'
import { restoreBackup } from '../../src/commands/restore.ts'
import { backUp } from '../../src/store/backup.ts'
import { databasePath } from '../../src/store/open.ts'
import { installation } from '../commands/command-line.ts'
import { documentCaller } from '../kit/document-caller.ts'
import { expectWhole, type Furnished, furnish, stillThere, traffic } from './furnished.ts'

const unhurried = { rate: 1_000_000, rateBurst: 1_000_000 }
const folder = temporaryFolder()
const backup = join(folder.path, 'backup')
let server: TestServer
let kept: Furnished

beforeAll(async () => {
  server = await startTestServer(unhurried)
  kept = await furnish(server)
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const page = (of = backup) =>
  JSON.parse(readFileSync(join(of, 'backup.json'), 'utf8')) as { files: number; database: string }

/** Makes a data folder with the key of the server and nothing else. */
function emptyData(name: string): string {
  const data = join(folder.path, name)
  mkdirSync(data, { mode: 0o700 })
  cpSync(join(server.data, 'master.key'), join(data, 'master.key'))
  return data
}

/** A picture of nothing is 101 where the document is known and 102 where it is not; a real back is drawn for the full check. */
async function expectAttaches(at: TestServer): Promise<void> {
  const { attach } = documentCaller(at, kept.credentials)
  expect((await attach(kept.document, base64(await chart(300, 300).jpeg().toBuffer()))).body).toMatchObject({
    recognized_data: { result_code: 101 },
  })
  if (process.env.SELFSAME_TEST_OPERATIONS !== 'all') return
  const back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 301 })
  const { body } = await attach(kept.document, back.base64)
  expect((body.linked_file_ids as string[]).length).toBe(2)
}

test('made under traffic, it restores all that was acknowledged before it began, and all of it works', async () => {
  const at = installation()
  const busy = traffic(() => [server], kept)
  await busy.more(5)
  const before = [...busy.acknowledged]
  const made = await at.run(`backup --out ${backup}`, { SELFSAME_DATA: server.data })
  expect(made.err).not.toContain('FAULT')
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('which is not in it')])
  await busy.more(5)
  await busy.stop()
  expect(busy.faults).toEqual([])
  expect(existsSync(join(backup, 'master.key'))).toBe(false)

  const data = emptyData('restored')
  const restored = await at.run(`restore ${backup}`, { SELFSAME_DATA: data })
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('Everything opens.')])
  expect(restored.out).toContain(`${page().files}  files`)
  expect(restored.out).not.toContain('nothing refers to')

  const extra = join(data, 'files/left/ov/over')
  mkdirSync(join(data, 'files/left/ov'), { recursive: true })
  writeFileSync(extra, 'of nobody')
  const tidied = await at.run('verify --remove-strays', { SELFSAME_DATA: data })
  expect([tidied.code, tidied.out]).toEqual([
    0,
    expect.stringMatching(/ 1 {2}files that nothing refers to, removed/),
  ])
  expect(existsSync(extra)).toBe(false)

  const again = await startTestServer({ ...unhurried, data })
  try {
    await expectWhole(again, kept)
    expect(await stillThere(again, kept, before)).toBe(before.length)
    await expectAttaches(again)
  } finally {
    await again.stop()
  }
})

/** The backup runs in this process, because a command takes longer to start than to do it. */
const copyInto = (to: string) =>
  backUp({
    databasePath: databasePath(server),
    files: server.server.runtime.store.files,
    folder: to,
    version: 'test',
    now: Date.now,
    onProgress: () => undefined,
  })

test('made again into the same folder, it takes what is new and lets go of what is gone', async () => {
  const { vault } = server.server.runtime.store
  await vault.keep(kept.organisationId, [{ id: 'late', bytes: Buffer.alloc(9) }], async () => undefined)
  const lying = () =>
    readdirSync(join(backup, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const withLate = await copyInto(backup)
  expect(lying()).toHaveLength(withLate.files)
  await vault.remove(kept.organisationId, ['late'])
  await copyInto(backup)
  expect(page().files).toBe(withLate.files - 1)
  expect(lying()).toHaveLength(page().files)
  expect(readdirSync(backup).toSorted()).toEqual(['backup.json', 'files', page().database].toSorted())
})

test('is refused where it would do harm', async () => {
  const at = (data: string) => testSettings(join(folder.path, data))
  await expect(restoreBackup(testSettings(server.data), backup)).rejects.toThrow('is not empty')
  await expect(restoreBackup(at('keyless'), backup)).rejects.toThrow('which is not here')
  await expect(restoreBackup(at('fresh'), folder.path)).rejects.toThrow('there is no backup.json in it')
  await expect(copyInto(server.data)).rejects.toThrow('neither empty nor a backup')
  await expect(makeBackup(at('nowhere'), { out: join(folder.path, 'nothing') })).rejects.toThrow(
    'There is no database',
  )
  const elsewhere = { ...testSettings(server.data), databaseUrl: 'postgres://db/selfsame' }
  await expect(makeBackup(elsewhere, { out: backup })).rejects.toThrow('pg_dump')
})

test('with a damaged file says which, and does not call itself whole', async () => {
  const at = installation()
  const damaged = join(folder.path, 'damaged')
  const keyed = await at.run(`backup --with-master-key --out ${damaged}`, { SELFSAME_DATA: server.data })
  expect([keyed.code, keyed.err]).toEqual([0, expect.stringContaining('THE MASTER KEY IS IN IT')])
  const [lost, spoiled] = readdirSync(join(damaged, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
  rmSync(lost ?? '')
  writeFileSync(spoiled ?? '', Buffer.alloc(200))
  const restored = await at.run(`restore ${damaged}`)
  expect([restored.code, restored.err.match(/^FAULT {2}file:/gm)?.length]).toEqual([1, 2])
  expect(restored.err).toContain('2 things do not open')
  writeFileSync(join(damaged, page(damaged).database), 'not the database', { flag: 'a' })
  await expect(restoreBackup(testSettings(join(folder.path, 'bitten')), damaged)).rejects.toThrow(
    'is damaged',
  )
})
