// npm run bench:verifications: lists, filters and searches many verifications, in SQLite and in PostgreSQL.
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, postgresInstalled, startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { seededRandom } from '../../specimens/random.ts'
import type { Settings } from '../../src/config.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import type { SqlValue } from '../../src/store/port.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { listVerifications, type VerificationFilter } from '../../src/store/records/verifications.ts'
import { sealJson } from '../../src/store/sealed-json.ts'
import { csvOf } from '../../src/verifications/reports/csv.ts'
import { openStatistics } from '../../src/verifications/reports/statistics.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { openStoreOf, settingsOf, temporaryFolder } from '../kit/installation.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { atMost, printTargets, type Target } from '../kit/targets.ts'

answerHelp(`Lists, filters and searches many verifications of one organisation, in SQLite and, where it is installed, in
PostgreSQL.

  --verifications N  of the organisation (100000)
  --times N          that each question is asked (40)
  --only ENGINE      sqlite or postgres

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    verifications: { type: 'string', default: '100000' },
    times: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
})
const count = Number(options.verifications)
const times = Number(options.times)
const LIMIT_MS = 50
const PAGE = 50
const BEGUN = Date.UTC(2026, 0, 1)
/** Between two verifications: a year holds about a hundred thousand of them. */
const EVERY_MS = 300_000
/** Each person comes about so often. */
const PER_PERSON = 4

/** Shares of a busy organisation; what is rare is what is searched for. */
const states = {
  approved: 0.62,
  declined: 0.14,
  expired: 0.12,
  cancelled: 0.06,
  review: 0.03,
  started: 0.02,
  created: 0.01,
}
const policies = { 'bank-vn': 0.7, 'telecom-vn': 0.2, simple: 0.0999, rare: 0.0001 }

const steps = ['consent', 'document', 'liveness']
const refusals = ['document-expired', 'face-differs', 'liveness-failed']
const isOver = (state: string): boolean => ['approved', 'declined', 'review'].includes(state)

function drawn(shares: Readonly<Record<string, number>>, at: number): string {
  let left = at
  for (const [name, share] of Object.entries(shares)) {
    left -= share
    if (left < 0) return name
  }
  return Object.keys(shares)[0] ?? ''
}

const ROWS = 200

async function insertAll(store: Store, table: string, rows: readonly Readonly<Record<string, SqlValue>>[]) {
  const names = Object.keys(rows[0] ?? {})
  const places = rows.map((_, row) => `(${names.map((_, i) => `$${row * names.length + i + 1}`).join(', ')})`)
  await store.database.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES ${places.join(', ')}`,
    rows.flatMap((row) => names.map((name) => row[name] ?? null)),
  )
}

interface Filled {
  readonly organisationId: string
  readonly middle: { readonly createdAt: number; readonly id: string }
}

async function fill(store: Store): Promise<Filled> {
  const random = seededRandom(24).next
  await addOrganisation(store, 'bench', Date.now())
  const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
  const owned = { organisation_id: organisationId }
  for (const id of Object.keys(policies)) {
    await insertAll(store, 'policies', [{ ...owned, id, version: 1, created_at: BEGUN }])
    await insertAll(store, 'policy_versions', [
      { ...owned, policy_id: id, version: 1, definition: '{"steps":{}}', created_at: BEGUN },
    ])
  }
  let middle = { createdAt: 0, id: '' }
  for (let from = 0; from < count; from += ROWS) {
    const verifications: Record<string, SqlValue>[] = []
    const events: Record<string, SqlValue>[] = []
    const attempts: Record<string, SqlValue>[] = []
    const reasons: Record<string, SqlValue>[] = []
    for (let i = from; i < Math.min(count, from + ROWS); i++) {
      const [id, eventId] = [randomUUID(), randomUUID()]
      const state = drawn(states, random())
      const created = BEGUN + i * EVERY_MS
      const isOpen = ['created', 'started', 'review'].includes(state)
      const value = { expected: { name: 'NGUYỄN VĂN AN' }, metadata: { order: String(i) }, locale: 'vi' }
      const request = await sealJson(store.keyring, organisationId, { part: 'verification', id, value })
      const verdict = { decision: state, decided_by: 'policy', reasons: [] }
      const data = await sealJson(store.keyring, organisationId, {
        part: 'event',
        id: eventId,
        value: verdict,
      })
      const person = Math.floor((random() * count) / PER_PERSON)
      verifications.push({
        ...owned,
        id,
        external_person_id: `person-${person}`,
        policy_id: drawn(policies, random()),
        policy_version: 1,
        state,
        sequence: 1,
        is_test: random() < 0.02 ? 1 : 0,
        created_at: created,
        updated_at: created,
        expires_at: created + 86_400_000,
        finished_at: isOpen ? null : created + 600_000,
        number_mark: `mark-${person}`,
        request: request.bytes,
        key_version: request.keyVersion,
      })
      events.push({
        ...owned,
        id: eventId,
        verification_id: id,
        sequence: 1,
        type: `verification.${state}`,
        at: created,
        actor: 'server',
        data: data.bytes,
        key_version: data.keyVersion,
      })
      const tried =
        state === 'created' ? 0 : isOver(state) ? steps.length : Math.floor(random() * steps.length)
      for (const [n, step] of steps.slice(0, tried).entries()) {
        const begun = created + 60_000 * (n + 1)
        attempts.push({
          ...owned,
          id: randomUUID(),
          verification_id: id,
          step,
          outcome: 'passed',
          operation: 'bench',
          request_id: eventId,
          begun_at: begun,
          ended_at: begun + Math.floor(40_000 * random()),
          findings: data.bytes,
          key_version: data.keyVersion,
        })
      }
      if (state === 'declined' || state === 'review')
        for (const reason of refusals.filter(() => random() < 0.5))
          reasons.push({
            ...owned,
            verification_id: id,
            reason,
            outcome: state,
            created_at: created,
            is_test: verifications.at(-1)?.is_test ?? 0,
          })
      if (i === Math.floor(count / 2)) middle = { createdAt: created, id }
    }
    await insertAll(store, 'verifications', verifications)
    await insertAll(store, 'verification_events', events)
    if (attempts.length > 0) await insertAll(store, 'verification_attempts', attempts)
    if (reasons.length > 0) await insertAll(store, 'verification_reasons', reasons)
  }
  return { organisationId, middle }
}

/** Each question, and whether it must find something. */
function questions(
  middle: Filled['middle'],
): Readonly<Record<string, () => Omit<VerificationFilter, 'isTest'>>> {
  const random = seededRandom(25).next
  const person = () => Math.floor((random() * count) / PER_PERSON)
  const day = 86_400_000
  const createdFrom = BEGUN + (count / 2) * EVERY_MS
  return {
    newest: () => ({}),
    'cursor-in-the-middle': () => ({ after: middle }),
    'state-approved': () => ({ state: 'approved' }),
    'state-review': () => ({ state: 'review' }),
    'policy-rare': () => ({ policyId: 'rare' }),
    'policy-and-state': () => ({ policyId: 'bank-vn', state: 'review' }),
    'rare-policy-and-state': () => ({ policyId: 'rare', state: 'approved' }),
    'a-day-in-the-middle': () => ({ createdFrom, createdTo: createdFrom + day }),
    'state-from-the-middle': () => ({ state: 'declined', createdTo: createdFrom, after: middle }),
    person: () => ({ externalPersonId: `person-${person()}` }),
    'person-and-state': () => ({ externalPersonId: `person-${person()}`, state: 'approved' }),
    'unknown-person': () => ({ externalPersonId: 'nobody' }),
    'document-number': () => ({ numberMark: `mark-${person()}` }),
    'document-number-and-state': () => ({ numberMark: `mark-${person()}`, state: 'approved' }),
    'unknown-number': () => ({ numberMark: 'none' }),
  }
}

async function ask(store: Store, engine: string): Promise<Target[]> {
  const filledAt = performance.now()
  const { organisationId, middle } = await fill(store)
  console.log(`${engine}: ${count} verifications in ${((performance.now() - filledAt) / 1000).toFixed(0)} s`)
  const targets: Target[] = []
  for (const [name, filter] of Object.entries(questions(middle))) {
    const took: number[] = []
    let found = 0
    for (let time = 0; time < times; time++) {
      const asked = { isTest: false, ...filter() }
      const at = performance.now()
      found = (await listVerifications(store.database, organisationId, asked, PAGE)).length
      took.push(performance.now() - at)
    }
    const p95 = quantile(took, 0.95)
    console.log(
      `  ${name.padEnd(26)} ${found.toString().padStart(3)} found, median ${quantile(took, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    )
    targets.push(atMost(`verifications-${engine}-${name}-p95-ms`, p95, LIMIT_MS))
  }
  await report(store, organisationId)
  return targets
}

/** Statistics of a year and the whole list as CSV: how long they take, and how much of that is the processor's. */
async function report({ database }: Store, organisationId: string): Promise<void> {
  const counted = { organisationId, isTest: false, from: BEGUN, to: BEGUN + 366 * 86_400_000 }
  const works = {
    statistics: () => openStatistics(database, Date.now).of(counted),
    csv: async () => {
      for await (const _ of csvOf(database, organisationId, { isTest: false }));
    },
  }
  for (const [name, work] of Object.entries(works)) {
    const [at, before] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(before)
    const [ms, cpuMs] = [performance.now() - at, (user + system) / 1000]
    console.log(`  ${name.padEnd(26)} ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of the processor`)
  }
}

async function measured(engine: string, settings: Partial<Settings>): Promise<Target[]> {
  const folder = temporaryFolder('bench-verifications')
  const store = await openStoreOf({ ...settingsOf({}), data: join(folder.path, 'data'), ...settings })
  try {
    return await ask(store, engine)
  } finally {
    await store.close()
    folder.remove()
  }
}

const targets: Target[] = []
if (options.only !== 'postgres') targets.push(...(await measured('sqlite', {})))
if (options.only !== 'sqlite') {
  if (postgresInstalled()) {
    const postgres = await startPostgres()
    try {
      const databaseUrl = await createDatabase(postgres.url, 'bench')
      const masterKey = randomBytes(32).toString('base64')
      targets.push(...(await measured('postgres', { databaseUrl, masterKey })))
    } finally {
      await postgres.stop()
    }
  } else console.log('PostgreSQL is not installed here.')
}
printTargets(targets)
