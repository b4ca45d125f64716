// Tests the receipts of a running server: every verdict has one, it proves what was judged, and no other organisation can fetch it.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wall } from '../../specimens/kit/films/films.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { callerOf, sendFrame, start, verify } from '../../specimens/kit/servers/challenge-caller.ts'
import { type Answered, basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { rotateReceiptKey } from '../../src/receipts/keys.ts'
import type { SignedReceipt } from '../../src/receipts/receipt.ts'
import type { PublicJwk } from '../../src/receipts/signature.ts'
import { verifyReceipt } from '../../src/receipts/verify.ts'
import { listOrganisations, type Organisation } from '../../src/store/records/organisations.ts'
import { version } from '../../src/system/version.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ credentialCacheMs: 0 })
})
afterAll(() => server.stop())

const picture = () => chart(300, 300).jpeg().toBuffer()
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const idOf = ({ headers }: Pick<Answered, 'headers'>) => headers.get('x-request-id') ?? ''

const compare = async (headers: Record<string, string> = {}) => {
  const image = base64(await picture())
  const body = { image_live: image, image_card: image }
  return server.post('/face-matching/compare-faces', body, undefined, headers)
}
const fetched = (id: string, as = server.credentials) => callerOf(server, as)('GET', `/receipts/${id}`)
const keys = async () =>
  ((await (await fetch(`${server.url}/receipts/keys`)).json()) as { keys: PublicJwk[] }).keys

async function receiptOf(answer: Pick<Answered, 'headers'>): Promise<SignedReceipt> {
  const { status, body } = await fetched(idOf(answer))
  expect([status, body.message, body.result_code]).toEqual([200, 'Success', 200])
  const signed = body as unknown as SignedReceipt
  expect(
    verifyReceipt(
      signed,
      (await keys()).map(({ kid }) => kid),
    ).isGood,
  ).toBe(true)
  return signed
}

test('a verdict has a receipt: inputs, networks, checks, outcome, and its place in the trail', async () => {
  const answer = await compare()
  const bytes = await picture()
  const { receipt } = await receiptOf(answer)
  expect(receipt).toMatchObject({
    version: 1,
    id: idOf(answer),
    operation: 'compareFaces',
    inputs: ['image_live', 'image_card'].map((name) => ({
      name,
      sha256: sha256(bytes),
      bytes: bytes.length,
    })),
    result_code: answer.body.result_code,
    message: answer.body.message,
    checks: answer.body.checks,
    server: { name: 'selfsame', version },
  })
  expect((receipt.networks as { name: string }[]).map(({ name }) => name)).toContain('anti-spoof')
  const { hash } = receipt.audit as { hash: string }
  const { database } = server.server.runtime.store
  expect((await verifyTrail(database, { head: hash })).fault).toBeUndefined()
})

test('a file in a form and one inside an object are inputs too', async () => {
  const bytes = await picture()
  const nested = await server.post('/mrz-reader', { attachment: { content: base64(bytes), name: 'Tèo.jpg' } })
  const { receipt } = await receiptOf(nested)
  expect(receipt.inputs).toEqual([{ name: 'attachment.content', sha256: sha256(bytes), bytes: bytes.length }])
  expect(JSON.stringify(receipt)).not.toContain('Tèo')
  const form = new FormData()
  for (const name of ['Tèo-1.jpg', 'Tèo-2.jpg']) form.append('files', new Blob([bytes as never]), name)
  const headers = { authorization: basic(server.credentials) }
  const sent = await fetch(`${server.url}/business-registration`, { method: 'POST', headers, body: form })
  const signed = await receiptOf(sent)
  expect((signed.receipt.inputs as { name: string }[]).map(({ name }) => name)).toEqual([
    'files[0]',
    'files[1]',
  ])
  expect(JSON.stringify(signed)).not.toContain('Tèo')
})

test('the verdict of a challenge is about its frames, asked for once or again', async () => {
  const call = callerOf(server)
  const person = 'Nguyễn Văn Tèo'
  const { id } = await start(call, 'distance', {
    external_person_id: person,
    far_amount: 1,
    normal_amount: 1,
    close_amount: 1,
  })
  const frames = await Promise.all([1, 2].map((seed) => wall(900 + seed)))
  for (const bytes of frames)
    await sendFrame(call, 'distance', id, { task: 'far-distance', bytes, timestamp: Date.now() })
  const wanted = frames.map((bytes) => ({ name: 'far-distance', sha256: sha256(bytes), bytes: bytes.length }))
  for (const answer of [await verify(call, 'distance', id), await verify(call, 'distance', id)]) {
    const signed = await receiptOf(answer)
    expect(signed.receipt.inputs).toEqual(wanted)
    expect(JSON.stringify(signed)).not.toContain(person)
    expect(JSON.stringify(signed)).not.toContain(id)
  }
})

test('another organisation’s receipt is as unknown as one that never was', async () => {
  const id = idOf(await compare())
  const other = await server.organisation('other')
  const [crossing, unknown] = [await fetched(id, other), await fetched(randomUUID(), other)]
  expect([crossing.status, crossing.body]).toEqual([404, { message: 'Not Found', result_code: 404 }])
  expect(crossing.body).toEqual(unknown.body)
  expect([...crossing.headers.keys()]).toEqual([...unknown.headers.keys()])
  expect((await fetch(`${server.url}/receipts/${id}`)).status).toBe(401)
})

test('what is no verdict has no receipt', async () => {
  const signed = await server.post('/face-collections/sign-collection-id', {
    id: 'c',
    external_person_id: 'p',
  })
  const refused = await server.post('/face-matching/compare-faces', {
    image_live: 'AAAA',
    image_card: 'AAAA',
  })
  expect([signed.status, refused.status]).toEqual([200, 422])
  for (const answer of [signed, refused]) expect((await fetched(idOf(answer))).status).toBe(404)
})

test('an id used twice gives the newer verdict', async () => {
  const id = `twice-${randomUUID()}`
  await compare({ 'x-request-id': id })
  const bytes = await picture()
  await server.post('/mrz-reader', { content: base64(bytes) }, undefined, { 'x-request-id': id })
  expect(((await fetched(id)).body as unknown as SignedReceipt).receipt.operation).toBe('readMrz')
})

test('a new signing key signs, and what the old one signed stays genuine', async () => {
  const old = await receiptOf(await compare())
  const { jwk } = await rotateReceiptKey(server.server.runtime.store, Date.now)
  const fresh = await receiptOf(await compare())
  expect(fresh.signature.kid).toBe(jwk.kid)
  expect(old.signature.kid).not.toBe(jwk.kid)
  const published = JSON.stringify(await keys())
  for (const { signature } of [old, fresh]) expect(published).toContain(signature.x)
  expect(published).not.toContain('"d"')
  const rows = await server.server.runtime.store.database.query<{ wrapped: Uint8Array | null }>(
    'SELECT wrapped FROM receipt_keys',
  )
  expect(rows.filter(({ wrapped }) => wrapped !== null).length).toBe(1)
})

test('receipts are sealed, open after the organisation’s key was changed, and end with their time', async () => {
  const answer = await compare()
  const { store, receipts, now, config } = server.server.runtime
  const sealed = await store.database.query<{ sealed: Uint8Array }>('SELECT sealed FROM receipts')
  for (const row of sealed) expect(Buffer.from(row.sealed).includes('compareFaces')).toBe(false)
  const owner = (await listOrganisations(store.database)).find(
    ({ name }) => name === server.credentials.name,
  ) as Organisation
  await rotateOrganisationKey(store, owner, true, () => undefined)
  const left = await store.database.query(
    'SELECT version FROM organisation_keys WHERE organisation_id = $1',
    [owner.id],
  )
  expect(left.length).toBe(1)
  await receiptOf(answer)
  const over = now() - config.receiptRetentionMs - 1
  await store.database.query('UPDATE receipts SET made_at = $1 WHERE request_id = $2', [over, idOf(answer)])
  expect(await receipts.sweep()).toBe(1)
  expect((await fetched(idOf(answer))).status).toBe(404)
})
