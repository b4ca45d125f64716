// Tests capture keys over HTTP: registered by phones and browsers, refused each with its reason, and signing the frames of challenges.
import { createHash, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyPair } from '../../specimens/chips/signing.ts'
import { type Call, callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { makeAndroidMaker, type PhoneFacts } from '../../specimens/phones/android.ts'
import { assertion, makeAppleMaker } from '../../specimens/phones/apple.ts'
import { ecKeys, pemOf } from '../../specimens/phones/issuing.ts'
import { bearerCaller, enter, newVisit, policyWith } from '../kit/visits.ts'

const android = makeAndroidMaker(Date.now())
const apple = makeAppleMaker(Date.now())
const appId = 'ABCDE12345.vn.example.bank'
const digest = Buffer.alloc(32, 9)
const settings = {
  android_apps: [{ package: 'vn.example.bank', digests: [digest.toString('hex')] }],
  apple_app_ids: [appId],
}
const folder = temporaryFolder()
let server: TestServer
let call: Call
beforeAll(async () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder.path, name), text)
    return join(folder.path, name)
  }
  server = await startTestServer({
    androidRoots: file('android.pem', pemOf(android.root)),
    appleRoots: file('apple.pem', pemOf(apple.root)),
    androidRevocations: file('revoked.json', '{"entries":{}}'),
  })
  call = callerOf(server)
  await call('PUT', '/capture-settings', settings)
}, 120_000)
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const nonceOf = async (by = call): Promise<string> =>
  String((await by('POST', '/capture-keys/nonce')).body.nonce)

async function webKey(by = call): Promise<{ id: string; keys: KeyPair }> {
  const [keys, nonce] = [ecKeys(), await nonceOf(by)]
  const { body } = await by('POST', '/capture-keys', webBody(keys, nonce))
  return { id: (body.capture_key as { id: string }).id, keys }
}

const webBody = (keys: KeyPair, nonce: string) => ({
  ...{ nonce, platform: 'web', public_key: base64(keys.publicKey) },
  signature: base64(
    // As WebCrypto writes it.
    sign('sha256', Buffer.from(`selfsame-capture-key-v1\n${nonce}`), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    }),
  ),
})

const facts = (nonce: string, other: Partial<PhoneFacts> = {}): PhoneFacts => ({
  ...{
    challenge: Buffer.from(nonce),
    package: 'vn.example.bank',
    digest,
    level: 2,
    isLocked: true,
    bootState: 0,
  },
  ...{ patchLevel: 202609, origin: 0, purposes: [2], version: 300, ...other },
})

const frame = (grey: number): Promise<Buffer> =>
  sharp({ create: { width: 360, height: 480, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer()

const textOf = (id: string, number: number, timestamp: string | number, bytes: Uint8Array): Buffer =>
  Buffer.from(
    ['selfsame-frame-v1', id, number, timestamp, createHash('sha256').update(bytes).digest('hex')].join('\n'),
  )

/** The other signature that whoever has one can make of it: the second number counted from the order of P-256. */
function twinOf(signature: Uint8Array): Buffer {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const second = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
  const turned = Buffer.from((order - second).toString(16).padStart(64, '0'), 'hex')
  return Buffer.concat([signature.subarray(0, 32), turned])
}

const start = async (capture_key_id: string, more: object = {}): Promise<string> => {
  const body = { external_person_id: 'anna', image_width: 360, image_height: 480, capture_key_id, ...more }
  return String((await call('POST', '/profile-liveness-challenge/start', body)).body.id)
}

const rows = async (table: string): Promise<number> => {
  const { database } = server.server.runtime.store
  const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)
  return row?.count ?? 0
}

const register = async (
  other: Partial<PhoneFacts> = {},
  change: (chain: readonly Uint8Array[]) => readonly Uint8Array[] = (all) => all,
) => {
  const nonce = await nonceOf()
  const { chain } = android.phone(facts(nonce, other))
  const body = { nonce, platform: 'android', certificate_chain: change(chain).map(base64) }
  return { body, answer: await call('POST', '/capture-keys', body) }
}

test('a phone registers its key, and each thing that is wrong has its own reason and leaves nothing', async () => {
  const { body, answer } = await register()
  expect(answer.body).toMatchObject({
    result_code: 200,
    capture_key: {
      level: 'attested',
      device_class: 'strongbox',
      app: 'vn.example.bank',
      app_version: 7,
      patch_level: 202609,
    },
  })
  const before = [await rows('capture_keys'), await rows('capture_nonces')]
  const again = await call('POST', '/capture-keys', body)
  expect([again.body.result_code, again.body.reason]).toEqual([170, 'nonce-used'])
  const reasons: readonly (readonly [string, Awaited<ReturnType<typeof register>>])[] = [
    ['challenge-wrong', await register({ challenge: Buffer.from('another') })],
    ['boot-unlocked', await register({ isLocked: false })],
    ['software-level', await register({ level: 0 })],
    ['app-not-listed', await register({ package: 'vn.example.other' })],
    [
      'chain-too-long',
      await register({}, ([leaf = new Uint8Array()]) =>
        Array.from({ length: 100 }, () => leaf.subarray(0, 300)),
      ),
    ],
    [
      'certificate-not-readable',
      await register({}, ([leaf = new Uint8Array(), ...rest]) => [
        Buffer.concat([leaf, Buffer.of(0)]),
        ...rest,
      ]),
    ],
    ['root-unknown', await register({}, () => makeAndroidMaker(Date.now(), 'Other').phone(facts('x')).chain)],
  ]
  for (const [reason, refused] of reasons)
    expect([refused.answer.status, refused.answer.body.result_code, refused.answer.body.reason]).toEqual([
      200,
      170,
      reason,
    ])
  // The list is read again when it changes.
  writeFileSync(join(folder.path, 'revoked.json'), '{"entries":{"aa":{"status":"REVOKED"}}}')
  expect((await register()).answer.body.reason).toBe('certificate-revoked')
  writeFileSync(join(folder.path, 'revoked.json'), 'not JSON')
  expect((await register()).answer.body.reason).toBe('certificate-revoked')
  writeFileSync(join(folder.path, 'revoked.json'), '{"entries":{}}')
  await call('PUT', '/capture-settings', { ...settings, least_patch_level: '2026-10' })
  expect((await register()).answer.body.reason).toBe('patch-level-old')
  const newer = settings.android_apps.map((app) => ({ ...app, least_version: 8 }))
  await call('PUT', '/capture-settings', { ...settings, android_apps: newer })
  expect((await register()).answer.body.reason).toBe('app-version-old')
  await call('PUT', '/capture-settings', { ...settings, play_integrity: 'device' })
  expect((await register()).answer.body.reason).toBe('token-wrong')
  await call('PUT', '/capture-settings', settings)
  expect([await rows('capture_keys'), await rows('capture_nonces')]).toEqual(before)
})

test('versions of apps are counted by the quarter, for their organisation alone', async () => {
  const bank = (body: Record<string, unknown>) =>
    (body.app_versions as { app: string; version: number; keys: number; quarter: string }[]).filter(
      ({ app }) => app === 'vn.example.bank',
    )
  const before = bank((await call('GET', '/app-versions')).body)[0]?.keys ?? 0
  expect((await register()).answer.body.result_code).toBe(200)
  const [seen, ...others] = bank((await call('GET', '/app-versions')).body)
  expect(others).toEqual([])
  expect(seen).toMatchObject({ platform: 'android', version: 7, keys: before + 1 })
  expect(seen?.quarter).toMatch(/^20\d\d-Q[1-4]$/)
  const stranger = callerOf(server, await server.organisation('no-apps'))
  expect((await stranger('GET', '/app-versions')).body.app_versions).toEqual([])
  const headers = { authorization: basic(server.credentials), 'x-selfsame-sandbox': 'true' }
  const inSandbox = await fetch(`${server.url}/app-versions`, { headers })
  expect(await inSandbox.json(), 'tests see no live phones').toMatchObject({ app_versions: [] })
})

test('a nonce is only for the caller who asked for it, and is good once, also for two at the same moment', async () => {
  const other = callerOf(server, await server.organisation('other'))
  const [nonce, keys] = [await nonceOf(), ecKeys()]
  expect((await other('POST', '/capture-keys', webBody(keys, nonce))).body.reason).toBe('nonce-not-good')
  expect((await call('POST', '/capture-keys', webBody(keys, `${nonce.slice(0, -1)}_`))).body.reason).toBe(
    'nonce-not-good',
  )
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/capture-keys', webBody(keys, nonce))))
  expect(answers.map(({ body }) => body.result_code).toSorted()).toEqual([170, 170, 200])
  const wrong = { ...webBody(keys, await nonceOf()), public_key: base64(ecKeys().publicKey) }
  expect((await call('POST', '/capture-keys', wrong)).body.reason).toBe('possession-wrong')
  const { status, body } = await call('POST', '/capture-keys', {
    nonce: await nonceOf(),
    platform: 'android',
  })
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'certificate_chain', message: 'is required for android' }],
  ])
})

test('frames that a browser signs make the verdict signed; one that is not makes it unattested', async () => {
  const { id: keyId, keys } = await webKey()
  const id = await start(keyId, {
    signals: { camera_class: 'virtual', asked_frame_rate: 30, given_frame_rate: 8 },
  })
  const send = async (number: number, timestamp: number, change: object = {}) => {
    const bytes = await frame(90 + number)
    const signature = base64(sign('sha256', textOf(id, number, timestamp, bytes), keys.privateKey))
    const body = { photo: base64(bytes), timestamp, task: 'turn-face-left', number, signature, ...change }
    return call('PUT', `/profile-liveness-challenge/${id}/frames`, body)
  }
  const at = Date.now()
  expect((await send(2, at + 200)).status).toBe(200)
  expect((await send(1, at + 100)).status).toBe(200)
  expect((await send(3, at + 300, { timestamp: at + 301 })).body.errors).toMatchObject([
    { path: 'signature' },
  ])
  expect((await send(4, at + 400, { number: 5 })).body.errors).toMatchObject([{ path: 'signature' }])
  const twice = await send(2, at + 500, { photo: base64(await frame(30)) })
  expect(twice.body.errors).toMatchObject([{ path: 'signature' }])
  const verify = (which: string) => call('POST', `/profile-liveness-challenge/${which}/verify`)
  const { body } = await verify(id)
  expect(body).toMatchObject({ capture: 'signed', capture_device: 'browser', capture_reason: 'own-key' })
  const named = Object.fromEntries(
    (body.checks as { name: string; outcome: string }[]).map((one) => [one.name, one.outcome]),
  )
  expect(named).toMatchObject({ 'frames-signed': 'passed', 'signal-virtual-camera': 'noted' })
  const receipt = await call('GET', `/receipts/${(await verify(id)).headers.get('x-request-id')}`)
  expect(receipt.body.receipt).toMatchObject({
    capture: { level: 'signed', device: 'browser', reason: 'own-key' },
  })

  const mixed = await start(keyId)
  const bare = { photo: base64(await frame(50)), timestamp: at, task: 'turn-face-left' }
  await call('PUT', `/profile-liveness-challenge/${mixed}/frames`, bare)
  expect((await verify(mixed)).body).toMatchObject({
    capture: 'unattested',
    capture_reason: 'frames-unsigned',
  })
})

test('none of these tricks makes frames attested', async () => {
  const other = callerOf(server, await server.organisation('tricks'))
  await other('PUT', '/capture-settings', settings)
  const phoneOf = async (by: Call) => {
    const nonce = await nonceOf(by)
    const { keys, chain } = android.phone(facts(nonce))
    const sent = { nonce, platform: 'android', certificate_chain: chain.map(base64) }
    const { body } = await by('POST', '/capture-keys', sent)
    return { id: (body.capture_key as { id: string }).id, keys }
  }
  const [phone, foreign, browser] = [await phoneOf(call), await phoneOf(other), await webKey()]
  const root = '/profile-liveness-challenge'
  const at = Date.now()
  let greys = 100
  /** A frame that is signed for a challenge, and sent to the same or to another. */
  const send = async (
    id: string,
    { number = 1, timestamp = at + 100 * number, keys = phone.keys, signedFor = id, bytes, ...change }: Trick,
  ) => {
    const photo = bytes ?? (await frame(greys++))
    const plain = sign('sha256', textOf(signedFor, number, timestamp, photo), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    const sent = { photo: base64(photo), timestamp, task: 'turn-face-left', number, signature: base64(plain) }
    const { status, body } = await call('PUT', `${root}/${id}/frames`, { ...sent, ...change })
    return status === 200 ? 200 : (body.errors as { path: string }[])[0]?.path
  }
  interface Trick {
    number?: number | undefined
    timestamp?: number
    keys?: KeyPair
    signedFor?: string
    bytes?: Buffer
    signature?: string | undefined
  }
  const verdict = async (id: string) => {
    const { body } = await call('POST', `${root}/${id}/verify`)
    return [body.capture, body.capture_reason]
  }
  const begin = { external_person_id: 'anna', image_width: 360, image_height: 480 }
  const startWith = async (key: string, by = call) =>
    (await by('POST', `${root}/start`, { ...begin, capture_key_id: key })).status
  expect(await startWith(foreign.id), 'a key of another organisation').toBe(400)
  expect(await startWith(phone.id, other), 'the other way round').toBe(400)

  const bare = String((await call('POST', `${root}/start`, begin)).body.id)
  expect(await send(bare, {}), 'a key that the start did not name').toBe('signature')

  const [first, second] = [await start(phone.id), await start(phone.id)]
  expect(await send(first, { signedFor: second }), 'signed for another challenge').toBe('signature')
  expect(await send(first, { keys: browser.keys }), 'signed by a weaker key').toBe('signature')
  expect(await send(first, { keys: foreign.keys }), 'signed by a foreign key').toBe('signature')
  const sent = await frame(40)
  expect(await send(first, { bytes: sent })).toBe(200)
  expect(await send(first, { number: 1, timestamp: at + 500 }), 'a number twice').toBe('number')
  // A picture is the same frame under any signature of it, and under none: it is not counted again.
  const plain = sign('sha256', textOf(first, 1, at + 100, sent), {
    key: phone.keys.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  for (const signature of [base64(plain), base64(twinOf(plain)), undefined])
    expect(await send(first, { bytes: sent, signature, ...(!signature && { number: undefined }) })).toBe(200)
  expect(await send(first, { bytes: sent, signature: base64(twinOf(plain)), number: 2 })).toBe('signature')
  const { database } = server.server.runtime.store
  const kept = await database.query('SELECT id FROM challenge_frames WHERE challenge_id = $1', [first])
  expect(kept).toHaveLength(1)
  // Apps leave out frames: numbers need not be without gaps.
  expect(await send(first, { number: 9 })).toBe(200)
  expect(await verdict(first)).toEqual(['attested', 'attested-key'])
  await call('POST', `/capture-keys/${phone.id}/revoke`)
  expect(await verdict(first), 'a verdict stays').toEqual(['attested', 'attested-key'])
  expect(await send(second, {}), 'revoked while it goes on').toBe('signature')

  const next = await phoneOf(call)
  const judged = async (...tricks: readonly Trick[]) => {
    const id = await start(next.id)
    for (const trick of tricks) expect(await send(id, { keys: next.keys, ...trick })).toBe(200)
    return verdict(id)
  }
  const [early, late] = [at + 100, at + 900]
  expect(await judged({ number: 1, timestamp: late }, { number: 2, timestamp: early })).toEqual([
    'unattested',
    'frames-out-of-order',
  ])
  expect(await judged({ timestamp: at - 600_000 }, { number: 2, timestamp: at })).toEqual([
    'unattested',
    'frames-not-fresh',
  ])
  expect(await judged({ timestamp: at - 3 * 86_400_000 })).toEqual(['unattested', 'frames-not-fresh'])
  const once = await frame(41)
  expect(
    await judged({ bytes: once, signature: undefined, number: undefined }, { bytes: once }),
    'first without, then with a signature',
  ).toEqual(['unattested', 'frames-unsigned'])

  const taken = await start(next.id)
  expect(await send(taken, { keys: next.keys })).toBe(200)
  // The list of the maker comes to name a certificate of the phone, after the key was registered.
  writeFileSync(join(folder.path, 'revoked.json'), '{"entries":{"00AA":{"status":"REVOKED"}}}')
  expect(await startWith(next.id)).toBe(400)
  expect(await send(taken, { keys: next.keys, number: 2 })).toBe('signature')
  expect(await verdict(taken)).toEqual(['unattested', 'key-ended'])
  writeFileSync(join(folder.path, 'revoked.json'), '{"entries":{}}')
  const gone = await start(next.id)
  expect(await send(gone, { keys: next.keys })).toBe(200)
  await database.query('DELETE FROM capture_keys WHERE id = $1', [next.id])
  expect(await verdict(gone), 'a key that was deleted').toEqual(['unattested', 'key-ended'])
})

test('assertions of a phone of Apple attest frames, with a counter that only goes up', async () => {
  const nonce = await nonceOf()
  const made = { appId, counter: 0, environment: 'appattest' } as const
  const { keys, attestation } = apple.phone({ challenge: Buffer.from(nonce), ...made })
  const register = (from: string, bytes: Uint8Array) =>
    call('POST', '/capture-keys', { nonce: from, platform: 'apple', attestation: base64(bytes) })
  const { body } = await register(nonce, attestation)
  expect(body).toMatchObject({
    capture_key: { level: 'attested', device_class: 'secure-enclave', app: appId },
  })
  const reasonOf = async (other: Partial<Parameters<typeof apple.phone>[0]>) => {
    const fresh = await nonceOf()
    const phone = apple.phone({ challenge: Buffer.from(fresh), ...made, ...other })
    return (await register(fresh, phone.attestation)).body.reason
  }
  expect(await reasonOf({ environment: 'appattestdevelop' })).toBe('environment-wrong')
  expect(await reasonOf({ appId: 'ABCDE12345.vn.example.other' })).toBe('app-not-listed')
  expect(await reasonOf({ counter: 1 })).toBe('counter-wrong')
  expect(await reasonOf({ keyHash: Buffer.alloc(32, 1) })).toBe('key-id-wrong')
  expect(await reasonOf({ challenge: Buffer.from('another') })).toBe('challenge-wrong')
  expect(await reasonOf({ receipt: { isUnmarked: true } })).toBe('receipt-wrong')

  const keyId = (body.capture_key as { id: string }).id
  const send = async (id: string, number: number, counter: number) => {
    const [bytes, timestamp] = [await frame(10 + 10 * number + counter), Date.now()]
    const signature = base64(assertion(keys, appId, counter, textOf(id, number, timestamp, bytes)))
    const frameBody = { photo: base64(bytes), timestamp, task: 'turn-face-left', number, signature }
    return call('PUT', `/profile-liveness-challenge/${id}/frames`, frameBody)
  }
  const first = await start(keyId)
  for (const number of [1, 2, 3]) expect((await send(first, number, number)).status).toBe(200)
  expect((await send(first, 4, 3)).body.errors).toMatchObject([{ path: 'number' }])
  const verdict = await call('POST', `/profile-liveness-challenge/${first}/verify`)
  expect(verdict.body).toMatchObject({ capture: 'attested', capture_device: 'secure-enclave' })

  // The key has signed three times: a counter that is not above is that of a copy.
  const second = await start(keyId)
  expect((await send(second, 1, 3)).body.errors).toMatchObject([
    { path: 'signature', message: expect.stringContaining('counter-wrong') },
  ])
  expect((await send(second, 1, 5)).status).toBe(200)
  expect((await send(second, 2, 4)).status).toBe(200)
  const back = await call('POST', `/profile-liveness-challenge/${second}/verify`)
  expect(back.body).toMatchObject({ capture: 'unattested', capture_reason: 'counter-went-back' })
})

test('where captures are asked for, a start needs a key that is good enough', async () => {
  const own = callerOf(server, await server.organisation('strict'))
  const body = { external_person_id: 'anna', image_width: 360, image_height: 480 }
  const begin = async (more: object = {}) => {
    const answer = await own('POST', '/liveness-challenge/start', { ...body, ...more })
    return answer.status === 200 ? 200 : answer.body.errors
  }
  const { id } = await webKey(own)
  const foreign = await webKey()
  expect(await begin()).toBe(200)
  expect(await begin({ capture_key_id: foreign.id })).toMatchObject([{ path: 'capture_key_id' }])
  await own('PUT', '/capture-settings', { require: 'signed' })
  expect(await begin()).toEqual([{ path: 'capture_key_id', message: 'is required: captures must be signed' }])
  expect(await begin({ capture_key_id: id })).toBe(200)
  await own('PUT', '/capture-settings', { require: 'attested' })
  expect(await begin({ capture_key_id: id })).toMatchObject([{ path: 'capture_key_id' }])
  await own('PUT', '/capture-settings', {})
  expect((await own('POST', `/capture-keys/${id}/revoke`)).body).toMatchObject({ capture_key: { id } })
  expect(await begin({ capture_key_id: id })).toMatchObject([{ path: 'capture_key_id' }])
  expect((await own('GET', `/capture-keys/${foreign.id}`)).status).toBe(404)
})

test('a person registers a key for the own verification, which is good nowhere else', async () => {
  const liveness = { families: ['nose'], min_strength: 'low', capture: 'signed', attempts: 5 } as const
  const visit = await newVisit(server, policyWith({ liveness }))
  const person = bearerCaller(server, (await enter(server, visit.link)).token) as Call
  const body = { image_width: 360, image_height: 480 }
  const bare = await person('POST', '/liveness-challenge/start', body)
  expect([bare.status, bare.body.errors]).toMatchObject([400, [{ path: 'capture_key_id' }]])
  const { id } = await webKey(person)
  expect((await person('POST', '/liveness-challenge/start', { ...body, capture_key_id: id })).status).toBe(
    200,
  )
  const second = await newVisit(server, policyWith({ liveness }))
  const stranger = bearerCaller(server, (await enter(server, second.link)).token) as Call
  const foreign = await stranger('POST', '/liveness-challenge/start', { ...body, capture_key_id: id })
  expect([foreign.status, foreign.body.errors]).toMatchObject([400, [{ path: 'capture_key_id' }]])
  const byWhom = webBody(ecKeys(), await nonceOf(person))
  expect((await stranger('POST', '/capture-keys', byWhom)).body.reason).toBe('nonce-not-good')
  const byOrganisation = { ...body, external_person_id: 'anna', capture_key_id: id }
  expect((await call('POST', '/liveness-challenge/start', byOrganisation)).status).toBe(400)
})

describe('a key of a phone that a person registers', () => {
  const liveness = { families: ['profile'], min_strength: 'low', capture: 'attested', attempts: 5 } as const
  const entered = async () => {
    const visit = await newVisit(server, policyWith({ liveness }))
    return { visit, person: bearerCaller(server, (await enter(server, visit.link)).token) as Call }
  }
  const begun = (by: Call, capture_key_id: string) =>
    by('POST', '/profile-liveness-challenge/start', { image_width: 360, image_height: 480, capture_key_id })
  const registered = async (by: Call) => {
    const nonce = await nonceOf(by)
    const { chain, keys } = android.phone(facts(nonce))
    const certificate_chain = chain.map(base64)
    return { keys, ...(await by('POST', '/capture-keys', { nonce, platform: 'android', certificate_chain })) }
  }
  const idOf = ({ body }: { body: Record<string, unknown> }) => (body.capture_key as { id: string }).id

  test('signs in a later verification of the organisation, and its id is worth nothing without the phone', async () => {
    const first = await entered()
    const phone = await registered(first.person)
    const later = await entered()
    const { body } = await begun(later.person, idOf(phone))
    const id = String(body.id)
    const photo = await frame(90)
    const send = (signer: KeyPair) => {
      const timestamp = Date.now()
      const text = textOf(id, 0, timestamp, photo)
      const signature = base64(sign('sha256', text, signer.privateKey))
      const sent = { task: 'keep-face-ahead', timestamp, photo: base64(photo), number: 0, signature }
      return later.person('PUT', `/profile-liveness-challenge/${id}/frames`, sent)
    }
    const byStranger = await send(ecKeys())
    expect([byStranger.status, byStranger.body.errors]).toMatchObject([400, [{ path: 'signature' }]])
    expect((await send(phone.keys)).status).toBe(200)
    const elsewhere = callerOf(server, await server.organisation('elsewhere'))
    expect((await begun(elsewhere, idOf(phone))).status).toBe(400)
  })

  test('goes when its verification is redacted, and at most ten are registered in one', async () => {
    const { visit, person } = await entered()
    const id = idOf(await registered(person))
    for (let more = 1; more < 10; more++) await webKey(person)
    expect((await registered(person)).body.reason).toBe('too-many-keys')
    await call('POST', `/verifications/${visit.id}/cancel`, {})
    expect((await call('GET', `/capture-keys/${id}`)).status).toBe(200)
    expect((await call('POST', `/verifications/${visit.id}/redact`, {})).status).toBe(200)
    expect((await call('GET', `/capture-keys/${id}`)).status).toBe(404)
  })
})
