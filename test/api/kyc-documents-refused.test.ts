// Tests pictures without a readable identity document: 101 or a refusal that names the field, and never an invented value.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import { documentCaller, recognized, storedDocuments } from '../kit/document-caller.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
let caller: ReturnType<typeof documentCaller>
let card: DocumentPhoto

beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
  card = await photoOf({ kind: 'cccd-12', seed: 306 }, 'clean', { pose: LYING, orientation: 1 })
})
afterAll(() => server.stop())

/** The card lies upright in the middle, so that parts of it can be cut off and covered. */
const LYING = {
  tiltDegrees: 0,
  turnDegrees: 0,
  rollDegrees: 0,
  quarterTurns: 0,
  fill: 0.9,
  x: 0,
  y: 0,
  focal: 12,
} as const

const blank = (background: string) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Places are in pixels of the picture. */
const boxOfCard = () => boundingBox(card.documents[0]?.corners ?? [])

async function withoutNumber(): Promise<Buffer> {
  const { x, y, width, height } = boxOfCard()
  const cover = { width: Math.round(0.62 * width), height: Math.round(0.14 * height), channels: 3 as const }
  return sharp(card.bytes)
    .composite([
      {
        input: { create: { ...cover, background: '#46413a' } },
        left: Math.round(x + 0.34 * width),
        top: Math.round(y + 0.29 * height),
      },
    ])
    .jpeg()
    .toBuffer()
}

async function rightHalf(): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(card.bytes).metadata()
  const left = Math.round(boxOfCard().x + 0.62 * boxOfCard().width)
  return sharp(card.bytes)
    .extract({ left, top: 0, width: width - left, height })
    .jpeg()
    .toBuffer()
}

interface Shown {
  readonly tail: string
  readonly detected: string
  readonly detected_document?: string
}

/** Answers 101 that says what was seen, keeps nothing, and returns what was read all the same. */
async function expectInstead(bytes: Uint8Array, { tail, ...shown }: Shown) {
  const before = await storedDocuments(server)
  const answer = await caller.create(Buffer.from(bytes).toString('base64'))
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    linked_file_ids: [],
    process_status: 'failed',
    document_type: 'identity-proof',
  })
  const { message, result_code, id, idconf, detected, detected_document, ...data } = recognized(answer)
  expect([message, result_code]).toEqual([`Document not found: ${tail}`, 101])
  expect({ detected, detected_document }).toEqual({ detected_document: undefined, ...shown })
  expect([id, idconf]).toEqual(['', '[]'])
  expect(await storedDocuments(server)).toEqual(before)
  const later = await caller.attach(String(answer.body.id), card.base64)
  expect(recognized(later).result_code).toBe(102)
  return data
}

const EMPTY = { name: '', document: '', warning: [], warning_code: [], pages: [] }
const NOTHING = { tail: 'no document in the picture', detected: 'nothing' }
const another = (document: string): Shown => ({
  tail: `a document of another kind: ${document}`,
  detected: 'another-document',
  detected_document: document,
})

describe('101', () => {
  test('for people, and for nothing at all', async () => {
    for (const bytes of [photo(3), await blank('#ffffff'), await blank('#101010')])
      expect(await expectInstead(bytes, NOTHING)).toMatchObject(EMPTY)
  })

  test('for a card of a bank or a club', async () => {
    for (const seed of [1, 5])
      expect(await expectInstead((await photoOf({ kind: 'other', seed })).bytes, NOTHING)).toMatchObject(
        EMPTY,
      )
  })

  test.each([
    ['licence-pet', 'front', 'DRIVER LICENCE'],
    ['licence-2025', 'back', 'DRIVER LICENCE'],
    ['licence-paper', 'front', 'DRIVER LICENCE'],
    ['foreign-td3', 'front', 'FOREIGN PASSPORT'],
    ['foreign-td1', 'back', 'FOREIGN IDENTITY CARD'],
    ['business-registration', 'front', 'BUSINESS REGISTRATION'],
  ] as const)('for a %s, which is no identity document and is named', async (kind, side, document) => {
    const { bytes } = await photoOf({ kind, side, seed: 306 })
    expect(await expectInstead(bytes, another(document))).toMatchObject(EMPTY)
  })

  test('for a card whose number is covered, with what else was read', async () => {
    const { name, birthday, hometown } = card.fields[0] ?? {}
    const data = await expectInstead(await withoutNumber(), {
      tail: 'the number is not legible',
      detected: 'number-not-legible',
      detected_document: 'IDENTITY CARD',
    })
    expect(data).toMatchObject({ name, birthday, hometown, document: 'CCCD', id_type: '0' })
    expect(data.checks).toContainEqual(
      expect.objectContaining({ name: 'numbers-legible', outcome: 'failed' }),
    )
  })

  test('for the half of a card without its number', async () => {
    const answer = await caller.create((await rightHalf()).toString('base64'))
    expect(recognized(answer)).toMatchObject({ result_code: 101, id: '', idconf: '[]' })
  })
})

describe('refused by the name of the field', () => {
  const pdf = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  )

  test('a PDF, a text, half a file: 422', async () => {
    for (const bytes of [pdf, Buffer.from('no image at all'), card.bytes.subarray(0, 20_000)])
      expectRefusal(await caller.create(bytes.toString('base64')), 422, 'attachment.content')
  })

  test('too large: 413', async () => {
    const large = Buffer.alloc(server.server.runtime.config.imageLimitBytes + 1).toString('base64')
    expectRefusal(await caller.create(large), 413, 'attachment.content')
  })

  const content = 'aGVsbG8='
  test.each<[string, unknown]>([
    ['attachment', {}],
    ['attachment', { attachment: content }],
    ['attachment.content', { attachment: { name: 'a.jpg' } }],
    ['attachment.content', { attachment: { content: '', name: 'a.jpg' } }],
    ['attachment.content', { attachment: { content: 'http://localhost/card.jpg' } }],
    ['attachment.name', { attachment: { content, name: 7 } }],
    ['attachment.content', { attachment: { content: null } }],
    ['attachment', { attachment: null }],
    ['external_person_id', { attachment: { content }, external_person_id: '' }],
  ])('%s: 400', async (field, body) => {
    expectRefusal(await server.post('/kyc-documents-sync', body), 400, field)
  })

  test.each([
    ['content', {}],
    ['content', { content: 'not base64!' }],
    ['content', { attachment: { content } }],
  ])('%s of an attached picture: 400, before the document is looked for', async (field, body) => {
    expectRefusal(await server.post('/kyc-documents-sync/unknown', body), 400, field)
  })

  test('without credentials: 401', async () => {
    expectRefusal(await server.post('/kyc-documents-sync', { attachment: { content } }, null), 401)
  })
})

test('nothing of these requests was stored', async () => {
  expect(await storedDocuments(server)).toEqual({ documents: 0, images: 0, files: 0 })
})

test('fifty cards, all alike, are that card or none', async () => {
  const [across, down, width] = [5, 10, 420]
  const { x, y, width: wide, height: high } = boxOfCard()
  const box = { left: Math.round(x), top: Math.round(y), width: Math.floor(wide), height: Math.floor(high) }
  const one = await sharp(card.bytes).extract(box).resize(width).toBuffer({ resolveWithObject: true })
  const pitch = one.info.height + 30
  const layers = Array.from({ length: across * down }, (_, i) => ({
    input: one.data,
    left: 20 + (i % across) * (width + 30),
    top: 20 + Math.floor(i / across) * pitch,
  }))
  const ground = {
    width: across * (width + 30) + 40,
    height: down * pitch + 40,
    channels: 3 as const,
    background: '#7d7468',
  }
  const picture = await sharp({ create: ground }).composite(layers).jpeg().toBuffer()
  const answer = await caller.create(picture.toString('base64'))
  if (answer.status === 422) return expectRefusal(answer, 422, 'attachment.content')
  const { result_code, id } = recognized(answer)
  expect([
    [101, ''],
    [200, card.fields[0]?.id],
  ]).toContainEqual([result_code, id])
})
