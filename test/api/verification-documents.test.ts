// Tests documents that persons send for their verification: sides, kinds, attempts, retakes, and what the last one leads to.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { base64, faceOf, him, jpegOf } from '../../specimens/kit/photographs/face-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { askOfCard } from '../../src/faces/portrait.ts'
import { cosine } from '../../src/gallery/cosine.ts'
import { observeImage } from '../../src/vision/observe.ts'
import { enter, newVisit, type PersonCall, policyWith, sessionIn } from '../kit/visits.ts'

let server: TestServer
let front: DocumentPhoto
let back: DocumentPhoto
let blank: string
beforeAll(async () => {
  server = await sharedServer()
  front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: 302 })
  back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 302 })
  blank = photo(1).toString('base64')
})
afterAll(() => server.stop())

const liveness = { families: ['nose'], min_strength: 'standard', attempts: 2 } as const
const asking = (kinds: readonly string[], attempts = 2) =>
  policyWith({ document: { kinds, both_sides: true, attempts }, liveness })

async function visit(policy = asking(['cccd-chip'])) {
  const made = await newVisit(server, policy)
  return { ...made, ...(await enter(server, made.link)) }
}
const create = (call: PersonCall, content: string) =>
  call('POST', '/kyc-documents-sync', { attachment: { content } })
const codeOf = ({ body }: Answered) =>
  (body.recognized_data as { result_code?: number } | undefined)?.result_code ?? body.result_code
const documentStep = async (call: PersonCall) =>
  sessionIn(await call('GET', '/verification-session')).steps.find(({ step }) => step === 'document')
const rows = (sql: string, id: string) => server.server.runtime.store.database.query(sql, [id])

describe('the document of a person', () => {
  test('is done with both sides, filed under the verification, and shown to be confirmed', async () => {
    const { call, id } = await visit()
    const first = await create(call, front.base64)
    expect(codeOf(first)).toBe(200)
    expect(first.body.recognized_data).toMatchObject({ ...front.fields[0] })
    for (const hidden of ['checks', 'reliability'])
      expect(first.body.recognized_data).not.toHaveProperty(hidden)
    expect(await documentStep(call)).toMatchObject({ state: 'open', attempts_left: 2 })
    expect(sessionIn(await call('GET', '/verification-session')).document).toMatchObject({
      ...{ id: first.body.id, kind: 'cccd-chip', sides: ['front'] },
    })
    const second = await call('POST', `/kyc-documents-sync/${first.body.id}`, { content: back.base64 })
    expect(codeOf(second)).toBe(200)
    expect(await documentStep(call)).toMatchObject({ state: 'passed', attempts_left: 0 })
    const { document } = sessionIn(await call('GET', '/verification-session'))
    expect(document).toMatchObject({ sides: ['front', 'back'], read: { id: front.fields[0]?.id } })
    expect(
      await rows(
        'SELECT external_person_id AS p, consent_reference AS c FROM documents WHERE verification_id = $1',
        id,
      ),
    ).toEqual([{ p: 'anna', c: 'contract 7' }])
    const again = await create(call, front.base64)
    expect([again.status, again.body.message]).toEqual([409, 'Step Not Open: document is finished'])
    const types = await rows(
      'SELECT type FROM verification_events WHERE verification_id = $1 ORDER BY sequence',
      id,
    )
    expect(types.map(({ type }) => type)).toEqual(['verification.started', 'verification.step_passed'])
  })

  test('tells what opens its chip to its person, while the chip can be read and no longer', async () => {
    const chip = { mode: 'preferred', copy_proof: 'preferred', attempts: 1 } as const
    const document = { kinds: ['cccd-chip'], both_sides: false, attempts: 1 }
    const { call } = await visit(policyWith({ document, chip, liveness }))
    await create(call, front.base64)
    const chipOf = (answer: Answered) => (sessionIn(answer).document as { chip?: object }).chip
    expect(chipOf(await call('GET', '/verification-session'))).toEqual({
      files: ['dg1', 'dg2', 'dg14', 'dg15', 'sod', 'com', 'dg13'],
      key: {
        document_number: front.fields[0]?.id?.slice(-9),
        date_of_birth: expect.stringMatching(/^\d{6}$/),
        date_of_expiry: expect.stringMatching(/^\d{6}$/),
      },
    })
    const skipped = await call('POST', '/verification-session/skip', { step: 'chip' })
    expect(sessionIn(skipped).document).toMatchObject({ kind: 'cccd-chip' })
    expect(chipOf(skipped)).toBeUndefined()
  })

  test('may be taken again: the newer one counts, and the older takes no more pictures', async () => {
    const { call } = await visit()
    const first = await create(call, front.base64)
    const second = await create(call, front.base64)
    const late = await call('POST', `/kyc-documents-sync/${first.body.id}`, { content: back.base64 })
    expect(late.body.message).toBe('Step Not Open: another attempt at document took the place of this one')
    expect(
      codeOf(await call('POST', `/kyc-documents-sync/${second.body.id}`, { content: back.base64 })),
    ).toBe(200)
    expect((await documentStep(call))?.state).toBe('passed')
  })

  test('both sides at once, sent twice at the same moment, pass once', async () => {
    const { call, id } = await visit()
    const send = () => call('POST', '/kyc-documents-sides', { image1: front.base64, image2: back.base64 })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect((await documentStep(call))?.state).toBe('passed')
    const passed = await rows(
      "SELECT id FROM verification_attempts WHERE verification_id = $1 AND outcome = 'passed'",
      id,
    )
    expect(passed).toHaveLength(1)
    const events = await rows(
      "SELECT id FROM verification_events WHERE verification_id = $1 AND type = 'verification.step_passed'",
      id,
    )
    expect(events).toHaveLength(1)
  })

  test('pictures without one use up the attempts, and the last ends the journey', async () => {
    const { call, id } = await visit()
    expect(codeOf(await create(call, blank))).toBe(101)
    expect(await documentStep(call)).toMatchObject({ state: 'open', attempts_left: 1 })
    const first = await create(call, front.base64)
    const failed = await call('POST', `/kyc-documents-sync/${first.body.id}`, { content: blank })
    expect(codeOf(failed)).toBe(101)
    expect(await documentStep(call)).toMatchObject({ state: 'failed', attempts_left: 0 })
    const types = await rows(
      'SELECT type FROM verification_events WHERE verification_id = $1 ORDER BY sequence',
      id,
    )
    expect(types.map(({ type }) => type).slice(0, 4)).toEqual([
      'verification.started',
      'verification.step_failed',
      'verification.step_failed',
      'verification.processing',
    ])
    expect((await create(call, front.base64)).status).toBe(409)
  })

  test('of a kind that is not taken is a failed attempt', async () => {
    const { call } = await visit(asking(['passport'], 3))
    expect(codeOf(await create(call, front.base64))).toBe(200)
    expect(await documentStep(call)).toMatchObject({ state: 'open', attempts_left: 2 })
    expect(sessionIn(await call('GET', '/verification-session')).document).toBeUndefined()
  })

  test('shows its own portrait, though the larger face of the person who holds it is in the picture', async () => {
    const { call, id } = await visit(
      policyWith({ document: { kinds: ['cccd-chip'], both_sides: false, attempts: 2 }, liveness }),
    )
    const card = await sharp(front.bytes).autoOrient().toBuffer({ resolveWithObject: true })
    const { width, height } = card.info
    const person = await jpegOf((await faceOf(him)).resize(height, height))
    const picture = await sharp({
      create: { width: width + height, height, channels: 3, background: '#5b5248' },
    })
      .composite([
        { input: card.data, left: 0, top: 0 },
        { input: person, left: width, top: 0 },
      ])
      .jpeg()
      .toBuffer()
    expect(codeOf(await create(call, base64(picture)))).toBe(200)
    const { name, password } = server.credentials
    const answer = await fetch(`${server.url}/verifications/${id}/pictures/portrait`, {
      headers: { authorization: `Basic ${base64(Buffer.from(`${name}:${password}`))}` },
    })
    const portrait = new Uint8Array(await answer.arrayBuffer())
    const networks = await openTestNetworks()
    const vectorOf = async (bytes: Uint8Array) => {
      const seen = await observeImage(networks, bytes, 50, askOfCard)
      return 'fault' in seen ? undefined : seen.faces[0]?.vector
    }
    const [shown, printed, holder] = [portrait, front.bytes, person].map(vectorOf)
    const likeness = async (other: typeof shown) =>
      cosine((await shown) ?? new Float32Array(), (await other) ?? new Float32Array())
    expect(await likeness(printed)).toBeGreaterThan(0.8)
    expect(await likeness(holder)).toBeLessThan(0.4)
  })

  test('of another verification takes no picture, and the own is not touched', async () => {
    const [mine, theirs] = [await visit(), await visit()]
    const { body } = await create(theirs.call, front.base64)
    await create(mine.call, front.base64)
    expect(codeOf(await mine.call('POST', `/kyc-documents-sync/${body.id}`, { content: back.base64 }))).toBe(
      102,
    )
    expect((await documentStep(theirs.call))?.state).toBe('open')
    const own = await rows('SELECT images FROM documents WHERE id = $1', String(body.id))
    expect(own).toEqual([{ images: 1 }])
  })
})
