// Plays acts until enough requests were sent or the time is up: several callers at once, each an organisation of its own.
import { seededDice } from '../../specimens/person/dice.ts'
import { weighted } from '../kit/random-choices.ts'
import type { Answers } from './answers.ts'
import { type Caller, openCaller } from './caller.ts'
import type { Material } from './material.ts'
import type { Row } from './mix.ts'
import type { Served } from './server.ts'
import { type Session, Spoiled } from './session.ts'

interface Drive {
  readonly served: Served
  readonly material: Material
  readonly answers: Answers
  readonly seed: number
  readonly requests: number
  /** The end, in the time of `performance.now()`. */
  readonly until: number
  readonly rows: readonly Row[]
}

/** Acts that have begun are played to their end, so that they leave nothing behind. */
export async function drive(run: Drive): Promise<void> {
  const { served, answers } = run
  await Promise.all(
    served.organisations.map((credentials, number) =>
      play(run, openCaller(served.url, credentials, answers), number),
    ),
  )
}

async function play(run: Drive, caller: Caller, number: number): Promise<void> {
  const { material, answers, seed, requests, until, rows, served } = run
  const dice = seededDice(seed, number)
  let marks = 0
  const session: Session = {
    caller,
    material,
    dice,
    // No two callers ever get the same mark.
    mark: () => marks++ * served.organisations.length + number,
    made: new Set(),
    receiver: served.receiver,
  }
  // Each act is played once before chance decides, so that a short run has them all.
  const first = rows.filter((_, i) => i % served.organisations.length === number)
  const isOver = (turn: number) => turn >= first.length && answers.requests >= requests
  for (let turn = 0; !isOver(turn) && performance.now() < until; turn++) {
    const row = first[turn] ?? weighted(rows, dice)
    caller.act = row.name
    await row.play(session).catch((error: unknown) => {
      if (!(error instanceof Spoiled)) throw error
    })
  }
}
