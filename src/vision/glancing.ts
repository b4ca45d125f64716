// Chooses which frames of a fast sequence are looked at closely: one in four, by a secret of the server; the rest get a quick look.
import { createHmac } from 'node:crypto'
import type { Ask } from './observation.ts'

export interface Glancing {
  readonly closely: Ask
  readonly glance: Ask
  /** Only the server knows it, so that a caller cannot tell which frames are looked at closely. */
  readonly secret: string
}

/** One frame in so many is looked at closely. */
const ONE_IN = 4

/** The bytes and a secret decide. An attacker who sends another picture instead gets another draw, and does not see its result. */
export function askOf({ closely, glance, secret }: Glancing, bytes: Uint8Array): Ask {
  const [first = 0] = createHmac('sha256', secret).update(bytes).digest()
  return first % ONE_IN === 0 ? closely : glance
}
