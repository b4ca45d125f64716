// Tests the findings of a soak run, from series whose growth is known.
import { describe, expect, test } from 'vitest'
import { Answers } from '../../soak/answers.ts'
import { csvOf } from '../../soak/csv.ts'
import { findingsOf, targetsOf } from '../../soak/findings.ts'
import { drawSoak } from '../../soak/plot.ts'
import type { Sample } from '../../soak/sample.ts'
import { growthOf, medianOfPart } from '../../soak/series.ts'

const MEBIBYTE = 2 ** 20
const held = (mebibytes: number, handles = 30) => ({
  rssBytes: mebibytes * MEBIBYTE,
  pssBytes: mebibytes * MEBIBYTE,
  anonymousBytes: mebibytes * MEBIBYTE,
  handles,
})

/** Makes a hundred samples, a hundred requests apart, of a healthy server. */
function samplesOf(change: (index: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 101 }, (_, i) => ({
    ...{ seconds: 5 * i, requests: 100 * i, requestsPerSecond: 20, refusedShare: 0.1, unexpected: 0 },
    ...{ server: held(300), workers: [held(400), held(420)], replaced: 0 },
    ...{ heapUsedBytes: 5e7, externalBytes: 1e7, loopLagSeconds: 0.01, queued: 1, busy: 2 },
    ...{ filesBytes: 1e7, databaseBytes: 2e7, walBytes: 1e6, usedBytes: 1.9e7, trailBytes: 1e6 },
    ...change(i),
  }))
}

const heard = (unexpected = 0) => {
  const answers = new Answers(['healthz'])
  for (let i = 0; i < 100; i++)
    answers.add({
      ...{ operation: 'healthz', act: 'watching', status: 200, code: 200, ms: 1 },
      ...(i < unexpected && { unexpected: '500 500 instead of 200 200' }),
    })
  return answers
}

const targets = (samples: readonly Sample[], answers = heard(), leftBytes = 0) =>
  Object.fromEntries(targetsOf(findingsOf(samples, answers, leftBytes), 6).map((one) => [one.name, one]))
const short = (samples: readonly Sample[], answers = heard(), leftBytes = 0) =>
  Object.values(targets(samples, answers, leftBytes))
    .filter(({ value, bound }) => !(value <= bound))
    .map(({ name }) => name)

describe('growth', () => {
  const points = (value: (at: number) => number) =>
    Array.from({ length: 1001 }, (_, at) => ({ at, value: value(at) }))

  test('is that of the last tenth by the second, so that warming up does not count', () => {
    expect(growthOf(points((at) => (at < 90 ? 10 : 100))).ratio).toBe(1)
    const steady = growthOf(points((at) => 100 + at / 10))
    expect(steady.early).toBeCloseTo(115, 0)
    expect(steady.late).toBeCloseTo(195, 0)
    expect(steady.ratio).toBeCloseTo(195 / 115, 2)
  })

  test('is measured by requests: however long a part took, it is one part', () => {
    const slow = points((at) => at).flatMap((point) =>
      Array.from({ length: point.at < 150 ? 9 : 1 }, () => point),
    )
    expect(medianOfPart(slow, 0)).toBe(49.5)
    expect(medianOfPart(slow, 5)).toBe(549.5)
    expect(medianOfPart(slow, 9)).toBe(950)
  })

  test('is not hidden by a peak, nor made by one', () => {
    expect(growthOf(points((at) => (at % 50 === 0 ? 900 : 100))).ratio).toBe(1)
  })
})

describe('targets', () => {
  test('hold where nothing grows', () => {
    expect(short(samplesOf())).toEqual([])
  })

  test.each<[string, (index: number) => Partial<Sample>]>([
    ['soak-memory-server', (i) => ({ server: held(300 + i / 2) })],
    ['soak-memory-worker', (i) => ({ workers: [held(400), held(420 + i / 2)] })],
    ['soak-workers-replaced', (i) => ({ replaced: i > 50 ? 1 : 0 })],
    ['soak-handles', (i) => ({ server: held(300, 100 + i) })],
    ['soak-queue', (i) => ({ queued: i === 70 ? 13 : 0 })],
  ])('%s is short when its series grows, and no other', (name, change) => {
    expect(short(samplesOf(change))).toEqual([name])
  })

  test('pass over the audit trail, which is meant to grow, and say by how much', () => {
    const samples = samplesOf((i) => ({ usedBytes: 2e7 + 50_000 * i, trailBytes: 1e6 + 50_000 * i }))
    expect(short(samples)).toEqual([])
    expect(findingsOf(samples, heard(), 0).trailBytesPerRequest).toBe(500)
  })

  test('count what is left when the clocks have run out, not what they keep meanwhile', () => {
    const busier = samplesOf((i) => ({ filesBytes: 1e7 + 1e5 * i }))
    expect(short(busier)).toEqual([])
    expect(findingsOf(busier, heard(), 0).disk.ratio).toBeGreaterThan(1.2)
    expect(short(samplesOf(), heard(), 2 * MEBIBYTE)).toEqual(['soak-disk-left'])
  })

  test('count every wrong answer and every operation that was never called', () => {
    expect(short(samplesOf(), heard(1))).toEqual(['soak-errors'])
    expect(short(samplesOf(), new Answers(['healthz', 'readyz']))).toEqual(['soak-operations-missed'])
    expect(targets(samplesOf(), new Answers(['healthz', 'readyz']))['soak-operations-missed']?.value).toBe(2)
  })

  test('are short where a run was too short to tell', () => {
    expect(short(samplesOf().slice(0, 1))).toContain('soak-memory-server')
  })
})

test('the table has a row for each sample and a column for each worker', () => {
  const [head = '', ...rows] = csvOf(samplesOf()).trimEnd().split('\n')
  expect(rows).toHaveLength(101)
  expect(head.split(',')).toContain('worker_2_rss')
  for (const row of rows) expect(row.split(',')).toHaveLength(head.split(',').length)
  expect(rows[3]?.split(',')[head.split(',').indexOf('worker_2_rss')]).toBe(String(420 * MEBIBYTE))
})

test('the plot draws every series, also of workers that were away for a while', () => {
  const samples = samplesOf((i) => (i === 40 ? { workers: [held(400)] } : {}))
  const svg = drawSoak(samples, 'Soak', 'npm run soak')
  for (const name of ['resident', 'worker 2', 'audit trail', 'waiting', 'wrong so far'])
    expect(svg).toContain(name)
  expect(svg).not.toMatch(/NaN|undefined/)
})
