// Tests verifications over HTTP as an organisation has them: created once, listed, linked, cancelled, decided, expired, kept apart.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { bearerCaller, enter } from '../kit/visits.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const policy = {
  id: 'look',
  definition: {
    steps: { liveness: { families: ['profile'], min_strength: 'standard', attempts: 1 } },
    outcomes: { 'liveness-failed': 'review' },
  },
}
const asking = { policy: 'look', external_person_id: 'anna' }

let organisations = 0
/** An organisation with a policy that asks for liveness alone, and how it calls. */
async function newOrganisation() {
  const name = `verifier-${++organisations}`
  const as = await server.organisation(name)
  const authorization = `Basic ${Buffer.from(`${as.name}:${as.password}`).toString('base64')}`
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    }
  }
  const made = await call('POST', '/policies', policy)
  expect(made.body.result_code).toBe(200)
  const create = async (more: object = {}, headers = {}) => {
    const answer = await call('POST', '/verifications', { ...asking, ...more }, headers)
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ result_code: 200 })
    return answer.body as { id: string; link: { token: string; url: string; expires_at: string } }
  }
  return { name, as, call, create }
}

const stateOf = ({ body }: Answered) => body.state
const typesOf = ({ body }: Answered) => (body.events as { type: string }[]).map(({ type }) => type)

/** Fails liveness, which the policy has somebody look at, and waits for the verdict. */
async function toReview({ call, create }: Awaited<ReturnType<typeof newOrganisation>>, more: object = {}) {
  const { id, link } = await create(more)
  const person = await enter(server, link.token)
  const started = await person.call('POST', '/profile-liveness-challenge/profile-start', {
    image_width: 360,
    image_height: 480,
  })
  const frame = { photo: tinyPicture, task: 'keep-face-ahead', timestamp: Date.now() }
  await person.call('PUT', `/profile-liveness-challenge/${started.body.id}/frames`, frame)
  await person.call('POST', `/profile-liveness-challenge/${started.body.id}/verify`, {})
  await expect
    .poll(async () => stateOf(await call('GET', `/verifications/${id}`)), { timeout: 120_000 })
    .toBe('review')
  return { id, person }
}
/** 18 by 24 grey pixels, which show nobody. */
const tinyPicture = 'UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA=='

describe('create', () => {
  test('answers the verification and a link that opens it', async () => {
    const { create, call } = await newOrganisation()
    const made = await create({
      expected: { name: 'Nguyễn Thị Hương' },
      ...{ locale: 'vi', return_url: 'https://shop.example/done', metadata: { order: '7' } },
      ...{ consent_reference: 'contract 7', expires_in_minutes: 60 },
    })
    expect(made).toMatchObject({
      ...{ state: 'created', is_test: false, external_person_id: 'anna', policy: 'look', policy_version: 1 },
      ...{ metadata: { order: '7' }, expected: { name: 'Nguyễn Thị Hương' }, attempts: [] },
      link: { url: `/verify/${made.link.token}`, token: expect.stringMatching(/^ssl_/) },
    })
    const { session } = await enter(server, made.link.token)
    expect(session).toMatchObject({ state: 'started', locale: 'vi', return_url: 'https://shop.example/done' })
    const shown = await call('GET', `/verifications/${made.id}`)
    expect(shown.body).toMatchObject({ state: 'started', consent_reference: 'contract 7' })
    expect(shown.body).not.toHaveProperty('link')
    expect(typesOf(await call('GET', `/verifications/${made.id}/events`))).toEqual([
      'verification.created',
      'verification.started',
    ])
  })

  const wrong: readonly (readonly [what: string, given: object, path: string])[] = [
    ['a policy that is not there', { policy: 'nobody' }, 'policy'],
    ['a field that nobody knows', { surname: 'x' }, 'surname'],
    ['an endpoint that is not there', { webhook: 'https://a.example/hook' }, 'webhook'],
    ['an address that is none', { return_url: 'javascript:alert(1)' }, 'return_url'],
    ['credentials in an address', { return_url: 'https://a:b@c.example' }, 'return_url'],
    ['an expected field that nobody knows', { expected: { shoe: '43' } }, 'expected.shoe'],
    ['too little time', { expires_in_minutes: 1 }, 'expires_in_minutes'],
    [
      'too many words',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, ''])) },
      'metadata',
    ],
    ['a persona without a test key', { persona: 'approved' }, 'persona'],
  ]
  test.for(wrong)('refuses %s', async ([, given, path]) => {
    const { call } = await newOrganisation()
    const answer = await call('POST', '/verifications', { ...asking, ...given })
    expectRefusal(answer, 400)
    expect((answer.body.errors as { path: string }[])[0]?.path).toBe(path)
  })

  test('refuses where the policy expects data that are not given', async () => {
    const { call } = await newOrganisation()
    const steps = { document: { kinds: ['cccd-chip'] } }
    await call('POST', '/policies', { id: 'known', definition: { steps, expected: ['name', 'number'] } })
    const answer = await call('POST', '/verifications', {
      ...{ policy: 'known', external_person_id: 'anna', expected: { name: 'Anna' } },
    })
    expectRefusal(answer, 400)
    expect(answer.body.errors).toEqual([{ path: 'expected.number', message: expect.any(String) }])
  })
})

describe('an idempotency key', () => {
  const header = { 'idempotency-key': 'order-7' }

  test('has many equal requests at once make one verification, with one link', async () => {
    const { call, create } = await newOrganisation()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/verifications', asking, header)),
    )
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => (body.link as { token: string }).token)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect((await call('GET', '/verifications')).body.verifications).toHaveLength(1)
    const again = await create({}, header)
    expect(again.id).toBe(answers[0]?.body.id)
    await enter(server, again.link.token)
  })

  test('is refused with another body, and is another organisation’s own', async () => {
    const one = await newOrganisation()
    await one.create({}, header)
    const other = await one.call('POST', '/verifications', { ...asking, external_person_id: 'bob' }, header)
    expect([other.status, other.body.result_code]).toEqual([409, 468])
    const elsewhere = await newOrganisation()
    await elsewhere.create({ external_person_id: 'bob' }, header)
  })

  test('must be visible characters', async () => {
    const { call } = await newOrganisation()
    expectRefusal(await call('POST', '/verifications', asking, { 'idempotency-key': 'a b' }), 400)
    expectRefusal(await call('POST', '/verifications', asking, { 'idempotency-key': 'x'.repeat(256) }), 400)
  })

  test('answers the same new link again', async () => {
    const { call, create } = await newOrganisation()
    const { id } = await create()
    const [first, second] = [
      await call('POST', `/verifications/${id}/link`, {}, header),
      await call('POST', `/verifications/${id}/link`, {}, header),
    ]
    expect(second.body.link).toMatchObject({ token: (first.body.link as { token: string }).token })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const next = await call('POST', `/verifications/${id}/link`, {}, { 'idempotency-key': 'another' })
    expect(next.body.link).not.toEqual(first.body.link)
  })
})

describe('a list', () => {
  test('is newest first, in pages without gaps, and narrowed by what is asked', async () => {
    const { call, create } = await newOrganisation()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const expected = i === 0 ? { expected: { number: '001 190 000 123' } } : {}
      ids.unshift((await create({ external_person_id: i % 2 ? 'bob' : 'anna', ...expected })).id)
    }
    await call('POST', `/verifications/${ids[0]}/cancel`, {})
    const listed = async (query: string) =>
      ((await call('GET', `/verifications${query}`)).body.verifications as { id: string }[]).map(
        ({ id }) => id,
      )
    const page = await call('GET', '/verifications?limit=2')
    const rest = await listed(`?limit=10&cursor=${page.body.next_cursor}`)
    expect(
      [...(page.body.verifications as { id: string }[]).map(({ id }) => id), ...rest].toSorted(),
    ).toEqual(ids.toSorted())
    expect(await listed('?state=cancelled')).toEqual([ids[0]])
    expect(await listed('?external_person_id=bob')).toHaveLength(2)
    expect(await listed('?policy=look&state=created')).toHaveLength(4)
    expect(await listed('?document_number=001190000123')).toEqual([ids[4]])
    expect(await listed('?document_number=001190000124')).toEqual([])
    expect(await listed('?created_from=2999-01-01T00:00:00Z')).toEqual([])
    expect(await listed('?is_test=true')).toEqual([])
    for (const wrong of ['?cursor=x', '?limit=101', '?limit=0', '?state=new', '?created_to=soon'])
      expectRefusal(await call('GET', `/verifications${wrong}`), 400)
  })

  test('shows nothing of another organisation, whose ids are unknown here', async () => {
    const [one, other] = [await newOrganisation(), await newOrganisation()]
    const { id } = await one.create()
    expect((await other.call('GET', '/verifications')).body.verifications).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/receipt'],
      ['POST', '/cancel'],
      ['POST', '/redact'],
      ['POST', '/link'],
    ] as const)
      expectRefusal(
        await other.call(method, `/verifications/${id}${path}`, method === 'GET' ? undefined : {}),
        404,
      )
  })

  test('keeps tests apart: a test key sees them alone, others only where they ask', async () => {
    const { as, call, create } = await newOrganisation()
    const { key } = await newApiKey(server.server.runtime.store.database, as.name, ['verifications'], {
      isTest: true,
    })
    const tester = bearerCaller(server, key)
    const live = await create()
    const tried = await tester('POST', '/verifications', asking)
    expect(tried.body).toMatchObject({ is_test: true })
    const idsOf = ({ body }: Answered) => (body.verifications as { id: string }[]).map(({ id }) => id)
    expect(idsOf(await tester('GET', '/verifications'))).toEqual([tried.body.id])
    expect(idsOf(await call('GET', '/verifications'))).toEqual([live.id])
    expect(idsOf(await call('GET', '/verifications?is_test=true'))).toEqual([tried.body.id])
    expectRefusal(await tester('GET', `/verifications/${live.id}`), 404)
  })
})

describe('cancelling', () => {
  test('ends links and tokens at once, may be repeated, and happens once', async () => {
    const { call, create } = await newOrganisation()
    const { id, link } = await create()
    const person = await enter(server, link.token)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', `/verifications/${id}/cancel`, {})),
    )
    for (const answer of answers) expect(answer.body).toMatchObject({ result_code: 200, state: 'cancelled' })
    expect(typesOf(await call('GET', `/verifications/${id}/events`))).toEqual([
      'verification.created',
      'verification.started',
      'verification.cancelled',
    ])
    expect((await person.call('GET', '/verification-session')).status).toBe(401)
    expectRefusal(await call('POST', `/verifications/${id}/link`, {}), 409)
    expect((await call('POST', `/verifications/${id}/redact`, {})).body).toMatchObject({
      ...{ result_code: 200, state: 'cancelled', redacted_at: expect.any(String) },
    })
  })

  test('is not for what was decided', async () => {
    const organisation = await newOrganisation()
    const { id } = await toReview(organisation)
    const decision = { decision: 'approved', note: 'fine', reviewer: 'binh' }
    await organisation.call('POST', `/verifications/${id}/decide`, decision)
    expectRefusal(await organisation.call('POST', `/verifications/${id}/cancel`, {}), 409)
  })
})

describe('the verdict of a policy and a reviewer', () => {
  test('what is referred has its reason, one receipt that covers all, and is decided once', async () => {
    const organisation = await newOrganisation()
    const { call } = organisation
    const { id } = await toReview(organisation, { expected: { name: 'Anna' } })
    const shown = await call('GET', `/verifications/${id}`)
    expect(shown.body).toMatchObject({
      attempts: [{ step: 'liveness', outcome: 'failed' }],
      verdict: {
        ...{ decision: 'review', decided_by: 'policy' },
        reasons: [
          { reason: 'expected-not-read', outcome: 'review' },
          {
            reason: 'liveness-failed',
            outcome: 'review',
            step: 'liveness',
            words: { vi: expect.any(String) },
          },
        ].toSorted((a) => (a.reason === 'liveness-failed' ? -1 : 1)),
        expected: [{ field: 'name', outcome: 'not-read', given: 'Anna', read: '' }],
      },
    })
    const receipt = await call('GET', `/verifications/${id}/receipt`)
    expect(receipt.body.receipt).toMatchObject({
      ...{ id, operation: 'judgeVerification', message: 'review' },
      inputs: [{ name: 'liveness.keep-face-ahead' }],
      verification: { decision: 'review', policy: 'look', parts: [{ step: 'liveness', outcome: 'failed' }] },
    })
    expect((await call('GET', `/receipts/${id}`)).body).toMatchObject({ receipt: { id } })

    const decisions = await Promise.all(
      (['approved', 'declined', 'approved', 'declined'] as const).map((decision) =>
        call('POST', `/verifications/${id}/decide`, { decision, note: 'looked', reviewer: 'binh' }),
      ),
    )
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const decided = await call('GET', `/verifications/${id}`)
    expect(decided.body).toMatchObject({
      finished_at: expect.any(String),
      verdict: { decided_by: 'reviewer', note: 'looked', reviewer: 'binh', decision: decided.body.state },
    })
    expect((await call('GET', `/verifications/${id}/receipt`)).body.receipt).toMatchObject({
      ...{ operation: 'decideVerification', message: decided.body.state },
      inputs: [{ name: 'liveness.keep-face-ahead' }],
    })
    const ends = typesOf(await call('GET', `/verifications/${id}/events`)).filter((type) =>
      /approved|declined/.test(type),
    )
    expect(ends).toHaveLength(1)
  })

  test('who is asked again does the named steps anew, with a new link', async () => {
    const organisation = await newOrganisation()
    const { call } = organisation
    const { id, person } = await toReview(organisation)
    const ask = { decision: 'ask-again', note: 'too dark', reviewer: 'binh', steps: ['liveness'] }
    expectRefusal(await call('POST', `/verifications/${id}/decide`, { ...ask, steps: ['document'] }), 400)
    expectRefusal(await call('POST', `/verifications/${id}/decide`, { ...ask, steps: undefined }), 400)
    const again = await call('POST', `/verifications/${id}/decide`, ask)
    expect(again.body).toMatchObject({ state: 'started', attempts: [{ outcome: 'set-aside' }] })
    expect((await person.call('GET', '/verification-session')).status).toBe(401)
    const { session } = await enter(server, (again.body.link as { token: string }).token)
    expect(session.steps).toMatchObject([{ step: 'liveness', state: 'open', attempts_left: 1 }])
  })

  test('only what is in review can be decided', async () => {
    const { call, create } = await newOrganisation()
    const { id } = await create()
    const decision = { decision: 'approved', note: 'fine', reviewer: 'binh' }
    expectRefusal(await call('POST', `/verifications/${id}/decide`, decision), 409)
    expectRefusal(
      await call('POST', `/verifications/${id}/decide`, { ...decision, reasons: ['too-old'] }),
      400,
    )
    expectRefusal(await call('GET', `/verifications/${id}/receipt`), 404)
    expectRefusal(await call('POST', `/verifications/${id}/redact`, {}), 409)
  })
})

test('a verification whose time is over expires, once, and its link with it', async () => {
  const { call, create } = await newOrganisation()
  const { id, link } = await create()
  const { database } = server.server.runtime.store
  await database.query('UPDATE verifications SET expires_at = 1 WHERE id = $1', [id])
  await Promise.all([server.server.runtime.judging.sweep(), server.server.runtime.judging.sweep()])
  expect((await call('GET', `/verifications/${id}`)).body).toMatchObject({ state: 'expired' })
  expect(typesOf(await call('GET', `/verifications/${id}/events`))).toEqual([
    'verification.created',
    'verification.expired',
  ])
  expect((await bearerCaller(server, link.token)('POST', '/verification-session/token')).status).toBe(401)
})

test('a fault of ours never becomes a verdict: it is judged when the fault is over', async () => {
  const organisation = await newOrganisation()
  const { id } = await toReview(organisation)
  const { database } = server.server.runtime.store
  // As a server leaves it that died while it judged; its findings cannot be opened for a while.
  const [kept] = await database.query<{ findings: Uint8Array }>(
    'SELECT findings FROM verification_attempts WHERE verification_id = $1',
    [id],
  )
  await database.query(
    `UPDATE verifications SET state = 'processing', lease_holder = 'dead', lease_until = 1 WHERE id = $1`,
    [id],
  )
  await database.query('UPDATE verification_attempts SET findings = $2 WHERE verification_id = $1', [
    id,
    Buffer.from('damaged'),
  ])
  await server.server.runtime.judging.sweep()
  const failures = async () =>
    (
      await database.query<{ n: number }>('SELECT judge_failures AS n FROM verifications WHERE id = $1', [id])
    )[0]?.n
  await expect.poll(failures, { timeout: 120_000 }).toBeGreaterThan(0)
  expect((await database.query('SELECT state FROM verifications WHERE id = $1', [id]))[0]?.state).toBe(
    'processing',
  )
  await database.query('UPDATE verification_attempts SET findings = $2 WHERE verification_id = $1', [
    id,
    kept?.findings ?? null,
  ])
  await database.query('UPDATE verifications SET lease_until = 1 WHERE id = $1', [id])
  await server.server.runtime.judging.sweep()
  await expect
    .poll(async () => stateOf(await organisation.call('GET', `/verifications/${id}`)), { timeout: 120_000 })
    .toBe('review')
})
