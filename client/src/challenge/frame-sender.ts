// Sends frames while the next are being taken: several at once, and none after one has failed.
import { SelfsameUnreachable } from '../errors.ts'
import { pause } from './abortable.ts'
import type { FrameAnswer, TakenFrame } from './calls.ts'

interface FrameSender {
  /** Resolves with the answer of the server. */
  send(frame: TakenFrame): Promise<FrameAnswer>
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

const SUCCESS = 200

export function frameSender(send: (frame: TakenFrame) => Promise<FrameAnswer>, atOnce: number): FrameSender {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let given = 0
  let fault: { readonly error: unknown } | undefined
  const throwIfFailed = () => {
    if (fault) throw fault.error
  }
  const attempt = async (frame: TakenFrame): Promise<FrameAnswer> => {
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

/** Between two attempts to send a frame over a network that is away. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 4_000

/** Keeps a frame and sends it again until the network is back or the time is up: the light cannot be shown twice. */
export function patiently<Frame, Answer>(
  send: (frame: Frame) => Promise<Answer>,
  signal: AbortSignal,
): (frame: Frame) => Promise<Answer> {
  return async (frame) => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await send(frame)
      } catch (error) {
        if (!(error instanceof SelfsameUnreachable) || error.reason === 'answer') throw error
        await pause(waitMs, signal)
      }
    }
  }
}
