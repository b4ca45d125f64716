// Tests the measure of how far the colours of a face spread.
import { describe, expect, test } from 'vitest'
import { picture, portrait } from '../../../specimens/kit/photographs/sample-photos.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { gamut } from '../../kit/gamut.ts'

describe('gamut', () => {
  const painted = (...colours: readonly (readonly [number, number, number])[]): Pixels => ({
    width: colours.length,
    height: 1,
    data: Uint8Array.from(colours.flat()),
  })

  test('is none in grey, whatever its brightness, and in one colour', () => {
    expect(gamut(painted([0, 0, 0], [99, 99, 99], [255, 255, 255]))).toBeCloseTo(0, 6)
    expect(gamut(painted([200, 120, 90], [200, 120, 90]))).toBeCloseTo(0, 6)
  })

  test('is the spread of red against brightness', () => {
    // Red stands 0.701 x 100 over its brightness, grey not at all, so the spread is half of that.
    expect(gamut(painted([100, 0, 0], [50, 50, 50]))).toBeCloseTo(35.05, 4)
  })

  test('grows with saturation', async () => {
    const face = await portrait(6, 0, 240)
    const vivid = picture(face).modulate({ saturation: 1.8 }).raw()
    const stretched = { ...face, data: new Uint8Array(await vivid.toBuffer()) }
    expect(gamut(stretched)).toBeGreaterThan(1.3 * gamut(face))
  })
})
