// Purges what is past its retention time: in pages, organisations in turn, and no longer than a round may take.
import { StoreUnavailable } from '../store/port.ts'
import { forgetExpiredBefore } from '../store/records/challenges.ts'
import { forgetSequencesBefore } from '../store/records/light-sequences.ts'
import { countOverdue, type Overdue, type OverdueKind, overdueOf } from '../store/records/retention.ts'
import { countShotsBefore, forgetShotsBefore } from '../store/records/seen-shots.ts'
import { forgetEntries, forgetIdempotencyKeys } from '../store/records/verification-removal.ts'
import { type Clock, keepingOfAll, type RetentionSettings } from './clocks.ts'
import {
  EXPIRED_IDS_MS,
  type RemovingFaces,
  removeChallenge,
  removeDocument,
  removePictures,
  removeRegistered,
  removeVerification,
} from './remove.ts'

export interface Purging extends RemovingFaces {
  readonly config: RetentionSettings & { readonly shotMemoryMs: number }
}

/** `prints` are prints of frames; one setting for all organisations says how long they are kept. */
export type PurgeKind = OverdueKind | 'prints'
export type PurgeCounts = Readonly<Record<PurgeKind, number>>

export const noneRemoved: PurgeCounts = {
  challenges: 0,
  files: 0,
  documents: 0,
  faces: 0,
  verifications: 0,
  tests: 0,
  prints: 0,
}

export interface Purged {
  readonly removed: PurgeCounts
  /** Removals that failed; they are tried again by the next round. */
  readonly failed: number
  /** False when time was up before all was done. */
  readonly isDone: boolean
}

/**
 * The retention clock of each kind; documents come before their pictures, so that a document is removed at once, and
 * verifications before all that was made for them.
 */
const kinds: readonly (readonly [OverdueKind, Clock])[] = [
  ['verifications', 'verifications'],
  ['challenges', 'frames'],
  ['documents', 'readings'],
  ['files', 'files'],
  ['faces', 'faces'],
]

/** How long verifications of test keys are kept, whatever became of them. */
const TESTS_MS = 86_400_000
/** As long as a caller may repeat a request by its key. */
const IDEMPOTENCY_MS = 86_400_000
/** For so long the answer to a link or token that is over differs from that to one that never was. */
const ENDED_ENTRIES_MS = 7 * 86_400_000

const PAGE = 100

interface Duty {
  readonly kind: OverdueKind
  readonly organisationId: string
  readonly before: number
}

async function duties(
  { database, config }: Pick<Purging, 'database' | 'config'>,
  time: number,
): Promise<Duty[]> {
  return (await keepingOfAll(database, config)).flatMap(({ organisationId, keeping }) => [
    { kind: 'tests' as const, organisationId, before: time - TESTS_MS },
    ...kinds
      .filter(([, clock]) => Number.isFinite(keeping[clock]))
      .map(([kind, clock]) => ({ kind, organisationId, before: time - keeping[clock] })),
  ])
}

/** Removes a page of every kind and organisation in turn, so that one backlog does not delay the others. */
export async function purge(work: Purging, time: number, isTimeUp: () => boolean): Promise<Purged> {
  const removed = { ...noneRemoved }
  let failed = 0
  let left = await duties(work, time)
  while (left.length > 0 && !isTimeUp()) {
    const goOn: Duty[] = []
    for (const duty of left) {
      if (isTimeUp()) return { removed, failed, isDone: false }
      const page = await overdueOf(work.database, duty.kind, duty.organisationId, duty.before, PAGE)
      const done = await removePage(work, duty, page, isTimeUp)
      removed[duty.kind] += done.removed
      failed += done.failed
      // When all of a page fails, the next query would return the same page.
      if (page.length === PAGE && done.failed < PAGE) goOn.push(duty)
    }
    left = goOn
  }
  const shotsBefore = time - work.config.shotMemoryMs
  for (let some = PAGE; some === PAGE && !isTimeUp(); ) {
    some = await forgetShotsBefore(work, shotsBefore, PAGE)
    removed.prints += some
  }
  for (let some = PAGE; some === PAGE && !isTimeUp(); )
    some = await forgetSequencesBefore(work.database, shotsBefore, PAGE)
  for (let some = PAGE; some === PAGE && !isTimeUp(); )
    some = await forgetExpiredBefore(work.database, time - EXPIRED_IDS_MS, PAGE)
  for (let some = PAGE; some === PAGE && !isTimeUp(); )
    some = await forgetIdempotencyKeys(work.database, time - IDEMPOTENCY_MS, PAGE)
  for (let some = PAGE; some === PAGE && !isTimeUp(); )
    some = await forgetEntries(work.database, time - ENDED_ENTRIES_MS, PAGE)
  return { removed, failed, isDone: left.length === 0 && !isTimeUp() }
}

type PageOutcome = { readonly removed: number; readonly failed: number }

async function removePage(
  work: Purging,
  duty: Duty,
  page: readonly Overdue[],
  isTimeUp: () => boolean,
): Promise<PageOutcome> {
  const { kind, organisationId } = duty
  if (page.length === 0) return { removed: 0, failed: 0 }
  if (kind === 'files') {
    const ids = page.map(({ id }) => id)
    return { removed: await removePictures(work, organisationId, ids), failed: 0 }
  }
  let removed = 0
  let failed = 0
  for (const one of page) {
    if (isTimeUp()) break
    try {
      if (await removeOne(work, kind, organisationId, one)) removed++
    } catch (error) {
      // One failed removal must not stop the others; an unreachable store does.
      if (error instanceof StoreUnavailable) throw error
      failed++
    }
  }
  return { removed, failed }
}

async function removeOne(
  work: Purging,
  kind: Exclude<OverdueKind, 'files'>,
  organisationId: string,
  { id, collectionId = '', fileId = '' }: Overdue,
): Promise<boolean> {
  if (kind === 'challenges')
    return (await removeChallenge(work, { organisationId, id }, 'its id')) !== undefined
  if (kind === 'documents') return (await removeDocument(work, { organisationId, id })) !== undefined
  if (kind === 'tests') await removeRegistered(work, { organisationId, id })
  if (kind === 'tests' || kind === 'verifications') return removeVerification(work, { organisationId, id })
  const key = { organisationId, collectionId }
  return work.removeFace(key, { id, fileId })
}

/** Counts what a purge at this time would remove. */
export async function countDue(
  work: Pick<Purging, 'database' | 'config'>,
  time: number,
): Promise<PurgeCounts> {
  const counts = { ...noneRemoved }
  for (const { kind, organisationId, before } of await duties(work, time))
    counts[kind] += await countOverdue(work.database, kind, organisationId, before)
  counts.prints = await countShotsBefore(work.database, time - work.config.shotMemoryMs)
  return counts
}
