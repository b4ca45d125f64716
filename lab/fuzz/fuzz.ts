// Runs one fuzzing session: a server, a corpus, and as many sequences as the number of requests needs.
import type { Credentials } from '../../src/organisations/manage.ts'
import { AnswerCounts } from '../kit/answer-counts.ts'
import { seededChoices } from '../kit/random-choices.ts'
import { readApi } from './api.ts'
import { type CorpusSize, makeCorpus } from './corpus.ts'
import { type Findings, openFindings } from './findings.ts'
import { inspectStore } from './inspect-store.ts'
import { nothingKnown } from './known-ids.ts'
import { minimise } from './minimise.ts'
import { sequencesOf } from './sequences.ts'
import { type FuzzedServer, startFuzzed } from './server.ts'
import { openSession } from './session.ts'
import { oddValues } from './values.ts'
import { type AtRest, atRest, watchLog } from './watch.ts'
import { openLine } from './wire.ts'

interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly seconds: number
  readonly lanes: number
  /** How many of the lanes send files for the workers to read. */
  readonly deepLanes: number
  readonly workers: number
  readonly corpus: CorpusSize
  /** The folder that findings are written to. */
  readonly folder: string
  /** A server that was started by others: only its answers are judged. */
  readonly elsewhere?: { readonly url: string; readonly organisations: readonly [Credentials, Credentials] }
  readonly onProgress?: (progress: Progress) => void
  readonly keepLog?: (text: string) => void
}

export interface Progress {
  readonly sent: number
  readonly answers: AnswerCounts
  readonly findings: Findings
}

interface Rest extends AtRest {
  /** The count of requests before it. */
  readonly sent: number
}

export interface FuzzOutcome extends Progress {
  readonly seconds: number
  /** The server is measured after each tenth of the requests; in a short run after the first and the last. */
  readonly rests: readonly Rest[]
  readonly replaced: ReadonlyMap<string, number>
  readonly sequences: number
}

export async function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const { seed, elsewhere } = options
  const corpus = await makeCorpus(options.corpus)
  const api = readApi()
  const answers = new AnswerCounts()
  let organisations: readonly Credentials[] = elsewhere?.organisations ?? []
  const findings = openFindings(options.folder, seed, () => organisations)
  const secretMark = `zq${(seed >>> 0).toString(36)}vx`
  const log = watchLog(findings, secretMark, options.keepLog ?? (() => {}))
  const server = elsewhere ? undefined : await startFuzzed(options.workers, log.hear)
  if (server) organisations = server.organisations
  const [one, other, third = one] = organisations
  if (!one || !other || !third) throw new Error('two organisations are needed')
  const url = elsewhere?.url ?? server?.url ?? ''
  const startedAt = performance.now()
  const run = {
    sent: 0,
    sequence: 0,
    goal: 0,
    isOver: () => run.sent >= run.goal || performance.now() - startedAt > 1000 * options.seconds,
  }
  const sequences = sequencesOf(api)
  const deepSequences = sequences.filter((sequence) => sequence.isDeep)
  const odd = oddValues(seed)

  /**
   * Decoding a picture costs a hundred times what any other request does. So some lanes keep the workers busy with
   * files and others do everything else meanwhile; a sequence is odd or even by its lane, and so the same in every run.
   */
  const next = { deep: 0, light: 1 }
  const lane = async (kind: keyof typeof next): Promise<void> => {
    const [line, second] = [openLine(url), openLine(url)]
    while (!run.isOver()) {
      next[kind] += 2
      run.sequence++
      const number = next[kind]
      const isDeep = kind === 'deep'
      const random = seededChoices(seed, number)
      const secret = `${secretMark}${number}`
      const source = { api, random, corpus, isDeep, known: nothingKnown(), odd, secret }
      const session = openSession({
        source,
        organisations: isDeep ? [third, other] : [one, other],
        line,
        others: [second],
        hangMs,
        takeOne: () => !run.isOver() && ++run.sent > 0,
        isOver: run.isOver,
        onAnswer: (counted) => answers.add(counted),
        onFault: (fault) => findings.addSequence(fault, number),
      })
      await random.weighted(isDeep ? deepSequences : sequences).play(session)
      options.onProgress?.({ sent: run.sent, answers, findings })
    }
    line.close()
    second.close()
  }
  const send = async (goal: number): Promise<void> => {
    run.goal = goal
    await Promise.all(
      Array.from({ length: options.lanes }, (_, i) => lane(i < options.deepLanes ? 'deep' : 'light')),
    )
  }

  const rests: Rest[] = []
  try {
    for (const tenth of options.requests < 10_000 ? [1, 10] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      await send(Math.ceil((options.requests * tenth) / 10))
      if (server) rests.push({ sent: run.sent, ...(await restOf(server, findings)) })
    }
    if (server?.ended() === undefined) await minimise(findings, api, url, organisations)
    if (server) await closeAndInspect(server, findings, options.corpus === 'whole')
  } finally {
    await server?.stop()
    server?.remove()
  }
  const seconds = (performance.now() - startedAt) / 1000
  return {
    seconds,
    sent: run.sent,
    answers,
    findings,
    rests,
    replaced: log.replaced,
    sequences: run.sequence,
  }
}

/** This is longer than every limit of the server: of a request, of waiting for a worker, of a job. */
export const hangMs = 75_000

async function restOf(server: FuzzedServer, findings: Findings): Promise<AtRest> {
  const ready = await fetch(`${server.url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )
  if (ready !== 200) findings.add({ kind: 'dead', what: `/readyz answers ${ready}` })
  return atRest(server)
}

async function closeAndInspect(server: FuzzedServer, findings: Findings, asksDoctor: boolean): Promise<void> {
  if (server.ended() !== undefined)
    findings.add({ kind: 'dead', what: `the server ended: ${server.ended()}` })
  if (!(await server.stop())) findings.add({ kind: 'dead', what: `the server did not end in order` })
  await inspectStore(server, findings, asksDoctor)
}
