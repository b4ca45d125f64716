// npm run evaluate -- documents: measures how well whole documents are read, from the bytes of pictures to the server's answers.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { openLibrary } from './library.ts'
import { parts } from './parts.ts'
import type { ReadJobs } from './read-jobs.ts'
import { openReader } from './reading.ts'
import type { Judged } from './score.ts'
import { openSession, type Session } from './session.ts'

const JOB_TIMEOUT_MS = 300_000
const MEMORY_CEILING_BYTES = 3 * 2 ** 30

const nothing: Report = { tables: [], plots: [], figures: {}, targets: [] }

/** Everything is drawn before anything is read, by workers that have ended by then, so drawing costs are not in the figures. */
export async function evaluateDocuments(context: Context): Promise<Report> {
  const wanted = Object.entries(parts).filter(([name]) => context.wants(name))
  const shots = wanted.flatMap(([, part]) => part.cases(context).flatMap((one) => one.shots))
  const library = await openLibrary(shots, context)
  if (context.asked('draw')) return nothing
  await prepareNetworks(context.networksFolder)
  return withCrew<ReadJobs, Report>(
    {
      jobsModule: new URL('./read-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      memoryCeilingBytes: MEMORY_CEILING_BYTES,
    },
    (crew) => {
      const options = { pagesFolder: join(context.cache, 'pages'), takesKept: context.asked('kept-pages') }
      return evaluateParts(openSession(context, openReader(crew, library, options)))
    },
  )
}

async function evaluateParts(session: Session): Promise<Report> {
  const reports: Report[] = []
  for (const [name, part] of Object.entries(parts))
    if (session.context.wants(name)) reports.push(await part.evaluate(session))
  const file = join(session.context.out, 'documents-misses.json')
  await keepMisses(file, [...session.misses.values()])
  console.error(`what was not right is listed in ${file}`)
  return mergeReports(reports)
}

/** Every wrong value is kept for the developers of the reader; specimens show no real person. */
async function keepMisses(file: string, misses: readonly Judged[]): Promise<void> {
  const rows = misses.map(({ isRight: _right, confidence, ...miss }) =>
    JSON.stringify({ ...miss, confidence: Number(confidence.toFixed(4)) }),
  )
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `[\n${rows.join(',\n')}\n]\n`)
}
