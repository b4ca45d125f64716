// Checks that the files under deploy/ and compose.yaml agree with the server: settings, ports, paths, secrets.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settings, variableOf } from '../../src/config.ts'

const known = new Set(Object.keys(settings).map(variableOf))
const isSetting = (name: string) => known.has(name.replace(/_FILE$/, ''))
const load = <T>(path: string) => parse(readFileSync(path, 'utf8'), { merge: true }) as T

interface Container {
  readonly image: string
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly args?: readonly string[]
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly securityContext: Record<string, unknown>
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } }
}
interface PodSpec {
  readonly containers: readonly [Container]
  readonly volumes: readonly { readonly name: string }[]
  readonly securityContext: Record<string, unknown>
  readonly terminationGracePeriodSeconds?: number
}
interface Template {
  readonly metadata: { readonly labels: Record<string, string> }
  readonly spec: PodSpec
}

/** What the files of secrets hold. */
const secret = (path: string) =>
  path.endsWith('database-url')
    ? 'postgres://selfsame@db/selfsame'
    : path.endsWith('master-key')
      ? 'A'.repeat(43)
      : 'x'

const base = 'deploy/kubernetes/base'
const deployment = load<{
  spec: { selector: { matchLabels: Record<string, string> }; template: Template }
}>(`${base}/deployment.yaml`)
const cron = load<{ spec: { jobTemplate: { spec: { template: Template } } } }>(`${base}/audit-verify.yaml`)
const configMaps = globSync('deploy/kubernetes/**/config-map.yaml').map((path) =>
  load<{ data: Record<string, string> }>(path),
)
const templates = [deployment.spec.template, cron.spec.jobTemplate.spec.template]

describe('Kubernetes manifests', () => {
  test('are named by their kustomization, and each is one document', () => {
    for (const path of globSync('deploy/kubernetes/**/kustomization.yaml')) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      const { resources, patches = [] } = load<{ resources: string[]; patches?: { path: string }[] }>(path)
      const named = [...resources, ...patches.map((one) => one.path)]
      for (const name of named) expect(existsSync(`${folder}/${name}`), name).toBe(true)
      const there = globSync(`${folder}/*.yaml`).map((one) => one.slice(folder.length + 1))
      expect(named.filter((one) => one.endsWith('.yaml')).toSorted()).toEqual(
        there.filter((one) => one !== 'kustomization.yaml').toSorted(),
      )
      for (const one of there)
        expect(parseAllDocuments(readFileSync(`${folder}/${one}`, 'utf8'))).toHaveLength(1)
    }
  })

  test('set only settings that exist, with values that the server takes', () => {
    const [first, ...others] = configMaps
    for (const { data } of configMaps)
      expect(Object.keys(data).filter((name) => !isSetting(name))).toEqual([])
    for (const { spec } of templates)
      for (const { name, value } of spec.containers[0].env) {
        expect(isSetting(name), name).toBe(true)
        if (name.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\/selfsame\/[a-z0-9-]+$/)
      }
    const given = Object.fromEntries(
      templates.flatMap(({ spec }) => spec.containers[0].env).map(({ name, value }) => [name, value]),
    )
    for (const more of [{}, ...others.map(({ data }) => data)])
      expect(readConfig({ ...first?.data, ...more, ...given }, secret)).toMatchObject({ unknown: [] })
  })

  test('name the proxies in front, so that wrong credentials are counted by caller', () => {
    for (const { data } of configMaps) expect(data.SELFSAME_TRUST_PROXY).toMatch(/^10\./)
  })

  test('probe paths that are served, on the port that is listened on', () => {
    const [container] = deployment.spec.template.spec.containers
    expect(container.ports).toEqual([{ name: 'http', containerPort: 8080 }])
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
    expect(container.startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
    expect(settings.port.fallback).toBe('8080')
    const policy = readFileSync(`${base}/network-policy.yaml`, 'utf8')
    expect(policy).toContain('port: 8080')
  })

  test('give time to finish, and memory for all that the settings allow', () => {
    const { spec } = deployment.spec.template
    const reading = readConfig({ ...configMaps[0]?.data, SELFSAME_S3_ENDPOINT: '' }, () => '')
    if (!('config' in reading)) throw new Error(reading.faults.join())
    const { config } = reading
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.shutdownDeadlineMs / 1000 + 5)
    const needed =
      config.workers * config.workerMemoryBytes + config.galleryMemoryBytes + config.memoryForBodiesBytes
    const limit = Number.parseInt(spec.containers[0].resources.limits.memory, 10) * 1024 ** 3
    expect(limit).toBeGreaterThan(needed + 2 ** 30)
  })

  test('run as an ordinary user, write only where a volume is, and select themselves', () => {
    for (const { spec } of templates) {
      const [container] = spec.containers
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounted = container.volumeMounts.map(({ name }) => name).toSorted()
      expect(mounted).toEqual(spec.volumes.map(({ name }) => name).toSorted())
    }
    const { selector, template } = deployment.spec
    expect(template.metadata.labels).toMatchObject(selector.matchLabels)
    for (const name of ['service', 'pod-disruption-budget'])
      expect(readFileSync(`${base}/${name}.yaml`, 'utf8')).toContain('app.kubernetes.io/component: server')
    expect(cron.spec.jobTemplate.spec.template.metadata.labels).not.toMatchObject(selector.matchLabels)
  })
})

interface Service {
  readonly environment?: Record<string, string>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
}

describe('compose.yaml', () => {
  const compose = load<{
    services: Record<string, Service>
    volumes: Record<string, unknown>
    networks: Record<string, unknown>
    secrets: Record<string, unknown>
  }>('compose.yaml')

  test('sets only settings that exist', () => {
    const names = Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment))
    expect(names.filter((name) => name.startsWith('SELFSAME_') && !isSetting(name))).toEqual([])
    expect(names).toContain('SELFSAME_MASTER_KEY_FILE')
  })

  test('sets values that the server takes, as they are written and with variables of the shell', () => {
    const written = (value: string, shell: Record<string, string>) =>
      value.replaceAll(
        /\$\{(\w+):-([^}]*)\}/g,
        (_, name: string, fallback: string) => shell[name] ?? fallback,
      )
    const servers = Object.entries(compose.services).filter(([, one]) => one.environment?.SELFSAME_WORKERS)
    for (const shell of [
      {},
      { SELFSAME_QDRANT_URL: 'http://qdrant:6333', SELFSAME_TRUST_PROXY: '10.0.0.0/8' },
    ])
      for (const [name, { environment = {} }] of servers) {
        const given = Object.entries(environment).map(([key, value]) => [key, written(value, shell)])
        expect([name, readConfig(Object.fromEntries(given), secret)]).toEqual([
          name,
          expect.objectContaining({ config: expect.anything() }),
        ])
      }
  })

  test('names the bridge, by which a proxy on the machine comes in, for every server', () => {
    const servers = Object.values(compose.services).filter(({ environment }) => environment?.SELFSAME_WORKERS)
    expect(servers).toHaveLength(3)
    for (const { environment } of servers)
      expect(environment?.SELFSAME_TRUST_PROXY).toMatch(/^\$\{SELFSAME_TRUST_PROXY:-172\.16\.0\.0\/12\}$/)
  })

  test('mounts what there is: secrets, volumes, networks, files of deploy/', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const secret of service.secrets ?? []) expect(Object.keys(compose.secrets), name).toContain(secret)
      for (const network of service.networks ?? [])
        expect([...Object.keys(compose.networks), 'default'], name).toContain(network)
      for (const volume of service.volumes ?? []) {
        const from = volume.split(':')[0] ?? ''
        if (from.startsWith('./')) expect(existsSync(from), from).toBe(true)
        else expect(Object.keys(compose.volumes), name).toContain(from)
      }
    }
  })
})

describe('the profiles by which workers are wholly caged in a container', () => {
  interface Profile {
    readonly defaultAction: string
    readonly syscalls: readonly { readonly names: readonly string[]; readonly action: string }[]
  }
  const { defaultAction, syscalls } = JSON.parse(readFileSync('deploy/cage/seccomp.json', 'utf8')) as Profile
  const denied = new Set(syscalls.flatMap(({ names }) => names))

  test('allow what makes the cage, and not what it keeps from workers anyway', () => {
    expect(defaultAction).toBe('SCMP_ACT_ALLOW')
    expect(syscalls.map(({ action }) => action)).toEqual(['SCMP_ACT_ERRNO', 'SCMP_ACT_ERRNO'])
    for (const name of ['unshare', 'mount', 'chroot', 'clone', 'prctl', 'landlock_restrict_self', 'setsid'])
      expect([name, denied.has(name)]).toEqual([name, false])
    for (const name of ['ptrace', 'bpf', 'setns', 'init_module', 'io_uring_setup', 'open_by_handle_at'])
      expect([name, denied.has(name)]).toEqual([name, true])
  })

  test('are laid on every server of compose.yaml, which must then have the cage', () => {
    const compose = load<{ services: Record<string, Service> }>('compose.yaml')
    const servers = Object.entries(compose.services).filter(([, one]) => one.environment?.SELFSAME_WORKERS)
    const caged = load<{ services: Record<string, Service & { security_opt: string[] }> }>(
      'deploy/cage/compose.yaml',
    )
    expect(Object.keys(caged.services)).toEqual(servers.map(([name]) => name))
    for (const { security_opt, environment } of Object.values(caged.services)) {
      expect(environment).toEqual({ SELFSAME_CAGE: 'whole' })
      expect(readConfig({ ...environment }, () => '')).toMatchObject({ unknown: [] })
      const file = security_opt.flatMap((option) => /^seccomp=(.*)/.exec(option)?.[1] ?? [])
      expect(file.map((path) => existsSync(path))).toEqual([true])
      expect(security_opt).toContain('no-new-privileges:true')
    }
  })

  test('are laid on the deployment of Kubernetes by a component', () => {
    const patch = load<{
      metadata: { name: string }
      spec: { template: { spec: PodSpec & { hostUsers: boolean } } }
    }>('deploy/kubernetes/components/caged/deployment.yaml')
    expect(patch.metadata.name).toBe('selfsame')
    const { hostUsers, securityContext, containers } = patch.spec.template.spec
    expect(hostUsers).toBe(false)
    expect(securityContext.seccompProfile).toEqual({
      type: 'Localhost',
      localhostProfile: 'selfsame/seccomp.json',
    })
    expect(containers[0].env).toEqual([{ name: 'SELFSAME_CAGE', value: 'whole' }])
  })

  test('AppArmor allows what Docker forbids there, under the name that both files use', () => {
    const profile = readFileSync('deploy/cage/selfsame-server.apparmor', 'utf8')
    expect(profile).toMatch(/^profile selfsame-server /m)
    for (const rule of ['userns,', 'mount,', 'deny ptrace,']) expect(profile).toContain(`  ${rule}\n`)
  })
})
