// Tests what challenges ask for: geometry and counts, for any random numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planDistance } from '../../src/liveness/distance/plan.ts'
import { planNose } from '../../src/liveness/nose/plan.ts'
import { needsExpression, planProfile, readExercise } from '../../src/liveness/profile/plan.ts'
import { taskNames } from '../../src/liveness/profile/tasks.ts'

const sizes = fc.record({
  width: fc.integer({ min: 120, max: 4000 }),
  height: fc.integer({ min: 120, max: 4000 }),
})
const diceOf =
  (share: number) =>
  (least: number, most: number): number =>
    least + Math.min(most - least, Math.floor(share * (most - least + 1)))

const isWithin = (
  box: { x: number; y: number; width: number; height: number },
  image: { width: number; height: number },
) => box.x >= 0 && box.y >= 0 && box.x + box.width <= image.width && box.y + box.height <= image.height

test('boxes of the distance challenge lie within the picture, centred, one within the other', () => {
  fc.assert(
    fc.property(sizes, (image) => {
      const ratios = { far: 0.6, normal: 0.7, close: 0.75 }
      const plan = planDistance(
        { image, ratios, amounts: {}, minFaceShare: 0.7, maxFaceShare: 1.1 },
        diceOf(0.5),
      )
      const { far, normal, close } = plan.boxes
      for (const box of [far, normal, close]) {
        expect(isWithin(box, image)).toBe(true)
        expect(Math.abs(2 * box.x + box.width - image.width)).toBeLessThanOrEqual(2)
        expect(Math.abs(box.width / box.height - 0.75)).toBeLessThan(0.03)
      }
      expect(far.height).toBeLessThan(normal.height)
      expect(normal.height).toBeLessThan(close.height)
    }),
  )
})

test('numbers of frames are those asked for, and otherwise from 2 to 5', () => {
  const image = { width: 640, height: 480 }
  const ratios = { far: 0.6, normal: 0.7, close: 0.75 }
  const wish = { image, ratios, minFaceShare: 0.7, maxFaceShare: 1.1 }
  const order = (share: number) => planDistance({ ...wish, amounts: { far: 9 } }, diceOf(share)).taskOrder
  expect(order(0)).toEqual({ 'normal-distance': 2, 'far-distance': 9, 'close-distance': 2 })
  expect(order(0.999)).toEqual({ 'normal-distance': 5, 'far-distance': 9, 'close-distance': 5 })
})

test('the nose box lies beside the middle, as far as decided, in pictures of any size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 240, max: 3000 }),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 4, maxLength: 4 }),
      (height, shares) => {
        const image = { width: Math.round(height * 0.75), height }
        let turn = 0
        const plan = planNose(image, (least, most) => diceOf(shares[turn++ % 4] ?? 0)(least, most))
        const times = height / 480
        const across = Math.abs(plan.nose.x + plan.nose.width / 2 - image.width / 2)
        const down = Math.abs(plan.nose.y + plan.nose.height / 2 - image.height / 2)
        expect(across).toBeGreaterThanOrEqual(45 * times - 1.5)
        expect(across).toBeLessThanOrEqual(75 * times + 1.5)
        expect(down).toBeLessThanOrEqual(40 * times + 1.5)
        expect(isWithin(plan.area, image)).toBe(true)
        expect(plan.area.height).toBe(Math.round(0.75 * height))
      },
    ),
  )
})

test('the nose box lies in the area for the face, whatever the proportions', () => {
  const side = fc.integer({ min: 120, max: 10_000 })
  const share = fc.double({ min: 0, max: 0.999, noNaN: true })
  fc.assert(
    fc.property(side, side, share, (width, height, luck) => {
      const { nose, area } = planNose({ width, height }, diceOf(luck))
      expect(nose.x).toBeGreaterThanOrEqual(area.x - 1)
      expect(nose.x + nose.width).toBeLessThanOrEqual(area.x + area.width + 1)
      expect(isWithin(nose, { width, height })).toBe(true)
    }),
  )
})

test.each([
  ['yaw', ['yaw']],
  ['smile-yaw', ['smile', 'yaw']],
  ['wink-wink-pitch', ['wink', 'pitch']],
  ['yaw-pitch-smile-wink', ['yaw', 'pitch', 'smile', 'wink']],
  ['custom', ['custom']],
  ['Yaw', undefined],
  ['', undefined],
  ['yaw-', undefined],
  ['custom-yaw', undefined],
])('the exercise %s', (text, read) => {
  expect(readExercise(text)).toEqual(read)
})

test('tasks of a profile challenge begin with the face held straight', () => {
  const image = { width: 480, height: 640 }
  const plan = planProfile({ image, exercise: ['pitch', 'wink'], isStatic: false }, diceOf(0.999))
  expect(plan.taskOrder).toEqual({ 'keep-face-ahead': 3, 'tilt-face-up': 3, 'tilt-face-down': 3, wink: 3 })
  expect(
    Object.values(planProfile({ image, exercise: ['custom'], isStatic: true }, diceOf(0)).taskOrder),
  ).toEqual(taskNames.map(() => 0))
})

test('the expression is read in a challenge that asks for one, and never of a turned head', () => {
  const turns = { 'keep-face-ahead': 2, 'turn-face-left': 1 }
  const smiles = { ...turns, smile: 1 }
  for (const task of Object.keys(turns)) expect(needsExpression({ taskOrder: turns }, task)).toBe(false)
  const read = Object.keys(smiles).filter((task) => needsExpression({ taskOrder: smiles }, task))
  expect(read).toEqual(['keep-face-ahead', 'smile'])
})
