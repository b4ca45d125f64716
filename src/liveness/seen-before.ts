// Asks the memory of the organisation whether frames are pictures of an earlier challenge.
import { printBands, SAME_SHOT, sameShot } from '../image/shot-print.ts'
import type { Database } from '../store/port.ts'
import { shotsSharing } from '../store/records/seen-shots.ts'
import type { ChallengePlace } from './challenge.ts'
import type { Frame } from './frame.ts'
import { MOST_COMPARED } from './injection.ts'
import { spread } from './numbers.ts'

/** Of the pictures that share a band, the latest are compared; a replay of last year's is what retention forgets anyway. */
const MOST_CANDIDATES = 400

/** Share of the frames that are pictures of one earlier challenge; the most that any one explains. */
export async function shareSeenBefore(
  database: Database,
  { organisationId, id }: ChallengePlace,
  frames: readonly Frame[],
): Promise<number> {
  const counts = new Map<string, number>()
  const compared = spread(frames, MOST_COMPARED)
  for (const { shot } of compared) {
    const asked = { organisationId, challengeId: id, bands: printBands(shot.print) }
    const candidates = await shotsSharing(database, asked, MOST_CANDIDATES)
    const same = candidates.filter(({ print }) => sameShot(shot.print, print) >= SAME_SHOT)
    for (const challengeId of new Set(same.map((one) => one.challengeId)))
      counts.set(challengeId, (counts.get(challengeId) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values()) / Math.max(1, compared.length)
}
