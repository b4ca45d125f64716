// Tests rows and their search: the same hits as plain arithmetic, with scores as exact as promised.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GalleryFull } from '../../src/gallery/memory/arena.ts'
import type { KernelName } from '../../src/gallery/memory/kernel.ts'
import { MOST_HITS } from '../../src/gallery/memory/layout.ts'
import { type Rows, SLOT_BYTES } from '../../src/gallery/memory/rows.ts'
import { openScanner, type Scanner } from '../../src/gallery/memory/scanner.ts'
import { anyVector, cosine, unitVectors } from './scanner-kit.ts'

const MEBIBYTE = 2 ** 20
const kernels: readonly KernelName[] = ['relaxed', 'simd']
const scanners = new Map<KernelName, Scanner>()

beforeAll(async () => {
  for (const kernel of kernels)
    scanners.set(kernel, await openScanner({ threads: 2, memoryBytes: 64 * MEBIBYTE }, { kernel }))
})
afterAll(() => Promise.all([...scanners.values()].map((scanner) => scanner.close())))

function scannerOf(kernel: KernelName): Scanner {
  const scanner = scanners.get(kernel)
  if (scanner === undefined) throw new Error('not open')
  return scanner
}

function filled(scanner: Scanner, vectors: readonly Float32Array[]): Rows {
  const rows = scanner.newRows()
  for (const vector of vectors) rows.append(vector)
  return rows
}

describe.each(kernels)('%s', (kernel) => {
  test('no score differs from the true cosine by more than the slack', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyVector, { minLength: 1, maxLength: 6 }),
        anyVector,
        async (vectors, query) => {
          const scanner = scannerOf(kernel)
          const rows = filled(scanner, vectors)
          const hits = await scanner.search(rows, query, 10)
          expect(hits.length).toBe(vectors.length)
          for (const { slot, score } of hits) {
            const truth = cosine(vectors[slot] ?? query, query)
            expect(Math.abs(score - truth)).toBeLessThanOrEqual(rows.slack)
          }
          rows.release()
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each([1, 63, 64, 65, 5000])('finds the best of %i faces by both threads', async (count) => {
    const scanner = scannerOf(kernel)
    const vectors = unitVectors(count, count)
    const rows = filled(scanner, vectors)
    for (const query of unitVectors(5, -count)) {
      const hits = await scanner.search(rows, query, 10)
      const truth = vectors.map((vector) => cosine(vector, query)).sort((a, b) => b - a)
      expect(hits.length).toBe(Math.min(10, count))
      expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a))
      hits.forEach(({ score }, i) => {
        expect(Math.abs(score - (truth[i] ?? 0))).toBeLessThanOrEqual(rows.slack)
      })
    }
    for (const slot of [0, count >> 1, count - 1]) {
      const [hit] = await scanner.search(rows, vectors[slot] ?? new Float32Array(), 1)
      expect(hit?.slot).toBe(slot)
    }
    rows.release()
  })
})

test.each(kernels)('%s gives each of many at once what it gives each alone', async (kernel) => {
  const scanner = scannerOf(kernel)
  const drawn = unitVectors(5000, 8)
  /** Faces behind it are not asked for. */
  const end = 6000
  // Every third face is there twice, so that scores are equal; some are dead.
  const rows = filled(scanner, [...drawn, ...drawn.filter((_, i) => i % 3 === 0)])
  for (let slot = 5; slot < rows.length; slot += 50) rows.kill(slot)
  const vectors = [...drawn.slice(0, 60), ...unitVectors(20, 9)]
  for (const limit of [1, 16, 1024]) {
    const plain: Awaited<ReturnType<Scanner['search']>>[] = []
    for (const vector of vectors) plain.push(await scanner.search(rows, vector, limit, end))
    // Some have no least, most one that is sifted, some the very score of a hit.
    const leastOf = (i: number) =>
      [Number.NEGATIVE_INFINITY, 0.9, 0.5, 0.45, plain[i]?.[0]?.score ?? 0, plain[i]?.at(-1)?.score ?? 0][
        i % 6
      ] ?? 0
    const asked = vectors.map((vector, i) => ({ vector, least: leastOf(i), end }))
    const found = await scanner.searchEach(rows, asked, limit)
    found.forEach((hits, i) => {
      expect(hits).toEqual((plain[i] ?? []).filter(({ score }) => score >= leastOf(i) - 1e-6))
    })
    const narrow = asked.map((one, i) => ({ ...one, end: 70 * i }))
    for (const [i, hits] of (await scanner.searchEach(rows, narrow, limit)).entries()) {
      const alone = await scanner.search(rows, vectors[i] ?? new Float32Array(), limit, 70 * i)
      expect(hits).toEqual(alone.filter(({ score }) => score >= leastOf(i) - 1e-6))
    }
  }
  expect(await scanner.searchEach(rows, [], 1)).toEqual([])
  rows.release()
})

test('both kernels give the very same hits', async () => {
  const vectors = unitVectors(10_000, 5)
  const [relaxed, simd] = kernels.map(scannerOf) as [Scanner, Scanner]
  const [left, right] = [filled(relaxed, vectors), filled(simd, vectors)]
  for (const query of unitVectors(20, 6))
    expect(await relaxed.search(left, query, 50)).toEqual(await simd.search(right, query, 50))
  left.release()
  right.release()
})

describe('rows', () => {
  test('the killed are not found, the others keep their slots', async () => {
    const scanner = scannerOf('relaxed')
    const vectors = unitVectors(300, 1)
    const rows = filled(scanner, vectors)
    for (let slot = 0; slot < 300; slot += 3) rows.kill(slot)
    rows.kill(0)
    expect([rows.length, rows.alive, rows.isAlive(3), rows.isAlive(4)]).toEqual([300, 200, false, true])
    const hits = await scanner.search(rows, vectors[0] ?? new Float32Array(), 300)
    expect(hits.length).toBe(200)
    expect(hits.every(({ slot }) => slot % 3 !== 0)).toBe(true)
    expect(() => rows.kill(300)).toThrow(RangeError)
    expect(rows.append(vectors[0] ?? new Float32Array())).toBe(300)
    expect((await scanner.search(rows, vectors[0] ?? new Float32Array(), 1))[0]?.slot).toBe(300)
    rows.release()
  })

  test('come back from bytes as they were, behind what is there', async () => {
    const scanner = scannerOf('relaxed')
    const vectors = unitVectors(200, 2)
    const rows = filled(scanner, vectors)
    rows.kill(17)
    const bytes = rows.exportSlots(10, 200)
    expect(bytes.length).toBe(190 * SLOT_BYTES)
    const copy = filled(scanner, vectors.slice(0, 10))
    copy.importSlots(bytes)
    expect([copy.length, copy.alive, copy.isAlive(17)]).toEqual([200, 199, false])
    expect(copy.slack).toBeGreaterThanOrEqual(rows.slack)
    expect(copy.slack).toBeCloseTo(rows.slack, 6)
    for (const query of unitVectors(5, 3))
      expect(await scanner.search(copy, query, 200)).toEqual(await scanner.search(rows, query, 200))
    expect(() => copy.importSlots(bytes.subarray(1))).toThrow(RangeError)
    rows.release()
    copy.release()
  })

  test('what cannot be a direction is refused and changes nothing', async () => {
    const scanner = scannerOf('relaxed')
    const rows = filled(scanner, unitVectors(3, 4))
    const wrong = [
      new Float32Array(128),
      new Float32Array(127).fill(1),
      new Float32Array(128).fill(Number.NaN),
    ]
    for (const vector of wrong) {
      expect(() => rows.append(vector)).toThrow(RangeError)
      await expect(scanner.search(rows, vector, 1)).rejects.toThrow(RangeError)
    }
    expect([rows.length, rows.alive]).toEqual([3, 3])
    rows.release()
  })

  test('empty rows find nothing, released rows throw, rows of another scanner too', async () => {
    const scanner = scannerOf('relaxed')
    const [query = new Float32Array()] = unitVectors(1, 5)
    const rows = scanner.newRows()
    expect(await scanner.search(rows, query, 5)).toEqual([])
    await expect(scannerOf('simd').search(rows, query, 5)).rejects.toThrow('another scanner')
    await expect(scanner.search(rows, query, 0)).rejects.toThrow(RangeError)
    rows.release()
    expect(() => rows.append(query)).toThrow('released')
    await expect(scanner.search(rows, query, 5)).rejects.toThrow('released')
  })
})

describe('memory', () => {
  test('beyond one memory the next is used, and results are the same', async () => {
    const scanner = await openScanner({ threads: 2, memoryBytes: 8 * MEBIBYTE }, { pagesPerMemory: 20 })
    const vectors = unitVectors(25_000, 10)
    const [rows, other] = [filled(scanner, vectors), filled(scanner, vectors.slice(0, 300))]
    const plain = filled(scannerOf('relaxed'), vectors)
    // No memory holds more than 1.25 MiB, and the faces take 3.2.
    expect(scanner.stats().reservedBytes).toBeGreaterThan(4 * MEBIBYTE)
    for (const slot of [0, 12_000, 24_999]) for (const one of [rows, plain]) one.kill(slot)
    expect(rows.isAlive(12_000)).toBe(false)
    const queries = [...unitVectors(6, 11), ...vectors.slice(24_000, 24_040)]
    for (const query of queries.slice(0, 8))
      expect(await scanner.search(rows, query, 50)).toEqual(
        await scannerOf('relaxed').search(plain, query, 50),
      )
    const asked = queries.map((vector, i) => ({ vector, least: 0.45, end: 24_030 - i }))
    expect(await scanner.searchEach(rows, asked, 16)).toEqual(
      await scannerOf('relaxed').searchEach(plain, asked, 16),
    )
    expect(rows.exportSlots(3000, 9000)).toEqual(plain.exportSlots(3000, 9000))
    other.importSlots(rows.exportSlots(4000, 6000))
    expect((await scanner.search(other, vectors[5000] ?? new Float32Array(), 1))[0]?.slot).toBe(1300)
    const fill = () => {
      for (let i = 0; ; i++) other.append(vectors[i % 64] ?? new Float32Array())
    }
    expect(fill).toThrow(GalleryFull)
    // What is given back in the first memories is used again.
    rows.release()
    for (let i = 0; i < 20_000; i++) other.append(vectors[i] ?? new Float32Array())
    const [hit] = await scanner.search(other, vectors[19_999] ?? new Float32Array(), 1)
    expect(hit?.slot).toBe(other.length - 1)
    plain.release()
    await scanner.close()
  })

  test('at its ceiling says so, and what is released can be used again', async () => {
    const scanner = await openScanner({ threads: 1, memoryBytes: MEBIBYTE })
    const vectors = unitVectors(64, 7)
    const rows = scanner.newRows()
    const fill = () => {
      for (let i = 0; ; i++) rows.append(vectors[i % 64] ?? new Float32Array())
    }
    expect(fill).toThrow(GalleryFull)
    const { reservedBytes, usedBytes } = scanner.stats()
    expect(reservedBytes).toBe(MEBIBYTE)
    expect(usedBytes).toBeLessThanOrEqual(reservedBytes)
    const held = rows.length
    expect((await scanner.search(rows, vectors[3] ?? new Float32Array(), MOST_HITS)).length).toBe(
      Math.min(held, MOST_HITS),
    )
    await expect(scanner.search(rows, vectors[3] ?? new Float32Array(), MOST_HITS + 1)).rejects.toThrow(
      RangeError,
    )
    rows.release()
    const again = scanner.newRows()
    for (let i = 0; i < held; i++) again.append(vectors[i % 64] ?? new Float32Array())
    expect(() => again.append(vectors[0] ?? new Float32Array())).toThrow(GalleryFull)
    await scanner.close()
  })

  test('a block of released rows shows none of its old faces', async () => {
    const scanner = scannerOf('relaxed')
    const vectors = unitVectors(65, 8)
    filled(scanner, vectors).release()
    const rows = filled(scanner, vectors.slice(64))
    expect((await scanner.search(rows, vectors[0] ?? new Float32Array(), 64)).length).toBe(1)
    rows.release()
  })
})
