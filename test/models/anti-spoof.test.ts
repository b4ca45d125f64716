// Tests what the anti-spoof network is shown of a face and its surroundings, and how its answer is read.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeSpoof, liveLogit, missingContext, surroundings } from '../../src/models/anti-spoof.ts'
import { literalNetwork } from './literal-network.ts'
import { ramp, seenAt } from './ramp.ts'

describe('surroundings of a face', () => {
  const image = { width: 1000, height: 800 }

  test.each([
    [
      'in the middle',
      { x: 450, y: 350, width: 100, height: 100 },
      { x: 400, y: 300, width: 200, height: 200 },
    ],
    ['left', { x: 10, y: 350, width: 100, height: 100 }, { x: 0, y: 300, width: 200, height: 200 }],
    ['right', { x: 880, y: 350, width: 100, height: 100 }, { x: 800, y: 300, width: 200, height: 200 }],
    ['at the top', { x: 450, y: 0, width: 100, height: 100 }, { x: 400, y: 0, width: 200, height: 200 }],
    [
      'at the bottom',
      { x: 450, y: 690, width: 100, height: 100 },
      { x: 400, y: 600, width: 200, height: 200 },
    ],
    [
      'partly outside',
      { x: -40, y: 750, width: 100, height: 100 },
      { x: 0, y: 600, width: 200, height: 200 },
    ],
    [
      'that fills its height',
      { x: 200, y: 0, width: 600, height: 800 },
      { x: 200, y: 0, width: 600, height: 800 },
    ],
    [
      'larger than the image',
      { x: -500, y: -500, width: 2000, height: 2000 },
      { x: 100, y: 0, width: 800, height: 800 },
    ],
  ])('%s', (_where, face, wanted) => {
    expect(surroundings(face, image, 2)).toEqual(wanted)
  })

  test('are never outside of the image, keep the shape of the face, and hold its middle where they can', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    const box = fc.record({
      x: number(0, 900),
      y: number(0, 700),
      width: number(1, 2000),
      height: number(1, 2000),
    })
    fc.assert(
      fc.property(box, number(1, 4), (face, times) => {
        const { x, y, width, height } = surroundings(face, image, times)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6)
        expect(x + width).toBeLessThanOrEqual(1000 + 1e-6)
        expect(y + height).toBeLessThanOrEqual(800 + 1e-6)
        expect(width / height).toBeCloseTo(face.width / face.height, 6)
      }),
    )
  })
})

describe('anti-spoof', () => {
  test('sees the surroundings, blue first, whole', async () => {
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 2, 0) })
    const face = { x: 100, y: 100, width: 40, height: 40 }
    expect(await judgeSpoof(network, ramp(250, 250), face)).toBeCloseTo(2 - Math.log(2))
    const side = 40 * 2.025
    for (const place of [
      { x: 0.5, y: 0.5 },
      { x: 79.5, y: 40.5 },
      { x: 20.5, y: 79.5 },
    ]) {
      const seen = seenAt(network.fed[0], 80, place, 'bgr')
      expect(seen.x + 0.5).toBeCloseTo(120 - side / 2 + (place.x * side) / 80, 1)
      expect(seen.y + 0.5).toBeCloseTo(120 - side / 2 + (place.y * side) / 80, 1)
      const mirrored = seenAt(network.fed[1], 80, { ...place, x: 80 - place.x }, 'bgr')
      expect(mirrored.x).toBeCloseTo(seen.x, 0)
      expect(mirrored.y).toBeCloseTo(seen.y, 0)
    }
    expect(network.fed).toHaveLength(2)
  })

  test('sees single pixels in the first look, and means of them in the second', async () => {
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 2, 0) })
    const stripes = { width: 640, height: 640, data: new Uint8Array(3 * 640 * 640) }
    for (let i = 0; i < stripes.data.length; i++) stripes.data[i] = (Math.floor(i / 3) % 3) * 120
    await judgeSpoof(network, stripes, { x: 200, y: 200, width: 200, height: 200 })
    const spread = (look: Float32Array | undefined) => Math.max(...(look ?? [])) - Math.min(...(look ?? []))
    expect(spread(network.fed[0])).toBeGreaterThan(150)
    expect(spread(network.fed[1])).toBeLessThan(100)
  })

  test('a face that fills its picture is seen a third time, smaller, behind a drawn-out edge', async () => {
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 2, 0) })
    const face = { x: 10, y: 10, width: 200, height: 200 }
    expect(await judgeSpoof(network, ramp(220, 220), face)).toBeCloseTo(2 - Math.log(2))
    expect(network.fed).toHaveLength(3)
    const inside = seenAt(network.fed[2], 80, { x: 39.5, y: 40.5 }, 'bgr')
    expect(inside.x + 0.5).toBeCloseTo(110 + (0.5 * 300) / 80, 0)
    const beyond = seenAt(network.fed[2], 80, { x: 79.5, y: 0.5 }, 'bgr')
    expect(beyond.x).toBeCloseTo(0, 0)
    expect(beyond.y).toBeCloseTo(0, 0)
  })

  test('what is missing around a face is counted in sizes of the face', () => {
    const network = literalNetwork('anti-spoof', {})
    const image = { width: 300, height: 300 }
    expect(missingContext(network, image, { x: 100, y: 100, width: 100, height: 100 })).toBe(0)
    expect(missingContext(network, image, { x: 50, y: 50, width: 200, height: 200 })).toBeCloseTo(0.525)
  })

  test('gives the logit of the softmax of the live class', () => {
    const logit = fc.double({ min: -30, max: 30, noNaN: true })
    fc.assert(
      fc.property(logit, logit, logit, (print, live, screen) => {
        const total = Math.exp(print) + Math.exp(live) + Math.exp(screen)
        const others = (Math.exp(print) + Math.exp(screen)) / total
        const plain = Math.log(Math.exp(live) / total / others)
        expect(liveLogit(Float32Array.of(print, live, screen))).toBeCloseTo(plain, 3)
      }),
    )
    expect(liveLogit(Float32Array.of(-500, 500, -500))).toBeCloseTo(1000 - Math.log(2))
  })
})
