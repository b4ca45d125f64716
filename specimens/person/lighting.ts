// Lights the points of a surface: a soft lamp with shadow, a weaker one from the other side, and the room all around.
import { LIT } from './rasterise.ts'
import type { Surface } from './surface.ts'
import { dot, type Turn, times, unitOf, type Vector } from './vector.ts'

interface Lamps {
  /** Towards it. */
  readonly key: Vector
  readonly keyColour: Vector
  readonly fill: Vector
  readonly fillColour: Vector
  readonly skyColour: Vector
  readonly groundColour: Vector
}

/** One lamp or window that outshines the rest of a room. */
interface Lamp {
  /** From the camera towards the image's right, negative to its left. */
  readonly sideDegrees: number
  /** Above the eyes, negative below them. */
  readonly heightDegrees: number
  /** Of all light on the face, 0 to 1; the rest comes from walls, ceiling and floor. */
  readonly share: number
}

/** How a face is lit; side -1 is the image's left, level 1 a well lit room. */
export interface Light {
  readonly level?: number
  readonly side?: number
  /** Without one the room is lit evenly from all around, with a soft lamp in front. */
  readonly lamp?: Lamp
}

export const lampsFor = (light: Light, level: number, warmth: number): Lamps =>
  light.lamp ? lampsOfRoom(light.lamp, level, warmth) : softLamps(level, light.side ?? 0, warmth)

/** On skin that looks at the lamp, at level 1: cameras expose for the lit cheek. */
const BRIGHTEST = 2.6
/** A lamp further to the side is not made stronger for it. */
const LEAST_FACING = 0.5
/** Of the light that is not the lamp's: the wall across from it, the ceiling, the floor. */
const REST = { wall: 0.3, sky: 0.75, ground: 0.5 }

function lampsOfRoom({ sideDegrees, heightDegrees, share }: Lamp, level: number, warmth: number): Lamps {
  const [side, height] = [sideDegrees, heightDegrees].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ]
  const key: Vector = [Math.sin(side) * Math.cos(height), Math.sin(height), Math.cos(side) * Math.cos(height)]
  const ofLamp = share / Math.max(LEAST_FACING, key[2])
  const power = (level * BRIGHTEST) / (ofLamp + 1 - share)
  const rest = power * (1 - share)
  return {
    key,
    keyColour: times([1 + 0.06 * warmth, 1, 1 - 0.1 * warmth], power * ofLamp),
    fill: unitOf([-key[0], 0.05, 0.6]),
    fillColour: times([0.98, 1, 1.02], REST.wall * rest),
    skyColour: times([0.98, 1, 1.04], REST.sky * rest),
    groundColour: times([1.05, 0.98, 0.9], REST.ground * rest),
  }
}

function softLamps(level: number, side: number, warmth: number): Lamps {
  const strong = Math.abs(side)
  const key = 1.75 * level
  const rest = level * (1 - 0.55 * strong)
  const tint: Vector = [1 + 0.06 * warmth, 1, 1 - 0.1 * warmth]
  const lit = (power: number): Vector => times(tint, power)
  return {
    key: unitOf([0.28 + 1.5 * side, 0.45 - 0.1 * strong, 1]),
    keyColour: lit(key),
    fill: unitOf([-0.9 - 0.2 * side, 0.05, 0.9]),
    fillColour: times([0.96, 1, 1.06], 0.45 * rest),
    skyColour: times([0.98, 1, 1.04], 0.62 * rest),
    groundColour: times([1.05, 0.98, 0.9], 0.36 * rest),
  }
}

export interface Camera {
  readonly width: number
  readonly height: number
  readonly focalPixels: number
}

/** `axes` are the surface's own across and down, for its slopes; `shade` is how much of the lamp reaches each point. */
export function lightUp(
  { positions, normals, uv, openness, material }: Surface,
  { width, height, focalPixels }: Camera,
  lamps: Lamps,
  axes: Turn,
  shade: Float64Array | undefined,
): Float32Array {
  const count = positions.length / 3
  const lit = new Float32Array(count * LIT)
  const [softRed, softGreen, softBlue] = material.softness
  const soft = [softRed, softGreen, softBlue]
  const { key, fill } = lamps
  const across: Vector = [axes[0][0], axes[1][0], axes[2][0]]
  const down: Vector = [-axes[0][1], -axes[1][1], -axes[2][1]]
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [
      positions[3 * i] as number,
      positions[3 * i + 1] as number,
      positions[3 * i + 2] as number,
    ]
    const [nx, ny, nz] = [
      normals[3 * i] as number,
      normals[3 * i + 1] as number,
      normals[3 * i + 2] as number,
    ]
    const to = i * LIT
    const near = -1 / z
    lit[to] = width / 2 + focalPixels * x * near
    lit[to + 1] = height / 2 - focalPixels * y * near
    lit[to + 2] = z < -1 ? near : -1
    lit[to + 3] = uv[2 * i] as number
    lit[to + 4] = uv[2 * i + 1] as number
    if (material.glow !== undefined) {
      for (let channel = 0; channel < 3; channel++) lit[to + 5 + channel] = material.glow
    }
    const open = openness[i] as number
    const seen = shade ? (shade[i] as number) : 1
    const towards = nx * key[0] + ny * key[1] + nz * key[2]
    const away = nx * fill[0] + ny * fill[1] + nz * fill[2]
    const sky = 0.5 + 0.5 * ny
    if (material.glow === undefined)
      for (let channel = 0; channel < 3; channel++) {
        const softness = soft[channel] as number
        const wrapped = Math.max(0, (towards + softness) / (1 + softness))
        const filled = Math.max(0, (away + softness) / (1 + softness))
        // In skin the rim of a shadow is red: some light has come through.
        const reached = seen + (1 - seen) * softness * 0.35
        const around =
          (lamps.skyColour[channel] as number) * sky + (lamps.groundColour[channel] as number) * (1 - sky)
        lit[to + 5 + channel] =
          (lamps.keyColour[channel] as number) * wrapped * reached +
          ((lamps.fillColour[channel] as number) * filled + around) * (open + (1 - open) * softness * 0.4)
      }
    const bright = lamps.keyColour[1] * Math.max(0, towards) ** 0.5 * seen
    lit[to + 8] =
      highlightOf(x, y, z, nx, ny, nz, key, material.sharpness) * (0.15 * lamps.keyColour[1] + bright) * open
    const axisU = dot(across, key) - dot(across, [nx, ny, nz]) * towards
    const axisV = dot(down, key) - dot(down, [nx, ny, nz]) * towards
    lit[to + 9] = axisU * lamps.keyColour[1] * seen
    lit[to + 10] = axisV * lamps.keyColour[1] * seen
  }
  return lit
}

/** Blinn's, with more of it where the surface is seen at a slant. */
function highlightOf(
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  key: Vector,
  sharpness: number,
): number {
  const away = 1 / Math.hypot(x, y, z)
  const [vx, vy, vz] = [-x * away, -y * away, -z * away]
  const [hx, hy, hz] = [vx + key[0], vy + key[1], vz + key[2]]
  const half = (nx * hx + ny * hy + nz * hz) / (Math.hypot(hx, hy, hz) || 1)
  const facing = Math.max(0, nx * vx + ny * vy + nz * vz)
  return half <= 0 ? 0 : half ** sharpness * (0.6 + 1.6 * (1 - facing) ** 4)
}
