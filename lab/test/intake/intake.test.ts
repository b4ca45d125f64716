// Tests the intake of recordings: consent and labels are asked for, people stay in one half, and numbers are fitted on rendered people.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { networksCache } from '../../../specimens/kit/networks/networks-cache.ts'
import { flatPicture } from '../../../specimens/person/flat.ts'
import { person } from '../../../specimens/person/person.ts'
import { renderPerson } from '../../../specimens/person/render.ts'
import { encodeJpeg } from '../../../src/image/decode/image.ts'
import { cardOf, fitIntake, type IntakeFrame } from '../../intake/fit.ts'
import { observeRecordings } from '../../intake/observe.ts'
import { readRecordings, UnfitFolder } from '../../intake/recordings.ts'
import { temporaryFolder } from '../../kit/installation.ts'

const files = (folder: string, content: Readonly<Record<string, string | Uint8Array>>) => {
  for (const [name, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

describe('a folder', () => {
  const read = (content: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder('intake-test')
    try {
      files(folder.path, content)
      return readRecordings(folder.path).map(({ file, ...rest }) => ({
        ...rest,
        file: file.slice(folder.path.length + 1),
      }))
    } finally {
      folder.remove()
    }
  }
  const consent = { 'consent.csv': 'person,reference\nan,form 1\nbo,form 2\n' }

  test('says by its folders who is shown, and how', () => {
    expect(
      read({ ...consent, 'live/an/1.jpg': '', 'attack/print/bo/x/2.mp4': '', 'attack/notes.txt': '' }),
    ).toEqual([
      { file: 'attack/print/bo/x/2.mp4', person: 'bo', kind: 'print', source: 'all' },
      { file: 'live/an/1.jpg', person: 'an', kind: undefined, source: 'all' },
    ])
  })

  test('says so by a list, which also names sources', () => {
    const list = 'file,person,label,kind,source\na.jpg,an,live,,pixel 8\nb.jpg,bo,attack,screen,\n'
    expect(read({ ...consent, 'recordings.csv': list, 'a.jpg': '', 'b.jpg': '' })).toEqual([
      { file: 'a.jpg', person: 'an', kind: undefined, source: 'pixel 8' },
      { file: 'b.jpg', person: 'bo', kind: 'screen', source: 'all' },
    ])
  })

  test.each([
    ['nobody consented', { 'live/an/1.jpg': '' }, /consent\.csv/],
    ['one did not consent', { ...consent, 'live/cy/1.jpg': '' }, /consent of cy/],
    [
      'a consent has no reference',
      { 'consent.csv': 'person,reference\nan,\n', 'live/an/1.jpg': '' },
      /of an/,
    ],
    ['it is empty', consent, /no recordings/],
    [
      'a label is unknown',
      { ...consent, 'a.jpg': '', 'recordings.csv': 'file,person,label\na.jpg,an,real\n' },
      /line 2: the label is "real"/,
    ],
    [
      'a file is missing',
      { ...consent, 'recordings.csv': 'file,person,label\na.jpg,an,live\n' },
      /no picture or video "a.jpg"/,
    ],
  ])('is refused where %s', (_why, content, message) => {
    expect(() => read(content as Readonly<Record<string, string>>)).toThrow(UnfitFolder)
    expect(() => read(content as Readonly<Record<string, string>>)).toThrow(message)
  })
})

describe('rendered people', () => {
  const size = { width: 360, height: 480 }
  let frames: IntakeFrame[]

  beforeAll(async () => {
    const folder = temporaryFolder('intake-test')
    try {
      const names = ['an', 'bo', 'cy', 'du']
      files(folder.path, {
        'consent.csv': `person,reference\n${names.map((name) => `${name},nobody real\n`).join('')}`,
      })
      for (const [i, name] of names.entries()) {
        const shot = renderPerson(person(i + 1), { ...size, distanceCm: 36, room: i, noiseSeed: i })
        const motion = { kind: 'screen', heightCm: 40, distanceCm: 32, room: i, noiseSeed: i } as const
        files(folder.path, {
          [`live/${name}/1.jpg`]: await encodeJpeg(shot),
          [`attack/screen/${name}/1.jpg`]: await encodeJpeg(flatPicture(shot, motion)),
        })
      }
      frames = await observeRecordings(readRecordings(folder.path), networksCache)
    } finally {
      folder.remove()
    }
  })

  test('are seen with what the network saw, another for each frame', () => {
    expect(frames).toHaveLength(8)
    expect(new Set(frames.map(({ features }) => features.length))).toEqual(new Set([128]))
    expect(new Set(frames.map(({ features }) => features.join())).size).toBe(8)
  })

  test('give numbers, figures of others and a card', () => {
    const report = fitIntake(frames)
    expect(report.people).toEqual({ fitted: 2, reported: 2 })
    expect(report.weights.network).toBeGreaterThan(0)
    expect(report.fitted.auc).toBeGreaterThan(0.5)
    expect(report.fitted.accepted.screen?.total).toBe(2)
    const card = cardOf(report, frames)
    expect(card).toContain('- live: 4 frames of 4 people')
    expect(card).toContain(`"network": ${report.weights.network}`)
  })
})

describe('numbers', () => {
  const frame = (one: string, network: number, kind?: string, source = 'all'): IntakeFrame => ({
    person: one,
    kind,
    source,
    cues: { network, missingContext: 0, moire: 0 },
    features: [],
  })
  const names = Array.from({ length: 20 }, (_, i) => `p${i}`)
  // This camera lowers the network's logits by nine: at 0.5 the shipped numbers would refuse everybody.
  const shifted = names.flatMap((one, i) => [
    frame(one, -4 + (i % 5), undefined, i % 2 ? 'old' : 'new'),
    frame(one, -12 + (i % 5), 'print', i % 2 ? 'old' : 'new'),
  ])

  test('are fitted to the camera, and so is the threshold', () => {
    const { shipped, fitted, threshold, leftOut } = fitIntake(shifted)
    expect(shipped.refused.value).toBeGreaterThan(0.5)
    expect(fitted.refused.value).toBeLessThanOrEqual(0.2)
    expect(fitted.accepted.print?.value).toBe(0)
    expect(threshold).toBeGreaterThan(0)
    expect(threshold).toBeLessThan(1)
    expect(Object.keys(leftOut).toSorted()).toEqual(['new', 'old'])
  })

  test('need living people and attacks in both halves', () => {
    expect(() => fitIntake(names.map((one) => frame(one, 5)))).toThrow(/no attacks/)
    expect(() => fitIntake([frame('an', 5), frame('an', -5, 'print')])).toThrow(/bring more/)
  })
})
