// Provides what an act of one caller needs: the caller, pictures, random choices, and unique ids.

import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationName } from '../../client/src/operations.ts'
import type { Dice } from '../../specimens/person/dice.ts'
import type { Answer } from '../kit/caller.ts'
import type { Receiver } from '../kit/webhook-receiver.ts'
import type { Asked, Caller } from './caller.ts'
import type { Material } from './material.ts'

export interface Session {
  readonly caller: Caller
  readonly material: Material
  readonly dice: Dice
  /** Every call returns another number. */
  readonly mark: () => number
  /** Collections and policies of this organisation that were made: nobody can remove them. */
  readonly made: Set<string>
  /** Where webhooks may go; absent where no act has any. */
  readonly receiver?: Pick<Receiver, 'url' | 'expect'>
}

export type Act = (session: Session) => Promise<void>

export const personId = ({ mark }: Session): string => `person-${mark()}`

/** This error ends an act whose next request would make no sense. */
export class Spoiled extends Error {}

/** This is for answers that the rest of the act depends on. */
export async function must(
  { caller }: Session,
  operation: OperationName,
  asked: Asked = {},
): Promise<Answer> {
  const answer = await caller.ask(operation, asked)
  if (answer.code !== (asked.code ?? 200)) throw new Spoiled()
  return answer
}

/** Under load of other programs a verdict takes its time. */
const [POLL_MS, MOST_POLLS] = [250, 480]

/** Asks again until what the server does by itself is done. */
export async function until(
  { caller }: Session,
  isDone: (answer: Answer) => boolean,
  operation: OperationName,
  asked: Asked = {},
): Promise<Answer> {
  for (let polls = 1; ; polls++) {
    const fits = (answer: Answer) => polls < MOST_POLLS || isDone(answer)
    const answer = await caller.ask(operation, { ...asked, fits })
    if (isDone(answer)) return answer
    if (polls === MOST_POLLS || answer.status !== 200) throw new Spoiled()
    await sleep(POLL_MS)
  }
}

/** Each row is asked in turn. */
export async function askAll(
  { caller }: Session,
  rows: readonly (readonly [OperationName, Asked?])[],
  more: Asked = {},
): Promise<void> {
  for (const [operation, asked] of rows) await caller.ask(operation, { ...more, ...asked })
}

/** Erasing is repeated this often at most, because the server asks for it while any file of the organisation is being removed. */
const MOST_ASKED = 20

/** Everything of a person is erased: the disk must hold as much at the end as at the beginning. */
export async function erase({ caller }: Session, external_person_id: string): Promise<void> {
  for (let asked = 1; asked <= MOST_ASKED; asked++) {
    const { body } = await caller.ask('erasePerson', {
      body: { external_person_id },
      fits: (answer) => answer.body.complete === true || asked < MOST_ASKED,
    })
    if (body.complete === true) return
  }
}

/** The share of verdicts that are fetched as receipts, and of people who are exported before they are erased. */
const [RECEIPTS, EXPORTS] = [0.6, 0.35]

export async function prove({ caller, dice }: Session, { requestId }: Answer): Promise<void> {
  if (dice.next() < RECEIPTS)
    await caller.ask('receipt', {
      id: requestId,
      fits: ({ body }) => (body.receipt as { id?: string })?.id === requestId,
    })
}

export async function leave(session: Session, external_person_id: string): Promise<void> {
  if (session.dice.next() < EXPORTS)
    await session.caller.ask('exportPerson', { body: { external_person_id } })
  await erase(session, external_person_id)
}
