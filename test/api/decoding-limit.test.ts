// Tests what happens to a picture that a decoder takes too long over: 422 with its field, and an attempt of the person who sent it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { enter, newVisit, type PersonCall, policyWith, sessionIn } from '../kit/visits.ts'

/** It is decoded for so long that the server looks at the clock meanwhile, however busy it is. */
const content = (await chart(7000, 5000).jpeg({ progressive: true }).toBuffer()).toString('base64')
const WHY = 'could not be processed within 0.001 s'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workers: 1, decodingTimeoutMs: 1 })
})
afterAll(() => server.stop())

const stepOf = async (call: PersonCall, name: string) =>
  sessionIn(await call('GET', '/verification-session')).steps.find(({ step }) => step === name)

test('its field is named', async () => {
  const answer = await server.post('/face-matching/compare-faces', {
    image_live: content,
    image_card: content,
  })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    message: `Unprocessable Content: it ${WHY}`,
    errors: [{ path: expect.stringMatching(/^image_(live|card)$/), message: WHY }],
  })
})

test('it costs the person an attempt at the document, until none is left', async () => {
  const document = { kinds: ['cccd-chip'], both_sides: true, attempts: 2 }
  const { link } = await newVisit(server, policyWith({ document }))
  const { call } = await enter(server, link)
  for (const [left, state] of [
    [1, 'open'],
    [0, 'failed'],
  ]) {
    const answer = await call('POST', '/kyc-documents-sync', { attachment: { content } })
    expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'attachment.content', message: WHY }]])
    expect(await stepOf(call, 'document')).toMatchObject({ state, attempts_left: left })
  }
})

test('as a frame it ends the attempt that it is a part of', async () => {
  const liveness = { families: ['nose'], min_strength: 'standard', attempts: 2 } as const
  const { link } = await newVisit(server, policyWith({ liveness }))
  const { call } = await enter(server, link)
  const start = { image_width: 7000, image_height: 5000 }
  const { body } = await call('POST', '/liveness-challenge/start', start)
  const frame = await call('POST', `/liveness-challenge/${body.id}/frames`, { content })
  expect(frame.status).toBe(422)
  expect(await stepOf(call, 'liveness')).toMatchObject({ state: 'open', attempts_left: 1 })
})
