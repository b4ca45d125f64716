// Judges a video, remembers its pictures, and refuses a video whose pictures were sent before.
import { randomUUID } from 'node:crypto'
import { codes } from '../../codes.ts'
import type { FacePrint } from '../../image/capture/face-print.ts'
import type { Database } from '../../store/port.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import { addShot, markAccepted } from '../../store/records/seen-shots.ts'
import type { Vault } from '../../store/vault.ts'
import type { ChallengePlace } from '../challenge.ts'
import type { PresenceLines } from '../presence.ts'
import { type Memory, shareOfVideoSeen } from '../seen-before.ts'
import type { VideoMeasures } from './measure.ts'
import { type VideoVerdict, verifyVideo } from './verify.ts'

interface Means {
  readonly database: Database
  readonly vault: Vault
  /** Undefined in tests, where a video is compared with no other and a face may be that of a persona. */
  readonly memory: Omit<Memory, 'database' | 'vault'> | undefined
  readonly now: () => number
}

interface SentVideo extends ChallengePlace {
  /** Empty where nobody said who it is of. */
  readonly externalPersonId: string
}

/** The pictures are remembered before they are compared: of two that send one video at a time, at most one is accepted. */
export async function judgeVideo(
  { database, vault, memory, now }: Means,
  video: SentVideo,
  { seen, lines }: { readonly seen: VideoMeasures; readonly lines: PresenceLines },
): Promise<VideoVerdict> {
  if (!memory) return verifyVideo(seen, { isTest: true, lines })
  const receivedAtMs = now()
  const own = await remember(vault, video, seen.remembered, receivedAtMs)
  const first = verifyVideo(seen, { lines })
  if (first.code !== codes.success) return first
  const share = await shareOfVideoSeen({ database, vault, ...memory }, video, {
    ...seen,
    receivedAtMs,
    own,
  })
  const verdict = verifyVideo({ ...seen, seenBeforeShare: share }, { lines })
  if (verdict.code === codes.success) {
    const marks = await vault.marks()
    await database.transaction((queries) => markAccepted(queries, marks, own))
  }
  return verdict
}

/** Returns the ids of what was kept. */
async function remember(
  vault: Vault,
  { organisationId, id: challengeId, externalPersonId }: SentVideo,
  prints: readonly FacePrint[],
  lastAt: number,
): Promise<string[]> {
  // Each a moment after the one before: by this their order is known.
  const shots = prints.map((print, i) => ({
    id: randomUUID(),
    print,
    seenAt: lastAt - prints.length + 1 + i,
  }))
  if (shots.length === 0) return []
  const secrets = Object.fromEntries(
    shots.map(({ id, print }) => [
      id,
      { label: placeOfPart('shot', organisationId, id).label, bytes: print.greys },
    ]),
  )
  const marks = await vault.marks()
  await vault.keep(
    organisationId,
    [],
    async (queries, seals) => {
      for (const { id, print, seenAt } of shots) {
        const seal = seals[id]
        if (!seal) continue
        const shot = { organisationId, id, challengeId, externalPersonId, seenAt }
        await addShot(
          queries,
          marks,
          { ...shot, print: seal.bytes, keyVersion: seal.keyVersion },
          print.bands,
        )
      }
    },
    secrets,
  )
  return shots.map(({ id }) => id)
}
