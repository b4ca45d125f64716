// The commands about people before a phone: a selfie, the frames of a challenge that was started, a selfie video.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { portraitName } from '../documents/drawing/portrait.ts'
import { type Given, madeFor, needed, whole } from '../documents/given.ts'
import { portrayed } from '../documents/portraits/make.ts'
import { seededDice } from '../person/dice.ts'
import { type Person, person } from '../person/person.ts'
import { renderPerson, type Scene } from '../person/render.ts'
import {
  actDistance,
  actNose,
  actProfile,
  type DistanceStart,
  type NoseStart,
  type ProfileStart,
  type Take,
} from './acting.ts'

export const CAMERA_COMMANDS: Readonly<Record<string, (given: Given) => Promise<string>>> = {
  selfie,
  frames,
  video,
}

const SIZE = { width: 480, height: 640 }
const ARM_CM = 34

/** The person of the seed, or the one whose portrait a document of the seed shows. */
function whoOf(given: Given): Person {
  const seed = whole(given.seed, 1)
  if (given.kind === undefined) return person(seed)
  const { facts, kind } = madeFor(given)
  const sex = facts && 'person' in facts ? facts.person.sex : undefined
  if (sex === undefined) throw new Error(`a ${kind} shows no portrait`)
  return portrayed(portraitName(seed, sex === 'Nữ' ? 'f' : 'm'))
}

async function selfie(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.jpg')
  const take = whole(given.take, 1)
  const who = whoOf(given)
  const dice = seededDice(who.seed, 2000 + take)
  const scene: Scene = {
    ...SIZE,
    distanceCm: ARM_CM + dice.between(-3, 3),
    yawDegrees: dice.between(-4, 4),
    pitchDegrees: dice.between(-3, 3),
    rollDegrees: dice.between(-2, 2),
    smile: dice.between(0, 0.3),
    room: take,
    noiseSeed: take,
  }
  await writeFile(out, await encodeJpeg(renderPerson(who, scene)))
  return `${out}: person ${who.seed}, take ${take}`
}

/** Frames are named by their order and their task: `03-turn-face-left.jpg`. */
async function frames(given: Given): Promise<string> {
  const [start, out] = [needed(given.start, '--start FILE.json'), needed(given.out, '--out FOLDER')]
  const who = whoOf(given)
  const takes = actedFor(who, JSON.parse(await readFile(start, 'utf8')))
  if (takes.length === 0) throw new Error(`the challenge in ${start} asks for no frames`)
  await mkdir(out, { recursive: true })
  for (const [i, { task, scene }] of takes.entries())
    await writeFile(
      join(out, `${String(i + 1).padStart(2, '0')}-${task}.jpg`),
      await encodeJpeg(renderPerson(who, scene)),
    )
  return `${out}: ${takes.length} frames of person ${who.seed}`
}

function actedFor(who: Person, started: unknown): Take[] {
  if (typeof started === 'object' && started !== null) {
    if ('normal_distance' in started) return actDistance(who, started as DistanceStart)
    if ('nose_left' in started) return actNose(who, started as NoseStart)
    if ('task_order' in started) return actProfile(who, started as ProfileStart)
  }
  throw new Error('--start must be the answer to the start of a challenge')
}

const VIDEO_SIZE = { width: 360, height: 480 }
const FRAMES_A_SECOND = 15
const SECONDS = 2
/** Lids are closed for a fifth of a second. */
const BLINK = { atSeconds: 1.2, seconds: 0.2 }

async function video(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.mp4')
  const who = whoOf(given)
  const count = Math.round(SECONDS * FRAMES_A_SECOND)
  const pictures = Array.from({ length: count }, (_, i) => renderPerson(who, filmed(i / FRAMES_A_SECOND, i)))
  await encodeVideo(pictures, out)
  return `${out}: person ${who.seed}, ${SECONDS} s`
}

/** The head goes to one side and back while the phone trembles. */
function filmed(second: number, index: number): Scene {
  const closed = Math.abs(second - BLINK.atSeconds) < BLINK.seconds / 2 ? 1 : 0
  const sway = (2 * Math.PI * second) / SECONDS
  return {
    ...VIDEO_SIZE,
    distanceCm: ARM_CM + 0.4 * Math.sin(3 * sway),
    yawDegrees: 16 * Math.sin(sway),
    pitchDegrees: 3 * Math.sin(2 * sway),
    rollDegrees: 1.5 * Math.sin(sway + 1),
    offsetCm: { x: 0.3 * Math.sin(2 * sway), y: 0.2 * Math.sin(3 * sway) },
    leftEyeClosed: closed,
    rightEyeClosed: closed,
    room: 1,
    noiseSeed: 1 + index,
  }
}

async function encodeVideo(pictures: readonly Pixels[], out: string): Promise<void> {
  const program = findFfmpeg('')
  if (program === undefined) throw new Error('there is no ffmpeg here, which writes videos')
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${VIDEO_SIZE.width}x${VIDEO_SIZE.height}`]
  const words = [...raw, '-r', `${FRAMES_A_SECOND}`, '-i', 'pipe:0', '-pix_fmt', 'yuv420p', out]
  const ffmpeg = spawn(program, ['-v', 'error', '-y', ...words], { stdio: ['pipe', 'inherit', 'inherit'] })
  ffmpeg.stdin.end(Buffer.concat(pictures.map(({ data }) => data)))
  const [code] = (await once(ffmpeg, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg could not write ${out}`)
}
