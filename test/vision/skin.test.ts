// The face unfolded onto its sheet: the same skin however the head is turned, and a light that stays in the room or not.
import { describe, expect, it } from 'vitest'
import type { Pixels } from '../../src/image/pixels.ts'
import { canonicalMesh, FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { MESH_POINTS } from '../../src/models/face-mesh.ts'
import { compareFrames } from '../../src/vision/one-picture/compare.ts'
import { pixelsPerPlace, SKIN_SIDE, unfold } from '../../src/vision/skin.ts'

const SIZE = 320
const PIXELS_PER_CM = 13

interface Turned {
  /** x, y and depth away from the camera of each point, in pixels. */
  readonly mesh: Float32Array
  readonly yawDegrees: number
}

function turned(yawDegrees: number): Turned {
  const { positions } = canonicalMesh()
  const [sin, cos] = [Math.sin((yawDegrees * Math.PI) / 180), Math.cos((yawDegrees * Math.PI) / 180)]
  const mesh = new Float32Array(3 * MESH_POINTS).fill(SIZE / 2)
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * i, 3 * i + 3)
    mesh[3 * i] = SIZE / 2 + PIXELS_PER_CM * (cos * x + sin * z)
    mesh[3 * i + 1] = SIZE / 2 - PIXELS_PER_CM * y
    mesh[3 * i + 2] = -PIXELS_PER_CM * (cos * z - sin * x)
  }
  return { mesh, yawDegrees }
}

function painted({ mesh }: Turned, grey: (u: number, v: number) => number): Pixels {
  const { uv, triangles } = canonicalMesh()
  const data = new Uint8Array(3 * SIZE * SIZE).fill(90)
  const nearest = new Float32Array(SIZE * SIZE).fill(Number.POSITIVE_INFINITY)
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)].map((i) => ({
      x: mesh[3 * i] ?? 0,
      y: mesh[3 * i + 1] ?? 0,
      z: mesh[3 * i + 2] ?? 0,
      u: uv[2 * i] ?? 0,
      v: uv[2 * i + 1] ?? 0,
    }))
    const [a, b, c] = corners
    if (!a || !b || !c) continue
    const twice = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++)
      for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
        const [dx, dy] = [x + 0.5 - a.x, y + 0.5 - a.y]
        const second = (dx * (c.y - a.y) - (c.x - a.x) * dy) / twice
        const third = ((b.x - a.x) * dy - dx * (b.y - a.y)) / twice
        if (!(second >= 0 && third >= 0 && second + third <= 1)) continue
        const between = (of: 'u' | 'v' | 'z') => a[of] + second * (b[of] - a[of]) + third * (c[of] - a[of])
        const at = y * SIZE + x
        if (between('z') >= (nearest[at] ?? 0)) continue
        nearest[at] = between('z')
        data.fill(grey(between('u'), between('v')), 3 * at, 3 * at + 3)
      }
  }
  return { width: SIZE, height: SIZE, data }
}

const texture = (u: number, v: number): number => 128 + 50 * Math.sin(25 * u) * Math.sin(19 * v)

function framed(head: Turned, grey: (u: number, v: number) => number) {
  const angles = { yawDegrees: head.yawDegrees, pitchDegrees: 0, rollDegrees: 0 }
  return { task: '', mesh: head.mesh, angles, skin: unfold(painted(head, grey), head.mesh) }
}

describe('unfolding a face', () => {
  it.each([0, 25, -25])('shows each place of the skin where it belongs, turned by %d degrees', (degrees) => {
    const head = turned(degrees)
    const skin = unfold(painted(head, texture), head.mesh)
    const seen = pixelsPerPlace(head.mesh)
    const errors = [...skin.keys()]
      .filter((i) => (seen[i] ?? 0) > 1)
      .map((i) => {
        const [u, v] = [((i % SKIN_SIDE) + 0.5) / SKIN_SIDE, (Math.floor(i / SKIN_SIDE) + 0.5) / SKIN_SIDE]
        return Math.abs((skin[i] ?? 0) - texture(u, v))
      })
    expect(errors.length).toBeGreaterThan(2000)
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(6)
  })

  it('is 0 outside the face, and nowhere else', () => {
    const head = turned(0)
    const skin = unfold(
      painted(head, () => 0),
      head.mesh,
    )
    expect(skin[0]).toBe(0)
    expect(skin[(SKIN_SIDE * SKIN_SIDE) / 2 + SKIN_SIDE / 2]).toBeGreaterThan(0)
  })

  it('counts skin that looks away from the camera as not seen', () => {
    const [left, right] = [turned(-60), turned(60)].map(({ mesh }) => pixelsPerPlace(mesh))
    const hidden = (seen: Float32Array | undefined, isLeft: boolean) =>
      [...(seen ?? [])].filter((pixels, i) => pixels < 0 && i % SKIN_SIDE < SKIN_SIDE / 2 === isLeft).length
    expect(hidden(left, true)).toBeGreaterThan(5 * hidden(left, false))
    expect(hidden(right, false)).toBeGreaterThan(5 * hidden(right, true))
  })
})

const compared = (frames: readonly ReturnType<typeof framed>[]) => {
  const { skin } = compareFrames(frames)
  if (!skin) throw new Error('the skin was not compared')
  return skin
}

describe('the change of shading', () => {
  const heads = [turned(0), turned(26), turned(-26)]

  it('is small where the light is carried along', () => {
    const lit = (u: number, v: number) => texture(u, v) * (0.6 + 0.8 * u)
    expect(compared(heads.map((head) => framed(head, lit))).shadingChange).toBeLessThan(0.03)
  })

  it('is large where the light stays in the room', () => {
    // The sheet is a face cut open at the back: its left edge looks to the left, its right edge to the right.
    const lit = (yaw: number) => (u: number, v: number) =>
      texture(u, v) * (1 + 0.6 * Math.sin(2.6 * (u - 0.5) + (yaw * Math.PI) / 180))
    expect(compared(heads.map((head) => framed(head, lit(head.yawDegrees)))).shadingChange).toBeGreaterThan(
      0.06,
    )
  })

  it('does not count a picture that is brighter as a whole', () => {
    const lit = (times: number) => (u: number, v: number) => times * texture(u, v)
    const frames = heads.map((head, i) => framed(head, lit([1, 0.6, 1.2][i] ?? 1)))
    expect(compared(frames).shadingChange).toBeLessThan(0.03)
  })

  it('is not measured where the head does not turn', () => {
    expect(compareFrames([0, 3, -4].map((yaw) => framed(turned(yaw), texture)))).toEqual({})
  })
})

describe('the light while the head is held', () => {
  /** A lamp of its own for each frame. */
  const lit = (angle: number) => (u: number, v: number) =>
    texture(u, v) * (1 + 0.5 * Math.sin(4 * (u - 0.5) + angle) * Math.cos(3 * (v - 0.5) - angle))
  const yaws = [0, 2, 26, 28]

  it('stays where a lamp does, and changes with every frame of a picture that is lit at random', () => {
    const inRoom = compared(yaws.map((yaw) => framed(turned(yaw), lit((yaw * Math.PI) / 90))))
    const atRandom = compared(yaws.map((yaw, i) => framed(turned(yaw), lit(1.7 * i))))
    expect(inRoom.shadingAtRest).toBeLessThan(0.3 * inRoom.shadingChange)
    expect(atRandom.shadingAtRest).toBeGreaterThan(0.7 * atRandom.shadingChange)
  })

  it('is not measured where no two frames are alike in pose', () => {
    expect(compared([0, 13, 26].map((yaw) => framed(turned(yaw), texture)))).not.toHaveProperty(
      'shadingAtRest',
    )
  })
})

describe('the shift of the skin', () => {
  /** The same head with all depths changed: what a mesh that took it for flatter or deeper says of it. */
  const misjudged = ({ mesh, yawDegrees }: Turned, times: number): Turned => {
    const [sin, cos] = [Math.sin((yawDegrees * Math.PI) / 180), Math.cos((yawDegrees * Math.PI) / 180)]
    const { positions } = canonicalMesh()
    const bent = mesh.slice()
    for (let i = 0; i < FACE_POINTS; i++) {
      const [x = 0, y = 0, z = 0] = positions.subarray(3 * i, 3 * i + 3)
      const depth = z * (1 + (times - 1) * Math.cos(0.9 * x) * Math.cos(0.7 * y))
      bent[3 * i] = SIZE / 2 + PIXELS_PER_CM * (cos * x + sin * depth)
    }
    return { mesh: bent, yawDegrees }
  }
  const fine = (u: number, v: number) => 128 + 40 * Math.sin(70 * u) * Math.sin(64 * v)
  /** Frames of one head, each with its picture. */
  const shots = [0, 26].map((yaw) => ({ head: turned(yaw), picture: painted(turned(yaw), fine) }))
  const seenBy = (times: number) =>
    shots.map(({ head, picture }) => {
      const { mesh, yawDegrees } = misjudged(head, times)
      const angles = { yawDegrees, pitchDegrees: 0, rollDegrees: 0 }
      return { task: '', mesh, angles, skin: unfold(picture, mesh) }
    })

  it('is small where the mesh is what was turned, and larger where the head has a depth of its own', () => {
    const [sheet, head] = [compared(seenBy(1)), compared(seenBy(1.5))]
    expect(sheet.skinShift).toBeLessThan(0.25)
    expect(head.skinShift).toBeGreaterThan(2 * sheet.skinShift)
  })
})

describe('the change of gaze', () => {
  const IRISES = [468, 473]
  const CORNERS = [
    [33, 133],
    [362, 263],
  ] as const
  /** Irises so far along from the first corner to the second. */
  const looking = (yaw: number, share: number) => {
    const frame = framed(turned(yaw), texture)
    for (const [i, iris] of IRISES.entries())
      for (const axis of [0, 1]) {
        const [from = 0, to = 0] = (CORNERS[i] ?? [0, 0]).map((corner) => frame.mesh[3 * corner + axis])
        frame.mesh[3 * iris + axis] = from + share * (to - from)
      }
    return frame
  }

  it('is how far the irises move between the corners, by the width of the eye', () => {
    expect(compared([looking(0, 0.5), looking(26, 0.5), looking(-26, 0.5)]).gazeChange).toBeLessThan(0.01)
    expect(compared([looking(0, 0.5), looking(26, 0.38)]).gazeChange).toBeCloseTo(0.12, 2)
  })

  it('is not known of a head that only nods', () => {
    const nodding = [0, 20].map((pitchDegrees) => {
      const frame = looking(0, 0.5)
      return { ...frame, angles: { ...frame.angles, pitchDegrees } }
    })
    expect(compared(nodding)).not.toHaveProperty('gazeChange')
  })
})
