// Tests doubt over HTTP: another family is asked, no attempt is lost, the second doubt goes to people, and no score is told.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { film } from '../../specimens/kit/films/films.ts'
import { callerOf, playTold, start, type Told, verify } from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actNose, actProfile, type NoseStart, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { enter, newVisit, type PersonCall, policyWith, sessionIn } from '../kit/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const organisation = (method: string, path: string) => callerOf(server)(method, path)

const liveness = { families: ['profile', 'nose'], min_strength: 'standard', attempts: 2 } as const
/** No evidence reaches such a line, so that every good session is in doubt. */
const unreachable = { accept: 99, refuse: 1 }

/** A head needs this long from one task to the next. */
const TASK_MS = 700
const clock = Date.now
/** How much the clock of the server is set back, in this process. */
let backMs = 0
beforeAll(() => void vi.spyOn(Date, 'now').mockImplementation(() => clock() - backMs))
afterAll(() => vi.restoreAllMocks())

/** However long a film is drawn, it was taken in this time: much sooner or later would be doubt of its own. */
async function inTime<Film>(drawing: Promise<Film>): Promise<Film> {
  const from = clock()
  const frames = await drawing
  backMs += clock() - from - TASK_MS
  return frames
}

async function judged(call: PersonCall, family: 'profile' | 'nose', seed: number) {
  const actor = person(seed)
  const beganAt = Date.now()
  let done = 0
  if (family === 'profile') {
    const started = await start<ProfileStart & { told: Told }>(call, 'profile', {
      exercise: 'yaw',
      static: true,
    })
    await playTold(call, 'profile', started, async ({ task, frames }) => {
      const take = done++
      const acted = actProfile(actor, { ...started, task_order: { [task]: frames } }, { take })
      return inTime(film(seed, acted, beganAt + TASK_MS * take))
    })
    return verify(call, 'profile', started.id)
  }
  const started = await start<NoseStart & { told: Told }>(call, 'nose')
  const at = (box: Told['box'], take: number) => {
    const { left = 0, top = 0, width = 0, height = 0 } = box ?? {}
    const plan = { ...started, nose_left: left, nose_top: top, nose_width: width, nose_height: height }
    return actNose(actor, plan, { frames: 4, take })
  }
  await playTold(call, 'nose', started, async ({ box }) => {
    const take = done++
    // The first picture is straight, wherever the box is.
    const frames = await inTime(film(seed, at(box, take), beganAt + TASK_MS * take))
    return box ? frames : frames.slice(0, 1)
  })
  return verify(call, 'nose', started.id)
}

const livenessIn = async (call: PersonCall) =>
  sessionIn(await call('GET', '/verification-session')).steps.find(({ step }) => step === 'liveness')

test('a doubtful task costs nothing and another family is asked; the second doubt goes to people', async () => {
  const policy = policyWith({ liveness: { ...liveness, presence: unreachable } })
  const { id, link } = await newVisit(server, policy)
  const { call } = await enter(server, link)

  const first = await judged(call, 'profile', 3)
  expect(first.body).toMatchObject({ result_code: 200, success: true })
  // Whoever tries to get in must not learn what to work on.
  for (const name of ['checks', 'presence', 'presence_parts']) expect(first.body).not.toHaveProperty(name)
  expect(await livenessIn(call)).toMatchObject({
    state: 'open',
    attempts_left: 2,
    families: ['nose'],
    is_another: true,
  })
  const again = await call('POST', '/profile-liveness-challenge/profile-start', {
    image_width: 360,
    image_height: 480,
  })
  expect(again.body.result_code).toBe(465)
  expect(String(again.body.message)).toContain('left doubt')

  expect((await judged(call, 'nose', 3)).body.result_code).toBe(200)
  await expect.poll(async () => (await organisation('GET', `/verifications/${id}`)).body.state).toBe('review')
  const { body } = await organisation('GET', `/verifications/${id}`)
  expect(body).toMatchObject({
    verdict: { decision: 'review', reasons: [{ reason: 'liveness-doubtful', check: { name: 'presence' } }] },
    attempts: [
      {
        outcome: 'doubtful',
        family: 'profile',
        strength: 'low',
        presence_parts: expect.any(Array) as unknown,
      },
      { outcome: 'passed', family: 'nose', presence: expect.any(Number) as unknown },
    ],
  })
  const { body: told } = await organisation('GET', `/verifications/${id}/events`)
  const types = (told.events as { type: string }[]).map(({ type }) => type)
  expect(types).toContain('verification.step_doubtful')
  expect(types).not.toContain('verification.step_failed')

  // A draft of the policy is tried on the case by what was kept of it.
  const tried = async (accept: number) => {
    const definition = { ...policy, steps: { liveness: { ...liveness, presence: { accept, refuse: 1 } } } }
    const trial = { definition, is_test: false }
    return callerOf(server)('POST', `/policies/${String(body.policy)}/trial`, trial)
  }
  expect((await tried(99)).body).toMatchObject({ unchanged: 1, changes: [] })
  expect((await tried(20)).body.changes).toMatchObject([
    { from: 'review', to: 'approved', dropped: ['liveness-doubtful'] },
  ])
})

test('by the usual lines the same person is approved at once, and the API says how surely they were there', async () => {
  const { id, link } = await newVisit(server, policyWith({ liveness }))
  const { call } = await enter(server, link)
  expect((await judged(call, 'profile', 4)).body.result_code).toBe(200)
  await expect
    .poll(async () => (await organisation('GET', `/verifications/${id}`)).body.state)
    .toBe('approved')
  const { body } = await organisation('GET', `/verifications/${id}`)
  const [attempt] = body.attempts as { presence: number; strength: string; outcome: string }[]
  expect(attempt).toMatchObject({ outcome: 'passed', strength: 'standard' })
  expect(attempt?.presence).toBeGreaterThanOrEqual(50)
})
