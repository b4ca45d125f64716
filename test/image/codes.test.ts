// Tests that codes drawn by another library are read back, and that nothing is downloaded for it.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readCodes } from '../../src/image/codes.ts'
import type { Grey } from '../../src/image/measure.ts'
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
