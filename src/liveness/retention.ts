// Removes challenges and their frames when their time is over, and forgets pictures seen long ago.
import type { Database } from '../store/port.ts'
import * as records from '../store/records/challenges.ts'
import { forgetShotsBefore } from '../store/records/seen-shots.ts'
import type { Vault } from '../store/vault.ts'

export interface Retention {
  readonly frameRetentionMs: number
  readonly shotMemoryMs: number
}

const PAGE = 100

/** Returns how many challenges were removed. Several servers may do so at once: each challenge goes once. */
export async function removeOldChallenges(
  database: Database,
  vault: Vault,
  now: number,
  { frameRetentionMs, shotMemoryMs }: Retention,
): Promise<number> {
  let count = 0
  for (;;) {
    const page = await records.challengesOverBefore(database, now - frameRetentionMs, PAGE)
    for (const place of page) {
      const ids = await records.frameIdsOf(database, place)
      await vault.remove(place.organisationId, ids, (queries) => records.removeChallenge(queries, place))
    }
    count += page.length
    if (page.length < PAGE) break
  }
  while ((await forgetShotsBefore(database, now - shotMemoryMs, PAGE)) === PAGE);
  return count
}
