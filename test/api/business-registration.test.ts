// Tests business registration over HTTP: a certificate as a text PDF, as a scan, and as pictures in any order.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mainFields,
  type Papers,
  papersOf,
  recognized,
  send,
  turned,
} from '../../specimens/kit/servers/business-registration.ts'
import { type Answered, basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { COMPANY_FIELDS, PERSON_FIELDS } from '../../src/documents/registration/fields.ts'
import { drawnIn, middleOf } from '../kit/served-places.ts'
import { expectNothingHeld, expectRefusal } from './expecting.ts'

let server: TestServer
let papers: Papers
beforeAll(async () => {
  server = await sharedServer()
  // This seed has two pages and two representatives.
  papers = await papersOf(SEED)
})
afterAll(() => server.stop())

const SEED = 46

describe('a PDF that writes its text', () => {
  let answered: Answered
  beforeAll(async () => {
    answered = await send(
      server,
      [{ bytes: papers.text, name: 'certificate.pdf' }],
      '?external_person_id=lan',
    )
  })

  test('is read, letter by letter', () => {
    expect([answered.status, answered.body.result_code, answered.body.message]).toEqual([200, 200, 'Success'])
    const data = recognized(answered)
    expect(data).toMatchObject(mainFields(papers.facts))
    expect(data.source).toMatchObject({ business_code: 'text', name: 'text' })
    expect(data.company_address).toBe(papers.facts.companyAddress)
    expect(data.issuing_office).toBe(papers.facts.header.left.join(' '))
  })

  test('has every field of the specification with a number for its confidence', () => {
    const data = recognized(answered)
    for (const name of [...COMPANY_FIELDS, ...PERSON_FIELDS, 'id_issued_at']) {
      expect(data[name], name).toBeTypeOf('string')
      expect(data[`${name}_conf`], name).toBeTypeOf('number')
    }
    expect(data.id_issued_at).toBe(data.id_issue_at)
    expect(data.doc_type).toBe('ENTERPRISE')
    expect(data.business_code_conf).toBeGreaterThan(0.9)
    expect(data.fax === '' ? data.fax_conf : 0).toBe(0)
  })

  test('gives the place of each value, in points of its page', () => {
    const { places, pages } = drawnIn(answered)
    const [fileId] = answered.body.linked_file_ids as string[]
    expect(pages.map(({ file_id, page, document }) => [file_id, page, document])).toEqual(
      papers.sheets.map((_, i) => [fileId, i + 1, 'ENTERPRISE']),
    )
    for (const { width, height } of pages) expect([width, height]).toEqual([595.3, 841.9])
    expect(places.business_code).toMatchObject([{ file_id: fileId, page: 1, source: 'text' }])
    const [left, top, right] = places.business_code?.[0]?.quad ?? []
    expect(left).toBeGreaterThan(100)
    expect(right).toBeLessThan(595)
    expect(top).toBeLessThan(300)
    expect(places.id_issued_at).toEqual(places.id_issue_at)
    expect(places['representatives.1.name']).toHaveLength(1)
    expect(places['representatives.1.name']).not.toEqual(places.name)
  })

  test('names every representative, the first flat', () => {
    const { representatives, name } = recognized(answered)
    expect(representatives.map((one) => one.name)).toEqual(
      papers.facts.representatives.map((one) => one.name),
    )
    expect(name).toBe(representatives[0]?.name)
  })

  test('checks the values against each other', () => {
    const { checks } = recognized(answered)
    expect(checks.map(({ outcome }) => outcome)).not.toContain('failed')
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pdf-text-agreement', 'business-code-digit', 'id-number-structure']),
    )
  })

  test('is kept, sealed, with its reading', async () => {
    const { id, linked_file_ids: ids } = answered.body as { id: string; linked_file_ids: string[] }
    const { database, vault } = server.server.runtime.store
    const rows = await database.query<{ organisation: string; kind: string; images: number }>(
      'SELECT organisation_id AS organisation, kind, images FROM documents WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ organisation: expect.any(String), kind: 'business-registration', images: 1 }])
    const stored = await vault.read(rows[0]?.organisation ?? '', ids[0] ?? '')
    expect(stored?.equals(papers.text)).toBe(true)
  })
})

const pageOf = async (id: unknown, page: string) => {
  const path = `${server.url}/business-registration/${id}/pages/${page}`
  const answer = await fetch(path, { headers: { authorization: basic(server.credentials) } })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('pages are shown again as they were read, of PDFs and pictures, until their person is erased', async () => {
  const whose = '?external_person_id=page-of-lan'
  const pdf = await send(server, [{ bytes: papers.text }], `${whose}&selected_pages=1`)
  const { status, bytes } = await pageOf(pdf.body.id, '2')
  expect(status).toBe(200)
  const { width = 0, height = 0, format } = await sharp(bytes).metadata()
  expect(format).toBe('png')
  expect(width / height).toBeCloseTo(210 / 297, 2)
  // There is something on it, and on the first page something else.
  expect((await sharp(bytes).stats()).channels[0]?.min).toBeLessThan(80)
  expect((await pageOf(pdf.body.id, '1')).bytes.equals(bytes)).toBe(false)
  const pictures = await send(server, [{ bytes: papers.pictures[0] ?? Buffer.of() }], whose)
  const picture = await pageOf(pictures.body.id, '1')
  expect((await sharp(picture.bytes).metadata()).format).toBe('png')
  for (const page of ['0', '3', '99', 'first', '1.5', '-1'])
    expect([page, (await pageOf(pdf.body.id, page)).status]).toEqual([page, 404])
  expect((await pageOf(pictures.body.id, '2')).status).toBe(404)
  const erased = await server.post('/persons/erase', { external_person_id: 'page-of-lan' })
  expect(erased.body.removed).toMatchObject({ documents: 2, pictures: 2 })
  expect((await pageOf(pdf.body.id, '1')).status).toBe(404)
})

test('a scan is read from its pictures, and says how far it is', async () => {
  const answered = await send(server, [{ bytes: papers.scan }])
  expect(recognized(answered)).toMatchObject(mainFields(papers.facts))
  expect(recognized(answered).source.business_code).toBe('ocr')
  const written = drawnIn(await send(server, [{ bytes: papers.text }])).places.business_code?.[0]
  const read = drawnIn(answered).places.business_code?.[0]
  expect(read).toMatchObject({ page: 1, source: 'ocr' })
  // It is the same paper, so each value lies where it was written, within three points.
  const [one, other] = [middleOf(read?.quad ?? []), middleOf(written?.quad ?? [])]
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(3)
  expect(recognized(answered).checks.map(({ name }) => name)).not.toContain('pdf-text-agreement')
  expect(server.logged()).toContain(`"pages":${papers.sheets.length}`)
  expect(server.logged()).not.toContain(papers.facts.businessCode)
})

test('pictures may come in any order and any way up', async () => {
  const pages = await Promise.all(papers.pictures.toReversed().map((page, i) => turned(page, 90 * (i + 1))))
  const answered = await send(
    server,
    pages.map((bytes) => ({ bytes })),
  )
  expect(recognized(answered)).toMatchObject(mainFields(papers.facts))
  expect(answered.body.linked_file_ids).toHaveLength(pages.length)
  // The pages are sent from last to first, so the code stands in the last file.
  const files = answered.body.linked_file_ids as string[]
  expect(drawnIn(answered).places.business_code?.[0]?.file_id).toBe(files.at(-1))
  expect(drawnIn(answered).pages.map(({ file_id }) => file_id)).toEqual(files)
})

describe('selected pages', () => {
  test('are read alone', async () => {
    const answered = await send(server, [{ bytes: papers.text }], '?selected_pages=1')
    expect(recognized(answered).business_code).toBe(papers.facts.businessCode)
    expect(recognized(answered).representatives.length).toBeLessThanOrEqual(
      papers.facts.representatives.length,
    )
  })

  test.each([
    '?selected_pages=1,2',
    '?selected_pages=1-2',
    '?selected_pages=[1,2]',
    '?selected_pages=2&selected_pages=1',
    '?selected_pages[]=2&selected_pages[]=1',
    '?selected_pages%5B0%5D=1&selected_pages%5B1%5D=2',
    '?selected_pages=',
    '?selected_pages=[]&selected_pages[]=',
  ])('%s', async (query) => {
    const answered = await send(server, [{ bytes: papers.text }], query)
    expect(recognized(answered)).toMatchObject(mainFields(papers.facts))
  })

  test('that are not there are 119, of pictures too', async () => {
    const outcomes = [
      await send(server, [{ bytes: papers.text }], '?selected_pages=1,9'),
      await send(server, [{ bytes: papers.text }], '?selected_pages=0'),
      await send(server, [{ bytes: papers.pictures[0] ?? Buffer.of() }], '?selected_pages=2'),
    ]
    for (const { status, body } of outcomes) {
      expect([status, body.result_code, body.message]).toEqual([200, 119, 'Selected pages not valid'])
      expect(body.linked_file_ids).toEqual([])
    }
  })

  test('that cannot be understood are wrong', async () => {
    for (const query of ['?selected_pages=all', '?selected_pages=3-1', '?selected_pages=,'])
      expectRefusal(await send(server, [{ bytes: papers.text }], query), 400, 'selected_pages')
  })
})

test('no counter is left', () => expectNothingHeld(server))
