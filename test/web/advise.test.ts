// Tests the studio's advice after a verdict: the most helpful sentence for what failed, and one for every code.
import { describe, expect, test } from 'vitest'
import { codes } from '../../src/codes.ts'
import { adviceFor } from '../../web/src/challenges/advise.ts'

const failed = (...names: string[]) => names.map((name) => ({ name, outcome: 'failed' }))

describe('advice', () => {
  test.each([
    ['distanceTaskFailed', 'growth-far-to-normal', 'growth'],
    ['distanceTaskFailed', 'face-area-share-not-over-close-distance', 'size'],
    ['distanceTaskFailed', 'frames-far-distance', 'fewFrames'],
    ['illegalDuration', 'frames-keep-face-ahead', 'count'],
    ['notGenuine', 'perspective-dioptres', 'perspective'],
    ['notGenuine', 'share-of-way-turned', 'shifted'],
    ['notGenuine', 'genuineness', 'notLiving'],
    ['notGenuine', 'same-person-set-aside', 'notSame'],
    ['notGenuine', 'seen-in-an-earlier-challenge', 'seenBefore'],
    ['noseNotReached', 'nose-outside-box-at-first', 'noseAtFirst'],
    ['brightness', 'brightness-not-too-high', 'bright'],
    ['brightness', 'brightness', 'dark'],
    ['lightNotCovered', 'frames-a-second', 'missed'],
    ['notGenuine', 'light-sequence', 'notLit'],
    ['faceOutOfArea', 'share-of-frames-in-area', 'outOfArea'],
    ['noFaceDetected', 'share-of-frames-without-face', 'noFace'],
  ] as const)('after %s by %s is %s', (code, check, said) => {
    expect(adviceFor(codes[code].code, failed(check))).toBe(said)
  })

  test('is about the cause where several checks failed: a picture that grew is also not genuine', () => {
    expect(adviceFor(codes.notGenuine.code, failed('genuineness', 'perspective-dioptres'))).toBe(
      'perspective',
    )
  })

  test('does not speak of checks that passed or were only noted', () => {
    const checks = [
      { name: 'same-person', outcome: 'passed' },
      { name: 'blink', outcome: 'noted' },
      { name: 'signs-of-life', outcome: 'failed' },
    ]
    expect(adviceFor(codes.notGenuine.code, checks)).toBe('still')
  })

  test.each([
    'noFaceDetected',
    'brightness',
    'moreThanOneFace',
    'taskOrderNotFound',
    'notGenuine',
    'occlusion',
    'challengeNotFound',
    'noFrames',
    'rightAngle',
    'leftAngle',
    'aheadAngle',
    'trajectoryTooSlow',
    'illegalDuration',
    'upAngle',
    'downAngle',
    'distanceTaskFailed',
    'faceTooSmall',
    'smileNotDetected',
    'winkNotDetected',
    'noseNotReached',
    'faceOutOfArea',
  ] as const)('is there for %s even without any check', (name) => {
    expect(adviceFor(codes[name].code)).not.toBe('tryAgain')
  })
})
