// Gathers single frames of living people and of attacks from every source, each with the measures of its face.
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Cues } from '../../../src/vision/genuineness/combine.ts'
import { lfwPhotos, readLfwPairs } from '../../kit/datasets/faces.ts'
import { splitHalves } from '../../kit/datasets/halves.ts'
import { readHeadTurns, readOcclusions, readSmiles, readVideos } from '../../kit/datasets/liveness.ts'
import {
  type ModernCrop,
  readModernCrops,
  readSpoofFrames,
  type SpoofFrame,
  splitModernCrops,
  splitSpoofFrames,
} from '../../kit/datasets/spoof.ts'

import { temporaryFolder } from '../../kit/installation.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context } from '../../kit/report.ts'
import { cutFrames } from '../../kit/video-frames.ts'
import { type ClipSeen, clipsOf } from './clips.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp } from './observe-files.ts'

export interface SpoofRow {
  readonly source: string
  readonly person: string
  /** The kind is absent for a living person. */
  readonly kind: string | undefined
  readonly session: string
  /** Whether numbers may be fitted on it. */
  readonly isTuned: boolean
  /** Whether the picture has no colour, as no camera of today makes it. */
  readonly isGrey: boolean
  readonly cues: Cues
}

interface SpoofSeen {
  readonly clips: readonly ClipSeen[]
  /** People that numbers may be fitted on. */
  readonly inTune: ReadonlySet<string>
  readonly old: readonly SpoofRow[]
  readonly modern: readonly SpoofRow[]
  readonly living: readonly SpoofRow[]
}

let seen: Promise<SpoofSeen> | undefined

/** Looked at once for all parts that ask. */
export function spoofRows(context: Context, crew: FacesCrew): Promise<SpoofSeen> {
  seen ??= seeEverything(context, crew)
  return seen
}

async function seeEverything(context: Context, crew: FacesCrew): Promise<SpoofSeen> {
  const frames = await readSpoofFrames(context.data)
  const halves = splitSpoofFrames(frames)
  const outcomes = await crew.run({
    label: 'spoof frames',
    job: 'observe-spoof',
    items: [...context.sample(halves.tune), ...context.sample(halves.report)],
    inputOf: async ({ file }: SpoofFrame) => ({ bytes: await readFile(file), ask }),
  })
  const inTune = new Set(halves.tune.map(({ client }) => client))
  const clips = clipsOf(sortOutcomes(outcomes).done)
  const old = clips.flatMap((clip) => rowsOfClip(clip, inTune.has(clip.client)))
  const modern = await modernRows(context, crew)
  const living = await livingRows(context, crew)
  return { clips, inTune, old, modern, living }
}

const rowsOfClip = ({ client, kind, clip, frames }: ClipSeen, isTuned: boolean): SpoofRow[] =>
  frames.map((cues) => ({
    source: 'Replay-Attack',
    person: client,
    kind,
    session: clip,
    isTuned,
    isGrey: false,
    cues,
  }))

const ask = { ...closeUp, genuineness: true } as const
const FRAMES_A_SECOND = 3
/** Every so manieth photo of LFW: more cost time and say little more. */
const LFW_STEP = 8

async function modernRows(context: Context, crew: FacesCrew): Promise<SpoofRow[]> {
  const { tune, report } = splitModernCrops(await readModernCrops(context.data))
  const row = (crop: ModernCrop, isTuned: boolean): Photo => ({ ...crop, isTuned })
  const crops = [...tune.map((crop) => row(crop, true)), ...report.map((crop) => row(crop, false))]
  return observeRows(crew, 'crops of today', context.sample(crops))
}

/** Selfies and photographs of living people, none of them from a set with attacks. */
async function livingRows(context: Context, crew: FacesCrew): Promise<SpoofRow[]> {
  const photos = await photosOf(context.data)
  const folder = temporaryFolder('spoof-videos')
  try {
    const items = [...photos, ...(await filmed(context.data, folder.path))]
    return await observeRows(crew, 'living people', context.sample(items))
  } finally {
    folder.remove()
  }
}

interface Photo {
  readonly file: string
  readonly source: string
  readonly person: string
  readonly kind?: string | undefined
  readonly isTuned: boolean
}

/** In a picture without colour red is as bright as the rest. */
const LEAST_GAMUT = 1

async function observeRows(crew: FacesCrew, label: string, items: readonly Photo[]): Promise<SpoofRow[]> {
  const outcomes = await crew.run({
    label,
    job: 'observe-spoof',
    items,
    inputOf: async ({ file }: Photo) => ({ bytes: await readFile(file), ask }),
  })
  return sortOutcomes(outcomes).done.flatMap(({ item, output: { face, leftOut } }) => {
    const { source, person, kind, isTuned } = item
    if (!face?.genuineness || !leftOut) return []
    const isGrey = leftOut.gamut < LEAST_GAMUT
    const session = [source, person, kind].join(' ')
    return [{ source, person, kind, session, isTuned, isGrey, cues: face.genuineness.cues }]
  })
}

async function photosOf(data: string): Promise<Photo[]> {
  const lfw = splitHalves(
    lfwPhotos(await readLfwPairs(data)).filter((_, i) => i % LFW_STEP === 0),
    dirname,
  )
  const lfwRow = (file: string, isTuned: boolean): Photo => ({
    file,
    source: 'LFW',
    person: dirname(file),
    isTuned,
  })
  const turns = splitHalves(await readHeadTurns(data), ({ video }) => video)
  const turnRow = (file: string, video: string, isTuned: boolean): Photo => ({
    file,
    source: 'head turns',
    person: video,
    isTuned,
  })
  const untuned = (source: string, file: string): Photo => ({
    file,
    source,
    person: basename(file),
    isTuned: false,
  })
  return [
    ...lfw.tune.map((file) => lfwRow(file, true)),
    ...lfw.report.map((file) => lfwRow(file, false)),
    ...turns.tune.map(({ file, video }) => turnRow(file, video, true)),
    ...turns.report.map(({ file, video }) => turnRow(file, video, false)),
    ...(await readSmiles(data)).map(({ file }) => untuned('GENKI-4K', file)),
    ...(await readOcclusions(data))
      .filter(({ cover }) => cover === 'none')
      .map(({ file }) => untuned('bare faces', file)),
  ]
}

/** Nothing is fitted on videos: the filmed replays are to be refused, and the people in them and beside them accepted. */
async function filmed(data: string, folder: string): Promise<Photo[]> {
  const speaking = join(data, 'liveness/speaking')
  const videos = [
    ...(await readVideos(data)).map(({ file, label }) => ({ file, label, source: 'videos' })),
    ...(existsSync(speaking) ? readdirSync(speaking) : [])
      .filter((name) => /\.(3gp|mp4|mov)$/.test(name))
      .map((name) => ({ file: join(speaking, name), label: 'live' as const, source: 'speaking' })),
  ]
  return videos.flatMap(({ file, label, source }) => {
    const name = basename(file)
    return cutFrames(file, FRAMES_A_SECOND, join(folder, name)).map((frame) => ({
      file: frame,
      source: label === 'live' ? source : 'filmed replays',
      person: name,
      ...(label === 'replay' && { kind: 'screen' }),
      isTuned: false,
    }))
  })
}
