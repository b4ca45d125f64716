// Runs personas through test verifications in the background, few at a time and in fair turns, so that no caller waits for a persona.
import { FairQueue, type Waiting } from '../../system/fair-queue.ts'
import { personaNamed } from './personas.ts'
import { type Call, runPersona } from './run-persona.ts'

export interface PersonaRuns {
  /** Whether one more of this organisation would wait too long. */
  isFull(organisationId: string): boolean
  /** Begins, or waits its turn; never throws. A server that stops drops what is left: the verification then expires. */
  begin(wanted: WantedRun): void
  /** The way to the routes, which are there later than this. */
  connect(call: Call): void
  /** Resolves when the runs that were begun have ended. */
  settled(): Promise<void>
}

interface WantedRun {
  readonly organisationId: string
  readonly verificationId: string
  readonly link: string
  readonly persona: string
}

interface Run extends WantedRun, Waiting {}

/** A run keeps a worker busy, and live requests come first. */
const AT_A_TIME = 1
/** Of one organisation. */
const MOST_WAITING = 100

export function openPersonaRuns(failed: (verificationId: string, error: unknown) => void): PersonaRuns {
  const queue = new FairQueue<Run>(Number.POSITIVE_INFINITY)
  /** How many of each organisation wait. */
  const waiting = new Map<string, number>()
  let call: Call | undefined
  let underWay = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  function count(organisationId: string, more: number): void {
    const now = (waiting.get(organisationId) ?? 0) + more
    if (now > 0) waiting.set(organisationId, now)
    else waiting.delete(organisationId)
  }

  async function run(wanted: Run): Promise<void> {
    const { verificationId, link, persona: name } = wanted
    const persona = personaNamed(name)
    try {
      if (!call || !persona) throw new Error(`there is no persona ${name}`)
      await runPersona(call, link, persona)
    } catch (error) {
      failed(verificationId, error)
    } finally {
      queue.end(wanted)
      underWay--
      next()
    }
  }

  function next(): void {
    while (underWay < AT_A_TIME) {
      const wanted = queue.take()
      if (!wanted) break
      count(wanted.organisationId, -1)
      underWay++
      void run(wanted)
    }
    if (underWay === 0) idle.resolve()
  }

  return {
    isFull: (organisationId) => (waiting.get(organisationId) ?? 0) >= MOST_WAITING,
    begin(wanted) {
      if (underWay === 0) idle = Promise.withResolvers<void>()
      count(wanted.organisationId, 1)
      queue.offer({ ...wanted, caller: wanted.organisationId, queuedAtMs: 0 })
      next()
    },
    connect(given) {
      call = given
    },
    settled: () => idle.promise,
  }
}
