// Tests over HTTP that captures are what server, organisation and policy ask for: all else may be good, and less is still 171.
import { createHash, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { film } from '../../specimens/kit/films/films.ts'
import {
  type Call,
  lenient,
  newCaller,
  type SentFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actProfile, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { ecKeys } from '../../specimens/phones/issuing.ts'
import { captureAsked } from '../../src/liveness/routes.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'

const yaw = { exercise: 'yaw', static: true }
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
let server: TestServer
let frames: SentFrame[]

beforeAll(async () => {
  server = await startTestServer({ capture: 'signed' })
  const call = await newCaller(server)
  const started = await start<ProfileStart>(call, 'profile', { ...yaw, ...(await keyOf(call)).field })
  frames = await film(3, actProfile(person(3), started))
}, 240_000)
afterAll(() => server.stop())

async function keyOf(call: Call) {
  const keys = ecKeys()
  const nonce = String((await call('POST', '/capture-keys/nonce')).body.nonce)
  const signature = base64(sign('sha256', Buffer.from(`selfsame-capture-key-v1\n${nonce}`), keys.privateKey))
  const sent = { nonce, platform: 'web', public_key: base64(keys.publicKey), signature }
  const { body } = await call('POST', '/capture-keys', sent)
  return { keys, field: { capture_key_id: (body.capture_key as { id: string }).id } }
}

/** A session that is good in itself; only the frames that are named are signed. */
async function judged(
  isSigned: (at: number) => boolean,
  beforeVerdict: (call: Call) => Promise<unknown> = async () => {},
) {
  const call = await newCaller(server)
  const { keys, field } = await keyOf(call)
  const { id } = await start(call, 'profile', { ...yaw, ...field })
  for (const [number, { bytes, timestamp, task }] of frames.entries()) {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const text = ['selfsame-frame-v1', id, number, timestamp, hash].join('\n')
    const signature = base64(sign('sha256', Buffer.from(text), keys.privateKey))
    const photo = { photo: base64(bytes), task, timestamp, ...(isSigned(number) && { number, signature }) }
    const { status } = await call('PUT', `/profile-liveness-challenge/${id}/frames`, photo)
    expect(status).toBe(200)
  }
  await beforeVerdict(call)
  return { call, ...(await verify(call, 'profile', id, lenient)) }
}

test('signed as the server asks is 200; one frame that is not is 171, and its receipt says why', async () => {
  const good = await judged(() => true)
  expect(good.body).toMatchObject({ result_code: 200, success: true, capture: 'signed' })
  const { call, headers, body } = await judged((at) => at > 0)
  expect(body).toMatchObject({
    ...{ result_code: 171, message: 'Capture Not As Asked', success: false },
    ...{ capture: 'unattested', capture_device: 'browser', capture_reason: 'frames-unsigned' },
  })
  expect(body.checks).toContainEqual(expect.objectContaining({ name: 'frames-signed', outcome: 'failed' }))
  const { receipt } = (await call('GET', `/receipts/${headers.get('x-request-id')}`)).body
  expect(receipt).toMatchObject({ capture: { level: 'unattested', reason: 'frames-unsigned' } })
})

test('an organisation that comes to ask for more gets 171 for what was begun before', async () => {
  const strict = await judged(
    () => true,
    (call) => call('PUT', '/capture-settings', { require: 'attested' }),
  )
  expect(strict.body).toMatchObject({ result_code: 171, success: false, capture: 'signed' })
})

test('the strongest of server, organisation and policy holds, and the sandbox is apart', async () => {
  const { runtime } = server.server
  const [organisation] = await listOrganisations(runtime.store.database)
  const asked = (leastCapture: string | undefined, isTest = false) =>
    captureAsked(runtime, organisation?.id ?? '', {
      isTest,
      begun: { leastCapture } as Parameters<typeof captureAsked>[2]['begun'],
    })
  expect(await asked('attested')).toBe('attested')
  expect(await asked('any')).toBe('signed')
  expect(await asked(undefined)).toBe('signed')
  expect(await asked('attested', true)).toBe('any')
})
