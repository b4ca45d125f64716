// Asks the memory of the organisation whether frames are pictures of an earlier challenge.
import { setImmediate } from 'node:timers/promises'
import { printBands, SAME_SHOT, sameShot } from '../image/capture/shot-print.ts'
import { spread } from '../statistics.ts'
import type { Database } from '../store/port.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import { shotsSharing } from '../store/records/seen-shots.ts'
import type { Vault } from '../store/vault.ts'
import type { ChallengePlace } from './challenge.ts'
import type { Frame } from './frame.ts'

/** Of the known pictures that share a band, so many are compared, the latest first. */
const MOST_CANDIDATES = 200
/** Of more frames, so many are compared: each likely pair takes a good part of a millisecond. */
const MOST_ASKED = 12
/** One match among several frames may be chance. */
const FEWEST_SEEN = 2

/** The share of the frames that are pictures of one earlier challenge: the highest of all challenges. */
export async function shareSeenBefore(
  database: Database,
  vault: Vault,
  { organisationId, id }: ChallengePlace,
  frames: readonly Frame[],
): Promise<number> {
  const counts = new Map<string, number>()
  const compared = spread(frames, MOST_ASKED)
  for (const { shot } of compared) {
    const asked = { organisationId, challengeId: id, bands: printBands(shot.print) }
    const same = new Set<string>()
    for (const known of await shotsSharing(database, asked, MOST_CANDIDATES)) {
      const { label } = placeOfPart('shot', organisationId, known.id)
      const print = await vault.open(organisationId, label, known.print)
      if (sameShot(shot.print, print) >= SAME_SHOT) same.add(known.challengeId)
    }
    // Other requests are waiting for this process.
    await setImmediate()
    for (const challengeId of same) counts.set(challengeId, (counts.get(challengeId) ?? 0) + 1)
  }
  const most = Math.max(0, ...counts.values())
  return most < Math.min(FEWEST_SEEN, compared.length) ? 0 : most / Math.max(1, compared.length)
}
