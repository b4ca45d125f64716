// Tests that rows which decide something are bound to the audit trail: whoever changes one in the database is found out.
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allEntries, auditEvent, recordedBy, tamper } from '../../specimens/kit/records/audit-trail.ts'
import { acceptRows, bindExisting, openComparing } from '../../src/audit/bound-rows.ts'
import { hashOfEntry } from '../../src/audit/hashes.ts'
import { openTrail, type Trail } from '../../src/audit/trail.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { invite } from '../../src/members/manage.ts'
import { createKey, forgetEnded, newKeyId, revokeKey, rotateKey } from '../../src/organisations/api-keys.ts'
import { removeOrganisation, rotatePassword } from '../../src/organisations/manage.ts'
import { rotateReceiptKey } from '../../src/receipts/keys.ts'
import { digestsOf, digestsSecret } from '../../src/store/digests.ts'
import type { SqlValue } from '../../src/store/port.ts'
import { kindsBound, rowOfKind } from '../../src/store/records/bound-kinds.ts'
import { keepBrand } from '../../src/store/records/brands.ts'
import { addCalibration } from '../../src/store/records/calibrations.ts'
import { addCaptureKey, keepCaptureSettings } from '../../src/store/records/capture-keys.ts'
import { addChallenge, keepVerdict, removeChallenge } from '../../src/store/records/challenges.ts'
import { addChipChallenge, attachChip } from '../../src/store/records/chips.ts'
import {
  addDocument,
  addDocumentImage,
  removeDocument,
  takeImageNumber,
} from '../../src/store/records/documents.ts'
import { addPasskey, addSession, endSession } from '../../src/store/records/member-sessions.ts'
import { changeMember, removeMember } from '../../src/store/records/members.ts'
import { type Organisation, setLivenessFloor } from '../../src/store/records/organisations.ts'
import { addPolicy, addPolicyVersion } from '../../src/store/records/policies.ts'
import { dropOwnClock, setOwnClock } from '../../src/store/records/retention.ts'
import { addCertificate, addRevocationList } from '../../src/store/records/trust.ts'
import { addAttempt, dropAttempt, endAttempt } from '../../src/store/records/verification-attempts.ts'
import { addEvent, changeState, type NewEvent } from '../../src/store/records/verification-events.ts'
import { addLink, addToken } from '../../src/store/records/verification-links.ts'
import {
  blankVerification,
  forgetEntries,
  removeEntries,
  removeVerification,
} from '../../src/store/records/verification-removal.ts'
import { addNote } from '../../src/store/records/verification-review.ts'
import {
  addVerification,
  setNumberMark,
  type VerificationState,
} from '../../src/store/records/verifications.ts'
import { addEndpoint, changeEndpoint } from '../../src/store/records/webhook-endpoints.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

type Row = Record<string, SqlValue>

test('no query changes a column that decides without binding it', () => {
  const folder = new URL('../../src/store/records/', import.meta.url)
  // Both are called where the whole removal is bound.
  const boundAbove = /function (holdOrganisation|removeOrganisation)\(/
  const unbound: string[] = []
  for (const file of readdirSync(folder))
    for (const work of readFileSync(new URL(file, folder), 'utf8').split(
      /^(?=(?:export )?(?:async )?function |(?:export )?const )/m,
    ))
      for (const { table, columns } of kindsBound.map(rowOfKind)) {
        const [, kind, rest = ''] =
          new RegExp(`(INSERT INTO|DELETE FROM|UPDATE) ${table}\\b([^;]*)`).exec(work) ?? []
        const isDeciding = columns.some((column) =>
          new RegExp(`\\b${column} = (?!${column}\\b)`).test(rest.split('WHERE')[0] ?? ''),
        )
        if (kind === undefined || (kind === 'UPDATE' && !isDeciding)) continue
        if (
          !/\b(added|addedBy|bound|boundBy|removed|removedBy|removeEach|removeMade)(<[^>(]*>)?\(/.test(
            work,
          ) &&
          !boundAbove.test(work)
        )
          unbound.push(`${file}: ${work.slice(0, 60)}`)
      }
  expect(unbound).toEqual([])
})

describe.for([embedded, shared].filter((one) => one.available))('bound rows on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  let trail: Trail
  let place: { organisationId: string; id: string }
  let member: { organisationId: string; id: string }
  let endpoint: { organisationId: string; id: string }
  let keyId: string
  let documentId: string
  let challenge: { organisationId: string; id: string }
  let attemptId: string
  const ends = { createdAt: 1, expiresAt: 100 }
  const database = () => held.store.database
  const now = () => held.clock.now

  beforeEach(async () => {
    held = await fresh()
    trail = openTrail({ database: database(), now, isOn: true })
    await bindExisting(database(), trail)
    owner = await held.organisation()
    await oneOfEach()
    await trail.settled()
  })
  afterEach(() => held.remove())

  async function oneOfEach(): Promise<void> {
    const organisationId = owner.id
    const at = { database: database(), now: now() }
    await setOwnClock(database(), { organisationId, clock: 'files', keepMs: 5 })
    await keepBrand(database(), { organisationId, settings: '{"a":1}', logo: randomBytes(9), now: 1 })
    await keepCaptureSettings(database(), organisationId, '{"require":"signed"}', 1)
    keyId = newKeyId()
    await createKey(at, { id: keyId, organisationId, name: 'k', scopes: ['documents'], expiresAt: null })
    const managing = { database: database(), now, invitationMs: 1000 }
    const wanted = { organisationId, email: 'a@b.example', name: 'Anna', role: 'viewer' }
    member = (await invite(managing, wanted)).member
    await database().transaction(async (queries) => {
      const passkey = { id: randomUUID(), name: 'phone', publicKey: randomBytes(9), counter: 0 }
      const belongs = { organisationId, memberId: member.id, transports: '', createdAt: 1 }
      await addPasskey(queries, { ...passkey, ...belongs })
      const times = { createdAt: 1, expiresAt: now() + 1000, userAgent: 'x' }
      await addSession(queries, { hash: randomBytes(32), id: 'session-1', member, ...times })
      await addPolicy(queries, { organisationId, id: 'shop' }, '{"threshold":80}', 1)
      endpoint = { organisationId, id: randomUUID() }
      const hook = { url: 'https://a.example', description: '', events: ['*'], isTest: false, createdAt: 1 }
      await addEndpoint(queries, { ...endpoint, ...hook })
      await addCalibration(queries, organisationId, { name: 'e', version: '1' }, '{}', 1)
      const text = { country: 'VN', origin: 'o', importedAt: 1, der: randomBytes(9) }
      const certificate = { subject: 's', serial: '1', keyId: 'a', keyHash: 'b', notBefore: 1, notAfter: 2 }
      await addCertificate(queries, { sha256: 'c1', ...certificate, ...text })
      const list = { issuer: 'i', issuerKeyId: 'a', madeAt: 1, nextAt: null, revoked: 0 }
      await addRevocationList(queries, { sha256: 'l1', ...list, ...text })
    })
    await rotateReceiptKey(held.store, now)
    place = await newVerification()
    await changeTo('created', 'declined')
    documentId = randomUUID()
    await madeOnTheWay(place, documentId)
  }

  /** Everything that a person makes on the way: a document with a chip, a challenge, attempts, links. */
  async function madeOnTheWay({ organisationId, id: verificationId }: typeof place, id: string) {
    const sealed = { keyVersion: 1 }
    const of = { organisationId, verificationId }
    const whose = { externalPersonId: 'anna', consentReference: null }
    await database().transaction(async (queries) => {
      await addDocument(queries, { ...of, ...whose, id, kind: 'cccd-chip', createdAt: 1 })
      const seen = { kind: 'cccd-chip', images: 0 }
      await takeImageNumber(queries, { organisationId, id }, { seen, kind: 'cccd', most: 9, now: 2 })
      const reading = { number: 1, id: randomUUID(), reading: randomBytes(9), ...sealed }
      await addDocumentImage(queries, { organisationId, id }, reading, 1)
      const chip = { organisationId, id: randomUUID() }
      await addDocument(queries, { ...of, ...whose, id: chip.id, kind: 'chip', createdAt: 1 })
      await attachChip(queries, chip, id, 1)
      const asked = { ...of, id: randomUUID(), challenge: randomBytes(8), expiresAt: 99 }
      await addChipChallenge(queries, asked, 0)
      challenge = { organisationId, id: randomUUID() }
      const started = { family: 'nose', plan: '{}', createdAt: 1, expiresAt: 9, captureKeyId: null } as const
      await addChallenge(queries, { ...of, ...whose, ...started, id: challenge.id, signals: null })
      await addLink(queries, { ...of, ...ends, hash: randomBytes(32), number: 1, madeBy: 'organisation' })
      await addToken(queries, { ...of, ...ends, hash: randomBytes(32), id: randomUUID() })
      const key = { platform: 'web', level: 'signed', deviceClass: 'd', publicKey: randomBytes(9) } as const
      await addCaptureKey(queries, { ...of, ...key, ...ends, id: randomUUID(), details: '{}' })
      const note = { id: randomUUID(), author: 'lan', at: 1, note: randomBytes(9), ...sealed }
      await addNote(queries, { organisationId, id: verificationId }, note)
    })
    await keepVerdict(database(), challenge, '{"success":false}')
    attemptId = await attempted(verificationId)
  }

  async function attempted(verificationId: string): Promise<string> {
    const id = randomUUID()
    const made = { operation: 'o', requestId: 'r', findings: randomBytes(9), keyVersion: 1 }
    const open = { subjectId: null, resultCode: null, begunAt: 1, endedAt: null }
    const begun = { ...made, ...open, id, verificationId, step: 'liveness', outcome: 'open' } as const
    await addAttempt(database(), owner.id, begun)
    const end = { ...made, outcome: 'failed', subjectId: challenge.id, resultCode: 122, endedAt: 2 } as const
    await endAttempt(database(), owner.id, id, end)
    return id
  }

  async function newVerification(): Promise<typeof place> {
    const made = { organisationId: owner.id, id: randomUUID() }
    await database().transaction((queries) =>
      addVerification(queries, {
        ...made,
        externalPersonId: 'anna',
        consentReference: null,
        policyId: 'shop',
        policyVersion: 1,
        isTest: false,
        createdAt: 10,
        expiresAt: 100,
        webhookEndpointId: null,
        request: randomBytes(9),
        keyVersion: 1,
      }),
    )
    return made
  }

  const event = (type: NewEvent['type']): NewEvent => ({
    id: randomUUID(),
    type,
    at: 11,
    actor: 'server',
    data: randomBytes(9),
    keyVersion: 1,
  })

  const changeTo = (from: VerificationState, to: VerificationState, of = place) =>
    database().transaction((queries) =>
      changeState(queries, of, { from, to, finishedAt: 12 }, event('verification.declined')),
    )

  /** What `selfsame verify` names. */
  async function named() {
    await trail.settled()
    const digests = digestsOf(await held.store.keyring.secretNamed(digestsSecret))
    const comparing = openComparing(database(), digests)
    const { fault } = await verifyTrail(database(), { onEntries: comparing.compareEntries })
    expect(fault).toBeUndefined()
    return (await comparing.compareAll()).faults
  }
  const said = async () => (await named()).map(({ what }) => what)

  const onlyRow = async (table: string, where = '1 = 1'): Promise<Row> =>
    (await database().query<Row>(`SELECT * FROM ${table} WHERE ${where}`))[0] ?? {}

  const plain = (column: string) => column.replace(/^hex\((\w+)\)$/, '$1')

  /** Another value of the same form. */
  function other(value: SqlValue, column: string): SqlValue {
    if (column === 'state') return 'approved'
    if (value instanceof Uint8Array) return randomBytes(value.byteLength)
    if (typeof value === 'number') return value + 1
    return value === null && /_at$|_ms$|limit|mirrored|is_/.test(column) ? 7 : `${value ?? ''}x`
  }

  async function put(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row)
    const places = columns.map((_, at) => `$${at + 1}`)
    await database().query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    )
  }

  /** As somebody with the password of the database could. */
  async function withoutReferences(): Promise<void> {
    if (database().engine === 'sqlite') await database().query('PRAGMA foreign_keys = OFF')
    else
      for (const { table, name } of await database().query<{ table: string; name: string }>(
        `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint WHERE contype = 'f'`,
      ))
        await database().query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  }

  test('what the server wrote itself is as it was bound, and every kind has a row', async () => {
    expect(await said()).toEqual([])
    const kinds = await database().query<{ kind: string }>('SELECT DISTINCT kind FROM bound_rows')
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['start', ...kindsBound]))
  })

  test('an edit of any column that decides is named by kind and id, and undone it is forgotten', async () => {
    await withoutReferences()
    const longest = Math.max(...kindsBound.map((kind) => rowOfKind(kind).columns.length))
    for (let turn = 0; turn < longest; turn++) {
      const undo: (() => Promise<unknown>)[] = []
      const expected: string[] = []
      for (const kind of kindsBound) {
        const { table, key, columns, called } = rowOfKind(kind)
        const column = columns[turn]
        if (column === undefined) continue
        const row = await onlyRow(table)
        const name = plain(key.at(-1) ?? '')
        const set = (value: SqlValue) =>
          database().query(`UPDATE ${table} SET ${column} = $1 WHERE ${name} = $2`, [
            value,
            row[name] ?? null,
          ])
        await set(other(row[column] ?? null, column))
        undo.push(() => set(row[column] ?? null))
        expected.push(called)
      }
      const found = await said()
      expect(
        found.map((one) => / \S+ was changed outside the server$/.exec(one)?.index),
        `turn ${turn}`,
      ).toEqual(expected.map((called) => called.length))
      for (const one of undo) await one()
    }
    expect(await said()).toEqual([])
  })

  test('a row that is put in, or copied from elsewhere, is named', async () => {
    await withoutReferences()
    for (const kind of kindsBound) {
      const { table, key } = rowOfKind(kind)
      const unique = new Set([...key.map(plain), 'id', 'hash', 'email'])
      if (key.length > 1) unique.delete('organisation_id')
      if (kind === 'organisation') unique.add('name')
      if (kind === 'calibration') unique.add('version')
      const row = Object.entries(await onlyRow(table))
      await put(
        table,
        Object.fromEntries(
          row.map(([column, value]) => [column, unique.has(column) ? other(value, column) : value]),
        ),
      )
    }
    expect((await said()).map((one) => / \S+ was put in outside the server$/.exec(one)?.index)).toEqual(
      kindsBound.map((kind) => rowOfKind(kind).called.length),
    )
  })

  test('a row that is removed is named, also when its binding goes with it', async () => {
    await withoutReferences()
    const kindsNamed = async () => {
      const found = (await said()).map((one) =>
        one.slice(0, / \S+ was removed outside the server$/.exec(one)?.index),
      )
      return [...new Set(found)].toSorted()
    }
    const called = kindsBound.map(rowOfKind)
    for (const { table } of called) await database().query(`DELETE FROM ${table}`)
    expect(await kindsNamed()).toEqual(called.map((one) => one.called).toSorted())
    await database().query(`DELETE FROM bound_rows WHERE kind <> 'start'`)
    // A picture went with its document, of which nothing is known any more.
    const kept = called.filter(({ fleeting, table }) => !fleeting && table !== 'document_images')
    expect(await kindsNamed()).toEqual(kept.map((one) => one.called).toSorted())
  })

  test('a row that is set back together with its binding is named', async () => {
    const before = await onlyRow('verifications', `id = '${place.id}'`)
    const binding = await onlyRow('bound_rows', `kind = 'verification' AND id = '${owner.id}/${place.id}'`)
    const role = await onlyRow('members')
    const bindingOfRole = await onlyRow('bound_rows', `kind = 'member'`)
    held.clock.now += 5
    await changeTo('declined', 'review')
    await changeMember(database(), member, { name: 'Anna', role: 'admin', disabledAt: null })
    expect(await said()).toEqual([])
    await database().query(`UPDATE verifications SET state = $1, finished_at = $2`, [
      before.state ?? '',
      before.finished_at ?? null,
    ])
    await database().query('UPDATE members SET role = $1', [role.role ?? ''])
    for (const one of [binding, bindingOfRole]) {
      await database().query('DELETE FROM bound_rows WHERE kind = $1 AND id = $2', [
        one.kind ?? '',
        one.id ?? '',
      ])
      await put('bound_rows', one)
    }
    expect(await said()).toEqual([
      `member ${owner.id}/${member.id} was set back: the audit trail knows a later state of it`,
      `verification ${owner.id}/${place.id} was set back: the audit trail knows a later state of it`,
    ])
  })

  test('a failed attempt and a picture that are taken out with their bindings are named', async () => {
    const picture = `picture of a document ${owner.id}/${documentId}/1`
    const attempt = `attempt of a verification ${owner.id}/${place.id}/${attemptId}`
    for (const [kind, table] of [
      ['attempt', 'verification_attempts'],
      ['picture', 'document_images'],
    ] as const) {
      await database().query(`DELETE FROM ${table}`)
      await database().query('DELETE FROM bound_rows WHERE kind = $1', [kind])
    }
    expect((await said()).toSorted()).toEqual([
      `${attempt} was removed outside the server`,
      `${picture} was removed outside the server`,
    ])
  })

  test('an attempt or a picture that is given to another verification or document is named', async () => {
    await withoutReferences()
    const other = await newVerification()
    await database().query('UPDATE verification_attempts SET verification_id = $1', [other.id])
    await database().query('UPDATE document_images SET document_id = $1', [other.id])
    const places = [
      `attempt of a verification ${owner.id}/ID/${attemptId}`,
      `picture of a document ${owner.id}/ID/1`,
    ]
    const [from, to] = [
      [place.id, documentId],
      [other.id, other.id],
    ]
    expect((await said()).toSorted()).toEqual(
      places
        .flatMap((called, at) => [
          `${called.replace('ID', from[at] ?? '')} was removed outside the server`,
          `${called.replace('ID', to[at] ?? '')} was put in outside the server`,
        ])
        .toSorted(),
    )
  })

  test('kinds that a later version binds are bound by its first start, and what was there before is not named', async () => {
    const kinds = kindsBound.filter((kind) => rowOfKind(kind).since === 'evidence')
    for (const kind of kinds) await database().query('DELETE FROM bound_rows WHERE kind = $1', [kind])
    await database().query(`DELETE FROM bound_rows WHERE kind = 'start' AND id = 'evidence'`)
    await tamper(database(), 'DELETE FROM audit_entries; DELETE FROM audit_chains')
    expect(await said()).toEqual([])
    trail = openTrail({ database: database(), now, isOn: true })
    expect(await bindExisting(database(), trail)).toBe(kinds.length + 1)
    expect(await said()).toEqual([])
    await database().query(`UPDATE challenges SET verdict = '{"success":true}'`)
    expect(await said()).toEqual([
      `liveness challenge ${owner.id}/${challenge.id} was changed outside the server`,
    ])
  })

  test('a row that one transaction changes twice is written and named once', async () => {
    const before = (await allEntries(database())).flatMap(({ bound }) => JSON.parse(bound || '[[]]')[0])
    await database().transaction(async (queries) => {
      const change = { from: 'declined', to: 'review', finishedAt: 12 } as const
      await changeState(queries, place, change, event('verification.review'))
      await setNumberMark(queries, place, 'mark')
    })
    await trail.settled()
    const after = (await allEntries(database())).flatMap(({ bound }) => JSON.parse(bound || '[[]]')[0])
    expect(after.slice(before.length).map(([kind]: string[]) => kind)).toEqual(['event', 'verification'])
    expect(await said()).toEqual([])
  })

  test('a later revision that nobody could sign does not hide a row that was set back', async () => {
    const binding = await onlyRow('bound_rows', `kind = 'verification'`)
    await changeTo('declined', 'review')
    await database().query(
      `UPDATE bound_rows SET revision = revision + 1000, salt = $1, digest = $2 WHERE kind = 'verification'`,
      [binding.salt ?? '', binding.digest ?? ''],
    )
    expect(await said()).toEqual([`verification ${owner.id}/${place.id} was changed outside the server`])
  })

  test('a change by the server does not hide one by somebody else', async () => {
    await database().query(`UPDATE verifications SET state = 'approved'`)
    await database().transaction((queries) =>
      blankVerification(queries, place, { bytes: randomBytes(9), keyVersion: 1 }, 20),
    )
    expect(await said()).toContain(`verification ${owner.id}/${place.id} was changed outside the server`)
    await database().transaction((queries) => removeVerification(queries, place))
    expect(await said()).toContain(`verification ${owner.id}/${place.id} was removed outside the server`)
  })

  test('a trail rewritten without what it knew of a row does not hold under the key', async () => {
    await changeTo('declined', 'review')
    await trail.settled()
    await changeTo('review', 'declined')
    await trail.settled()
    const entries = await allEntries(database())
    const chosen = entries.findLastIndex(({ bound }, at) => bound !== '' && at < entries.length - 1)
    let previousHash = entries[chosen]?.previousHash ?? ''
    for (const [at, entry] of entries.slice(chosen).entries()) {
      const forged = { ...entry, previousHash, ...(at === 0 ? { bound: '' } : {}) }
      previousHash = hashOfEntry(forged)
      await tamper(
        database(),
        `UPDATE audit_entries SET bound = '${forged.bound}', previous_hash = '${forged.previousHash}', hash = '${previousHash}'
         WHERE chain = '${entry.chain}' AND number = ${entry.number}`,
      )
    }
    expect(await said()).toEqual([
      expect.stringMatching(/^Entry \d+ .* was not written with this server's key\.$/),
    ])
  })

  test('what the server changes, ends and removes on its own stays whole', async () => {
    const other = await held.organisation()
    const at = { database: database(), now: now() }
    await setLivenessFloor(database(), owner.id, 'high')
    await dropOwnClock(database(), owner.id, 'files')
    await setOwnClock(database(), { organisationId: owner.id, clock: 'files', keepMs: 9 })
    await rotateKey(at, keyId, { graceMs: 10, expiresAt: now() + 50 })
    await revokeKey(at, keyId)
    await rotatePassword(held.store, owner, 5, now())
    await changeEndpoint(
      database(),
      endpoint,
      { url: 'https://b.example', description: '', events: ['*'], isEnabled: false },
      9,
    )
    await endSession(database(), member, 'session-1', now())
    await addEventTo(place)
    const open = { operation: 'o', requestId: 'r', findings: randomBytes(9), keyVersion: 1, endedAt: null }
    const begun = { ...open, subjectId: null, resultCode: null, begunAt: 1, id: randomUUID() }
    const attempt = { ...begun, verificationId: place.id, step: 'chip', outcome: 'open' } as const
    await addAttempt(database(), owner.id, attempt)
    await dropAttempt(database(), owner.id, attempt.id)
    const document = { organisationId: owner.id, id: documentId }
    await database().transaction(async (queries) => {
      expect(await removeDocument(queries, document, 7)).toBe(false)
      expect(await removeDocument(queries, document, 1)).toBe(true)
      expect(await removeChallenge(queries, challenge)).toBe(true)
      expect(await forgetEntries(queries, 99, 5)).toBe(0)
      expect(await forgetEntries(queries, 101, 5)).toBe(1)
    })
    expect(await said()).toEqual([])
    await madeOnTheWay(place, randomUUID())
    await database().transaction((queries) => removeEntries(queries, place))
    await database().transaction((queries) =>
      blankVerification(queries, place, { bytes: randomBytes(9), keyVersion: 1 }, 20),
    )
    await database().transaction((queries) => removeVerification(queries, place))
    await removeMember(database(), member)
    await forgetEnded({ database: database(), now: now() + 1000 }, 1)
    expect(await said()).toEqual([])
    await newVerification()
    await removeOrganisation(held.store, owner, now())
    expect(await said()).toEqual([])
    expect(await onlyRow('organisations')).toMatchObject({ id: other.id })
  })

  const addEventTo = (of: typeof place) =>
    database().transaction((queries) => addEvent(queries, of, event('verification.step_passed')))

  test('changes by several servers at once leave each row as it was bound last', async () => {
    const second = await held.another()
    openTrail({ database: second.database, now, isOn: true })
    const policy = { organisationId: owner.id, id: 'shop' }
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) => {
        const on = turn % 2 === 0 ? database() : second.database
        return Promise.all([
          on.transaction((queries) => addPolicyVersion(queries, policy, `{"n":${turn}}`, 2)),
          setLivenessFloor(on, owner.id, turn % 3 === 0 ? 'high' : 'low'),
          changeMember(on, member, { name: `name-${turn}`, role: 'viewer', disabledAt: null }),
        ])
      }),
    )
    expect(await said()).toEqual([])
  })

  test('rows from before there were bindings are bound once, and not again by removing the mark of that', async () => {
    await trail.settled()
    await database().query('DELETE FROM bound_rows')
    await tamper(database(), 'DELETE FROM audit_entries; DELETE FROM audit_chains')
    expect(await said()).toEqual([])
    trail = openTrail({ database: database(), now, isOn: true })
    // A document of pictures and one of a chip.
    expect(await bindExisting(database(), trail)).toBe(kindsBound.length + 1)
    expect(await bindExisting(database(), trail)).toBeUndefined()
    expect(await said()).toEqual([])
    held.clock.now += 5
    await database().query(`UPDATE members SET role = 'admin'`)
    await database().query(`DELETE FROM bound_rows WHERE kind = 'start'`)
    expect(await bindExisting(database(), trail)).toBe(0)
    expect(await said()).toEqual([
      expect.stringMatching(/^Rows began to be bound anew after 2023-/),
      `member ${owner.id}/${member.id} was changed outside the server`,
    ])
  })

  test('what an operator accepts is bound as it is, and the trail goes on knowing that', async () => {
    await database().query(`UPDATE members SET role = 'admin'`)
    await database().query('DELETE FROM organisation_brands')
    await database().query('DELETE FROM bound_rows WHERE kind = $1', ['retention'])
    await acceptRows(database(), await named())
    expect(await said()).toEqual([])
    await database().query(`UPDATE members SET role = 'viewer'`)
    expect(await said()).toHaveLength(1)
  })

  test('entries that bind nothing are written and hashed as before', async () => {
    const before = (await allEntries(database())).length
    await recordedBy(trail, auditEvent('plain'))
    const [entry] = (await allEntries(database())).slice(before)
    expect(entry).toMatchObject({ requestId: 'plain', bound: '' })
  })
})
