// Plays acts until enough requests were sent or the time is up: several callers at once, each an organisation of its own.
import { seededDice } from '../../specimens/person/dice.ts'
import { type Caller, openCaller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { Material } from './material.ts'
import { drawn, type Row } from './mix.ts'
import type { Served } from './server.ts'
import { Spoiled, type Stage } from './stage.ts'

export interface Drive {
  readonly served: Served
  readonly material: Material
  readonly ledger: Ledger
  readonly seed: number
  readonly requests: number
  /** As performance.now() counts. */
  readonly until: number
  readonly rows: readonly Row[]
}

/** Acts that have begun are played to their end, so that they leave nothing behind. */
export async function drive(run: Drive): Promise<void> {
  const { served, ledger } = run
  await Promise.all(
    served.organisations.map((credentials, number) =>
      play(run, openCaller(served.url, credentials, ledger), number),
    ),
  )
}

async function play(run: Drive, caller: Caller, number: number): Promise<void> {
  const { material, ledger, seed, requests, until, rows, served } = run
  const dice = seededDice(seed, number)
  let marks = 0
  const stage: Stage = {
    caller,
    material,
    dice,
    // Of all callers no two have the same.
    mark: () => marks++ * served.organisations.length + number,
    signed: new Set(),
  }
  // Each act once before chance decides, so that a short run meets them all.
  const first = rows.filter((_, i) => i % served.organisations.length === number)
  for (let turn = 0; ledger.requests < requests && performance.now() < until; turn++) {
    const row = first[turn] ?? drawn(rows, dice)
    caller.act = row.name
    await row.play(stage).catch((error: unknown) => {
      if (!(error instanceof Spoiled)) throw error
    })
  }
}
