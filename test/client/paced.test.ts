// Tests a task under the server's guidance: frames that it calls good count, and a guide that comes late takes the rest.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameAnswer } from '../../client/src/challenge/calls.ts'
import type { Camera } from '../../client/src/challenge/capture.ts'
import { comingGuide, pacedUntilGood } from '../../client/src/challenge/paced.ts'
import type { RunContext } from '../../client/src/challenge/run-context.ts'
import type { ChallengeEvent, Guidance, Guide, Plan } from '../../client/src/challenge/shapes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets time pass until the task is done. */
async function played(doing: Promise<void>): Promise<void> {
  await vi.runAllTimersAsync()
  await doing
}

const wanted = { task: 'turn-face-left', frames: 2 } as const

/** A run whose server answers what `say` makes of the number of the frame, and of which all events are kept. */
function running(say: (frame: number) => Guidance) {
  const told: ChallengeEvent[] = []
  let sent = 0
  let nowMs = 0
  const camera = {
    draw: async () => (nowMs += 400),
    look: async () => ({ close: () => {} }),
    jpeg: async () => new Blob(),
  } as unknown as Camera
  const context: RunContext<unknown> = {
    camera,
    isMirrored: false,
    plan: { family: 'profile' } as unknown as Plan,
    signal: new AbortController().signal,
    taken: [],
    tell: (event) => void told.push(event),
    send: async (): Promise<FrameAnswer> => ({ result_code: 200, message: '', guidance: say(++sent) }),
    throwIfFailed: () => {},
  }
  return { context, told, sent: () => sent }
}

test('ends when the server called as many frames good as were asked for', async () => {
  const run = running((frame) => (frame < 3 ? 'turn-left' : 'ok'))
  await played(pacedUntilGood(run.context, wanted, comingGuide<unknown>(undefined)))
  expect(run.sent()).toBe(4)
  expect(run.told.some(({ kind }) => kind === 'look')).toBe(false)
})

test('a guide that comes while the server guides takes what is left', async () => {
  let give = (_: Guide | undefined) => {}
  const loading = new Promise<Guide | undefined>((resolve) => {
    give = resolve
  })
  // The first frame is good, the second is not, and then the networks are there.
  const run = running((frame) => {
    if (frame === 2) give(async () => ({ guidance: 'ok' }))
    return frame === 1 ? 'ok' : 'turn-left'
  })
  await played(pacedUntilGood(run.context, wanted, comingGuide(loading)))
  expect(run.sent()).toBe(3)
  expect(run.told.filter(({ kind }) => kind === 'look').length).toBeGreaterThan(0)
})

test('networks that cannot be loaded leave the guiding to the server, which does not give up too soon', async () => {
  const coming = comingGuide<unknown>(Promise.reject(new Error('no network')))
  const run = running((frame) => (frame > 12 ? 'ok' : 'show-face'))
  await played(pacedUntilGood(run.context, { ...wanted, frames: 1 }, coming))
  expect(run.sent()).toBe(13)
})
