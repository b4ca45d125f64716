// Eyeballs: white, iris, pupil and a wet front, turned to where the person looks.
import { cloud, type Dice, mixed, noise, step } from './dice.ts'
import { type Part, rigid } from './part.ts'
import type { Person } from './person.ts'
import { grid, type Material } from './surface.ts'
import { allSizes, blank, CHANNELS } from './texture.ts'
import { type Eyeball, plus, type Turn, times, turned, turnOf, type Vector } from './vector.ts'

const SIDE = 192
/** Of the ball that is drawn, from the middle of the iris. */
const SEEN_DEGREES = 85
const IRIS = 0.335
const PUPIL = 0.12
const CORNEA_CM = 0.07

export function eyeMaterial({ look, seed }: Person): Material {
  const texture = blank(SIDE, SIDE, [0.46, 0.43, 0.41], 0.5)
  for (let y = 0, at = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, at += CHANNELS) {
      const [u, v] = [(x + 0.5) / SIDE - 0.5, (y + 0.5) / SIDE - 0.5]
      const away = 2 * Math.hypot(u, v)
      const around = Math.atan2(v, u)
      const rays = noise(around * 16, away * 5, seed + 31) + 0.6 * noise(around * 38, away * 9, seed + 32)
      const ring = 1 - 0.75 * step(IRIS - 0.07, IRIS - 0.005, away)
      const inIris = step(IRIS + 0.012, IRIS - 0.012, away)
      const inPupil = step(PUPIL + 0.014, PUPIL - 0.012, away)
      const veins = Math.max(0, cloud(u * 26, v * 26, seed + 33, 3) - 0.15) * step(0.35, 0.75, away)
      for (let channel = 0; channel < 3; channel++) {
        const white = (texture.texels[at + channel] as number) * (1 - veins * (channel === 0 ? 0.15 : 0.5))
        const own = (look.iris[channel] as number) * (1 + 0.45 * rays + 0.5 * step(0.22, 0.12, away)) * ring
        const iris = mixed(own, 0.004, inPupil)
        texture.texels[at + channel] = mixed(white, iris, inIris)
      }
      texture.texels[at + 3] = mixed(0.7, 1.6, inIris)
    }
  return { textures: allSizes(texture), softness: [0.3, 0.25, 0.22], shine: 0.7, sharpness: 130 }
}

export function eyePart({ middle, radius }: Eyeball, gaze: Turn, material: Material): Part {
  const shape = grid(26, 26, (u, v): Vector => {
    const [x, y] = [2 * u - 1, 1 - 2 * v]
    const away = Math.hypot(x, y)
    const angle = (Math.min(1, away) * SEEN_DEGREES * Math.PI) / 180
    const [across, up] = away === 0 ? [0, 0] : [x / away, y / away]
    const out = radius + CORNEA_CM * step(IRIS + 0.05, IRIS * 0.3, away)
    const local: Vector = [Math.sin(angle) * across, Math.sin(angle) * up, Math.cos(angle)]
    return plus(middle, times(turned(gaze, local), out))
  })
  return rigid(shape, material)
}

/** People do not look at one point: the eyes go about the screen, which is about 15 degrees wide at arm's length. */
const WANDER_DEGREES = { across: 3, up: 2 }

/** As far as eyes go to look into the camera while the head is turned away. */
export function gazeTurn(yawDegrees: number, pitchDegrees: number, dice: Dice): Turn {
  const kept = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees))
  const wandered = (most: number) => dice.between(-most, most)
  return turnOf(
    kept(-0.7 * yawDegrees, 22) + wandered(WANDER_DEGREES.across),
    kept(-0.7 * pitchDegrees, 14) + wandered(WANDER_DEGREES.up),
    0,
  )
}
