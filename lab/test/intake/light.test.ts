// Tests the intake of light sessions: folders and exports are read, consent is asked for, and simulated recordings are judged.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { networksCache } from '../../../specimens/kit/networks/networks-cache.ts'
import { drawSession, renderSession } from '../../../specimens/light/render-session.ts'
import type { Step } from '../../../specimens/light/screen.ts'
import { specimenPortrait } from '../../../specimens/light/specimen-portrait.ts'
import { atLeast } from '../../../src/checks.ts'
import { type JudgedRecording, judgeLightSessions, lightCard, reportLight } from '../../intake/light.ts'
import { readLightSessions } from '../../intake/light-sessions.ts'
import { UnfitFolder } from '../../intake/recordings.ts'
import { temporaryFolder } from '../../kit/installation.ts'

type Content = Readonly<Record<string, string | Uint8Array>>

const write = (folder: string, content: Content) => {
  for (const [name, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

const colours = ['#ffffff', '#0000ff', '#ffff00', '#ff00ff', '#00ff00', '#8000ff', '#00ffff']
const others = ['#ffffff', '#00ff00', '#8000ff', '#ffff00', '#0000ff', '#ffff00', '#ff00ff']
const steps = (shown: readonly string[]): Step[] =>
  shown.map((colour, i) => ({ pattern: i === 2 ? 'edge' : 'full', colour, durationMs: i === 2 ? 800 : 600 }))
const asAnswered = (sequence: readonly Step[]) =>
  sequence.map(({ durationMs, ...rest }) => ({ ...rest, duration_ms: durationMs }))

const consent = { 'consent.csv': 'person,reference\nan,form 1\nbo,form 2\n' }
const twoFrames = [
  { file: '1.jpg', timestamp: 1000 },
  { file: '2.jpg', timestamp: 1100 },
]
const session = JSON.stringify({ sequence: asAnswered(steps(colours)), frames: twoFrames, lux: 180 })
const pictures = { 'live/an/one/1.jpg': 'a', 'live/an/one/2.jpg': 'b' }

describe('a folder of light sessions', () => {
  const read = (content: Content) => {
    const folder = temporaryFolder('light-intake-test')
    try {
      write(folder.path, content)
      return readLightSessions(folder.path)
    } finally {
      folder.remove()
    }
  }

  test('has sessions beside their frames, and exports of people in several answers', () => {
    const exported = (part: number) =>
      JSON.stringify({
        challenges: part === 1 ? [{ id: 'c1', family: 'light', plan: { sequence: steps(others) } }] : [],
        frames: [1, 2].map((frame) => ({
          challenge_id: frame === 1 ? 'c1' : 'elsewhere',
          taken_at: `2026-11-15T08:00:0${part}.500Z`,
          content: Buffer.from(`frame ${part}`).toString('base64'),
        })),
      })
    const [film, live, ...rest] = read({
      ...consent,
      ...pictures,
      'live/an/one/session.json': session,
      'attack/film/bo/1.json': exported(1),
      'attack/film/bo/2.json': exported(2),
      'rooms.csv': 'session,lux,phone\nc1,40,Pixel 8\n',
    }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(rest).toEqual([])
    expect(film).toMatchObject({ name: 'c1', person: 'bo', kind: 'film', lux: 40, phone: 'Pixel 8' })
    expect(film?.frames.map(({ bytes }) => Buffer.from(bytes()).toString())).toEqual(['frame 1', 'frame 2'])
    expect(film?.sequence).toEqual(steps(others))
    expect(live).toMatchObject({ name: 'live/an/one', person: 'an', kind: undefined, lux: 180 })
    expect(live?.sequence).toEqual(steps(colours))
    expect(live?.frames.map(({ takenAtMs }) => takenAtMs)).toEqual([1000, 1100])
  })

  test.each([
    ['nobody consented', { ...pictures, 'live/an/one/session.json': session }, /consent\.csv/],
    ['a frame is missing', { ...consent, 'live/an/one/session.json': session }, /no picture "1\.jpg"/],
    ['a session has no sequence', { ...consent, 'live/an/one/session.json': '{}' }, /sequence/],
    ['a file is no JSON', { ...consent, 'live/an/one/session.json': '{' }, /no JSON/],
    ['a file is something else', { ...consent, 'live/an/x.json': '[]' }, /neither/],
    ['there is none', consent, /no light sessions/],
  ])('is refused where %s', (_, content, message) => {
    expect(() => read(content)).toThrow(message)
    expect(() => read(content)).toThrow(UnfitFolder)
  })
})

describe('simulated recordings', () => {
  let judged: JudgedRecording[]

  beforeAll(async () => {
    const drawn = drawSession(specimenPortrait(9), steps(colours), 4)
    const frames = await renderSession({ ...drawn, ambient: { ...drawn.ambient, lux: 60 } })
    const folder = temporaryFolder('light-intake-test')
    try {
      for (const [place, shown] of [
        ['live/an/one', colours],
        ['attack/other/an/two', others],
      ] as const) {
        const listed = frames.map(({ takenAtMs }, i) => ({ file: `${i}.jpg`, timestamp: 1e12 + takenAtMs }))
        write(folder.path, {
          ...consent,
          [`${place}/session.json`]: JSON.stringify({
            sequence: asAnswered(steps(shown)),
            frames: listed,
            lux: 60,
          }),
          ...Object.fromEntries(frames.map(({ jpeg }, i) => [`${place}/${i}.jpg`, jpeg])),
        })
      }
      judged = await judgeLightSessions(readLightSessions(folder.path), networksCache)
    } finally {
      folder.remove()
    }
  }, 300_000)

  test('a person who answered the sequence is accepted, the same frames for another sequence are not', () => {
    const report = reportLight(judged)
    const accepted = Object.fromEntries(report.groups.map(({ name, accepted: share }) => [name, share.value]))
    expect(accepted).toEqual({ 'living people': 1, 'living people, 50 to 100 lux': 1, 'attack: other': 0 })
    expect(judged.map(({ sent, seen }) => sent - seen)).toEqual([0, 0])
    expect(lightCard(report)).toMatch(/\| attack: other \| +1 \| 0\/1 \|/)
  })
})

test('the report tells what each check measured, of people and of attacks', () => {
  const one = (score: number, kind?: string): JudgedRecording => ({
    name: `${score}`,
    person: 'an',
    kind,
    lux: 250,
    phone: 'Pixel 8',
    sent: 50,
    seen: 50,
    checks: [atLeast('light-sequence', score, 0.6)],
  })
  const report = reportLight([one(0.9), one(0.8), one(0.5), one(0.2, 'print')])
  expect(report.groups.map(({ name, accepted }) => [name, accepted.count, accepted.total])).toEqual([
    ['living people', 2, 3],
    ['living people, 200 to 300 lux', 2, 3],
    ['living people, Pixel 8', 2, 3],
    ['attack: print', 0, 1],
  ])
  expect(report.checks).toMatchObject([
    { name: 'light-sequence', threshold: 0.6, rule: 'at-least', attacks: [0.2, 0.2, 0.2], refusedLive: 1 },
  ])
})
