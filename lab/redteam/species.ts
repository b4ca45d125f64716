// What a kind of attacker or of honest people is to the red team: how its sessions are played, and how many may succeed.
import type { FaceNetworks } from '../../src/vision/networks.ts'
import type { Caller } from '../kit/caller.ts'
import type { Stage } from './films.ts'
import type { Photographs } from './puppet/photographs.ts'
import type { Outcome } from './session.ts'

export interface Theatre {
  /** The folder of the measurement data. */
  readonly data: string
  readonly networks: FaceNetworks
  readonly photographs: Photographs
  /** Every session has an organisation of its own, so that no attacker's frames are known from another session. */
  newCaller(): Promise<Caller>
}

/** How many sessions a stage has: as many as asked for of rendered people, or of photographs, or all that the data has. */
type Count = 'people' | 'sessions' | number

export interface Species {
  readonly name: string
  readonly what: string
  readonly isHonest?: boolean
  readonly stages: readonly Stage[]
  readonly count: Count
  readonly play: (theatre: Theatre, stage: Stage, number: number) => Promise<Outcome>
  /** Sessions in percent that may be accepted, or refused of honest people; what has none is only reported. */
  readonly bounds: readonly Bound[]
}

export interface Bound {
  readonly target: string
  readonly percent: number
  /** All stages together, where there is none. */
  readonly stage?: Stage
}
