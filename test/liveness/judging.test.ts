// Tests what all challenges judge in the same way: one person, the same person, in order, in time, never seen before.
import { describe, expect, test } from 'vitest'
import { faceFrame, looking, printOf } from '../../specimens/kit/readings/frames.ts'
import { direction, seenFace, turned } from '../../specimens/kit/readings/observations.ts'
import { codes } from '../../src/codes.ts'
import { hasProportionsOf, scaledTo } from '../../src/liveness/face-box.ts'
import { genuineness, secondsTaken, tasksInTurn } from '../../src/liveness/frame-checks.ts'
import { injectionChecks, turningSpeed } from '../../src/liveness/injection.ts'
import { samePerson } from '../../src/liveness/same-person.ts'
import { judge, readVerdict, writeVerdict } from '../../src/liveness/verdict.ts'
import { levelAt, median, spread } from '../../src/system/statistics.ts'

const started = 1_800_000_000_000
const failed = (checks: readonly { name: string; outcome: string }[]) =>
  checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)

describe('a verdict', () => {
  const step = (code: (typeof codes)[keyof typeof codes], score: number) => ({
    code,
    checks: () => [
      {
        name: 'frames' as const,
        score,
        threshold: 1,
        rule: 'at-least' as const,
        outcome: score < 1 ? ('failed' as const) : ('passed' as const),
      },
    ],
  })

  test('is the code of the first step that fails, and reports no step after it', () => {
    const verdict = judge([step(codes.noFrames, 1), step(codes.brightness, 0), step(codes.notGenuine, 0)])
    expect(verdict.code).toBe(codes.brightness)
    expect(verdict.checks.length).toBe(2)
  })

  test.each([codes.success, codes.noFramesNose, codes.notGenuine])(
    'is read as it was written: $message',
    (code) => {
      expect(readVerdict(writeVerdict({ code, checks: [] })).code).toBe(code)
    },
  )
})

describe('the same person', () => {
  const anna = direction(1)
  const berta = direction(2)
  const at = (vector: Float32Array, yaw: number) => seenFace({ vector, ...looking(yaw) })

  test('however far turned, joined by frames on the way', () => {
    const half = turned(anna, berta, 0.6)
    const far = turned(half, direction(3), 0.6)
    expect(samePerson([at(anna, 0), at(half, 30), at(far, 60)]).outcome).toBe('passed')
  })

  test('is not another one who turns in all the frames to one side', () => {
    const check = samePerson([at(anna, 0), at(anna, 3), at(berta, 35), at(berta, 38)])
    expect(check.outcome).toBe('failed')
  })

  test('must look more alike when looking ahead than when nodding', () => {
    const similar = turned(anna, berta, 0.35)
    const nodding = seenFace({ vector: similar, ...looking(0, 35) })
    expect(samePerson([at(anna, 0), at(similar, 5)]).outcome).toBe('failed')
    expect(samePerson([at(anna, 0), at(similar, 45)]).outcome).toBe('failed')
    expect(samePerson([at(anna, 0), nodding]).outcome).toBe('passed')
  })

  test('is compared with the frames in which the head is held alike', () => {
    const up = turned(anna, direction(5), 0.3)
    const higher = turned(up, direction(7), 0.5)
    const nodding = (vector: Float32Array, pitch: number) => seenFace({ vector, ...looking(0, pitch) })
    expect(samePerson([at(anna, 0), nodding(higher, 40)]).outcome).toBe('failed')
    expect(samePerson([at(anna, 0), nodding(up, 35), nodding(higher, 40)]).outcome).toBe('passed')
  })

  test.each([
    ['one frame of many', [0, 0, 0, 0, 1, 0, 0]],
    ['the first frame', [1, 0, 0, 0, 0, 0, 0]],
    ['a whole task', [0, 0, 0, 1, 1, 0, 0]],
    ['half of all', [0, 0, 0, 0, 1, 1, 1]],
    ['all but one', [0, 1, 1, 1, 1, 1, 1]],
  ])('is not a stranger in %s', (_name, who) => {
    const yaws = [0, 2, -35, 33, 36, 1, -38]
    const own = yaws.map((yaw) => at(turned(anna, direction(5), yaw > 20 ? 0.6 : 0.9), yaw))
    const mixed = who.map((isStrange, i) => (isStrange ? at(berta, yaws[i] ?? 0) : own[i])) as typeof own
    expect(samePerson(own).outcome).toBe('passed')
    expect(samePerson(mixed).outcome).toBe('failed')
  })

  test('is one alone', () => {
    expect(samePerson([at(anna, 0)]).outcome).toBe('passed')
  })
})

describe('signs of injection', () => {
  const session = (frames: ReturnType<typeof faceFrame>[], seenBeforeShare = 0) => ({
    frames,
    startedAtMs: Math.min(...frames.map(({ receivedAtMs }) => receivedAtMs)) - 1000,
    seenBeforeShare,
  })

  test('are not found in frames of a camera', () => {
    const frames = Array.from({ length: 6 }, () => faceFrame())
    expect(failed(injectionChecks(session(frames)))).toEqual([])
  })

  test('pictures of an earlier challenge', () => {
    expect(failed(injectionChecks(session([faceFrame(), faceFrame()], 0.5)))).toEqual([
      'seen-in-an-earlier-challenge',
    ])
  })

  test('one picture again and again', () => {
    const shot = { print: printOf(9), encoder: 'jpeg-0', doubleCompression: 0 }
    const frames = [faceFrame({ shot }), faceFrame({ shot }), faceFrame()]
    expect(failed(injectionChecks(session([...frames, faceFrame({ shot })])))).toContain(
      'copies-of-one-picture',
    )
  })

  test('a longer time than has passed', () => {
    const [one, other] = [faceFrame(), faceFrame()]
    const late = { ...other, takenAtMs: one.takenAtMs + 60_000 }
    expect(failed(injectionChecks(session([one, late])))).toEqual(['seconds-beyond-possible-time'])
  })

  test('pictures of several sizes', () => {
    const other = faceFrame({ image: { format: 'jpeg', width: 320, height: 240 } })
    expect(failed(injectionChecks(session([faceFrame(), other])))).toEqual(['image-sizes'])
  })

  test('what honest callers do as well is noted, and refused only together', () => {
    const twice = { encoder: 'jpeg-0', doubleCompression: 0.9 }
    const noted = injectionChecks(
      session([1, 2, 3].map((n) => faceFrame({ shot: { print: printOf(50 + n), ...twice } }))),
    )
    expect(failed(noted)).toEqual([])
    expect(noted.find(({ name }) => name === 'double-compression')?.outcome).toBe('noted')
    const mixed = [1, 2, 3].map((n) =>
      faceFrame({ shot: { print: printOf(60 + n), encoder: `jpeg-${n}`, doubleCompression: 0.9 } }),
    )
    expect(failed(injectionChecks(session(mixed)))).toEqual(['noted-signs'])
  })

  test('a head that turns faster than heads do; whole seconds are given the benefit', () => {
    const one = faceFrame({ takenAtMs: started + 1 }, looking(0))
    expect(turningSpeed([one, faceFrame({ takenAtMs: started + 31 }, looking(60))]).outcome).toBe('failed')
    expect(turningSpeed([one, faceFrame({ takenAtMs: started + 401 }, looking(60))]).outcome).toBe('passed')
    const [a, b] = [
      faceFrame({ takenAtMs: started }, looking(0)),
      faceFrame({ takenAtMs: started }, looking(60)),
    ]
    expect(turningSpeed([a, b]).outcome).toBe('passed')
  })
})

describe('tasks', () => {
  const taken = (task: string, ...seconds: number[]) =>
    seconds.map((s) => faceFrame({ task, takenAtMs: started + 1000 * s }))

  test('are done one after the other, in any order', () => {
    expect(tasksInTurn([...taken('b', 5, 6), ...taken('a', 1, 2), ...taken('c', 3)]).outcome).toBe('passed')
    expect(tasksInTurn([...taken('a', 1, 3), ...taken('b', 2, 4)]).outcome).toBe('failed')
  })

  test('may share the second in which one ends and the other begins', () => {
    expect(tasksInTurn([...taken('a', 1, 2), ...taken('b', 2, 3)]).outcome).toBe('passed')
  })

  test('take no longer than the challenge lasts', () => {
    expect(secondsTaken(taken('a', 0, 180), 180_000).outcome).toBe('passed')
    expect(secondsTaken(taken('a', 0, 181), 180_000).outcome).toBe('failed')
  })
})

describe('the passive check', () => {
  const alive = { probability: 0.9, cues: { network: 5, missingContext: 0, moire: 0 } }
  const picture = { probability: 0.01, cues: { network: -8, missingContext: 0, moire: 0.7 } }
  const frames = [alive, alive, picture, picture].map((genuineness) => faceFrame({}, { genuineness }))

  const outcomes = (...args: Parameters<typeof genuineness>) =>
    genuineness(...args).map(({ outcome }) => outcome)

  test('looks at the share that was asked for, and at least at one', () => {
    expect(outcomes(frames, { frameShare: 0.01, threshold: 0.5 })[0]).toBe('passed')
    expect(outcomes(frames, { frameShare: 1, threshold: 0.9 })[0]).toBe('failed')
  })

  test('asks the frames that look ahead, where there are some', () => {
    const turnedAway = faceFrame({}, { genuineness: picture, ...looking(50) })
    const ahead = faceFrame({}, { genuineness: alive, ...looking(2) })
    expect(outcomes([turnedAway, ahead], { frameShare: 1, threshold: 0.5 })[0]).toBe('passed')
    expect(outcomes([turnedAway], { frameShare: 1, threshold: 0.5 })[0]).toBe('failed')
  })

  test('is not passed by one good frame ahead when most frames show a picture', () => {
    const turnedAway = faceFrame({}, { genuineness: picture, ...looking(50) })
    const ahead = faceFrame({}, { genuineness: alive, ...looking(2) })
    const ask = { frameShare: 1, threshold: 0.5 }
    expect(outcomes([ahead, turnedAway, turnedAway], ask)).toEqual(['passed', 'failed'])
    expect(outcomes([ahead, ahead, turnedAway], ask)).toEqual(['passed', 'passed'])
  })

  test('asks more of the median than of the mean, but never more than turned heads reach', () => {
    const ofMedian = (threshold: number) => genuineness(frames, { frameShare: 1, threshold })[1]?.threshold
    expect(ofMedian(0)).toBe(0)
    expect(ofMedian(0.1)).toBeCloseTo(0.13)
    expect(ofMedian(0.5)).toBeCloseTo(0.65)
    expect(ofMedian(0.9)).toBe(0.65)
  })

  test('refuses frames that are all a little alive, as those chosen from a filmed screen are', () => {
    const filmed = { probability: 0.6, cues: { network: -0.4, missingContext: 0, moire: 0 } }
    const chosen = [1, 2, 3].map(() => faceFrame({}, { genuineness: filmed }))
    expect(outcomes(chosen, { frameShare: 1, threshold: 0.5 })).toEqual(['passed', 'failed'])
  })
})

test('pictures of the announced proportions are measured in announced pixels', () => {
  const announced = { width: 480, height: 640 }
  expect(hasProportionsOf(announced, { width: 240, height: 320 })).toBe(true)
  expect(hasProportionsOf(announced, { width: 239, height: 320 })).toBe(true)
  expect(hasProportionsOf(announced, { width: 640, height: 480 })).toBe(false)
  const box = { x: 10, y: 20, width: 30, height: 40 }
  expect(scaledTo(announced, { width: 240, height: 320 }, box)).toEqual({
    x: 20,
    y: 40,
    width: 60,
    height: 80,
  })
})

test('sums over a handful', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0])
  expect(spread([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5])
  expect(spread([1, 2], 9)).toEqual([1, 2])
  expect(spread([7], 1)).toEqual([7])
})

test('a line through points is level outside of them, and straight between', () => {
  const points = [
    { at: 10, level: -2 },
    { at: 20, level: 0 },
    { at: 40, level: 1 },
  ]
  expect([0, 10, 15, 20, 30, 40, 90].map((at) => levelAt(points, at))).toEqual([-2, -2, -1, 0, 0.5, 1, 1])
  expect(levelAt([{ at: 3, level: 7 }], 5)).toBe(7)
})
