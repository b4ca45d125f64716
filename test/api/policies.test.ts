// Tests the routes of policies over HTTP: made, versioned, archived, and refused with field and reason.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { addCertificate, removeFromStore } from '../../src/store/records/trust.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function ask(method: string, path: string, body?: unknown, as: Credentials = server.credentials) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: basic(as), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const make = (id: string, definition: unknown, as?: Credentials) =>
  ask('POST', '/policies', { id, definition }, as)

const kinds = ['cccd-chip', 'can-cuoc']
const document = { kinds }
const liveness = { families: ['profile'] }
const plain = { steps: { document, liveness } }

/** The errors of a refusal by path. */
async function faultsOf(definition: unknown, server400 = 400): Promise<Record<string, string>> {
  const { status, body } = await make('refused', definition)
  expectRefusal({ status, body }, server400)
  const errors = body.errors as { path: string; message: string }[]
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
}

describe('a policy', () => {
  test('is answered with everything filled in that was left out', async () => {
    const { status, body } = await make('whole', plain)
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: 'whole', version: 1, message: 'Success', result_code: 200 },
        definition: {
          steps: {
            document: { kinds, both_sides: true, tilt: false, attempts: 3 },
            liveness: { families: ['profile'], min_strength: 'standard', attempts: 3 },
          },
          match: { accept: 80, review: 70 },
          expected: [],
          ...{ link_minutes: 1440, expires_minutes: 10_080, token_minutes: 30 },
          outcomes: {},
        },
      },
    ])
  })

  test('has versions that never change', async () => {
    await make('grows', plain)
    const second = await ask('PUT', '/policies/grows', { definition: { ...plain, age: { least: 21 } } })
    expect(second.body).toMatchObject({ version: 2, definition: { age: { least: 21 } } })
    const shown = await ask('GET', '/policies/grows')
    expect(shown.body).toMatchObject({ version: 2, is_preset: false, definition: { age: { least: 21 } } })
    expect((shown.body.versions as { version: number }[]).map(({ version }) => version)).toEqual([2, 1])
    const first = await ask('GET', '/policies/grows/versions/1')
    expect(first.body).toMatchObject({ version: 1 })
    expect(first.body.definition).not.toHaveProperty('age')
    expectRefusal(await ask('GET', '/policies/grows/versions/3'), 404)
    for (const version of ['0', '-1', 'x', '1.5', '99999999999'])
      expectRefusal(await ask('GET', `/policies/grows/versions/${version}`), 400)
  })

  test('is of one organisation', async () => {
    const other = await server.organisation('other')
    await make('mine', plain)
    expectRefusal(await ask('GET', '/policies/mine', undefined, other), 404)
    expectRefusal(await ask('GET', '/policies/mine/versions/1', undefined, other), 404)
    expectRefusal(await ask('PUT', '/policies/mine', { definition: plain }, other), 404)
    expectRefusal(await ask('POST', '/policies/mine/archive', {}, other), 404)
    expect((await make('mine', plain, other)).body).toMatchObject({ version: 1 })
    expect((await ask('GET', '/policies/mine')).body).toMatchObject({ version: 1, archived_at: null })
  })

  test('of a name that is taken is 409, and one of no name can be changed', async () => {
    await make('taken', plain)
    expectRefusal(await make('taken', plain), 409)
    expectRefusal(await ask('PUT', '/policies/nowhere', { definition: plain }), 404)
  })

  test('is archived, and brought back by a new version', async () => {
    await make('old', plain)
    expect((await ask('POST', '/policies/old/archive')).status).toBe(200)
    const archived = (await ask('GET', '/policies/old')).body
    expect(archived.archived_at).toMatch(/^\d{4}-.*Z$/)
    await ask('PUT', '/policies/old', { definition: plain })
    expect((await ask('GET', '/policies/old')).body).toMatchObject({ version: 2, archived_at: null })
  })

  test('without a chip where its mode is off', async () => {
    const { body } = await make('no-chip', { steps: { document, chip: { mode: 'off' }, liveness } })
    expect(Object.keys((body.definition as { steps: object }).steps)).toEqual(['document', 'liveness'])
  })

  test('says what reasons lead to', async () => {
    const outcomes = { 'document-expired': 'review', 'person-blocked': 'declined' }
    expect((await make('stern', { ...plain, outcomes })).body.definition).toMatchObject({ outcomes })
  })

  test('compares no faces where there is but one', async () => {
    const { body } = await make('only-liveness', { steps: { liveness } })
    expect(body.definition).not.toHaveProperty('match')
  })
})

describe('presets', () => {
  test('are listed, and shown as the next use takes them', async () => {
    const fresh = await server.organisation('fresh')
    const listed = await ask('GET', '/policies', undefined, fresh)
    expect(listed.body.policies).toEqual(
      ['bank-vn', 'simple', 'telecom-vn'].map((id) => ({
        ...{ id, version: null, is_preset: true, created_at: null, archived_at: null },
      })),
    )
    const bank = await ask('GET', '/policies/bank-vn', undefined, fresh)
    expect(bank.body).toMatchObject({
      definition: {
        steps: { document: { kinds, both_sides: true }, chip: { mode: 'required' } },
        match: { accept: 80, review: 70 },
      },
      versions: [],
    })
    const telecom = await ask('GET', '/policies/telecom-vn', undefined, fresh)
    expect(telecom.body).toMatchObject({
      definition: { steps: { document: { kinds: ['cccd-12', ...kinds] }, chip: { mode: 'preferred' } } },
    })
    const simple = await ask('GET', '/policies/simple', undefined, fresh)
    expect(simple.body).toMatchObject({ definition: { steps: { document: { both_sides: false } } } })
    expect((simple.body.definition as { steps: object }).steps).not.toHaveProperty('chip')
  })

  test('cannot be changed, made again or archived', async () => {
    expectRefusal(await make('bank-vn', plain), 400)
    expectRefusal(await ask('PUT', '/policies/simple', { definition: plain }), 400)
    expectRefusal(await ask('POST', '/policies/simple/archive'), 400)
  })
})

describe('what is refused names its field and the limit', () => {
  const step = (name: string, value: unknown) => ({ steps: { document, liveness, [name]: value } })
  const cases: readonly (readonly [what: string, definition: unknown, path: string, says: RegExp])[] = [
    ['an unknown field', { ...plain, polocy: 1 }, 'polocy', /not a field/],
    [
      'a next step, as a loop would need',
      step('document', { kinds, next: 'document' }),
      'steps.document.next',
      /not a field/,
    ],
    ['an unknown step', step('selfie', {}), 'steps.selfie', /not a field/],
    ['no step', { steps: {} }, 'steps', /must have a document, a chip or liveness/],
    ['no attempt', step('document', { kinds, attempts: 0 }), 'steps.document.attempts', /at least 1/],
    [
      'endless attempts',
      step('liveness', { ...liveness, attempts: 11 }),
      'steps.liveness.attempts',
      /at most 10/,
    ],
    ['a share for percent', { ...plain, match: { accept: 0.8 } }, 'match.accept', /at least 50/],
    ['over 100 percent', { ...plain, match: { accept: 101 } }, 'match.accept', /at most 100/],
    [
      'review over accept',
      { ...plain, match: { accept: 70, review: 75 } },
      'match.review',
      /at most match.acc/,
    ],
    ['match without a face', { steps: { document }, match: {} }, 'match', /liveness/],
    ['age of nobody', { ...plain, age: { least: 131 } }, 'age.least', /at most 130/],
    ['age turned round', { ...plain, age: { least: 60, most: 18 } }, 'age.least', /at most age.most/],
    ['age without a document', { steps: { liveness }, age: { least: 18 } }, 'age', /document/],
    [
      'a link that outlives',
      { ...plain, link_minutes: 60, expires_minutes: 30 },
      'link_minutes',
      /expires_min/,
    ],
    ['a token for a day', { ...plain, token_minutes: 1440 }, 'token_minutes', /at most 240/],
    ['no kinds', step('document', { kinds: [] }), 'steps.document.kinds', /at least 1/],
    ['a kind twice', step('document', { kinds: [...kinds, ...kinds] }), 'steps.document.kinds', /each once/],
    [
      'a kind that is not read',
      step('document', { kinds: ['library-card'] }),
      'steps.document.kinds.0',
      /cccd-chip/,
    ],
    [
      'a kind of the past',
      step('document', { kinds: ['cmnd-9'] }),
      'steps.document.kinds.0',
      /valid any more/,
    ],
    [
      'a licence, which says no address',
      step('document', { kinds: ['licence-pet'] }),
      'steps.document.kinds.0',
      /no kind that is read here/,
    ],
    ['a field to expect twice', { ...plain, expected: ['name', 'name'] }, 'expected', /each field once/],
    ['a field that is not compared', { ...plain, expected: ['shoe'] }, 'expected.0', /"name"/],
    [
      'a reason that is none',
      { ...plain, outcomes: { 'bad-mood': 'declined' } },
      'outcomes.bad-mood',
      /no reason/,
    ],
    [
      'a family beyond what it proves',
      step('liveness', { families: ['profile', 'video'], min_strength: 'standard' }),
      'steps.liveness.families.1',
      /proves low at most/,
    ],
    [
      'high by light',
      step('liveness', { families: ['light'], min_strength: 'high' }),
      'steps.liveness.families.0',
      /proves low at most/,
    ],
    [
      'lines of presence that cross',
      step('liveness', { families: ['nose'], presence: { accept: 40, refuse: 60 } }),
      'steps.liveness.presence.refuse',
      /at most steps.liveness.presence.accept/,
    ],
    [
      'less wanted than asked',
      step('liveness', { families: ['nose'], min_strength: 'standard', wanted_strength: 'low' }),
      'steps.liveness.wanted_strength',
      /at least steps.liveness.min_strength/,
    ],
    [
      'a chip that no state vouches for',
      step('chip', { mode: 'required' }),
      'steps.chip.mode',
      /trust store is empty/,
    ],
    [
      'a chip on a card without one',
      { steps: { document: { kinds: ['cccd-12'] }, chip: { mode: 'required' }, liveness } },
      'steps.document.kinds.0',
      /has no chip/,
    ],
    [
      'a collection that is not there',
      { ...plain, screening: { block_list: { collection_id: 'nobody' } } },
      'screening.block_list.collection_id',
      /no collection of yours/,
    ],
    [
      'a search without liveness',
      { steps: { document }, screening: { block_list: { collection_id: 'nobody' } } },
      'screening',
      /needs liveness/,
    ],
  ]
  test.each(cases)('%s', async (_, definition, path, says) => {
    const faults = await faultsOf(definition)
    expect(faults).toHaveProperty([`definition.${path}`])
    expect(faults[`definition.${path}`]).toMatch(says)
    expectRefusal(await ask('GET', '/policies/refused'), 404)
  })

  test('chips of cards where only the authority of passports is trusted, which is named', async () => {
    const { database } = server.server.runtime.store
    const anchor = (sha256: string, subject: string) =>
      addCertificate(database, {
        ...{ sha256, subject, country: 'VN', serial: '01', keyId: sha256, keyHash: sha256 },
        ...{ notBefore: 1, notAfter: 2, origin: 'test', importedAt: 3, der: Buffer.from(sha256) },
      })
    const definition = { steps: { document, chip: { mode: 'required' }, liveness } }
    await anchor('aa', 'C=VN, O=Government, CN=CSCA ePassport')
    const faults = await faultsOf(definition)
    expect(faults['definition.steps.chip.mode']).toMatch(
      /only what signs passports \(C=VN, O=Government, CN=CSCA ePassport\).*signs cccd-chip, can-cuoc/,
    )
    await anchor('bb', 'C=VN, O=C06, CN=CSCA')
    expect((await make('with-cards', definition)).status).toBe(200)
    for (const sha256 of ['aa', 'bb']) await removeFromStore(database, sha256)
  })

  test('a name that could not stand in a path', async () => {
    for (const id of ['', 'A', '-a', 'a/b', 'a b', 'ä', 'x'.repeat(65)])
      expectRefusal(await make(id, plain), 400)
  })

  test('a collection that people are registered in and refused by', async () => {
    await server.post('/face-collections/sign-collection-id', { id: 'known', external_person_id: 'x' })
    const search = { collection_id: 'known' }
    const own = { duplicates: { ...search, register: true }, block_list: search }
    expect(await faultsOf({ ...plain, screening: own })).toHaveProperty([
      'definition.screening.duplicates.collection_id',
    ])
    const { status } = await make('searching', { ...plain, screening: { duplicates: search } })
    expect(status).toBe(200)
  })
})

test('a strength below the floor of the operator is refused, and so is video without ffmpeg', async () => {
  const strict = await startTestServer({ livenessFloor: 'standard', ffmpeg: '/nowhere/ffmpeg' })
  try {
    const sent = (families: string[], min_strength: string) =>
      strict.post('/policies', {
        id: 'shop',
        definition: { steps: { liveness: { families, min_strength } } },
      })
    const low = await sent(['profile'], 'low')
    expectRefusal(low, 400)
    expect(JSON.stringify(low.body.errors)).toContain('SELFSAME_LIVENESS_FLOOR')
    const video = await sent(['video'], 'low')
    expect(JSON.stringify(video.body.errors)).toContain('ffmpeg')
    expect((await sent(['profile'], 'high')).status).toBe(200)
  } finally {
    await strict.stop()
  }
})
