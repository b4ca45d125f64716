// Tests the parts of the evaluation on pages of a perfect reader: the figures follow the rules.
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { evaluateAddresses } from '../../accuracy/documents/addresses.ts'
import { evaluateIdentity } from '../../accuracy/documents/identity.ts'
import { perfectReader } from '../../accuracy/documents/perfect-pages.ts'
import { CARDS, casesOf, PASSPORTS, qrCases } from '../../accuracy/documents/plan.ts'
import { evaluateQr } from '../../accuracy/documents/qr.ts'
import { sceneOfCode } from '../../accuracy/documents/qr-scene.ts'
import type { Reader } from '../../accuracy/documents/reading.ts'
import { openSession } from '../../accuracy/documents/session.ts'
import { evaluateSpeed } from '../../accuracy/documents/speed.ts'
import { evaluateWarnings } from '../../accuracy/documents/warnings.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { isMet } from '../../kit/targets.ts'

const context = (limit: number): Context => ({
  data: '/nowhere',
  cache: '/nowhere',
  networksFolder: '/nowhere',
  out: '/nowhere',
  workers: 1,
  limit,
  wants: () => true,
  asked: () => false,
  sample: (items) => sampleOf(items, limit),
})

const short = ({ targets }: Report): string[] =>
  targets.filter((target) => !isMet(target)).map(({ name, value }) => `${name} ${value}`)

describe('identity documents', () => {
  test.each([
    ['cards', CARDS],
    ['passports', PASSPORTS],
  ] as const)('%s: a perfect reader is right in what is promised', async (name, kinds) => {
    const session = openSession(context(4), perfectReader)
    const report = await evaluateIdentity(session, name, kinds)
    expect(short(report)).toEqual([])
    expect(report.targets.length).toBeGreaterThan(kinds.length)
  })

  test('what is wrong is in the list of misses, once for each field', async () => {
    const session = openSession(context(2), perfectReader)
    const [answered] = await session.answers(session.context.sample(casesOf('cccd-12')))
    if (answered === undefined) throw new Error('nothing was answered')
    const truth = { ...answered.truth, id: '001090000001' }
    session.judge(answered, answered.whole, truth)
    session.judge(answered, answered.whole, truth)
    expect([...session.misses.values()].map(({ field, truth: meant }) => [field, meant])).toEqual([
      ['id', '001090000001'],
    ])
  })
})

test('addresses of one place agree however they are written, and others do not', async () => {
  const report = await evaluateAddresses(context(25))
  expect(short(report)).toEqual([])
  expect(report.targets.filter(({ good }) => good === 'at least')).toHaveLength(3)
})

test('warnings are raised by every broken rule and by no honest document', async () => {
  const report = await evaluateWarnings(openSession(context(1), perfectReader))
  expect(short(report)).toEqual([])
  const codes = report.targets.map(({ name }) => name)
  for (const code of [109, 110, 111, 112, 113, 115])
    expect(codes).toEqual(expect.arrayContaining([`documents_raised_${code}`, `documents_false_${code}`]))
})

test('the cost of a picture is what its worker said and what the answer took', async () => {
  const { targets } = await evaluateSpeed(openSession(context(1), perfectReader))
  expect(targets.map(({ name }) => name)).toEqual(['documents_card_seconds', 'documents_passport_seconds'])
  for (const { value } of targets) expect(value).toBeGreaterThanOrEqual(0.1)
})

describe('codes by pixels of a module', () => {
  /** Reads perfectly, but for a sign that is added to every code. */
  const wrong: Reader = {
    ...perfectReader,
    read: async (...given) =>
      (await perfectReader.read(...given)).map((read) => ({
        ...read,
        pictures: read.pictures.map((picture) => ({ ...picture, reading: misread(picture.reading) })),
      })),
  }
  const misread = (reading: Awaited<ReturnType<Reader['readBytes']>>[number]) =>
    'fault' in reading
      ? reading
      : {
          ...reading,
          pages: reading.pages.map((page) => ({
            ...page,
            codes: page.codes.map((code) => ({ ...code, text: `${code.text}0` })),
          })),
        }

  test('a perfect reader is right, and a wrong text is counted as wrong and not as read', async () => {
    expect(short(await evaluateQr(openSession(context(1), perfectReader)))).toEqual([])
    const report = await evaluateQr(openSession(context(1), wrong))
    expect(short(report)).toContain('qr-read-at-2px 0')
    expect(short(report)).toContain('qr-wrong 6')
  })

  test('the camera is as far away as the pixels of a module ask for, and shows the card itself', () => {
    const [front] = specimen({ kind: 'cccd-chip', seed: 3 }).sheets
    if (front === undefined) throw new Error('the specimen has no front')
    const planned = {
      ...sceneOf('photo', 3),
      photocopy: { contrast: 2, speckle: 0, streaks: 0, marginMm: 9 },
    }
    const [far, near] = [2, 4].map((pixels) => sceneOfCode(planned, front, pixels))
    expect((near?.frame.longSide ?? 0) / (far?.frame.longSide ?? 1)).toBeCloseTo(2, 1)
    expect(far).not.toHaveProperty('photocopy')
    expect(qrCases(2).map(({ shots }) => shots.map(({ side }) => side))).toContainEqual(['front'])
  })
})
