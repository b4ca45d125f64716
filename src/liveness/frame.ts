// One frame of a challenge: what was seen in it, when it was taken and when it came, and how that is kept.
import { deserialize, serialize } from 'node:v8'
import { inFront } from '../eyes/company.ts'
import type { Ask, Observation, SeenFace } from '../eyes/observe.ts'
import type { ImageFacts } from '../image/image.ts'
import type { Shot } from '../image/shot.ts'

/** All that a verdict needs to know of a picture. */
export interface SeenFrame {
  readonly image: ImageFacts
  /** Persons in front of the camera; `face` is the nearest. */
  readonly people: number
  readonly face?: SeenFace
  readonly shot: Shot
}

export interface Frame extends SeenFrame {
  readonly id: string
  readonly task: string
  /** By the caller's clock. */
  readonly takenAtMs: number
  /** By ours. */
  readonly receivedAtMs: number
}

/** A frame in which there is a face. */
export interface FaceFrame extends Frame {
  readonly face: SeenFace
}

export type FrameAsk = Ask

export const askOfFrame: FrameAsk = {
  search: 'frame',
  closely: 1,
  genuineness: true,
  vector: true,
  shot: true,
}

export function seenFrame({ image, faces, shot }: Observation): SeenFrame {
  if (!shot) throw new Error('a frame was looked at without its shot')
  const near = inFront(faces)
  const [face] = near
  return { image, people: near.length, shot, ...(face && { face }) }
}

export const withFace = (frames: readonly Frame[]): FaceFrame[] =>
  frames.filter((frame): frame is FaceFrame => frame.face !== undefined)

export const ofTask = <F extends Frame>(frames: readonly F[], task: string): F[] =>
  frames.filter((frame) => frame.task === task)

/** The faces of each task, in the order in which tasks began. */
export const facesByTask = (frames: readonly FaceFrame[]): SeenFace[][] =>
  [...new Set(frames.map(({ task }) => task))].map((task) => ofTask(frames, task).map(({ face }) => face))

/** Kept for hours and read by the same program: numbers stay exact, and nobody else reads it. */
export const encodeSeen = (seen: SeenFrame): Uint8Array => serialize(seen)

export const decodeSeen = (bytes: Uint8Array): SeenFrame => deserialize(bytes) as SeenFrame
