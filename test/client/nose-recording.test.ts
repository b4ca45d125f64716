// Tests when the runner records a nose: from looking ahead until it has arrived, and again from the beginning after a detour.
import { describe, expect, test } from 'vitest'
import {
  guidanceToShow,
  initialRecording,
  nextRecordingState,
  type RecordingState,
  type RecordingStep,
  recordedShare,
  thinned,
} from '../../client/src/challenge/nose-recording.ts'
import type { Guidance } from '../../client/src/challenge/shapes.ts'

type Looks = readonly (readonly [atMs: number, guidance: Guidance])[]

function filmed(looks: Looks, mostMs = 10_000): { steps: RecordingStep[]; state: RecordingState } {
  const steps: RecordingStep[] = []
  let state: RecordingState = initialRecording
  for (const [atMs, guidance] of looks) {
    const next = nextRecordingState(state, guidance, atMs, mostMs)
    state = next.state
    steps.push(next.step)
  }
  return { steps, state }
}

const placed: Looks = [
  [0, 'show-face'],
  [200, 'come-closer'],
  [400, 'nose-left'],
  [700, 'nose-left'],
]

describe('a film of a nose', () => {
  test('begins once the face is placed with the nose outside its box', () => {
    expect(filmed(placed).steps).toEqual(['skip', 'skip', 'skip', 'keep'])
  })

  test('does not begin with the nose in its box, and says to look ahead', () => {
    const looks: Looks = [0, 200, 400, 600, 800].map((atMs) => [atMs, 'ok'])
    const { steps, state } = filmed(looks)
    expect(new Set(steps)).toEqual(new Set(['skip']))
    expect(guidanceToShow(state, 'ok')).toBe('look-ahead')
    expect(guidanceToShow(state, 'nose-left')).toBe('nose-left')
  })

  test('keeps the way and the arrival, and ends when the nose stayed in its box for a moment', () => {
    const { steps } = filmed([
      ...placed,
      [900, 'nose-left'],
      [1100, 'nose-left'],
      [1300, 'ok'],
      [1500, 'ok'],
      [1700, 'ok'],
    ])
    expect(steps.slice(3)).toEqual(['keep', 'keep', 'keep', 'keep', 'skip', 'finish'])
  })

  test('does not end when the nose only passes through its box', () => {
    const { steps } = filmed([
      ...placed,
      [900, 'ok'],
      [1100, 'ok'],
      [1300, 'nose-right'],
      [1500, 'ok'],
      [1700, 'ok'],
      [1900, 'ok'],
    ])
    expect(steps.indexOf('finish')).toBe(steps.length - 1)
  })

  test('keeps no two frames of one moment', () => {
    const { steps } = filmed([...placed, [720, 'nose-left'], [740, 'nose-left'], [900, 'nose-left']])
    expect(steps.slice(4)).toEqual(['skip', 'skip', 'keep'])
  })

  test('leaves out looks without a face, and starts again when there is none for long', () => {
    const brief = filmed([...placed, [900, 'show-face'], [1100, 'nose-left']])
    expect(brief.steps.slice(4)).toEqual(['skip', 'keep'])
    const long = filmed([...placed, [900, 'show-face'], [1600, 'show-face'], [2400, 'show-face']])
    expect(long.steps.at(-1)).toBe('left')
    expect(long.state).toEqual(initialRecording)
  })

  test('starts again when the way takes longer than start allows', () => {
    const way: Looks = Array.from({ length: 60 }, (_, i) => [900 + 200 * i, 'nose-left'])
    const { steps } = filmed([...placed, ...way])
    expect(steps.filter((step) => step === 'too-slow')).toHaveLength(1)
    const slow = steps.indexOf('too-slow')
    expect((way[slow - placed.length] ?? [0])[0]).toBeGreaterThan(10_700)
    expect(filmed([...placed, ...way.slice(0, slow - placed.length + 1)]).state).toEqual(initialRecording)
  })

  test('does not count a slow device as a slow person', () => {
    const { steps } = filmed([...placed, [5_000, 'nose-left'], [10_701, 'nose-left'], [15_000, 'ok']])
    expect(steps.slice(3)).toEqual(['keep', 'keep', 'keep', 'keep'])
  })

  test('reports how near its end is only while the nose is in its box', () => {
    const before = filmed([...placed, [900, 'nose-left']])
    expect(recordedShare(before.state, 900)).toBe(0)
    const within = filmed([...placed, [900, 'ok'], [1100, 'ok']])
    expect(recordedShare(within.state, 1100)).toBeGreaterThan(0)
    expect(recordedShare(within.state, 1100)).toBeLessThan(1)
  })
})

test('a film that grows too long loses every second frame, and neither its first nor its last', () => {
  const frames = Array.from({ length: 26 }, (_, i) => i)
  expect(thinned(frames.slice(0, 24))).toHaveLength(24)
  const left = thinned(frames)
  expect(left[0]).toBe(0)
  expect(left.at(-1)).toBe(25)
  expect(left).toHaveLength(14)
})
