// Reads the sets of head turns, smiles, covers and videos, and of photos taken of screens.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Halves, splitHalves } from './halves.ts'
import { numberOf, oneOf, readLabels, textOf } from './labels.ts'

export const poses = ['front', 'image_left', 'image_right', 'up', 'down'] as const

export interface HeadTurn {
  readonly file: string
  /** Each video shows one person. */
  readonly video: string
  readonly seconds: number
  /** The side is the side of the image that the nose points to. */
  readonly pose: (typeof poses)[number]
}

export async function readHeadTurns(data: string): Promise<HeadTurn[]> {
  const rows = await readLabels(data, 'liveness/head-turns')
  return rows.map((row) => ({
    file: join(data, 'liveness/head-turns', textOf(row, 'file')),
    video: textOf(row, 'video'),
    seconds: numberOf(row, 't_s'),
    pose: oneOf(row, 'pose', poses),
  }))
}

export const splitHeadTurns = (frames: readonly HeadTurn[]): Halves<HeadTurn> =>
  splitHalves(frames, ({ video }) => video)

export interface SmilingFace {
  readonly file: string
  readonly smiling: boolean
  /** A positive yaw points the nose to the right of the image. */
  readonly yawDegrees: number
  /** A positive pitch raises the chin. */
  readonly pitchDegrees: number
  readonly rollDegrees: number
}

export async function readSmiles(data: string): Promise<SmilingFace[]> {
  const rows = await readLabels(data, 'liveness/smile')
  return rows.map((row) => ({
    file: join(data, 'liveness/smile', textOf(row, 'file')),
    smiling: oneOf(row, 'smile', ['0', '1']) === '1',
    yawDegrees: numberOf(row, 'yaw_deg'),
    pitchDegrees: numberOf(row, 'pitch_deg'),
    rollDegrees: numberOf(row, 'roll_deg'),
  }))
}

/** GENKI-4K names no person, so it is split by photo. */
export const splitSmiles = (faces: readonly SmilingFace[]): Halves<SmilingFace> =>
  splitHalves(
    faces,
    ({ file }) => basename(file),
    ({ smiling }) => String(smiling),
  )

export const covers = ['mask', 'glasses', 'none'] as const

export interface CoveredFace {
  readonly file: string
  readonly cover: (typeof covers)[number]
  /** The person where the file is named after one, otherwise the photo that it is a copy of. */
  readonly owner: string
}

export async function readOcclusions(data: string): Promise<CoveredFace[]> {
  const rows = await readLabels(data, 'liveness/occlusion')
  return rows.map((row) => {
    const file = textOf(row, 'file')
    return {
      file: join(data, 'liveness/occlusion', file),
      cover: oneOf(row, 'cover', covers),
      owner: coverOwner(file),
    }
  })
}

/** `bare-0_0_anhu_0189.jpg` is a photo of anhu, `mask-0_0_0_copy_3.jpg` one of several copies of `mask-0_0_0.jpg`. */
export function coverOwner(file: string): string {
  const person = /^bare-\d+_\d+_([a-z]+)_\d+\./.exec(file)?.[1]
  return person ?? file.replace(/\.\w+$/, '').replace(/_copy(_\d+)?$/, '')
}

export const splitOcclusions = (faces: readonly CoveredFace[]): Halves<CoveredFace> =>
  splitHalves(
    faces,
    ({ owner }) => owner,
    ({ cover }) => cover,
  )

export interface LabelledVideo {
  readonly file: string
  readonly label: 'live' | 'replay'
}

export async function readVideos(data: string): Promise<LabelledVideo[]> {
  const rows = await readLabels(data, 'liveness/videos')
  return rows.map((row) => ({
    file: join(data, 'liveness/videos', textOf(row, 'file')),
    label: oneOf(row, 'label', ['live', 'replay']),
  }))
}

/** People who speak to the camera and hardly turn; all of them live. */
export async function readSpeaking(data: string): Promise<LabelledVideo[]> {
  const folder = join(data, 'liveness/speaking')
  const names = (await readdir(folder)).filter((name) => /\.(3gp|mov|mp4)$/.test(name))
  return names.toSorted().map((name) => ({ file: join(folder, name), label: 'live' }))
}

export interface MotionClip {
  readonly file: string
  readonly person: string
}

/** Films of people from webcams, phones, studios and television, who turn, nod, come nearer or speak; all of them live. */
export async function readMotion(data: string): Promise<MotionClip[]> {
  const rows = await readLabels(data, 'liveness/motion', 'clips.csv')
  return rows.map((row) => ({
    file: join(data, 'liveness/motion', textOf(row, 'file')),
    person: textOf(row, 'person'),
  }))
}

export const splitVideos = (videos: readonly LabelledVideo[]): Halves<LabelledVideo> =>
  splitHalves(
    videos,
    ({ file }) => basename(file),
    ({ label }) => label,
  )

export interface RecapturedPhoto {
  readonly file: string
  readonly label: 'real' | 'screen' | 'printout'
  /** `s4` of `s4_02.jpg`: one screen, one printout or one round of scenes. */
  readonly subject: string
}

export async function readRecaptures(data: string): Promise<RecapturedPhoto[]> {
  const rows = await readLabels(data, 'documents/recapture')
  return rows.map((row) => {
    const file = textOf(row, 'file')
    return {
      file: join(data, 'documents/recapture', file),
      label: oneOf(row, 'label', ['real', 'screen', 'printout']),
      subject: basename(file).replace(/_.*$/, ''),
    }
  })
}

export const splitRecaptures = (photos: readonly RecapturedPhoto[]): Halves<RecapturedPhoto> =>
  splitHalves(
    photos,
    ({ subject }) => subject,
    ({ label }) => label,
  )
