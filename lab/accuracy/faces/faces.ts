// npm run evaluate -- faces: measures detection, pose, verification, identification and presentation attack detection.
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { evaluateChipPortraits } from './chip-portraits.ts'
import { evaluateCover } from './cover.ts'
import { evaluateDetection } from './detection.ts'
import { evaluateEnrolment } from './enrolment.ts'
import { evaluateIdentification } from './identification.ts'
import type { EvaluationJobs, FacesCrew } from './jobs.ts'
import { evaluatePersonas } from './personas.ts'
import { evaluatePopulations } from './populations.ts'
import { evaluatePose } from './pose.ts'
import { evaluatePrecision } from './precision.ts'
import { evaluateSimilarity } from './similarity.ts'
import { evaluateSmile } from './smile.ts'
import { evaluateSpecies } from './species.ts'
import { evaluateSpoof } from './spoof.ts'
import { evaluateVerification } from './verification.ts'

type Part = (context: Context, crew: FacesCrew) => Promise<Report>

const parts: Readonly<Record<string, Part>> = {
  detection: evaluateDetection,
  verification: evaluateVerification,
  similarity: evaluateSimilarity,
  populations: evaluatePopulations,
  precision: evaluatePrecision,
  personas: evaluatePersonas,
  chip: evaluateChipPortraits,
  identification: evaluateIdentification,
  pose: evaluatePose,
  smile: evaluateSmile,
  cover: evaluateCover,
  enrolment: evaluateEnrolment,
  spoof: evaluateSpoof,
  species: evaluateSpecies,
}

export async function evaluateFaces(context: Context): Promise<Report> {
  await prepareNetworks(context.networksFolder)
  const jobsModule = new URL('./jobs.ts', import.meta.url)
  return withCrew<EvaluationJobs, Report>(
    { jobsModule, jobSettings: { networksFolder: context.networksFolder }, workers: context.workers },
    async (crew) => {
      const reports: Report[] = []
      for (const [name, part] of Object.entries(parts))
        if (context.wants(name)) reports.push(await part(context, crew))
      return mergeReports(reports)
    },
  )
}
