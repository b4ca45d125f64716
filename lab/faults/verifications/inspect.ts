// Compares verifications, their events and the messages that a receiver took with the answers that callers got.
import type { Store } from '../../../src/store/open.ts'
import { storageErrors } from '../../../src/store/records/storage.ts'
import { verifyAll } from '../../../src/store/verify.ts'
import { transitions } from '../../../src/verifications/states.ts'
import type { Receiver } from '../../kit/webhook-receiver.ts'
import type { Accuse } from '../violation.ts'
import type { Lanes } from './lanes.ts'

interface Inspecting {
  readonly store: Store
  readonly organisationId: string
  readonly lanes: Lanes
  readonly receiver: Receiver
  readonly accuse: Accuse
}

interface Row {
  readonly id: string
  readonly person: string
  readonly state: string
  readonly sequence: number
}

interface EventRow {
  readonly id: string
  readonly verificationId: string
  readonly sequence: number
  readonly type: string
}

export async function inspect({ store, organisationId, lanes, receiver, accuse }: Inspecting): Promise<void> {
  const rows = await store.database.query<Row>(
    'SELECT id, external_person_id AS person, state, sequence FROM verifications WHERE organisation_id = $1',
    [organisationId],
  )
  const events = await store.database.query<EventRow>(
    `SELECT id, verification_id AS "verificationId", sequence, type FROM verification_events
     WHERE organisation_id = $1 ORDER BY verification_id, sequence`,
    [organisationId],
  )
  const eventsOf = Map.groupBy(events, ({ verificationId }) => verificationId)
  acknowledged(rows, lanes, accuse)
  for (const row of rows) path(row, eventsOf.get(row.id) ?? [], accuse)
  delivered(events, receiver, accuse)
  const receipts = await store.database.query<{ id: string }>('SELECT request_id AS id FROM receipts')
  const kept = new Set(receipts.map(({ id }) => id))
  for (const { verificationId, type } of events)
    if (/approved|declined|review$/.test(type) && !kept.has(verificationId))
      accuse('half', `${verificationId} was decided without a receipt`)
  for (const { name, errorBytes } of await storageErrors(store.database))
    accuse('numbers', `the storage of ${name} is counted wrong by ${errorBytes}`)
  for (const fault of (await verifyAll(store, () => undefined)).faults) accuse('lost', fault)
}

/** Every answer that a caller got still holds, and a repeated request made one verification. */
function acknowledged(rows: readonly Row[], lanes: Lanes, accuse: Accuse): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byPerson = Map.groupBy(rows, ({ person }) => person)
  for (const { key, id, ended, decisions } of lanes.walked) {
    const made = byPerson.get(key) ?? []
    if (made.length > 1) accuse('twice', `${made.length} verifications of one request`)
    if (id === undefined) continue
    const row = byId.get(id)
    if (!row) accuse('lost', `${id} was acknowledged and is gone`)
    else if (ended !== undefined && row.state !== ended)
      accuse('twice', `${id} was told as ${ended} and is ${row.state}`)
    if (decisions !== undefined && decisions > 1)
      accuse('twice', `${id} was decided by ${decisions} reviewers`)
  }
}

const changes = Object.values(transitions)

/** The events are numbered without gaps, each leads on from the state before, and the last to the state that it has. */
function path(row: Row, events: readonly EventRow[], accuse: Accuse): void {
  if (events.some(({ sequence }, i) => sequence !== i + 1) || events.length !== row.sequence)
    accuse(
      'half',
      `${row.id} has events ${events.map(({ sequence }) => sequence).join(', ')} of ${row.sequence}`,
    )
  let state = 'created'
  for (const { type } of events) {
    const change = changes.find(({ event }) => event === type)
    if (!change) continue
    if (!(change.from as readonly string[]).includes(state))
      accuse('twice', `${row.id}: ${type} after ${state}`)
    state = change.to
  }
  if (state !== row.state) accuse('half', `${row.id} is ${row.state}, and its events lead to ${state}`)
}

/** Every event came, and for the first time in the order of its verification. */
function delivered(events: readonly EventRow[], { taken }: Receiver, accuse: Accuse): void {
  const first = new Map<string, number>()
  for (const [i, { id }] of taken.entries()) if (!first.has(id)) first.set(id, i)
  const last = new Map<string, number>()
  for (const { id, verificationId, type } of events) {
    const at = first.get(`msg_${id}`)
    if (at === undefined) {
      accuse('unrecovered', `${type} of ${verificationId} never came`)
      continue
    }
    if (at < (last.get(verificationId) ?? -1))
      accuse('numbers', `${type} of ${verificationId} came too early`)
    last.set(verificationId, at)
  }
}
