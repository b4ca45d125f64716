// Walks test verifications in the background, few at a time, so that no caller waits for a persona.
import { personaNamed } from './personas.ts'
import { type Call, walk } from './walk.ts'

export interface Walks {
  /** Whether one more would wait too long. */
  isFull(): boolean
  /** Begins, or waits its turn; never throws. A server that stops drops what is left: the verification then expires. */
  begin(wanted: WantedWalk): void
  /** The way to the routes, which are there later than this. */
  connect(call: Call): void
  /** Resolves when the walks that were begun have ended. */
  settled(): Promise<void>
}

interface WantedWalk {
  readonly verificationId: string
  readonly link: string
  readonly persona: string
}

/** A walk keeps a worker busy, and live requests come first. */
const AT_A_TIME = 1
const MOST_WAITING = 100

export function openWalks(failed: (verificationId: string, error: unknown) => void): Walks {
  const waiting: WantedWalk[] = []
  let call: Call | undefined
  let underWay = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  async function run({ verificationId, link, persona: name }: WantedWalk): Promise<void> {
    const persona = personaNamed(name)
    try {
      if (!call || !persona) throw new Error(`nobody walks as ${name}`)
      await walk(call, link, persona)
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
