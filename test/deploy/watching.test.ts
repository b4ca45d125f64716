// Checks that dashboard and alerts use only series and labels that a server prints, and that every alert has its runbook.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
interface Panel {
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string }[]
}

const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
  groups: readonly { readonly rules: readonly Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(readFileSync('deploy/grafana/selfsame.json', 'utf8')) as { panels: Panel[] }
const guide = readFileSync('docs/guides/operations.md', 'utf8')

/** Maps each printed series to its labels. */
const printed = new Map<string, Set<string>>()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.post('/face-collections/sign-collection-id', { id: 'staff', external_person_id: 'p' })
  const { metrics } = server.server.runtime
  metrics.purged({ frames: 1 }, 0)
  metrics.verificationDecided('declined', 'policy', ['face-differs'])
  metrics.challengeJudged('nose', 0.93)
  metrics.documentRead('CC', true)
  await vi.waitUntil(async () => (await scrape()).includes('selfsame_http_requests_total{'), {
    timeout: 20_000,
  })
  for (const line of (await scrape()).split('\n')) {
    const match = /^(\w+)(?:\{(.*)\})? /.exec(line)
    if (!match?.[1]) continue
    const labels = printed.get(match[1]) ?? new Set()
    for (const label of match[2]?.matchAll(/(\w+)="/g) ?? []) labels.add(label[1] ?? '')
    printed.set(match[1], labels)
  }
})
afterAll(() => server.stop())

const scrape = async () => (await fetch(`${server.url}/metrics`)).text()

/** Prometheus itself adds these labels. */
const scraped = new Set(['instance', 'job'])

function expectPrinted(expr: string): void {
  const series = [...expr.matchAll(/\b((?:selfsame|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
  expect(series.length).toBeGreaterThan(0)
  for (const [, name = '', matchers = ''] of series) {
    const labels = printed.get(name)
    expect([name, labels !== undefined]).toEqual([name, true])
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*[=!]/g))
      expect([name, label, labels?.has(label) || scraped.has(label)]).toEqual([name, label, true])
  }
  const all = new Set([...printed.values()].flatMap((labels) => [...labels]))
  for (const [, list = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(',').map((one) => one.trim()))
      expect([label, all.has(label) || scraped.has(label)]).toEqual([label, true])
}

describe('the dashboard', () => {
  test.each(panels.filter(({ targets }) => targets))('shows what is printed: $title', ({ targets = [] }) => {
    for (const { expr } of targets) expectPrinted(expr)
  })

  test('has panels that do not lie on each other', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

describe('alerts', () => {
  test.each(alerts.filter(({ alert }) => alert !== 'SelfsameDown'))(
    '$alert asks for what is printed',
    ({ expr }) => {
      expectPrinted(expr)
    },
  )

  test('are few, and say whether to wake somebody', () => {
    expect(alerts.length).toBeLessThanOrEqual(15)
    for (const { labels } of alerts) expect(['page', 'ticket']).toContain(labels.severity)
  })

  test('each has a section in the guide that is called like it, and each such section an alert', () => {
    const sections = [...guide.matchAll(/^### (Selfsame\w+)$/gm)].map(([, name]) => name)
    expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/guides/operations.md#${alert.toLowerCase()}`)
  })
})
