// npm run evaluate -- liveness: how well challenges judge what people do, and who they refuse wrongly.
import { fileURLToPath } from 'node:url'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { evaluateCover } from './cover.ts'
import { evaluateInjection } from './injection.ts'
import type { LivenessCrew, LivenessJobs } from './jobs.ts'
import { evaluateLight } from './light.ts'
import { evaluatePeople } from './people.ts'
import { evaluateSamePerson } from './same-person.ts'
import { evaluateSmile } from './smile.ts'
import { evaluateTurns } from './turns.ts'
import { evaluateVideo } from './video.ts'
import { evaluateWink } from './wink.ts'

type Part = (context: Context, crew: LivenessCrew) => Promise<Report>

const parts: Readonly<Record<string, Part>> = {
  turns: evaluateTurns,
  people: evaluatePeople,
  'same-person': evaluateSamePerson,
  smile: evaluateSmile,
  wink: evaluateWink,
  light: evaluateLight,
  cover: evaluateCover,
  videos: evaluateVideo,
  injection: evaluateInjection,
}

const networksFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/selfsame-networks', import.meta.url),
)

export async function evaluateLiveness(context: Context): Promise<Report> {
  await prepareNetworks(networksFolder)
  const jobsModule = new URL('./jobs.ts', import.meta.url)
  return withCrew<LivenessJobs, Report>(
    { jobsModule, jobSettings: { networksFolder }, workers: context.workers },
    async (crew) => {
      const reports: Report[] = []
      for (const [name, part] of Object.entries(parts))
        if (context.wants(name)) reports.push(await part(context, crew))
      return {
        tables: reports.flatMap(({ tables }) => tables),
        plots: reports.flatMap(({ plots }) => plots),
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
        targets: reports.flatMap(({ targets }) => targets),
      }
    },
  )
}
