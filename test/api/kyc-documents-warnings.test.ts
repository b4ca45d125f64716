// Tests warnings, reliability and checks over HTTP with specimens that break one rule each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photocopyOf } from '../../specimens/camera/mishaps.ts'
import type { BreakName } from '../../specimens/documents/facts/record.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { seededDice } from '../../specimens/person/dice.ts'
import { documentCaller, failedIn, recognized } from '../kit/document-caller.ts'

let server: TestServer
let caller: ReturnType<typeof documentCaller>
beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
})
afterAll(() => server.stop())

const reliabilityOf = (data: Record<string, unknown>) => JSON.parse(String(data.reliability)) as number[]

test.each<[BreakName, number, string, string]>([
  ['sex-digit', 110, 'Sex code not match', 'number-sex sex'],
  ['province', 111, 'Province code not match', 'number-province id'],
  ['birth-year', 112, 'Year of birth code not match', 'number-birth-year birthday'],
])(
  'a card that breaks %s is %i',
  async (breaks, code, text, check) => {
    const { base64 } = await photoOf({ kind: 'cccd-12', seed: 303, breaks })
    const answer = await caller.create(base64)
    const data = recognized(answer)
    expect([data.result_code, data.warning_code, data.warning]).toEqual([200, [code], [text]])
    expect(failedIn(answer)).toContain(check)
  },
  60_000,
)

describe('the same card in order', () => {
  test('has no warning, and is as reliable as a good picture of it', async () => {
    const { base64, fields } = await photoOf({ kind: 'cccd-12', seed: 303 })
    const data = recognized(await caller.create(base64))
    expect(data).toMatchObject({ ...fields[0], warning: [], warning_code: [] })
    expect(reliabilityOf(data)).toHaveLength(1)
    expect(reliabilityOf(data)[0]).toBeGreaterThan(0.5)
  })

  test('in the dark is 115', async () => {
    const { base64 } = await photoOf({ kind: 'cccd-12', seed: 303 }, 'clean', { light: { level: 0.04 } })
    const answer = await caller.create(base64)
    const data = recognized(answer)
    expect([data.result_code, data.warning_code, data.warning]).toEqual([
      200,
      [115],
      ['Image does not reach requirements'],
    ])
    expect(failedIn(answer)).toContain('darkness')
  })

  test('as a photocopy is -1', async () => {
    const { base64 } = await photoOf({ kind: 'cccd-12', seed: 303 }, 'clean', {
      photocopy: photocopyOf(seededDice(1, 2)),
    })
    const answer = await caller.create(base64)
    expect(reliabilityOf(recognized(answer))).toEqual([expect.any(Number), -1])
    expect(failedIn(answer)).toContain('photocopy')
  })
})

test('a number that differs in the QR code is reported with both numbers', async () => {
  const { base64, fields } = await photoOf({ kind: 'cccd-chip', seed: 304, breaks: 'qr-mismatch' })
  const answer = await caller.create(base64)
  expect(failedIn(answer)).toContain('qr-against-print id')
  const check = recognized(answer).checks.find(
    ({ name, field }) => name === 'qr-against-print' && field === 'id',
  )
  expect(check).toMatchObject({ values: { ocr: fields[0]?.id, qr: expect.stringMatching(/^\d{12}$/) } })
  expect(recognized(answer).warning_code).toEqual([196])
})

test('a CMND has ended, whatever is printed on it', async () => {
  const { base64, fields } = await photoOf({ kind: 'cmnd-9', seed: 305 })
  const answer = await caller.create(base64)
  expect(recognized(answer)).toMatchObject({ document: 'CMND', id: fields[0]?.id, warning_code: [] })
  expect(failedIn(answer)).toContain('days-until-cmnd-ended')
})
