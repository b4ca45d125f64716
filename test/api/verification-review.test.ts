// Tests the review of a case over HTTP: pictures, fields, notes, claims, four eyes, who looked, search, statistics, exports.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { openPdf } from '../../src/image/pdf/pdf.ts'
import { csvValue } from '../../src/verifications/reports/csv.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { expectRefusal, pause } from './expecting.ts'

let server: TestServer
let key = ''
/** Keys of other reviewers, as headers. */
const colleagues = new Map<string, string>()
/** In review: the front of a photocopied card, read and followed by liveness, under a policy that wants four eyes. */
let id = ''

interface Listed {
  readonly id: string
  readonly of: string
  readonly counts: boolean
}

const call = async (method: string, path: string, body?: object, authorization = bearer(key)) => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  const bytes = Buffer.from(await answer.arrayBuffer())
  const parsed = (isJson ? JSON.parse(bytes.toString()) : {}) as Record<string, unknown>
  return { status: answer.status, headers: answer.headers, body: parsed, bytes }
}
const get = (path: string, authorization?: string) => call('GET', path, undefined, authorization)
const of = (part: string) => `/verifications/${id}/${part}`

/** The letters of every page, in their order. */
async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const read = await openPdf(bytes, 100, async ({ pageCount, page }) => {
    const pages = Array.from({ length: pageCount }, (_, i) =>
      page(i, (one) =>
        one
          .characters()
          .map(({ text }) => text)
          .join(''),
      ),
    )
    return { text: (await Promise.all(pages)).join(' ') }
  })
  if ('fault' in read) throw new Error(`the report ${read.fault}`)
  return read.text
}

const definition = {
  steps: {
    document: { kinds: ['cccd-chip'], both_sides: false },
    liveness: { families: ['profile'] },
  },
  review: { four_eyes: true },
}

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server.server.runtime.store
  const newKey = async () =>
    (await newApiKey(database, server.credentials.name, ['verifications', 'review'], { isTest: true })).key
  key = await newKey()
  for (const name of ['binh', 'chi', 'dung']) colleagues.set(name, bearer(await newKey()))
  const made = await call('POST', '/policies', { id: 'careful', definition }, basic(server.credentials))
  expect(made.body).toMatchObject({ result_code: 200, definition: { review: { four_eyes: true } } })
  const created = await call('POST', '/verifications', {
    ...{ policy: 'careful', external_person_id: '=1+1', persona: 'document-photocopy' },
  })
  id = String(created.body.id)
  await server.server.runtime.personaRuns.settled()
  while ((await get(`/verifications/${id}`)).body.state === 'processing') await pause(100)
  expect((await get(`/verifications/${id}`)).body.state).toBe('review')
})
afterAll(() => server.stop())

describe('pictures', () => {
  test('are listed and shown: the portrait, the card, and frames', async () => {
    const listed = (await get(of('pictures'))).body.pictures as Listed[]
    expect(new Set(listed.map((one) => one.of))).toEqual(new Set(['portrait', 'document', 'liveness']))
    expect(listed[0]).toMatchObject({ id: 'portrait', counts: true })
    for (const { id: picture } of [listed[0], listed[1], listed.at(-1)].filter((one) => one !== undefined)) {
      const shown = await get(of(`pictures/${picture}`))
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(shown.headers.get('cache-control')).toBe('no-store')
      expect(shown.headers.get('content-security-policy')).toContain('sandbox')
      expect([...shown.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    }
  })

  test('of another organisation, another case or an unknown id are not found', async () => {
    const stranger = basic(await server.organisation('stranger'))
    const [, picture] = (await get(of('pictures'))).body.pictures as Listed[]
    for (const path of [
      '',
      '/pictures',
      `/pictures/${picture?.id}`,
      '/pictures/portrait',
      '/looks',
      '/fields',
    ])
      expectRefusal(await get(`/verifications/${id}${path}`, stranger), 404)
    expectRefusal(await get(of('pictures/nothing')), 404)
    const other = await call('POST', '/verifications', { policy: 'careful', external_person_id: 'other' })
    expectRefusal(await get(`/verifications/${other.body.id}/pictures/${picture?.id}`), 404)
  })
})

test('fields say which source says what', async () => {
  const fields = (await get(of('fields'))).body.fields as {
    field: string
    value: string
    sources: { source: string; value: string }[]
  }[]
  const name = fields.find(({ field }) => field === 'name')
  expect(name?.value).toMatch(/\S/)
  expect(name?.sources.map(({ source }) => source)).toContain('ocr')
  expect(name?.sources[0]?.value).toBe(name?.value)
})

test('every look at a person is in the trail, with the key it was made with', async () => {
  await get(of('pictures/portrait'))
  const looks = (await get(of('looks'))).body.looks as Record<string, unknown>[]
  expect(looks.find(({ operation }) => operation === 'verificationPicture')).toMatchObject({
    ...{ by: 'api-key', name: 'of a test' },
  })
  await get(`/verifications/${id}`, basic(server.credentials))
  const [newest] = ((await get(of('looks'))).body.looks as Record<string, unknown>[]).filter(
    ({ operation }) => operation === 'verification',
  )
  expect(newest).toMatchObject({ by: 'organisation' })
})

describe('a claim', () => {
  const claim = (reviewer: string, more: object = {}) => call('POST', of('claim'), { reviewer, ...more })

  test('tells a second reviewer who works on the case, and is given back or taken', async () => {
    expect((await claim('lan')).body).toMatchObject({ is_yours: true, claim: { reviewer: 'lan' } })
    expect((await claim('binh')).body).toMatchObject({ is_yours: false, claim: { reviewer: 'lan' } })
    expect((await get(`/verifications/${id}`)).body).toMatchObject({ claim: { reviewer: 'lan' } })
    await call('POST', of('release'), { reviewer: 'binh' })
    expect((await claim('binh')).body).toMatchObject({ is_yours: false })
    expect((await claim('binh', { take: true })).body).toMatchObject({ is_yours: true })
    await call('POST', of('release'), { reviewer: 'binh' })
    expect((await get(`/verifications/${id}`)).body).not.toHaveProperty('claim')
  })
})

test('notes are kept in order, sealed, and exported with the person', async () => {
  for (const text of ['called', 'comes tomorrow'])
    expect((await call('POST', of('notes'), { text, author: 'lan' })).body).toMatchObject({ note: { text } })
  const notes = (await get(of('notes'))).body.notes as { text: string; author: string }[]
  expect(notes.map(({ text, author }) => [text, author])).toEqual([
    ['called', 'lan'],
    ['comes tomorrow', 'lan'],
  ])
  const rows = await server.server.runtime.store.database.query<{ note: Uint8Array }>(
    'SELECT note FROM verification_notes',
  )
  expect(rows.every(({ note }) => !Buffer.from(note).toString('latin1').includes('called'))).toBe(true)
  const exported = await call(
    'POST',
    '/persons/export',
    { external_person_id: '=1+1' },
    basic(server.credentials),
  )
  expect(exported.body.notes).toEqual(
    expect.arrayContaining([expect.objectContaining({ author: 'lan', note: { text: 'called' } })]),
  )
  expectRefusal(await call('POST', of('notes'), { text: '', author: 'lan' }), 400, 'text')
})

describe('the list', () => {
  const listed = async (query: string) =>
    ((await get(`/verifications?${query}`)).body.verifications as { id: string }[]).map((one) => one.id)

  test('is searched by the beginning of ids, and by reason', async () => {
    expect(await listed(`search=${encodeURIComponent('=1')}`)).toEqual([id])
    expect(await listed(`search=${id.slice(0, 8)}`)).toEqual([id])
    expect(await listed('search=nobody')).toEqual([])
    expect(await listed('reason=document-photocopy')).toEqual([id])
    expect(await listed('reason=document-photocopy&state=approved')).toEqual([])
    expect(await listed('reason=face-differs')).toEqual([])
    expect(await listed('search=%25')).toEqual([])
  })
})

test('a spreadsheet runs nothing of the list as CSV', async () => {
  const { headers, bytes } = await get('/verification-export?reason=document-photocopy')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, line, end] = bytes.toString().split('\r\n')
  expect(head).toMatch(/^\ufeff"id","state","external_person_id"/)
  expect(line).toContain(`"${id}","review","'=1+1","careful"`)
  expect(end).toBe('')
  for (const value of ['=1', '+1', '-1', '@a', '\tx', '\r=1', ' =1', '＝1'])
    expect(csvValue(value)).toBe(`"'${value}"`)
  expect([csvValue('a"b'), csvValue('anna-1'), csvValue('')]).toEqual(['"a""b"', '"anna-1"', '""'])
})

test('the report is a PDF whose letters can be read, Vietnamese ones too', async () => {
  const plain = await get(of('report'))
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const name = ((await get(of('fields'))).body.fields as { field: string; value: string }[]).find(
    ({ field }) => field === 'name',
  )?.value
  const text = await textOfPdf(plain.bytes)
  expect(text).toContain('Giấy tờ có thể là bản sao.')
  expect(text).toContain(name)
  expect(text).toContain(id)
  // The receipt itself may break anywhere between two pages.
  expect(text).toContain('Biên nhận có chữ ký số')
  // Names of fields and events are words, and the receipt can be taken out as it was signed.
  expect(text).toContain('Họ và tên')
  expect(text).toContain('Khách mở liên kết')
  // Nothing English stands in the bounds of checks, days and numbers are written as in Việt Nam.
  expect(text.split('Biên nhận')[0]).not.toMatch(/at-least|at-most/)
  expect(text).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} \+07/)
  expect(text).toMatch(/Rõ nét: blur \d+,\d+, cần\s≤\s\d+,\d+/)
  expect(text.split('Biên nhận có chữ ký số')[0]).not.toMatch(/verification\.|birthday/)
  expect(Buffer.from(plain.bytes).includes('/EmbeddedFile')).toBe(true)
  const pictured = await get(of('report?locale=en&pictures=true'))
  expect(pictured.bytes.length).toBeGreaterThan(2 * plain.bytes.length)
  expect(await textOfPdf(pictured.bytes)).toContain('The document may be a photocopy.')
})

test('statistics count what happened', async () => {
  const { body } = await get('/verification-statistics')
  expect(body).toMatchObject({ created: 2, started: 1, finished: 0 })
  expect(body.reasons).toContainEqual({ reason: 'document-photocopy', outcome: 'review', count: 1 })
  const times = (body.times as { what: string; median_ms: number }[]).map(({ what }) => what)
  expect(times).toEqual(['document', 'liveness'])
  expect((body.days as { created: number }[]).at(-1)?.created).toBe(2)
  expect(body.days).toHaveLength(31)
  expectRefusal(await get('/verification-statistics?from=2020-01-01'), 400, 'from')
  const { body: none } = await get('/verification-statistics?policy=nobody')
  expect(none).toMatchObject({ created: 0, reasons: [], times: [] })
})

describe('a draft of a policy', () => {
  const live = () => basic(server.credentials)
  const attempt = (draft: object, more: object = {}) =>
    call('POST', '/policies/careful/trial', { definition: draft, is_test: true, ...more }, live())

  test('is tried on past cases, and changes nothing', async () => {
    expect((await attempt(definition)).body).toMatchObject({ tried: 1, unchanged: 1, changes: [] })
    const strict = await attempt({ ...definition, outcomes: { 'document-photocopy': 'declined' } })
    expect(strict.body.changes).toMatchObject([{ verification_id: id, from: 'review', to: 'declined' }])
    const soft = await attempt({ ...definition, outcomes: { 'document-photocopy': 'noted' } })
    expect(soft.body.changes).toMatchObject([
      { from: 'review', to: 'approved', dropped: ['document-photocopy'] },
    ])
    const old = await attempt({ ...definition, age: { least: 130 } })
    expect(old.body.changes).toMatchObject([{ to: 'declined', added: ['too-young'] }])
    const passports = { ...definition.steps, document: { kinds: ['passport-old'] } }
    expect((await attempt({ ...definition, steps: passports })).body.changes).toMatchObject([
      { to: 'declined', added: ['document-kind-not-taken'] },
    ])
    const more = { ...definition.steps, consent: { required: true } }
    expect((await attempt({ ...definition, steps: more })).body).toMatchObject({
      ...{ unchanged: 1, untried: ['consent'] },
    })
    expect((await get(`/verifications/${id}`)).body).toMatchObject({ state: 'review', policy_version: 1 })
  })

  test('that cannot be is refused at its field', async () => {
    const wrong = await attempt({ ...definition, outcomes: { nothing: 'noted' } })
    expect(wrong.status).toBe(400)
    expect((wrong.body.errors as { path: string }[])[0]?.path).toBe('definition.outcomes.nothing')
  })
})

describe('names', () => {
  const member = { email: 'thu.ha@shop.example', name: 'Thu Hà', role: 'reviewer' }
  const acts = (name: string) =>
    [
      ['decide', 'reviewer', { decision: 'approved', note: 'n', reviewer: name }],
      ['claim', 'reviewer', { reviewer: name }],
      ['notes', 'author', { text: 't', author: name }],
    ] as const

  test('of members are for members alone, however they are written', async () => {
    expect((await server.post('/members', member)).status).toBe(200)
    for (const name of [
      'thu.ha@shop.example',
      ' THU.HA@shop.example',
      'thu.hа@shоp.example',
      'thu hà',
      'Thu Ha\u0300',
    ])
      for (const authorization of [bearer(key), basic(server.credentials)])
        for (const [path, field, body] of acts(name))
          expectRefusal(await call('POST', of(path), body, authorization), 400, field)
  })

  test('hold nothing that cannot be seen', async () => {
    for (const hidden of [
      '\u200b',
      '\u2060',
      '\u202e',
      '\u00ad',
      '\u034f',
      '\u3164',
      '\u2800',
      '\u00a0',
      '\t',
      '\n',
      '\ufe0f',
    ])
      for (const [path, field, body] of acts(`lan${hidden}`))
        expectRefusal(await call('POST', of(path), body), 400, field)
  })
})

test('a key that creates verifications decides none, writes no notes, and changes no settings', async () => {
  const { database } = server.server.runtime.store
  const { key: creating } = await newApiKey(database, server.credentials.name, ['verifications'], {
    isTest: true,
  })
  for (const [method, path] of [
    ['POST', of('decide')],
    ['POST', of('notes')],
    ['POST', of('claim')],
    ['POST', of('release')],
    ['POST', '/webhook-endpoints'],
    ['POST', '/policies'],
    ['PUT', '/brand'],
  ] as const)
    expectRefusal(await call(method, path, {}, bearer(creating)), 403)
  expect((await get(`/verifications/${id}`, bearer(creating))).status).toBe(200)
})

describe('four eyes', () => {
  const decide = (reviewer: string, decision: string, more: object = {}) => {
    const sent = { decision, reviewer, note: `says ${reviewer}`, ...more }
    return call('POST', of('decide'), sent, colleagues.get(reviewer))
  }
  const asOther = (name: string, reviewer: string, decision = 'approved') =>
    call('POST', of('decide'), { decision, reviewer, note: 'n' }, colleagues.get(name))

  test('the first proposes, the same one is refused, another may disagree, and one who agrees decides', async () => {
    const proposed = await decide('lan', 'approved')
    expect(proposed.body).toMatchObject({
      ...{ state: 'review', four_eyes: true },
      proposal: { decision: 'approved', reviewer: 'lan', note: 'says lan' },
    })
    for (const name of ['lan', ' Lan '])
      expect((await decide(name, 'approved')).body).toMatchObject({ result_code: 469 })
    // A name is no second person, and neither is another key with the same name.
    for (const name of ['another', 'mai@shop.example'])
      expect((await decide(name, 'approved')).body).toMatchObject({ result_code: 469 })
    for (const name of ['lan', 'LAN', 'Lаn', 'ｌａｎ'])
      expect((await asOther('chi', name)).body, name).toMatchObject({ result_code: 469 })
    expect((await get(`/verifications/${id}`)).body).toMatchObject({ state: 'review' })
    const against = await decide('binh', 'declined', { reasons: ['document-photocopy'] })
    expect(against.body).toMatchObject({
      state: 'review',
      proposal: { decision: 'declined', reviewer: 'binh' },
    })
    const both = await Promise.all([decide('chi', 'declined'), decide('dung', 'declined')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = await get(`/verifications/${id}`)
    expect(body).toMatchObject({
      ...{ state: 'declined' },
      verdict: { decided_by: 'reviewer', proposed_by: 'binh', decision: 'declined' },
    })
    expect(body).not.toHaveProperty('proposal')
    const events = (await get(of('events'))).body.events as { type: string }[]
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'verification.proposed',
      'verification.proposed',
      'verification.declined',
    ])
  })
})

test('redacting erases notes and pictures, and keeps the reason', async () => {
  expect((await call('POST', of('redact'), {})).body).toMatchObject({ result_code: 200 })
  expect((await get(of('notes'))).body.notes).toEqual([])
  expect((await get(of('pictures'))).body.pictures).toEqual([])
  expect((await get(of('fields'))).body.fields).toEqual([])
  expectRefusal(await call('POST', of('notes'), { text: 'late', author: 'lan' }), 409)
  const { verifications } = (await get('/verifications?reason=document-photocopy')).body
  expect(verifications).toMatchObject([{ id }])
})
