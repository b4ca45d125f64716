// npm run evaluate -- liveness: measures how well challenges judge what people do, and whom they refuse wrongly.
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { evaluateCover } from './cover.ts'
import { evaluateHeadTurnPeople } from './head-turn-people.ts'
import { evaluateInjection } from './injection.ts'
import type { LivenessCrew, LivenessJobs } from './jobs.ts'
import { evaluateLight } from './light.ts'
import { evaluateOnePicture } from './one-picture.ts'
import { evaluateLivingSkin } from './people/living-skin.ts'
import { evaluatePeople } from './people/people.ts'
import { evaluatePresence } from './people/presence.ts'
import { evaluateSamePerson } from './same-person.ts'
import { evaluateSmile } from './smile.ts'
import { evaluateSurroundings } from './surroundings.ts'
import { evaluateTurns } from './turns.ts'
import { evaluateVideo } from './video.ts'
import { evaluateWellLit } from './well-lit.ts'
import { evaluateWink } from './wink.ts'

type Part = (context: Context, crew: LivenessCrew) => Promise<Report>

const parts: Readonly<Record<string, Part>> = {
  turns: evaluateTurns,
  people: evaluatePeople,
  presence: evaluatePresence,
  'living-skin': evaluateLivingSkin,
  'head-turn-people': evaluateHeadTurnPeople,
  'one-picture': evaluateOnePicture,
  'same-person': evaluateSamePerson,
  smile: evaluateSmile,
  wink: evaluateWink,
  'well-lit': evaluateWellLit,
  light: evaluateLight,
  cover: evaluateCover,
  videos: evaluateVideo,
  injection: evaluateInjection,
  surroundings: evaluateSurroundings,
}

/** Drawing and watching a video of a puppet takes longest. */
const JOB_TIMEOUT_MS = 300_000

export async function evaluateLiveness(context: Context): Promise<Report> {
  await prepareNetworks(context.networksFolder)
  const jobsModule = new URL('./jobs.ts', import.meta.url)
  return withCrew<LivenessJobs, Report>(
    {
      jobsModule,
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
    },
    async (crew) => {
      const reports: Report[] = []
      for (const [name, part] of Object.entries(parts))
        if (context.wants(name)) reports.push(await part(context, crew))
      return mergeReports(reports)
    },
  )
}
