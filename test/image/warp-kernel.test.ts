// Tests the kernel that samples pictures: it is built from its source, and samples what JavaScript does.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildKernel, kernelSources } from '../../src/image/build-kernels.ts'
import type { Transform } from '../../src/image/geometry/geometry.ts'
import { crop, cropGrey, cut, type Fit, pick } from '../../src/image/geometry/warp.ts'
import { keepStill } from '../../src/image/geometry/warp-kernel.ts'
import type { Pixels } from '../../src/image/pixels.ts'

test.each(kernelSources)('what is loaded was built from $source', async (one) => {
  const built = new URL(`../../src/image/${one.built}`, import.meta.url)
  expect(await readFile(built, 'utf8')).toBe(await buildKernel(one))
})

let state = 1
const dice = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

function anyPicture(): Pixels {
  const [width, height] = [16 + Math.floor(200 * dice()), 16 + Math.floor(200 * dice())]
  return { width, height, data: Uint8Array.from({ length: 3 * width * height }, () => 256 * dice()) }
}

/** Windows from enlarged to far smaller, upright and turned, inside and across the edges. */
function anyWindow({ width, height }: Pixels, isTurned: boolean): Transform {
  const [scale, turn] = [0.2 + 7 * dice(), isTurned ? 6.3 * dice() : 0]
  const [cosine, sine] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  return { a: cosine, b: -sine, c: (dice() - 0.3) * width, d: sine, e: cosine, f: (dice() - 0.3) * height }
}

type Lists = readonly (readonly number[])[]
const differences = (some: Lists, others: Lists): number[] =>
  some.flatMap((list, i) => list.map((number, at) => Math.abs(number - (others[i]?.[at] ?? Number.NaN))))
const furthest = (some: Lists, others: Lists): number => Math.max(...differences(some, others))
const unequal = (some: Lists, others: Lists): number =>
  differences(some, others).filter((difference) => difference !== 0).length

test('crops are the same as in JavaScript', async () => {
  for (let i = 0; i < 60; i++) {
    const pixels = anyPicture()
    const window = anyWindow(pixels, i % 3 > 0)
    const [width, height] = [1 + Math.floor(60 * dice()), 1 + Math.floor(60 * dice())]
    const outside = ([0, 114, 'edge'] as const)[i % 3] ?? 0
    const order = i % 2 ? 'rgb' : 'bgr'
    const fit: Fit = { width, height, order, times: 1 / 127.5, shift: -1, outside }
    const numbers = () => [cut(pixels, window, fit), pick(pixels, window, fit)].map((made) => [...made])
    const bytes = () =>
      [crop(pixels, window, width, height), cropGrey(pixels, window, width, height)].map(({ data }) => [
        ...data,
      ])
    // In steps of a byte by 127.5; where both lie on the edge between two bytes they may be rounded apart.
    expect(furthest(await keepStill(pixels, async () => numbers()), numbers())).toBeLessThan(0.05 / 127.5)
    const [plain, made] = [bytes(), await keepStill(pixels, async () => bytes())]
    expect(furthest(made, plain)).toBeLessThanOrEqual(1)
    expect(unequal(made, plain)).toBeLessThan(0.02 * plain.flat().length + 1)
  }
})

test('a picture that changed after it was kept still is seen as it is', async () => {
  const pixels = { width: 64, height: 64, data: new Uint8Array(3 * 64 * 64).fill(10) }
  const window = { a: 2, b: 0, c: 0, d: 0, e: 2, f: 0 }
  const first = () => crop(pixels, window, 8, 8).data[0]
  expect(await keepStill(pixels, async () => first())).toBe(10)
  pixels.data.fill(20)
  expect(first()).toBe(20)
  expect(await keepStill(pixels, async () => first())).toBe(20)
})

test('two pictures that are kept still at a time are not mixed up', async () => {
  const of = (grey: number) => ({ width: 32, height: 32, data: new Uint8Array(3 * 32 * 32).fill(grey) })
  const [one, other] = [of(30), of(40)]
  const window = { a: 2, b: 0, c: 0, d: 0, e: 2, f: 0 }
  const first = (pixels: Pixels) => crop(pixels, window, 8, 8).data[0]
  const seen = await keepStill(one, async () => [
    first(one),
    await keepStill(other, async () => first(other)),
    first(one),
  ])
  expect(seen).toEqual([30, 40, 30])
})
