// Tests identity documents over HTTP: one picture creates a document, others are merged into it, and organisations stay apart.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrueDocument } from '../../specimens/camera/scene.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Quad } from '../../src/image/geometry/perspective.ts'
import { documentCaller, failedIn, filesOf, recognized, storedDocuments } from '../kit/document-caller.ts'
import { drawnIn, farthest, standsOn } from '../kit/served-places.ts'

const SEED = 301
let server: TestServer
let caller: ReturnType<typeof documentCaller>
let front: DocumentPhoto
let back: DocumentPhoto
/** This photo shows people, and no document. */
const people = photo(1).toString('base64')

beforeAll(async () => {
  server = await sharedServer()
  caller = documentCaller(server)
  front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: SEED })
  back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: SEED })
})
afterAll(() => server.stop())

describe('a document made from its front', () => {
  test('has all that is printed on it, and its outcome inside of recognized_data', async () => {
    const answer = await caller.create(front.base64, { external_person_id: 'clerk-7' })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'document_type',
      'id',
      'linked_file_ids',
      'process_status',
      'recognized_data',
    ])
    expect(answer.body).toMatchObject({
      document_type: 'identity-proof',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      linked_file_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
      process_status: 'processed',
    })
    const { expiry, ...rest } = front.fields[0] ?? {}
    const data = recognized(answer)
    expect(data).toMatchObject({
      ...rest,
      expiry,
      message: 'Success',
      result_code: 200,
      document: 'CHIP ID',
      document_version: 'cccd-chip',
      id_type: '0',
      warning: [],
      warning_code: [],
      issue_by: '',
      issue_by_conf: '[]',
      characteristic: '',
      characteristics: '',
    })
    for (const conf of [
      'idconf',
      'nameconf',
      'addressconf',
      'hometownconf',
      'sexconf',
      'nationalconf',
      'expiryconf',
      'birthdayconf',
      'documentconf',
      'issue_date_conf',
      'reliability',
    ])
      expect(data[conf], conf).toMatch(/^\[-?\d\.\d+(, -?\d\.\d+)*\]$/)
    expect(data.server_tag).toMatch(/^selfsame-\S+ text-reader-\S+$/)
    expect(data.source).toMatchObject({ id: ['qr', 'ocr'], name: ['qr', 'ocr'], hometown: ['ocr'] })
    expect(failedIn(answer)).toEqual([])
  })

  test('is read from lines broken, a data URL or the URL-safe alphabet alike', async () => {
    const { body } = await caller.create(`data:image/jpeg;base64,${front.bytes.toString('base64url')}`)
    expect(body.process_status).toBe('processed')
  })
})

describe('another picture', () => {
  test('is merged with the first, whichever side came first', async () => {
    const merged = []
    for (const [one, other] of [
      [front, back],
      [back, front],
    ] as const) {
      const first = await caller.create(one.base64)
      const second = await caller.attach(String(first.body.id), other.base64)
      expect(second.body.id).toBe(first.body.id)
      expect(filesOf(second)).toHaveLength(2)
      expect(filesOf(second)[0]).toBe(filesOf(first)[0])
      const { places: _places, pages: _pages, ...data } = recognized(second)
      merged.push(data)
    }
    expect(merged[0]).toEqual(merged[1])
    const { mrz: _, characteristics: _marks, ...printed } = { ...front.fields[0], ...back.fields[0] }
    expect(merged[0]).toMatchObject({
      ...printed,
      country: 'VNM',
      characteristic: expect.stringMatching(/./),
      characteristics: merged[0]?.characteristic,
      characteristicconf: expect.stringMatching(/\d/),
      characteristicsconf: merged[0]?.characteristicconf,
      characteristics_conf: merged[0]?.characteristicconf,
      result_code: 200,
      id_type: '0',
      warning_code: [],
    })
  })

  test('leaves every field where it stands, in the picture it stands in', async () => {
    const first = await caller.create(front.base64)
    const second = await caller.attach(String(first.body.id), back.base64)
    const { places, pages } = drawnIn(second)
    expect(pages.map(({ file_id, document, id_type }) => [file_id, document, id_type])).toEqual([
      [filesOf(second)[0], 'CHIP ID', '0'],
      [filesOf(second)[1], 'CHIP ID', '1'],
    ])
    for (const [i, { documents }] of [front, back].entries())
      expect(farthest(pages[i]?.corners ?? [], documents[0]?.corners as Quad)).toBeLessThan(12)
    const placeOf = (field: string, source: string) =>
      places[field]?.find((one) => one.source === source && one.quad.length === 8)
    const [printed, backDrawn] = [front.documents[0] as TrueDocument, back.documents[0] as TrueDocument]
    for (const field of ['id', 'name', 'birthday'])
      expect(standsOn(printed, String(recognized(second)[field]), placeOf(field, 'ocr')), field).toBe(true)
    expect(standsOn(backDrawn, 'IDVNM', placeOf('id', 'mrz'))).toBe(true)
    expect(farthest(placeOf('id', 'qr')?.quad ?? [], printed.codes[0]?.quad as Quad)).toBeLessThan(25)
    expect(placeOf('id', 'ocr')?.file_id).toBe(filesOf(second)[0])
    expect(placeOf('id', 'mrz')?.file_id).toBe(filesOf(second)[1])
    // The fields of the first picture have not moved between the two answers.
    expect(drawnIn(first).places.hometown).toEqual(places.hometown)
  })

  test('of the back alone is 1, with the name as the zone has it', async () => {
    const data = recognized(await caller.create(back.base64))
    expect(data).toMatchObject({ id_type: '1', id: front.fields[0]?.id, address: '', addressconf: '[]' })
    expect(data.name).toMatch(/^[A-Z ]+$/)
  })

  test('of another document type is 109, and leaves the document as it was', async () => {
    const other = await photoOf({ kind: 'can-cuoc', side: 'front', seed: SEED })
    const first = await caller.create(front.base64)
    const before = await storedDocuments(server)
    const second = await caller.attach(String(first.body.id), other.base64)
    expect([second.status, second.body.id, filesOf(second)]).toEqual([200, first.body.id, filesOf(first)])
    expect(second.body.process_status).toBe('processed')
    expect(recognized(second)).toEqual({
      ...recognized(first),
      message: 'Too Many Document Type Exists',
      result_code: 109,
      warning: ['Information was not on the same card'],
      warning_code: [109],
    })
    expect(await storedDocuments(server)).toEqual(before)
    const third = await caller.attach(String(first.body.id), back.base64)
    expect(filesOf(third)).toHaveLength(2)
    expect(recognized(third)).toMatchObject({ result_code: 200, message: 'Success', warning_code: [] })
  })

  test('of no document, or of a driver licence, is 101 that says so, and leaves the document as it was', async () => {
    const licence = await photoOf({ kind: 'licence-pet', seed: 306 })
    const first = await caller.create(front.base64)
    const before = await storedDocuments(server)
    for (const [content, tail, detected] of [
      [people, 'no document in the picture', { detected: 'nothing' }],
      [
        licence.base64,
        'a document of another kind: DRIVER LICENCE',
        { detected: 'another-document', detected_document: 'DRIVER LICENCE' },
      ],
    ] as const) {
      const second = await caller.attach(String(first.body.id), content)
      expect([second.body.process_status, filesOf(second)]).toEqual(['failed', filesOf(first)])
      const { checks, ...data } = recognized(second)
      const { checks: checksBefore, ...dataBefore } = recognized(first)
      expect(data).toEqual({
        ...dataBefore,
        message: `Document not found: ${tail}`,
        result_code: 101,
        ...detected,
      })
      expect(checks).toEqual([
        expect.objectContaining({ name: 'documents-found', outcome: 'failed' }),
        ...checksBefore,
      ])
    }
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('and many at once are all kept', async () => {
    const first = await caller.create(back.base64)
    const before = await storedDocuments(server)
    const id = String(first.body.id)
    const answers = await Promise.all(
      [front, back, front, back].map(({ base64 }) => caller.attach(id, base64)),
    )
    const counts = answers.map((answer) => filesOf(answer).length).toSorted()
    expect(counts).toEqual([2, 3, 4, 5])
    const last = answers.find((answer) => filesOf(answer).length === 5)
    expect(last && recognized(last)).toMatchObject({ ...front.fields[0], country: 'VNM' })
    const after = await storedDocuments(server)
    expect([after.documents, after.images]).toEqual([before.documents, (before.images ?? 0) + 4])
  })
})

test('the number of a passport is the one that the MRZ reader answers', async () => {
  for (const kind of ['passport-old', 'passport-new'] as const) {
    const { base64 } = await photoOf({ kind, seed: 307 })
    const zone = recognized(await server.post('/mrz-reader', { content: base64 }))
    const { id, optional_data } = recognized(await caller.create(base64))
    expect(id).toMatch(/^[A-Z]\d{7,8}$/)
    expect(zone).toMatchObject({ id, optional_data })
  }
})

describe('an unknown document', () => {
  test('is 102, and another organisation’s is as unknown', async () => {
    const { body } = await caller.create(front.base64)
    const otherCaller = documentCaller(server, await server.organisation('another'))
    const before = await storedDocuments(server)
    const theirs = await otherCaller.attach(String(body.id), back.base64)
    const nobodys = await otherCaller.attach('no such document', back.base64)
    expect(recognized(nobodys)).toMatchObject({ message: 'Request Document ID not found', result_code: 102 })
    expect(nobodys.body).toMatchObject({
      id: 'no such document',
      linked_file_ids: [],
      process_status: 'failed',
    })
    expect({ ...theirs.body, id: '' }).toEqual({ ...nobodys.body, id: '' })
    expect(await storedDocuments(server)).toEqual(before)
  })
})

test('neither the database nor a file nor the log holds what was read', async () => {
  const secrets = [front.fields[0]?.id ?? '', front.fields[0]?.name ?? '', front.fields[0]?.hometown ?? '']
  expect(secrets.every((secret) => secret.length > 6)).toBe(true)
  const lying = readdirSync(server.data, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  expect(lying.length).toBeGreaterThan(3)
  for (const one of lying) {
    const path = join(one.parentPath, one.name)
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    for (const secret of secrets) expect(bytes.includes(secret), one.name).toBe(false)
    expect(bytes.includes(front.bytes.subarray(1000, 1100))).toBe(false)
  }
  for (const secret of secrets) expect(server.logged()).not.toContain(secret)
})
