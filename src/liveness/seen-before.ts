// Asks the memory of the server whether frames are pictures of earlier challenges, of whichever organisation.
import { bandsLike } from '../image/capture/face-print.ts'
import type { ComparedPrints } from '../image/capture/print-likeness.ts'
import { spread } from '../statistics.ts'
import type { Database } from '../store/port.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import { findShots, shotsSharing } from '../store/records/seen-shots.ts'
import type { Vault } from '../store/vault.ts'
import type { ChallengePlace } from './challenge.ts'
import type { Frame } from './frame.ts'

/** Of more frames, so many are asked about. */
const MOST_ASKED = 10
/** So many known pictures are compared with each: 30 in all. */
const CANDIDATES = 3
/** Where others do not count, so many are found first, of which those of others are left out. */
const CANDIDATES_OF_ALL = 30
/** So many of those that share one band are looked at, the latest. */
const OF_EACH_BAND = 100
/** One match among several frames may be chance. */
const FEWEST_SEEN = 2

export interface Memory {
  readonly database: Database
  readonly vault: Vault
  /** Whose challenges are remembered together. */
  readonly scope: 'server' | 'organisation'
  /** Compares in a worker, in the turn of the organisation; returns the indices of prints that are known. */
  readonly knowPrints: (prints: ComparedPrints, organisationId: string) => Promise<number[]>
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

async function shareOf(
  memory: Memory,
  place: ChallengePlace,
  frames: readonly Frame[],
  own: readonly string[],
): Promise<number> {
  const prints = spread(
    frames.flatMap(({ face, shot }) => (face && shot.facePrint ? [shot.facePrint] : [])),
    MOST_ASKED,
  )
  const pairs: { asked: number; known: Uint8Array }[] = []
  for (const [asked, print] of prints.entries())
    for (const known of await knownLike(memory, place, print, own)) pairs.push({ asked, known })
  if (pairs.length === 0) return 0
  const seen = await memory.knowPrints({ prints, pairs }, place.organisationId)
  return seen.length < Math.min(FEWEST_SEEN, prints.length) ? 0 : seen.length / prints.length
}

async function knownLike(
  { database, vault, scope }: Memory,
  place: ChallengePlace,
  print: Uint8Array,
  own: readonly string[],
): Promise<Uint8Array[]> {
  const isOfAll = scope === 'server'
  const limit = isOfAll ? CANDIDATES : CANDIDATES_OF_ALL
  const sharing = { bands: bandsLike(print), except: own, ofEach: OF_EACH_BAND, limit }
  const ids = await shotsSharing(database, await vault.marks(), sharing)
  const found = await findShots(database, ids)
  const known = found
    .filter(({ challengeId }) => challengeId !== place.id)
    .filter(({ organisationId }) => isOfAll || organisationId === place.organisationId)
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .slice(0, CANDIDATES)
  return Promise.all(
    known.map(({ organisationId, id, print }) =>
      vault.open(organisationId, placeOfPart('shot', organisationId, id).label, print),
    ),
  )
}
