// Looks at the films and frames of real people, each once, as a phone would have framed them.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Box } from '../../../../src/image/geometry/geometry.ts'
import { askOfFrame, type SeenFrame, seenFrame } from '../../../../src/liveness/frame.ts'
import { turnDegrees } from '../../../../src/vision/head-angles.ts'
import type { Ask } from '../../../../src/vision/observation.ts'
import { readHeadTurns, readMotion, readSpeaking, readVideos } from '../../../kit/datasets/liveness.ts'
import { temporaryFolder } from '../../../kit/installation.ts'
import { quantile } from '../../../kit/statistics/summary.ts'
import { cutFrames } from '../../../kit/video-frames.ts'
import type { LivenessCrew } from '../jobs.ts'
import { observe } from '../observe-frames.ts'
import { type Kept, sight } from './kept.ts'

export const sources = ['head turns', 'phone films', 'motion', 'rendered'] as const
export type Source = (typeof sources)[number]

export interface Film {
  readonly file: string
  readonly person: string
  readonly source: Source
}

export interface Look {
  readonly seconds: number
  readonly frame: SeenFrame
}

/** One camera in one place, in the order of time. */
export interface Recording {
  readonly person: string
  readonly source: Source
  readonly looks: readonly Look[]
}

export interface SeenFilm extends Film {
  /** What is kept of each picture. */
  readonly frame: Box | undefined
  readonly looks: readonly Look[]
}

/** Four of the phone films are those that the frames of turning heads were cut from: vectors of the faces say 0.84 to 0.9. */
const TURNING: Readonly<Record<string, string>> = {
  'live-0': '621ea6b1e2',
  'live-1': '621ea6f511',
  'live-2': '621f74a85a',
  'live-3': '6221e1a899',
}

/** Whoever is filmed twice is one person. */
export async function filmsOfPeople(data: string): Promise<Film[]> {
  const phone = (file: string, person: string): Film => ({ file, person, source: 'phone films' })
  const personOf = (name: string) => TURNING[name] ?? name
  const speaker = (file: string) => basename(file).replace(/-\d+\..*$/, '')
  return [
    ...(await readVideos(data))
      .filter(({ label }) => label === 'live')
      .map(({ file }) => phone(file, personOf(basename(file).replace(/\..*$/, '')))),
    ...(await readSpeaking(data)).map(({ file }) => phone(file, `speaker ${speaker(file)}`)),
    ...(await readMotion(data)).map(({ file, person }): Film => ({ file, person, source: 'motion' })),
  ]
}

const LONGEST_SECONDS = 30
const FRAMES_A_SECOND = 2.5
const GLANCES_A_SECOND = 0.4
/**
 * Three quarters as wide as high, as phones film; the face as high as guidance asks for, and never cut off. What phones
 * filmed is left as it is.
 */
const FRAMING = { proportion: 0.75, usualFace: 0.6, largestFace: 0.82 }
const ask: Ask = { ...askOfFrame, surroundings: true }
const glance: Ask = { search: 'frame', closely: 0 }
/** Covers take longer than all else: only of so many of the straightest. */
const COVERS_LOOKED_FOR = 3

export async function lookAt(crew: LivenessCrew, kept: Kept, film: Film): Promise<SeenFilm> {
  const settings = JSON.stringify({ LONGEST_SECONDS, FRAMES_A_SECOND, GLANCES_A_SECOND, FRAMING, ask })
  const isFramed = film.source !== 'phone films'
  const parts = [sight(), settings, isFramed ? '' : 'as it is', readFileSync(film.file)].filter(
    (part) => part !== '',
  )
  const seen = await kept.of(parts, async () => {
    const folder = temporaryFolder('people')
    try {
      const glances = cutFrames(film.file, GLANCES_A_SECOND, `${folder.path}/glances`, {
        seconds: LONGEST_SECONDS,
      })
      const found = await observe(crew, `glances at ${film.person}`, glances, (file) => file, glance)
      const frame = isFramed ? framing(found.map((one) => one.frame)) : undefined
      const pictures = cutFrames(film.file, FRAMES_A_SECOND, `${folder.path}/frames`, {
        seconds: LONGEST_SECONDS,
        ...(frame && { frame }),
      })
      const items = pictures.map((file, i) => ({ file, seconds: i / FRAMES_A_SECOND }))
      const looks = await observe(crew, film.person, items, ({ file }) => file, ask)
      const straight = looks
        .filter((one) => one.frame.face)
        .toSorted((a, b) => turnOf(a.frame) - turnOf(b.frame))
        .slice(0, COVERS_LOOKED_FOR)
      const covers = await observe(
        crew,
        `covers of ${film.person}`,
        straight.map(({ item }) => item.file),
        (file) => file,
        { ...glance, closely: 1, cover: true },
      )
      const coverOf = new Map(covers.map((one) => [one.item, one.frame.face?.cover]))
      return {
        frame,
        looks: looks.map(({ item, frame }): Look => {
          const cover = coverOf.get(item.file)
          const { face } = frame
          return {
            seconds: item.seconds,
            frame: face && cover ? { ...frame, face: { ...face, cover } } : frame,
          }
        }),
      }
    } finally {
      folder.remove()
    }
  })
  return { ...film, ...seen }
}

const turnOf = ({ face }: SeenFrame): number => (face ? turnDegrees(face.angles) : Number.POSITIVE_INFINITY)

/** Undefined where no face was found. */
function framing(frames: readonly SeenFrame[]): Box | undefined {
  const image = frames[0]?.image
  const boxes = frames.flatMap(({ face }) => face?.box ?? [])
  if (!image || boxes.length === 0) return undefined
  const heights = boxes.map((box) => box.height).toSorted((a, b) => a - b)
  const wanted = Math.max(
    quantile(heights, 0.5) / FRAMING.usualFace,
    (heights.at(-1) ?? 0) / FRAMING.largestFace,
  )
  const height = Math.min(image.height, image.width / FRAMING.proportion, wanted)
  const width = FRAMING.proportion * height
  const middle = (of: (box: Box) => number) =>
    quantile(
      boxes.map(of).toSorted((a, b) => a - b),
      0.5,
    )
  const within = (at: number, size: number, whole: number) =>
    Math.max(0, Math.min(whole - size, at - size / 2))
  // Video codecs want even numbers.
  const even = (value: number) => 2 * Math.floor(value / 2)
  return {
    x: even(
      within(
        middle(({ x, width }) => x + width / 2),
        width,
        image.width,
      ),
    ),
    y: even(
      within(
        middle(({ y, height }) => y + height / 2),
        height,
        image.height,
      ),
    ),
    width: even(width),
    height: even(height),
  }
}

/** The frames of people who were asked to turn their heads, half a second apart. */
export async function lookAtHeadTurns(crew: LivenessCrew, kept: Kept, data: string): Promise<Recording[]> {
  const items = await readHeadTurns(data)
  const askOf = (pose: string): Ask => (pose === 'front' ? { ...ask, cover: true } : ask)
  const seen = await kept.ofEach(
    items,
    ({ file, pose }) => [sight(), JSON.stringify(askOf(pose)), readFileSync(file)],
    (missing) =>
      crew.run({
        label: 'people turning their heads',
        job: 'observe-image',
        items: missing,
        inputOf: async ({ file, pose }) => ({
          bytes: await readFile(file),
          maxMegapixels: 50,
          ask: askOf(pose),
        }),
      }),
  )
  const looks = items.flatMap(({ video, seconds }, i) => {
    const reading = seen[i]
    return reading && !('fault' in reading) ? [{ video, seconds, frame: seenFrame(reading) }] : []
  })
  return [...Map.groupBy(looks, ({ video }) => video)].map(([person, own]) => ({
    person,
    source: 'head turns',
    looks: own.toSorted((a, b) => a.seconds - b.seconds),
  }))
}
