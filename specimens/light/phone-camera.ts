// A phone's front camera: exposure and white balance that adapt, drift or are locked, noise, sRGB and JPEG.
import sharp from 'sharp'
import { mix } from '../person/dice.ts'
import type { Random } from '../random.ts'
import { encoded } from './screen.ts'

export interface CameraSettings {
  /** Between what the screen begins to show and what a frame with that time stamp shows: screen, camera and clock together. */
  readonly delayMs: number
  readonly framesPerSecond: number
  readonly jitterMs: number
  /** From the first row of a frame to the last. */
  readonly readoutMs: number
  readonly exposureMs: number
  readonly exposure: 'locked' | 'adapts' | 'drifts'
  readonly whiteBalance: 'locked' | 'adapts' | 'drifts'
  /** Seconds in which the exposure and white balance come two thirds of the way. */
  readonly exposureSeconds: number
  readonly whiteBalanceSeconds: number
  /** The mean of the middle of the picture that it exposes for, linear. */
  readonly grey: number
  /** How much of the light's colour is taken out, 0 to 1. */
  readonly neutral: number
  /** Of the sensor: electrons of a white pixel in a room of 100 lux, and the noise of reading one. */
  readonly electrons: number
  readonly readNoise: number
  readonly quality: number
  readonly seed: number
}

export function drawCamera(random: Random): CameraSettings {
  const between = (least: number, most: number) => least + (most - least) * random.next()
  const mode = () => (['locked', 'adapts', 'drifts'] as const)[random.below(3)] ?? 'locked'
  return {
    delayMs: between(30, 400),
    framesPerSecond: 10,
    jitterMs: between(2, 15),
    readoutMs: between(8, 30),
    exposureMs: between(8, 40),
    exposure: mode(),
    whiteBalance: mode(),
    exposureSeconds: between(0.3, 1.5),
    whiteBalanceSeconds: between(1.5, 5),
    grey: between(0.16, 0.3),
    neutral: between(0.6, 1),
    electrons: between(1500, 5000),
    readNoise: between(2, 6),
    quality: 70 + random.below(23),
    seed: random.below(2 ** 31),
  }
}

/** Of one session; frames are handed in one after the other. */
export interface Camera {
  take(nits: Float32Array, width: number, height: number, atMs: number): Promise<Uint8Array>
}

const TABLE = 1 << 16
let bells: Float32Array | undefined

/** Standard normal, each a little like its neighbour, as grain is after a camera's own smoothing. */
function bellTable(): Float32Array {
  if (bells) return bells
  const raw = Float32Array.from({ length: TABLE }, (_, i) => {
    const [one, other] = [(mix(i, 3, 17) + 1) / (2 ** 32 + 1), mix(i, 4, 17) / 2 ** 32]
    return Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other)
  })
  bells = raw.map(
    (value, i) =>
      0.85 * value +
      0.37 * (raw[(i + 1) % TABLE] as number) +
      0.37 * (raw[(i + TABLE - 1) % TABLE] as number),
  )
  return bells
}

const STEPS = 16_384
const curve = Float32Array.from({ length: STEPS + 1 }, (_, i) => 255 * encoded(i / STEPS))

export function openCamera(settings: CameraSettings, random: Random): Camera {
  let lastMs: number | undefined
  let gain = 0
  let balance: [number, number, number] = [1, 1, 1]
  const walk = { gain: 0, red: 0, blue: 0 }
  return {
    async take(nits, width, height, atMs) {
      const seen = middleOf(nits, width, height)
      const wanted = settings.grey / (0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2])
      const illuminant = balanceFor(nits, width, height, settings.neutral)
      const seconds = lastMs === undefined ? 0 : (atMs - lastMs) / 1000
      if (lastMs === undefined) {
        gain = wanted
        balance = illuminant
      } else {
        if (settings.exposure === 'adapts')
          gain *= (wanted / gain) ** (0.8 * (1 - Math.exp(-seconds / settings.exposureSeconds)))
        if (settings.whiteBalance === 'adapts') {
          // Phones follow a change of colour only in part, because skin and walls have colours of their own.
          const share = 0.5 * (1 - Math.exp(-seconds / settings.whiteBalanceSeconds))
          balance = balance.map(
            (own, i) => own * ((illuminant[i] as number) / own) ** share,
          ) as typeof balance
        }
        const step = Math.sqrt(seconds)
        if (settings.exposure === 'drifts') walk.gain += 0.035 * step * random.normal()
        if (settings.whiteBalance === 'drifts') {
          walk.red += 0.02 * step * random.normal()
          walk.blue += 0.02 * step * random.normal()
        }
      }
      lastMs = atMs
      const times = gain * Math.exp(walk.gain)
      const channels = [
        times * balance[0] * Math.exp(walk.red),
        times * balance[1],
        times * balance[2] * Math.exp(walk.blue),
      ] as const
      const luminance = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
      // Ten nits are what skin throws back in a room of a hundred lux. In the dark a camera opens for longer, to a bound.
      const electrons = settings.electrons * Math.max(0.12, Math.min(3, luminance / 10))
      const data = digitised(nits, channels, width, height, {
        electrons,
        readNoise: settings.readNoise,
        seed: mix(settings.seed, Math.round(atMs)),
      })
      const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: settings.quality })
        .toBuffer()
      return new Uint8Array(jpeg)
    },
  }
}

/** Means of the middle of the picture, where faces are. */
function middleOf(nits: Float32Array, width: number, height: number): [number, number, number] {
  const sums: [number, number, number] = [1e-6, 1e-6, 1e-6]
  let count = 0
  for (let y = Math.floor(0.2 * height); y < 0.8 * height; y += 4)
    for (let x = Math.floor(0.2 * width); x < 0.8 * width; x += 4, count++)
      for (let channel = 0; channel < 3; channel++)
        sums[channel] = (sums[channel] as number) + (nits[3 * (y * width + x) + channel] as number)
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

/** The colour of a usual face and wall in white light, by its green: what is warmer or colder than this is the light. */
const USUAL = { red: 1.3, blue: 0.72 }

function balanceFor(
  nits: Float32Array,
  width: number,
  height: number,
  neutral: number,
): [number, number, number] {
  const [red, green, blue] = middleOf(nits, width, height)
  const kept = (value: number) => Math.max(0.35, Math.min(3, value))
  return [kept(((USUAL.red * green) / red) ** neutral), 1, kept(((USUAL.blue * green) / blue) ** neutral)]
}

interface Grain {
  readonly electrons: number
  readonly readNoise: number
  readonly seed: number
}

function digitised(
  nits: Float32Array,
  channels: readonly [number, number, number],
  width: number,
  height: number,
  { electrons, readNoise, seed }: Grain,
): Uint8Array {
  const table = bellTable()
  const data = new Uint8Array(nits.length)
  for (let channel = 0; channel < 3; channel++) {
    const gain = channels[channel] as number
    // A channel that is turned up shows the noise of a weaker signal.
    const weaker = Math.max(1, gain / channels[1]) / electrons
    const read = (readNoise * weaker) ** 2
    for (let y = 0; y < height; y++) {
      let walk = mix(seed, y, channel) & (TABLE - 1)
      const end = 3 * (y + 1) * width
      for (let at = 3 * y * width + channel; at < end; at += 3) {
        const light = gain * (nits[at] as number)
        const noisy = light + Math.sqrt(weaker * light + read) * (table[walk] as number)
        walk = (walk + 1) & (TABLE - 1)
        const kept = noisy <= 0 ? 0 : noisy >= 1 ? 1 : noisy
        data[at] = (curve[(kept * STEPS) | 0] as number) + 0.5
      }
    }
  }
  return data
}
