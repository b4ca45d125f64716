// Tests the verdict on a video, from observations written by hand.
import { describe, expect, test } from 'vitest'
import { direction, seenFace } from '../../specimens/kit/readings/observations.ts'
import { hasFailed } from '../../src/checks.ts'
import { ownMotionOfLips } from '../../src/liveness/video/lips.ts'
import { measureVideo, type VideoMeasures } from '../../src/liveness/video/measure.ts'
import { deepestBlink, motionWithin } from '../../src/liveness/video/motion.ts'
import { frozenShare, repeatedShare } from '../../src/liveness/video/repetition.ts'
import { deepestOpening } from '../../src/liveness/video/speech.ts'
import { stretchesOf } from '../../src/liveness/video/stretches.ts'
import { leastSkinOdds, verifyVideo } from '../../src/liveness/video/verify.ts'
import type { SeenFace } from '../../src/vision/observation.ts'
import type { CloseLook, FollowedFace, Moment, VideoObservation } from '../../src/vision/observe-video.ts'
import { canonicalPoints, seenMesh, turned } from '../vision/canonical-mesh.ts'

const COUNT = 40
const head = (yaw: number) => seenMesh(canonicalPoints().map((point) => turned(point, yaw, 0)))
/** Makes the same picture of a head, carried sideways. */
const photo = (shift: number) => head(0).map((value, i) => (i % 3 === 0 ? value + shift : value))

function face(mesh: Float32Array, closed = 0.1, mouthOpenness = 0.01): FollowedFace {
  const eye = { openness: 0.3, closed }
  const box = { x: 540, y: 260, width: 200, height: 200 }
  return {
    box,
    mesh,
    angles: { yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0 },
    leftEye: eye,
    rightEye: eye,
    mouthOpenness,
  }
}

/** Makes a picture as different from its neighbours as those of a moving person; the same for the same number. */
const print = (seed: number) =>
  Uint8Array.from({ length: 1024 }, (_, i) => 128 + 60 * Math.sin(i / 40 + 0.11 * seed))

const moment = (i: number, changes: Partial<Moment> = {}): Moment => ({
  atMs: 100 * i,
  face: face(head(24 * Math.sin(i / 12))),
  persons: i % 5 === 0 ? 1 : undefined,
  print: print(i),
  ...changes,
})

const moments = (change: (i: number) => Partial<Moment> = () => ({})): Moment[] =>
  Array.from({ length: COUNT }, (_, i) => moment(i, change(i)))

const looks = (change: (i: number) => Partial<CloseLook['face']> = () => ({})): CloseLook[] =>
  Array.from({ length: 12 }, (_, i) => ({ atMs: 330 * i, face: seenFace(change(i)) }))

/** The same looks, a second apart. */
const slower = ({ face }: CloseLook, i: number): CloseLook => ({ atMs: 1000 * i, face })

/** Looks of half a minute, of which four are of a device. */
const deviceInTheMiddle = (genuineness: SeenFace['genuineness']): CloseLook[] =>
  [...looks(), ...looks((i) => (i < 4 && genuineness ? { genuineness } : {})), ...looks()].map(slower)

/** What the skin of a living head that turns changes by; and that of a photograph moved by a mesh. */
const living = { turnDegrees: 32, shadingChange: 0.16, skinShift: 0.6, detailChange: 0.12, gazeChange: 0.1 }
const moved = { ...living, shadingChange: 0.015, skinShift: 0.3, detailChange: 0.012 }

const video = {} as VideoObservation['video']
/** The skin is made up, because the pictures are. */
interface Judged extends Partial<VideoObservation> {
  readonly compared?: VideoMeasures['compared']
}

function measuresOf({ compared = { skin: living }, ...seen }: Judged = {}): VideoMeasures {
  const measures = measureVideo({
    video,
    moments: moments(),
    closeLooks: looks(),
    unfolded: [],
    prints: [],
    remembered: [],
    ...seen,
  })
  if ('fault' in measures) throw new Error(measures.fault)
  return { ...measures, compared }
}
const judge = (seen: Judged = {}) => verifyVideo(measuresOf(seen))
const failures = (verdict: ReturnType<typeof verifyVideo>) =>
  verdict.checks.filter(hasFailed).map(({ name }) => name)

/** Two syllables a second. */
const spoken = (i: number) => 0.01 + 0.12 * Math.sin((Math.PI * i) / 5) ** 2

/** The same from one run to the next, -1 to 1, and unlike from picture to picture. */
const jitter = (i: number, point: number) => {
  const value = Math.sin(12.9898 * i + 78.233 * point) * 43758.5453
  return 2 * (value - Math.floor(value)) - 1
}

/** The photograph, its lower lip pulled down by `open` of the mesh; each point is found a little beside its place. */
function pulled(i: number, open: number, own = 0): Float32Array {
  const mesh = photo(i).map((value, at) => value + 0.6 * jitter(i, at))
  const add = (point: number, axis: 0 | 1, by: number) => {
    mesh[3 * point + axis] = (mesh[3 * point + axis] ?? 0) + by
  }
  for (const point of [14, 17, 152]) add(point, 1, 60 * open)
  // Corners drawn in and out, and lips pressed and let go, twice in three seconds.
  add(61, 0, own * Math.sin(i / 2.4))
  add(291, 0, -own * Math.sin(i / 2.4))
  add(17, 1, own * Math.sin(i / 3.1))
  add(0, 1, -own * Math.cos(i / 2.7))
  return mesh
}

const speaking = (own: number) => moments((i) => ({ face: face(pulled(i, spoken(i), own), 0.1, spoken(i)) }))

describe('a video with which nothing is wrong', () => {
  test('is genuine', () => {
    const verdict = judge()
    expect(failures(verdict)).toEqual([])
    expect(verdict.code.code).toBe(200)
    expect(verdict.probability).toBeGreaterThan(0.5)
  })

  test('a person who moves passes without a blink', () => {
    const blink = judge().checks.find(({ name }) => name === 'blink')
    expect(blink?.outcome).toBe('noted')
  })

  test('a person who speaks passes without turn and blink', () => {
    const verdict = judge({ moments: speaking(4), compared: {} })
    expect(failures(verdict)).toEqual([])
    expect(verdict.code.code).toBe(200)
  })

  test('no turn is noted, and a turn asks nothing of the lips', () => {
    const turn = (compared: VideoMeasures['compared']) =>
      judge({ compared }).checks.find(({ name }) => name === 'turn-degrees')
    expect(turn({})).toMatchObject({ outcome: 'noted', score: 0 })
    expect(turn({ skin: living })?.outcome).toBe('passed')
    expect(judge().checks.map(({ name }) => name)).not.toContain('lips-own-motion')
  })
})

describe('fails by name', () => {
  const weak = { probability: 0.1, cues: { network: -9, missingContext: 0, moire: 0 } }
  test.each<[string, number, readonly string[], Judged]>([
    [
      'nobody',
      131,
      ['face-found-share', 'close-looks'],
      { moments: moments(() => ({ face: undefined, persons: 0 })), closeLooks: [] },
    ],
    [
      'a face for a third of the time',
      131,
      ['face-found-share'],
      { moments: moments((i) => (i > 12 ? { face: undefined, persons: 0 } : {})) },
    ],
    [
      'two in a third of the counts',
      135,
      ['several-faces-share'],
      { moments: moments((i) => (i % 15 === 0 ? { persons: 2 } : {})) },
    ],
    [
      'a photograph turned by a mesh, which carries its light along',
      141,
      ['shading-change', 'presence'],
      { compared: { skin: moved } },
    ],
    [
      'a head that turns too little to be told from a photograph, without blink or speech',
      141,
      ['lips-own-motion', 'signs-of-life'],
      { moments: moments((i) => ({ face: face(pulled(i, 0)) })), compared: {} },
    ],
    [
      'a photograph that blinks',
      141,
      ['lips-own-motion'],
      {
        moments: moments((i) => ({ face: face(pulled(i, 0), i === 20 ? 0.5 : 0.1) })),
        compared: {},
      },
    ],
    [
      'a photograph whose lips part and shut',
      141,
      ['lips-own-motion'],
      { moments: speaking(0), compared: {} },
    ],
    [
      'the same, turned a little',
      141,
      ['lips-own-motion'],
      { moments: speaking(0), compared: { skin: { ...living, turnDegrees: 10 } } },
    ],
    [
      'a photo that moves',
      141,
      ['signs-of-life'],
      { moments: moments((i) => ({ face: face(photo(3 * i)) })) },
    ],
    [
      'frozen pictures',
      141,
      ['frozen-share'],
      { moments: moments((i) => (i > 12 ? { print: print(12) } : {})) },
    ],
    ['a loop', 141, ['repeated-share'], { moments: moments((i) => ({ print: print(i % 14) })) }],
    [
      'there and back',
      141,
      ['repeated-share'],
      { moments: moments((i) => ({ print: print(Math.abs((i % 28) - 14)) })) },
    ],
    [
      'another person',
      141,
      ['same-person', 'presence'],
      { closeLooks: looks((i) => ({ vector: direction(i < 6 ? 1 : 2) })) },
    ],
    [
      'a screen seen only in the middle',
      141,
      ['genuineness-of-weakest-stretch', 'network-log-odds-of-weakest-stretch'],
      { closeLooks: deviceInTheMiddle(weak) },
    ],
    [
      'pictures that stop for three seconds of twelve',
      141,
      ['frozen-share'],
      {
        moments: Array.from({ length: 120 }, (_, i) =>
          moment(i, {
            face: face(head(24 * Math.sin(i / 12))),
            print: print((i < 60 ? i : Math.max(60, i - 30)) / 3),
          }),
        ),
      },
    ],
    [
      'lips that move and never shut, as those of a photograph that smiles',
      141,
      ['signs-of-life'],
      { moments: moments((i) => ({ face: face(photo(3 * i), 0.1, 0.15 + spoken(i)) })) },
    ],
    [
      'a face the network does not believe, whatever the colours',
      141,
      ['network-log-odds'],
      {
        closeLooks: looks(() => ({
          genuineness: { probability: 0.9, cues: { network: -0.5, missingContext: 0, moire: 0 } },
        })),
      },
    ],
  ])('%s is %i', (_name, code, checks, seen) => {
    const verdict = judge(seen)
    expect([verdict.code.code, failures(verdict)]).toEqual([code, checks])
    expect(verdict.probability).toBeLessThan(0.5)
  })

  test('the stretch that decided is named', () => {
    const { checks } = judge({ closeLooks: deviceInTheMiddle(weak) })
    const weakest = checks.find(({ name }) => name === 'genuineness-of-weakest-stretch')
    expect(weakest?.values).toEqual({ from: '12.0 s', to: '15.0 s' })
  })

  test('one weak look, as of a hand before the face, does not fail a person', () => {
    const { code } = judge({ closeLooks: looks((i) => (i === 5 ? { genuineness: weak } : {})).map(slower) })
    expect(code.code).toBe(200)
  })

  test('probability is at least a half exactly where nothing failed', () => {
    const measures = measuresOf()
    for (let network = -4; network <= 4; network += 0.5) {
      const genuineness = { probability: 0, cues: { network, missingContext: 0, moire: 0.1 } }
      const verdict = verifyVideo({ ...measures, closeLooks: looks(() => ({ genuineness })) })
      expect(verdict.probability >= 0.5).toBe(verdict.code.code === 200)
    }
  })
})

describe('what it is made from', () => {
  test('a turning head moves within, a carried photo does not', () => {
    expect(motionWithin([0, 10, 20, 30].map((yaw) => face(head(yaw))))).toBeGreaterThan(0.02)
    expect(motionWithin([0, 10, 20, 30].map((shift) => face(photo(shift))))).toBeLessThan(0.001)
  })

  test('a blink goes down and up again; eyes that stay shut are none', () => {
    const eyes = (...shut: number[]) => shut.map((closed) => face(head(0), closed))
    expect(deepestBlink(eyes(0.1, 0.1, 0.6, 0.2, 0.1))).toBeCloseTo(0.5)
    expect(deepestBlink(eyes(0.1, 0.1, 0.6, 0.6, 0.6, 0.6))).toBeCloseTo(0)
    expect(deepestBlink([])).toBe(0)
  })

  test('skin lit anew is doubt where the head turns far, and more is asked the further it turns', () => {
    const relit = { ...living, shadingChange: 0.084, skinShift: 0.42, detailChange: 0.06 }
    const noted = (skin: typeof living) => {
      const { code, isDoubtful, checks } = judge({ compared: { skin } })
      const low = checks.filter(({ outcome }) => outcome === 'noted').map(({ name }) => name)
      return [code.code, isDoubtful === true, low.includes('living-skin')]
    }
    expect(noted(relit)).toEqual([200, true, true])
    expect(noted({ ...relit, turnDegrees: 20 })).toEqual([200, false, false])
    expect(noted({ ...relit, shadingChange: 0.05, turnDegrees: 25 })).toEqual([200, true, true])
    expect(noted({ ...moved, turnDegrees: 10 })).toEqual([200, true, true])
    expect(failures(judge({ compared: { skin: moved } }))).toContain('presence')
    const asked = [10, 14, 20, 24, 27, 30, 60].map(leastSkinOdds)
    expect(asked).toEqual(asked.toSorted((a, b) => a - b))
  })

  test('lips that open and shut speak; a slow yawn, a held smile and a turned head do not', () => {
    const said = (openness: (i: number) => number, yawDegrees = 0) =>
      deepestOpening(
        Array.from({ length: 30 }, (_, i) => ({
          atMs: 100 * i,
          angles: { yawDegrees, pitchDegrees: 0, rollDegrees: 0 },
          mouthOpenness: openness(i),
        })),
      )
    expect(said(spoken)).toBeGreaterThan(0.1)
    expect(said((i) => 0.2 * Math.sin((Math.PI * i) / 29))).toBeLessThan(0.06)
    expect(said((i) => 0.15 + spoken(i))).toBe(0)
    expect(said(spoken, 40)).toBe(0)
    expect(deepestOpening([])).toBe(0)
  })

  test('lips that do more than open go on from picture to picture; those of a photograph do not', () => {
    const own = (by: number, everyMs = 100) =>
      ownMotionOfLips(
        Array.from({ length: COUNT }, (_, i) => ({
          atMs: everyMs * i,
          ...face(pulled(i, spoken(i), by), 0.1, spoken(i)),
        })),
      ).likeness
    expect(own(4)).toBeGreaterThan(0.3)
    expect(own(0)).toBeLessThan(0.1)
    expect(own(4, 500)).toBe(0)
    expect(ownMotionOfLips([])).toEqual({ likeness: 0, pictures: 0 })
  })

  test('stretches of three seconds slide to the end, and a short video is one', () => {
    const timed = (count: number) => Array.from({ length: count }, (_, i) => ({ atMs: 1000 * i }))
    expect(stretchesOf(timed(6)).map(({ fromMs, within }) => [fromMs, within.length])).toEqual([
      [0, 4],
      [1000, 4],
      [2000, 4],
    ])
    expect(stretchesOf(timed(2)).map(({ within }) => within.length)).toEqual([2])
    expect(stretchesOf([])).toEqual([])
  })

  test('a film that goes on repeats nothing and is not frozen', () => {
    expect(frozenShare(moments())).toBe(0)
    expect(repeatedShare(moments())).toBe(0)
    expect(frozenShare([])).toBe(0)
    expect(repeatedShare([])).toBe(0)
  })
})
