// Renders the frames of a light session: a person before a phone that plays the sequence, or an attack on it.
import { type Random, seededRandom } from '../random.ts'
import { type Ambient, addGlints, addScreen, type LightMaps, lightMaps, PHONE, SKIN } from './light-maps.ts'
import { type Framing, framedMesh, type LitScene, type Portrait, sceneOf } from './lit-scene.ts'
import { type CameraSettings, drawCamera, openCamera } from './phone-camera.ts'
import { addBands, durationOf, type Linear, type Step, shownAt } from './screen.ts'

export interface LightSession {
  readonly portrait: Portrait
  readonly sequence: readonly Step[]
  readonly framing: Framing
  readonly distanceMm: number
  /** From the face to what is behind it. */
  readonly backgroundMm: number
  readonly ambient: Ambient
  readonly screenNits: number
  readonly camera: CameraSettings
  readonly seed: number
}

export interface RenderedFrame {
  readonly jpeg: Uint8Array
  /** From the start of the sequence by the caller's clock. */
  readonly takenAtMs: number
  /** What an honest client claims: the step that it shows, and since when. */
  readonly shown: number
  readonly shownSinceMs: number
  /** Where the points of the face truly are. */
  readonly mesh: Float32Array
}

/** What the camera sees at a time, in nits, three numbers a pixel; a row is read `rowMs` after the one above. */
export type Sight = (atMs: number, rowMs: number) => Float32Array

/** Rooms, people's habits and cameras as the contract has them; the same seed is the same session. */
export function drawSession(
  portrait: Portrait,
  sequence: readonly Step[],
  seed: number,
  given: Partial<LightSession> = {},
): LightSession {
  const random = seededRandom(seed)
  const between = (least: number, most: number) => least + (most - least) * random.next()
  const isLarge = random.next() < 0.25
  const framing: Framing = {
    width: isLarge ? 360 : 300,
    height: isLarge ? 480 : 400,
    faceShare: between(0.5, 0.64),
    right: between(-0.05, 0.05),
    down: between(-0.08, 0.08),
  }
  return {
    portrait,
    sequence,
    framing,
    distanceMm: between(250, 450),
    backgroundMm: between(500, 2500),
    ambient: {
      // As many dim rooms as bright ones.
      lux: between(0, 1) < 0.5 ? between(5, 100) : between(100, 300),
      kelvin: between(2700, 6500),
      towards: [between(-1, 1), between(0.2, 1), between(0, 1)],
      directed: between(0.1, 0.7),
      behind: between(0.4, 1.3),
    },
    screenNits: 300,
    camera: drawCamera(random),
    seed,
    ...given,
  }
}

export async function renderSession(session: LightSession): Promise<RenderedFrame[]> {
  return filmed(session, litSight(session, litMaps(session)))
}

export interface LitMaps {
  readonly scene: LitScene
  readonly maps: LightMaps
}

export function litMaps({
  portrait,
  framing,
  distanceMm,
  backgroundMm,
  ambient,
  screenNits,
}: LightSession): LitMaps {
  const scene = sceneOf(portrait, framing, distanceMm, backgroundMm)
  return { scene, maps: lightMaps(scene, ambient, { ...PHONE, nits: screenNits }, SKIN) }
}

/** Samples of the time that a row is exposed. */
const SAMPLES = 3
/** Rows that are read as one. */
const ROWS = 12

/** The colours of the bands of the screen for each row, by what the screen shows while it is exposed. */
export function bandWeights(
  session: Pick<LightSession, 'sequence' | 'camera' | 'seed'>,
  bands: number,
  atMs: number,
  rowMs: number,
): (row: number) => Float64Array {
  const before = screenBefore(session.seed)
  const kept = new Map<number, Float64Array>()
  return (row) => {
    const group = Math.floor(row / ROWS)
    const found = kept.get(group)
    if (found) return found
    const weights = new Float64Array(3 * bands)
    for (let sample = 0; sample < SAMPLES; sample++) {
      const ms = atMs + group * ROWS * rowMs + ((sample + 0.5) / SAMPLES - 0.5) * session.camera.exposureMs
      addBands(weights, bands, shownAt(session.sequence, ms, before), 1 / SAMPLES)
    }
    kept.set(group, weights)
    return weights
  }
}

/** The page that asked to begin: bright, or dark where the phone is set so. */
const screenBefore = (seed: number): Linear => (seed % 3 === 0 ? [0.02, 0.02, 0.03] : [0.85, 0.85, 0.85])

/** A living person: the screen's light on skin, hair and background, glints, and lids that close now and then. */
export function litSight(session: LightSession, { scene, maps }: LitMaps): Sight {
  const blinks = blinksOf(session)
  return (atMs, rowMs) => {
    const picture = maps.ambient.slice()
    const weights = bandWeights(session, maps.bands.length, atMs, rowMs)
    addScreen(picture, maps, weights)
    const closed = blinks(atMs)
    if (closed < 0.5) addGlints(picture, maps, weights)
    if (closed > 0) shutEyes(picture, scene, closed)
    return picture
  }
}

/** How far the lids are down at a time, 0 to 1. */
function blinksOf({ seed, sequence }: LightSession): (atMs: number) => number {
  const random = seededRandom(seed + 11)
  const blinks: { at: number; lasts: number }[] = []
  for (
    let at = 600 + 3000 * random.next();
    at < durationOf(sequence) + 1000;
    at += 1500 + 4000 * random.next()
  )
    blinks.push({ at, lasts: 120 + 160 * random.next() })
  return (atMs) => {
    const own = blinks.find(({ at, lasts }) => Math.abs(atMs - at) < lasts)
    return own ? Math.min(1, 1.6 * (1 - Math.abs(atMs - own.at) / own.lasts)) : 0
  }
}

function shutEyes(picture: Float32Array, { eyes, albedo }: LitScene, closed: number): void {
  for (const { opening, lid } of eyes)
    for (const { at, down } of opening)
      if (down <= closed)
        for (let channel = 0; channel < 3; channel++)
          picture[3 * at + channel] =
            ((picture[3 * at + channel] as number) * (lid[channel] as number)) /
            (albedo[3 * at + channel] as number)
}

/** Of the frames, so many get lost. */
const LOST = 0.03
/** A client goes on recording for so long after the last step. */
const TAIL_MS = 500

/** Takes what is seen with the session's camera: delay, jitter, a hand that is not still, then the camera itself. */
export async function filmed(session: LightSession, sight: Sight): Promise<RenderedFrame[]> {
  const { camera, framing, sequence } = session
  const random = seededRandom(session.seed + 7)
  const open = openCamera(camera, random)
  const hand = handOf(random)
  const mesh = framedMesh(session.portrait.mesh, framing)
  const frames: RenderedFrame[] = []
  const lastMs = durationOf(sequence) + TAIL_MS
  for (let number = 0; (number * 1000) / camera.framesPerSecond < lastMs; number++) {
    const takenAtMs = Math.max(
      0,
      (number * 1000) / camera.framesPerSecond + camera.jitterMs * random.normal(),
    )
    const isLost = random.next() < LOST
    const { width, height } = framing
    if (isLost) continue
    const motion = hand(takenAtMs)
    const seen = moved(sight(takenAtMs - camera.delayMs, camera.readoutMs / height), framing, motion)
    const claimed = shownAt(sequence, takenAtMs, [0, 0, 0])
    frames.push({
      jpeg: await open.take(seen, width, height, takenAtMs),
      takenAtMs,
      shown: Math.max(0, claimed.index),
      shownSinceMs: claimed.sinceMs,
      mesh: movedMesh(mesh, framing, motion),
    })
  }
  return frames
}

interface Motion {
  readonly right: number
  readonly down: number
  readonly times: number
  readonly radians: number
}

/** Slow waves of a hand and a head, by the width of the frame. */
function handOf(random: Random): (atMs: number) => Motion {
  const wave = (size: number) => {
    const waves = [0, 1, 2].map(() => ({
      hertz: 0.15 + 1.2 * random.next(),
      phase: 2 * Math.PI * random.next(),
      size: (size * random.normal()) / 2,
    }))
    return (atMs: number) =>
      waves.reduce(
        (sum, own) => sum + own.size * Math.sin((2 * Math.PI * own.hertz * atMs) / 1000 + own.phase),
        0,
      )
  }
  const [right, down, times, radians] = [wave(0.008), wave(0.008), wave(0.008), wave(0.01)] as const
  return (atMs) => ({
    right: right(atMs),
    down: down(atMs),
    times: 1 + times(atMs),
    radians: radians(atMs),
  })
}

function movedMesh(mesh: Float32Array, { width, height }: Framing, motion: Motion): Float32Array {
  const [cosine, sine] = [motion.times * Math.cos(motion.radians), motion.times * Math.sin(motion.radians)]
  const result = mesh.slice()
  for (let i = 0; i < mesh.length; i += 3) {
    const [dx, dy] = [(mesh[i] as number) - width / 2, (mesh[i + 1] as number) - height / 2]
    result[i] = cosine * dx + sine * dy + width / 2 + motion.right * width
    result[i + 1] = cosine * dy - sine * dx + height / 2 + motion.down * width
    result[i + 2] = motion.times * (mesh[i + 2] as number)
  }
  return result
}

function moved(picture: Float32Array, { width, height }: Framing, motion: Motion): Float32Array {
  const cosine = Math.cos(motion.radians) / motion.times
  const sine = Math.sin(motion.radians) / motion.times
  const result = new Float32Array(picture.length)
  const cx = width / 2 + motion.right * width
  const cy = height / 2 + motion.down * width
  const last = { x: width - 1.001, y: height - 1.001 }
  for (let y = 0, to = 0; y < height; y++) {
    let u = -cosine * cx - sine * (y - cy) + width / 2
    let v = -sine * cx + cosine * (y - cy) + height / 2
    for (let x = 0; x < width; x++, to += 3, u += cosine, v += sine) {
      const px = u < 0 ? 0 : u > last.x ? last.x : u
      const py = v < 0 ? 0 : v > last.y ? last.y : v
      const ix = px | 0
      const iy = py | 0
      const w3 = (px - ix) * (py - iy)
      const w1 = px - ix - w3
      const w2 = py - iy - w3
      const w0 = 1 - w1 - w2 - w3
      const one = 3 * (iy * width + ix)
      const below = one + 3 * width
      for (let channel = 0; channel < 3; channel++)
        result[to + channel] =
          w0 * (picture[one + channel] as number) +
          w1 * (picture[one + 3 + channel] as number) +
          w2 * (picture[below + channel] as number) +
          w3 * (picture[below + 3 + channel] as number)
    }
  }
  return result
}
