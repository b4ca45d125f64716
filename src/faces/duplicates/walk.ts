// Walks whole collections for duplicates, a page at a time beside other work; a server that starts goes on where one stopped.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownFaces } from '../../gallery/known-faces.ts'
import type { Gallery } from '../../gallery/port.ts'
import type { Database } from '../../store/port.ts'
import { findCollection } from '../../store/records/collections.ts'
import {
  advanceSearch,
  type FoundPair,
  forgetSearches,
  type SearchRecord,
  stopSearch,
  takeSearch,
} from '../../store/records/duplicate-searches.ts'
import { curveOf } from '../calibrate.ts'
import { findDuplicates } from '../find-duplicates.ts'

export interface WalkOptions {
  readonly database: Database
  readonly gallery: Pick<Gallery, 'nearest' | 'nearestOfEach'>
  readonly faces: Pick<KnownFaces, 'following' | 'ofPersons' | 'numbered'>
  readonly now: () => number
  /** Of the time, how much is searched; the rest is left to others. Above 0, at most 1. */
  readonly share: number
  readonly keepMs: number
}

export interface Walker {
  /** Works on one search until it is over, where one waits; false where none does. */
  round(): Promise<boolean>
  /** Ends the round after its page; another server, or this one once more, goes on. */
  stop(): Promise<void>
}

/** The faces of a page share their passes over the collection; in one of a million they take a third of a second. */
const PAGE = 256
/** More pairs would fill the database, and no reviewer could look at them: a threshold this low is a mistake. */
const MOST_FOUND = 100_000
/** A server that dies leaves its search to the others after this time. */
const LEASE_MS = 60_000

export function openWalker(options: WalkOptions): Walker {
  const { database, now, share, keepMs } = options
  const holder = randomUUID()
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  async function walk(search: SearchRecord): Promise<void> {
    let { position, found } = search
    for (;;) {
      const begun = performance.now()
      const page = await options.faces.following(search, { after: position, upTo: search.upTo, limit: PAGE })
      const pairs = await searchPage(options, search, page)
      const last = page.at(-1)
      const isLast = page.length < PAGE
      position = last?.number ?? search.upTo
      const time = now()
      const isOver = isLast || stopping.signal.aborted
      const advance = {
        position,
        searched: page.length,
        isLast,
        now: time,
        until: isOver ? 0 : time + LEASE_MS,
      }
      const isMine = await database.transaction((queries) =>
        advanceSearch(queries, search, holder, advance, pairs),
      )
      if (isOver || !isMine) return
      found += pairs.length
      if (found >= MOST_FOUND) return stopSearch(database, search, time)
      const rest = ((performance.now() - begun) * (1 - share)) / share
      await sleep(Math.min(rest, LEASE_MS / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function round(): Promise<boolean> {
    const time = now()
    await forgetSearches(database, time - keepMs)
    const search = await takeSearch(database, holder, time, time + LEASE_MS)
    if (!search) return false
    await walk(search)
    return true
  }

  return {
    async round() {
      if (stopping.signal.aborted) return false
      const mine = round()
      running = mine.catch(() => undefined)
      return mine
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Each face is compared with those before it, so that a pair is found once, and the whole takes half the time. */
async function searchPage(
  { database, gallery, faces }: WalkOptions,
  search: SearchRecord,
  page: Awaited<ReturnType<KnownFaces['following']>>,
): Promise<FoundPair[]> {
  const collection = await findCollection(database, search)
  if (!collection) return []
  const curve = await curveOf(database, search.organisationId)
  const thresholds = { same: search.sameThreshold / 100, other: search.otherThreshold / 100, curve }
  const asked = page.map((face) => ({ ...face, before: face.number }))
  const found = await findDuplicates({ gallery, faces }, search, collection, asked, thresholds)
  return page.flatMap((face, i) =>
    (found[i]?.duplicates ?? []).map(({ kind, other, similarity }) => ({
      number: face.number,
      kind,
      faceId: face.id,
      otherFaceId: other.id,
      similarity: Math.round(100 * similarity),
    })),
  )
}
