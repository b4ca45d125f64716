// Measures whether videos of live people pass, whole and cut, and filmed screens and moved photographs do not.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Check, hasFailed } from '../../../src/checks.ts'
import { codes } from '../../../src/codes.ts'
import type { VideoFault } from '../../../src/image/video/video.ts'
import type { VideoMeasures } from '../../../src/liveness/video/measure.ts'
import { verifyVideo } from '../../../src/liveness/video/verify.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { type LabelledVideo, readSpeaking, readVideos } from '../../kit/datasets/liveness.ts'
import { attackKinds, readSpoofFrames, type SpoofFrame } from '../../kit/datasets/spoof.ts'
import { type Outcome, sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { atMost, none } from '../../kit/targets.ts'
import type { LivenessCrew } from './jobs.ts'
import { bytesOf, type Cut, limits, secondsOf } from './people/cuts.ts'

type FilmVerdict = ReturnType<typeof verifyVideo>

const ask = { search: 'frame', closely: 1, genuineness: true, vector: true } as const

/** The lengths of cuts that a caller may send, and the time from one to the next. */
const CUT_SECONDS = [3, 5, 10]
const CUT_EVERY_SECONDS = 1.5
/** Photographs of each puppet; `npm run redteam` plays more. */
const PUPPETS = 6
const puppetBounds = new Map([
  ['puppet-plain', 10],
  ['puppet-still-background', 30],
  ['puppet-relit', 30],
  ['puppet-careful', 30],
  ['puppet-warp', 10],
  ['puppet-speaking', 30],
])
/** The numbers of the red team's own videos begin here. */
const FIRST_PUPPET = 3000

export async function evaluateVideo(context: Context, crew: LivenessCrew): Promise<Report> {
  const films = context.sample([...(await readVideos(context.data)), ...(await readSpeaking(context.data))])
  const videos = await judgeVideos(crew, 'videos', films)
  const cuts = await judgeVideos(crew, 'cuts of videos', context.sample(films.flatMap(cutsOf)))
  const puppets = await judgePuppets(context, crew)
  const clips = await judgeClips(context, crew)
  const right = videos.filter(({ item, verdict }) => isAccepted(verdict) === (item.label === 'live'))
  const living = clips.filter(({ kind }) => kind === undefined)
  const refused = proportionOf(living, ({ verdict }) => !isAccepted(verdict))
  const accepted = attackKinds.map((kind) => ({
    kind,
    share: proportionOf(
      clips.filter((clip) => clip.kind === kind),
      ({ verdict }) => isAccepted(verdict),
    ),
  }))
  const cutShares = (['live', 'replay'] as const).map((label) => ({
    label,
    share: proportionOf(
      cuts.filter(({ item }) => item.label === label),
      ({ verdict }) => isAccepted(verdict),
    ),
  }))
  const byVariant = [...puppetBounds].flatMap(([name, bound]) => {
    const own = puppets.filter(({ item }) => item.variant === name)
    const share = proportionOf(own, ({ verdict }) => isAccepted(verdict))
    return own.length > 0 ? [{ name, bound, own, share }] : []
  })
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
          failed([{ verdict }]),
        ]),
      },
      {
        title: `Cuts of ${CUT_SECONDS.join(', ')} s, every ${CUT_EVERY_SECONDS} s`,
        columns: ['video', 'cuts', 'accepted', 'failed'],
        rows: films.flatMap(({ file, label }) => {
          const own = cuts.filter(({ item }) => item.file === file)
          const passed = own.filter(({ verdict }) => isAccepted(verdict)).length
          return own.length > 0 ? [[`${basename(file)}, ${label}`, own.length, passed, failed(own)]] : []
        }),
      },
      {
        title: 'Videos of one photograph, moved',
        columns: ['puppet', 'videos', 'accepted (95 %)', 'failed'],
        rows: byVariant.map(({ name, own, share }) => [
          name,
          share.total,
          percentWithInterval(share),
          failed(own),
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
        note: 'Three to six frames seconds apart: of motion, blinks, speech and repetition nothing can be said, so they are not judged here. The weights of genuineness were fitted on half of these people.',
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
        cuts: cutShares,
        puppets: byVariant.map(({ name, share }) => ({ name, share })),
        clips: { refused, accepted },
      },
    },
    targets: [
      { name: 'liveness-videos', value: right.length, bound: videos.length, good: 'at least' },
      ...cutShares.map(({ label, share: { count, total } }) =>
        label === 'live'
          ? none('liveness-video-live-cuts-refused', total - count)
          : none('liveness-video-replay-cuts-accepted', count),
      ),
      ...byVariant.map(({ name, bound, share }) =>
        atMost(`liveness-video-${name}`, 100 * share.value, bound),
      ),
    ],
  }
}

const isAccepted = ({ code }: Pick<FilmVerdict, 'code'>): boolean => code === codes.success

/** Names of the checks that failed, with how often where there are several verdicts. */
function failed(judged: readonly { readonly verdict: FilmVerdict }[]): string {
  const names = judged.flatMap(({ verdict }) => verdict.checks.filter(hasFailed).map(({ name }) => name))
  const counts = [...Map.groupBy(names, (name) => name)]
  return counts.map(([name, all]) => (judged.length > 1 ? `${name} ${all.length}` : name)).join(', ')
}

interface LabelledCut extends LabelledVideo, Cut {}

function cutsOf(video: LabelledVideo): LabelledCut[] {
  const whole = secondsOf(video.file)
  return CUT_SECONDS.flatMap((seconds) =>
    Array.from({ length: Math.max(0, 1 + Math.floor((whole - seconds) / CUT_EVERY_SECONDS)) }, (_, i) => ({
      ...video,
      part: { from: i * CUT_EVERY_SECONDS, seconds },
    })),
  )
}

async function judgeVideos(crew: LivenessCrew, label: string, items: readonly LabelledCut[]) {
  const outcomes = await crew.run({
    label,
    job: 'observe-video',
    items,
    inputOf: async (cut: LabelledCut) => ({ bytes: bytesOf(cut), limits }),
  })
  return judged(outcomes, ({ file }) => file)
}

async function judgePuppets({ data, sample }: Context, crew: LivenessCrew) {
  const all = [...puppetBounds.keys()].flatMap((variant) =>
    Array.from({ length: PUPPETS }, (_, i) => ({ variant, number: FIRST_PUPPET + i })),
  )
  const outcomes = await crew.run({
    label: 'videos of puppets',
    job: 'observe-puppet-video',
    items: sample(all),
    inputOf: (puppet) => ({ data, limits, ...puppet }),
  })
  return judged(outcomes, ({ variant, number }) => `${variant} ${number}`)
}

function judged<Item>(
  outcomes: readonly Outcome<Item, VideoMeasures | VideoFault>[],
  nameOf: (item: Item) => string,
) {
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) throw new Error(`${nameOf(item)}: ${error.message}`)
  return done.map(({ item, output }) => {
    if ('fault' in output) throw new Error(`${nameOf(item)} ${output.fault}`)
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
  ownMotionOfLips: { likeness: 1, pictures: frames },
  frozenShare: 0,
  repeatedShare: 0,
  closeLooks: faces.map((face, i) => ({ atMs: 1000 * i, face })),
  compared: {},
  prints: [],
  remembered: [],
})

const asText = ({ name, score, threshold, rule }: Check): string =>
  `${name} ${score} (${rule === 'at-least' ? '>=' : '<='} ${threshold})`
