// Tests the verdict of the light challenge on light that is computed: people, pictures and rooms of all kinds.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { faceFrame } from '../../../specimens/kit/readings/frames.ts'
import { codes } from '../../../src/codes.ts'
import { guideLight } from '../../../src/liveness/light/plan.ts'
import { verifyLight } from '../../../src/liveness/light/verify.ts'
import { type Judged, mesh, plan, type Scene, sessionOf, zonesAt } from '../../kit/lit-faces.ts'

const scenes = {
  'in a living room': { ratio: 0.1 },
  'in daylight': { ratio: 0.05, delayMs: 390 },
  'in the dark': { ratio: 30 },
  'in the evening before a white wall': { ratio: 1.5, background: 0.25, delayMs: 40 },
  'whose client began early': { startMs: -1700 },
  'at six frames a second': { perSecond: 6 },
  late: { delayMs: 250 },
  other: { isOther: true },
  'a print, or a face that is tinted evenly': { flat: 0.8 },
  'a tint over the whole picture': { flat: 1, background: 1 },
  'light on all that is behind': { background: 0.9 },
  'a spot of light that is painted on': { isSpot: true },
  dim: { ratio: 0.001 },
  noisy: { ratio: 0, noise: 0.02 },
} satisfies Record<string, Scene>
type Name = keyof typeof scenes
const judged = {} as Record<Name, Judged>

beforeAll(async () => {
  const program = fileURLToPath(new URL('../../kit/lit-faces.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced', execArgv: [] })
  const names = Object.keys(scenes) as Name[]
  const answers = await new Promise<Judged[]>((resolve, reject) => {
    child.on('message', resolve)
    child.on('exit', () => reject(new Error('the process that judges ended')))
    child.send(names.map((name) => scenes[name]))
  })
  for (const [i, name] of names.entries()) if (answers[i]) judged[name] = answers[i]
})

test.each<Name>([
  'in a living room',
  'in daylight',
  'in the dark',
  'in the evening before a white wall',
  'whose client began early',
  'at six frames a second',
])('a person passes %s', (name) => {
  expect(judged[name].failed).toEqual([])
  expect(judged[name].code).toBe(codes.success.message)
})

test('the delay is found whatever the caller says', () => {
  expect(judged.late.light.offsetMs).toBeGreaterThan(180)
  expect(judged.late.light.offsetMs).toBeLessThan(320)
})

test('another sequence is refused, and hundreds fit as well', () => {
  const { code, failed, light } = judged.other
  expect(code).toBe(codes.notGenuine.message)
  expect(failed).toEqual(expect.arrayContaining(['light-sequence', 'light-sequence-rank']))
  expect(light.betterShare).toBeGreaterThan(0.01)
})

test.each<[Name, string]>([
  ['a print, or a face that is tinted evenly', 'light-on-sides'],
  ['a tint over the whole picture', 'light-on-sides'],
  ['a tint over the whole picture', 'light-on-background'],
  ['light on all that is behind', 'light-on-background'],
])('%s is refused by %s', (name, check) => {
  expect(judged[name].code).toBe(codes.notGenuine.message)
  expect(judged[name].failed).toContain(check)
})

test('a spot of light that is painted on a picture never passes, and nobody is accused by it', () => {
  expect(judged['a spot of light that is painted on']).toMatchObject({
    code: codes.lightNotSeen.message,
    failed: ['light-on-relief', 'light-on-features'],
  })
})

test('without light no face is called not genuine, and none passes', () => {
  expect(judged.dim).toMatchObject({ code: codes.lightNotSeen.message, guidance: 'darker-room' })
  expect(judged.noisy.code).toBe(codes.lightNotSeen.message)
})

test('frames must cover the sequence', () => {
  const { frames, startedAtMs } = sessionOf({})
  const verdictOf = (some: typeof frames) =>
    verifyLight(plan, { frames: some, startedAtMs }, { frameShare: 1, threshold: 0.5 })
  const failed = (some: typeof frames) =>
    verdictOf(some).checks.find(({ outcome }) => outcome === 'failed')?.name
  expect(failed(frames.slice(0, frames.length / 2))).toBe('seconds-missing')
  expect(failed(frames.filter((_, i) => i < 20 || i > 31))).toBe('longest-gap-seconds')
  expect(failed(frames.filter((_, i) => i % 3 === 0))).toBe('frames-a-second')
  expect(verdictOf(frames.slice(0, 30)).code).toBe(codes.lightNotCovered)
  expect(verdictOf([]).code).toBe(codes.noFrames)
})

test('a frame tells what to do', () => {
  const box = { x: 220, y: 130, width: 190, height: 240 }
  const frame = faceFrame({}, { mesh, box, zones: zonesAt(0, {}) })
  expect(guideLight(plan, frame)).toBe('ok')
  expect(guideLight(plan, { ...frame, people: 2 })).toBe('one-person-only')
  const small = { ...frame.face, box: { x: 300, y: 200, width: 60, height: 80 } }
  expect(guideLight(plan, { ...frame, face: small })).toBe('come-closer')
  const bright = { ...frame.face, zones: { ...zonesAt(0, {}), clippedShare: 0.6 } }
  expect(guideLight(plan, { ...frame, face: bright })).toBe('darker-room')
})
