// Tests the audit trail on every engine: it is append-only, and tampering past that is found and named.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allEntries, auditEvent, recordedBy, tamper } from '../../specimens/kit/records/audit-trail.ts'
import { openChain } from '../../src/audit/open-chain.ts'
import { openTrail } from '../../src/audit/trail.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import type { Database } from '../../src/store/port.ts'
import { chainsAfter, headOf } from '../../src/store/records/audit.ts'
import { databases, type FreshDatabase } from '../store/adapters.ts'

const now = () => 1_700_000_000_000

describe.each(databases)('on $name', ({ available, migrated }) => {
  let data: FreshDatabase
  let database: Database
  let chain: string
  beforeEach(async () => {
    if (!available) return
    data = await migrated()
    database = data.open()
    const trail = openTrail({ database, now, isOn: true })
    for (let turn = 1; turn <= 5; turn++)
      await recordedBy(trail, auditEvent(`request-${turn}`, { apiKeyId: turn === 4 ? 'key-1' : '' }))
    chain = (await chainsAfter(database, 0, 1))[0]?.chain ?? ''
  })
  afterEach(async () => {
    if (!available) return
    await database.close()
    data.remove()
  })

  const fault = async (head?: string) => (await verifyTrail(database, { head })).fault

  test.skipIf(!available)('an untouched trail is whole', async () => {
    expect(await verifyTrail(database)).toEqual({ chains: 1, entries: 5, fault: undefined })
  })

  test.skipIf(!available)('neither entries nor chains can be changed or removed', async () => {
    for (const sql of [
      `UPDATE audit_entries SET result_code = 200`,
      `DELETE FROM audit_entries WHERE number = 5`,
      `UPDATE audit_chains SET opened_at = 0`,
      `DELETE FROM audit_chains`,
      ...(database.engine === 'postgres' ? ['TRUNCATE audit_entries'] : []),
    ])
      await expect(database.query(sql), sql).rejects.toThrow('append-only')
    expect(await fault()).toBeUndefined()
  })

  const columns = {
    at: '1',
    organisation_id: `'other'`,
    request_id: `'other'`,
    operation: `'other'`,
    route: `'other'`,
    status: '201',
    result_code: '141',
    api_key_id: `'other'`,
    previous_hash: `'${'0'.repeat(64)}'`,
    hash: `'${'0'.repeat(64)}'`,
  }
  test.skipIf(!available).each(Object.entries(columns))('a changed %s is found', async (column, value) => {
    await tamper(database, `UPDATE audit_entries SET ${column} = ${value} WHERE number = 3`)
    expect(await fault()).toMatch(/^Entry 3 of chain number 1 .* was changed/)
  })

  test.skipIf(!available).each(['', 'key-2'])('an API key that became %j is found', async (other) => {
    await tamper(database, `UPDATE audit_entries SET api_key_id = '${other}' WHERE number = 4`)
    expect(await fault()).toMatch(/^Entry 4 of chain number 1 .* was changed/)
  })

  test.skipIf(!available)('an entry that a version without API keys wrote still holds', async () => {
    const head = await headOf(database, chain)
    const old = [chain, 6, now(), 'organisation-1', 'old-request', 'compareFaces', '/compare', 200, 200]
    const words = ['selfsame-audit-entry-1', ...old, head?.hash]
    const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex')
    await database.query(
      `INSERT INTO audit_entries (chain, number, at, organisation_id, request_id, operation, route, status, result_code,
         previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [...old, head?.hash ?? '', hash],
    )
    expect(await verifyTrail(database)).toEqual({ chains: 1, entries: 6, fault: undefined })
  })

  test.skipIf(!available)('a removed entry is found', async () => {
    await tamper(database, 'DELETE FROM audit_entries WHERE number = 3')
    expect(await fault()).toMatch(/^Entry 3 of chain number 1 .* is missing/)
  })

  test.skipIf(!available)('a removed entry is found when those after it are moved up', async () => {
    await tamper(
      database,
      `DELETE FROM audit_entries WHERE number = 3; UPDATE audit_entries SET number = 3 WHERE number = 4;
       UPDATE audit_entries SET number = 4 WHERE number = 5`,
    )
    expect(await fault()).toMatch(/^Entry 3 of chain number 1 .* stands in the place of another/)
  })

  test.skipIf(!available)('entries that changed places are found', async () => {
    await tamper(
      database,
      `UPDATE audit_entries SET number = 99 WHERE number = 2; UPDATE audit_entries SET number = 2 WHERE number = 4;
       UPDATE audit_entries SET number = 4 WHERE number = 99`,
    )
    expect(await fault()).toMatch(/^Entry 2 of chain number 1 .* stands in the place of another/)
  })

  test.skipIf(!available)('an end that was cut off is found by a head kept elsewhere', async () => {
    const last = (await headOf(database, chain))?.hash
    expect(await fault(last)).toBeUndefined()
    await tamper(database, 'DELETE FROM audit_entries WHERE number > 3')
    expect(await fault()).toBeUndefined()
    expect(await fault(last)).toMatch(/is nowhere in the trail/)
  })

  test.skipIf(!available)('an end that was cut off is found by a chain that was opened later', async () => {
    const { hash } = await openChain(database, now)
    expect(await fault(hash)).toBeUndefined()
    await tamper(database, 'DELETE FROM audit_entries WHERE number > 3')
    expect(await fault()).toMatch(/^Entry 5 of chain .*, which chain number 2 saw, is missing/)
  })

  test.skipIf(!available)('a chain that was removed is found, and one that was never opened', async () => {
    const { hash } = await openChain(database, now)
    await recordedBy(openTrail({ database, now, isOn: true }), auditEvent('third-chain'))
    await tamper(database, 'DELETE FROM audit_chains WHERE number = 2')
    expect(await fault()).toBe('Chain number 2 is missing.')
    await tamper(
      database,
      "DELETE FROM audit_entries WHERE request_id = 'third-chain'; DELETE FROM audit_chains WHERE number = 3",
    )
    expect(await fault()).toBeUndefined()
    expect(await fault(hash)).toMatch(/is nowhere in the trail/)
    await tamper(database, 'DELETE FROM audit_chains')
    expect(await fault()).toMatch(/which was never opened/)
  })

  test.skipIf(!available)(
    'a chain rewritten with valid hashes does not fit the head kept elsewhere',
    async () => {
      const { hash } = await openChain(database, now)
      await tamper(database, 'DELETE FROM audit_entries; DELETE FROM audit_chains')
      const forged = openTrail({ database, now, isOn: true })
      for (let turn = 1; turn <= 5; turn++) await recordedBy(forged, auditEvent(`forged-${turn}`))
      expect(await fault()).toBeUndefined()
      expect(await fault(hash)).toMatch(/is nowhere in the trail/)
    },
  )

  test.skipIf(!available)('verifying from a chain on trusts the chains before it', async () => {
    await recordedBy(openTrail({ database, now, isOn: true }), auditEvent('second-chain'))
    await tamper(database, 'UPDATE audit_entries SET status = 500 WHERE number = 3')
    expect(await fault()).toMatch(/^Entry 3/)
    expect(await verifyTrail(database, { from: 2 })).toEqual({ chains: 1, entries: 1, fault: undefined })
    expect((await verifyTrail(database, { from: 9 })).fault).toMatch(/^Chain number 8/)
  })

  test.skipIf(!available)(
    'many concurrent entries of several writers are whole chains, each entry once',
    async () => {
      const others = [database, data.open(), data.open()]
      const trails = others.map((one) => openTrail({ database: one, now, isOn: true }))
      const asked = Array.from({ length: 900 }, (_, turn) => {
        const trail = trails[turn % trails.length]
        return trail ? recordedBy(trail, auditEvent(`many-${turn}`)) : undefined
      })
      await Promise.all(asked)
      await Promise.all(others.slice(1).map((one) => one.close()))
      expect(await verifyTrail(database)).toEqual({ chains: 4, entries: 905, fault: undefined })
      const ids = (await allEntries(database)).map(({ requestId }) => requestId)
      expect(new Set(ids).size).toBe(905)
    },
  )

  test.skipIf(!available)(
    'in a database restored from before its chain, a writer opens another',
    async () => {
      const trail = openTrail({ database, now, isOn: true })
      await recordedBy(trail, auditEvent('lost'))
      const restored = `DELETE FROM audit_entries WHERE request_id = 'lost'; DELETE FROM audit_chains WHERE number = 2`
      await tamper(database, restored, { keepsReferences: true })
      await expect(recordedBy(trail, auditEvent('refused'))).rejects.toThrow('could not be written')
      await recordedBy(trail, auditEvent('kept'))
      expect(await verifyTrail(database)).toEqual({ chains: 2, entries: 6, fault: undefined })
    },
  )

  test.skipIf(!available)('after a write that failed, the chain goes on where it is', async () => {
    let failing: 'before' | 'after' | undefined
    const faulty: Database = {
      ...database,
      async query(sql, values) {
        if (!sql.startsWith('INSERT')) return database.query(sql, values) as never
        if (failing === 'before') throw new Error('the database is away')
        const rows = await database.query(sql, values)
        if (failing === 'after') throw new Error('the connection broke')
        return rows as never
      },
    }
    const trail = openTrail({ database: faulty, now, isOn: true })
    await recordedBy(trail, auditEvent('good-1'))
    for (failing of ['before', 'after'] as const) {
      await expect(recordedBy(trail, auditEvent(`fails-${failing}`))).rejects.toThrow('could not be written')
    }
    failing = undefined
    await recordedBy(trail, auditEvent('good-2'))
    expect(await fault()).toBeUndefined()
    const ids = (await allEntries(database)).map(({ requestId }) => requestId)
    expect(ids.slice(5)).toEqual(['good-1', 'fails-after', 'good-2'])
  })
})
