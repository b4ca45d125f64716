// Tests readiness and metrics: ready only when every part answers, and numbers that name no person.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namespacesAllowed } from '../../specimens/kit/cage/namespaces.ts'
import { keepVerification } from '../../specimens/kit/records/kept-people.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { expectNothingHeld, pause, signPath } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  // Its workers are ended.
  server = await startTestServer({ workers: 1 })
})
afterAll(() => server.stop())

interface Readiness {
  readonly checks: Record<string, string>
  readonly sandbox: { readonly state: string; readonly layers: string[]; readonly lacking?: string }
}

async function readiness() {
  const answer = await fetch(`${server.url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Readiness }
}

/** One check serves all probes for a second. */
const forget = () => pause(1_100)
const allWell = { database: 'ok', files: 'ok', workers: 'ok', videos: 'ok', gallery: 'ok' }

test('alive is 200 without asking anybody', async () => {
  const answer = await fetch(`${server.url}/healthz`)
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'Success', result_code: 200 }])
})

test('ready when database, files and workers answer', async () => {
  const { status, body } = await readiness()
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Success', result_code: 200, checks: allWell, sandbox: expect.anything() })
})

test('ready says what holds the workers, and what is missing where it is not all', async () => {
  const { body } = await readiness()
  expect(body.sandbox.layers).toContain('environment')
  if (namespacesAllowed) expect(body.sandbox).toMatchObject({ state: 'caged' })
  else
    expect(body.sandbox).toMatchObject({ state: 'partial', lacking: expect.stringMatching(/namespaces|no /) })
})

describe('when a part fails, 503 names it alone, and it recovers', () => {
  async function expectUnready(part: string): Promise<string> {
    const { status, body } = await readiness()
    expect(status).toBe(503)
    expect(body).toMatchObject({ message: 'Service Unavailable', result_code: 503 })
    expect(body.checks).toEqual({ ...allWell, [part]: expect.not.stringMatching(/^ok$/) })
    return body.checks[part] ?? ''
  }
  const expectRecovered = () =>
    expect.poll(async () => (await readiness()).status, { timeout: 120_000, interval: 600 }).toBe(200)

  test('files', async () => {
    const folder = join(server.data, 'files')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'in the way')
    await forget()
    await expectUnready('files')
    rmSync(folder)
    await expectRecovered()
  })

  test('files, without revealing their path', async () => {
    const folder = join(server.data, 'files')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'in the way')
    await forget()
    const said = await expectUnready('files')
    rmSync(folder)
    await forget()
    expect(said).not.toContain(server.data)
  })

  test('workers', async () => {
    const pids = () => server.server.runtime.workers.stats().children.map(({ pid }) => pid)
    await forget()
    const [killed] = pids()
    process.kill(killed ?? 0, 'SIGKILL')
    await expectUnready('workers')
    await expectRecovered()
    expect(pids()).not.toContain(killed)
  })
})

describe('metrics', () => {
  type Series = { name: string; labels: Record<string, string>; value: number }

  async function scrape(): Promise<Series[]> {
    const answer = await fetch(`${server.url}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const lines = (await answer.text()).split('\n').filter((line) => /^selfsame_/.test(line))
    return lines.map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
  }

  test('count open verifications by state, and how long the oldest has waited', async () => {
    const { store } = server.server.runtime
    const organisationId = (await listOrganisations(store.database))[0]?.id ?? ''
    const person = { organisationId, externalPersonId: 'metrics' }
    const open = { finishedAt: null }
    await keepVerification(store, person, Date.now() - 90_000, { ...open, state: 'started' })
    await keepVerification(store, person, Date.now(), { ...open, state: 'started' })
    await keepVerification(store, person, Date.now(), { ...open, state: 'review' })
    await keepVerification(store, person, Date.now())
    const series = (await scrape()).filter(({ name }) => name.startsWith('selfsame_verifications_'))
    const of = (name: string) =>
      Object.fromEntries(
        series.filter((one) => one.name === name).map((one) => [one.labels.state, one.value]),
      )
    expect(of('selfsame_verifications_open')).toEqual({ started: 2, review: 1 })
    expect(of('selfsame_verifications_oldest_seconds').started).toBeGreaterThanOrEqual(90)
  })

  test('count requests by route and result code, latency, queue, workers and memory', async () => {
    for (const id of ['counted', 'counted']) await server.post(signPath, { id, external_person_id: 'p' })
    await server.post(signPath, {}, null)
    // A request is counted once its answer is sent.
    await expectNothingHeld(server)
    const series = await scrape()
    const value = (name: string, labels: Record<string, string> = {}) =>
      series.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value
    const route = { route: signPath, method: 'POST' }
    expect(value('selfsame_http_requests_total', { ...route, status: '200', result_code: '200' })).toBe(1)
    expect(value('selfsame_http_requests_total', { ...route, status: '200', result_code: '138' })).toBe(1)
    expect(value('selfsame_http_requests_total', { ...route, status: '401', result_code: '401' })).toBe(1)
    expect(value('selfsame_http_request_seconds_count', route)).toBe(3)
    expect(value('selfsame_http_in_flight')).toBe(1)
    expect(value('selfsame_http_body_bytes')).toBe(0)
    expect(value('selfsame_workers')).toBe(1)
    expect(value('selfsame_workers_ready')).toBe(1)
    expect(value('selfsame_workers_busy')).toBe(0)
    expect(value('selfsame_queue_jobs')).toBe(0)
    expect(value('selfsame_queue_oldest_seconds')).toBe(0)
    expect(value('selfsame_worker_memory_bytes', { worker: '1' })).toBeGreaterThan(1_000_000)
    expect(value('selfsame_jobs_total', { event: 'restarted' })).toBeGreaterThanOrEqual(1)
  })

  test('hold nothing that a caller wrote, and as many series however many paths are tried', async () => {
    const before = (await scrape()).length
    for (let n = 0; n < 50; n++) {
      await fetch(`${server.url}/079203004567/${n}?name=Secret`, { method: n % 2 ? 'GET' : 'PURGE' })
      await fetch(`${server.url}/docs/079203004567-${n}`)
    }
    await server.post(signPath, { id: '079203004567', external_person_id: 'Secret' })
    const series = await scrape()
    expect(JSON.stringify(series)).not.toMatch(/079203004567|Secret/)
    expect(JSON.stringify(series)).not.toContain(server.credentials.name)
    expect(series.length - before).toBeLessThan(80)
  })
})
