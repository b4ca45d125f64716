// Tests the life of a challenge over HTTP: concurrent frames in any order, one verdict, expiry, limits and clean-up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wall } from '../../specimens/kit/films/films.ts'
import {
  type Call,
  callerOf,
  type Family,
  families,
  newCaller,
  type SentFrame,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import {
  sharedServer,
  startTestServer,
  type TestServer,
  testServers,
} from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { purge } from '../../src/retention/purge.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'

const names = Object.keys(families) as Family[]
const taskOf = { distance: 'far-distance', nose: 'nose', profile: 'keep-face-ahead' } as const

let server: TestServer
const others = testServers()
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(async () => {
  await server.stop()
  await others.stopAll()
})

let shade = 0
/** Each call gives an empty wall of another shade, so that no two pictures are alike. */
async function frame(family: Family): Promise<SentFrame> {
  return { task: taskOf[family], bytes: await wall(++shade), timestamp: Date.now() }
}

async function codeOf(answered: ReturnType<Call>): Promise<unknown> {
  return (await answered).body.result_code
}

describe.each(names)('%s', (family) => {
  test('takes frames at once, in any order, and says the first verdict again', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, family)
    const frames = await Promise.all(Array.from({ length: 6 }, () => frame(family)))
    const sent = await Promise.all(frames.map((one) => codeOf(sendFrame(call, family, id, one))))
    expect(sent).toEqual(frames.map(() => 200))
    const verdicts = await Promise.all([0, 1, 2].map(() => verify(call, family, id)))
    for (const { body } of verdicts) expect(body).toEqual(verdicts[0]?.body)
    const later = await verify(call, family, id, { passive_liveness_threshold: 0 })
    expect(later.body).toEqual(verdicts[0]?.body)
    expect(later.body.success).toBe(false)
  })

  test('takes the same picture again, and judges it once', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, family)
    const one = await frame(family)
    const sent = await Promise.all(Array.from({ length: 4 }, () => codeOf(sendFrame(call, family, id, one))))
    expect(sent).toEqual([200, 200, 200, 200])
    const { body } = await verify(call, family, id)
    const counted = (body.checks as { name: string; score: number }[]).find(({ name }) => name === 'frames')
    expect(counted?.score).toBe(1)
  })

  test('takes no frame after the verdict', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, family)
    await sendFrame(call, family, id, await frame(family))
    await verify(call, family, id)
    const late = await sendFrame(call, family, id, await frame(family))
    expect(late.body).toEqual({ message: 'Request Challenge ID Not Found', result_code: 143 })
    const copy = await frame(family)
    expect((await sendFrame(call, family, id, copy)).body.result_code).toBe(143)
  })

  test('does not exist for another organisation, another family, or under another id', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, family)
    const otherCaller = await newCaller(server)
    expect(await codeOf(sendFrame(otherCaller, family, id, await frame(family)))).toBe(143)
    expect(await codeOf(verify(otherCaller, family, id))).toBe(143)
    for (const other of names.filter((name) => name !== family)) {
      expect(await codeOf(sendFrame(call, other, id, await frame(other)))).toBe(143)
      expect(await codeOf(verify(call, other, id))).toBe(143)
    }
    expect(await codeOf(sendFrame(call, family, `${id}x`, await frame(family)))).toBe(143)
    expect(await codeOf(sendFrame(call, family, id, await frame(family)))).toBe(200)
  })
})

const over = {
  distance: { message: 'Request Challenge ID Not Found: the challenge expired', result_code: 143 },
  nose: { message: 'Request Challenge ID Not Found: the challenge expired', result_code: 143 },
  profile: { message: 'Trajectory Too Slow', result_code: 153 },
} as const

test('a challenge is over after its life, says so for a day, and repeats a verdict that it has', async () => {
  const own = await others.start()
  const { store, config, removeFace } = own.server.runtime
  const call = callerOf(own)
  const begun = await Promise.all(
    names.map(async (family) => {
      const [{ id }, judged, empty] = (await Promise.all([1, 2, 3].map(() => start(call, family)))) as [
        { id: string },
        { id: string },
        { id: string },
      ]
      const copy = await frame(family)
      expect(await codeOf(sendFrame(call, family, id, copy))).toBe(200)
      expect(await codeOf(sendFrame(call, family, judged.id, await frame(family)))).toBe(200)
      return {
        family,
        id,
        judged: judged.id,
        empty: empty.id,
        copy,
        verdict: (await verify(call, family, judged.id)).body,
      }
    }),
  )
  const letPass = (ms: number) =>
    store.database.query('UPDATE challenges SET expires_at = $1, created_at = $2', [
      Date.now() - ms,
      Date.now() - ms - 180_000,
    ])
  await letPass(1)
  const expectOver = async () => {
    for (const { family, id, empty, copy } of begun) {
      expect((await sendFrame(call, family, id, await frame(family))).body).toEqual(over[family])
      expect((await sendFrame(call, family, id, copy)).body).toEqual(over[family])
      expect((await verify(call, family, id)).body).toMatchObject({ ...over[family], success: false })
      expect((await verify(call, family, empty)).body).toMatchObject(over[family])
    }
  }
  await expectOver()
  for (const { family, judged, verdict } of begun) {
    expect((await verify(call, family, judged)).body).toEqual(verdict)
    expect(await codeOf(sendFrame(call, family, judged, await frame(family)))).toBe(143)
  }

  const work = { ...store, removeFace, config: { ...config, frameRetentionMs: 1000 }, now: Date.now }
  await letPass(5000)
  expect((await purge(work, Date.now(), () => false)).removed.challenges).toBe(9)
  await expectOver()
  const other = callerOf(own, await own.organisation('another'))
  for (const { family, id, judged } of begun) {
    expect(await codeOf(verify(other, family, id))).toBe(143)
    expect((await verify(other, family, id)).body.message).toBe('Request Challenge ID Not Found')
    expect((await verify(call, family, judged)).body.message).toBe('Request Challenge ID Not Found')
  }
  await purge(work, Date.now() + 86_400_000, () => false)
  for (const { family, id } of begun)
    expect((await verify(call, family, id)).body.message).toBe('Request Challenge ID Not Found')
})

test('frames and bytes have limits, which are named', async () => {
  const small = await others.start({ challengeFrames: 2, challengeLimitBytes: 4 * 1024 * 1024 })
  const call = callerOf(small)
  const { id } = await start(call, 'nose')
  const sent = await Promise.all(
    Array.from({ length: 5 }, async () => sendFrame(call, 'nose', id, await frame('nose'))),
  )
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413])
  const refused = sent.find(({ status }) => status === 413)
  expect(refused?.body).toMatchObject({ result_code: 413, errors: [{ path: 'content' }] })
  expect(String(refused?.body.message)).toMatch(/2 frames, 4 MiB/)
})

test('copies of a picture fill up a challenge as pictures do, also at the same moment', async () => {
  const small = await others.start({ challengeFrames: 3 })
  const call = callerOf(small)
  const { id } = await start(call, 'profile', { exercise: 'custom' })
  const one = await frame('profile')
  const sent = await Promise.all(Array.from({ length: 6 }, () => sendFrame(call, 'profile', id, one)))
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 413, 413, 413])
  const { database } = small.server.runtime.store
  expect(await database.query('SELECT task, repeats FROM challenge_repeats')).toEqual([
    { task: 'keep-face-ahead', repeats: 2 },
  ])
})

test('survives a restart, and its verdict too', async () => {
  const folder = temporaryFolder()
  const first = await startTestServer({ data: folder.path })
  const call = callerOf(first)
  const { id } = await start(call, 'profile', { static: true })
  const judged = await start(call, 'profile', { static: true })
  await sendFrame(call, 'profile', id, await frame('profile'))
  await sendFrame(call, 'profile', judged.id, await frame('profile'))
  const before = await verify(call, 'profile', judged.id)
  await first.server.stop()
  const second = await startTestServer({ data: folder.path })
  const again = callerOf(second, first.credentials)
  expect(await codeOf(sendFrame(again, 'profile', id, await frame('profile')))).toBe(200)
  const { body } = await verify(again, 'profile', id)
  expect(body.result_code).toBe(154)
  expect(body.checks).toContainEqual(expect.objectContaining({ name: 'frames-keep-face-ahead', score: 2 }))
  expect((await verify(again, 'profile', judged.id)).body).toEqual(before.body)
  await second.stop()
  folder.remove()
})

test('frames are sealed, open under a new key, and are removed with the challenge when its time is over', async () => {
  const own = await others.start()
  const { store } = own.server.runtime
  const call = callerOf(own)
  const { id } = await start(call, 'distance')
  const sent = await frame('distance')
  await sendFrame(call, 'distance', id, sent)
  const count = async (table: string) =>
    (await store.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n
  const [organisation] = await listOrganisations(store.database)
  if (!organisation) throw new Error('no organisation')
  const [file] = await store.database.query<{ storage_key: string; id: string }>('SELECT * FROM files')
  const sealed = await store.files.get(file?.storage_key ?? '')
  expect(Buffer.from(sealed ?? []).includes(Buffer.from(sent.bytes).subarray(0, 64))).toBe(false)
  const opened = await store.vault.read(organisation.id, file?.id ?? '')
  expect(opened?.equals(Buffer.from(sent.bytes))).toBe(true)
  const version = await rotateOrganisationKey(store, organisation, true, () => {})
  const [kept] = await store.database.query<{ key_version: number }>(
    'SELECT key_version FROM challenge_frames',
  )
  expect(kept?.key_version).toBe(version)
  const [shot] = await store.database.query<{ key_version: number }>('SELECT key_version FROM seen_shots')
  expect(shot?.key_version).toBe(version)
  expect((await verify(call, 'distance', id)).body.result_code).toBe(140)

  const { config, removeFace } = own.server.runtime
  const keep = { ...config, frameRetentionMs: 3_600_000, shotMemoryMs: 86_400_000 }
  const purgedIn = async (hours: number) => {
    const work = { ...store, removeFace, config: keep, now: Date.now }
    return (await purge(work, Date.now() + hours * 3_600_000, () => false)).removed.challenges
  }
  expect(await purgedIn(0.5)).toBe(0)
  expect(await purgedIn(2)).toBe(1)
  for (const table of ['challenges', 'challenge_frames', 'files', 'file_journal'])
    expect(await count(table), table).toBe(0)
  expect(await count('seen_shots')).toBe(1)
  await purgedIn(48)
  for (const table of ['seen_shots', 'shot_bands']) expect(await count(table), table).toBe(0)
  expect((await verify(call, 'distance', id)).body.result_code).toBe(143)
})
