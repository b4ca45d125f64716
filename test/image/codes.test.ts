// Tests that codes drawn by another library are read back, and that nothing is downloaded for it.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readCodes } from '../../src/image/codes.ts'
import type { Grey } from '../../src/image/measure.ts'
import { readPoorCode } from '../../src/image/poor-codes.ts'
import { boxBlur, sharpened } from '../../src/image/sharpen.ts'
import { drawnQr } from './drawn-qr.ts'

const text =
  '001200001234|123456789|Nguyễn Thị Ánh Tuyết|01022000|Nữ|Số 12, Láng Thượng, Đống Đa, Hà Nội|01012021'

const blurred = (grey: Grey, radius: number): Grey => ({
  ...grey,
  data: boxBlur(grey.data, grey.width, grey.height, radius),
})

const fetching = vi.spyOn(globalThis, 'fetch')
afterEach(() => expect(fetching).not.toHaveBeenCalled())

describe('a QR code', () => {
  test('is read with its tone marks, where it is', async () => {
    const [code, ...others] = await readCodes(drawnQr(text, 4), false)
    expect(others).toEqual([])
    expect(code).toMatchObject({ format: 'qr', text })
    expect(code?.quad[0].x).toBeGreaterThan(20)
    expect(code?.quad[0].x).toBeLessThan(28)
  })

  test('is not seen where there is none', async () => {
    expect(
      await readCodes({ width: 200, height: 100, data: new Uint8Array(20_000).fill(128) }, true),
    ).toEqual([])
  })

  test('is read by the second reader too, which leaves the faults of the process alone', async () => {
    const listening = () =>
      ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event))
    const before = listening()
    expect(await readPoorCode(blurred(drawnQr(text, 3), 1))).toMatchObject({ format: 'qr', text })
    expect(await readPoorCode({ width: 64, height: 64, data: new Uint8Array(4096).fill(90) })).toBeUndefined()
    expect(listening()).toEqual(before)
  })

  test('is looked for by the second reader without a copy of the picture outside of its own memory', async () => {
    const side = 4000
    const empty = { width: side, height: side, data: new Uint8Array(side * side).fill(200) }
    await readPoorCode(empty)
    const before = process.memoryUsage().arrayBuffers
    await readPoorCode(empty)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(side * side)
  })
})

test('sharpening undoes a part of a blur, and leaves flat ground alone', () => {
  const edge: Grey = {
    width: 20,
    height: 3,
    data: Uint8Array.from({ length: 60 }, (_, i) => (i % 20 < 10 ? 50 : 200)),
  }
  const soft = blurred(edge, 2)
  const sharp = sharpened(soft, 2, 1)
  const steepest = ({ data }: Grey) =>
    Math.max(...Array.from({ length: 19 }, (_, i) => (data[i + 1] ?? 0) - (data[i] ?? 0)))
  expect(steepest(sharp)).toBeGreaterThan(1.3 * steepest(soft))
  expect(sharp.data[0]).toBe(50)
  expect(sharp.data[19]).toBe(200)
})
