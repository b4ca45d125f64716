// Tests the verbs of the faces wing on observations written by hand: whom they accept, whom they refuse, and why.
import { describe, expect, test } from 'vitest'
import { direction, observation, seenFace, turned } from '../../specimens/kit/readings/observations.ts'
import { codes } from '../../src/codes.ts'
import { judgeQuality } from '../../src/faces/collections/quality.ts'
import { compareFaces } from '../../src/faces/matching/compare.ts'
import { cornersOf, personIn, portraitOn } from '../../src/faces/portrait.ts'
import { cosineAt, impostors } from '../../src/faces/similarity.ts'

const thresholds = { similarityPercent: 80, genuineness: 0.5, curve: impostors }
const [someone, another] = [direction(1), direction(2)]
const small = { x: 400, y: 100, width: 80, height: 96 }

describe('the person before the camera', () => {
  test('no face is 131, two are 135, and one far behind does not count', () => {
    const face = seenFace()
    expect(personIn(observation())).toMatchObject({ code: codes.noFaceDetected })
    expect(personIn(observation(face, seenFace()))).toMatchObject({ code: codes.moreThanOneFace })
    const far = seenFace({ box: { x: 500, y: 50, width: 50, height: 60 } })
    expect(personIn(observation(face, far))).toMatchObject({ face })
  })
})

describe('the portrait on a card', () => {
  const main = seenFace({ vector: someone })

  test.each([
    ['a smaller ghost portrait', seenFace({ box: small, vector: turned(someone, another, 0.6) })],
    ['a pale copy of the same size', seenFace({ light: { ...main.light, contrast: 0.2 }, vector: another })],
    ['a copy of the same size that looks alike', seenFace({ vector: turned(someone, another, 0.5) })],
  ])('is one beside %s', (_, ghost) => {
    expect(portraitOn(observation(main, ghost))).toMatchObject({ face: main })
  })

  test('is one of two when the other is as large, as strong and somebody else', () => {
    const other = seenFace({ vector: another })
    expect(portraitOn(observation(main, other))).toMatchObject({ code: codes.moreThanOneFace })
    expect(portraitOn(observation())).toMatchObject({ code: codes.noFaceDetected })
  })

  test('is given in pixels of the image, and never beyond it', () => {
    const box = { x: -10.4, y: 20.6, width: 700, height: 100 }
    expect(cornersOf(box, { format: 'png', width: 640, height: 480 })).toEqual([0, 21, 640, 121])
  })
})

describe('comparing', () => {
  const live = observation(seenFace({ vector: someone }))
  const cardOf = (vector: Float32Array) => async () => observation(seenFace({ vector }))

  test('the same person matches, somebody else does not, and each check is reported', async () => {
    const same = await compareFaces(live, cardOf(turned(someone, another, 0.7)), thresholds)
    expect(same).toMatchObject({ verdict: 'compared', isMatch: true })
    const other = await compareFaces(live, cardOf(turned(someone, another, 0.1)), thresholds)
    expect(other).toMatchObject({ verdict: 'compared', isMatch: false })
    expect('checks' in other && other.checks.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'face-found passed',
      'faces passed',
      'genuineness passed',
      'persona-likeness passed',
      'card-face-found passed',
      'card-faces passed',
      'similarity failed',
    ])
  })

  test('80 percent is the point of one false accept in ten thousand', async () => {
    const at = async (cosine: number) => {
      const result = await compareFaces(live, cardOf(turned(someone, another, cosine)), thresholds)
      return 'similarityPercent' in result ? result.similarityPercent : Number.NaN
    }
    const point = cosineAt(1e-4)
    expect(await at(point + 0.002)).toBeGreaterThan(80)
    expect(await at(point - 0.002)).toBeLessThan(80)
    expect(await at(0.9999)).toBeGreaterThan(99)
  })

  test('a live picture that is not genuine gets no result about the card, not even whether it can be read', async () => {
    const picture = observation(
      seenFace({ genuineness: { probability: 0.2, cues: { network: -3, missingContext: 0, moire: 2 } } }),
    )
    const unreadable = () => Promise.reject(new Error('the card was looked at'))
    expect(await compareFaces(picture, unreadable, thresholds)).toMatchObject({ verdict: 'not-genuine' })
    expect(await compareFaces(picture, cardOf(someone), { ...thresholds, genuineness: 0.1 })).toMatchObject({
      verdict: 'compared',
    })
  })

  test('a live picture without one face is refused before the card is asked', async () => {
    const never = () => Promise.reject(new Error('the card was looked at'))
    expect(await compareFaces(observation(), never, thresholds)).toMatchObject({ code: codes.noFaceDetected })
    const card = async () => observation()
    expect(await compareFaces(live, card, thresholds)).toMatchObject({
      code: codes.noFaceDetected,
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'card-face-found', outcome: 'failed' }),
      ]),
    })
  })
})

describe('the quality of a reference photo', () => {
  const light = seenFace().light
  const cover = seenFace().cover
  test.each([
    ['is good', {}, undefined],
    ['small', { box: { x: 0, y: 0, width: 50, height: 60 } }, codes.faceTooSmall],
    ['dark', { light: { ...light, mean: 0.08 } }, codes.brightness],
    ['washed out', { light: { ...light, mean: 0.95 } }, codes.brightness],
    ['flat', { light: { ...light, contrast: 0.05 } }, codes.brightness],
    ['half in shadow', { light: { ...light, darkShare: 0.7 } }, codes.brightness],
    ['under glare', { light: { ...light, brightShare: 0.5 } }, codes.brightness],
    ['blurred', { sharpness: 0.1 }, codes.faceNotSharp],
    ['turned away', { angles: { yawDegrees: -50, pitchDegrees: 0, rollDegrees: 0 } }, codes.aheadAngle],
    ['bent down', { angles: { yawDegrees: 0, pitchDegrees: -40, rollDegrees: 0 } }, codes.aheadAngle],
    ['lying', { angles: { yawDegrees: 0, pitchDegrees: 0, rollDegrees: 60 } }, codes.aheadAngle],
    [
      'behind a mask',
      { cover: { zones: { ...cover?.zones, mouth: 0.9 } as never, hidden: ['mouth'] as const } },
      codes.occlusion,
    ],
  ] as const)('%s', (_, changes, code) => {
    const { code: given, checks } = judgeQuality(seenFace(changes))
    expect(given).toBe(code)
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(code ? 1 : 0)
  })

  test('a face in the dark is not asked to take off a mask', () => {
    const zones = { mouth: 0.98, nose: 0.98, eyes: 0.1, cheeks: 0.9, forehead: 0.98 }
    const dark = seenFace({ light: { ...light, mean: 0.05 }, cover: { zones, hidden: ['mouth'] } })
    const { code, checks } = judgeQuality(dark)
    expect(code).toBe(codes.brightness)
    expect(checks.map(({ name }) => name)).not.toContain('mouth-covered')
  })

  test('all failed checks are reported, the first of them by the code', () => {
    const { code, checks } = judgeQuality(
      seenFace({ sharpness: 0.1, angles: { yawDegrees: 60, pitchDegrees: 0, rollDegrees: 0 } }),
    )
    expect(code).toBe(codes.faceNotSharp)
    expect(checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)).toEqual([
      'sharpness',
      'yaw-degrees',
    ])
  })
})
