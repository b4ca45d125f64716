// Tests driving licences over HTTP: every form and side, missing fields, other documents, and what is stored.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrueDocument } from '../../specimens/camera/scene.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import { documentCaller, failedIn, filesOf, recognized, storedDocuments } from '../kit/document-caller.ts'
import { drawnIn, standsOn } from '../kit/served-places.ts'
import { expectRefusal } from './expecting.ts'

const PATH = '/driver-license-reader'
/** The card lies upright in the middle, so that its lines can be covered. */
const LYING = {
  ...{ tiltDegrees: 0, turnDegrees: 0, rollDegrees: 0, quarterTurns: 0 },
  ...{ fill: 0.9, x: 0, y: 0, focal: 12 },
}
let server: TestServer
let front: DocumentPhoto
let back: DocumentPhoto

const read = (base64: string): Promise<Answered> =>
  server.post(PATH, { content: base64, name: 'licence.jpg' })
const readBytes = (bytes: Uint8Array): Promise<Answered> => read(Buffer.from(bytes).toString('base64'))

beforeAll(async () => {
  server = await sharedServer()
  front = await photoOf({ kind: 'licence-pet', seed: 302 }, 'clean', { pose: LYING, orientation: 1 })
  back = await photoOf({ kind: 'licence-pet', side: 'back', seed: 302 })
})
afterAll(() => server.stop())

describe('a front', () => {
  test('has all that is printed on it, its outcome beside recognized_data', async () => {
    const answer = await read(front.base64)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'id',
      'linked_file_ids',
      'message',
      'recognized_data',
      'result_code',
    ])
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      linked_file_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
      message: 'Success',
      result_code: 200,
    })
    const data = recognized(answer)
    const { places, pages } = drawnIn(answer)
    expect(pages).toMatchObject([{ file_id: filesOf(answer)[0], document: 'GPLX PET', id_type: '0' }])
    for (const field of ['id', 'name'])
      expect(
        standsOn(front.documents[0] as TrueDocument, String(data[field]), places[field]?.[0]),
        field,
      ).toBe(true)
    expect(data).toMatchObject({
      ...front.fields[0],
      seri_id: '',
      seri_id_conf: '[]',
      back_side_info: [],
      document: 'GPLX PET',
      document_version: 'licence-pet',
      id_type: '0',
    })
    for (const conf of [
      'addressconf',
      'birthdayconf',
      'class_type_conf',
      'documentconf',
      'expiryconf',
      'idconf',
      'issue_date_conf',
      'issue_place_conf',
      'nameconf',
      'nationalityconf',
      'reliability',
    ])
      expect(data[conf], conf).toMatch(/^\[-?\d\.\d+(, -?\d\.\d+)*\]$/)
    expect(data.server_tag).toMatch(/^selfsame-\S+ text-reader-\S+$/)
    expect(failedIn(answer).filter((name) => !name.startsWith('days-until'))).toEqual([])
  })

  test.each([
    ['licence-2025', 304, 'GPLX PET'],
    ['licence-paper', 308, 'GPLX'],
  ] as const)('of %s is read as well', async (kind, seed, document) => {
    const taken = await photoOf({ kind, seed }, 'photo')
    const answer = await read(taken.base64)
    expect(answer.body.result_code).toBe(200)
    const data = recognized(answer)
    expect(data).toMatchObject({ ...taken.fields[0], document, document_version: kind, id_type: '0' })
    if (kind === 'licence-paper') expect(data.expiry).toBe('Không thời hạn')
  })
})

/** Collects fields such as `back_side_info.0.class_name` into rows. */
function rowsOf({ fields: [its = {}] }: DocumentPhoto): object[] {
  const count = Object.keys(its).filter((name) => name.endsWith('class_name')).length
  return Array.from({ length: count }, (_, i) => ({
    class_name: its[`back_side_info.${i}.class_name`],
    class_date: its[`back_side_info.${i}.class_date`],
    class_conf: expect.stringMatching(/^[01]\.\d+$/),
  }))
}

describe('a back', () => {
  test('has its serial number and a row for each class', async () => {
    const answer = await read(back.base64)
    expect([answer.body.result_code, filesOf(answer).length]).toEqual([200, 1])
    expect(rowsOf(back)).toHaveLength(2)
    expect(recognized(answer)).toMatchObject({
      seri_id: back.fields[0]?.seri_id,
      back_side_info: rowsOf(back),
      document: 'GPLX PET',
      id_type: '1',
      id: '',
      idconf: '[]',
    })
  })

  test.each([
    ['licence-2025', 306],
    ['licence-paper', 304],
  ] as const)('of %s, with classes of one letter, is read as well', async (kind, seed) => {
    const taken = await photoOf({ kind, side: 'back', seed }, 'photo')
    const data = recognized(await read(taken.base64))
    expect(data).toMatchObject({
      seri_id: taken.fields[0]?.seri_id,
      back_side_info: rowsOf(taken),
      document_version: kind,
      id_type: '1',
    })
    if (kind === 'licence-2025')
      expect(data).toMatchObject({ class_type: 'A', id: expect.stringMatching(/^\d{12}$/) })
  })
})

/** Draws a strip over the line of a field. */
async function covered({ bytes, documents: [its] }: DocumentPhoto, ...fields: string[]): Promise<Buffer> {
  const strips = (its?.lines ?? [])
    .filter(({ field }) => fields.includes(field ?? ''))
    .map(({ quad }) => {
      const { x, y, width, height } = boundingBox(quad)
      const size = { width: Math.round(width + height), height: Math.round(1.5 * height) }
      return {
        input: { create: { ...size, channels: 3 as const, background: '#c6c6c6' } },
        left: Math.round(x - height / 2),
        top: Math.round(y - height / 4),
      }
    })
  expect(strips.length).toBeGreaterThan(0)
  return sharp(bytes).composite(strips).jpeg().toBuffer()
}

describe('a licence with a missing field', () => {
  test.each([
    [['id'], 103, 'ID not found', 'number-not-legible'],
    [['name'], 105, 'Name not found', 'name-not-legible'],
    [['id', 'name'], 103, 'ID not found', 'number-not-legible'],
  ])('a front without %j is %i, and not kept', async (fields, code, message, detected) => {
    const before = await storedDocuments(server)
    const answer = await readBytes(await covered(front, ...fields))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ result_code: code, message, linked_file_ids: [] })
    const { birthday } = front.fields[0] ?? {}
    const empty = Object.fromEntries(fields.map((field) => [field, '']))
    expect(recognized(answer)).toMatchObject({ ...empty, birthday, id_type: '0' })
    expect(recognized(answer)).toMatchObject({ detected, detected_document: 'DRIVER LICENCE' })
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('people, a blank sheet and other documents are 101, which says what they are', async () => {
    const before = await storedDocuments(server)
    const blank = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#fff' } })
    const card = await photoOf({ kind: 'cccd-chip', seed: 302 })
    const passport = await photoOf({ kind: 'passport-old', seed: 307 })
    for (const [bytes, document] of [
      [photo(1), undefined],
      [await blank.jpeg().toBuffer(), undefined],
      [card.bytes, 'IDENTITY CARD'],
      [passport.bytes, 'PASSPORT'],
    ] as const) {
      const answer = await readBytes(bytes)
      expect(answer.body).toMatchObject({
        result_code: 101,
        message: `Document not found: ${document ? `a document of another kind: ${document}` : 'no document in the picture'}`,
        linked_file_ids: [],
      })
      const { detected, detected_document, ...data } = recognized(answer)
      expect([detected, detected_document]).toEqual([document ? 'another-document' : 'nothing', document])
      expect(data).toMatchObject({ id: '', idconf: '[]', document: '', back_side_info: [] })
    }
    expect(await storedDocuments(server)).toEqual(before)
  })
})

describe('refused', () => {
  test('are licences of two people, by the name of the field', async () => {
    const one = { kind: 'licence-pet', seed: 302 } as const
    const two = await photoOf([one, { kind: 'licence-pet', seed: 303 }])
    expectRefusal(await read(two.base64), 422, 'content')
  })

  test('is what is no image, and a body without one', async () => {
    expectRefusal(await readBytes(Buffer.from('%PDF-1.7')), 422, 'content')
    expectRefusal(await server.post(PATH, { name: 'licence.jpg' }), 400, 'content')
    expectRefusal(await server.post(PATH, { content: 'no base64 !' }), 400, 'content')
    expectRefusal(await server.post(PATH, { content: null, name: 'x' }), 400, 'content')
    expectRefusal(await server.post(PATH, { content: front.base64 }, null), 401)
  })
})

describe('what is kept', () => {
  test('is one document with one file, sealed, and nothing of it in the log', async () => {
    const before = await storedDocuments(server)
    await server.post(PATH, { content: front.base64 })
    const after = await storedDocuments(server)
    for (const table of ['documents', 'images', 'files'] as const)
      expect(after[table]).toBe((before[table] ?? 0) + 1)
    const secrets = [front.fields[0]?.id ?? '', front.fields[0]?.name ?? '']
    const lying = readdirSync(server.data, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    for (const one of lying) {
      const path = join(one.parentPath, one.name)
      const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
      for (const secret of secrets) expect(bytes.includes(secret), one.name).toBe(false)
    }
    for (const secret of secrets) expect(server.logged()).not.toContain(secret)
  })

  test('is found by the person that it was given for, and goes with them', async () => {
    const whose = { external_person_id: 'anna', consent_reference: 'contract 7' }
    expect((await server.post(PATH, { content: front.base64, ...whose })).body.result_code).toBe(200)
    const person = { external_person_id: 'anna' }
    const { body } = await server.post('/persons/export', person)
    expect(body.documents).toMatchObject([{ consent_reference: 'contract 7' }])
    expect(body.pictures).toMatchObject([{ content: front.base64 }])
    const { body: erased } = await server.post('/persons/erase', person)
    expect(erased).toMatchObject({ complete: true, removed: { documents: 1, pictures: 1 } })
  })

  test('is no identity document: nothing can be attached to it', async () => {
    const { body } = await read(front.base64)
    const before = await storedDocuments(server)
    const answer = await documentCaller(server).attach(String(body.id), back.base64)
    expect(recognized(answer)).toMatchObject({ result_code: 102 })
    expect(await storedDocuments(server)).toEqual(before)
  })
})
