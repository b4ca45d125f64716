// Tests forged documents over HTTP: a changed print, another person's code or zone, and one side sent for both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facts } from '../../specimens/documents/facts/facts.ts'
import { type Forgery, forged } from '../../specimens/documents/facts/forgeries.ts'
import { type DocumentPhoto, photoOf, withPasted } from '../../specimens/kit/photographs/document-photos.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { documentCaller, failedIn, recognized } from '../kit/document-caller.ts'

const SEED = 302
const CODE_NOT_PRINT = 'Code not match print'
let server: TestServer
let caller: ReturnType<typeof documentCaller>
let front: DocumentPhoto
beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
  front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: SEED })
})
afterAll(() => server.stop())

const reliabilityOf = (data: Record<string, unknown>) => Number(JSON.parse(String(data.reliability))[0])
const identityOf = ({ id, name, birthday, sex }: Record<string, unknown>) => ({ id, name, birthday, sex })
const printedOn = ({
  id = '',
  name = '',
  birthday = '',
  sex = '',
}: DocumentPhoto['fields'][number] = {}) => ({
  ...{ id, name, birthday, sex },
})

describe('a chip card', () => {
  test.each<[Forgery]>([['name'], ['qr']])(
    'that was forged in its %s warns, and the record is wholly of its print',
    async (forgery) => {
      const card = await photoOf({ kind: 'cccd-chip', seed: SEED, forgery })
      const [honest, answer] = [await caller.create(front.base64), await caller.create(card.base64)]
      const data = recognized(answer)
      expect([data.result_code, data.warning, data.warning_code]).toEqual([200, [CODE_NOT_PRINT], [196]])
      expect(failedIn(answer)).toEqual(expect.arrayContaining(['qr-against-print name', 'one-identity']))
      expect(identityOf(data)).toEqual(printedOn(card.fields[0]))
      expect(Object.values(data.source as Record<string, string[]>).flat()).not.toContain('qr')
      expect(reliabilityOf(data)).toBeLessThan(0.5 * reliabilityOf(recognized(honest)))
      expect(recognized(honest).warning_code).toEqual([])
    },
    120_000,
  )

  test('whose name was changed is recognised by code and zone', async () => {
    const card = await photoOf({ kind: 'cccd-chip', seed: SEED, forgery: 'name' })
    const back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: SEED })
    const data = recognized(await caller.sides(card.base64, back.base64))
    expect(data.warning_code).toContain(196)
    expect(identityOf(data)).toEqual(printedOn(front.fields[0]))
  })

  test('whose front is sent as its back too is reported', async () => {
    const answer = await caller.sides(front.base64, front.base64)
    expect(recognized(answer)).toMatchObject({
      id_type: '0',
      warning_code: [198],
      warning: ['Same side twice'],
    })
    expect(failedIn(answer)).toContain('same-side-twice')
  })
})

describe('a photograph into which something was pasted', () => {
  const PORTRAIT = { warning: ['Portrait not in place'], warning_code: [199] }
  const PRINT = { warning: ['Print not in place'], warning_code: [190] }
  test.each([
    ['portrait', 'portrait-in-place', PORTRAIT],
    ['name', 'print-in-place', { warning: expect.arrayContaining(PRINT.warning) }],
    // It says what the old one said: nothing else tells it.
    ['code', 'code-photographed', { warning: [], warning_code: [] }],
  ] as const)('is told by its %s, and not as it was taken', async (what, check, told) => {
    const card = await photoOf({ kind: 'cccd-chip', side: 'front', seed: SEED }, 'clean', {
      jpeg: { quality: 75 },
    })
    const [honest, answer] = [
      await caller.create(card.base64),
      await caller.create(await withPasted(card, what)),
    ]
    expect(recognized(honest).warning_code).toEqual([])
    expect(recognized(answer)).toMatchObject(told)
    const notPassed = (checks: unknown) =>
      (checks as { name: string; outcome: string }[])
        .filter(({ outcome }) => outcome !== 'passed')
        .map(({ name }) => name)
    expect(notPassed(recognized(answer).checks)).toContain(check)
    expect(notPassed(recognized(honest).checks)).not.toContain(check)
    expect(reliabilityOf(recognized(answer))).toBeLessThan(0.55 * reliabilityOf(recognized(honest)))
  })
})

test('a card of 2024 with another code on its back warns without its front', async () => {
  const back = await photoOf({ kind: 'can-cuoc', side: 'back', seed: SEED, forgery: 'qr' })
  const data = recognized(await caller.create(back.base64))
  const other = forged(facts('can-cuoc', SEED), 'qr')
  const code = other.kind === 'can-cuoc' ? other.back.qr.split('|') : []
  expect(data.warning_code).toEqual([196])
  // Whichever source is used, it is used alone.
  const isCode = data.id === code[0]
  expect(data.name === code[2]?.toLocaleUpperCase('vi')).toBe(isCode)
})

test('a passport with the zone of another warns, and is wholly of its print', async () => {
  const page = await photoOf({ kind: 'passport-new', seed: SEED, forgery: 'mrz' })
  const answer = await caller.create(page.base64)
  const data = recognized(answer)
  expect(data.warning_code).toContain(196)
  expect(data).toMatchObject({ name: page.fields[0]?.name, birthday: page.fields[0]?.birthday })
  expect(Object.values(data.source as Record<string, string[]>).flat()).not.toContain('mrz')
})
