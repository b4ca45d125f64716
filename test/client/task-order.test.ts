// Tests the order in which the runner asks for the tasks, and the size in which it sends pictures.
import { describe, expect, test } from 'vitest'
import { partOf, sendSize } from '../../client/src/challenge/capture.ts'
import type { DistanceStarted, NoseStarted, ProfileStarted } from '../../client/src/challenge/shapes.ts'
import { tasksOf } from '../../client/src/challenge/task-order.ts'
import { planDistance } from '../../src/liveness/distance/plan.ts'
import { hasProportionsOf } from '../../src/liveness/face-box.ts'
import { planProfile, readExercise } from '../../src/liveness/profile/plan.ts'
import { exercises, taskNames as serverTasks } from '../../src/liveness/profile/tasks.ts'

const image = { width: 480, height: 640 }
const least = (one: number) => one
const most = (_: number, other: number) => other

function distance(ratios: { far: number; normal: number; close: number }): DistanceStarted {
  const { boxes, taskOrder } = planDistance(
    { image, ratios, amounts: {}, minFaceShare: 0.7, maxFaceShare: 1.1 },
    most,
  )
  const box = ({ x, y, width, height }: (typeof boxes)['far']) => ({ left: x, top: y, width, height })
  return {
    id: 'a',
    image_width: image.width,
    image_height: image.height,
    far_distance: box(boxes.far),
    normal_distance: box(boxes.normal),
    close_distance: box(boxes.close),
    task_order: taskOrder,
    min_face_area_percent: 0.7,
    max_face_area_percent: 1.1,
  }
}

function profile(exercise: string): ProfileStarted {
  const chosen = readExercise(exercise)
  if (!chosen) throw new Error(exercise)
  const plan = planProfile({ image, exercise: chosen, isStatic: false }, least)
  return {
    id: 'a',
    image_width: image.width,
    image_height: image.height,
    area_left: plan.area.x,
    area_top: plan.area.y,
    area_width: plan.area.width,
    area_height: plan.area.height,
    min_face_area_percent: plan.minFaceAreaPercent,
    exercise: plan.exercise,
    task_order: plan.taskOrder,
  }
}

describe('the order of tasks', () => {
  test('of a distance challenge goes from far to close, with the frames asked for', () => {
    const plan = { family: 'distance', started: distance({ far: 0.6, normal: 0.7, close: 0.75 }) } as const
    expect(tasksOf(plan)).toEqual([
      { task: 'far-distance', frames: 5 },
      { task: 'normal-distance', frames: 5 },
      { task: 'close-distance', frames: 5 },
    ])
  })

  test('follows the size of the boxes where the caller chose other ratios', () => {
    const plan = { family: 'distance', started: distance({ far: 0.7, normal: 0.5, close: 0.6 }) } as const
    expect(tasksOf(plan).map(({ task }) => task)).toEqual([
      'normal-distance',
      'close-distance',
      'far-distance',
    ])
  })

  test('of a profile challenge begins straight, whatever was asked for', () => {
    const all = { family: 'profile', started: profile(exercises.join('-')) } as const
    expect(tasksOf(all)).toEqual(serverTasks.map((task) => ({ task, frames: 1 })))
    const reversed = { family: 'profile', started: profile(exercises.toReversed().join('-')) } as const
    expect(tasksOf(reversed).map(({ task }) => task)).toEqual([
      ...['keep-face-ahead', 'wink', 'smile', 'tilt-face-up', 'tilt-face-down'],
      ...['turn-face-left', 'turn-face-right'],
    ])
    expect(tasksOf({ family: 'profile', started: profile('smile') }).map(({ task }) => task)).toEqual([
      'keep-face-ahead',
      'smile',
    ])
  })

  test('of a custom profile has the frames that the caller counts, and no others', () => {
    const plan = { family: 'profile', started: profile('custom') } as const
    expect(tasksOf(plan, { wink: 1, 'keep-face-ahead': 2 })).toEqual([
      { task: 'keep-face-ahead', frames: 2 },
      { task: 'wink', frames: 1 },
    ])
    expect(tasksOf(plan)).toEqual([])
  })

  test('of a nose challenge is the one task, whose frames are not counted', () => {
    const started = { id: 'a', duration: 10 } as NoseStarted
    expect(tasksOf({ family: 'nose', started })).toEqual([{ task: 'nose', frames: 0 }])
  })
})

describe('the size of frames', () => {
  test.each([
    [1280, 720, 640, 360],
    [720, 1280, 360, 640],
    [1920, 1080, 640, 360],
    [1280, 960, 640, 480],
    [360, 480, 360, 480],
    [1281, 721, 640, 360],
  ])('of a camera of %i x %i is %i x %i', (width, height, sentWidth, sentHeight) => {
    expect(sendSize({ width, height })).toEqual({ width: sentWidth, height: sentHeight })
  })

  test.each([
    [1279, 719],
    [1366, 768],
    [1921, 1083],
    [333, 500],
  ])('has the proportions of a camera of %i x %i, as the server asks for', (width, height) => {
    expect(hasProportionsOf({ width, height }, sendSize({ width, height }))).toBe(true)
  })

  test('is cut from the middle when the phone was turned meanwhile', () => {
    expect(partOf({ width: 1280, height: 960 }, { width: 480, height: 640 })).toEqual({
      left: 280,
      top: 0,
      width: 720,
      height: 960,
    })
    expect(partOf({ width: 960, height: 1280 }, { width: 480, height: 640 })).toEqual({
      left: 0,
      top: 0,
      width: 960,
      height: 1280,
    })
  })
})
