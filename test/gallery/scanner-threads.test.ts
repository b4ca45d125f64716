// Tests concurrent searches, rows that change under them, threads that die, and closing.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openScanner, type Scanner } from '../../src/gallery/memory/scanner.ts'
import { unitVectors } from './scanner-kit.ts'

const MEBIBYTE = 2 ** 20
const SCANNER = new URL('../../src/gallery/memory/scanner.ts', import.meta.url)
const DYING = new URL('./scanner-dying-thread.ts', import.meta.url)

function filled(scanner: Scanner, vectors: readonly Float32Array[]) {
  const rows = scanner.newRows()
  for (const vector of vectors) rows.append(vector)
  return rows
}

test('many searches of many rows at once give what each gives alone', async () => {
  const scanner = await openScanner({ threads: 2, memoryBytes: 64 * MEBIBYTE })
  const lists = [1, 100, 9000, 30_000].map((count) => filled(scanner, unitVectors(count, count)))
  const queries = unitVectors(9, 11)
  const asks = lists.flatMap((rows) => queries.map((query, i) => ({ rows, query, limit: 1 + 7 * i })))
  const together = await Promise.all(asks.map(({ rows, query, limit }) => scanner.search(rows, query, limit)))
  for (const [i, { rows, query, limit }] of asks.entries())
    expect(together[i]).toEqual(await scanner.search(rows, query, limit))
  await scanner.close()
})

test('rows scattered block by block over the memory are searched whole', async () => {
  const scanner = await openScanner({ threads: 2, memoryBytes: 64 * MEBIBYTE })
  const vectors = unitVectors(64, 12)
  const [left, right] = [scanner.newRows(), scanner.newRows()]
  // Each thread gets more runs than one task can hold.
  for (let block = 0; block < 2500; block++)
    for (const rows of [left, right])
      for (let i = 0; i < 64; i++) rows.append(vectors[i] ?? new Float32Array())
  const [unique = new Float32Array()] = unitVectors(1, 13)
  for (const block of [0, 1024, 1250, 2499]) left.kill(block * 64 + 5)
  const hits = await scanner.search(left, vectors[5] ?? unique, 4096)
  const mates = hits.filter(({ score }) => score > 0.99).map(({ slot }) => slot)
  expect(mates.length).toBe(2496)
  expect(mates.every((slot) => slot % 64 === 5)).toBe(true)
  right.append(unique)
  expect((await scanner.search(right, unique, 1))[0]?.slot).toBe(2500 * 64)
  await scanner.close()
})

test('appending, killing and releasing during searches never yields a face that is not there', async () => {
  const scanner = await openScanner({ threads: 2, memoryBytes: 32 * MEBIBYTE })
  const vectors = unitVectors(4000, 14)
  const [query = new Float32Array()] = vectors
  const rows = filled(scanner, vectors.slice(0, 2000))
  const lasting = filled(scanner, vectors.slice(0, 1))
  for (let round = 0; round < 40; round++) {
    const length = rows.length
    const search = scanner.search(rows, query, 30)
    for (let i = 0; i < 50; i++) rows.append(vectors[2000 + round * 50 + i] ?? query)
    rows.kill(1 + round)
    // Its blocks must not be reused while the search still reads them.
    const passing = filled(scanner, vectors.slice(0, 500))
    const last = scanner.search(passing, query, 1)
    passing.release()
    const other = filled(scanner, vectors.slice(500, 1000))
    const hits = await search
    expect(hits.length).toBe(30)
    expect(hits[0]?.slot).toBe(0)
    expect(hits.every(({ slot, score }) => slot < length && score <= 1.01)).toBe(true)
    expect((await last)[0]).toMatchObject({ slot: 0 })
    expect((await last)[0]?.score).toBeGreaterThan(0.99)
    other.release()
  }
  expect((await scanner.search(lasting, query, 1))[0]?.slot).toBe(0)
  await scanner.close()
})

test('a thread that dies fails the searches it had, and the next ones are answered', async () => {
  const scanner = await openScanner({ threads: 2, memoryBytes: 32 * MEBIBYTE }, { entry: DYING })
  const vectors = unitVectors(10_000, 15)
  const [query = new Float32Array()] = vectors
  const rows = filled(scanner, vectors)
  const few = filled(scanner, vectors.slice(0, 10))
  // The thread of this test dies on a limit of 13.
  for (let round = 0; round < 3; round++) {
    const [doomed, sound] = [scanner.search(rows, query, 13), scanner.search(few, query, 2)]
    await expect(doomed).rejects.toThrow('died over a search')
    expect((await sound).length).toBe(2)
    expect((await scanner.search(rows, query, 3))[0]?.slot).toBe(0)
  }
  rows.release()
  few.release()
  expect((await scanner.search(filled(scanner, vectors), query, 1))[0]?.slot).toBe(0)
  await scanner.close()
})

test('a thread that cannot start fails every search instead of letting it wait', async () => {
  const entry = new URL('./no-such-thread.ts', import.meta.url)
  const scanner = await openScanner({ threads: 2, memoryBytes: 8 * MEBIBYTE }, { entry })
  const rows = filled(scanner, unitVectors(10, 16))
  const [query = new Float32Array()] = unitVectors(1, 16)
  for (let round = 0; round < 3; round++)
    await expect(scanner.search(rows, query, 1)).rejects.toThrow('died over a search')
  await scanner.close()
})

test('closing fails what waits and what comes, and ends', async () => {
  const scanner = await openScanner({ threads: 1, memoryBytes: 32 * MEBIBYTE })
  const rows = filled(scanner, unitVectors(20_000, 17))
  const [query = new Float32Array()] = unitVectors(1, 17)
  const searches = Array.from({ length: 20 }, () => scanner.search(rows, query, 1))
  const outcomes = Promise.allSettled(searches)
  await scanner.close()
  // All searches are settled, whether they waited, were half done, or had just been answered.
  expect((await outcomes).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10)
  await expect(scanner.search(rows, query, 1)).rejects.toThrow('closed')
})

test('a process ends by itself with idle threads, but not before its search is answered', async () => {
  const script = `
    const { openScanner } = await import(${JSON.stringify(SCANNER.href)})
    const scanner = await openScanner({ threads: 2, memoryBytes: 2 ** 24 })
    const rows = scanner.newRows()
    rows.append(new Float32Array(128).fill(1))
    const [hit] = await scanner.search(rows, new Float32Array(128).fill(1), 1)
    console.log('found', hit.slot)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 30_000,
  })
  expect(stdout).toBe('found 0\n')
})
