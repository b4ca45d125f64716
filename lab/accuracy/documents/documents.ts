// npm run evaluate -- documents: how well whole documents are read, from the bytes of pictures to the answers of the server.
import { fileURLToPath } from 'node:url'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { openLibrary } from './library.ts'
import { keepMisses } from './misses.ts'
import { parts } from './parts.ts'
import type { ReadJobs } from './read-jobs.ts'
import { openReader } from './reading.ts'
import { openSession, type Session } from './session.ts'

const networksFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/selfsame-networks', import.meta.url),
)
const JOB_TIMEOUT_MS = 300_000
const MEMORY_CEILING_BYTES = 3 * 2 ** 30

const nothing: Report = { tables: [], plots: [], figures: {}, targets: [] }

/** Everything is drawn before anything is read, by workers that are gone by then: what they cost is not in the figures. */
export async function evaluateDocuments(context: Context): Promise<Report> {
  const wanted = Object.entries(parts).filter(([name]) => context.wants(name))
  const shots = wanted.flatMap(([, part]) => part.cases(context).flatMap((one) => one.shots))
  const library = await openLibrary(shots, context.workers)
  if (context.asked('draw')) return nothing
  await prepareNetworks(networksFolder)
  return withCrew<ReadJobs, Report>(
    {
      jobsModule: new URL('./read-jobs.ts', import.meta.url),
      jobSettings: { networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      memoryCeilingBytes: MEMORY_CEILING_BYTES,
    },
    (crew) => evaluateParts(openSession(context, openReader(crew, library, context.asked('kept-pages')))),
  )
}

async function evaluateParts(session: Session): Promise<Report> {
  const reports: Report[] = []
  for (const [name, part] of Object.entries(parts))
    if (session.context.wants(name)) reports.push(await part.evaluate(session))
  console.error(`what was not right is listed in ${await keepMisses([...session.misses.values()])}`)
  return {
    tables: reports.flatMap(({ tables }) => tables),
    plots: reports.flatMap(({ plots }) => plots),
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    targets: reports.flatMap(({ targets }) => targets),
  }
}
