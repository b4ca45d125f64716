// Tests the parts of the light runner: what is on the screen when, what is refused, which pictures are taken, what is locked.
import { describe, expect, test } from 'vitest'
import { patience } from '../../client/src/challenge/frame-sender.ts'
import { frameClock } from '../../client/src/challenge/light.ts'
import { lockCamera } from '../../client/src/challenge/light-camera.ts'
import { momentOf, throwIfUnsafe, UnsafeLight } from '../../client/src/challenge/light-sequence.ts'
import type { LightStep } from '../../client/src/challenge/shapes.ts'
import { SelfsameRefusal, SelfsameUnreachable } from '../../client/src/errors.ts'

const full = (colour: string, duration_ms = 600): LightStep => ({ pattern: 'full', colour, duration_ms })
const edge = (colour: string, duration_ms = 800): LightStep => ({ pattern: 'edge', colour, duration_ms })
const sequence = [full('#ffffff'), full('#0040ff'), edge('#20d020'), full('#ffd000')]

describe('a sequence', () => {
  test.each([
    ['the first colour over the whole screen', 0, 0, { colour: '#ffffff', before: '#ffffff', share: 1 }],
    ['a full screen from its beginning', 1, 0, { colour: '#0040ff', share: 1 }],
    ['an edge at the top', 2, 0, { colour: '#20d020', before: '#0040ff', share: 0 }],
    ['the edge in the middle', 2, 400, { colour: '#20d020', before: '#0040ff', share: 0.5 }],
    ['its colour until the next is told', 2, 9999, { colour: '#20d020', share: 1 }],
  ])('shows %s', (_, index, elapsedMs, shown) => {
    expect(momentOf(sequence, index, elapsedMs)).toMatchObject({ index, ...shown })
  })

  test('shows no step that was not told', () => {
    expect(() => momentOf(sequence, 4, 0)).toThrow(RangeError)
  })

  test('is shown only where it cannot harm', () => {
    expect(() => throwIfUnsafe(sequence)).not.toThrow()
    for (const harmful of [
      full('#ffffff', 499),
      full('#ffffff', Number.NaN),
      full('#ff0000'),
      // Linear light decides: 0.8 of it is red here, though green and blue look like much in the notation.
      full('#ff6060'),
      full('red'),
    ])
      expect(() => throwIfUnsafe([full('#ffffff'), harmful])).toThrow(UnsafeLight)
  })
})

describe('the clock of frames', () => {
  const taken = (cameraMs: number, framesASecond: number, lengthMs: number) => {
    const isDue = frameClock(framesASecond)
    const at: number[] = []
    for (let ms = 1000; ms < 1000 + lengthMs; ms += cameraMs) if (isDue(ms)) at.push(ms)
    return at
  }

  test('keeps the rate of the server for any camera', () => {
    for (const cameraMs of [1000 / 60, 1000 / 30, 1000 / 24, 1000 / 15])
      expect(Math.abs(taken(cameraMs, 10, 6000).length - 60)).toBeLessThanOrEqual(1)
  })

  test('takes every picture of a slow camera, and does not hurry after a gap', () => {
    expect(taken(200, 10, 2000)).toHaveLength(10)
    const isDue = frameClock(10)
    expect([0, 1000, 1033, 1067, 1100].map(isDue)).toEqual([true, true, false, false, true])
  })
})

describe('a camera', () => {
  /** Does as a track of a browser does, and lists what it was asked for. */
  function cameraTrack(capabilities: object, settings: object, refused: readonly string[] = []) {
    const asked: object[] = []
    const constraints = { width: { ideal: 1280 } }
    const track = {
      getCapabilities: () => capabilities,
      getSettings: () => settings,
      getConstraints: () => constraints,
      applyConstraints: async ({ advanced, ...rest }: { advanced: readonly object[] }) => {
        expect(rest).toEqual(constraints)
        const [wish = {}] = advanced
        if (refused.some((name) => name in wish)) throw new Error('OverconstrainedError')
        asked.push(wish)
      },
    }
    return { asked, track: track as unknown as MediaStreamTrack }
  }

  test('is held at what it has settled on, and given back afterwards', async () => {
    const { asked, track } = cameraTrack(
      {
        exposureMode: ['continuous', 'manual'],
        exposureTime: { min: 1, max: 1000 },
        whiteBalanceMode: ['continuous', 'manual'],
        focusMode: ['continuous'],
      },
      { exposureMode: 'continuous', exposureTime: 250, whiteBalanceMode: 'continuous', iso: 100 },
    )
    const unlock = await lockCamera(track)
    expect(asked).toEqual([{ exposureMode: 'manual', exposureTime: 250 }, { whiteBalanceMode: 'manual' }])
    await unlock()
    expect(asked.slice(2)).toEqual([{ exposureMode: 'continuous' }, { whiteBalanceMode: 'continuous' }])
  })

  test('that refuses, or can nothing, is left as it is', async () => {
    const able = { exposureMode: ['manual'], focusMode: ['manual'] }
    const { asked, track } = cameraTrack(able, {}, ['exposureMode'])
    const unlock = await lockCamera(track)
    await unlock()
    expect(asked).toEqual([{ focusMode: 'manual' }, { focusMode: 'continuous' }])
    const simple = cameraTrack({}, {})
    await (await lockCamera(simple.track))()
    await (await lockCamera(undefined))()
    expect(simple.asked).toEqual([])
  })
})

describe('a frame', () => {
  const told = { requestId: 'r', attempts: 1 }

  test('is kept and sent again while the network is away', async () => {
    let attempts = 0
    const heard: boolean[] = []
    const patiently = patience(new AbortController().signal, (isAway) => heard.push(isAway))
    const send = async () => {
      if (++attempts < 3) throw new SelfsameUnreachable('connection', told, undefined)
      return 'arrived'
    }
    expect(await Promise.all([patiently(send), patiently(send)])).toEqual(['arrived', 'arrived'])
    expect(heard).toEqual([true, false])
  })

  test('that is refused is not sent again, and none after the end', async () => {
    const refusal = new SelfsameRefusal({
      ...told,
      status: 400,
      resultCode: 400,
      message: 'Bad Request',
      errors: [],
    })
    const never = new AbortController()
    const patiently = patience(never.signal, () => {})
    await expect(patiently(() => Promise.reject(refusal))).rejects.toBe(refusal)
    const gone = new SelfsameUnreachable('connection', told, undefined)
    const ended = patiently(() => Promise.reject(gone))
    never.abort(new Error('the person left'))
    await expect(ended).rejects.toThrow('the person left')
  })
})
