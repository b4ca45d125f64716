// Attacks by HTTP itself: requests that two readers understand differently, and sockets that say nothing.
import { exchange, openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { basicAuthorization } from '../kit/caller.ts'
import { type Attack, fell, heldUnless, startVictim } from './attack.ts'

const path = '/face-collections/sign-collection-id'
/** It would be answered 200. */
const hidden = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'

/** Each hides a second request from one of two readers. */
const smuggled: readonly (readonly [name: string, bytes: string])[] = [
  [
    'a length and chunks',
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'two lengths',
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'an encoding in odd letters',
    `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'a space before the colon',
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length : ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'a folded header',
    `POST ${path} HTTP/1.1\r\nhost: a\r\nx: a\r\n content-length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  ['bare line feeds', `POST ${path} HTTP/1.1\nhost: a\ncontent-length: 0\n\n${hidden}`],
  ['two hosts', `GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n`],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
]

export const attacks: readonly Attack[] = [
  {
    name: 'smuggling',
    tries: 'requests that hide another one from a proxy in front',
    seeAlso: ['test/api/bad-http.test.ts', 'lab/test/fuzz/fuzz.test.ts'],
    async run() {
      await using victim = await startVictim()
      const faults: string[] = []
      for (const [name, bytes] of smuggled) {
        const answers = await exchange(victim.url, bytes)
        const statuses = answers.map(({ status }) => status)
        // The head alone may be refused before its body is found to be broken.
        if (statuses.at(-1) !== 400 || statuses.includes(200))
          faults.push(`${name}: answered ${statuses.join(' and ') || 'nothing'}`)
      }
      return heldUnless(
        faults,
        `all ${smuggled.length} ways ended in 400 and a closed connection; no hidden one was answered`,
      )
    },
  },
  {
    name: 'switched-off',
    tries: 'the description of the API and the metrics of a server that should show neither',
    seeAlso: ['test/api/routing.test.ts'],
    async run() {
      const off = { SELFSAME_DOCS: 'off', SELFSAME_OPENAPI: 'off', SELFSAME_METRICS: 'off' }
      await using victim = await startVictim(off)
      const faults: string[] = []
      for (const at of ['/docs', '/docs/', '/docs/json', '/openapi.json', '/metrics', '/metrics/']) {
        const { status } = await fetch(`${victim.url}${at}`)
        if (status !== 404) faults.push(`${at} was answered ${status}`)
      }
      return heldUnless(faults, 'every path was 404')
    },
  },
  {
    name: 'idle-sockets',
    tries: '1000 sockets that connect and say nothing, while another organisation calls',
    seeAlso: ['test/api/slow-callers.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_HEADERS_TIMEOUT: '2 s' })
      const wires = await Promise.all(Array.from({ length: 1000 }, () => openWire(victim.url)))
      const authorization = basicAuthorization(victim.neighbour)
      const { status } = await fetch(`${victim.url}/organisation`, { headers: { authorization } })
      if (status !== 200) return fell(`the other organisation got ${status}`)
      const ends: WireAnswer[][] = await Promise.all(
        wires.map((wire) => wire.untilClosed(60_000).catch(() => [])),
      )
      for (const wire of wires) wire.close()
      const open = ends.filter(([answer]) => answer?.status !== 408).length
      return heldUnless(
        open > 0 ? [`${open} were not closed`] : [],
        'the other was served, and all were closed with 408',
      )
    },
  },
  {
    name: 'deep-json',
    tries: 'JSON of 100,000 levels, of a key called __proto__, and of 200,000 keys',
    seeAlso: ['test/api/bad-input.test.ts', 'test/http/json.test.ts'],
    async run() {
      await using victim = await startVictim()
      const headers = {
        authorization: basicAuthorization(victim.attacker),
        'content-type': 'application/json',
      }
      const keys = Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')
      const bodies = [
        '['.repeat(100_000) + ']'.repeat(100_000),
        '{"__proto__":{"id":"x"},"external_person_id":"x"}',
        `{${keys}}`,
      ]
      const faults: string[] = []
      for (const body of bodies) {
        const [answer] = await exchange(
          victim.url,
          request(`POST ${path}`, { ...headers, connection: 'close' }, body),
        )
        if (!answer || answer.status < 400 || answer.status >= 500)
          faults.push(`${body.slice(0, 20)} was answered ${answer?.status}`)
      }
      return heldUnless(faults, 'each was refused with a 4xx')
    },
  },
]
