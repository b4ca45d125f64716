// Tests the kernels: they are built from their source, and equal each other and plain arithmetic in every number.
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildKernels } from '../../src/gallery/memory/build-scan.ts'
import { fastestKernel, type KernelName, loadKernel, openScan } from '../../src/gallery/memory/kernel.ts'
import { SCALES_AT, SUMS_AT, viewsOf } from '../../src/gallery/memory/layout.ts'
import { emptyBest } from '../../src/gallery/memory/mailbox.ts'
import { quantiseQuery } from '../../src/gallery/memory/quantise.ts'
import { anyVector } from './scanner-kit.ts'

const FACES = 64
const [BLOCK, QUERY, BEST] = [0, 16384, 32768]
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
const views = viewsOf(memory)
const relaxed = openScan((await loadKernel('relaxed')).module, memory)
const simd = openScan((await loadKernel('simd')).module, memory)

/** Repeats these codes over all faces, cut where they end and begun again. */
function fill(codes: readonly number[], scales: readonly number[]): void {
  for (let face = 0; face < FACES; face++) {
    let sum = 0
    for (let i = 0; i < 128; i++) {
      const code = codes[(face * 128 + i) % codes.length] ?? 0
      views.codes[BLOCK + face * 128 + i] = code
      sum += code
    }
    views.floats[(BLOCK + SCALES_AT) / 4 + face] = scales[face % scales.length] ?? 0
    views.integers[(BLOCK + SUMS_AT) / 4 + face] = sum
  }
}

type Way = KernelName | 'sift'
const ways = ['relaxed', 'simd', 'sift'] as const

function scanned(
  way: Way,
  vector: Float32Array,
  limit: number,
  end = FACES,
  floor = Number.NEGATIVE_INFINITY,
): [number, number][] {
  const { bytes, margin, coarseMargin } = quantiseQuery(vector, way === 'simd' ? 'simd' : 'relaxed')
  views.bytes.set(bytes, QUERY)
  emptyBest(views, BEST, limit, floor)
  if (way === 'sift') relaxed.sift?.(BLOCK, 1, 0, end, QUERY, coarseMargin, BEST, limit)
  else (way === 'simd' ? simd : relaxed).scan(BLOCK, 1, 0, end, QUERY, margin, BEST, limit)
  return Array.from({ length: limit }, (_, i): [number, number] => [
    views.integers[BEST / 4 + 2 * i + 1] ?? 0,
    views.floats[BEST / 4 + 2 * i] ?? 0,
  ]).filter(([slot]) => slot !== -1)
}

/** Computes the same by definition: whole numbers, then a single precision product, best first. */
function computed(
  vector: Float32Array,
  limit: number,
  end = FACES,
  floor = Number.NEGATIVE_INFINITY,
): [number, number][] {
  const most = Math.max(...vector.map(Math.abs))
  const query = Array.from(vector, (value) => Math.round((value / most) * 8127))
  return Array.from({ length: end }, (_, face): [number, number] => {
    const dot = query.reduce((sum, value, i) => sum + value * (views.codes[BLOCK + face * 128 + i] ?? 0), 0)
    return [face, Math.fround(Math.fround(dot) * (views.floats[(BLOCK + SCALES_AT) / 4 + face] ?? 0))]
  })
    .filter(([, score]) => score > floor)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
}

const anyCodes = fc.oneof(
  fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 1, maxLength: 2000 }),
  fc.array(fc.constantFrom(-127, 127), { minLength: 1, maxLength: 300 }),
)
/** The codes are those of vectors of length one, on which the margin of the relaxed kernel depends. */
const lengthOne = (codes: readonly number[]) =>
  Array.from({ length: FACES }, (_, face) => {
    const squares = Array.from({ length: 128 }, (_, i) => (codes[(face * 128 + i) % codes.length] ?? 0) ** 2)
    return face % 7 === 3 ? Number.NaN : 1 / Math.sqrt(squares.reduce((sum, square) => sum + square, 1))
  })

test('the kernels that are loaded are built from scan.wat as it is', async () => {
  const built = await readFile(new URL('../../src/gallery/memory/scan-kernels.ts', import.meta.url), 'utf8')
  expect(built).toBe(await buildKernels())
})

test('this engine knows the relaxed kernel', () => {
  expect(fastestKernel()).toBe('relaxed')
})

describe.each(ways)('%s', (kernel) => {
  test('gives the numbers of plain arithmetic, best first and without the dead', () => {
    fc.assert(
      fc.property(anyCodes, anyVector, fc.constantFrom(1, 3, 16, 64), (codes, vector, limit) => {
        fill(codes, lengthOne(codes))
        expect(scanned(kernel, vector, limit)).toEqual(computed(vector, limit))
      }),
      { numRuns: 300 },
    )
  })

  test('returns only what exceeds the floor, and all of it', () => {
    const anyFloor = fc.nat(FACES - 1)
    fc.assert(
      fc.property(anyCodes, anyVector, anyFloor, fc.constantFrom(3, 64), (codes, vector, place, limit) => {
        fill(codes, lengthOne(codes))
        // The score of one of the faces, so that equal ones are tried too.
        const floor = computed(vector, FACES)[place]?.[1] ?? 0
        expect(scanned(kernel, vector, limit, FACES, floor)).toEqual(computed(vector, limit, FACES, floor))
      }),
      { numRuns: 300 },
    )
  })

  test('finds a face that is alike only in the bits of the query that come last', () => {
    fc.assert(
      fc.property(anyVector, fc.constantFrom(128, 1161), (vector, step) => {
        const most = Math.max(...vector.map(Math.abs))
        const values = Array.from(vector, (value) => Math.round((value / most) * 8127))
        const rest = values.map((value) => value - step * Math.round(value / step))
        const longest = Math.max(1, ...rest.map(Math.abs))
        const codes = rest.map((value) => Math.round((127 * value) / longest))
        const [scale = 0] = lengthOne(codes)
        fill(codes, [Number.NaN, scale, Number.NaN, Number.NaN])
        const [[, score] = [0, 0]] = computed(vector, 1)
        const floor = score - 1e-3 * Math.abs(score)
        expect(scanned(kernel, vector, FACES, FACES, floor)).toEqual(computed(vector, FACES, FACES, floor))
      }),
      { numRuns: 100 },
    )
  })

  test('never returns a slot that does not belong to the search', () => {
    fc.assert(
      fc.property(anyCodes, anyVector, fc.nat(FACES), (codes, vector, end) => {
        fill(codes, lengthOne(codes))
        expect(scanned(kernel, vector, FACES, end)).toEqual(computed(vector, FACES, end))
      }),
      { numRuns: 100 },
    )
  })
})
