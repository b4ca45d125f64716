// Asks the memory of the server whether frames are pictures of earlier challenges, of whichever organisation.
import type { FacePrint } from '../image/capture/face-print.ts'
import type { ComparedFilms } from '../image/capture/print-film.ts'
import type { ComparedPrints } from '../image/capture/print-likeness.ts'
import type { Database } from '../store/port.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import { findShots, type KnownShot, shotsOfChallenge, shotsSharing } from '../store/records/seen-shots.ts'
import type { Vault } from '../store/vault.ts'
import { spread } from '../system/statistics.ts'
import type { ChallengePlace } from './challenge.ts'
import type { Frame } from './frame.ts'

/** Of more frames, so many are asked about. */
export const MOST_ASKED = 8
/** Of a video more, because they lie where they happen to lie in it. */
const MOST_ASKED_OF_VIDEO = 24
/** Of an earlier session so many are compared. */
const MOST_SHOTS = 40
/** So many known pictures are compared with each, of those that were accepted and of all. */
export const CANDIDATES = 2
/** Where others do not count, so many are found first, of which those of others are left out. */
const CANDIDATES_OF_ALL = 30
/** One match among several frames may be chance. */
const FEWEST_SEEN = 2

export interface Memory {
  readonly database: Database
  readonly vault: Vault
  /** Whose challenges are remembered together. */
  readonly scope: 'server' | 'organisation'
  /** Compares in a worker, in the turn of the organisation; returns the indices of prints that are known. */
  readonly knowPrints: (prints: ComparedPrints, organisationId: string) => Promise<number[]>
  /** The same of a film; returns the share of it that is known. */
  readonly knowFilm: (films: ComparedFilms, organisationId: string) => Promise<number>
}

interface SentFrames {
  readonly frames: readonly Frame[]
  readonly aside: readonly Frame[]
}

/** The share of the frames that were seen before; nothing tells where. Many that are set aside must not hide the others. */
export async function shareSeenBefore(
  memory: Memory,
  place: ChallengePlace,
  { frames, aside }: SentFrames,
): Promise<number> {
  const all = [...frames, ...aside]
  const own = all.map(({ id }) => id)
  const share = await shareOf(memory, place, frames, own)
  return aside.length === 0 ? share : Math.max(share, await shareOf(memory, place, all, own))
}

interface Asked {
  readonly print: FacePrint
  readonly receivedAtMs: number
}

interface SentVideo {
  /** Prints of its pictures, in order. */
  readonly prints: readonly Uint8Array[]
  /** Those that are remembered, and their ids. */
  readonly remembered: readonly FacePrint[]
  readonly own: readonly string[]
  readonly receivedAtMs: number
}

/** The share of the pictures of a video that are of an earlier one, or of a challenge. */
export async function shareOfVideoSeen(
  memory: Memory,
  { organisationId, id }: ChallengePlace,
  { prints, remembered, own, receivedAtMs }: SentVideo,
): Promise<number> {
  const asked = spread(
    remembered.map((print) => ({ print, receivedAtMs })),
    MOST_ASKED_OF_VIDEO,
  )
  const found: ChallengePlace[][] = []
  for (const frame of asked) {
    const likes = await knownLike(memory, { organisationId, id }, frame, own)
    found.push(likes.map((shot) => ({ organisationId: shot.organisationId, id: shot.challengeId })))
  }
  const earlier: Uint8Array[][] = []
  for (const challenge of likestSessions(found)) {
    const shots = await shotsOf(memory, challenge, receivedAtMs)
    earlier.push(shots.map(({ print }) => print))
  }
  return earlier.length === 0 ? 0 : memory.knowFilm({ film: prints, earlier }, organisationId)
}

async function shareOf(
  memory: Memory,
  place: ChallengePlace,
  frames: readonly Frame[],
  own: readonly string[],
): Promise<number> {
  const all = frames.flatMap(({ shot, receivedAtMs }) =>
    shot?.face ? [{ print: shot.face, receivedAtMs }] : [],
  )
  const asked = spread(all, MOST_ASKED)
  const known = new Map<string, Uint8Array>()
  const pairs: { asked: number; id: string }[] = []
  const challenges: ChallengePlace[][] = []
  for (const [i, frame] of asked.entries()) {
    const likes = await knownLike(memory, place, frame, own)
    for (const { id, print } of likes) {
      known.set(id, print)
      pairs.push({ asked: i, id })
    }
    challenges.push(likes.map(({ organisationId, challengeId }) => ({ organisationId, id: challengeId })))
  }
  if (pairs.length === 0) return 0
  const first = Math.min(...asked.map(({ receivedAtMs }) => receivedAtMs))
  const sequences: string[][] = []
  for (const challenge of likestSessions(challenges)) {
    const shots = await shotsOf(memory, challenge, first)
    for (const { id, print } of shots) known.set(id, print)
    sequences.push(shots.map(({ id }) => id))
  }
  const ids = [...known.keys()]
  const seen = await memory.knowPrints(
    {
      prints: asked.map(({ print }) => print.greys),
      known: [...known.values()],
      pairs: pairs.map(({ asked, id }) => ({ asked, known: ids.indexOf(id) })),
      sequences: sequences.map((sequence) => sequence.map((id) => ids.indexOf(id))),
    },
    place.organisationId,
  )
  return seen.length < Math.min(FEWEST_SEEN, asked.length) ? 0 : seen.length / asked.length
}

/** So many earlier sessions are compared as a whole. */
const MOST_SESSIONS = 2

/** The sessions to which most of what is like the frames belongs, what is likest counting most. */
export function likestSessions<Session extends { readonly id: string }>(
  byFrame: readonly (readonly Session[])[],
): Session[] {
  const votes = new Map<string, { session: Session; votes: number }>()
  for (const sessions of byFrame)
    for (const [rank, session] of sessions.entries()) {
      const before = votes.get(session.id)?.votes ?? 0
      votes.set(session.id, { session, votes: before + 1 / (rank + 1) })
    }
  return [...votes.values()]
    .toSorted((one, other) => other.votes - one.votes)
    .slice(0, MOST_SESSIONS)
    .map(({ session }) => session)
}

/** Frames of an earlier session, in order; only what came before all of this one counts. */
async function shotsOf(
  { database, vault }: Memory,
  challenge: ChallengePlace,
  beforeMs: number,
): Promise<{ id: string; print: Uint8Array }[]> {
  const shots = await shotsOfChallenge(database, challenge, beforeMs)
  return Promise.all(
    spread(shots, MOST_SHOTS).map(async (shot) => ({ id: shot.id, print: await opened(vault, shot) })),
  )
}

const opened = (vault: Vault, { organisationId, id, print }: KnownShot): Promise<Uint8Array> =>
  vault.open(organisationId, placeOfPart('shot', organisationId, id).label, print)

/** Only what came before a frame counts: of two challenges that get the same pictures at one time, the first may be accepted. */
async function knownLike(
  { database, vault, scope }: Memory,
  place: ChallengePlace,
  { print, receivedAtMs }: Asked,
  own: readonly string[],
): Promise<KnownShot[]> {
  const isOfAll = scope === 'server'
  const ofEach = isOfAll ? CANDIDATES : CANDIDATES_OF_ALL
  const sharing = { bands: print.likelyBands, except: own, ofEach }
  const ids = await shotsSharing(database, await vault.marks(), sharing)
  const known = (await findShots(database, ids))
    .filter(({ challengeId, seenAt }) => challengeId !== place.id && seenAt <= receivedAtMs)
    .filter(({ organisationId }) => isOfAll || organisationId === place.organisationId)
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .slice(0, 2 * CANDIDATES)
  return Promise.all(known.map(async (shot) => ({ ...shot, print: await opened(vault, shot) })))
}
