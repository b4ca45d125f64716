// Tests both sides of a card in one call and in one picture: every case of the specification's table.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentPhoto, photoOf, stacked } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { documentCaller, failedIn, filesOf, recognized, storedDocuments } from '../kit/document-caller.ts'
import { expectRefusal } from './expecting.ts'

const SEED = 302
let server: TestServer
let caller: ReturnType<typeof documentCaller>
let front: DocumentPhoto
let back: DocumentPhoto

beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
  front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: SEED })
  back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: SEED })
})
afterAll(() => server.stop())

describe('two images at once', () => {
  test('are one document, in either order, with the outcome beside recognized_data', async () => {
    for (const [one, other] of [
      [front, back],
      [back, front],
    ] as const) {
      const answer = await caller.sides(one.base64, other.base64)
      expect([answer.status, answer.body.result_code, answer.body.message]).toEqual([200, 200, 'Success'])
      expect(answer.body).toMatchObject({ document_type: 'identity-proof', process_status: 'processed' })
      expect(filesOf(answer)).toHaveLength(2)
      expect(recognized(answer)).toMatchObject({
        ...front.fields[0],
        country: 'VNM',
        id_type: '0',
        warning_code: [],
      })
      expect(recognized(answer)).not.toHaveProperty('result_code')
    }
    expect(await storedDocuments(server)).toEqual({ documents: 2, images: 4, files: 4 })
  })

  test('belong to the person that they were given for', async () => {
    const whose = { external_person_id: 'anna', consent_reference: 'contract 7' }
    const sent = { image1: front.base64, image2: back.base64, ...whose }
    expect((await server.post('/kyc-documents-sides', sent)).body.result_code).toBe(200)
    const { body } = await server.post('/persons/export', { external_person_id: 'anna' })
    expect(body.documents).toMatchObject([{ consent_reference: 'contract 7' }])
    const kept = (body.pictures as { content: string }[]).map(({ content }) => content)
    expect(kept.toSorted()).toEqual([front.base64, back.base64].toSorted())
  })

  test('make a document to which more can be attached', async () => {
    const { body } = await caller.sides(front.base64, back.base64)
    expect(filesOf(await caller.attach(String(body.id), front.base64))).toHaveLength(3)
  })

  test('of different document types are 109, MULTIPLE and UNIDENTIFIED', async () => {
    const other = await photoOf({ kind: 'can-cuoc', side: 'back', seed: SEED })
    const before = await storedDocuments(server)
    const answer = await caller.sides(front.base64, other.base64)
    expect([answer.status, answer.body.result_code]).toEqual([200, 109])
    expect(answer.body).toMatchObject({
      message: 'Too Many Document Type Exists',
      linked_file_ids: [],
      process_status: 'failed',
    })
    expect(recognized(answer)).toMatchObject({
      document: 'MULTIPLE',
      id_type: 'UNIDENTIFIED',
      id: '',
      idconf: '[]',
      warning: ['Information was not on the same card'],
      warning_code: [109],
    })
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('of two people are 200 with 113', async () => {
    const others = await photoOf({ kind: 'cccd-chip', side: 'back', seed: SEED, breaks: 'two-people' })
    const answer = await caller.sides(front.base64, others.base64)
    expect(answer.body.result_code).toBe(200)
    const data = recognized(answer)
    expect(data.warning_code).toEqual([109, 113])
    expect(data.warning).toEqual(['Information was not on the same card', 'ID front-back not match'])
    expect(data).toMatchObject({ id: front.fields[0]?.id, name: front.fields[0]?.name })
    expect(failedIn(answer)).toContain('front-against-back id')
  })

  test('of which one shows nothing are 101, and the checks say which', async () => {
    const before = await storedDocuments(server)
    const answer = await caller.sides(front.base64, photo(2).toString('base64'))
    expect(answer.body).toMatchObject({
      result_code: 101,
      message: 'Document not found: image2: no document in the picture',
      process_status: 'failed',
      linked_file_ids: [],
    })
    const { id, name } = front.fields[0] ?? {}
    expect(recognized(answer)).toMatchObject({ detected: 'nothing', document: 'CHIP ID', id, name })
    expect(recognized(answer)).not.toHaveProperty('detected_document')
    expect(failedIn(answer)).toEqual(['image2-documents-found'])
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('of a driver licence or a passport are 101, and name it', async () => {
    const before = await storedDocuments(server)
    const licence = await photoOf({ kind: 'licence-pet', seed: 302 })
    const passport = await photoOf({ kind: 'passport-old', seed: 307 })
    const beside = await caller.sides(licence.base64, back.base64)
    expect(beside.body).toMatchObject({
      result_code: 101,
      message: 'Document not found: image1: a document of another kind: DRIVER LICENCE',
    })
    expect(recognized(beside)).toMatchObject({
      detected: 'another-document',
      detected_document: 'DRIVER LICENCE',
    })
    const twice = await caller.sides(passport.base64, passport.base64)
    expect(twice.body).toMatchObject({
      result_code: 101,
      message: 'Document not found: a document of another kind: PASSPORT',
    })
    expect(recognized(twice)).toMatchObject({ detected_document: 'PASSPORT', id: '' })
    expect(await storedDocuments(server)).toEqual(before)
  })

  test.each([
    ['image1', { image2: 'aGVsbG8=' }],
    ['image2', { image1: 'aGVsbG8=', name1: 'a' }],
    ['image2', { image1: 'aGVsbG8=', image3: 'aGVsbG8=' }],
    ['name1', { image1: 'aGVsbG8=', image2: 'aGVsbG8=', name1: 7 }],
  ])('%s is refused by name where it is wrong', async (field, body) => {
    expectRefusal(await server.post('/kyc-documents-sides', body), 400, field)
  })

  test('that cannot be read are refused by name', async () => {
    const text = Buffer.from('no image at all').toString('base64')
    expectRefusal(await caller.sides(front.base64, text), 422, 'image2')
  })
})

describe('one picture', () => {
  test('of front and back is one document', async () => {
    const answer = await caller.create(await stacked(front, back))
    expect(filesOf(answer)).toHaveLength(1)
    expect(recognized(answer)).toMatchObject({
      ...front.fields[0],
      issue_date: back.fields[0]?.issue_date,
      country: 'VNM',
      result_code: 200,
      warning_code: [],
    })
  })

  test('of two document types is 109, and of two people refused; neither is kept', async () => {
    const before = await storedDocuments(server)
    const old = await photoOf({ kind: 'cmnd-9', seed: SEED })
    const answer = await caller.create(await stacked(front, old))
    expect(answer.body).toMatchObject({ linked_file_ids: [], process_status: 'failed' })
    expect(recognized(answer)).toMatchObject({ result_code: 109, document: 'MULTIPLE', id: '', name: '' })
    const otherCard = await photoOf({ kind: 'cccd-chip', seed: SEED + 1000 })
    expectRefusal(await caller.create(await stacked(front, otherCard)), 422, 'attachment.content')
    expect(await storedDocuments(server)).toEqual(before)
  })
})
