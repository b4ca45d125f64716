// Tests the sandbox over HTTP: every persona comes to the verdict that the table promises, through the real engine.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { personas } from '../../src/verifications/sandbox/personas.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
let key = ''
beforeAll(async () => {
  server = await startTestServer()
  const { database } = server.server.runtime.store
  key = (await newApiKey(database, server.credentials.name, ['verifications'], { isTest: true })).key
})
afterAll(() => server.stop())

async function ask(method: string, path: string, body?: object, authorization = bearer(key)) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

let people = 0
const create = (policy: string, persona: string, more: object = {}) =>
  ask('POST', '/verifications', { policy, persona, external_person_id: `person-${++people}`, ...more })

interface Walked {
  readonly id: string
  readonly state: string
  readonly is_test: boolean
  readonly verdict?: {
    readonly decision: string
    readonly reasons: readonly { readonly reason: string; readonly outcome: string }[]
  }
}

/** Waits until the persona is through and the server has judged. */
async function walked(policy: string, persona: string, more: object = {}): Promise<Walked> {
  const created = await create(policy, persona, more)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  expect(created.body).toMatchObject({ is_test: true, persona })
  const { id } = created.body
  await server.server.runtime.personaRuns.settled()
  const shown = async () => (await ask('GET', `/verifications/${id}`)).body as unknown as Walked
  await expect.poll(async () => (await shown()).state, { timeout: 120_000 }).not.toBe('processing')
  return shown()
}

const presetsOf = (persona: string): string[] => {
  const { needs = [], needsBack, needsRule } = personas[persona] ?? {}
  const onlyOptional = needsRule === 'chip can be skipped' || needsRule === 'chip can wait'
  if (needs.includes('confirmation')) return ['confirmed']
  if (needs.some((step) => step === 'chip' || step === 'consent') || needsBack || needsRule === 'least age')
    return [onlyOptional ? 'telecom-vn' : 'bank-vn']
  return [onlyOptional ? 'telecom-vn' : 'simple']
}

describe('every persona', () => {
  beforeAll(async () => {
    const kinds = ['cccd-chip']
    const steps = { document: { kinds, both_sides: false }, confirmation: { required: true } }
    const definition = { steps: { ...steps, liveness: { families: ['profile'] } } }
    const made = await ask('POST', '/policies', { id: 'confirmed', definition }, basic(server.credentials))
    expect(made.status).toBe(200)
  })

  const cases = Object.keys(personas).flatMap((persona) =>
    (persona === 'approved' ? ['bank-vn', 'telecom-vn', 'simple'] : presetsOf(persona)).map(
      (policy) => [persona, policy] as const,
    ),
  )
  test.each(cases)('%s with %s', { timeout: 300_000 }, async (persona, policy) => {
    const { decision, reason } = personas[persona] ?? {}
    const { state, is_test, verdict } = await walked(policy, persona)
    const told = JSON.stringify(verdict?.reasons)
    expect([is_test, state], told).toEqual([true, decision === 'none' ? 'started' : decision])
    const reasons = verdict?.reasons.map((one) => one.reason) ?? []
    if (reason) expect(reasons, told).toContain(reason)
    else expect(verdict?.reasons.filter(({ outcome }) => outcome !== 'noted') ?? []).toEqual([])
  })
})

describe('a policy that asks for a tilted picture', () => {
  beforeAll(async () => {
    const document = { kinds: ['cccd-chip', 'can-cuoc'], both_sides: true, tilt: true }
    const age = { least: 18 }
    const policies = {
      tilted: { document },
      'tilted-live': { document, liveness: { families: ['profile'] } },
    }
    for (const [id, steps] of Object.entries(policies)) {
      const made = await ask(
        'POST',
        '/policies',
        { id, definition: { steps, age } },
        basic(server.credentials),
      )
      expect(made.status).toBe(200)
    }
  })

  test.each([
    'approved',
    'document-not-read',
    'document-kind-not-taken',
    'document-expired',
    'document-sides-differ',
    'document-code-differs',
    'document-number-contradicts',
    'document-photocopy',
    'too-young',
  ] as const)('%s comes to the same', { timeout: 120_000 }, async (persona) => {
    const { decision, reason } = personas[persona] ?? {}
    const { state, verdict } = await walked('tilted', persona)
    expect(state, JSON.stringify(verdict?.reasons)).toBe(decision)
    const reasons = verdict?.reasons.filter(({ outcome }) => outcome !== 'noted').map((one) => one.reason)
    if (reason) expect(reasons).toContain(reason)
    else expect(reasons).toEqual([])
  })

  test('the portrait is that of the holder with a tilted picture beside the flat one', {
    timeout: 120_000,
  }, async () => {
    for (const persona of ['approved', 'face-differs']) {
      const { state, verdict } = await walked('tilted-live', persona)
      expect(state, JSON.stringify(verdict?.reasons)).toBe(personas[persona]?.decision)
    }
  })
})

test('expected data are compared with the card of the holder', { timeout: 120_000 }, async () => {
  const listed = (await ask('GET', '/verification-personas')).body
  const { name, number, birthday } = listed.holder as Record<string, string>
  const same = await walked('simple', 'approved', { expected: { name, number, birthday } })
  expect(same.state, JSON.stringify(same.verdict)).toBe('approved')
  const other = await walked('simple', 'approved', { expected: { name: 'Trần Thị Bình' } })
  expect(other.verdict?.reasons.map(({ reason }) => reason)).toContain('name-differs')
})

test('calls of a persona are logged as answered', { timeout: 120_000 }, async () => {
  const { id } = await walked('simple', 'approved')
  const calls = server
    .logged()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"status"'))
    .map((line) => (JSON.parse(line) as { readonly status: number }).status)
  expect(calls.length).toBeGreaterThan(5)
  expect(calls.filter((status) => status >= 400)).toEqual([])
})

test('an unknown policy is answered with those there are', async () => {
  const { status, body } = await create('simpel', 'approved')
  expect(status).toBe(400)
  expect(JSON.stringify(body.errors)).toMatch(/there are: .*simple/)
})

test('events are marked, and live credentials see nothing of it unless they ask', {
  timeout: 120_000,
}, async () => {
  const { id } = await walked('simple', 'approved')
  const events = (await ask('GET', `/verifications/${id}/events`)).body
  expect(JSON.stringify(events)).toContain('verification.approved')
  const live = basic(server.credentials)
  const listed = async (query: string) =>
    JSON.stringify((await ask('GET', `/verifications${query}`, undefined, live)).body)
  expect(await listed('')).not.toContain(id)
  expect(await listed('?is_test=true')).toContain(id)
})

describe('bad input', () => {
  test('a persona with a live credential is refused', async () => {
    const body = { policy: 'simple', persona: 'approved', external_person_id: 'x' }
    const answer = await ask('POST', '/verifications', body, basic(server.credentials))
    expectRefusal(answer, 400)
    expect(JSON.stringify(answer.body.errors)).toContain('test keys only')
  })

  test('a persona that there is not, or that has nothing to show, is refused by name', async () => {
    for (const [policy, persona] of [
      ['simple', 'nobody'],
      ['simple', '__proto__'],
      ['simple', 'chip-broken'],
    ] as const) {
      const answer = await create(policy, persona)
      expectRefusal(answer, 400)
      expect(answer.body.errors).toMatchObject([{ path: 'persona' }])
    }
  })
})
