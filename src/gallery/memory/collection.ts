// A collection in memory: its vectors, their numbers, and the last change it contains.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CollectionKey } from '../../store/records/collections.ts'
import type { KnownFaces } from '../known-faces.ts'
import type { NewFace } from '../port.ts'
import type { Rows } from './rows.ts'
import type { Scanner } from './scanner.ts'

export interface MemoryCollection {
  readonly key: CollectionKey
  rows: Rows
  numbers: Numbers
  /** The last change that is contained, with all before it. */
  known: number
  /** The value of `known` in the snapshot on disk; -1 when there is none. */
  saved: number
  usedAt: number
}

export function emptyCollection(key: CollectionKey, scanner: Scanner): MemoryCollection {
  return { key, rows: scanner.newRows(), numbers: newNumbers(), known: 0, saved: -1, usedAt: 0 }
}

export function append(loaded: MemoryCollection, { number, vector }: NewFace): void {
  // A snapshot may already contain a change that came while it was written.
  if (loaded.numbers.length > 0 && number <= loaded.numbers.at(loaded.numbers.length - 1)) return
  loaded.rows.append(vector)
  loaded.numbers.push(number)
}

export function kill(loaded: MemoryCollection, number: number): void {
  const slot = loaded.numbers.slotOf(number)
  if (slot >= 0 && loaded.rows.isAlive(slot)) loaded.rows.kill(slot)
}

/** Reads changes after `known` from the database, up to `upTo`, which must be committed. */
export async function catchUp(
  loaded: MemoryCollection,
  faces: KnownFaces,
  upTo: number,
  progress: (faces: number) => void = () => {},
): Promise<void> {
  const after = loaded.known
  if (after >= upTo) return
  for await (const page of faces.pages(loaded.key, after, upTo)) {
    for (const face of page) append(loaded, face)
    progress(loaded.numbers.length)
    // Unsealing a page takes milliseconds: other requests get a turn of the event loop in between.
    await nextTurn()
  }
  // An empty collection without a snapshot holds no face that could have been removed.
  if (after > 0 || loaded.saved >= 0)
    for (const number of await faces.removed(loaded.key, after, upTo)) kill(loaded, number)
  loaded.known = upTo
}

const LEAST_DEAD = 1_000
const MOST_DEAD_SHARE = 0.25

export function isWasteful({ rows }: MemoryCollection): boolean {
  const dead = rows.length - rows.alive
  return dead > LEAST_DEAD && dead > MOST_DEAD_SHARE * rows.length
}

/** Copies live faces to new rows; returns the old rows, which searches may still read. */
export async function compact(loaded: MemoryCollection, scanner: Scanner): Promise<Rows> {
  const { rows: old, numbers: oldNumbers } = loaded
  const rows = scanner.newRows()
  const numbers = newNumbers()
  for (const [from, to] of liveRuns(old)) {
    rows.importSlots(old.exportSlots(from, to))
    for (let slot = from; slot < to; slot++) numbers.push(oldNumbers.at(slot))
    if (numbers.length % 4096 < to - from) await nextTurn()
  }
  loaded.rows = rows
  loaded.numbers = numbers
  return old
}

const LONGEST_RUN = 4096

function* liveRuns(rows: Rows): Generator<readonly [from: number, to: number]> {
  let from = 0
  while (from < rows.length) {
    while (from < rows.length && !rows.isAlive(from)) from++
    let to = from
    while (to < rows.length && to - from < LONGEST_RUN && rows.isAlive(to)) to++
    if (to > from) yield [from, to]
    from = to
  }
}

/** The numbers of the faces in the slots of a collection. They only ever rise, so a face is found by halving. */
interface Numbers {
  readonly length: number
  push(number: number): void
  at(slot: number): number
  /** Finds the slot of the face with this number; -1 when there is none. */
  slotOf(number: number): number
  /** Counts the slots of faces with lower numbers: they come first. */
  slotsBefore(number: number): number
  slice(from: number, to: number): Float64Array
}

const FIRST_ROOM = 64

function newNumbers(): Numbers {
  let held = new Float64Array(FIRST_ROOM)
  let length = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    get length() {
      return length
    },
    push(number) {
      if (number <= last) throw new Error(`face ${number} comes after face ${last}`)
      if (length === held.length) {
        const larger = new Float64Array(Math.ceil(held.length * 1.5))
        larger.set(held)
        held = larger
      }
      held[length++] = number
      last = number
    },
    at: (slot) => held[slot] ?? Number.NaN,
    slotOf(number) {
      let [low, high] = [0, length - 1]
      while (low <= high) {
        const middle = (low + high) >>> 1
        const found = held[middle] ?? Number.NaN
        if (found === number) return middle
        if (found < number) low = middle + 1
        else high = middle - 1
      }
      return -1
    },
    slotsBefore(number) {
      let [low, high] = [0, length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((held[middle] ?? Number.NaN) < number) low = middle + 1
        else high = middle
      }
      return low
    },
    slice: (from, to) => held.slice(from, to),
  }
}
