// What an act of one caller works with: the caller, pictures, random choices, and ids that nobody else has.

import type { OperationName } from '../../client/src/operations.ts'
import type { Dice } from '../../specimens/person/dice.ts'
import type { Answer } from '../kit/caller.ts'
import type { Asked, Caller } from './caller.ts'
import type { Material } from './material.ts'

export interface Session {
  readonly caller: Caller
  readonly material: Material
  readonly dice: Dice
  /** Another with every call. */
  readonly mark: () => number
  /** Collections of this organisation that were signed. */
  readonly signed: Set<string>
}

export type Act = (session: Session) => Promise<void>

export const personId = ({ mark }: Session): string => `person-${mark()}`

/** Ends an act whose next request would make no sense. */
export class Spoiled extends Error {}

/** For answers that the rest of the act lives on. */
export async function must(
  { caller }: Session,
  operation: OperationName,
  asked: Asked = {},
): Promise<Answer> {
  const answer = await caller.ask(operation, asked)
  if (answer.code !== (asked.code ?? 200)) throw new Spoiled()
  return answer
}

/** It says so while any file of the organisation is on its way out, and then wants to be asked again. */
const MOST_ASKED = 20

/** All that was made of a person goes: the disk is to hold as much at the end as at the beginning. */
export async function erase({ caller }: Session, external_person_id: string): Promise<void> {
  for (let asked = 1; asked <= MOST_ASKED; asked++) {
    const { body } = await caller.ask('erasePerson', {
      body: { external_person_id },
      fits: (answer) => answer.body.complete === true || asked < MOST_ASKED,
    })
    if (body.complete === true) return
  }
}

/** Share of the verdicts that are fetched as receipts, and of the people who are given out before they are erased. */
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
