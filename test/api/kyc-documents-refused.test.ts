// Tests pictures without a readable identity document: 101 or a refusal that names the field, and never an invented value.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import { photo } from '../image/pictures.ts'
import { documentCaller, recognized, storedDocuments } from '../kit/document-caller.ts'
import { type DocumentPhoto, photoOf } from '../kit/document-photos.ts'
import { sharedServer, type TestServer } from '../kit/server.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
let caller: ReturnType<typeof documentCaller>
let card: DocumentPhoto

beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
  card = await photoOf({ kind: 'cccd-12', seed: 306 }, 'clean', { pose: LYING, orientation: 1 })
}, 240_000)
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

async function expectNothing(bytes: Uint8Array): Promise<void> {
  const answer = await caller.create(Buffer.from(bytes).toString('base64'))
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    linked_file_ids: [],
    process_status: 'failed',
    document_type: 'identity-proof',
  })
  const { message, result_code, id, idconf, name, document, warning, warning_code } = recognized(answer)
  expect([message, result_code]).toEqual(['Document not found', 101])
  expect([id, idconf, name, document, warning, warning_code]).toEqual(['', '[]', '', '', [], []])
}

describe('101', () => {
  test('for people, and for nothing at all', async () => {
    await expectNothing(photo(3))
    await expectNothing(await blank('#ffffff'))
    await expectNothing(await blank('#101010'))
  })

  test('for a card of a bank or a club', async () => {
    for (const seed of [1, 5]) await expectNothing((await photoOf({ kind: 'other', seed })).bytes)
  })

  test('for a driver licence, which is no identity document', async () => {
    await expectNothing((await photoOf({ kind: 'licence-pet', seed: 306 })).bytes)
  })

  test('for a card whose number is covered, and for the half without it', async () => {
    await expectNothing(await withoutNumber())
    await expectNothing(await rightHalf())
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
