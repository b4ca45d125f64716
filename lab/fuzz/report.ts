// Prints the end of a run: the table of answers, the findings, the leftovers, and the targets.
import type { AnswerCounts, OperationCounts } from '../kit/answer-counts.ts'
import { median } from '../kit/statistics/summary.ts'
import { atMost, isMet, none, printTargets, type Target } from '../kit/targets.ts'
import type { FuzzOutcome } from './fuzz.ts'
import type { AtRest } from './watch.ts'

/**
 * Memory rises for as long as damaged pictures still reach a part of a worker for the first time, which takes
 * some forty thousand requests: what the second half adds to the first is growth.
 */
const leastForGrowth = 50_000

export function report(outcome: FuzzOutcome): boolean {
  const { sent, seconds, sequences, answers, findings, rests, replaced } = outcome
  for (const line of answerTable(answers)) console.log(line)
  console.log(
    `\n${sent} requests in ${sequences} stories, ${answers.requests} answers, ${Math.round(seconds)} s`,
  )
  const gone = [...replaced].map(([reason, count]) => `${reason} ${count}`)
  console.log(`workers replaced: ${gone.join(', ') || 'none'}`)
  for (const rest of rests) console.log(`at rest after ${rest.sent}: ${restText(rest)}`)
  for (const { kind, operation, what, count, file } of findings.all)
    console.log(`finding ${kind} ${operation} x${count}: ${what}${file ? ` (${file})` : ''}`)
  const targets = targetsOf(outcome)
  printTargets(targets)
  return targets.every(isMet)
}

/** One row for each operation, sorted by name. */
function answerTable({ operations }: AnswerCounts): string[] {
  const width = Math.max(...[...operations.keys()].map((name) => name.length), 9)
  const row = ([name, { requests, outcomes }]: [string, OperationCounts]): string => {
    const cells = [...outcomes.values()].map(({ status, code, times }) => ({
      text: status === 0 ? 'no answer' : `${status}/${code ?? '-'}`,
      times,
    }))
    const sorted = cells.toSorted((one, other) => (one.text < other.text ? -1 : 1))
    return `${name.padEnd(width)} ${String(requests).padStart(7)}  ${sorted.map(({ text, times }) => `${text} ${times}`).join('  ')}`
  }
  return [
    `${'operation'.padEnd(width)} ${'answers'.padStart(7)}  HTTP status/result_code and how often`,
    ...[...operations].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(row),
  ]
}

const mega = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`

function restText({ server, serverFiles, workers, leftovers }: AtRest): string {
  const own = `server ${mega(server.rss)} (heap ${mega(server.heapUsed)} of ${mega(server.heapTotal)}, new objects ${mega(server.heapYoung)}, outside ${mega(server.external)}), ${serverFiles} open files, ${server.handles} handles`
  const theirs = workers.map(({ rssBytes, handles }) => `worker ${mega(rssBytes)}, ${handles} open files`)
  return [own, ...theirs, `${leftovers} temporary files`].join('; ')
}

export function targetsOf({ sent, findings, rests }: FuzzOutcome): Target[] {
  const counted = [
    none('fuzz-5xx', findings.countOf('5xx')),
    none('fuzz-dead', findings.countOf('dead')),
    none('fuzz-hangs', findings.countOf('hang')),
    none('fuzz-undocumented', findings.countOf('undocumented')),
    none('fuzz-leaks', findings.countOf('leak')),
    none('fuzz-log-errors', findings.countOf('log')),
    none('fuzz-half-written', findings.countOf('store')),
  ]
  const [warm, end] = [rests[Math.floor((rests.length - 1) / 2)], rests.at(-1)]
  if (!warm || !end) return counted
  const files = none('fuzz-growth-temporary-files', end.leftovers - warm.leftovers)
  if (sent < leastForGrowth) return [...counted, files]
  const workers = ({ workers: all }: AtRest) => Math.max(...all.map(({ rssBytes }) => rssBytes))
  const workerFiles = ({ workers: all }: AtRest) => Math.max(...all.map(({ handles }) => handles))
  const half = Math.ceil(rests.length / 2)
  const medianOf = (part: readonly AtRest[]) => median(part.map(workers))
  const [early, late] = [medianOf(rests.slice(1, half)), medianOf(rests.slice(half))]
  return [
    ...counted,
    files,
    atMost('fuzz-growth-server-heap-percent', percent(warm.server.heapUsed, end.server.heapUsed), 5),
    atMost('fuzz-growth-server-memory-percent', percent(warm.server.rss, end.server.rss), 5),
    atMost('fuzz-growth-worker-memory-percent', percent(workers(warm), workers(end)), 5),
    // A worker's memory goes up and down with what it last decoded: the medians of both halves say whether it grows.
    atMost('fuzz-growth-worker-memory-medians-percent', percent(early, late), 5),
    atMost('fuzz-growth-server-open-files', end.serverFiles - warm.serverFiles, 2),
    atMost('fuzz-growth-worker-open-files', workerFiles(end) - workerFiles(warm), 2),
  ]
}

const percent = (before: number, after: number): number => (100 * (after - before)) / before
