// Tests the Helm chart and the manifests: rendered, strict against the types of the Kubernetes API, and the same as each other.
import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { readConfig } from '../../src/config.ts'
import { renderChart } from './render-chart.ts'

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> }
}

const chart = 'deploy/helm/selfsame'
const defaults = renderChart(chart, {}) as readonly Resource[]
/** Everything that can be switched on, and every list filled. */
const everything = renderChart(
  chart,
  {
    image: { tag: '' },
    imagePullSecrets: [{ name: 'registry' }],
    settings: { SELFSAME_WORKERS: 4 },
    autoscaling: { enabled: false },
    caged: true,
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    ingress: { enabled: true },
    podAnnotations: { team: 'kyc' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'kyc', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
  },
  'kyc',
) as readonly Resource[]

const load = (path: string) => parse(readFileSync(path, 'utf8')) as Resource
const base = globSync('deploy/kubernetes/base/*.yaml')
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .map(load)
const components = globSync('deploy/kubernetes/components/*/{ingress,service-monitor}.yaml').map(load)

/** Kubernetes 1.30, from its OpenAPI description. The monitor is of the Prometheus operator, whose types are not among them. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  v1: 'core/v1',
}

/** What the compiler says of these objects as literals: it refuses fields that the API does not have, as a strict server does. */
async function faultsOf(resources: readonly Resource[]): Promise<string> {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const types = resolve('node_modules/kubernetes-types')
  const lines = resources.map(({ apiVersion, kind }, at) => {
    const module = modules[apiVersion]
    if (module === undefined) throw new Error(`no types of ${apiVersion}`)
    return `export const _${at}: import(${JSON.stringify(join(types, module))}).${kind} = ${JSON.stringify(resources[at])}`
  })
  const file = join(folder.path, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', '', file]
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', options).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

const ofKubernetes = (resources: readonly Resource[]) =>
  resources.filter(({ kind }) => kind !== 'ServiceMonitor')

test('every object is what the API of Kubernetes takes, and a misspelled field would be noticed', async () => {
  const [first] = base.filter(({ kind }) => kind === 'CronJob')
  const text = JSON.stringify(first)
  const misspelled = JSON.parse(text.replace('enableServiceLinks', 'enableServiceLink')) as Resource
  const mistyped = JSON.parse(text.replace('"backoffLimit":0', '"backoffLimit":"0"')) as Resource
  const wrong = await faultsOf([misspelled, mistyped])
  expect(wrong).toMatch(/"enableServiceLink"' does not exist/)
  expect(wrong).toMatch(/'string' is not assignable to type 'number'/)
  expect(await faultsOf(ofKubernetes([...defaults, ...everything, ...base, ...components]))).toBe('')
})

/** Without what kustomize or helm add: labels of the instance, and annotations. */
const comparable = (resource: Resource): unknown =>
  JSON.parse(
    JSON.stringify(resource, (key, value: unknown) =>
      key === 'annotations' || key === 'app.kubernetes.io/instance' ? undefined : value,
    ),
  )

test('the chart with its defaults is the base, object by object', () => {
  const plain = (resource: Resource) => {
    const { metadata, ...rest } = comparable(resource) as Resource
    return { ...rest, metadata: { name: metadata.name } }
  }
  const byName = (a: Resource, b: Resource) =>
    `${a.kind}${a.metadata.name}`.localeCompare(`${b.kind}${b.metadata.name}`)
  const withoutReplicas = base.map((one) =>
    one.kind === 'Deployment'
      ? (JSON.parse(JSON.stringify(one).replace('"replicas":2,', '')) as Resource)
      : one,
  )
  expect(defaults.map(plain).toSorted(byName)).toEqual(withoutReplicas.map(plain).toSorted(byName))
})

test('the chart has the same ingress and monitor as the components', () => {
  const specs = (resources: readonly Resource[], kind: string) =>
    resources
      .filter((one) => one.kind === kind)
      .map((one) =>
        JSON.stringify((comparable(one) as { spec: unknown }).spec).replaceAll('"kyc"', '"selfsame"'),
      )
  for (const kind of ['Ingress', 'ServiceMonitor']) {
    expect(specs(components, kind)).toHaveLength(1)
    expect(specs(everything, kind)).toEqual(specs(components, kind))
  }
})

test('every setting of a rendered chart is one that there is, with a value that the server takes', () => {
  const containersOf = (resource: unknown): { env?: { name: string; value: string }[] }[] => {
    const text: unknown[] = []
    JSON.stringify(resource, (key, value: unknown) => {
      if (key === 'containers') text.push(...(value as unknown[]))
      return value
    })
    return text as { env?: { name: string; value: string }[] }[]
  }
  const secret = (path: string) => (path.endsWith('database-url') ? 'postgres://a@b/c' : 'A'.repeat(43))
  for (const resources of [defaults, everything]) {
    const maps = resources.filter(({ kind }) => kind === 'ConfigMap') as (Resource & { data: object })[]
    const env = resources.flatMap(containersOf).flatMap(({ env = [] }) => env)
    expect([maps.length, env.length > 0]).toEqual([1, true])
    const given = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const reading = readConfig({ SELFSAME_STRICT: 'on', ...maps[0]?.data, ...given }, secret)
    expect('faults' in reading ? reading.faults : []).toEqual([])
  }
})

test('an ingress lets through the largest request and waits for the slowest', () => {
  const reading = readConfig({}, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join())
  const { registrationLimitBytes, videoLimitBytes, jsonLimitBytes, requestTimeoutMs } = reading.config
  const largest = Math.max(registrationLimitBytes, videoLimitBytes, jsonLimitBytes)
  const ingress = [...components, ...everything].filter(({ kind }) => kind === 'Ingress')
  expect(ingress).toHaveLength(2)
  for (const { metadata } of ingress) {
    const of = (name: string) => metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`]
    expect(Number.parseInt(of('proxy-body-size') ?? '', 10) * 1024 ** 2).toBeGreaterThanOrEqual(largest)
    for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
      expect(Number(of(name)) * 1000).toBeGreaterThanOrEqual(requestTimeoutMs)
  }
})

test('no pod gets the variables of a Service, and a scrape has the token that the server asks for', () => {
  const pods = [...defaults, ...everything, ...base].filter(({ kind }) => /Deployment|CronJob/.test(kind))
  expect(pods).toHaveLength(6)
  for (const pod of pods) expect(JSON.stringify(pod)).toContain('"enableServiceLinks":false')
  for (const one of [...components, ...everything])
    if (one.kind === 'ServiceMonitor')
      expect(JSON.stringify(one)).toContain('"credentials":{"name":"selfsame","key":"metrics-token"}')
  expect(JSON.stringify(defaults)).toContain('/run/secrets/selfsame/metrics-token')
})

test('what Kubernetes sets for a Service of the same name is named and not read', () => {
  const links = {
    SELFSAME_PORT: 'tcp://10.0.0.1:80',
    SELFSAME_PORT_80_TCP: 'tcp://10.0.0.1:80',
    SELFSAME_PORT_80_TCP_PROTO: 'tcp',
    SELFSAME_PORT_80_TCP_PORT: '80',
    SELFSAME_PORT_80_TCP_ADDR: '10.0.0.1',
    SELFSAME_SERVICE_HOST: '10.0.0.1',
    SELFSAME_SERVICE_PORT: '80',
    SELFSAME_SERVICE_PORT_HTTP: '80',
  }
  expect(readConfig({ ...links, SELFSAME_WORKERS: '3' }, () => '')).toMatchObject({
    config: { port: 8080, workers: 3 },
    serviceLinks: Object.keys(links),
  })
  expect(readConfig({ SELFSAME_PORT: '9000' }, () => '')).toMatchObject({
    config: { port: 9000 },
    serviceLinks: [],
  })
  expect(readConfig({ SELFSAME_PORT: 'http' }, () => '')).toHaveProperty('faults')
})
