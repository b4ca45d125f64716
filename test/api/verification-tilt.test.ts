// Tests policies that ask for a tilted picture of the document: it is missing until one came, and costs no attempt.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldCard, tiltedInHand } from '../../specimens/kit/photographs/held-cards.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { enter, newVisit, type PersonCall, policyWith, type Session, sessionIn } from '../kit/visits.ts'

let server: TestServer
let flat: string
let tilted: string
let back: string
beforeAll(async () => {
  server = await sharedServer()
  flat = (await heldCard('front')).base64
  tilted = (await heldCard('front', tiltedInHand)).base64
  back = (await heldCard('back')).base64
})
afterAll(() => server.stop())

const liveness = { families: ['nose'], min_strength: 'standard', attempts: 2 } as const

async function visit(both_sides: boolean, asked: { readonly tilt?: boolean } = { tilt: true }) {
  const document = { kinds: ['cccd-chip'], both_sides, ...asked, attempts: 2 }
  const { link } = await newVisit(server, policyWith({ document, liveness }))
  return (await enter(server, link)).call
}
const sessionOf = async (call: PersonCall): Promise<Session> =>
  sessionIn(await call('GET', '/verification-session'))
const documentStep = async (call: PersonCall) =>
  (await sessionOf(call)).steps.find(({ step }) => step === 'document')
const create = async (call: PersonCall, content: string) =>
  String((await call('POST', '/kyc-documents-sync', { attachment: { content } })).body.id)
const attach = (call: PersonCall, id: string, content: string) =>
  call('POST', `/kyc-documents-sync/${id}`, { content })

test('a flat front leaves the step open, as does the same once more; a tilted one passes it', async () => {
  const call = await visit(false)
  expect(await documentStep(call)).toMatchObject({ state: 'open', tilt: true })
  const id = await create(call, flat)
  const open = { state: 'open', attempts_left: 2 }
  expect(await documentStep(call)).toMatchObject(open)
  expect((await sessionOf(call)).document).toMatchObject({ id, sides: ['front'], tilted: false })
  expect((await attach(call, id, flat)).status).toBe(200)
  expect(await documentStep(call)).toMatchObject(open)
  expect((await sessionOf(call)).document).toMatchObject({ id, tilted: false })
  expect((await attach(call, id, tilted)).status).toBe(200)
  expect(await documentStep(call)).toMatchObject({ state: 'passed' })
  expect((await sessionOf(call)).document).toMatchObject({ id, tilted: true })
})

test('the order of the pictures does not matter, and the back is still missing', async () => {
  const call = await visit(true)
  const id = await create(call, tilted)
  await attach(call, id, flat)
  expect((await sessionOf(call)).document).toMatchObject({ sides: ['front'], tilted: true })
  expect(await documentStep(call)).toMatchObject({ state: 'open', attempts_left: 2 })
  await attach(call, id, back)
  expect(await documentStep(call)).toMatchObject({ state: 'passed' })
})

test('both sides at once leave the tilted picture missing', async () => {
  const call = await visit(true)
  const { body } = await call('POST', '/kyc-documents-sides', { image1: flat, image2: back })
  expect((await sessionOf(call)).document).toMatchObject({ sides: ['front', 'back'], tilted: false })
  expect(await documentStep(call)).toMatchObject({ state: 'open', attempts_left: 2 })
  await attach(call, String(body.id), tilted)
  expect(await documentStep(call)).toMatchObject({ state: 'passed' })
})

test('a policy that does not say so asks for no tilted picture, and says nothing of it', async () => {
  for (const asked of [{ tilt: false }, {}]) {
    const call = await visit(false, asked)
    expect(await documentStep(call)).not.toHaveProperty('tilt')
    await create(call, flat)
    const { document, steps } = await sessionOf(call)
    expect(steps.find(({ step }) => step === 'document')?.state).toBe('passed')
    expect(document).not.toHaveProperty('tilted')
  }
})

test('a policy that says nothing of it is answered with false', async () => {
  const id = `tilt-${randomUUID()}`
  const steps = { document: { kinds: ['cccd-chip'] } }
  const made = await server.post('/policies', { id, definition: { steps } })
  expect(made.body.definition).toMatchObject({ steps: { document: { tilt: false } } })
  const asked = { document: { ...steps.document, tilt: true } }
  const other = await server.post('/policies', { id: `${id}-on`, definition: { steps: asked } })
  expect(other.body.definition).toMatchObject({ steps: { document: { tilt: true } } })
})
