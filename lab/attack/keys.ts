// Attacks by holders of an API key, and by those who want one: more than its scope, longer than its life, in the place of another.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWire, request } from '../../specimens/kit/servers/wire.ts'
import { withChecksum } from '../../src/system/secret-text.ts'
import { basicAuthorization } from '../kit/caller.ts'
import { type Attack, fell, heldUnless, startVictim, type Victim } from './attack.ts'

async function keyOf(victim: Victim, scope: string, of = victim.attacker.name): Promise<string> {
  const { said } = await victim.command('api-key', 'create', of, 'attack', '--scope', scope, '--json')
  return (JSON.parse(said) as { key: string }).key
}

const idOf = (key: string): string => key.split('_')[2] ?? ''

async function statusOf(victim: Victim, authorization: string, path = '/organisation'): Promise<number> {
  return (await fetch(victim.url + path, { headers: { authorization } })).status
}

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly security?: readonly { readonly apiKey?: string[] }[] }>>
    >
  >
}

/** Other spellings of a path that a router may take for it. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `/organisation/..${path}`,
  (path) => `${path}?_method=GET&scope=all`,
  (path) => `${path};scope=all`,
]
const persuasion = {
  'x-http-method-override': 'GET',
  'x-original-url': '/organisation',
  'x-rewrite-url': '/organisation',
  'x-forwarded-prefix': '/organisation',
}

const wrongKeys = 1100

export const attacks: readonly Attack[] = [
  {
    name: 'scope-escape',
    tries: 'every operation with a key that is not for it, by other methods, spellings, types and headers',
    seeAlso: ['test/api/api-keys.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_RATE: '100000', SELFSAME_RATE_BURST: '100000' })
      const { paths } = (await (await fetch(`${victim.url}/openapi.json`)).json()) as Described
      const faults: string[] = []
      let tried = 0
      for (const scope of ['read', 'persons', 'documents']) {
        const authorization = `Bearer ${await keyOf(victim, scope)}`
        for (const [path, methods] of Object.entries(paths))
          for (const [name, { security = [] }] of Object.entries(methods)) {
            const needed = security.flatMap(({ apiKey }) => apiKey ?? [])
            if (needed.length === 0 || needed.includes(scope)) continue
            for (const spelling of spellings)
              for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
                tried++
                const { status } = await fetch(victim.url + spelling(path.replaceAll(/\{\w+\}/g, 'x')), {
                  method: name.toUpperCase(),
                  headers: { authorization, 'content-type': type, ...persuasion },
                  ...(name === 'get' ? {} : { body: '{}' }),
                })
                // A spelling that is no path is 404, one that is the path of another method 405; both show nothing.
                const isElsewhere = status === 404 || (status === 405 && spelling(path) !== path)
                if (status !== 403 && !isElsewhere)
                  faults.push(`${scope}: ${name} ${spelling(path)} was answered ${status}`)
              }
          }
      }
      return heldUnless(
        faults,
        `all ${tried} calls were 403, or 404 and 405 where the spelling was no such path`,
      )
    },
  },
  {
    name: 'revoked-key',
    tries: 'a stolen key that is revoked while forty of its requests are held open',
    seeAlso: ['test/api/api-keys.test.ts', 'test/api/api-keys-cluster.test.ts'],
    async run() {
      await using victim = await startVictim()
      const key = await keyOf(victim, 'faces')
      const bodies = Array.from({ length: 40 }, (_, n) =>
        JSON.stringify({ id: `held-${n}`, external_person_id: 'p' }),
      )
      const wires = await Promise.all(bodies.map(() => openWire(victim.url)))
      for (const [n, wire] of wires.entries()) {
        const length = String(bodies[n]?.length ?? 0)
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        wire.write(
          request('POST /face-collections/sign-collection-id', { ...headers, 'content-length': length }),
        )
        wire.write(bodies[n]?.slice(0, -1) ?? '')
      }
      await sleep(300)
      if ((await statusOf(victim, `Bearer ${key}`)) !== 200) return fell('the key never worked')
      await victim.command('api-key', 'revoke', idOf(key))
      const after = await statusOf(victim, `Bearer ${key}`)
      for (const [n, wire] of wires.entries()) wire.write(bodies[n]?.slice(-1) ?? '')
      const ends = await Promise.all(wires.map((wire) => wire.answers(1)))
      for (const wire of wires) wire.close()
      const late = ends.filter(([answer]) => answer?.status !== 401).length
      return heldUnless(
        [
          ...(after === 401 ? [] : [`a new request was answered ${after}`]),
          ...(late === 0 ? [] : [`${late} of those held open were not refused`]),
        ],
        'the next request and all that were held open were 401',
      )
    },
  },
  {
    name: 'key-lockout',
    tries: `${wrongKeys} wrong keys, links and tokens from the address of others, known and new, some with the id of a key`,
    seeAlso: ['test/api/api-keys.test.ts', 'test/api/guessing.test.ts'],
    async run() {
      await using victim = await startVictim()
      const key = await keyOf(victim, 'read', victim.neighbour.name)
      const good = [`Bearer ${key}`, basicAuthorization(victim.neighbour)]
      const faults: string[] = []
      for (const one of good)
        if ((await statusOf(victim, one)) !== 200) return fell('good credentials were refused at once')
      for (let n = 0; n < wrongKeys; n++) {
        const kind = [`ssk_live_${idOf(key)}_`, 'ssk_live_aaaaaaaaaaaa_', 'ssl_', 'sst_'][n % 4] ?? ''
        // Half of them have the checksum that they should have.
        const secret = n % 8 < 4 ? String(n).padStart(49, '0') : String(n).padStart(43, '0')
        const wrong = secret.length === 43 ? withChecksum(kind + secret) : kind + secret
        const status = await statusOf(victim, `Bearer ${wrong}`)
        if (status !== 401) faults.push(`a wrong one was answered ${status}`)
        if (n % 100 === 99)
          for (const one of good) {
            const known = await statusOf(victim, one)
            if (known !== 200) faults.push(`after ${n + 1} wrong keys the neighbour got ${known}`)
          }
      }
      const later = `Bearer ${await keyOf(victim, 'read', victim.neighbour.name)}`
      for (const one of [later, basicAuthorization(victim.attacker)]) {
        const status = await statusOf(victim, one)
        if (status !== 200) faults.push(`who came for the first time afterwards got ${status}`)
      }
      return heldUnless(faults, 'wrong ones were 401; who was known and who was new were served')
    },
  },
  {
    name: 'key-left-behind',
    tries: 'a key in the log and the data folder, after it was used in every place where it does not belong',
    seeAlso: ['test/api/api-keys.test.ts', 'test/api/logs.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_LOG_LEVEL: 'trace' })
      const key = await keyOf(victim, 'all')
      const authorization = `Bearer ${key}`
      await statusOf(victim, authorization)
      for (const path of [`/organisation?api_key=${key}`, `/receipts/${key}`, `/${key}`, `/studio/${key}`])
        for (const header of [authorization, key, `Basic ${key}`, `Bearer ${key},`])
          await statusOf(victim, header, path)
      await fetch(`${victim.url}/organisation`, {
        headers: {
          authorization,
          'x-request-id': key,
          traceparent: key,
          referer: key,
          cookie: key,
        },
      })
      await victim.command('api-key', 'rotate', idOf(key))
      await sleep(1500)
      const secret = key.slice(22, 62)
      const places = [
        ...victim.logged.map((line) => ['the log', JSON.stringify(line)] as const),
        ...readdirSync(join(victim.folder, 'data'), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => [one.name, readFileSync(join(one.parentPath, one.name), 'latin1')] as const),
      ]
      const found = places.filter(([, text]) => text.includes(secret)).map(([name]) => name)
      return heldUnless(
        [...new Set(found)].map((name) => `it is in ${name}`),
        `it is in none of ${places.length} lines and files`,
      )
    },
  },
]
