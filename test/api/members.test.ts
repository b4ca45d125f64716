// Tests members over HTTP: joining, roles, sessions, what ends them, and the attacks that they must withstand.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { roleNames } from '../../src/access/roles.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import '../../specimens/kit/engines/provided.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import {
  type Asked,
  ask,
  asMember,
  goodPassword,
  invited,
  joined,
  memberIn,
  type TestMember,
} from '../kit/members.ts'
import { expectRefusal } from './expecting.ts'

const failedLogins = 4
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ failedLogins, corsOrigins: ['https://shop.example'] })
})
afterAll(() => server.stop())

const get = (path: string, who: TestMember) => ask(server.url, 'GET', path, asMember(server.url, who))
const send = (method: string, path: string, who: TestMember, body?: unknown) =>
  ask(server.url, method, path, asMember(server.url, who), body)
const asOrganisation = (method: string, path: string, body?: unknown) =>
  ask(server.url, method, path, { authorization: basic(server.credentials) }, body)
const signIn = (
  email: string,
  password: string,
  headers: Record<string, string> = {},
  organisation = server.credentials.name,
) => ask(server.url, 'POST', '/member-session', headers, { organisation, email, password })
const join = (token: string, more: object = { password: goodPassword }) =>
  ask(server.url, 'POST', '/member-invitation/join', {}, { token, ...more })

describe('joining', () => {
  test('an invitation shows whom it is for, signs in once, and is used up', async () => {
    const { token, email } = await invited(server, 'viewer', 'Lan.Nguyen@Acme.Example')
    expect(email).toBe('Lan.Nguyen@Acme.Example')
    const shown = await ask(server.url, 'POST', '/member-invitation', {}, { token })
    expect(shown.body).toMatchObject({ email: 'lan.nguyen@acme.example', role: 'viewer' })
    const both = await Promise.all([join(token), join(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expectRefusal(await join(token), 404)
    const again = await asOrganisation('POST', '/members', {
      email: 'LAN.nguyen@acme.example',
      name: 'x',
      role: 'admin',
    })
    expectRefusal(again, 409)
  })

  test('cookies are for this host, for TLS, for no script and for no other site', async () => {
    const { token } = await invited(server, 'viewer')
    const cookies = (await join(token)).headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-selfsame-(session|device)=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
      )
  })

  test.each([
    ['short', 'elevenchars'],
    ['a row of keys', 'qwertyuiop12'],
    ['the same few letters', 'ababababababab'],
    ['the own address', 'lan-thi@acme'],
    ['short without its spaces', 'elevenchars   '],
    ['a common word with a tail', 'P@ssw0rd2024!!'],
    ['common words of this country', 'Mật khẩu Việt Nam 123'],
    ['one piece again and again', 'h4noi7h4noi7h4noi7'],
  ])('a password that is %s is refused', async (_why, password) => {
    const { token } = await invited(server, 'viewer', `lan-thi@acme-${randomUUID()}.example`)
    expectRefusal(await join(token, { password }), 400)
    expect((await join(token)).status).toBe(200)
  })

  test('spaces around a pasted password, and how its letters were typed, make no difference', async () => {
    const { token, email } = await invited(server, 'viewer')
    const typed = 'bốn từ đơn giản'
    expect((await join(token, { password: `  ${typed}\n` })).status).toBe(200)
    for (const given of [typed, `${typed} `, typed.normalize('NFD')])
      expect((await signIn(email, given)).status).toBe(200)
    expect((await signIn(email, 'bốn từđơn giản')).status).toBe(401)
  })

  test('nothing that was secret is in the database or the log', async () => {
    const { token } = await invited(server, 'viewer')
    const { cookie, csrf } = memberIn(await join(token))
    const { database } = server.server.runtime.store
    const kept: unknown[] = []
    for (const table of ['members', 'member_invitations', 'member_sessions'])
      kept.push(await database.query(`SELECT * FROM ${table}`))
    const text = JSON.stringify(kept) + server.logged()
    for (const secret of [token, cookie.split('=')[1] ?? '', csrf, goodPassword])
      expect(text).not.toContain(secret)
  })
})

describe('roles', () => {
  test('viewers look, reviewers decide as well, admins do everything', async () => {
    const [viewer, reviewer, admin] = [
      await joined(server, 'viewer'),
      await joined(server, 'reviewer'),
      await joined(server, 'admin'),
    ]
    const of =
      (path: string, method = 'GET') =>
      async (who: TestMember) =>
        (await send(method, path, who, method === 'GET' ? undefined : {})).status
    const decide = of(`/verifications/${randomUUID()}/decide`, 'POST')
    const create = of('/verifications', 'POST')
    const everybody = [viewer, reviewer, admin]
    const statuses = (act: (who: TestMember) => Promise<number>) => Promise.all(everybody.map(act))
    expect(await statuses(of('/verifications'))).toEqual([200, 200, 200])
    expect(await statuses(of('/policies'))).toEqual([200, 200, 200])
    expect(await statuses(decide)).toEqual([403, 400, 400])
    expect(await statuses(create)).toEqual([403, 403, 400])
    expect(await statuses(of('/members'))).toEqual([403, 403, 200])
    expect(await statuses(of('/api-keys'))).toEqual([403, 403, 200])
    expect(await statuses(of('/webhook-endpoints'))).toEqual([403, 403, 200])
    expect(await statuses(of('/persons/erase', 'POST'))).toEqual([403, 403, 400])
    const refused = await send('POST', `/verifications/${randomUUID()}/decide`, viewer, {})
    expect(refused.body.message).toBe(
      'Forbidden: the role viewer is not for this call, which needs reviewer or admin',
    )
    expect(roleNames).toEqual(['viewer', 'reviewer', 'admin'])
  })

  test('an API key that may only read sees neither members nor keys', async () => {
    const made = await asOrganisation('POST', '/api-keys', { name: 'reading', scopes: ['read'] })
    const authorization = `Bearer ${made.body.key}`
    for (const path of ['/members', '/api-keys'])
      expectRefusal(await ask(server.url, 'GET', path, { authorization }), 403)
    expect((await ask(server.url, 'GET', '/policies', { authorization })).status).toBe(200)
  })

  test('the last admin who can sign in is neither lowered nor disabled nor removed', async () => {
    const other = await server.organisation('one-admin')
    const of = (method: string, path: string, body?: unknown) =>
      ask(server.url, method, path, { authorization: basic(other) }, body)
    const admins: string[] = []
    for (const email of ['a@one.example', 'b@one.example']) {
      const { body } = await of('POST', '/members', { email, name: 'A', role: 'admin' })
      await join((body.invitation as { token: string }).token)
      admins.push((body.member as { id: string }).id)
    }
    const [first, second] = admins
    const both = await Promise.all(admins.map((id) => of('POST', `/members/${id}/remove`)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const left = both[0]?.status === 200 ? second : first
    expectRefusal(await of('PUT', `/members/${left}`, { role: 'viewer' }), 409)
    expectRefusal(await of('PUT', `/members/${left}`, { enabled: false }), 409)
    expect((await of('PUT', `/members/${left}`, { name: 'Another' })).status).toBe(200)
  })
})

describe('requests of other pages', () => {
  test('without the token of the session nothing is changed', async () => {
    const admin = await joined(server, 'admin')
    const headers = asMember(server.url, admin)
    const invite = (more: Record<string, string>) =>
      ask(
        server.url,
        'POST',
        '/members',
        { ...headers, ...more },
        { email: `${randomUUID()}@x.example`, name: 'x', role: 'admin' },
      )
    const other = await joined(server, 'admin')
    expectRefusal(await invite({ 'x-csrf-token': '' }), 403)
    expectRefusal(await invite({ 'x-csrf-token': other.csrf }), 403)
    expectRefusal(await invite({ 'x-csrf-token': `${admin.csrf}0` }), 403)
    expect((await invite({})).status).toBe(200)
  })

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the same site', { origin: 'https://other.acme.example', 'sec-fetch-site': 'same-site' }],
    ['a listed origin', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }],
    ['an old browser', { origin: 'https://shop.example', 'sec-fetch-site': undefined }],
    ['an address that was typed in', { origin: undefined, 'sec-fetch-site': 'none' }],
  ])('%s has no use of a session, not even to read', async (_who, replaced) => {
    const admin = await joined(server, 'admin')
    const headers = Object.fromEntries(
      Object.entries({ ...asMember(server.url, admin), ...replaced }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Record<string, string>
    expectRefusal(await ask(server.url, 'GET', '/members', headers), 403)
    expectRefusal(await ask(server.url, 'POST', '/member-session/end', headers), 403)
    expect((await get('/member-session', admin)).status).toBe(200)
  })

  test('another page cannot sign a member in', async () => {
    const { email } = await joined(server, 'viewer')
    const from = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }
    expectRefusal(await signIn(email, goodPassword, from), 403)
  })

  test('a session that was put into the browser before is not the one that signs in', async () => {
    const [attacker, victim] = [await joined(server, 'viewer'), await joined(server, 'admin')]
    const entered = await signIn(victim.email, goodPassword, { cookie: attacker.cookie })
    expect(entered.status).toBe(200)
    expect(memberIn(entered).cookie).not.toBe(attacker.cookie)
    expectRefusal(await get('/member-session', attacker), 401)
  })
})

describe('sessions', () => {
  const isOpen = async (who: TestMember): Promise<boolean> =>
    (await get('/member-session', who)).status === 200

  test('are listed, and ended one by one or by signing out', async () => {
    const here = await joined(server, 'viewer')
    const there = memberIn(await signIn(here.email, goodPassword, { 'user-agent': 'Firefox of Lan' }))
    const { sessions } = (await get('/member-sessions', here)).body as {
      sessions: { id: string; is_this: boolean; user_agent: string }[]
    }
    const other = sessions.find(({ is_this }) => !is_this)
    expect(other?.user_agent).toBe('Firefox of Lan')
    const stranger = await joined(server, 'admin')
    expectRefusal(await send('POST', `/member-sessions/${other?.id}/end`, stranger), 404)
    expect((await send('POST', `/member-sessions/${other?.id}/end`, here)).status).toBe(200)
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false])
    const out = await send('POST', '/member-session/end', here)
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-selfsame-session=;.*Max-Age=0$/)
    expect(await isOpen(here)).toBe(false)
  })

  test('end with a new password, but for the one that set it, which has a new secret', async () => {
    const here = await joined(server, 'reviewer')
    const there = memberIn(await signIn(here.email, goodPassword))
    const wrong = { current_password: 'something else', password: 'five other plain words' }
    expectRefusal(await send('POST', '/member-account/password', here, wrong), 400)
    const changed = await send('POST', '/member-account/password', here, {
      ...wrong,
      current_password: goodPassword,
    })
    expect(changed.status).toBe(200)
    expect([await isOpen(here), await isOpen(there), await isOpen(memberIn(changed))]).toEqual([
      false,
      false,
      true,
    ])
    expectRefusal(await signIn(here.email, goodPassword), 401)
  })

  test.each([
    ['another role', 'PUT', '', { role: 'viewer' }],
    ['being disabled', 'PUT', '', { enabled: false }],
    ['a reset', 'POST', '/reset', undefined],
    ['being signed out', 'POST', '/sign-out', undefined],
    ['being removed', 'POST', '/remove', undefined],
  ])('end with %s', async (_what, method, path, body) => {
    const member = await joined(server, 'reviewer')
    expect(await isOpen(member)).toBe(true)
    expect((await asOrganisation(method, `/members/${member.id}${path}`, body)).status).toBe(200)
    expectRefusal(await get('/member-session', member), 401)
  })

  test('a reset ends the password, and its link lets the member in anew', async () => {
    const member = await joined(server, 'reviewer')
    const reset = await asOrganisation('POST', `/members/${member.id}/reset`)
    expect(reset.body.member).toMatchObject({ state: 'invited', has_password: false })
    expectRefusal(await signIn(member.email, goodPassword), 401)
    const { token } = reset.body.invitation as { token: string }
    const back = memberIn(await join(token, { password: 'five other plain words' }))
    expect(back.id).toBe(member.id)
    expect(await isOpen(back)).toBe(true)
  })

  test('end when they are idle, and when they are old', async () => {
    const { database } = server.server.runtime.store
    const move = (column: string, ms: number, id: string) =>
      database.query(`UPDATE member_sessions SET ${column} = ${column} - ${ms} WHERE member_id = $1`, [id])
    const [idle, old] = [await joined(server, 'viewer'), await joined(server, 'viewer')]
    await move('used_at', 29 * 60_000, idle.id)
    expect(await isOpen(idle)).toBe(true)
    await move('used_at', 30 * 60_000, idle.id)
    expect(await isOpen(idle)).toBe(false)
    await move('expires_at', 12 * 3_600_000, old.id)
    expect(await isOpen(old)).toBe(false)
  })
})

describe('guessing', () => {
  const wait = async (email: string, headers = {}): Promise<number> => {
    for (let tried = 0; tried < failedLogins; tried++) await signIn(email, 'not the password', headers)
    return (await signIn(email, 'not the password', headers)).status
  }
  const told = ({ status, body, headers }: Asked) => ({
    ...{ status, body, asked: headers.get('www-authenticate'), cookies: headers.getSetCookie() },
  })

  test('unknown, wrong, disabled and not yet joined are answered alike', async () => {
    const [known, disabled] = [await joined(server, 'viewer'), await joined(server, 'viewer')]
    await asOrganisation('PUT', `/members/${disabled.id}`, { enabled: false })
    const { email: waiting } = await invited(server, 'viewer')
    const wrong = told(await signIn(known.email, 'not the password'))
    expect(wrong).toMatchObject({ status: 401, cookies: [] })
    for (const [email, password, organisation] of [
      ['nobody@acme.example', goodPassword, undefined],
      [disabled.email, goodPassword, undefined],
      [waiting, goodPassword, undefined],
      [known.email, goodPassword, 'no-such-organisation'],
    ] as const)
      expect(told(await signIn(email, password, {}, organisation))).toEqual(wrong)
  })

  test('who guesses is held up, and neither others nor a device that signed in before', async () => {
    const [member, other] = [await joined(server, 'viewer'), await joined(server, 'viewer')]
    expect(await wait(member.email)).toBe(429)
    expectRefusal(await signIn(member.email, goodPassword), 429)
    expect((await signIn(other.email, goodPassword)).status).toBe(200)
    expect((await signIn(member.email, goodPassword, { cookie: member.device })).status).toBe(200)
    expectRefusal(await signIn(member.email, goodPassword, { cookie: other.device }), 429)
    // The last letter has bits that count for nothing.
    const forged = member.device.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    expectRefusal(await signIn(member.email, goodPassword, { cookie: forged }), 429)
  })

  test('a device that is known may not guess for ever either', async () => {
    const member = await joined(server, 'viewer')
    expect(await wait(member.email, { cookie: member.device })).toBe(429)
  })
})

describe('the audit trail', () => {
  test('names the member with what they did, and holds', async () => {
    const member = await joined(server, 'viewer')
    await get('/verifications', member)
    await send('POST', '/persons/erase', member, { external_person_id: 'anna' })
    const { database } = server.server.runtime.store
    const rows = await database.query<{ operation: string; status: number }>(
      'SELECT operation, status FROM audit_entries WHERE member_id = $1 ORDER BY number',
      [member.id],
    )
    expect(rows).toEqual([
      { operation: 'join', status: 200 },
      { operation: 'listVerifications', status: 200 },
      { operation: 'erasePerson', status: 403 },
    ])
    expect((await verifyTrail(database)).fault).toBeUndefined()
  })

  test('has no entry for what anybody may ask without being anybody', async () => {
    const count = () => server.number('COUNT(*)', 'audit_entries')
    const before = await count()
    await signIn('nobody@acme.example', 'not the password')
    await ask(server.url, 'POST', '/member-invitation', {}, { token: 'ssi_x' })
    expect(await count()).toBe(before)
  })
})

test('a member decides as themselves, whatever is sent, and is shown among those who looked', {
  timeout: 180_000,
}, async () => {
  const [admin, reviewer] = [await joined(server, 'admin'), await joined(server, 'reviewer')]
  const sandbox = (who: TestMember) => ({ ...asMember(server.url, who), 'x-selfsame-sandbox': 'true' })
  const body = { policy: 'simple', persona: 'document-photocopy', external_person_id: 'p-1' }
  const created = await ask(server.url, 'POST', '/verifications', sandbox(admin), body)
  expect(created.body).toMatchObject({ is_test: true })
  const path = `/verifications/${created.body.id}`
  await server.server.runtime.personaRuns.settled()
  const state = async () => (await ask(server.url, 'GET', path, sandbox(reviewer))).body.state
  await expect.poll(state, { timeout: 120_000 }).toBe('review')
  const given = { decision: 'approved', note: 'seen', reviewer: 'somebody-else@acme.example' }
  const decided = await ask(server.url, 'POST', `${path}/decide`, sandbox(reviewer), given)
  expect(decided.body.verdict).toMatchObject({ decision: 'approved', reviewer: reviewer.email })
  const { looks } = (await ask(server.url, 'GET', `${path}/looks`, sandbox(admin))).body
  expect(looks).toContainEqual(
    expect.objectContaining({ by: 'member', id: reviewer.id, operation: 'verification' }),
  )
  expectRefusal(await ask(server.url, 'GET', '/members', sandbox(admin)), 403)
})

describe('API keys over HTTP', () => {
  test('are created, rotated and revoked, and belong to one organisation', async () => {
    const made = await asOrganisation('POST', '/api-keys', {
      name: 'onboarding',
      scopes: ['verifications', 'read'],
      expires_in_days: 30,
    })
    const { id } = made.body.api_key as { id: string }
    const works = async (key: unknown) =>
      (await ask(server.url, 'GET', '/organisation', { authorization: `Bearer ${key}` })).status
    expect(await works(made.body.key)).toBe(200)
    const other = await server.organisation('other-keys')
    const foreign = (path: string) => ask(server.url, 'POST', path, { authorization: basic(other) })
    expectRefusal(await foreign(`/api-keys/${id}/revoke`), 404)
    expectRefusal(await foreign(`/api-keys/${id}/rotate`), 404)
    const rotated = await asOrganisation('POST', `/api-keys/${id}/rotate`)
    expect([await works(made.body.key), await works(rotated.body.key)]).toEqual([401, 200])
    const revoked = await asOrganisation('POST', `/api-keys/${id}/revoke`)
    expect(revoked.body.api_key).toMatchObject({ state: 'revoked', scopes: ['verifications', 'read'] })
    expect(await works(rotated.body.key)).toBe(401)
    expectRefusal(await asOrganisation('POST', `/api-keys/${id}/rotate`), 409)
    expect(JSON.stringify((await asOrganisation('GET', '/api-keys')).body)).not.toContain(
      String(rotated.body.key),
    )
  })
})

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('two servers on PostgreSQL', () => {
  let a: TestServer
  let b: TestServer
  beforeAll(async () => {
    if (!postgresUrl) return
    const databaseUrl = await migratedPostgres(postgresUrl, `members_${randomUUID().slice(0, 8)}`)
    const shared = { databaseUrl, masterKey: randomBytes(32).toString('base64') }
    ;[a, b] = [await startTestServer(shared), await startTestServer(shared)]
  })
  afterAll(() => Promise.all([a?.stop(), b?.stop()]))

  test('a removed member is out on the other one at once', async () => {
    const member = await joined(a, 'admin')
    const other = await joined(a, 'admin')
    const seen = (at: TestServer) => ask(at.url, 'GET', '/member-session', asMember(at.url, member))
    expect([(await seen(a)).status, (await seen(b)).status]).toEqual([200, 200])
    const removed = await ask(a.url, 'POST', `/members/${member.id}/remove`, asMember(a.url, other))
    expect(removed.status).toBe(200)
    expect((await seen(b)).status).toBe(401)
    expect((await verifyTrail(a.server.runtime.store.database)).fault).toBeUndefined()
  })
})
