// Tests that what personas bring is taken in test verifications and worth nothing in live ones, and that a test key sees nothing live.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCaller } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { allRoutes } from '../../src/app.ts'
import type { Check } from '../../src/checks.ts'
import { attemptsOf } from '../../src/store/records/verification-attempts.ts'
import { holder, personaNamed } from '../../src/verifications/sandbox/personas.ts'
import {
  type Call,
  chipNamed,
  FRAME_SIZE,
  MS_PER_TASK,
  pictureNamed,
  runPersona,
} from '../../src/verifications/sandbox/run-persona.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { collectionCaller } from '../kit/collection-caller.ts'
import { bearerCaller, newVisit, policyWith } from '../kit/visits.ts'
import { pause } from './expecting.ts'

let server: TestServer
/** Organisations do not know the films of others here. */
let apart: TestServer
beforeAll(async () => {
  server = await startTestServer()
  apart = await startTestServer({ shotMemoryOf: 'organisation' })
})
afterAll(() => Promise.all([server.stop(), apart.stop()]))

const attempts = 1
const policy = policyWith({
  document: { kinds: ['cccd-chip'], both_sides: true, attempts },
  chip: { mode: 'required', copy_proof: 'preferred', attempts },
  liveness: { families: ['profile'], min_strength: 'standard', attempts },
})

const call: Call = async (method, path, bearer, body) => bearerCaller(server, bearer)(method, path, body)

async function walked(isTest: boolean, name = 'approved') {
  const persona = personaNamed(name)
  if (!persona) throw new Error(`there is no persona ${name}`)
  const { id, organisationId, link } = await newVisit(server, policy, { isTest })
  await runPersona(call, link, persona)
  const done = await attemptsOf(server.server.runtime.store.database, { organisationId, id })
  return Object.fromEntries(done.map(({ step, outcome, resultCode }) => [step, `${outcome} ${resultCode}`]))
}

test('the same film and chip are taken again and again in test verifications, and none is remembered', async () => {
  for (let i = 0; i < 3; i++)
    expect(await walked(true)).toEqual({
      document: 'passed 200',
      chip: 'passed 200',
      liveness: 'passed 200',
    })
  expect(await server.number('COUNT(*)', 'seen_shots')).toBe(0)
})

test('live, the film is that of nobody from the first time on, and is remembered as every film is', async () => {
  expect(await walked(false)).toMatchObject({ liveness: 'failed 141' })
  expect(await server.number('COUNT(*)', 'seen_shots')).toBeGreaterThan(0)
})

test('a film that was seen live is taken in the sandbox all the same', async () => {
  expect(await walked(true)).toMatchObject({ liveness: 'passed 200' })
})

test('an organisation that never saw the film gets it for genuine neither', async () => {
  const ask = await newCaller(apart)
  const started = await ask('POST', '/profile-liveness-challenge/profile-start', {
    ...FRAME_SIZE,
    external_person_id: 'x',
    mirrored: false,
    static: true,
  })
  const { id, task_order } = started.body as { id: string; task_order: Record<string, number> }
  const startedAtMs = Date.now()
  for (const [i, task] of Object.keys(task_order).entries())
    await ask('PUT', `/profile-liveness-challenge/${id}/frames`, {
      ...{ task, photo: await pictureNamed(`holder-${task}`), timestamp: startedAtMs + i * MS_PER_TASK },
    })
  const { body } = await ask('POST', `/profile-liveness-challenge/${id}/verify`, {})
  expect(body).toMatchObject({ result_code: 141, success: false })
  const failed = (body.checks as Check[]).filter(({ outcome }) => outcome === 'failed')
  expect(failed.map(({ name }) => name)).toEqual(['persona-likeness'])
})

test('the states of the sandbox are trusted in the sandbox only', async () => {
  const { body } = await server.post('/chip-documents', await chipNamed('chip-holder'))
  expect([body.result_code, body.authenticity]).toEqual([200, 'unknown-anchor'])
})

/** Whatever is live has this in its names. */
const LIVE = 'live-7f3a'

/** Live people, one of whom has the face of the persona that a test verification was walked through by. */
async function liveAndTest() {
  const { database } = server.server.runtime.store
  const { key } = await newApiKey(database, server.credentials.name, ['all'], { isTest: true })
  const tester = bearerCaller(server, key)
  const faces = collectionCaller(server)
  await faces.sign('screened')
  await faces.registered('screened', `${LIVE} face`, await pictureNamed('holder-keep-face-ahead'))
  const search = { collection_id: 'screened', threshold: 80 }
  const definition = {
    steps: { document: { kinds: ['cccd-chip'], both_sides: false }, liveness: { families: ['profile'] } },
    screening: { duplicates: { ...search, register: false }, block_list: search },
  }
  expect((await server.post('/policies', { id: 'screened', definition })).status).toBe(200)
  const live = await server.post('/verifications', {
    ...{ policy: 'simple', external_person_id: `${LIVE} person`, metadata: { of: LIVE } },
    expected: { number: holder.number },
  })
  const hook = await server.post('/webhook-endpoints', { url: `https://${LIVE}.example/`, description: LIVE })
  const made = await tester('POST', '/verifications', {
    ...{ policy: 'screened', external_person_id: 'tester', persona: 'approved' },
  })
  await server.server.runtime.personaRuns.settled()
  const path = `/verifications/${made.body.id}`
  while ((await tester('GET', path)).body.state === 'processing') await pause(50)
  return {
    key,
    test: { id: String(made.body.id), ...(await tester('GET', path)).body } as Record<string, unknown>,
    live: { id: String(live.body.id), endpoint: String((hook.body.endpoint as { id: string }).id) },
  }
}

test('a test searches nobody live, and no route shows a test key anything live', async () => {
  const { key, test, live } = await liveAndTest()
  expect(test).toMatchObject({ state: 'approved', verdict: { decision: 'approved', reasons: [] } })
  const ids: Record<string, readonly string[]> = {
    verification_id: [String(test.id), live.id],
    endpoint_id: [live.endpoint],
    collection_id: ['screened'],
    request_id: [live.id],
    policy_id: ['screened'],
  }
  const seen: string[] = []
  const asked: string[] = []
  for (const { method, path, caller, person } of allRoutes(server.server.runtime)) {
    if (caller === 'anyone' || person === 'token' || person === 'link or token') continue
    const [, param = ''] = /\{(\w+)\}/.exec(path) ?? []
    for (const id of ids[param] ?? ['1'])
      for (const query of method === 'GET'
        ? ['', '?is_test=false', `?external_person_id=${LIVE}%20person`]
        : ['']) {
        const url = path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, '1') + query
        // What a body would say is not needed: ids of a path are looked up, or the call is refused before.
        const headers = { authorization: bearer(key), 'content-type': 'application/json' }
        const body = { external_person_id: `${LIVE} person`, reviewer: 'r', author: 'r', text: 't' }
        const sent = method === 'GET' ? {} : { body: JSON.stringify(url.endsWith('/notes') ? body : {}) }
        const answer = await fetch(server.url + url, { method, headers, ...sent })
        const text = await answer.text()
        asked.push(`${method} ${url}`)
        if (text.includes(LIVE) || (answer.status === 200 && text.includes(live.id)))
          seen.push(`${method} ${url} ${answer.status}: ${text.slice(0, 200)}`)
      }
  }
  expect(seen).toEqual([])
  expect(asked).toContain(`GET /verifications/${test.id}/duplicates`)
  const { body } = await bearerCaller(server, key)('GET', `/verifications/${test.id}/duplicates`)
  expect(body.duplicates).toEqual([])
})

test('an idempotency key of a test stands for no live request', async () => {
  const { database } = server.server.runtime.store
  const { name } = server.credentials
  const sent = { policy: 'simple', external_person_id: 'anna' }
  const once = { 'idempotency-key': 'order-7' }
  const [tester, live] = [
    bearerCaller(server, (await newApiKey(database, name, ['verifications'], { isTest: true })).key),
    bearerCaller(server, (await newApiKey(database, name, ['verifications'])).key),
  ]
  const first = await tester('POST', '/verifications', sent, once)
  const made = await live('POST', '/verifications', sent, once)
  expect(made.body).toMatchObject({ result_code: 200, is_test: false })
  expect(made.body.id).not.toBe(first.body.id)
  expect((await live('POST', '/verifications', sent, once)).body.id).toBe(made.body.id)
})
