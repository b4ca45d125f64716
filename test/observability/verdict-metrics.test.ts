// Sees the metrics of verdicts count on a running server: cards, challenges and reasons of live callers, none of the sandbox.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { bearerCaller, enter, newVisit, policyWith } from '../kit/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const specimen = (name: string): string =>
  readFileSync(new URL(`../../src/verifications/sandbox/specimens/${name}.jpg`, import.meta.url), 'base64')

async function counted(): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const names =
    /^selfsame_(?:challenge_genuineness_count|documents_read_total|verification_reasons_total|verifications_decided_total)\{/
  return text
    .split('\n')
    .filter((line) => names.test(line))
    .sort()
}

test('live cards, challenges and reasons are counted, and what the sandbox does is not', {
  timeout: 300_000,
}, async () => {
  const { database } = server.server.runtime.store
  const { key } = await newApiKey(database, server.credentials.name, ['verifications'], { isTest: true })
  const ask = bearerCaller(server, key)
  const walked = await ask('POST', '/verifications', {
    ...{ policy: 'simple', persona: 'document-expired', external_person_id: 'binh' },
  })
  await server.server.runtime.personaRuns.settled()
  const live = async (method: string, path: string, body?: object) => {
    const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
    const answer = await fetch(server.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Record<string, unknown>
  }
  await expect
    .poll(() => ask('GET', `/verifications/${walked.body.id}`).then(({ body }) => body.state), {
      timeout: 120_000,
    })
    .toBe('declined')
  expect(await counted()).toEqual([])

  const document = { kinds: ['cccd-chip'], both_sides: false, attempts: 1 } as const
  const { id, link } = await newVisit(server, policyWith({ document }))
  const { call } = await enter(server, link)
  await call('POST', '/kyc-documents-sync', { attachment: { content: specimen('expired-front') } })
  await expect
    .poll(async () => (await live('GET', `/verifications/${id}`)).state, { timeout: 120_000 })
    .toBe('declined')

  const size = { image_width: 360, image_height: 480 }
  const asked = { ...size, external_person_id: 'anna', exercise: 'yaw', static: true }
  const begun = await live('POST', '/profile-liveness-challenge/start', asked)
  const at = `/profile-liveness-challenge/${begun.id}`
  for (const [i, task] of Object.keys(begun.task_order as object).entries())
    await live('PUT', `${at}/frames`, {
      ...{ photo: specimen(`holder-${task}`), task, timestamp: Date.now() + i * 700 },
    })
  await live('POST', `${at}/verify`)

  expect(await counted()).toEqual([
    'selfsame_challenge_genuineness_count{family="profile"} 1',
    'selfsame_documents_read_total{document="CHIP ID",qr="read"} 1',
    'selfsame_verification_reasons_total{reason="document-expired",decision="declined"} 1',
    'selfsame_verification_reasons_total{reason="document-specimen",decision="declined"} 1',
    'selfsame_verifications_decided_total{decision="declined",by="policy"} 1',
  ])
})
