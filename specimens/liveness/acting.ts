// What a person does who was given a challenge: scene after scene, as a client would film them.
import type { Box } from '../../src/image/geometry/geometry.ts'
import { seededDice } from '../person/dice.ts'
import type { Scene } from '../person/render.ts'
import { type Actor, atShare, noseAt } from './aim.ts'

/** A scene, what it was filmed for, and when, counted from the first. */
export interface Take {
  readonly task: string
  readonly scene: Scene
  readonly atMs: number
}

/** What start answers, as far as it is acted by. */
export interface DistanceStart {
  readonly image_width: number
  readonly image_height: number
  readonly normal_distance: WrittenBox
  readonly far_distance: WrittenBox
  readonly close_distance: WrittenBox
  readonly task_order: Readonly<Record<string, number>>
}

export interface NoseStart {
  readonly image_width: number
  readonly image_height: number
  readonly area_width: number
  readonly area_height: number
  readonly nose_left: number
  readonly nose_top: number
  readonly nose_width: number
  readonly nose_height: number
}

export interface ProfileStart {
  readonly image_width: number
  readonly image_height: number
  readonly area_width: number
  readonly area_height: number
  readonly task_order: Readonly<Record<string, number>>
}

type WrittenBox = Pick<Box, 'width' | 'height'>
type Started = { readonly image_width: number; readonly image_height: number }

/** Between two frames of a task, and more between tasks. */
const STEP_MS = 130
const PAUSE_MS = 600

/** People do not hold still: a little of everything, another in each scene. */
function trembling(actor: Actor, started: Started, room: number, index: number): Scene {
  const dice = seededDice(actor.seed, 1000 + index)
  return {
    width: started.image_width,
    height: started.image_height,
    yawDegrees: dice.between(-2.5, 2.5),
    pitchDegrees: dice.between(-3, 2),
    rollDegrees: dice.between(-2, 2),
    offsetCm: { x: dice.between(-0.4, 0.4), y: dice.between(-0.4, 0.4) },
    room,
    noiseSeed: 1 + index,
  }
}

function filmed(tasks: readonly (readonly [task: string, scene: Scene])[]): Take[] {
  let atMs = 0
  return tasks.map(([task, scene], i) => {
    const before = tasks[i - 1]
    if (before) atMs += before[0] === task ? STEP_MS : PAUSE_MS
    return { task, scene, atMs }
  })
}

interface Direction {
  readonly room?: number
  /** Scenes before these were trembled by; another number is another take. */
  readonly take?: number
}

/** Fills each box to the same share. */
export function actDistance(
  actor: Actor,
  started: DistanceStart,
  { room = 0, take = 0, share = 0.95 }: Direction & { readonly share?: number } = {},
): Take[] {
  const boxes: Readonly<Record<string, WrittenBox>> = {
    'far-distance': started.far_distance,
    'normal-distance': started.normal_distance,
    'close-distance': started.close_distance,
  }
  let index = 100 * take
  const scenes = Object.entries(boxes).flatMap(([task, box]) =>
    Array.from({ length: started.task_order[task] ?? 0 }, (): [string, Scene] => [
      task,
      atShare(actor, trembling(actor, started, room, index++), box, share),
    ]),
  )
  return filmed(scenes)
}

/** From looking ahead until the nose is in its box, the head turning and the body still. */
export function actNose(
  actor: Actor,
  started: NoseStart,
  {
    room = 0,
    take = 0,
    frames = 8,
    share = 0.7,
  }: Direction & { readonly frames?: number; readonly share?: number } = {},
): Take[] {
  const area = { width: started.area_width, height: started.area_height }
  const straight = atShare(actor, trembling(actor, started, room, 100 * take), area, share)
  const target = {
    x: started.nose_left + started.nose_width / 2,
    y: started.nose_top + started.nose_height / 2,
  }
  const there = noseAt(actor, straight, target)
  const scenes = Array.from({ length: frames }, (_, i): [string, Scene] => {
    const done = Math.min(1, (1.15 * i) / (frames - 1))
    const eased = done * done * (3 - 2 * done)
    const between = (from = 0, to = 0) => from + eased * (to - from)
    const trembled = trembling(actor, started, room, 100 * take + i)
    return [
      'nose',
      {
        ...straight,
        yawDegrees: between(straight.yawDegrees, there.yawDegrees),
        pitchDegrees: between(straight.pitchDegrees, there.pitchDegrees),
        rollDegrees: (straight.rollDegrees ?? 0) + (trembled.rollDegrees ?? 0) / 4,
        noiseSeed: 1 + 100 * take + i,
      },
    ]
  })
  return filmed(scenes)
}

/** How each task of the profile challenge is done; the person's left is the image's right. */
export const done: Readonly<Record<string, Partial<Scene>>> = {
  'keep-face-ahead': {},
  'turn-face-left': { yawDegrees: 28 },
  'turn-face-right': { yawDegrees: -28 },
  'tilt-face-up': { pitchDegrees: 24 },
  'tilt-face-down': { pitchDegrees: -22 },
  smile: { smile: 1 },
  wink: { leftEyeClosed: 1 },
}

/** `otherwise` changes how a task is done. */
export function actProfile(
  actor: Actor,
  started: ProfileStart,
  {
    room = 0,
    take = 0,
    share = 0.5,
    otherwise = {},
  }: Direction & {
    readonly share?: number
    readonly otherwise?: Readonly<Record<string, Partial<Scene>>>
  } = {},
): Take[] {
  const area = { width: started.area_width, height: started.area_height }
  let index = 100 * take
  const scenes = Object.entries(started.task_order).flatMap(([task, count]) =>
    Array.from({ length: count }, (): [string, Scene] => {
      const still = atShare(actor, trembling(actor, started, room, index++), area, share)
      const { yawDegrees = 0, pitchDegrees = 0, ...rest } = { ...done[task], ...otherwise[task] }
      return [
        task,
        {
          ...still,
          yawDegrees: (still.yawDegrees ?? 0) + yawDegrees,
          pitchDegrees: (still.pitchDegrees ?? 0) + pitchDegrees,
          ...rest,
        },
      ]
    }),
  )
  return filmed(scenes)
}
