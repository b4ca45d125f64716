// Many frames in a row: how closely each is looked at, and how a film that was sent in their place is kept.
import type { Database } from '../store/port.ts'
import type { Vault } from '../store/vault.ts'
import { askOf, type Glancing } from '../vision/glancing.ts'
import {
  areMarksOf,
  type ChallengePlace,
  digestOf,
  type FrameLimits,
  keepFrame,
  type NewFrame,
} from './challenge.ts'
import { askOfFrame, type Frame, type FrameAsk, type SeenFrame } from './frame.ts'

/**
 * One frame in four is looked at closely: its genuineness, its vector and its file. Of the others only the light and the
 * place of the face are needed, at a third of the cost.
 */
export const glancingBy = (secret: string, perSecond: number): Glancing => ({
  closely: { ...askOfFrame, light: true },
  glance: { search: 'frame', closely: 1, light: true },
  secret,
  perSecond,
})

export const askOfOne = (glancing: Glancing, bytes: Uint8Array): FrameAsk => askOf(glancing, bytes)

/** The task under which the file of a film is kept; its pictures have the task of frames. */
const FILM = 'film'

/** The frames without the files of the films that they were taken from. */
export const withoutFilms = (frames: readonly Frame[]): Frame[] => frames.filter(({ task }) => task !== FILM)

interface SentFilm {
  readonly bytes: Uint8Array
  readonly takenAtMs: number
  readonly receivedAtMs: number
  readonly signed?: NewFrame['signed']
}

/**
 * The pictures come first and the film last: where there is a film, all its pictures are there, and one that was sent
 * again after a fault finds those that were kept before.
 */
export async function keepFilm(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  place: ChallengePlace & { readonly externalPersonId: string },
  { bytes, takenAtMs, receivedAtMs, signed }: SentFilm,
  pictures: readonly NewFrame[],
  limits: FrameLimits,
  isRemembered: boolean,
): Promise<'kept' | 'no room' | 'number taken'> {
  const ownDigests = [bytes, ...pictures.map(({ sent }) => sent)].map(digestOf)
  if (signed && !(await areMarksOf(database, place, signed, ownDigests))) return 'number taken'
  for (const picture of pictures)
    if ((await keepFrame(vault, place, picture, limits, isRemembered)) === 'no room') return 'no room'
  const [first] = pictures
  const seen: SeenFrame = { image: first?.seen.image ?? { format: 'jpeg', width: 0, height: 0 }, people: 0 }
  const film = {
    task: FILM,
    takenAtMs,
    receivedAtMs,
    sent: bytes,
    picture: bytes,
    seen,
    guidance: 'ok' as const,
    signed,
  }
  return (await keepFrame(vault, place, film, limits, false)) === 'no room' ? 'no room' : 'kept'
}
