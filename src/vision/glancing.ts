// How frames that follow each other closely are looked at: a few of them closely, at a glance the rest, and nobody knows which.
import { createHmac } from 'node:crypto'
import type { Ask } from './observation.ts'

export interface Glancing {
  readonly closely: Ask
  readonly glance: Ask
  /** Only the server knows it, so that nobody can choose which frames are looked at closely. */
  readonly secret: string
  readonly perSecond: number
}

/** One frame in so many is looked at closely. */
const ONE_IN = 4

/** By the bytes and a secret: who sends another picture in place of this one throws the dice again, and does not see them. */
export function askOf({ closely, glance, secret }: Omit<Glancing, 'perSecond'>, bytes: Uint8Array): Ask {
  const [first = 0] = createHmac('sha256', secret).update(bytes).digest()
  return first % ONE_IN === 0 ? closely : glance
}
