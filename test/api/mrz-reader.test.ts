// Tests the MRZ reader over HTTP: cards and passports of any country, flat and nested bodies, and pictures without a zone.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrueDocument } from '../../specimens/camera/scene.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import { recognized, storedDocuments } from '../kit/document-caller.ts'
import { drawnIn, standsOn } from '../kit/served-places.ts'
import { expectRefusal } from './expecting.ts'

const path = '/mrz-reader'
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(async () => {
  expect(await storedDocuments(server)).toEqual({ documents: 0, images: 0, files: 0 })
  await server.stop()
})

const FIELDS = [
  'country',
  'id',
  'passport_id',
  'birthday',
  'expiry',
  'national',
  'name',
  'sex',
  'optional_data',
]

describe('a zone that is there', () => {
  test('of a Vietnamese passport: both numbers, and the outcome beside recognized_data', async () => {
    const { base64, fields, documents } = await photoOf({ kind: 'passport-old', seed: 307 })
    const printed = fields[0] ?? {}
    const answer = await server.post(path, {
      content: base64,
      name: 'passport.jpg',
      external_person_id: 'clerk',
    })
    expect([answer.status, answer.body.result_code, answer.body.message]).toEqual([200, 200, 'Success'])
    expect(answer.body).toMatchObject({
      document_type: 'identity-proof',
      id: expect.stringMatching(/./),
      linked_file_ids: [],
      process_status: 'processed',
    })
    const data = recognized(answer)
    expect(data).toMatchObject({
      country: 'VNM',
      national: 'VNM',
      passport_id: printed.passport_id,
      id: printed.passport_id,
      optional_data: printed.id,
      birthday: printed.birthday,
      expiry: printed.expiry,
      mrz_type: 'TD3',
    })
    const lines = data.mrz_lines as string[]
    expect(lines.map((line) => line.length)).toEqual([44, 44])
    for (const line of lines) expect(documents[0]?.lines.map(({ text }) => text)).toContain(line)
    expect(data.mrz_linesconf).toMatch(/^\[[01]\.\d+, [01]\.\d+\]$/)
    expect(data.name).toMatch(/^[A-Z ]+$/)
    expect(data.sex).toMatch(/^[FM]$/)
    for (const field of FIELDS) expect(data[`${field}conf`], field).toMatch(/^\[\d\.\d+\]$/)
    expect(data.checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['mrz-check-digit-document-number', 'passed'],
      ['mrz-check-digit-birth', 'passed'],
      ['mrz-check-digit-expiry', 'passed'],
      ['mrz-check-digit-optional', 'passed'],
      ['mrz-check-digit-composite', 'passed'],
    ])
    const { places, pages } = drawnIn(answer)
    expect(pages).toMatchObject([{ document: 'TD3', id_type: '0' }])
    expect(Object.keys(places).toSorted()).toEqual(FIELDS.toSorted())
    const [line, other] = [places.name?.[0], places.birthday?.[0]]
    expect(standsOn(documents[0] as TrueDocument, 'P<VNM', line)).toBe(true)
    expect(standsOn(documents[0] as TrueDocument, 'P<VNM', other)).toBe(false)
    const nested = await server.post(path, { attachment: { content: base64, name: 'passport.jpg' } })
    expect({ ...nested.body, id: '' }).toEqual({ ...answer.body, id: '' })
  })

  test('of a Vietnamese card: the twelve digits, and no passport', async () => {
    const { base64, fields } = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 308 })
    const data = recognized(await server.post(path, { content: base64 }))
    expect(data).toMatchObject({
      id: (fields[0]?.mrz ?? '').slice(15, 27),
      country: 'VNM',
      passport_id: '',
      passport_idconf: '[]',
      mrz_type: 'TD1',
      optional_data: '',
    })
    const lines = data.mrz_lines as string[]
    expect(lines.map((line) => line.length)).toEqual([30, 30, 30])
    expect(lines.join('')).toBe((fields[0]?.mrz ?? '').replaceAll(/\s/g, ''))
  })

  test('of another country', async () => {
    const { base64, documents } = await photoOf({ kind: 'foreign-td1', side: 'back', seed: 309 })
    const data = recognized(await server.post(path, { content: base64 }))
    expect(data.mrz_type).toBe('TD1')
    expect(documents[0]?.lines.some(({ text }) => text.includes(String(data.id)))).toBe(true)
    expect(data.sex).toMatch(/^[FM]$/)
  })
})

describe('no zone is 101, with every field empty, and says what is there instead', () => {
  test.each([
    [
      'another-side',
      'a side without a machine-readable zone: IDENTITY CARD',
      { kind: 'cccd-chip', side: 'front', seed: 308 },
    ],
    ['another-document', 'a document of another kind: DRIVER LICENCE', { kind: 'licence-pet', seed: 306 }],
    ['another-document', 'a document of another kind: IDENTITY CARD', { kind: 'cmnd-9', seed: 305 }],
    ['nothing', 'no document in the picture', undefined],
  ] as const)('%s: %s', async (detected, tail, wanted) => {
    const content = wanted ? (await photoOf(wanted)).base64 : photo(4).toString('base64')
    const answer = await server.post(path, { content })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      result_code: 101,
      message: `Document not found: ${tail}`,
      process_status: 'failed',
    })
    const data = recognized(answer)
    expect(data).toMatchObject({ detected, mrz_lines: [], mrz_linesconf: '[]' })
    for (const field of FIELDS) expect([data[field], data[`${field}conf`]]).toEqual(['', '[]'])
  })

  test('a zone that is covered is not legible', async () => {
    const { bytes, documents } = await photoOf({ kind: 'passport-old', seed: 307 })
    const strips = (documents[0]?.lines ?? [])
      .filter(({ text }) => text.includes('<<'))
      .map(({ quad }) => {
        const { x, y, width, height } = boundingBox(quad)
        const size = { width: Math.round(width + height), height: Math.round(1.6 * height) }
        return {
          input: { create: { ...size, channels: 3 as const, background: '#46413a' } },
          left: Math.round(x - height / 2),
          top: Math.round(y - 0.3 * height),
        }
      })
    expect(strips).toHaveLength(2)
    const upright = await sharp(bytes).autoOrient().toBuffer()
    const content = (await sharp(upright).composite(strips).jpeg().toBuffer()).toString('base64')
    const answer = await server.post(path, { content })
    expect(answer.body.message).toBe('Document not found: the document is not legible: PASSPORT')
    expect(recognized(answer)).toMatchObject({
      detected: 'document-not-legible',
      detected_document: 'PASSPORT',
    })
  })
})

describe('refused by the name of the field', () => {
  const content = Buffer.from('no image at all').toString('base64')
  test.each<[string, unknown]>([
    ['content', {}],
    ['content', { name: 'a.jpg' }],
    ['attachment', { content, attachment: { content } }],
    ['attachment.content', { attachment: { name: 'a.jpg' } }],
    ['content', { content: 7 }],
    ['external_person_id', { content, external_person_id: 5 }],
    ['content', { photo: content }],
  ])('%s: 400', async (field, body) => {
    expectRefusal(await server.post(path, body), 400, field)
  })

  test('what is no image: 422', async () => {
    expectRefusal(await server.post(path, { content }), 422, 'content')
    expectRefusal(await server.post(path, { attachment: { content } }), 422, 'attachment.content')
  })
})
