// Tests that what personas bring is taken in test verifications, and is worth nothing in live ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCaller } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Check } from '../../src/checks.ts'
import { attemptsOf } from '../../src/store/records/verification-attempts.ts'
import { personaNamed } from '../../src/verifications/sandbox/personas.ts'
import {
  type Call,
  chipNamed,
  FRAME_SIZE,
  MS_PER_TASK,
  pictureNamed,
  runPersona,
} from '../../src/verifications/sandbox/run-persona.ts'
import { bearerCaller, newVisit, policyWith } from '../kit/visits.ts'

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
  liveness: { families: ['profile'], min_strength: 'high', attempts },
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

test('live, the film counts as seen before from the first time on, and is remembered as every film is', async () => {
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
  expect(failed.map(({ name }) => name)).toEqual(['seen-in-an-earlier-challenge'])
})

test('the states of the sandbox are trusted in the sandbox only', async () => {
  const { body } = await server.post('/chip-documents', await chipNamed('chip-holder'))
  expect([body.result_code, body.authenticity]).toEqual([200, 'unknown-anchor'])
})
