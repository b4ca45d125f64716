// Tests how npm run fuzz measures memory growth: by what the second half of a long run adds to the first.
import { expect, test } from 'vitest'
import { openFindings } from '../../fuzz/findings.ts'
import { targetsOf } from '../../fuzz/report.ts'
import { AnswerCounts } from '../../kit/answer-counts.ts'

/** Makes a run of 100,000 requests whose worker had these MiB at rest after each tenth. */
function shortOf(workerMiB: readonly number[]): string[] {
  const rests = workerMiB.map((mebibytes, i) => ({
    sent: 10_000 * (i + 1),
    server: {
      ...{ rss: 500 * 2 ** 20, heapUsed: 40 * 2 ** 20, heapTotal: 0, heapYoung: 0 },
      external: 0,
      arrayBuffers: 0,
      handles: 8,
    },
    serverFiles: 54,
    workers: [{ rssBytes: mebibytes * 2 ** 20, handles: 28 }],
    leftovers: 0,
  }))
  const outcome = {
    ...{ sent: 100_000, seconds: 1, sequences: 1, replaced: new Map<string, number>() },
    ...{ answers: new AnswerCounts(), findings: openFindings('nowhere', 1, () => []), rests },
  }
  return targetsOf(outcome)
    .filter(({ value, bound }) => value > bound)
    .map(({ name }) => name)
}

test('a worker that fills up and stays so does not grow', () => {
  expect(shortOf([520, 560, 600, 600, 620, 630, 640, 625, 630, 630])).toEqual([])
})

test('a worker that goes on growing does', () => {
  expect(shortOf([520, 530, 540, 550, 560, 570, 580, 590, 600, 610])).toEqual([
    'fuzz-growth-worker-memory-percent',
    'fuzz-growth-worker-memory-medians-percent',
  ])
})

test('a worker that goes up and down is told by the medians', () => {
  expect(shortOf([502, 541, 570, 570, 491, 544, 553, 467, 529, 554])).toEqual([
    'fuzz-growth-worker-memory-percent',
  ])
})
