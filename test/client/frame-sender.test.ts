// Tests how the runner sends frames: a limited number at once, in order where there is one lane, and none after a fault.
import { expect, test } from 'vitest'
import type { FrameAnswer, TakenFrame } from '../../client/src/challenge/calls.ts'
import { FramesRefused, frameSender } from '../../client/src/challenge/frame-sender.ts'

const frame = (takenAtMs: number): TakenFrame => ({ task: 'nose', takenAtMs, jpeg: new Blob() })
const success: FrameAnswer = { result_code: 200, message: 'Success', guidance: 'ok' }

/** Answers when the test says so, and lists the frames in flight. */
function server() {
  const waiting: { readonly at: number; answer(answer: FrameAnswer): void; fail(error: Error): void }[] = []
  const arrived: number[] = []
  return {
    waiting,
    arrived,
    send: ({ takenAtMs }: TakenFrame) =>
      new Promise<FrameAnswer>((resolve, reject) => {
        arrived.push(takenAtMs)
        waiting.push({ at: takenAtMs, answer: resolve, fail: reject })
      }),
  }
}

test('one lane sends one frame after the other, in order', async () => {
  const { send, arrived, waiting } = server()
  const sender = frameSender(send, 1)
  const answers = [1, 2, 3].map((at) => sender.send(frame(at)))
  for (const at of [1, 2, 3]) {
    await expect.poll(() => arrived.at(-1)).toBe(at)
    expect(arrived).toHaveLength(at)
    waiting.at(-1)?.answer(success)
  }
  expect(await Promise.all(answers)).toEqual([success, success, success])
  await sender.finished()
})

test('two lanes have two frames on their way and no third', async () => {
  const { send, arrived, waiting } = server()
  const sender = frameSender(send, 2)
  const answers = [1, 2, 3].map((at) => sender.send(frame(at)))
  await expect.poll(() => arrived).toEqual([1, 2])
  waiting[0]?.answer(success)
  await expect.poll(() => arrived).toEqual([1, 2, 3])
  waiting[1]?.answer(success)
  waiting[2]?.answer(success)
  await sender.finished()
  expect(await Promise.all(answers)).toHaveLength(3)
})

test('after a fault nothing more is sent, and every later call fails with it', async () => {
  const { send, arrived, waiting } = server()
  const sender = frameSender(send, 1)
  const first = sender.send(frame(1))
  const second = sender.send(frame(2))
  const refusals = Promise.allSettled([first, second])
  await expect.poll(() => arrived).toEqual([1])
  waiting[0]?.fail(new Error('the line is cut'))
  expect((await refusals).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(arrived).toEqual([1])
  expect(() => sender.throwIfFailed()).toThrow('the line is cut')
  await expect(sender.finished()).rejects.toThrow('the line is cut')
})

test('an answer that is no success is a fault with that answer in it', async () => {
  const over = { result_code: 143, message: 'Request Challenge ID Not Found' }
  const sender = frameSender(async () => over, 2)
  await expect(sender.send(frame(1))).rejects.toBeInstanceOf(FramesRefused)
  await expect(sender.finished()).rejects.toMatchObject({ answer: over })
})
