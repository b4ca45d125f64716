// Tests the vision code of the studio in Node: it agrees with the server, follows a face, and notices when it is gone.
import { describe, expect, test } from 'vitest'
import type { DistanceStarted, NoseStarted, ProfileStarted } from '../../client/src/challenge/shapes.ts'
import { guide } from '../../client/verify/vision/guide.ts'
import { trackFaces } from '../../client/verify/vision/track.ts'
import { nobody, picture } from '../../specimens/kit/films/films.ts'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { looking } from '../../specimens/kit/readings/frames.ts'
import { seenFace } from '../../specimens/kit/readings/observations.ts'
import { atShare } from '../../specimens/liveness/aim.ts'
import { person } from '../../specimens/person/person.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { pointOf } from '../../src/models/face-mesh.ts'
import { findFaces } from '../../src/vision/find-faces.ts'

const image = { width: 360, height: 480 }

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const decoded = await decodeImage(bytes, { maxMegapixels: 40, longestSide: 640 })
  if ('fault' in decoded) throw new Error(decoded.fault)
  return decoded.pixels
}

test('a face is searched for, then followed, then searched for again when it is gone', {
  timeout: 180_000,
}, async () => {
  const networks = await openTestNetworks()
  const scene = atShare(person(3), { ...image, room: 0, noiseSeed: 1 }, { width: 252, height: 336 }, 0.95)
  const there = await pixelsOf(await picture(3, scene))
  const wall = await pixelsOf(await nobody(image))
  const look = trackFaces(networks)
  const ask = { expression: false, search: false }

  const first = await look(there, ask)
  expect(first).toMatchObject({ people: 1, isSearched: true })
  // The browser finds exactly what the server finds.
  const [found] = await findFaces(networks, there, 'frame')
  expect(first.face?.box).toEqual(found?.box)

  const second = await look(there, ask)
  expect(second).toMatchObject({ people: 1, isSearched: false })
  expect(await look(there, { ...ask, search: true })).toMatchObject({ isSearched: true, face: first.face })
  expect(await look(wall, ask)).toEqual({ people: 0, isSearched: true })
  expect(await look(there, ask)).toMatchObject({ people: 1, isSearched: true })
})

describe('the guide of distances', () => {
  const box = (height: number) => ({ left: 0, top: 0, width: 0.75 * height, height })
  const started: DistanceStarted = {
    id: 'a',
    image_width: image.width,
    image_height: image.height,
    far_distance: box(288),
    normal_distance: box(336),
    close_distance: box(360),
    task_order: { 'far-distance': 1, 'normal-distance': 1, 'close-distance': 1 },
    min_face_area_percent: 0.7,
    max_face_area_percent: 1.1,
  }
  const plan = { family: 'distance', started } as const
  const face = (height: number) => seenFace({ box: { x: 0, y: 0, width: 0.75 * height, height } })
  const said = (height: number, before?: number) =>
    guide(
      plan,
      'normal-distance',
      { image, people: 1, face: face(height) },
      before === undefined ? [] : [{ task: 'far-distance', seen: face(before) }],
      false,
    )

  test('wants the box filled, as the server does', () => {
    expect([said(270), said(330), said(380)]).toEqual(['come-closer', 'ok', 'move-back'])
  })

  test('wants more growth than the server asks for, though the box is filled already', () => {
    expect(said(300, 300)).toBe('come-closer')
    expect(said(300, 295)).toBe('come-closer')
    expect(said(330, 300)).toBe('ok')
  })

  test('asks for less where a larger distance came first', () => {
    const saidAfter = (height: number, before: number) =>
      guide(
        plan,
        'normal-distance',
        { image, people: 1, face: face(height) },
        [{ task: 'close-distance', seen: face(before) }],
        false,
      )
    expect([saidAfter(345, 350), saidAfter(320, 350)]).toEqual(['move-back', 'ok'])
  })

  test('asks for nothing that cannot be: the largest face of one distance leaves space in the next', () => {
    const largest = (height: number) => height * Math.sqrt(1.1)
    expect(said(largest(336) - 1, largest(288))).toBe('ok')
  })
})

/** Every kind of challenge is started with these values. */
const area = {
  id: 'a',
  image_width: image.width,
  image_height: image.height,
  area_left: 45,
  area_top: 60,
  area_width: 270,
  area_height: 360,
  min_face_area_percent: 50,
}

describe('the guide of noses', () => {
  const turned = (yawDegrees: number, noseX: number) => {
    const face = seenFace({ box: { x: 60, y: 80, width: 230, height: 300 }, ...looking(yawDegrees) })
    face.mesh.set([noseX, 240], 3 * 4)
    return face
  }
  const started = {
    ...area,
    nose_left: 230,
    nose_top: 230,
    nose_width: 20,
    nose_height: 20,
    duration: 10,
  } satisfies NoseStarted
  const plan = { family: 'nose', started } as const
  const said = (face: ReturnType<typeof turned>, first?: ReturnType<typeof turned>) =>
    guide(plan, 'nose', { image, people: 1, face }, first ? [{ task: 'nose', seen: first }] : [], false)

  test('leads the nose to its box by turning', () => {
    expect(pointOf(turned(0, 180).mesh, 4)).toEqual({ x: 180, y: 240 })
    expect(said(turned(0, 180))).toBe('nose-right')
    expect(said(turned(22, 240), turned(0, 180))).toBe('ok')
  })

  test('is not content with a head that was only moved there, and says which way to turn', () => {
    expect(said(turned(1, 240), turned(0, 180))).toBe('turn-left')
  })
})

describe('the guide of profiles', () => {
  const started = {
    ...area,
    exercise: ['yaw'],
    task_order: { 'turn-face-left': 1 },
  } satisfies ProfileStarted
  const said = (yawDegrees: number, isMirrored: boolean) => {
    const face = seenFace({ box: { x: 60, y: 80, width: 230, height: 300 }, ...looking(yawDegrees) })
    return guide({ family: 'profile', started }, 'turn-face-left', { image, people: 1, face }, [], isMirrored)
  }

  test('knows left from right, also in a mirror', () => {
    expect([said(30, false), said(-30, false)]).toEqual(['ok', 'turn-left'])
    expect([said(30, true), said(-30, true)]).toEqual(['turn-left', 'ok'])
  })
})
