// Tests upgrades: data of every earlier version is migrated and served, and migrations only add, for rolling updates.
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import { migrations, pending } from '../../src/store/migrate.ts'
import { databasePath, masterKeyPath, openStore } from '../../src/store/open.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { verifyAll } from '../../src/store/verify.ts'
import { makeOldData } from './old-data.ts'

const known = migrations()
const earlier = known.slice(0, -1).map(({ number }) => number)

function folder(): string {
  const made = temporaryFolder()
  onTestFinished(made.remove)
  return join(made.path, 'data')
}

const tablesWith = { 2: 'files', 4: 'faces', 5: 'challenge_frames', 6: 'document_images' } as const

describe('data of an earlier version', () => {
  test.each(earlier)('as migration %i left it, is migrated, and all of it opens', async (number) => {
    const data = folder()
    await makeOldData(data, number)
    const migrated: string[] = []
    const store = await openStore(testSettings(data), Date.now, {
      migrated: (name) => migrated.push(name),
      masterKeyMade: () => undefined,
    })
    try {
      expect(migrated).toEqual(known.slice(number).map(({ name }) => name))
      const { opened, faults, orphans } = await verifyAll(store, () => undefined)
      expect([faults, orphans]).toEqual([[], []])
      expect(opened.files ?? 0).toBe(number < 2 ? 0 : 3)
      for (const [since, table] of Object.entries(tablesWith))
        if (number >= Number(since) && table !== 'files')
          expect(opened[`sealed rows of ${table}`], table).toBe(1)
    } finally {
      await store.close()
    }
  })

  test.each([
    ['missing', (path: string) => rmSync(path), 'is missing, but the database holds keys'],
    [
      'another one',
      (path: string) => writeFileSync(path, randomBytes(32).toString('hex')),
      'the one in use is',
    ],
  ])('is not migrated where the master key is %s', async (_what, spoil, said) => {
    const data = folder()
    await makeOldData(data, 6)
    const settings = testSettings(data)
    spoil(masterKeyPath(settings))
    const silent = { migrated: () => undefined, masterKeyMade: () => undefined }
    await expect(openStore(settings, Date.now, silent)).rejects.toThrow(said)
    const database = openSqlite(databasePath(settings))
    expect((await pending(database)).map(({ number }) => number)).toEqual(
      known.slice(6).map(({ number }) => number),
    )
    await database.close()
  })

  test('as the version before the audit trail left it, is served', async () => {
    const data = folder()
    const credentials = await makeOldData(data, 6)
    const server = await startTestServer({ data })
    try {
      const call = callerOf(server, credentials)
      const sign = { id: 'staff', external_person_id: 'p' }
      expect((await call('POST', '/face-collections/sign-collection-id', sign)).body.result_code).toBe(138)
      const erased = await call('POST', '/persons/erase', { external_person_id: 'anna' })
      expect(erased.body).toMatchObject({
        result_code: 200,
        removed: { challenges: 1, documents: 1, faces: 1 },
      })
      const readiness = await fetch(`${server.url}/readyz`)
      expect(readiness.status).toBe(200)
    } finally {
      await server.stop()
    }
  })
})

/** A server of the version before goes on writing beside the new schema, so new columns must do without it. */
test.each(known)('migration $number ($name) takes nothing away from a running server', ({ sql }) => {
  const statements = sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((one) => one.trim())
  for (const statement of statements) {
    expect(statement).not.toMatch(/\bDROP (TABLE|COLUMN)\b|\bRENAME\b|\bALTER COLUMN\b/i)
    if (/ADD COLUMN/i.test(statement) && /NOT NULL/i.test(statement))
      expect(statement).toMatch(/\bDEFAULT\b/i)
  }
})
