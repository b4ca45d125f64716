// Tests chips over HTTP: whom they are signed by, whether they are copies, what they say, and that nothing broken is kept.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ChipBreak } from '../../specimens/chips/breaks.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { agreedAnswer } from '../../specimens/kit/trust/chip-trust.ts'
import { chipCaller, dataOf, outcomeOf, trustState } from '../kit/chip-caller.ts'
import { storedDocuments } from '../kit/document-caller.ts'
import { expectRefusal } from './expecting.ts'

/** Its keys are made in no time, where those of RSA take a second each. */
const algorithm = 'p256-sha256'
let server: TestServer
let caller: ReturnType<typeof chipCaller>
let chip: SpecimenChip
beforeAll(async () => {
  server = await sharedServer()
  caller = chipCaller(server)
  chip = await makeChip({ kind: 'cccd-chip', seed: 302 })
  await trustState(server, chip.state)
})
afterAll(() => server.stop())

describe('a chip of a state that is trusted', () => {
  test('is answered with signer, anchor, fields, their files, and its portrait', async () => {
    const answer = await caller.send(chip, { active_authentication: await caller.answered(chip) })
    expect(answer.status, JSON.stringify(answer.body.errors)).toBe(200)
    expect(outcomeOf(answer)).toEqual([200, 'trusted', 'genuine'])
    const data = dataOf(answer)
    expect(data).toMatchObject({
      id: chip.holder.person.number,
      document: 'CHIP ID',
      document_version: 'cccd-chip',
      country: 'VNM',
    })
    expect(data.data_group).toMatchObject({ id: 'dg13', name: 'dg13', country: 'dg1' })
    expect(data.source).toMatchObject({ id: ['chip'], country: ['chip'] })
    expect(String(data.father_name)).not.toBe('')
    expect(answer.body).toMatchObject({
      document_type: 'chip-document',
      process_status: 'processed',
      authenticity_text: expect.stringContaining('signed the chip'),
      signer: { country: 'VN', serial_number: '1001' },
      anchor: { country: 'VN', subject: expect.stringContaining('CSCA') },
      warning_code: [],
    })
    expect(answer.body.linked_file_ids).toHaveLength(2)
    const { content, format } = answer.body.portrait as { content: string; format: string }
    expect(format).toBe('jpeg2000')
    expect(Buffer.from(content, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    const groups = answer.body.data_groups as { name: string; signed: boolean }[]
    expect(
      groups
        .filter(({ signed }) => !signed)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['com', 'sod'])
    const checks = answer.body.checks as { name: string; outcome: string }[]
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })

  test('without a response it may come from anywhere, and that is no warning', async () => {
    const answer = await caller.send(chip)
    expect(outcomeOf(answer)).toEqual([200, 'trusted', 'not-asked'])
    expect(answer.body.warning_code).toEqual([])
  })

  test.each(['can-cuoc', 'passport'] as const)('%s is read as what it is', async (kind) => {
    const other = await makeChip({ kind, seed: 12, algorithm })
    const answer = await caller.send(other)
    expect(outcomeOf(answer).slice(0, 2)).toEqual([200, 'unknown-anchor'])
    expect(dataOf(answer).document).toBe(kind === 'passport' ? 'PASSPORT' : 'CC')
  })
})

describe('a chip that is not proven is kept with a warning, and never called trusted', () => {
  test.each<[ChipBreak, number, string, string]>([
    ['state-forged', 121, 'unknown-anchor', 'genuine'],
    ['signer-revoked', 122, 'revoked', 'genuine'],
    ['signer-expired', 123, 'expired', 'genuine'],
    ['zone-other', 127, 'trusted', 'genuine'],
  ])('%s', async (breaks, warning, authenticity, copy) => {
    const odd = await makeChip({ kind: 'cccd-chip', seed: 21, breaks, algorithm })
    const trusted = await trustState(server, odd.state)
    // All specimens are of states of one name, and what one of them revokes would be revoked for all.
    onTestFinished(() => trusted.forget())
    const before = await storedDocuments(server)
    const answer = await caller.send(odd, { active_authentication: await caller.answered(odd) })
    expect(outcomeOf(answer)).toEqual([200, authenticity, copy])
    expect(answer.body.warning_code).toEqual([warning])
    expect((await storedDocuments(server)).documents).toBe(before.documents + 1)
  })
})

describe('a copy of a chip', () => {
  test('never answers 200: it is kept, fails, and belongs to no document', async () => {
    const copied = await makeChip({ kind: 'cccd-chip', seed: 21, breaks: 'chip-copied', algorithm })
    const trusted = await trustState(server, copied.state)
    onTestFinished(() => trusted.forget())
    const before = await storedDocuments(server)
    const answer = await caller.send(copied, { active_authentication: await caller.answered(copied) })
    expect(outcomeOf(answer)).toEqual([124, 'trusted', 'copy'])
    expect(answer.body).toMatchObject({
      message: 'Chip Is A Copy',
      process_status: 'failed',
      warning_code: [124],
    })
    expect((await storedDocuments(server)).documents).toBe(before.documents + 1)
    expect((await caller.evidence(answer.body.id)).body.evidence).toMatchObject({ copy: 'copy' })
  })
})

describe('a session in which the chip agrees on keys with the server', () => {
  /** Opens a session for the chip and lets the virtual card answer, under whatever channel. */
  const answered = async (one: SpecimenChip, as = caller) => {
    const { body } = await as.session(one)
    const { oid, key_id, public_key, command } = body.chip_authentication as Record<string, string>
    expect([oid, key_id]).toEqual(['0.4.0.127.0.7.2.2.3.2.2', null])
    const response = agreedAnswer(
      one,
      Buffer.from(public_key ?? '', 'base64'),
      Buffer.from(command ?? '', 'base64'),
    )
    return { session_id: body.session_id, chip_response: Buffer.from(response).toString('base64') }
  }

  test('proves it without DG15, once', async () => {
    const chip_session = await answered(chip)
    const { dg15, ...rest } = bodyOf(chip)
    expect(dg15).toBeDefined()
    const answer = await caller.post({ ...rest, chip_session })
    expect(outcomeOf(answer)).toEqual([200, 'trusted', 'genuine'])
    const { evidence } = (await caller.evidence(answer.body.id)).body
    expect(evidence).toMatchObject({ chip_authentication: { response: chip_session.chip_response } })
    const again = await caller.post({ ...rest, chip_session })
    expect([again.body.result_code, again.body.message]).toEqual([143, expect.stringMatching(/used before/)])
  })

  test('takes the answer to its challenge as well', async () => {
    const { body } = await caller.session(chip)
    const { challenge } = body.active_authentication as { challenge: string }
    const response = chip.answer(new Uint8Array(Buffer.from(challenge, 'base64')))
    const active_response = Buffer.from(response).toString('base64')
    const answer = await caller.send(chip, { chip_session: { session_id: body.session_id, active_response } })
    expect(outcomeOf(answer)).toEqual([200, 'trusted', 'genuine'])
  })

  test('is of one organisation, one session and one DG14', async () => {
    const other = chipCaller(server, await server.organisation('chip-sessions'))
    const theirs = await answered(chip, other)
    expect((await caller.send(chip, { chip_session: theirs })).body.result_code).toBe(143)
    expect((await other.send(chip, { chip_session: theirs })).body.copy).toBe('genuine')
    const [one, two] = [await answered(chip), await answered(chip)]
    const swapped = await caller.send(chip, { chip_session: { ...one, chip_response: two.chip_response } })
    expect(outcomeOf(swapped)).toEqual([124, 'trusted', 'copy'])
    // The session of an own chip, and the files of another.
    const own = await answered(await makeChip({ kind: 'cccd-chip', seed: 41, algorithm }))
    expect(outcomeOf(await caller.send(chip, { chip_session: own }))).toEqual([124, 'trusted', 'copy'])
    const dg14 = bodyOf(await makeChip({ kind: 'cccd-chip', seed: 41, algorithm })).dg14
    const changed = await caller.post({ ...bodyOf(chip), dg14, chip_session: await answered(chip) })
    expect(outcomeOf(changed).slice(0, 2)).toEqual([120, 'broken'])
  })

  test('has no keys to agree on without DG14, and refuses what is none', async () => {
    const { body } = await server.post('/chip-sessions', {})
    expect(body).toMatchObject({
      chip_authentication: null,
      active_authentication: { challenge: expect.any(String) },
    })
    expectRefusal(await server.post('/chip-sessions', { dg14: 'bwA=' }), 422, 'dg14')
    const chip_session = await answered(chip)
    const { dg14, ...rest } = bodyOf(chip)
    expect(dg14).toBeDefined()
    expectRefusal(await caller.post({ ...rest, chip_session }), 422, 'dg14')
    const both = { chip_session: await answered(chip), active_authentication: await caller.answered(chip) }
    expectRefusal(await caller.send(chip, both), 400, 'chip_session')
  })
})

describe('what is broken is answered clearly, and nothing of it is kept', () => {
  test.each<ChipBreak>([
    'dg1-changed',
    'dg2-replaced',
    'dg15-replaced',
    'group-unsigned',
    'sod-other',
    'sod-signature',
    'signer-forged',
    'signer-country',
    'sod-cut',
    'sod-deep',
    'portrait-bomb',
  ])('%s', async (breaks) => {
    const broken = await makeChip({ kind: 'cccd-chip', seed: 31, breaks, algorithm })
    const trusted = await trustState(server, broken.state)
    onTestFinished(() => trusted.forget())
    const before = [await storedDocuments(server), server.filesOnDisk()]
    const answer = await caller.send(broken)
    if (answer.status === 200) {
      expect(outcomeOf(answer).slice(0, 2)).toEqual([120, 'broken'])
      expect(answer.body).toMatchObject({ process_status: 'failed', linked_file_ids: [] })
      expect(answer.body.message).toMatch(/^Chip Broken: ./)
      expect(answer.body).not.toHaveProperty('recognized_data')
      expect(answer.body).not.toHaveProperty('portrait')
    } else expectRefusal(answer, 422, breaks.slice(0, 3) === 'sod' ? 'sod' : 'dg2')
    expect([await storedDocuments(server), server.filesOnDisk()]).toEqual(before)
  })
})

describe('challenges', () => {
  test('one is good for one judgement, also of many that are sent at once', async () => {
    const active_authentication = await caller.answered(chip)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => caller.send(chip, { active_authentication })),
    )
    const judged = answers.filter(({ body }) => body.result_code === 200)
    expect(judged.map(outcomeOf)).toEqual([[200, 'trusted', 'genuine']])
    for (const { body } of answers.filter((one) => !judged.includes(one))) {
      expect(body).toMatchObject({ result_code: 143, process_status: 'failed' })
      expect(body.message).toMatch(/it was used before/)
      expect(body).not.toHaveProperty('authenticity')
    }
  })

  test('of another organisation, unknown, or with a response to another one', async () => {
    const other = chipCaller(server, await server.organisation('chip-readers'))
    const theirs = await other.answered(chip)
    expect((await caller.send(chip, { active_authentication: theirs })).body.result_code).toBe(143)
    expect((await other.send(chip, { active_authentication: theirs })).body.copy).toBe('genuine')
    const [one, two] = [await caller.answered(chip), await caller.answered(chip)]
    const swapped = await caller.send(chip, { active_authentication: { ...one, response: two.response } })
    expect([...outcomeOf(swapped), swapped.body.warning_code]).toEqual([124, 'trusted', 'copy', [124]])
  })

  test('what was refused before it was judged leaves the challenge open', async () => {
    const active_authentication = await caller.answered(chip)
    const bad = await caller.post({ ...bodyOf(chip), dg1: '***', active_authentication })
    expect(bad.status).toBe(400)
    expect((await caller.send(chip, { active_authentication })).body.copy).toBe('genuine')
  })
})

describe('limits and nonsense', () => {
  test('a DG2 of 10 MB is refused by its name and limit', async () => {
    const dg2 = Buffer.alloc(10 * 1024 * 1024).toString('base64')
    const answer = await caller.post({ ...bodyOf(chip), dg2 })
    expectRefusal(answer, 413, 'dg2')
    expect(answer.body.message).toContain('1 MiB')
  })

  test.each([
    ['sod', 'aGVsbG8gd29ybGQ='],
    ['sod', 'dwA='],
    ['dg1', ''],
    ['active_authentication', 7],
  ])('%s as %j', async (field, value) => {
    const before = await storedDocuments(server)
    const answer = await caller.post({ ...bodyOf(chip), [field]: value })
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body.errors)).toContain(`"path":"${field}`)
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('without DG1 there is nothing to judge', async () => {
    const { dg1: _, ...rest } = bodyOf(chip)
    expectRefusal(await caller.post(rest), 400, 'dg1')
  })
})

describe('a chip that belongs to a document made of pictures', () => {
  const documentOf = async (seed: number) => {
    const { base64 } = await photoOf({ kind: 'cccd-chip', side: 'front', seed })
    const { body } = await server.post('/kyc-documents-sync', {
      attachment: { content: base64, name: 'a.jpg' },
    })
    return String(body.id)
  }

  test('wins, is named among the sources, and stays with the document', async () => {
    const document_id = await documentOf(302)
    const answer = await caller.send(chip, { document_id })
    expect(outcomeOf(answer)).toEqual([200, 'trusted', 'not-asked'])
    expect(answer.body).toMatchObject({ document_id, warning_code: [] })
    const { source } = dataOf(answer) as { source: Record<string, string[]> }
    expect(source.id?.[0]).toBe('chip')
    expect(source.id).toEqual(expect.arrayContaining(['ocr']))
    const names = (answer.body.checks as { name: string }[]).map(({ name }) => name)
    expect(names).toContain('chip-against-print')
    const { base64 } = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 302 })
    const later = await server.post(`/kyc-documents-sync/${document_id}`, { content: base64, name: 'b.jpg' })
    const merged = later.body.recognized_data as { source: Record<string, string[]>; warning_code: number[] }
    expect(merged.source.id?.[0]).toBe('chip')
    expect(merged.warning_code).toEqual([])
  })

  test('of another person is answered with 109 and 125', async () => {
    const answer = await caller.send(chip, { document_id: await documentOf(1302) })
    expect(answer.body.warning_code).toEqual([109, 125])
    expect(dataOf(answer).id).toBe(chip.holder.person.number)
  })

  test('an unknown document is 102, and the chip of a passport is of no card', async () => {
    const before = await storedDocuments(server)
    expect((await caller.send(chip, { document_id: 'nobody' })).body.result_code).toBe(102)
    const id = await documentOf(302)
    const passport = await makeChip({ kind: 'passport', seed: 11, algorithm })
    expect((await caller.send(passport, { document_id: id })).body.result_code).toBe(109)
    expect((await storedDocuments(server)).documents).toBe(before.documents + 1)
  })
})
