// Tests that every place which names the version of Selfsame names the same one.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '../../src/system/version.ts'

const json = <Kind>(path: string): Kind => JSON.parse(readFileSync(path, 'utf8')) as Kind
const yaml = <Kind>(path: string): Kind => parse(readFileSync(path, 'utf8')) as Kind

const clientOf = (path: string): string | undefined =>
  json<{ dependencies: Record<string, string> }>(path).dependencies['selfsame-client']

test('packages, lock, chart, manifests and the API have the version of package.json', () => {
  const lock = json<{ packages: Record<string, { version: string }> }>('package-lock.json').packages
  const chart = yaml<{ version: string; appVersion: string }>('deploy/helm/selfsame/Chart.yaml')
  const overlay = yaml<{ images: { newTag: string }[] }>(
    'deploy/kubernetes/overlays/example/kustomization.yaml',
  )
  const named = {
    client: json<{ version: string }>('client/package.json').version,
    reactNative: json<{ version: string }>('client/react-native/package.json').version,
    clientOfReactNative: clientOf('client/react-native/package.json'),
    capacitor: json<{ version: string }>('client/capacitor/package.json').version,
    clientOfCapacitor: clientOf('client/capacitor/package.json'),
    lock: lock['']?.version,
    lockOfClient: lock.client?.version,
    chart: chart.version,
    chartsServer: chart.appVersion,
    overlay: overlay.images[0]?.newTag,
    api: json<{ info: { version: string } }>('docs/reference/openapi.json').info.version,
  }
  expect(named).toEqual(Object.fromEntries(Object.keys(named).map((place) => [place, version])))
})

test('pages that name an archive or an image of ours name this version', () => {
  const pages = [
    'README.md',
    'README.vi.md',
    ...globSync('client/{,*/}README.md'),
    ...globSync('docs/guides/*.md'),
  ]
  const pattern = /(?:selfsame(?:-client|-react-native|-capacitor|-image)?-|image\.tag=)(\d+\.\d+\.\d+)/g
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, found]) => `${page} ${found}`),
  )
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((one) => !one.endsWith(` ${version}`))).toEqual([])
})

test('the changelog has a section of this version, or what is not released yet', () => {
  const [newest] = readFileSync('CHANGELOG.md', 'utf8').match(/^## \[.*?\]/m) ?? []
  expect([`## [${version}]`, '## [Unreleased]']).toContain(newest)
})
