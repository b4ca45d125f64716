// npm run bench:binding: what it costs that rows are bound to the audit trail: the same changes with it and without, in SQLite.
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openTrail } from '../../src/audit/trail.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { databasePath } from '../../src/store/open.ts'
import type { Database, Queries } from '../../src/store/port.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { addAttempt, endAttempt } from '../../src/store/records/verification-attempts.ts'
import { addEvent, changeState, type NewEvent } from '../../src/store/records/verification-events.ts'
import { addVerification, type VerificationState } from '../../src/store/records/verifications.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { openStoreOf, settingsOf, temporaryFolder } from '../kit/installation.ts'

answerHelp(`Makes the same changes with rows bound and with them plain, and prints the processor time of one.

  --times N  that each change is made (1000)

${writesCacheOnly}`)

const { values } = parseArgs({ options: { times: { type: 'string', default: '1000' } } })
const times = Number(values.times)
/** The quickest counts. */
const ROUNDS = 7
const folder = temporaryFolder('binding')
const settings = settingsOf({ SELFSAME_DATA: folder.path })
const store = await openStoreOf(settings)
await addOrganisation(store, 'bench', 1)
const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
await store.database.transaction((queries) => addPolicy(queries, { organisationId, id: 'p' }, '{}', 1))
const plain = openSqlite(databasePath(settings))
const trail = openTrail({ database: store.database, now: Date.now, isOn: true })

const bytes = randomBytes(300)
const event = (type: NewEvent['type']): NewEvent => ({
  ...{ id: randomUUID(), type, at: 11, actor: 'person', data: bytes, keyVersion: 1 },
})
const place = () => ({ organisationId, id: randomUUID() })

const create = async (queries: Queries, at = place()) => {
  const about = { externalPersonId: 'anna', consentReference: null, policyId: 'p', policyVersion: 1 }
  const times = { isTest: false, createdAt: 1, expiresAt: 100, webhookEndpointId: null }
  await addVerification(queries, { ...at, ...about, ...times, request: bytes, keyVersion: 1 })
  await addEvent(queries, at, event('verification.created'))
  return at
}

/** A verification goes to and fro, so that each change is one. */
const states: readonly VerificationState[] = ['created', 'started']
const changes: Readonly<
  Record<string, (database: Database, turn: number, of: ReturnType<typeof place>) => Promise<unknown>>
> = {
  'a verification made': (database) => database.transaction((queries) => create(queries)),
  'a state changed': (database, turn, of) => {
    const [from = 'created', to = 'started'] = turn % 2 === 0 ? states : states.toReversed()
    return database.transaction((queries) =>
      changeState(queries, of, { from, to, finishedAt: null }, event('verification.started')),
    )
  },
  'an attempt begun and ended': async (database, _turn, of) => {
    const id = randomUUID()
    const made = { operation: 'o', requestId: 'r', subjectId: null, resultCode: null, endedAt: null }
    const sealed = { findings: bytes, keyVersion: 1 }
    const begun = { id, verificationId: of.id, step: 'document', outcome: 'open', begunAt: 1 } as const
    await database.transaction((queries) =>
      addAttempt(queries, organisationId, { ...made, ...begun, ...sealed }),
    )
    await database.transaction(async (queries) => {
      await addEvent(queries, of, event('verification.step_passed'))
      await endAttempt(queries, organisationId, id, { ...made, ...sealed, outcome: 'passed', endedAt: 2 })
    })
  },
}

async function cost(database: Database, change: (typeof changes)[string]): Promise<number> {
  const of = await database.transaction((queries) => create(queries))
  const before = process.cpuUsage()
  for (let turn = 0; turn < times; turn++) {
    await change(database, turn, of)
    if (turn % 50 === 49) await trail.settled()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times / 1000
}

console.log('| change | plain | bound | times |\n|---|---|---|---|')
for (const [name, change] of Object.entries(changes)) {
  const best = { without: Number.POSITIVE_INFINITY, withIt: Number.POSITIVE_INFINITY }
  // The first rounds are for the compiler, and others may be busy during some.
  for (let round = 0; round < ROUNDS; round++) {
    best.without = Math.min(best.without, await cost(plain, change))
    best.withIt = Math.min(best.withIt, await cost(store.database, change))
  }
  const { without, withIt } = best
  console.log(
    `| ${name} | ${without.toFixed(2)} ms | ${withIt.toFixed(2)} ms | ${(withIt / without).toFixed(2)} |`,
  )
}
await plain.close()
await store.close()
folder.remove()
