// A face brought to one size: eyes that move of themselves, and detail that fits the size, against pictures that are moved or enlarged.
import { describe, expect, it } from 'vitest'
import type { Pixels } from '../../src/image/pixels.ts'
import { canonicalMesh, FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { MESH_POINTS } from '../../src/models/face-mesh.ts'
import { eyesMotion } from '../../src/vision/one-picture/eyes.ts'
import { SIZED_SIDE, sizedFace } from '../../src/vision/sized-face.ts'

const SIZE = 300

interface View {
  readonly pixelsPerCm: number
  readonly shift: number
  readonly leanDegrees: number
}

interface Gaze {
  /** Centimetres that the irises are moved in the face. */
  readonly across: number
}

const views: readonly View[] = [
  { pixelsPerCm: 11, shift: 0, leanDegrees: 0 },
  { pixelsPerCm: 12.3, shift: 3.4, leanDegrees: 1.5 },
  { pixelsPerCm: 13.6, shift: -2.7, leanDegrees: -2 },
  { pixelsPerCm: 14.2, shift: 1.2, leanDegrees: 1 },
]

function placedIn({ pixelsPerCm, shift, leanDegrees }: View) {
  const [sin, cos] = [Math.sin((leanDegrees * Math.PI) / 180), Math.cos((leanDegrees * Math.PI) / 180)]
  return {
    to: (x: number, y: number) => ({
      x: SIZE / 2 + shift + pixelsPerCm * (cos * x + sin * y),
      y: SIZE / 2 + pixelsPerCm * (sin * x - cos * y),
    }),
    from: (px: number, py: number) => {
      const [u, v] = [(px - SIZE / 2 - shift) / pixelsPerCm, (py - SIZE / 2) / pixelsPerCm]
      return { x: cos * u + sin * v, y: sin * u - cos * v }
    },
  }
}

function meshIn(view: View): Float32Array {
  const { to } = placedIn(view)
  const { positions } = canonicalMesh()
  const mesh = new Float32Array(3 * MESH_POINTS)
  for (let i = 0; i < FACE_POINTS; i++) {
    const { x, y } = to(positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0)
    mesh.set([x, y, 0], 3 * i)
  }
  return mesh
}

/** Skin with soft spots, almond eyes with a dark iris; `noise` in greys. */
function photographed(view: View, { across }: Gaze, noise: number, seed: number): Pixels {
  const { from } = placedIn(view)
  const data = new Uint8Array(3 * SIZE * SIZE)
  let state = seed
  const even = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const step = (value: number) => 1 / (1 + Math.exp(-14 * value))
  for (let py = 0, at = 0; py < SIZE; py++)
    for (let px = 0; px < SIZE; px++, at += 3) {
      const { x, y } = from(px + 0.5, py + 0.5)
      let grey = 150 + 4 * Math.sin(1.7 * x + 0.4) * Math.cos(1.3 * y)
      for (const eye of [-3.15, 3.15]) {
        const [u, v] = [x - eye, y - 2.6]
        const open = step(1 - (u / 1.35) ** 2 - (v / 0.5) ** 2)
        const iris = step(0.55 - Math.hypot(u - across, v))
        const white = 205 + iris * (60 - 205)
        grey += open * (white - grey) - 60 * step(0.12 - Math.abs(v - 0.5 + 0.2 * u * u)) * (1 - open)
      }
      data.fill(Math.max(0, Math.min(255, grey + noise * (even() + even() + even()))), at, at + 3)
    }
  return { width: SIZE, height: SIZE, data }
}

const angles = (degrees: number) => ({ yawDegrees: degrees, pitchDegrees: 0, rollDegrees: 0 })

const session = (gazes: readonly number[], { noise = 3, degrees = [0, 1, 2, 1] } = {}) =>
  eyesMotion(
    views.map((view, i) => ({
      angles: angles(degrees[i] ?? 0),
      ...sizedFace(photographed(view, { across: gazes[i] ?? 0 }, noise, 5 + i), meshIn(view)),
    })),
  )

describe('a face brought to one size', () => {
  it('is the same picture, whatever the distance and the lean', () => {
    const faces = views.map((view) => sizedFace(photographed(view, { across: 0 }, 0, 1), meshIn(view)).sized)
    const [first, ...others] = faces
    for (const other of others) {
      const apart = other.map((grey, i) => Math.abs(grey - (first?.[i] ?? 0)))
      const inside = apart.filter(
        (_, i) => i % SIZED_SIDE > 20 && i % SIZED_SIDE < 108 && i > 20 * SIZED_SIDE,
      )
      expect(inside.reduce((sum, one) => sum + one, 0) / inside.length).toBeLessThan(2)
    }
  })
})

describe('the motion of the eyes', () => {
  it('is that of a picture where only the picture moves', () => {
    expect(session([0, 0, 0, 0])).toBeLessThan(1)
  })

  it('is that of a picture also under the noise of a dark room', () => {
    expect(session([0, 0, 0, 0], { noise: 14 })).toBeLessThan(1.1)
  })

  it('is more where the eyes look about by a millimetre', () => {
    expect(session([0, 0.1, -0.1, 0.05])).toBeGreaterThan(1.5)
  })

  it('is compared only between frames that are alike in pose', () => {
    expect(session([0, 0.1, -0.1, 0.05], { degrees: [-20, -10, 0, 10] })).toBeUndefined()
  })
})

describe('fine detail', () => {
  const view = { pixelsPerCm: 14, shift: 0, leanDegrees: 0 }
  const look = (pixels: Pixels) => sizedFace(pixels, meshIn(view)).fineDetail

  /** Each square of pixels becomes its mean, and between the means it is even: what a thumbnail loses. */
  function enlarged({ width, height, data }: Pixels, times: number): Pixels {
    const [across, down] = [width / times, height / times]
    const small = Float64Array.from({ length: across * down }, (_, i) => {
      const [left, top] = [times * (i % across), times * Math.floor(i / across)]
      let sum = 0
      for (let y = top; y < top + times; y++)
        for (let x = left; x < left + times; x++) sum += data[3 * (y * width + x)] ?? 0
      return sum / times ** 2
    })
    const large = new Uint8Array(data.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (value: number, most: number) =>
          Math.max(0, Math.min(most - 1.001, (value + 0.5) / times - 0.5))
        const [u, v] = [at(x, across), at(y, down)]
        const [left, top] = [Math.floor(u), Math.floor(v)]
        const grey = (dx: number, dy: number) => small[(top + dy) * across + left + dx] ?? 0
        const upper = (1 - u + left) * grey(0, 0) + (u - left) * grey(1, 0)
        const lower = (1 - u + left) * grey(0, 1) + (u - left) * grey(1, 1)
        large.fill((1 - v + top) * upper + (v - top) * lower, 3 * (y * width + x), 3 * (y * width + x) + 3)
      }
    return { width, height, data: large }
  }

  it('is less in an enlarged thumbnail', () => {
    const photograph = photographed(view, { across: 0 }, 0, 3)
    expect(look(enlarged(photograph, 4))).toBeLessThan(0.7 * look(photograph))
  })

  it('is not made by noise', () => {
    const [still, noisy] = [photographed(view, { across: 0 }, 0, 3), photographed(view, { across: 0 }, 10, 3)]
    expect(Math.abs(look(noisy) - look(still))).toBeLessThan(0.25 * look(still))
  })
})
