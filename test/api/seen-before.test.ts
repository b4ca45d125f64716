// Tests over HTTP that a session is accepted once by anybody on a server, and that the memory of it can be erased.
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { film } from '../../specimens/kit/films/films.ts'
import {
  type Call,
  callerOf,
  lenient,
  play,
  type SentFrame,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actProfile, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'

/** Mirrored, a head turns to the other side. */
const otherSide: Readonly<Record<string, string>> = {
  'turn-face-left': 'turn-face-right',
  'turn-face-right': 'turn-face-left',
}

type Started = ProfileStart & { readonly id: string }
const asked = { exercise: 'yaw', static: true }

let server: TestServer
let session: SentFrame[]
let other: Call
beforeAll(async () => {
  server = await startTestServer({ shotMemoryOf: 'server' })
  other = callerOf(server, await server.organisation('other'))
})
afterAll(() => server.stop())

async function judged(call: Call, frames: readonly SentFrame[]) {
  const { id } = await start<Started>(call, 'profile', asked)
  const { body } = await play(call, 'profile', id, frames)
  const failed = ((body.checks ?? []) as { name: string; outcome: string }[]).filter(
    ({ outcome }) => outcome === 'failed',
  )
  return { code: body.result_code, failed: failed.map(({ name }) => name) }
}

const filmed = async (take: number) => {
  const started = await start<Started>(callerOf(server), 'profile', asked)
  return film(3, actProfile(person(3), started, { take }))
}

const changed = (change: (image: Sharp) => Sharp) =>
  Promise.all(
    session.map(async (frame) => ({
      ...frame,
      bytes: await change(sharp(frame.bytes)).jpeg({ quality: 85 }).toBuffer(),
    })),
  )

const seen = { failed: ['seen-in-an-earlier-challenge'] }

test('a session is accepted once, and the same person again in another session', async () => {
  session = await filmed(1)
  expect(await judged(callerOf(server), session)).toEqual({ code: 200, failed: [] })
  expect(await judged(callerOf(server), await filmed(2))).toEqual({ code: 200, failed: [] })
})

test('its frames are refused to the same organisation and to another, changed or not', async () => {
  expect(await judged(callerOf(server), session)).toMatchObject(seen)
  expect(await judged(other, await changed((image) => image.gamma(1.4)))).toMatchObject(seen)
  const [width = 0, height = 0] = await sharp(session[0]?.bytes)
    .metadata()
    .then((facts) => [facts.width, facts.height])
  const part = { left: 20, top: 16, width: width - 36, height: height - 30 }
  expect(
    await judged(other, await changed((image) => image.extract(part).resize(width, height, { fit: 'fill' }))),
  ).toMatchObject(seen)
})

test('they are refused too when they are bent by waves and mirrored, and sent for the other side', async () => {
  const waved = await Promise.all(
    session.map(async (frame) => {
      const { data, info } = await sharp(frame.bytes).raw().toBuffer({ resolveWithObject: true })
      const { width, height } = info
      const bent = Buffer.alloc(data.length)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const u = Math.round(width - 1 - x + 0.006 * width * Math.sin((9 * y) / height))
          const from = 3 * (y * width + Math.max(0, Math.min(width - 1, u)))
          data.copy(bent, 3 * (y * width + x), from, from + 3)
        }
      const bytes = await sharp(bent, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer()
      return { ...frame, task: otherSide[frame.task] ?? frame.task, bytes }
    }),
  )
  expect(await judged(other, waved)).toMatchObject(seen)
})

test('of two challenges that get the same frames at one time, the first is accepted', async () => {
  const frames = await filmed(3)
  const first = await start<Started>(callerOf(server), 'profile', asked)
  const second = await start<Started>(other, 'profile', asked)
  for (const frame of frames) {
    await sendFrame(callerOf(server), 'profile', first.id, frame)
    await sendFrame(other, 'profile', second.id, frame)
  }
  expect((await verify(callerOf(server), 'profile', first.id, lenient)).body.result_code).toBe(200)
  expect((await verify(other, 'profile', second.id, lenient)).body.success).toBe(false)
})

test('the memory goes with the person and with the organisation, and its bands too', async () => {
  const { store } = server.server.runtime
  const count = async (table: string) =>
    (await store.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n
  const [first, second] = (await listOrganisations(store.database)).toSorted(
    (a, b) => a.createdAt - b.createdAt,
  )
  if (!first || !second) throw new Error('no organisation')
  const [owned] = await store.database.query<{ id: string }>(
    'SELECT external_person_id AS id FROM seen_shots WHERE organisation_id = $1',
    [first.id],
  )
  const { body } = await server.post('/persons/erase', { external_person_id: owned?.id })
  expect(body.complete).toBe(true)
  await removeOrganisation(store, second, Date.now())
  expect([await count('seen_shots'), await count('shot_bands')]).toEqual([0, 0])
})
