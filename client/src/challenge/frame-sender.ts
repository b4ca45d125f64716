// Sends frames while the next are being taken: several at once, and none after one has failed.
import { SelfsameRefusal, SelfsameUnreachable } from '../errors.ts'
import { pause } from './abortable.ts'
import type { FrameAnswer } from './calls.ts'

interface FrameSender<Frame> {
  /** Resolves with the answer of the server. */
  send(frame: Frame): Promise<FrameAnswer>
  /** Throws what went wrong with an earlier frame. */
  throwIfFailed(): void
  /** Resolves when all frames are sent. */
  finished(): Promise<void>
}

/** The server does not take frames of this challenge any more, and says why. */
export class FramesRefused extends Error {
  override readonly name = 'FramesRefused'
  readonly answer: FrameAnswer

  constructor(answer: FrameAnswer) {
    super(answer.message)
    this.answer = answer
  }
}

export const SUCCESS = 200

export function frameSender<Frame>(
  send: (frame: Frame) => Promise<FrameAnswer>,
  atOnce: number,
): FrameSender<Frame> {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let given = 0
  let fault: { readonly error: unknown } | undefined
  const throwIfFailed = () => {
    if (fault) throw fault.error
  }
  const attempt = async (frame: Frame): Promise<FrameAnswer> => {
    throwIfFailed()
    try {
      const answer = await send(frame)
      if (answer.result_code !== SUCCESS) throw new FramesRefused(answer)
      return answer
    } catch (error) {
      fault ??= { error }
      throw error
    }
  }
  return {
    send(frame) {
      const lane = given++ % atOnce
      const sent = (lanes[lane] ?? Promise.resolve()).then(() => attempt(frame))
      // The caller of this frame gets the error; the lane goes on, and the next frame finds the fault.
      lanes[lane] = sent.catch(() => {})
      return sent
    },
    throwIfFailed,
    async finished() {
      await Promise.all(lanes)
      throwIfFailed()
    },
  }
}

/** Between two attempts over a network that is away. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 4_000
/** A network that is away for longer is given up. */
const LONGEST_AWAY_MS = 60_000
/** What proxies and a busy server answer meanwhile. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

const isPassing = (error: unknown): boolean =>
  error instanceof SelfsameUnreachable
    ? error.reason !== 'answer'
    : error instanceof SelfsameRefusal && passing.has(error.status)

/** Makes a call again and again while the network is away. */
export type Patience = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

/**
 * Keeps what is to be sent until the network is back, for a minute at most. `onAway` hears of the first call that found no
 * network, and of the next that was answered. What is called may arrive twice: the server counts it once.
 */
export function patience(signal: AbortSignal, onAway: (isAway: boolean) => void): Patience {
  let awaySinceMs: number | undefined
  const back = () => {
    if (awaySinceMs !== undefined) onAway(false)
    awaySinceMs = undefined
  }
  const away = (): number => {
    if (awaySinceMs === undefined) {
      awaySinceMs = performance.now()
      onAway(true)
    }
    return performance.now() - awaySinceMs
  }
  return async (call) => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        const answer = await call()
        back()
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (!isPassing(error)) back()
        if (!isPassing(error) || away() > LONGEST_AWAY_MS) throw error
        await pause(waitMs, signal)
      }
    }
  }
}
