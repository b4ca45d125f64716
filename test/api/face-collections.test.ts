// Tests face collections over HTTP with photos of people: only registered people are recognised.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anotherPerson,
  base64,
  emptyPhoto,
  groupPhoto,
  herReference,
  herSelfie,
  herUprightSelfie,
  him,
  notGenuine,
  photoOf,
} from '../../specimens/kit/photographs/face-photos.ts'
import { type Answered, basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { addCalibration, endCalibration } from '../../src/store/records/calibrations.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import {
  type Check,
  collectionCaller,
  failedChecks,
  type Registered,
  storedBy,
} from '../kit/collection-caller.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
let caller: ReturnType<typeof collectionCaller>
let [her, his]: Registered[] = []

beforeAll(async () => {
  server = await sharedServer()
  caller = collectionCaller(server)
  await caller.sign('people')
  await caller.sign('empty')
  her = await caller.registered('people', 'her', await photoOf(herReference))
  his = await caller.registered('people', 'him', await photoOf(him))
})
afterAll(() => server.stop())

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const namesOf = ({ body }: Answered) => (body.checks as Check[]).map(({ name }) => name)

/** Ids must hold neither a name nor a number of anybody. */
function expectNobody({ status, body }: Answered, code: number, message: string): void {
  expect(status).toBe(200)
  expect(body).toMatchObject({ result_code: code, message })
  expect(Object.keys(body).filter((key) => /person|^id$|file|similarity|confidence/.test(key))).toEqual([])
}

describe('registering', () => {
  test('gives two ids of its own, and reports each check', async () => {
    const answer = await caller.register('people', 'Nguyễn Thị Ánh 👩', await herUprightSelfie())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      external_person_id: 'Nguyễn Thị Ánh 👩',
      id: uuid,
      file_id: uuid,
      warnings: [
        {
          kind: 'same-face',
          id: her?.id,
          external_person_id: 'her',
          similarity: expect.any(Number),
          threshold: 80,
        },
      ],
      checks: expect.any(Array),
      message: 'Success',
      result_code: 200,
    })
    expect(failedChecks(answer)).toEqual([])
    expect(namesOf(answer)).toEqual(
      expect.arrayContaining(['face-found', 'faces', 'sharpness', 'yaw-degrees']),
    )
    const { body } = answer
    await caller.remove('people', { id: String(body.id), file_id: String(body.file_id) })
  })

  test('the same photo twice is two faces, each removed for itself', async () => {
    await caller.sign('twice')
    const photo = await photoOf(anotherPerson)
    const first = await caller.registered('twice', 'one', photo)
    const second = await caller.registered('twice', 'one', photo)
    expect(new Set([first.id, first.file_id, second.id, second.file_id]).size).toBe(4)
    expect((await caller.remove('twice', first)).body.result_code).toBe(200)
    expect((await caller.identify('twice', photo)).body).toMatchObject({ result_code: 200, ...second })
    expect((await caller.remove('twice', second)).body.result_code).toBe(200)
  })

  test('keeps the photo, sealed, until the face is removed', async () => {
    const photo = await photoOf(anotherPerson)
    const before = await storedBy(server)
    const face = await caller.registered('empty', 'somebody', photo)
    const { vault, database } = server.server.runtime.store
    const organisationId = (await findOrganisation(database, server.credentials.name))?.id ?? ''
    expect(base64((await vault.read(organisationId, face.file_id)) ?? Buffer.alloc(0))).toBe(photo)
    expect((await caller.remove('empty', face)).body.result_code).toBe(200)
    expect(await vault.read(organisationId, face.file_id)).toBeUndefined()
    expect(await storedBy(server)).toEqual(before)
  })
})

describe('lists', () => {
  const list = async (path: string, as = server.credentials) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: basic(as) } })
    return (await answer.json()) as Record<string, unknown>
  }

  test('collections and faces come in pages, are found by how ids begin, and are the own ones alone', async () => {
    const [hers, his] = [await photoOf(herReference), await photoOf(him)]
    for (const id of ['listed-a', 'listed-b', 'listed-c']) await caller.sign(id)
    const binh = await caller.registered('listed-a', 'binh', his)
    const anna = await caller.registered('listed-a', 'anna', hers)
    const again = await caller.registered('listed-a', 'anna', hers)
    const first = await list('/face-collections?search=listed-&limit=2')
    expect(first).toMatchObject({
      collections: [
        { id: 'listed-a', faces: 3, created_at: expect.stringMatching(/Z$/) },
        { id: 'listed-b', faces: 0 },
      ],
    })
    const second = await list(`/face-collections?search=listed-&limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ collections: [{ id: 'listed-c' }] })
    expect(second.next_cursor).toBeUndefined()

    const faces = '/face-collections/listed-a/faces'
    const page = await list(`${faces}?limit=2`)
    expect(page).toMatchObject({
      faces: [
        { ...anna, external_person_id: 'anna' },
        { ...again, external_person_id: 'anna' },
      ],
      total: 3,
    })
    expect(JSON.stringify(page)).not.toMatch(/vector|photo/)
    expect(await list(`${faces}?limit=2&cursor=${page.next_cursor}`)).toMatchObject({ faces: [binh] })
    expect(await list(`${faces}?search=bi`)).toMatchObject({ faces: [binh], total: 3 })
    expect(await list(`${faces}?search=i`)).toMatchObject({ faces: [] })
    expect(await list(`${faces}?cursor=${first.next_cursor}`)).toMatchObject({ result_code: 400 })
    expect(await list('/face-collections/nowhere/faces')).toMatchObject({ result_code: 158 })

    const stranger = await server.organisation('listing-stranger')
    expect(await list('/face-collections', stranger)).toMatchObject({ collections: [] })
    expect(await list(faces, stranger)).toMatchObject({ result_code: 158 })
  })
})

describe('duplicates', () => {
  const duplicatesIn = (collection: string, body: object = {}) =>
    server.post(`/face-collections/${collection}/duplicates`, body)
  const refusing = (person: string, photo: string) =>
    server.post('/face-collections/doubles', {
      external_person_id: person,
      reference_photo: photo,
      duplicates: 'refuse',
    })

  test('a registration is refused only where asked, and pages report each pair once', async () => {
    await caller.sign('doubles')
    const [hers, upright, other] = [await photoOf(herReference), await herUprightSelfie(), await photoOf(him)]
    const first = await caller.registered('doubles', 'her', hers)
    const before = await storedBy(server)
    const sameFace = await refusing('somebody', upright)
    expect(sameFace.body).toMatchObject({ result_code: 187, warnings: [{ kind: 'same-face', id: first.id }] })
    const otherFace = await refusing('her', other)
    expect(otherFace.body).toMatchObject({
      result_code: 187,
      warnings: [{ kind: 'other-face', id: first.id }],
    })
    expect(
      (otherFace.body.checks as Check[]).filter(({ outcome }) => outcome === ('noted' as string)),
    ).toMatchObject([{ name: 'own-similarity', threshold: 40 }])
    expect(await storedBy(server)).toEqual(before)

    const second = await caller.registered('doubles', 'somebody', upright)
    const third = await caller.registered('doubles', 'her', other)
    const found = []
    let cursor: unknown
    for (let page = 0; page < 3; page++) {
      const { body } = await duplicatesIn('doubles', { limit: 1, ...(cursor !== undefined && { cursor }) })
      expect(body).toMatchObject({ result_code: 200, faces_searched: 1 })
      expect(body.expected_by_chance).toBeCloseTo(2e-4, 5)
      found.push(...(body.duplicates as object[]))
      cursor = body.next_cursor
    }
    expect(found).toMatchObject([
      { kind: 'same-face', id: second.id, external_person_id: 'somebody', other_id: first.id },
      { kind: 'other-face', id: third.id, other_id: first.id, other_external_person_id: 'her' },
    ])
    const { body } = await duplicatesIn('doubles', { external_person_id: 'somebody' })
    expect(body.duplicates).toMatchObject([{ kind: 'same-face', id: second.id, other_id: first.id }])
    const strict = await duplicatesIn('doubles', { similarity_threshold: 100, mismatch_threshold: 20 })
    expect((strict.body.duplicates as { kind: string }[]).filter(({ kind }) => kind === 'same-face')).toEqual(
      [],
    )
    expectRefusal(await duplicatesIn('doubles', { cursor: 'abc' }), 400)
    expect((await duplicatesIn('nowhere')).body.result_code).toBe(158)

    // The server walks through the same collection by itself, and finds the same.
    const begun = await server.post('/face-collections/doubles/duplicate-searches', {})
    expect(begun.body).toMatchObject({ result_code: 200, state: 'running', faces: 3 })
    const path = `/face-collections/doubles/duplicate-searches/${begun.body.id}`
    const asked = async () => (await get(`${path}?limit=1`)) as { state: string; next_cursor: string }
    await expect.poll(async () => (await asked()).state, { timeout: 60_000 }).toBe('finished')
    const one = await asked()
    expect(one).toMatchObject({ faces_searched: 3, found: 2, duplicates: [found[0]] })
    const rest = await get(`${path}?cursor=${one.next_cursor}`)
    expect(rest).toMatchObject({ duplicates: [found[1]] })
    expect(rest).not.toHaveProperty('next_cursor')
    expect((await server.post(`${path}/stop`, {})).body).toMatchObject({ state: 'finished' })
  })

  const get = async (path: string) => {
    const headers = { authorization: basic(server.credentials) }
    return (await (await fetch(server.url + path, { headers })).json()) as Record<string, unknown>
  }

  test('a calibration is named in checks and receipts, and makes likenesses stricter', async () => {
    const { database } = server.server.runtime.store
    const { id: organisationId = '' } = (await findOrganisation(database, server.credentials.name)) ?? {}
    const before = await caller.identify('people', await photoOf(herSelfie))
    const { name, version } = rowNamed('face-embedder')
    const definition = JSON.stringify({ curve: { mean: 0.2, deviation: 0.09 } })
    await addCalibration(database, organisationId, { name, version }, definition, Date.now())
    const after = await caller.identify('people', await photoOf(herSelfie))
    await endCalibration(database, organisationId, Date.now())
    expect(Number(after.body.similarity)).toBeLessThan(Number(before.body.similarity))
    const named = { name: 'similarity', calibration: 'organisation-1' }
    expect((after.body.checks as Check[]).at(-1)).toMatchObject(named)
    expect((before.body.checks as Check[]).at(-1)).not.toHaveProperty('calibration')
    const { receipt } = (await get(`/receipts/${after.headers.get('x-request-id')}`)) as {
      receipt: { checks: object[] }
    }
    expect(receipt.checks.at(-1)).toMatchObject(named)
  })
})

describe('block lists', () => {
  test('are searched where a request names them, and only those of the organisation', async () => {
    await caller.sign('blocked')
    await caller.sign('new people')
    const hers = await caller.registered('blocked', 'wanted', await photoOf(herReference))
    const register = (more: object, as = server.credentials) =>
      server.post(
        '/face-collections/new people',
        { external_person_id: 'newcomer', reference_photo: upright, ...more },
        as,
      )
    const upright = await herUprightSelfie()
    const hit = { id: hers.id, external_person_id: 'wanted', similarity: expect.any(Number), threshold: 80 }
    const refused = await register({ block_lists: ['empty', 'blocked'], duplicates: 'refuse' })
    expect(refused.body).toMatchObject({
      result_code: 187,
      warnings: [{ kind: 'block-list', collection_id: 'blocked', ...hit }],
    })
    const warned = await register({ block_lists: ['blocked'], duplicates: 'ignore' })
    expect(warned.body).toMatchObject({ result_code: 200, warnings: [{ kind: 'block-list', ...hit }] })
    expect((await register({})).body).not.toHaveProperty('warnings')
    expect((await register({ block_lists: ['nowhere'] })).body.result_code).toBe(158)

    const compare = (block_lists: string[], as = server.credentials) =>
      server.post(
        '/face-matching/compare-faces',
        { image_live: selfie, image_card: selfie, liveness_threshold: 0, block_lists },
        as,
      )
    const selfie = await photoOf(herSelfie)
    const { body } = await compare(['blocked', 'empty'])
    expect(body).toMatchObject({
      result_code: 200,
      verify_result: 2,
      block_list: [{ collection_id: 'blocked', ...hit }],
    })
    expect((body.checks as Check[]).at(-1)).toMatchObject({
      name: 'block-list-similarity',
      outcome: 'noted',
      values: { collection: 'blocked' },
    })
    const stranger = await server.organisation('without-lists')
    expect((await compare(['blocked'], stranger)).body.result_code).toBe(158)
  })
})

describe('identifying', () => {
  test('a person by another photo gives the id, the similarity and the confidence', async () => {
    const { status, body } = await caller.identify('people', await photoOf(herSelfie))
    expect(status).toBe(200)
    expect(body).toEqual({
      external_person_id: 'her',
      ...her,
      confidence: expect.any(Number),
      similarity: expect.any(Number),
      liveness_check: 'face-genuine',
      checks: expect.any(Array),
      message: 'Success',
      result_code: 200,
    })
    expect(body.similarity).toBeGreaterThanOrEqual(80)
    expect(body.similarity).toBeLessThan(100)
    expect(body.confidence).toBeGreaterThan(99)
    expect(body.confidence).toBeLessThanOrEqual(100)
    expect((body.checks as Check[]).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'face-found passed',
      'faces passed',
      'genuineness passed',
      'similarity passed',
    ])
  })

  test('a person with several photos finds the one most alike, and the other when that is removed', async () => {
    const closer = await caller.registered('people', 'her', await herUprightSelfie())
    const selfie = await photoOf(herSelfie)
    expect((await caller.identify('people', selfie)).body).toMatchObject({
      external_person_id: 'her',
      ...closer,
    })
    expect((await caller.remove('people', closer)).body.result_code).toBe(200)
    expect((await caller.identify('people', selfie)).body).toMatchObject({
      external_person_id: 'her',
      ...her,
    })
  })

  test('the right one of several people', async () => {
    const { body } = await caller.identify('people', await photoOf(him))
    expect(body).toMatchObject({ external_person_id: 'him', ...his, result_code: 200 })
  })

  test('somebody who is not registered is 159', async () => {
    const answer = await caller.identify('people', await photoOf(anotherPerson))
    expectNobody(answer, 159, 'Face Not Registered')
    expect(answer.body.liveness_check).toBe('face-genuine')
    expect(failedChecks(answer)).toEqual(['similarity'])
  })

  test('anybody in an empty collection is 159', async () => {
    const answer = await caller.identify('empty', await photoOf(herSelfie))
    expectNobody(answer, 159, 'Face Not Registered')
    expect(failedChecks(answer)).toEqual(['similarity'])
  })

  test('who is not genuine is not looked for: 141; who is genuine is what the threshold says', async () => {
    await caller.sign('not-genuine')
    const photo = await photoOf(notGenuine)
    await caller.registered('not-genuine', 'printed', photo)
    const answer = await caller.identify('not-genuine', photo)
    expectNobody(answer, 141, 'face-not-genuine')
    expect(answer.body.liveness_check).toBe('face-not-genuine')
    expect(failedChecks(answer)).toEqual(['genuineness'])
    expect(namesOf(answer)).not.toContain('similarity')
    const lenient = await caller.identify('not-genuine', photo, { liveness_threshold: 0 })
    expect(lenient.body).toMatchObject({ external_person_id: 'printed', liveness_check: 'face-genuine' })
    const strict = await caller.identify('people', await photoOf(herSelfie), { liveness_threshold: 99.9 })
    expectNobody(strict, 141, 'face-not-genuine')
  })
})

describe('no face, or too many', () => {
  test.each([
    [131, 'No Face Detected', 'face-found', emptyPhoto],
    [135, 'Found More Than One Face', 'faces', async () => groupPhoto()],
  ] as const)(
    'is %i, registering and identifying, and nothing is stored',
    async (code, message, check, make) => {
      const before = await storedBy(server)
      const photo = await make()
      const registering = await caller.register('people', 'them', photo)
      expect(registering.body).toMatchObject({ external_person_id: 'them', result_code: code, message })
      const identifying = await caller.identify('people', photo)
      expectNobody(identifying, code, message)
      expect(identifying.body).not.toHaveProperty('liveness_check')
      expect([failedChecks(registering), failedChecks(identifying)]).toEqual([[check], [check]])
      expect(await storedBy(server)).toEqual(before)
    },
  )
})

describe('what is no photo is refused by the name of the field, and nothing is stored', () => {
  const text = base64(Buffer.from('no image at all'))

  test('unreadable or too large', async () => {
    const before = await storedBy(server)
    expectRefusal(await caller.register('people', 'p', text), 422, 'reference_photo')
    expectRefusal(await caller.identify('people', text), 422, 'photo')
    const large = base64(Buffer.alloc(server.server.runtime.config.imageLimitBytes + 1))
    expectRefusal(await caller.register('people', 'p', large), 413, 'reference_photo')
    expectRefusal(await caller.identify('people', large), 413, 'photo')
    expect(await storedBy(server)).toEqual(before)
  })

  test.each([
    ['', 'external_person_id', { reference_photo: text }],
    ['', 'external_person_id', { external_person_id: 'a'.repeat(257), reference_photo: text }],
    ['', 'reference_photo', { external_person_id: 'p' }],
    ['', 'reference_photo', { external_person_id: 'p', reference_photo: 'not Base64!' }],
    ['/identify', 'photo', {}],
    ['/identify', 'photo', { photo: 7 }],
    ['/identify', 'liveness_threshold', { photo: text, liveness_threshold: 100.1 }],
    ['/identify', 'liveness_threshold', { photo: text, liveness_threshold: '0.5' }],
    ['/identify', 'liveness_threshold', { photo: text, liveness_threshold: 1.5 }],
    ['/delete', 'id', { file_id: 'f' }],
    ['/delete', 'file_id', { id: 'i', file_id: null }],
  ])('people%s: %s', async (act, field, body) => {
    expectRefusal(await server.post(`/face-collections/people${act}`, body), 400, field)
  })
})
