// Tests which frames count where more of a task came than asked, and what frames set aside can still give away.
import { describe, expect, test } from 'vitest'
import { faceFrame, looking, printOf } from '../../specimens/kit/readings/frames.ts'
import { direction, seenFace, turned } from '../../specimens/kit/readings/observations.ts'
import { codes } from '../../src/codes.ts'
import type { FaceFrame, Frame } from '../../src/liveness/frame.ts'
import { guideToFace } from '../../src/liveness/guidance.ts'
import { injectionChecks, turningSpeed } from '../../src/liveness/injection.ts'
import { planProfile } from '../../src/liveness/profile/plan.ts'
import { chooseProfileFrames, verifyProfile } from '../../src/liveness/profile/verify.ts'
import { readTime } from '../../src/liveness/route-fields.ts'
import { samePersonSetAside } from '../../src/liveness/same-person.ts'
import { chooseFrames } from '../../src/liveness/set-aside.ts'

type Written = 'good' | 'bad' | 'nobody' | 'elsewhere'

/** Frames of one task in order; `copies` are sent again under the same task. */
const sent = (task: string, ...written: (Written | readonly [Written, number])[]): Frame[] =>
  written.map((one) => {
    const [word, copies] = typeof one === 'string' ? [one, 0] : one
    const { face, ...frame } = faceFrame({ task, isOk: word === 'good' })
    return {
      ...frame,
      ...(word === 'nobody' ? { people: 0 } : { face }),
      copies: copies > 0 ? [{ task: word === 'elsewhere' ? 'other' : task, times: copies }] : [],
    }
  })

describe('one task', () => {
  const chosen = (wanted: number, frames: Frame[], mayBeMore = false) =>
    chooseFrames(frames, { frames: { a: wanted }, mayBeMore })
  // biome-ignore format: one case a row
  const cases: readonly (readonly [what: string, wanted: number, frames: Frame[], kept: number, count: number])[] = [
    ['as many as asked, however bad', 2, sent('a', 'bad', 'good'), 2, 2],
    ['too few', 3, sent('a', 'good', 'good'), 2, 2],
    ['too many, all good', 2, sent('a', 'good', 'good', 'good'), 3, 3],
    ['bad ones before the good', 2, sent('a', 'nobody', 'bad', 'good', 'bad', 'good'), 2, 2],
    ['bad ones, and still too many', 1, sent('a', 'bad', 'good', 'good'), 3, 3],
    ['bad ones, and then too few', 3, sent('a', 'bad', 'bad', 'good', 'good'), 4, 4],
    ['copies on top', 2, sent('a', 'good', ['good', 1]), 2, 2],
    ['copies that are counted', 3, sent('a', 'good', ['good', 1]), 2, 3],
    ['one picture and nothing but its copies', 3, sent('a', ['good', 2]), 1, 3],
    ['copies that fit neither way', 3, sent('a', 'good', ['good', 3]), 2, 5],
    ['copies of bad ones go with them', 2, sent('a', ['bad', 1], 'good', ['good', 1]), 2, 2],
    ['counted copies of good ones among bad ones', 3, sent('a', ['bad', 2], 'bad', 'good', ['good', 1]), 2, 3],
  ]
  test.each(cases)('%s', (_, wanted, frames, kept, count) => {
    const { frames: left, counts } = chosen(wanted, frames)
    expect(left).toHaveLength(kept)
    expect(counts).toEqual({ a: count })
  })

  test('without a picture of its own was not done', () => {
    const [borrowed] = sent('b', 'good')
    if (!borrowed) throw new Error('no frame')
    const frames = [{ ...borrowed, copies: [{ task: 'a', times: 1 }] }]
    expect(chooseFrames(frames, { frames: { a: 1, b: 1 }, mayBeMore: false }).counts).toEqual({ a: 0, b: 1 })
  })

  test('may have more good frames where more are welcome, and keeps all where the good do not suffice', () => {
    expect(chosen(2, sent('a', 'nobody', 'good', 'good', 'good'), true).frames).toHaveLength(3)
    expect(chosen(2, sent('a', 'bad', 'bad', 'good'), true).frames).toHaveLength(3)
  })

  test('leaves aside only faces that are seen clearly', () => {
    const dark = faceFrame({ task: 'a', isOk: false }, { light: { ...seenFace().light, mean: 0.05 } })
    const small = faceFrame({ task: 'a' }, { box: { x: 0, y: 0, width: 30, height: 40 } })
    const two = faceFrame({ task: 'a', people: 2 })
    const clear = faceFrame({ task: 'a' })
    const frames = [...sent('a', 'nobody', 'good'), dark, small, two, clear]
    expect(chosen(1, frames).aside).toEqual([clear])
  })
})

describe('frames that were set aside', () => {
  const session = (frames: FaceFrame[], aside: FaceFrame[], seenBeforeShare = 0) => ({
    frames,
    aside,
    startedAtMs: Math.min(...[...frames, ...aside].map(({ receivedAtMs }) => receivedAtMs)) - 1000,
    seenBeforeShare,
  })
  const failed = (checks: readonly { name: string; outcome: string }[]) =>
    checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)

  test('do not thin out copies among the others, and give away copies themselves', () => {
    const shot = { print: printOf(9), encoder: 'jpeg-0', doubleCompression: 0 }
    const fresh = Array.from({ length: 30 }, () => faceFrame())
    expect(failed(injectionChecks(session([faceFrame({ shot }), faceFrame({ shot })], fresh)))).toEqual([
      'copies-of-one-picture',
    ])
    const same = Array.from({ length: 3 }, () => faceFrame({ shot }))
    expect(failed(injectionChecks(session([faceFrame()], same)))).toEqual(['copies-of-one-picture'])
    expect(failed(injectionChecks(session([faceFrame()], fresh)))).toEqual([])
  })

  test('must show the same person', () => {
    const [anna, berta] = [direction(1), direction(2)]
    const at = (vector: Float32Array, yaw: number) => seenFace({ vector, ...looking(yaw) })
    const faces = [at(anna, 0), at(anna, 30)]
    expect(samePersonSetAside(faces, [])).toEqual([])
    expect(samePersonSetAside(faces, [at(anna, 12)])[0]?.outcome).toBe('passed')
    expect(samePersonSetAside(faces, [at(anna, 12), at(berta, 2)])[0]?.outcome).toBe('failed')
    const alike = turned(anna, berta, 0.4)
    expect(samePersonSetAside(faces, [at(alike, 32)])[0]?.outcome).toBe('failed')
  })
})

test('a profile with a wrong number is 154, and names the task and what was sent', () => {
  const plan = planProfile(
    { image: { width: 640, height: 480 }, exercise: ['smile'], isStatic: true },
    () => 1,
  )
  const frames = [...sent('keep-face-ahead', 'good'), ...sent('smile', 'good', ['good', 1])]
  const chosen = chooseProfileFrames(plan, frames)
  const { code, checks } = verifyProfile(
    plan,
    { ...chosen, startedAtMs: 0, seenBeforeShare: 0 },
    { frameShare: 1, threshold: 0, lifeMs: 180_000, isMirrored: false },
  )
  expect(code).toBe(codes.illegalDuration)
  expect(checks).toContainEqual(expect.objectContaining({ name: 'frames-smile', score: 3, threshold: 1 }))
})

describe('light', () => {
  const told = (light: Partial<ReturnType<typeof seenFace>['light']>) =>
    guideToFace(faceFrame({}, { light: { ...seenFace().light, ...light } }))

  test('more is never asked for where there is too much', () => {
    expect(told({ mean: 0.95, contrast: 0.05 })).toBe('less-light')
    expect(told({ mean: 0.85, contrast: 0.05, brightShare: 0.2 })).toBe('less-light')
    expect(told({ mean: 0.5, brightShare: 0.4, darkShare: 0.55 })).toBe('less-light')
  })

  test('more is asked for in the dark', () => {
    expect(told({ mean: 0.1 })).toBe('more-light')
    expect(told({ mean: 0.3, contrast: 0.05 })).toBe('more-light')
    expect(told({ darkShare: 0.6 })).toBe('more-light')
    expect(told({})).toBeUndefined()
  })
})

test('a time is read in every form that callers write it', () => {
  const ms = Date.UTC(2026, 6, 1, 10, 0, 0, 250)
  for (const written of [
    ms,
    ms / 1000,
    String(ms),
    '2026-07-01T10:00:00.250Z',
    '2026-07-01 17:00:00.25+07:00',
    '2026-07-01T17:00:00.250000+0700',
    '2026-07-01T17:00:00,250+07',
    '2026-07-01t10:00:00.250',
  ])
    expect(readTime(written), String(written)).toBe(ms)
  expect(readTime('2026-07-01')).toBe(Date.UTC(2026, 6, 1))
  for (const written of ['', 'now', '-1', '2026-07-01T10', '1e12', '2026-13-01T00:00:00Z'])
    expect(readTime(written), written).toBeUndefined()
})

test('frames without a time of their own say nothing about speed', () => {
  const at = (ms: number, yaw: number) => faceFrame({ takenAtMs: ms, receivedAtMs: ms }, looking(yaw))
  expect(turningSpeed([at(1_800_000_000_001, 0), at(1_800_000_000_006, 60)]).outcome).toBe('passed')
})
