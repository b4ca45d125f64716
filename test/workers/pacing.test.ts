// Tests the retry time that the pool gives with a refusal, and the pauses between starts of a worker that keeps failing.
import { expect, test } from 'vitest'
import { Pace } from '../../src/workers/dispatch.ts'
import { StartFailures } from '../../src/workers/start-failures.ts'

test('without any experience the advice is one second', () => {
  expect(new Pace().retryAfterSeconds(100, 2)).toBe(1)
})

test('the advice grows with the time of recent jobs and the jobs ahead, and shrinks with the workers', () => {
  const pace = new Pace()
  pace.record(2000)
  expect(pace.retryAfterSeconds(6, 2)).toBe(6)
  expect(pace.retryAfterSeconds(6, 4)).toBe(3)
  for (let job = 0; job < 50; job += 1) pace.record(100)
  expect(pace.retryAfterSeconds(6, 2)).toBe(1)
})

test('the advice never exceeds a minute', () => {
  const pace = new Pace()
  pace.record(60_000)
  expect(pace.retryAfterSeconds(500, 1)).toBe(60)
})

test('failed starts are spaced from 100 ms, doubling, to 30 s', () => {
  const failures = new StartFailures()
  const rests = Array.from({ length: 11 }, () => failures.add(0, 0, ''))
  expect(rests).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})

test('the pause is stated in a sentence', () => {
  const failures = new StartFailures()
  for (let start = 0; start < 7; start += 1) failures.add(1000, 0, 'exited with code 1 at start')
  expect(failures.describeRest(1000)).toBe('exited with code 1 at start, 7 times: trying again in 7 s')
})

test('a child that had lived well is started again as if it were the first', () => {
  const failures = new StartFailures()
  for (let start = 0; start < 5; start += 1) failures.add(0, 0, 'exited with code 1 at start')
  expect(failures.add(0, 60_000, 'was ended by SIGKILL without a job')).toBe(100)
  expect(failures.describeStart()).toBe('was ended by SIGKILL without a job, once: starting again')
})
