// npm run evaluate -- reader: measures how well documents and their lines are found and read, beside Tesseract.
import { prepareNetworks } from '../../../src/models/cache.ts'
import { withCrew } from '../../kit/parallel.ts'
import { type Context, mergeReports, type Report } from '../../kit/report.ts'
import { evaluateDetector } from './detector.ts'
import { evaluateDigits } from './digits.ts'
import type { ReaderCrew, ReaderJobs } from './jobs.ts'
import { evaluateJudge } from './judge.ts'
import { evaluateLines } from './lines.ts'
import { evaluateMrz } from './mrz.ts'
import { evaluatePages } from './pages.ts'
import { takePhotographs } from './photographs.ts'
import { evaluatePrint } from './print.ts'
import { evaluateReal } from './real.ts'
import { evaluateSpeed } from './speed.ts'
import { dataName, openTesseract, type Tesseract } from './tesseract.ts'

/** A page of paper is photographed, and read by Tesseract, while other work goes on. */
const JOB_TIMEOUT_MS = 600_000
const MEMORY_CEILING_BYTES = 3 * 2 ** 30

export async function evaluateReader(context: Context): Promise<Report> {
  const tesseract = context.asked('tesseract') ? await openTesseract() : undefined
  await prepareNetworks(context.networksFolder)
  return withCrew<ReaderJobs, Report>(
    {
      jobsModule: new URL('./jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      memoryCeilingBytes: MEMORY_CEILING_BYTES,
    },
    (crew) => evaluateParts(context, crew, tesseract),
  )
}

/** This is separate from what opens the workers, so that other workers can be given. */
async function evaluateParts(
  context: Context,
  crew: ReaderCrew,
  tesseract: Tesseract | undefined,
): Promise<Report> {
  const photographs = await takePhotographs(context, crew, tesseract?.data)
  const name = tesseract && `version ${tesseract.version}, ${dataName}`
  const parts: Readonly<Record<string, () => Report | Promise<Report>>> = {
    lines: () => evaluateLines(photographs, name),
    mrz: () => evaluateMrz(photographs),
    pages: () => evaluatePages(photographs),
    detector: () => evaluateDetector(photographs),
    judge: () => evaluateJudge(context, crew, photographs),
    real: () => evaluateReal(context, crew),
    print: () => evaluatePrint(context, crew),
    digits: () => evaluateDigits(context, crew),
    speed: () => evaluateSpeed(context, photographs),
  }
  const reports: Report[] = []
  for (const [part, evaluate] of Object.entries(parts))
    if (context.wants(part)) reports.push(await evaluate())
  return mergeReports(reports)
}
