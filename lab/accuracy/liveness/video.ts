// Measures whether videos of live people pass and filmed screens do not, and the passive checks on clips of single frames.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Check, hasFailed } from '../../../src/checks.ts'
import { codes } from '../../../src/codes.ts'
import type { VideoLimits } from '../../../src/image/video/video.ts'
import type { VideoMeasures } from '../../../src/liveness/video/measure.ts'
import { verifyVideo } from '../../../src/liveness/video/verify.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { type LabelledVideo, readVideos } from '../../kit/datasets/liveness.ts'
import { attackKinds, readSpoofFrames, type SpoofFrame } from '../../kit/datasets/spoof.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'

const limits: VideoLimits = {
  program: '',
  shortestMs: 1000,
  longestMs: 60_000,
  maxMegapixels: 9,
  timeoutMs: 60_000,
}
const ask = { search: 'frame', closely: 1, genuineness: true, vector: true } as const

export async function evaluateVideo(context: Context, crew: LivenessCrew): Promise<Report> {
  const videos = await judgeVideos(context, crew)
  const clips = await judgeClips(context, crew)
  const right = videos.filter(
    ({ item, verdict }) => (verdict.code === codes.success) === (item.label === 'live'),
  )
  const living = clips.filter(({ kind }) => kind === undefined)
  const refused = proportionOf(living, ({ verdict }) => verdict.code !== codes.success)
  const accepted = attackKinds.map((kind) => ({
    kind,
    share: proportionOf(
      clips.filter((clip) => clip.kind === kind),
      ({ verdict }) => verdict.code === codes.success,
    ),
  }))
  return {
    tables: [
      {
        title: 'Videos, each with its probability and each check with its threshold',
        columns: ['video', 'code', 'probability', 'checks', 'failed'],
        rows: videos.map(({ item, verdict }) => [
          basename(item.file),
          verdict.code.code,
          verdict.probability.toFixed(3),
          verdict.checks.map(asText).join(', '),
          verdict.checks
            .filter(hasFailed)
            .map(({ name }) => name)
            .join(', '),
        ]),
      },
      {
        title: 'Clips of Replay-Attack by the passive checks of a video',
        columns: ['clips', 'number', 'error (95 %)'],
        rows: [
          ['live, refused', refused.total, percentWithInterval(refused)],
          ...accepted.map(({ kind, share }) => [
            `${kind}, accepted`,
            share.total,
            percentWithInterval(share),
          ]),
        ],
        note: 'Three to six frames seconds apart: of motion, blinks and repetition nothing can be said, so they are not judged here. The weights of genuineness were fitted on half of these people.',
      },
    ],
    plots: [],
    figures: {
      video: {
        videos: videos.map(({ item, verdict }) => ({
          file: basename(item.file),
          code: verdict.code.code,
          probability: verdict.probability,
          checks: verdict.checks,
        })),
        clips: { refused, accepted },
      },
    },
    targets: [{ name: 'liveness-videos', value: right.length, bound: videos.length, good: 'at least' }],
  }
}

async function judgeVideos(context: Context, crew: LivenessCrew) {
  const outcomes = await crew.run({
    label: 'videos',
    job: 'observe-video',
    items: await readVideos(context.data),
    inputOf: async ({ file }: LabelledVideo) => ({ bytes: await readFile(file), limits }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) throw new Error(`${item.file}: ${error.message}`)
  return done.map(({ item, output }) => {
    if ('fault' in output) throw new Error(`${item.file} ${output.fault}`)
    return { item, verdict: verifyVideo(output) }
  })
}

async function judgeClips(context: Context, crew: LivenessCrew) {
  const outcomes = await crew.run({
    label: 'frames of clips',
    job: 'observe-image',
    items: context.sample(await readSpoofFrames(context.data)),
    inputOf: async ({ file }: SpoofFrame) => ({ bytes: await readFile(file), maxMegapixels: 50, ask }),
  })
  const seen = sortOutcomes(outcomes).done.map(({ item, output }) => ({
    item,
    face: 'fault' in output ? undefined : output.faces[0],
  }))
  return [...Map.groupBy(seen, ({ item }) => item.clip).values()].flatMap((own) => {
    const frames = own.toSorted((one, other) => one.item.frame - other.item.frame)
    const faces = frames.flatMap(({ face }) => face ?? [])
    const verdict = verifyVideo(ofFrames(faces, frames.length))
    return frames[0] ? [{ kind: frames[0].item.kind, verdict }] : []
  })
}

/** Motion is assumed, because a few frames, seconds apart, show none. */
const ofFrames = (faces: readonly SeenFace[], frames: number): VideoMeasures => ({
  faceFoundShare: faces.length / frames,
  severalFacesShare: 0,
  motionWithinFace: 1,
  deepestBlink: 1,
  deepestOpening: 1,
  frozenShare: 0,
  repeatedShare: 0,
  closeLooks: faces.map((face, i) => ({ atMs: 1000 * i, face })),
})

const asText = ({ name, score, threshold, rule }: Check): string =>
  `${name} ${score} (${rule === 'at-least' ? '>=' : '<='} ${threshold})`
