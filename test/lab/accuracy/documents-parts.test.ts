// Tests the parts of the evaluation on pages of a perfect reader: the figures follow the rules.
import { describe, expect, test } from 'vitest'
import { evaluateAddresses } from '../../../lab/accuracy/documents/addresses.ts'
import { evaluateIdentity } from '../../../lab/accuracy/documents/identity.ts'
import { perfectReader } from '../../../lab/accuracy/documents/perfect-pages.ts'
import { CARDS, casesOf, PASSPORTS } from '../../../lab/accuracy/documents/plan.ts'
import { openSession } from '../../../lab/accuracy/documents/session.ts'
import { evaluateSpeed } from '../../../lab/accuracy/documents/speed.ts'
import { evaluateWarnings } from '../../../lab/accuracy/documents/warnings.ts'
import { type Context, type Report, sampleOf } from '../../../lab/kit/report.ts'
import { isMet } from '../../../lab/kit/targets.ts'

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
