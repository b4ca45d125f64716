// Plays puppets through the challenges and through video liveness, as an attacker with one photograph does.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { done } from '../../../specimens/liveness/acting.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import type { Scene } from '../../../specimens/person/render.ts'
import { findFfmpeg } from '../../../src/image/video/find-ffmpeg.ts'
import type { Caller } from '../../kit/caller.ts'
import { temporaryFolder } from '../../kit/installation.ts'
import { actedBy, encoded, type Stage, stages } from '../films.ts'
import { begin, finish, judgeVideo, type Outcome } from '../session.ts'
import type { Puppet } from './puppet.ts'
import { blinking, type Variant, type Workshop } from './variants.ts'

const SIZE = { width: 360, height: 480 }
/** Sessions of the profile challenge ask for these in turn. */
const EXERCISES = ['yaw', 'yaw-pitch', 'yaw-wink', 'yaw-smile']
/** A person who smiles in the photograph must not smile in the frames that look ahead. */
const SMILING: Readonly<Record<string, Partial<Scene>>> = { 'keep-face-ahead': { smile: -0.8 } }
/** Numbers of photographs that belong to one stage: another stage takes others. */
const PER_STAGE = 1000

export async function playPuppet(
  caller: Caller,
  workshop: Workshop,
  variant: Variant,
  stage: Stage,
  number: number,
): Promise<Outcome> {
  const seed = PER_STAGE * stages.indexOf(stage) + number
  const puppet = await variant.make(workshop, seed)
  if (stage === 'video') return judgeVideo(caller, written(puppet, variant))
  const exercise = EXERCISES[number % EXERCISES.length] ?? ''
  const started = await begin(caller, stage, variant.size ?? SIZE, exercise)
  const otherwise = { ...turned(variant), ...(exercise.includes('smile') && SMILING) }
  const takes = actedBy(puppet, stage, started, { take: number, otherwise })
  const shown = (variant.blinks ? blinking(takes, seed) : takes).map(({ task, atMs, scene }) => ({
    task,
    atMs,
    pixels: puppet.show(scene),
  }))
  return finish(caller, stage, started.id, await encoded(shown))
}

function turned({ turnShare = 1 }: Variant): Readonly<Record<string, Partial<Scene>>> {
  const by = (degrees = 0) => turnShare * degrees
  return Object.fromEntries(
    Object.entries(done).map(([task, { yawDegrees, pitchDegrees }]) => [
      task,
      { yawDegrees: by(yawDegrees), pitchDegrees: by(pitchDegrees) },
    ]),
  )
}

const SECONDS = 4.5
const FRAMES_A_SECOND = 12
const BLINKS_AT = [1.3, 3.2]
const BLINK_SECONDS = 0.18

/** A person who speaks turns by this share of what others turn. */
const TURN_OF_SPEAKER = 0.15
const MOUTH_OPEN = { least: 0.1, most: 0.35 }
const SYLLABLES_A_SECOND = 3.7
const SPEAKING = { from: 0.5, to: 4 }
/** How far the corners of the mouth go in and out, and how often in a second. */
const ROUNDING = { smile: 0.35, aSecond: 0.9 }

/** The head looks about or speaks, and the eyes close if the attacker thinks of it. */
export function written(
  puppet: Puppet,
  { blinks = false, speaks = false, rounds = false, turnShare = 1 }: Variant,
): Uint8Array {
  const dice = seededDice(puppet.seed, 12)
  const [side, start] = [dice.pick([-1, 1]), dice.between(0, 1)]
  const turns = speaks ? TURN_OF_SPEAKER : turnShare
  const apart = lipsApart(puppet)
  const loud = Array.from({ length: Math.ceil(SECONDS * SYLLABLES_A_SECOND) }, () =>
    dice.between(MOUTH_OPEN.least, MOUTH_OPEN.most),
  )
  const count = Math.round(SECONDS * FRAMES_A_SECOND)
  const frames = Array.from({ length: count }, (_, i) => {
    const seconds = i / FRAMES_A_SECOND
    const closest = Math.min(...BLINKS_AT.map((at) => Math.abs(seconds - at)))
    const closed = blinks ? Math.max(0, 1 - closest / BLINK_SECONDS) : 0
    return puppet.show({
      ...SIZE,
      distanceCm: 34 + 1.5 * Math.sin(0.9 * seconds + start),
      yawDegrees:
        side * turns * 22 * Math.sin((2 * Math.PI * seconds) / SECONDS) + 0.7 * Math.sin(9 * seconds),
      pitchDegrees: turns * 6 * Math.sin(1.7 * seconds + start),
      mouthOpen: speaks ? openedAt(seconds, loud) - apart : 0,
      smile: rounds ? ROUNDING.smile * Math.sin(2 * Math.PI * ROUNDING.aSecond * seconds + start) : 0,
      rollDegrees: 2 * Math.sin(1.1 * seconds),
      offsetCm: { x: 0.5 * Math.sin(1.3 * seconds), y: 0.4 * Math.sin(1.9 * seconds + 1) },
      leftEyeClosed: closed,
      rightEyeClosed: closed,
      noiseSeed: i,
    })
  })
  return encodedVideo(Buffer.concat(frames.map(({ data }) => data)))
}

/** The distance of the outer corners of the eyes, by the furthest that `mouthOpen` brings the lips apart. */
const EYES_BY_MOUTH = 3.7

/** How far the lips are apart in the photograph: a person who smiles in it must shut them first. */
function lipsApart(puppet: Puppet): number {
  const points = puppet.pointsIn({ ...SIZE, distanceCm: 34 })
  const between = (one: number, other: number) =>
    Math.hypot(
      (points[2 * one] ?? 0) - (points[2 * other] ?? 0),
      (points[2 * one + 1] ?? 0) - (points[2 * other + 1] ?? 0),
    )
  return (EYES_BY_MOUTH * between(13, 14)) / (between(33, 263) || 1)
}

/** Each syllable opens the mouth as far as `loud` says, and closes it nearly. */
function openedAt(seconds: number, loud: readonly number[]): number {
  if (seconds < SPEAKING.from || seconds > SPEAKING.to) return 0
  const at = (seconds - SPEAKING.from) * SYLLABLES_A_SECOND
  return (loud[Math.floor(at)] ?? 0) * Math.sin(Math.PI * (at % 1))
}

function encodedVideo(frames: Buffer): Uint8Array {
  const program = findFfmpeg('')
  if (!program) throw new Error('videos need ffmpeg, which `npm ci` installs')
  const folder = temporaryFolder('puppet')
  const file = join(folder.path, 'video.mp4')
  const raw = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${SIZE.width}x${SIZE.height}`,
    '-r',
    `${FRAMES_A_SECOND}`,
  ]
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p']
  try {
    execFileSync(program, ['-v', 'error', '-y', ...raw, '-i', 'pipe:0', ...coded, file], { input: frames })
    return readFileSync(file)
  } finally {
    folder.remove()
  }
}
