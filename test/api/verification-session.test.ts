// Tests the person's side over HTTP: links, tokens, what each opens, the steps of the session, and every way to cheat.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wall } from '../../specimens/kit/films/films.ts'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { exchange, openWire, request } from '../../specimens/kit/servers/wire.ts'
import { allRoutes } from '../../src/app.ts'
import type { Policy } from '../../src/verifications/policies/policy.ts'
import { bearerCaller, enter, newVisit, policyWith, sessionIn } from '../kit/visits.ts'
import { expectRefusal } from './expecting.ts'

const attempts = 2
const liveness = { families: ['nose', 'profile'], min_strength: 'standard', attempts } as const
const document = { kinds: ['cccd-chip'], both_sides: true, attempts }
const chip = { mode: 'preferred', copy_proof: 'preferred', attempts } as const
const start = { image_width: 360, image_height: 480 }

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const visit = async (steps: Policy['steps'], more: Parameters<typeof newVisit>[2] = {}) => {
  const made = await newVisit(server, policyWith(steps), more)
  return { ...made, ...(await enter(server, made.link)) }
}
const open = (bearer: string, key?: string) =>
  bearerCaller(server, bearer)(
    'POST',
    '/verification-session/token',
    undefined,
    key === undefined ? {} : { 'idempotency-key': key },
  )
const codeOf = ({ status, body }: Answered) => [status, body.result_code]
const stepIn = (answer: Answered, name: string) => sessionIn(answer).steps.find(({ step }) => step === name)
const database = () => server.server.runtime.store.database
const rowsOf = (sql: string, id: string) => database().query(sql, [id])
const stateOf = async (id: string) =>
  (await rowsOf('SELECT state FROM verifications WHERE id = $1', id))[0]?.state

/** Nothing more is asked: the server judges it, or has. */
const judged = ['processing', 'approved', 'declined', 'review']

describe('a link', () => {
  test('opens once, for a token that sees the session, and starts the verification', async () => {
    const { link, id } = await newVisit(server, policyWith({ liveness }))
    const first = await open(link)
    expect(first.body).toMatchObject({
      token: expect.stringMatching(/^sst_[A-Za-z0-9]{49}$/),
      session: {
        ...{ verification_id: id, state: 'started', is_test: false },
        ...{ locale: 'vi', return_url: 'https://shop.example/done' },
        steps: [{ step: 'liveness', state: 'open', attempts_left: 2, families: ['nose', 'profile'] }],
      },
    })
    const again = await open(link)
    expect(codeOf(again)).toEqual([401, 460])
    expect(again.headers.get('www-authenticate')).toBe('Bearer realm="Selfsame", error="invalid_token"')
    const types = await rowsOf('SELECT type FROM verification_events WHERE verification_id = $1', id)
    expect(types).toEqual([{ type: 'verification.started' }])
  })

  test('exchanged by many at the same moment gives exactly one token', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { link, id } = await newVisit(server, policyWith({ liveness }))
      const answers = await Promise.all(Array.from({ length: 8 }, () => open(link)))
      expect(answers.map(codeOf).toSorted()).toEqual([[200, 200], ...Array(7).fill([401, 460])])
      const [{ n }] = (await rowsOf(
        'SELECT COUNT(*) AS n FROM verification_tokens WHERE verification_id = $1',
        id,
      )) as [{ n: number }]
      expect(Number(n)).toBe(1)
    }
  })

  test('is good for nothing else', async () => {
    const { link } = await newVisit(server, policyWith({ liveness }))
    const call = bearerCaller(server, link)
    for (const answer of [
      await call('GET', '/verification-session'),
      await call('POST', '/verification-session/link', {}),
      await call('POST', '/liveness-challenge/start', start),
      await call('GET', '/organisation'),
    ])
      expectRefusal(answer, 403)
    expect(codeOf(await open(link))).toEqual([200, 200])
  })

  test('that is over says so, and one that was made up is as any wrong key', async () => {
    const late = await newVisit(server, policyWith({ liveness }), { linkLifeMs: -1 })
    expect(codeOf(await open(late.link))).toEqual([401, 461])
    const replaced = await newVisit(server, policyWith({ liveness }))
    await replaced.makeLink()
    expect(codeOf(await open(replaced.link))).toEqual([401, 462])
    const over = await newVisit(server, policyWith({ liveness }), { lifeMs: -1 })
    expect(codeOf(await open(over.link))).toEqual([409, 467])
    const gone = await newVisit(server, policyWith({ liveness }), { lifeMs: -1, linkLifeMs: -1 })
    expect(codeOf(await open(gone.link))).toEqual([401, 471])
    const cancelled = await newVisit(server, policyWith({ liveness }))
    const { call } = await enter(server, cancelled.link)
    await server.post(`/verifications/${cancelled.id}/cancel`, {})
    expect(codeOf(await call('GET', '/verification-session'))).toEqual([401, 470])
    expect(codeOf(await open(cancelled.link))).toEqual([401, 470])
    const { link } = await newVisit(server, policyWith({ liveness }))
    const forged = [
      link.slice(0, -1) + (link.endsWith('a') ? 'b' : 'a'),
      `sst_${link.slice(4)}`,
      `ssl_${'a'.repeat(49)}`,
      'ssl_',
      `${link}a`,
      `${link} x`,
    ]
    for (const one of forged) expect(codeOf(await open(one)), one).toEqual([401, 401])
    expect(codeOf(await open(link))).toEqual([200, 200])
  })

  test('of the organisation ends every older link and token at once; one of the person ends none', async () => {
    const { call, makeLink } = await visit({ liveness })
    const { body } = await call('POST', '/verification-session/link', {})
    expect(body.url).toBe(`/verify/${body.token}`)
    const other = await enter(server, String(body.token))
    for (const one of [call, other.call]) expect((await one('GET', '/verification-session')).status).toBe(200)
    const handed = String((await other.call('POST', '/verification-session/link', {})).body.token)
    const newer = String((await call('POST', '/verification-session/link', {})).body.token)
    expect(codeOf(await open(handed))).toEqual([401, 462])
    const link = await makeLink()
    expect(codeOf(await open(newer))).toEqual([401, 462])
    for (const one of [call, other.call])
      expect(codeOf(await one('GET', '/verification-session'))).toEqual([401, 464])
    expect(codeOf(await open(link))).toEqual([200, 200])
  })

  test('is made again from its number, and only its hash is kept', async () => {
    const { link, id } = await newVisit(server, policyWith({ liveness }))
    const dump = JSON.stringify([
      ...(await rowsOf('SELECT * FROM verification_links WHERE verification_id = $1', id)),
      ...(await rowsOf('SELECT * FROM verifications WHERE id = $1', id)),
    ])
    expect(dump).not.toContain(link.slice(4, 40))
  })
})

describe('an exchange whose answer was lost', () => {
  const tokenIn = ({ body }: Answered) => String(body.token)
  const looks = async (token: string) =>
    codeOf(await bearerCaller(server, token)('GET', '/verification-session'))

  test('is repeated with its key: the lost token ends, and another is good', async () => {
    const { link, id } = await newVisit(server, policyWith({ liveness }))
    const lost = tokenIn(await open(link, 'a-key'))
    const first = tokenIn(await open(link, 'a-key'))
    expect([await looks(lost), await looks(first)]).toEqual([
      [401, 464],
      [200, 200],
    ])
    // The same holds for a token that is renewed.
    const lostAgain = tokenIn(await open(first, 'another-key'))
    const renewed = tokenIn(await open(first, 'another-key'))
    expect([await looks(first), await looks(lostAgain), await looks(renewed)]).toEqual([
      [401, 464],
      [401, 464],
      [200, 200],
    ])
    const types = await rowsOf('SELECT type FROM verification_events WHERE verification_id = $1', id)
    expect(types).toEqual([{ type: 'verification.started' }])
  })

  test('cannot be repeated without the key, with another key, or in place of a token that lives on', async () => {
    const { link, makeLink } = await newVisit(server, policyWith({ liveness }))
    const token = tokenIn(await open(link, 'a-key'))
    expect(codeOf(await open(link))).toEqual([401, 460])
    expect(codeOf(await open(link, 'a-kez'))).toEqual([401, 460])
    expect(codeOf(await bearerCaller(server, link)('GET', '/verification-session'))).toEqual([401, 460])
    expect(await looks(token)).toEqual([200, 200])
    const renewed = tokenIn(await open(token, 'a-key'))
    expect(codeOf(await open(link, 'a-key')), 'the token of the link was renewed').toEqual([401, 460])
    expect(codeOf(await bearerCaller(server, token)('POST', '/liveness-challenge/start', start))).toEqual([
      401, 464,
    ])
    await makeLink()
    expect(codeOf(await open(token, 'a-key')), 'a newer link ended all').toEqual([401, 464])
    expect(await looks(renewed)).toEqual([401, 464])
  })

  test('is over after ten minutes, and an exchange without a key is over at once', async () => {
    const { link, id } = await newVisit(server, policyWith({ liveness }))
    await open(link, 'a-key')
    await database().query(
      'UPDATE verification_links SET used_at = used_at - 600001 WHERE verification_id = $1',
      [id],
    )
    expect(codeOf(await open(link, 'a-key'))).toEqual([401, 460])
    const other = await newVisit(server, policyWith({ liveness }))
    await open(other.link)
    expect(codeOf(await open(other.link, 'a-key'))).toEqual([401, 460])
  })
})

describe('a token', () => {
  test('is renewed by itself: the old one ends', async () => {
    const { token } = await visit({ liveness })
    const answers = await Promise.all([open(token), open(token), open(token)])
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, 200],
      [401, 464],
      [401, 464],
    ])
    expect(codeOf(await open(token))).toEqual([401, 464])
  })

  test('that expired says so', async () => {
    const { call, id } = await visit({ liveness })
    await rowsOf('UPDATE verification_tokens SET expires_at = 1 WHERE verification_id = $1', id)
    expect(codeOf(await call('GET', '/verification-session'))).toEqual([401, 463])
  })

  test('opens the calls of the person and of steps; elsewhere the refusal says what it is good for', async () => {
    const { call } = await visit({ liveness })
    const routes = allRoutes(server.server.runtime)
    expect(routes.filter(({ person }) => person !== undefined).length).toBeGreaterThan(15)
    for (const { method, path, person, caller, takesFiles } of routes) {
      // Calls without credentials take no notice of any.
      if (person || caller === 'anyone') continue
      const form = takesFiles ? new FormData() : undefined
      form?.append('x', 'y')
      const sent = method === 'GET' ? undefined : (form ?? {})
      const answer = await call(method, path.replaceAll(/\{\w+\}/g, 'x'), sent)
      expectRefusal(answer, 403)
      expect(answer.body.message, path).toContain('the token of a person is good for /verification-session')
    }
  })

  test('no credentials of the organisation open the calls of the person', async () => {
    for (const path of ['consent', 'skip', 'link', 'token', 'confirmation']) {
      const answer = await server.post(`/verification-session/${path}`, {})
      expectRefusal(answer, 403)
      expect(answer.body.message).toContain('this call is for the person')
    }
  })

  test('names its verification in the audit trail and the log, and never itself', async () => {
    const { call, id, token } = await visit({ liveness })
    await call('GET', '/verification-session')
    const entries = await rowsOf(
      'SELECT operation, token_id AS token FROM audit_entries WHERE verification_id = $1 ORDER BY number',
      id,
    )
    const [{ id: tokenId }] = (await rowsOf(
      'SELECT id FROM verification_tokens WHERE verification_id = $1',
      id,
    )) as [{ id: string }]
    expect(entries).toEqual([
      { operation: 'startVerificationSession', token: '' },
      { operation: 'verificationSession', token: tokenId },
    ])
    await expect.poll(() => server.logged()).toContain(`"verification":"${id}"`)
    expect(server.logged()).not.toContain(token.slice(4, 40))
  })
})

test('a token that ends while a body comes slowly is refused with that body', async () => {
  const { token, makeLink, id } = await visit({ consent: { required: true }, liveness })
  const sent = JSON.stringify({ accepted: true, text_version: '1' })
  const wire = await openWire(server.url)
  const { traffic } = server.server.runtime
  const before = traffic.inFlight
  wire.write(
    request('POST /verification-session/consent', {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(sent.length),
    }),
  )
  await expect.poll(() => traffic.inFlight, { interval: 1 }).toBe(before + 1)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await makeLink()
  wire.write(sent)
  const [answer] = await wire.answers(1)
  expect(answer?.body).toMatchObject({ result_code: 464 })
  expect(await rowsOf('SELECT id FROM verification_attempts WHERE verification_id = $1', id)).toEqual([])
  wire.close()
})

test('one verification cannot use up what its organisation may send', async () => {
  const { call, token } = await visit({ liveness })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  // Bodies that do not come hold their places, however busy the machine is.
  const wires = await Promise.all(Array.from({ length: 60 }, () => openWire(server.url)))
  for (const wire of wires)
    wire.write(request('POST /verification-session/link', { ...headers, 'content-length': '2' }))
  const refused = await Promise.any(wires.map(async (wire) => (await wire.answers(1, 60_000))[0]))
  expect(refused?.status).toBe(429)
  expect(refused?.body.message).toContain('of this verification at a time')
  for (const wire of wires) wire.close()
  await expect.poll(async () => (await call('GET', '/verification-session')).status).toBe(200)
})

describe('pages of any origin', () => {
  const origin = 'https://shop.example'
  const page = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

  test('call with a token, after a preflight, and read every answer', async () => {
    const { call } = await visit({ liveness })
    for (const { path, method } of allRoutes(server.server.runtime).filter(({ person }) => person)) {
      const asked = {
        ...{ connection: 'close', ...page, 'access-control-request-method': method },
        'access-control-request-headers': 'authorization,content-type',
      }
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const [answer] = await exchange(server.url, request(`OPTIONS ${url}`, asked))
      expect([path, answer?.status]).toEqual([path, 204])
      expect(answer?.headers['access-control-allow-origin']).toBe('*')
      expect(answer?.headers['access-control-allow-credentials']).toBeUndefined()
      expect(answer?.headers['access-control-allow-headers']).toContain('authorization')
    }
    for (const answer of [
      await call('GET', '/verification-session', undefined, page),
      await call('POST', '/liveness-challenge/start', start, page),
      await call('POST', '/liveness-challenge/start', {}, page),
      await call('GET', '/organisation', undefined, page),
      await bearerCaller(server, 'sst_x')('GET', '/verification-session', undefined, page),
    ])
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([answer.status, '*'])
  })

  test('call with nothing else: credentials that a browser remembers are refused as ever', async () => {
    const answer = await server.post(
      '/liveness-challenge/start',
      { ...start, external_person_id: 'x' },
      undefined,
      page,
    )
    expectRefusal(answer, 403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const asked = { connection: 'close', ...page, 'access-control-request-method': 'POST' }
    const [other] = await exchange(server.url, request('OPTIONS /persons/erase', asked))
    expect(other?.status).toBe(403)
  })
})

describe('steps of the session', () => {
  const consent = { required: true }

  test('nothing comes before consent, and refusing it ends the journey', async () => {
    const { call, id } = await visit({ consent, liveness })
    const early = await call('POST', '/liveness-challenge/start', start)
    expect(codeOf(early)).toEqual([409, 465])
    expect(early.body.message).toBe('Step Not Open: consent must come before liveness')
    const refused = await call('POST', '/verification-session/consent', {
      accepted: false,
      text_version: '1',
    })
    expect(judged).toContain(sessionIn(refused).state)
    const types = await rowsOf(
      'SELECT type FROM verification_events WHERE verification_id = $1 ORDER BY sequence',
      id,
    )
    expect(types.slice(0, 3).map(({ type }) => type)).toEqual([
      'verification.started',
      'verification.step_failed',
      'verification.processing',
    ])
    expect(codeOf(await call('POST', '/liveness-challenge/start', start))).toEqual([409, 467])
    expect((await call('GET', '/verification-session')).status).toBe(200)
  })

  test('consent that is not required may be refused, and the journey goes on', async () => {
    const { call } = await visit({ consent: { required: false }, liveness })
    const refused = await call('POST', '/verification-session/consent', {
      accepted: false,
      text_version: '1',
    })
    expect(sessionIn(refused).state).toBe('started')
    expect(stepIn(refused, 'liveness')?.state).toBe('open')
  })

  test('given by two tabs at once it is recorded once', async () => {
    const { call, id } = await visit({ consent, liveness })
    const give = () => call('POST', '/verification-session/consent', { accepted: true, text_version: '1' })
    const answers = await Promise.all([give(), give(), give(), give()])
    expect(answers.map(codeOf).toSorted()).toEqual([[200, 200], ...Array(3).fill([409, 465])])
    expect(await rowsOf('SELECT outcome FROM verification_attempts WHERE verification_id = $1', id)).toEqual([
      { outcome: 'passed' },
    ])
  })

  test('a chip is skipped only where the policy prefers it, and once', async () => {
    const preferred = await visit({ chip, liveness })
    const skip = (call: typeof preferred.call) => call('POST', '/verification-session/skip', { step: 'chip' })
    expect(stepIn(await skip(preferred.call), 'chip')).toMatchObject({ state: 'skipped', attempts_left: 0 })
    expect((await skip(preferred.call)).body.message).toBe('Step Not Open: chip was skipped')
    const late = await preferred.call('POST', '/chip-documents/challenge', {})
    expect(codeOf(late)).toEqual([409, 465])
    const required = await visit({ chip: { ...chip, mode: 'required' }, liveness })
    expect((await skip(required.call)).body.message).toBe('Step Not Open: the policy requires chip')
    const none = await visit({ liveness })
    expect((await skip(none.call)).body.message).toBe('Step Not Open: the policy does not ask for chip')
  })

  test('confirmation waits for what there is to confirm', async () => {
    const { call } = await visit({ chip, confirmation: { required: true } })
    const early = await call('POST', '/verification-session/confirmation', { correct: true })
    expect(early.body.message).toBe('Step Not Open: chip must come before confirmation')
    await call('POST', '/verification-session/skip', { step: 'chip' })
    const done = await call('POST', '/verification-session/confirmation', {
      correct: false,
      wrong_fields: ['name'],
    })
    expect(stepIn(done, 'confirmation')?.state).toBe('failed')
    expect(judged).toContain(sessionIn(done).state)
  })

  test('a step that is not asked for, or a family that is not taken, is refused with its name', async () => {
    const { call } = await visit({ liveness })
    const chipless = await call('POST', '/chip-documents/challenge', {})
    expect([chipless.status, chipless.body.message]).toEqual([
      409,
      'Step Not Open: the policy does not ask for chip',
    ])
    const distance = await call('POST', '/distance-liveness-challenge/start', start)
    expect(distance.body.message).toBe(
      'Step Not Open: the policy takes liveness by nose, profile, and not by distance',
    )
    const form = new FormData()
    form.append('file', new Blob(['x']), 'x.mp4')
    expect(codeOf(await call('POST', '/video-liveness', form))).toEqual([409, 465])
  })
})

describe('challenges of a person', () => {
  const startOf = (call: ReturnType<typeof bearerCaller>, more: object = {}) =>
    call('POST', '/liveness-challenge/start', { ...start, ...more })

  test('are filed under the person of the verification, whatever the request names', async () => {
    const { call, id } = await visit(
      { liveness },
      { externalPersonId: 'anna', consentReference: 'contract 9' },
    )
    const { body, status } = await startOf(call, { external_person_id: 'eve', consent_reference: 'hers' })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('external_person_id')
    const rows = await rowsOf(
      `SELECT verification_id AS v, external_person_id AS p, consent_reference AS c FROM challenges WHERE id = $1`,
      String(body.id),
    )
    expect(rows).toEqual([{ v: id, p: 'anna', c: 'contract 9' }])
  })

  test('of another verification, organisation or of the organisation itself are unknown', async () => {
    const mine = await visit({ liveness })
    await startOf(mine.call)
    const theirs = await visit({ liveness })
    const other = await server.organisation('other')
    const far = await newVisit(server, policyWith({ liveness }), { as: other })
    const own = { ...start, external_person_id: 'anna' }
    const ids = [
      (await startOf(theirs.call)).body.id,
      (await startOf((await enter(server, far.link)).call)).body.id,
      (await server.post('/liveness-challenge/start', own)).body.id,
    ]
    for (const id of ids) {
      const verified = await mine.call('POST', `/liveness-challenge/${id}/verify`, {})
      expect(codeOf(verified)).toEqual([200, 143])
      const frame = await mine.call('POST', `/liveness-challenge/${id}/frames`, { content: 'AAAA' })
      expect(codeOf(frame)).toEqual([200, 143])
    }
  })

  test('a newer one takes the place of the older, and every third that is given up counts', async () => {
    const { call, id } = await visit({ liveness })
    const first = (await startOf(call)).body.id
    await startOf(call)
    const late = await call('POST', `/liveness-challenge/${first}/verify`, {})
    expect(late.body.message).toBe('Step Not Open: another attempt at liveness took the place of this one')
    for (let i = 0; i < 4; i++) expect((await startOf(call)).status).toBe(200)
    expect(stepIn(await call('GET', '/verification-session'), 'liveness')?.attempts_left).toBe(1)
    const left = [await startOf(call), await startOf(call), await startOf(call), await startOf(call)]
    expect(left.map(codeOf).filter(([status]) => status !== 200)[0]).toEqual([409, 466])
    expect(judged).toContain(await stateOf(id))
  })

  test('a verdict counts once, however often it is asked for, and shows no checks', async () => {
    const { call, id } = await visit({ liveness })
    for (const left of [1, 0]) {
      const started = (await startOf(call)).body.id
      for (const number of [left, left + 2, left + 4, left + 6]) {
        const content = Buffer.from(await wall(number)).toString('base64')
        expect((await call('POST', `/liveness-challenge/${started}/frames`, { content })).status).toBe(201)
        await call('POST', `/liveness-challenge/${started}/next-task`, { done: 'keep-face-ahead' })
      }
      const ask = () => call('POST', `/liveness-challenge/${started}/verify`, {})
      const answers = [...(await Promise.all([ask(), ask()])), await ask()]
      for (const { body } of answers) {
        expect(body).toMatchObject({ result_code: 131, success: false })
        expect(body).not.toHaveProperty('checks')
      }
      const step = stepIn(await call('GET', '/verification-session'), 'liveness')
      expect([step?.attempts_left, step?.state]).toEqual([left, left === 0 ? 'failed' : 'open'])
    }
    const types = await rowsOf(
      'SELECT type FROM verification_events WHERE verification_id = $1 ORDER BY sequence LIMIT 4',
      id,
    )
    expect(types.map(({ type }) => type)).toEqual([
      'verification.started',
      'verification.step_failed',
      'verification.step_failed',
      'verification.processing',
    ])
  })

  test('without frames there is nothing to judge, and nothing counts', async () => {
    const { call } = await visit({ liveness })
    const { id } = (await startOf(call)).body
    for (let i = 0; i < 4; i++)
      expect(codeOf(await call('POST', `/liveness-challenge/${id}/verify`, {}))).toEqual([200, 144])
    expect(stepIn(await call('GET', '/verification-session'), 'liveness')?.attempts_left).toBe(2)
  })

  test('a person cannot choose the tasks, nor less than the policy asks for', async () => {
    const { call } = await visit({ liveness })
    const begin = (exercise: string) =>
      call('POST', '/profile-liveness-challenge/start', { ...start, exercise })
    const custom = await begin('custom')
    expect([custom.status, custom.body.errors]).toEqual([
      400,
      [{ path: 'exercise', message: 'must not be custom in a verification' }],
    ])
    const weak = await begin('smile')
    expect([weak.status, weak.body.errors]).toEqual([
      400,
      [
        {
          path: 'exercise',
          message: 'makes the strength of the verdict low; the policy asks for standard or more',
        },
      ],
    ])
    expect((await begin('yaw')).status).toBe(200)
    expect(stepIn(await call('GET', '/verification-session'), 'liveness')?.attempts_left).toBe(2)
  })
})

describe('documents and chips of a person', () => {
  test('a document of somebody else is unknown in path and body, and costs no attempt', async () => {
    const { call } = await visit({ document, chip, liveness })
    const foreign = '0b9a5f0e-5f7c-4b0e-9d0a-6d8d2f9c1e37'
    const attached = await call('POST', `/kyc-documents-sync/${foreign}`, { content: 'AAAA' })
    expect((attached.body.recognized_data as { result_code: number }).result_code).toBe(102)
    const files = { sod: 'd4IBAA==', dg1: 'YQA=', document_id: foreign }
    expect(codeOf(await call('POST', '/chip-documents', files))).toEqual([200, 102])
    const session = await call('GET', '/verification-session')
    expect(['document', 'chip'].map((name) => stepIn(session, name)?.attempts_left)).toEqual([2, 2])
  })

  test('a challenge for a chip is good only within its verification', async () => {
    const [mine, theirs] = [await visit({ chip, liveness }), await visit({ chip, liveness })]
    const { challenge_id } = (await theirs.call('POST', '/chip-documents/challenge', {})).body
    const files = { sod: 'd4IBAA==', dg1: 'YQA=', active_authentication: { challenge_id, response: 'AAAA' } }
    const answer = await mine.call('POST', '/chip-documents', files)
    expect(codeOf(answer)).toEqual([200, 143])
    expect(answer.body.message).toContain('there is none of this id')
    expect(stepIn(await mine.call('GET', '/verification-session'), 'chip')?.attempts_left).toBe(2)
  })

  test('what cannot be read at all is refused, and costs no attempt', async () => {
    const { call, id } = await visit({ document, liveness })
    const answer = await call('POST', '/kyc-documents-sync', { attachment: { content: 'AAAA' } })
    expectRefusal(answer, 422)
    expect(await rowsOf('SELECT id FROM verification_attempts WHERE verification_id = $1', id)).toEqual([])
  })
})
