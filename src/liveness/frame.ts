// One frame of a challenge: what was seen in it, when it was taken and when it came.

import type { Shot } from '../image/capture/shot-print.ts'
import type { ImageFacts } from '../image/pixels.ts'
import { inFront } from '../vision/bystanders.ts'
import type { Ask, Observation, SeenFace } from '../vision/observation.ts'

/** Who is in a picture: enough to guide a person, and all that a browser can see with its own networks. */
export interface Sight {
  readonly image: { readonly width: number; readonly height: number }
  /** Persons in front of the camera; `face` is the nearest. */
  readonly people: number
  readonly face?: SeenFace
}

export type FaceSight = Required<Pick<Sight, 'image' | 'face'>>

/** What a verdict needs to know of a picture. */
export interface SeenFrame extends Sight {
  readonly image: ImageFacts
  /** Absent of a frame that was only glanced at. */
  readonly shot?: Shot
  /** What the screen is said to have shown. */
  readonly claim?: ScreenClaim
}

/** What a caller says of its screen: the index of the step that it shows, and since when by the caller's clock. */
export interface ScreenClaim {
  readonly step: number
  readonly sinceMs?: number
}

export interface Frame extends SeenFrame {
  readonly id: string
  readonly task: string
  /** The time by the caller's clock. */
  readonly takenAtMs: number
  /** The time by the server's clock. */
  readonly receivedAtMs: number
  /** Whether the answer to it was `ok`. */
  readonly isOk?: boolean
  /** How often the very same bytes were sent again, by the task that the copies named. */
  readonly copies?: readonly { readonly task: string; readonly times: number }[]
  /** Set where it came with a good signature of the key of the challenge. */
  readonly signed?: { readonly number: number; readonly counter?: number | undefined }
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
  vector: 'level',
  shot: true,
  skin: true,
}

export function seenFrame({ image, faces, shot }: Pick<Observation, 'image' | 'faces' | 'shot'>): SeenFrame {
  const near = inFront(faces)
  const [face] = near
  return { image, people: near.length, ...(shot && { shot }), ...(face && { face }) }
}

export const withFace = (frames: readonly Frame[]): FaceFrame[] =>
  frames.filter((frame): frame is FaceFrame => frame.face !== undefined)

export const ofTask = <F extends Frame>(frames: readonly F[], task: string): F[] =>
  frames.filter((frame) => frame.task === task)

export const facesOf = (frames: readonly FaceFrame[]): SeenFace[] => frames.map(({ face }) => face)
