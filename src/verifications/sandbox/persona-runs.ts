// Runs personas through test verifications in the background, few at a time, so that no caller waits for a persona.
import { personaNamed } from './personas.ts'
import { type Call, runPersona } from './run-persona.ts'

export interface PersonaRuns {
  /** Whether one more would wait too long. */
  isFull(): boolean
  /** Begins, or waits its turn; never throws. A server that stops drops what is left: the verification then expires. */
  begin(wanted: WantedRun): void
  /** The way to the routes, which are there later than this. */
  connect(call: Call): void
  /** Resolves when the runs that were begun have ended. */
  settled(): Promise<void>
}

interface WantedRun {
  readonly verificationId: string
  readonly link: string
  readonly persona: string
}

/** A run keeps a worker busy, and live requests come first. */
const AT_A_TIME = 1
const MOST_WAITING = 100

export function openPersonaRuns(failed: (verificationId: string, error: unknown) => void): PersonaRuns {
  const waiting: WantedRun[] = []
  let call: Call | undefined
  let underWay = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  async function run({ verificationId, link, persona: name }: WantedRun): Promise<void> {
    const persona = personaNamed(name)
    try {
      if (!call || !persona) throw new Error(`there is no persona ${name}`)
      await runPersona(call, link, persona)
    } catch (error) {
      failed(verificationId, error)
    } finally {
      underWay--
      next()
    }
  }

  function next(): void {
    while (underWay < AT_A_TIME) {
      const wanted = waiting.shift()
      if (!wanted) break
      underWay++
      void run(wanted)
    }
    if (underWay === 0) idle.resolve()
  }

  return {
    isFull: () => waiting.length >= MOST_WAITING,
    begin(wanted) {
      if (underWay === 0 && waiting.length === 0) idle = Promise.withResolvers<void>()
      waiting.push(wanted)
      next()
    },
    connect(given) {
      call = given
    },
    settled: () => idle.promise,
  }
}
