// Tests what the runner knows of a plan whose tasks are told one by one.
import { expect, test } from 'vitest'
import type { NoseStarted, Plan, ProfileStarted } from '../../client/src/challenge/shapes.ts'
import { planWith, taskOfTold } from '../../client/src/challenge/told.ts'

const base = { id: 'a', image_width: 360, image_height: 480 }
const box = { left: 1, top: 2, width: 3, height: 4 }
const other = { left: 5, top: 6, width: 7, height: 8 }

test('each task adds its own to the plan, and keeps what was told before', () => {
  const begun = { family: 'distance', started: base } as unknown as Plan
  const first = planWith(begun, { task: 'far-distance', frames: 2, tasks_left: 1, box })
  const second = planWith(first, { task: 'close-distance', frames: 3, tasks_left: 0, box: other })
  expect(second.started).toMatchObject({
    far_distance: box,
    close_distance: other,
    task_order: { 'far-distance': 2, 'close-distance': 3, 'normal-distance': 0 },
  })
})

test('an expression is known from the exercise, so that the straight face can be one at rest', () => {
  const started = { ...base, exercise: ['yaw', 'smile'] } as unknown as ProfileStarted
  const plan = planWith({ family: 'profile', started }, { task: 'keep-face-ahead', frames: 2, tasks_left: 3 })
  expect(plan.started).toMatchObject({ task_order: { 'keep-face-ahead': 2, smile: 1 } })
})

test('the box of the nose is there once it is told', () => {
  const plan: Plan = { family: 'nose', started: base as unknown as NoseStarted }
  const ahead = planWith(plan, { task: 'keep-face-ahead', frames: 1, tasks_left: 1 })
  const told = { task: 'nose', frames: 1, tasks_left: 0, box }
  expect(planWith(ahead, told).started).toMatchObject({
    nose_left: 1,
    nose_top: 2,
    nose_width: 3,
    nose_height: 4,
  })
  expect(taskOfTold(told)).toEqual({ task: 'nose', frames: 1 })
})
