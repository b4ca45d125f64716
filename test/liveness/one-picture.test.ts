// Checks against one picture that was moved: skin like that of a puppet is refused, of a living head accepted.
import { describe, expect, it } from 'vitest'
import { faceFrame } from '../../specimens/kit/readings/frames.ts'
import { detailForSize, eyesCheck, skinChecks } from '../../src/liveness/one-picture.ts'
import type { SkinComparison } from '../../src/vision/one-picture/comparison.ts'

/** Typical of people who turn their heads, and of puppets made of one photograph. */
const living: SkinComparison = {
  turnDegrees: 32,
  shadingChange: 0.13,
  skinShift: 0.6,
  detailChange: 0.15,
  gazeChange: 0.1,
}
const puppet: SkinComparison = {
  turnDegrees: 32,
  shadingChange: 0.018,
  skinShift: 0.3,
  detailChange: 0.03,
  gazeChange: 0.03,
}

const outcomes = (skin: SkinComparison) =>
  Object.fromEntries(skinChecks({ skin }, true).map(({ name, outcome }) => [name, outcome]))

describe('the skin of a head that turns', () => {
  it('says nothing before the frames were compared', () => {
    expect(skinChecks(undefined, true)).toEqual([])
  })

  it('says that it was not compared, and refuses who was asked to turn', () => {
    expect(skinChecks({}, false)).toMatchObject([{ name: 'skin-compared', outcome: 'noted' }])
    expect(skinChecks({}, true)).toMatchObject([{ name: 'skin-compared', outcome: 'failed' }])
  })

  it('holds no gaze against a head that only nodded, and none in favour', () => {
    const { gazeChange: _, ...nodding } = {
      ...living,
      shadingChange: 0.06,
      skinShift: 0.5,
      detailChange: 0.1,
    }
    expect(outcomes(nodding)).toMatchObject({ 'living-skin': 'passed' })
    expect(outcomes(nodding)).not.toHaveProperty('gaze-change')
    expect(outcomes({ ...nodding, gazeChange: 0 })['living-skin']).toBe('failed')
    const { gazeChange: __, ...picture } = puppet
    expect(outcomes(picture)['living-skin']).toBe('failed')
  })

  it('passes for people', () => {
    expect(outcomes(living)).toEqual({
      'skin-compared': 'passed',
      'shading-change': 'passed',
      'skin-shift': 'passed',
      'skin-detail-change': 'passed',
      'gaze-change': 'passed',
      'living-skin': 'passed',
    })
  })

  it('fails for a moved picture, by all measures together', () => {
    expect(outcomes(puppet)).toEqual({
      'skin-compared': 'passed',
      'shading-change': 'failed',
      'skin-shift': 'noted',
      'skin-detail-change': 'noted',
      'gaze-change': 'noted',
      'living-skin': 'failed',
    })
  })

  it.each([
    ['looks where the head points', { gazeChange: 0.025 }],
    ['is lit from all sides', { shadingChange: 0.04 }],
    ['is filmed so well that every pore is found again', { detailChange: 0.05 }],
    ['has the face that the mesh expects', { skinShift: 0.35 }],
  ] as const)('accepts who only %s', (_, unlike) => {
    expect(outcomes({ ...living, ...unlike })['living-skin']).toBe('passed')
  })

  it('fails where the light stays on the skin, however much else is moved', () => {
    const bent = { turnDegrees: 22, shadingChange: 0.016, skinShift: 0.9, detailChange: 0.2, gazeChange: 0.2 }
    expect(outcomes(bent)).toMatchObject({ 'shading-change': 'failed', 'living-skin': 'passed' })
  })

  it('asks less of a head that hardly turns', () => {
    const little = { ...puppet, shadingChange: 0.03, skinShift: 0.42, detailChange: 0.05, gazeChange: 0.04 }
    expect(outcomes({ ...little, turnDegrees: 32 })['living-skin']).toBe('failed')
    expect(outcomes({ ...little, turnDegrees: 13 })['living-skin']).toBe('passed')
    expect(outcomes({ ...puppet, turnDegrees: 13 })['living-skin']).toBe('failed')
  })
})

describe('the light on a face', () => {
  it.each([
    ['passed', 'follows its pose', 0.03],
    ['passed', 'changes somewhat while the head is held', 0.09],
    ['failed', 'is another in every frame', 0.14],
  ] as const)('has %s where it %s', (outcome, _, shadingAtRest) => {
    expect(outcomes({ ...living, shadingAtRest })['shading-by-pose']).toBe(outcome)
  })

  it('is not judged where no two frames are alike in pose', () => {
    expect(outcomes(living)).not.toHaveProperty('shading-by-pose')
  })
})

describe('eyes while the head is held', () => {
  it('are judged only once the frames were compared', () => {
    expect(eyesCheck(undefined)).toEqual([])
  })

  it.each([
    ['passed', 1.6],
    ['failed', 0.9],
    ['failed', undefined],
  ] as const)('have %s where they move by %s', (outcome, eyesMotion) => {
    const compared = eyesMotion === undefined ? {} : { eyesMotion }
    expect(eyesCheck(compared)).toMatchObject([{ name: 'eyes-own-motion', outcome }])
  })
})

describe('what surrounds a face that comes nearer', () => {
  const eyes = { eyesMotion: 1.4 }

  it('asks more of the eyes where all of it grows with the face', () => {
    expect(eyesCheck({ ...eyes, surroundings: { asRoom: 0.9, asPicture: 0.6 } })).toMatchObject([
      { name: 'background-stays', outcome: 'passed', score: 0.3 },
      { name: 'eyes-own-motion', outcome: 'passed' },
    ])
    expect(eyesCheck({ ...eyes, surroundings: { asRoom: 0.6, asPicture: 0.8 } })).toMatchObject([
      { name: 'background-stays', outcome: 'noted', score: -0.2 },
      { name: 'eyes-own-motion', outcome: 'failed' },
    ])
  })

  it('refuses no person alone: hair and a wall close behind grow as well', () => {
    const checks = eyesCheck({ eyesMotion: 2.4, surroundings: { asRoom: 0.2, asPicture: 0.9 } })
    expect(checks.map(({ outcome }) => outcome)).toEqual(['noted', 'passed'])
  })
})

describe('detail that fits the size of the face', () => {
  const frame = (fineDetail: number, width = 200) =>
    faceFrame({}, { fineDetail, box: { x: 0, y: 0, width, height: 1.3 * width } })

  it('is refused where the face was enlarged, and not for one blurred frame', () => {
    expect(detailForSize([0.24, 0.26, 0.22].map((detail) => frame(detail)))).toMatchObject([
      { name: 'detail-for-size', outcome: 'failed' },
    ])
    expect(detailForSize([0.5, 0.2, 0.45].map((detail) => frame(detail)))).toMatchObject([
      { name: 'detail-for-size', outcome: 'passed' },
    ])
  })

  it('is reported as not judged where every face is small', () => {
    expect(detailForSize([frame(0.24, 67)])).toMatchObject([
      { name: 'face-pixels-for-detail', outcome: 'noted', score: 67 },
    ])
  })
})
