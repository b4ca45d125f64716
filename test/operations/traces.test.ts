// Tests traces: what a request waited for, in the caller's trace, without personal data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { him, photoOf } from '../../specimens/kit/photographs/face-photos.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import type { Settings } from '../../src/config.ts'
import { openTracing } from '../../src/observability/open-tracing.ts'
import { collectionCaller } from '../kit/collection-caller.ts'
import { attribute, type CollectedSpan, type Collector, startCollector } from './collector.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const sign = '/face-collections/sign-collection-id'

let collector: Collector
let server: TestServer
let spans: CollectedSpan[]

/** Runs one server for a few requests and stops it, which sends the remaining spans. */
beforeAll(async () => {
  collector = await startCollector()
  server = await startTestServer({
    otelExporterOtlpEndpoint: `${collector.url}/`,
    otelExporterOtlpHeaders: 'x-api-key=one%20secret',
    otelResourceAttributes: 'deployment.environment.name=test',
  })
  const faces = collectionCaller(server)
  const traced = { traceparent: `00-${traceId}-${parentId}-01` }
  await server.post(sign, { id: 'vault-of-nguyen', external_person_id: 'p-901' }, server.credentials, traced)
  await faces.register('vault-of-nguyen', 'p-901', await photoOf(him))
  await faces.identify('vault-of-nguyen', await photoOf(him))
  await server.post(sign, { id: 'x', external_person_id: 'p' }, null, { traceparent: '00-zz-1-01' })
  await fetch(`${server.url}/somewhere/p-901?name=nguyen`)
  await server.stop()
  spans = collector.spans()
})
afterAll(() => collector.stop())

const rootOf = (name: string) => spans.find((span) => span.name === name && span.kind === 2)
const below = (name: string) => {
  const root = rootOf(name)
  return spans.filter((span) => span.traceId === root?.traceId && span !== root)
}

describe('a traced server', () => {
  test('identifies itself to the collector, with the configured headers', () => {
    expect(collector.headers()[0]).toMatchObject({ 'x-api-key': 'one secret', path: '/v1/traces' })
    const about = { attributes: collector.resource() }
    expect(attribute(about, 'service.name')).toBe('selfsame')
    expect(attribute(about, 'deployment.environment.name')).toBe('test')
  })

  test('joins the trace of its caller, and gives its number in the log', () => {
    const root = rootOf(`POST ${sign}`)
    expect(root).toMatchObject({ traceId, parentSpanId: parentId })
    expect(root && attribute(root, 'http.route')).toBe(sign)
    expect(root && attribute(root, 'http.response.status_code')).toBe(200)
    expect(root && attribute(root, 'selfsame.result_code')).toBe(200)
    const line = server
      .logged()
      .split('\n')
      .find((one) => one.includes(`"trace_id":"${traceId}"`))
    expect(line).toContain(`"request_id":"${root && attribute(root, 'selfsame.request_id')}"`)
  })

  test('takes no malformed trace, and marks what it refuses by its code', () => {
    const refused = spans.filter((span) => attribute(span, 'selfsame.result_code') === 401)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.parentSpanId ?? '').toBe('')
  })

  test('shows the wait for a worker, its job, the statements, the file, the search and the record of it', () => {
    const names = below('POST /face-collections/{collection_id}').map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['queue', 'transaction', 'file put', 'INSERT faces', 'audit', 'gallery add']),
    )
    expect(names.some((name) => name.startsWith('job '))).toBe(true)
    const search = below('POST /face-collections/{collection_id}/identify').find(
      ({ name }) => name === 'gallery search',
    )
    expect(search && attribute(search, 'selfsame.gallery.engine')).toBe('memory')
  })

  test('hangs statements below their transaction, and it below the request', () => {
    const parts = below('POST /face-collections/{collection_id}')
    const insert = parts.find(({ name }) => name === 'INSERT faces')
    const transaction = parts.find(({ spanId }) => spanId === insert?.parentSpanId)
    expect(transaction?.name).toBe('transaction')
    expect(spans.every(({ traceId: one }) => rootIn(one))).toBe(true)
  })

  test('says nothing of persons, collections, files or what was asked for', () => {
    const said = collector.text()
    for (const word of ['p-901', 'vault-of-nguyen', 'nguyen', 'somewhere', server.credentials.password])
      expect(said).not.toContain(word)
    expect(said).not.toMatch(/SELECT .* FROM|\$1|VALUES/)
  })
})

/** Only requests are traced. */
const rootIn = (one: string) => spans.some((span) => span.traceId === one && span.kind === 2)

test('a collector that is out of reach disturbs no request, and is logged once', async () => {
  const away = await startCollector()
  away.answerWith(400)
  const untroubled = await startTestServer({ otelExporterOtlpEndpoint: away.url })
  const ask = (id: string) => untroubled.post(sign, { id, external_person_id: 'p' })
  expect((await ask('one')).body.result_code).toBe(200)
  await expect.poll(() => away.headers().length).toBe(1)
  expect((await ask('two')).body.result_code).toBe(200)
  await expect.poll(() => away.headers().length).toBe(2)
  await away.stop()
  expect((await ask('three')).body.result_code).toBe(200)
  await untroubled.stop()
  const warnings = untroubled.logged().match(/traces do not reach the collector/g)
  expect(warnings).toHaveLength(1)
})

test('a sampler that takes none sends none, whatever the caller decided; one that follows the caller does', async () => {
  const quiet = await startCollector()
  const settings = testSettings('unused', { otelExporterOtlpTracesEndpoint: `${quiet.url}/own` })
  const log = { info: () => undefined, warn: () => undefined }
  const arrive = async (otelTracesSampler: Settings['otelTracesSampler']) => {
    const tracing = await openTracing(
      { ...settings, otelTracesSampler, otelTracesSamplerArg: 0 },
      'test',
      log,
    )
    tracing?.arrive('GET', `00-${traceId}-${parentId}-01`).end()
    await tracing?.close()
  }
  await arrive('traceidratio')
  await arrive('always_off')
  expect(quiet.headers()).toEqual([])
  await arrive('parentbased_traceidratio')
  expect(quiet.headers()).toMatchObject([{ path: '/own' }])
  expect(await openTracing({ ...settings, otelSdkDisabled: true }, 'test', log)).toBeUndefined()
  await quiet.stop()
})
