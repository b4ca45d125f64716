// Measures injection detection: shots recognised again, by frame and by session, without false matches, and double compression.
import { readFile } from 'node:fs/promises'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { lfwPhotos, readLfwPairs, splitLfw } from '../../kit/datasets/faces.ts'
import { type HeadTurn, readHeadTurns } from '../../kit/datasets/liveness.ts'
import { readSpoofFrames, splitSpoofFrames } from '../../kit/datasets/spoof.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { reportCompression } from './injection-compression.ts'
import type { InjectionCrew, InjectionJobs, Prints } from './injection-jobs.ts'
import type { PrintedFrame } from './injection-pairs.ts'
import { reportSessions } from './injection-sessions.ts'
import { reportShots } from './injection-shots.ts'

const FRAMES_A_SECOND = 25
const MOST_LFW = 120

type Item = Omit<PrintedFrame, 'prints'>

export async function evaluateInjection(context: Context): Promise<Report> {
  await prepareNetworks(context.networksFolder)
  const jobsModule = new URL('./injection-jobs.ts', import.meta.url)
  return withCrew<InjectionJobs, Report>(
    { jobsModule, jobSettings: { networksFolder: context.networksFolder }, workers: context.workers },
    async (crew) => {
      const frames = await printedFrames(context, crew)
      const reports = [reportShots(frames), reportSessions(frames), await reportCompression(context, crew)]
      return {
        tables: reports.flatMap(({ tables }) => tables),
        plots: [],
        figures: { injection: Object.assign({}, ...reports.map(({ figures }) => figures)) },
        targets: reports.flatMap(({ targets }) => targets),
      }
    },
  )
}

/**
 * The frames are of half of the webcam's people, all phone videos, and half of the folds of LFW. The thresholds of prints were chosen
 * with all of these people in view: few numbers, but none of these people is new to them.
 */
async function framesToPrint({ data, sample }: Context): Promise<Item[]> {
  const webcam = splitSpoofFrames(await readSpoofFrames(data)).report.filter(({ label }) => label === 'live')
  const turns = await readHeadTurns(data)
  const photos = lfwPhotos(splitLfw(await readLfwPairs(data)).report)
  return [
    ...sample(webcam).map(({ file, clip, frame, client, light }) => ({
      file,
      clip,
      video: clip,
      seconds: frame / FRAMES_A_SECOND,
      place: `${client} ${light}`,
      person: client,
    })),
    ...sample(twoSessions(turns)),
    ...sample(photos.filter((_, i) => i % Math.ceil(photos.length / MOST_LFW) === 0)).map((file) => {
      const person = file.split('/').at(-2) ?? file
      return { file, clip: file, video: file, seconds: 0, place: file, person }
    }),
  ]
}

/** Of each pose the earlier half of the frames is a first session, and the later half a second one. */
function twoSessions(turns: readonly HeadTurn[]): Item[] {
  const poses = Map.groupBy(turns, ({ video, pose }) => `${video} ${pose}`).values()
  return [...poses].flatMap((own) =>
    own
      .toSorted((one, other) => one.seconds - other.seconds)
      .map(({ file, video, seconds }, i) => ({
        file,
        clip: `${video} ${i < own.length / 2 ? 'first' : 'second'}`,
        video,
        seconds,
        place: video,
        person: video,
      })),
  )
}

async function printedFrames(context: Context, crew: InjectionCrew): Promise<PrintedFrame[]> {
  const items = await framesToPrint(context)
  const seeds = new Map(items.map((item, i) => [item, i + 1]))
  const clips = [...new Set(items.map(({ clip }) => clip))]
  const outcomes = await crew.run({
    label: 'shots and their variants',
    job: 'print-variants',
    items,
    inputOf: async (item: Item) => ({
      bytes: await readFile(item.file),
      seed: seeds.get(item) ?? 0,
      clipSeed: clips.indexOf(item.clip),
    }),
  })
  const { done, failed } = sortOutcomes<Item, Prints>(outcomes)
  for (const { item, error } of failed) console.error(`${item.file}: ${error.message}`)
  return done.map(({ item, output }) => ({ ...item, prints: output }))
}
