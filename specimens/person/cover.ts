// Things over a face on command: a surgical mask, sunglasses, a hand before the mouth.
import { bell, step } from './dice.ts'
import type { Figure } from './figure.ts'
import { headTopology } from './head-mesh.ts'
import { HARD, type Part, rigid } from './part.ts'
import { grid, type Material, normalsOf } from './surface.ts'
import { allSizes, blank, CHANNELS, plain } from './texture.ts'
import type { Eyeball, Vector } from './vector.ts'

export type Covering = 'none' | 'mask' | 'sunglasses' | 'hand'

/** `head` is the fine head as it is now; `hand` the look of skin. */
export function coverParts(cover: Covering, { eyeballs, still }: Figure, head: Float64Array): Part[] {
  if (cover === 'mask') return [mask(head)]
  if (cover === 'sunglasses') return sunglasses(eyeballs)
  const skin = still.find(({ material }) => material.softness[0] > 0.3)?.material
  return cover === 'hand' && skin ? hand(skin) : []
}

/** Where the cloth is: centimetres across and down from its upper edge. */
const MASK = { width: 17, top: 2.2, height: 13.5 }
const MASK_SIDE = 192

let maskMaterial: Material | undefined

function mask(head: Float64Array): Part {
  maskMaterial ??= paintMask()
  const { triangles } = headTopology()
  const normals = normalsOf(head, triangles)
  const count = head.length / 3
  const positions = new Float64Array(head.length)
  const uv = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [head[3 * i] as number, head[3 * i + 1] as number, head[3 * i + 2] as number]
    // Cloth spans what the face is hollow in.
    const dome = 7.1 - 0.12 * x * x - 0.035 * (y + 2.2) ** 2
    const lifted = (axis: number) => 0.3 * (normals[3 * i + axis] as number)
    positions.set(
      [x + lifted(0), y + lifted(1), Math.max(z + lifted(2), Math.abs(x) < 5.5 ? dome : -99)],
      3 * i,
    )
    uv.set([0.5 + x / MASK.width, (MASK.top - y) / MASK.height], 2 * i)
  }
  const kept: number[] = []
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)]
    const isUnder = corners.every((corner) => {
      const [y, z] = [head[3 * corner + 1] as number, head[3 * corner + 2] as number]
      return y < MASK.top && y > MASK.top - MASK.height && z > -2.4
    })
    if (isUnder) kept.push(...corners)
  }
  return rigid({ positions, uv, triangles: Uint32Array.from(kept) }, maskMaterial)
}

function paintMask(): Material {
  const texture = blank(MASK_SIDE, MASK_SIDE, [0.42, 0.58, 0.66], 1)
  for (let y = 0, at = 0; y < MASK_SIDE; y++)
    for (let x = 0; x < MASK_SIDE; x++, at += CHANNELS) {
      const [across, down] = [(x / MASK_SIDE - 0.5) * MASK.width, (y / MASK_SIDE) * MASK.height]
      const pleat = 0.5 + 0.5 * Math.sin(down * 3.2)
      const hem = 1 + 0.12 * bell(down - edgeAt(across) - 0.35, 0.25)
      for (let channel = 0; channel < 3; channel++)
        texture.texels[at + channel] = (texture.texels[at + channel] as number) * (0.86 + 0.14 * pleat) * hem
      texture.texels[at + 3] = step(-0.08, 0.08, down - edgeAt(across))
      texture.texels[at + 5] = 0.12 * Math.cos(down * 3.2)
    }
  return {
    textures: allSizes(texture),
    softness: [0.2, 0.2, 0.2],
    shine: 0,
    sharpness: 8,
    isSeeThrough: true,
  }
}

/** Highest on the nose, lower on the cheeks. */
const edgeAt = (across: number): number => 0.7 + 1.7 * step(0, 4.5, Math.abs(across))

const frame: Material = {
  textures: plain([0.01, 0.01, 0.011], 1),
  softness: HARD,
  shine: 0.25,
  sharpness: 30,
  isTwoSided: true,
}
const lens: Material = {
  textures: plain([0.006, 0.006, 0.008], 1),
  softness: HARD,
  shine: 0.5,
  sharpness: 90,
  isTwoSided: true,
}

function sunglasses(eyeballs: readonly Eyeball[]): Part[] {
  const pane = ({ middle }: Eyeball, larger: number, behind: number): Part =>
    rigid(
      grid(24, 10, (u, v): Vector => {
        const turn = u * 2 * Math.PI
        const round = (value: number) => Math.sign(value) * Math.abs(value) ** 0.75
        const [x, y] = [2.75 * larger * v * round(Math.cos(turn)), 2.3 * larger * v * round(Math.sin(turn))]
        const z = middle[2] + 2.25 - behind - 0.05 * (x + 0.35 * middle[0]) ** 2
        return [middle[0] * 1.04 + x, middle[1] - 0.15 + y, z]
      }),
      behind > 0 ? frame : lens,
    )
  const bar = (from: Vector, to: Vector, high: number): Part =>
    rigid(
      grid(
        12,
        1,
        (u, v): Vector => [
          from[0] + (to[0] - from[0]) * u,
          from[1] + (to[1] - from[1]) * u + (0.5 - v) * high,
          from[2] + (to[2] - from[2]) * u,
        ],
      ),
      frame,
    )
  const [right, left] = eyeballs as readonly [Eyeball, Eyeball]
  const hinge = ({ middle: [x, y, z] }: Eyeball): Vector => [x + Math.sign(x) * 2.9, y + 0.9, z + 0.9]
  const ear = (x: number, y: number): Vector => [8.1 * Math.sign(x), y + 0.7, -3.4]
  return [
    ...eyeballs.map((ball) => pane(ball, 1, 0)),
    ...eyeballs.map((ball) => pane(ball, 1.1, 0.06)),
    bar(
      [right.middle[0] * 0.55, right.middle[1] + 0.6, 6.7],
      [left.middle[0] * 0.55, left.middle[1] + 0.6, 6.7],
      0.5,
    ),
    bar(ear(-1, right.middle[1]), hinge(right), 0.5),
    bar(hinge(left), ear(1, left.middle[1]), 0.5),
  ]
}

const FINGERS = [
  { y: -1.7, tip: -3.6 },
  { y: -3.3, tip: -4.6 },
  { y: -4.9, tip: -4.4 },
  { y: -6.4, tip: -3.2 },
]

function hand(skin: Material): Part[] {
  const fingers = FINGERS.map(({ y, tip }) =>
    rigid(
      grid(26, 12, (u, v): Vector => {
        const along = tip + (7 - tip) * u
        const turn = v * 2 * Math.PI
        const knuckle = 0.07 * bell(along - tip - 2.6, 0.5) + 0.07 * bell(along - tip - 5, 0.5)
        const thick = (0.84 + knuckle) * Math.sqrt(Math.min(1, Math.max(0.02, (along - tip) * 1.6)))
        const dent = 0.02 * along * along
        return [along, y - 0.06 * along + thick * Math.cos(turn), 7.9 - dent * 1.9 + thick * Math.sin(turn)]
      }),
      { ...skin, isTwoSided: true },
    ),
  )
  const palm = rigid(
    grid(24, 14, (u, v): Vector => {
      const [turn, down] = [u * 2 * Math.PI, v * Math.PI]
      const flat = Math.sin(down)
      return [8.6 + 3.4 * flat * Math.sin(turn), -5 + 5 * Math.cos(down), 4.6 + 1.8 * flat * Math.cos(turn)]
    }),
    { ...skin, isTwoSided: true },
  )
  return [...fingers, palm]
}
