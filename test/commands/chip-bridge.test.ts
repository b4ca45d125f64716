// Tests selfsame chip bridge as an attacker: foreign pages, names that lead here, wrong codes, other commands; and a card read through it.
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readCard } from '../../client/src/chip/at-reader.ts'
import { cardNamed, cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip } from '../../specimens/chips/chip.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { type Bridge, type BridgeEvent, openBridge } from '../../src/commands/chip/bridge-server.ts'
import { newCode } from '../../src/commands/chip/pairing.ts'
import { type CardReader, fault } from '../../src/commands/chip/reader.ts'
import { installation } from './command-line.ts'

const ORIGIN = 'https://verify.bank.example'
const code = newCode()
const keys = keyPool()
const SELECT = '00A4040C07A0000002471001'
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

const open: Bridge[] = []
const events: BridgeEvent[] = []
afterEach(async () => {
  for (const bridge of open.splice(0)) await bridge.close()
  events.splice(0)
})

/** A reader with a card always on it. */
function readerWith(transceive: CardReader['transceive']): CardReader {
  return { transceive, release: async () => undefined, close: async () => undefined }
}

async function bridged(
  transceive: CardReader['transceive'] = async () => Uint8Array.of(0x90, 0),
  idleMs?: number,
): Promise<Bridge> {
  const bridge = await openBridge({
    origin: ORIGIN,
    port: 0,
    code,
    openReader: async () => readerWith(transceive),
    ...(idleMs !== undefined && { idleMs }),
    onEvent: (event) => events.push(event),
  })
  open.push(bridge)
  return bridge
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly raw?: string
}

/** As a browser sends it; every header may be another. */
const send = ({ port }: Bridge, path: string, { method = 'POST', headers = {}, body, raw }: Sent = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> }>(
    (resolve, reject) => {
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { origin: ORIGIN, ...(text && { 'content-type': 'application/json' }), ...headers },
        },
        async (answer) => {
          let got = ''
          for await (const chunk of answer) got += String(chunk)
          const isJson = answer.headers['content-type'] === 'application/json'
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: isJson ? JSON.parse(got) : { text: got },
          })
        },
      )
      asked.on('error', reject).end(text)
    },
  )

const proofOf = (part: string, nonce: string, challenge: string, by = code, origin = ORIGIN) =>
  createHmac('sha256', by)
    .update(['selfsame-chip-bridge-v1', part, origin, nonce, challenge].join('\n'))
    .digest('hex')

async function paired(bridge: Bridge, by = code, origin = ORIGIN) {
  const nonce = randomBytes(16).toString('hex')
  const { body } = await send(bridge, '/openings', { body: { nonce } })
  const challenge = String(body.challenge)
  const proof = proofOf('studio', nonce, challenge, by, origin)
  return {
    opening: body,
    nonce,
    answer: await send(bridge, '/sessions', { body: { challenge, proof } }),
    challenge,
    proof,
  }
}

const command = (bridge: Bridge, session: unknown, hex: string) =>
  send(bridge, '/sessions/commands', {
    headers: { 'x-selfsame-session': String(session) },
    body: { command: base64(hex) },
  })

describe('who is not the studio', () => {
  const strangers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['the same name without TLS', { origin: 'http://verify.bank.example' }],
    ['the same name on another port', { origin: `${ORIGIN}:8443` }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name that was made to lead here', { host: 'evil.example', origin: 'https://evil.example' }],
    ['such a name that lies about its origin', { host: 'evil.example' }],
    ['localhost, which may lead elsewhere', { host: 'localhost' }],
  ]
  test.each(strangers)('%s is told nothing, by no call', async (_, headers) => {
    const bridge = await bridged()
    for (const [method, path] of [
      ['GET', '/'],
      ['OPTIONS', '/sessions'],
      ['POST', '/openings'],
      ['DELETE', '/sessions'],
    ] as const) {
      const answer = await send(bridge, path, { method, headers })
      expect(answer.status, `${method} ${path}`).toBe(403)
      for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control/)
      expect(JSON.stringify(answer.body)).not.toContain('challenge')
    }
    expect(events).toContain(
      headers.host === undefined
        ? 'refused a request of another origin'
        : 'refused a request for another host',
    )
  })

  test('a program that sends no origin is refused', async () => {
    const bridge = await bridged()
    const answer = await fetch(`http://127.0.0.1:${bridge.port}/`)
    expect(answer.status).toBe(403)
  })

  test('answers the preflight of the studio alone, with what Chromium asks of machines', async () => {
    const bridge = await bridged()
    const { status, headers } = await send(bridge, '/sessions', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' },
    })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-private-network': 'true',
      'access-control-allow-headers': 'content-type, x-selfsame-session',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('a form, which needs no preflight, is refused', async () => {
    const bridge = await bridged()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await send(bridge, '/openings', {
        raw: '{"nonce":""}',
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(415)
    }
  })

  test('listens on this machine alone', async () => {
    const { port } = await bridged()
    const listening = ['tcp', 'tcp6']
      .flatMap((name) =>
        existsSync(`/proc/net/${name}`) ? readFileSync(`/proc/net/${name}`, 'utf8').split('\n') : [],
      )
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = '', , state]) =>
          state === '0A' && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
      )
      .map(([, local = '']) => local.split(':')[0])
    expect(listening).toEqual(['0100007F'])
  })
})

describe('the pairing code', () => {
  test('opens a session for who proves it, and the bridge proves it first', async () => {
    const bridge = await bridged()
    const { opening, nonce, challenge, answer } = await paired(bridge)
    expect(opening.proof).toBe(proofOf('bridge', nonce, challenge))
    expect(answer).toMatchObject({ status: 200, body: { session: expect.stringMatching(/^[0-9a-f]{32}$/) } })
    expect(JSON.stringify([opening, answer.body])).not.toContain(code)
  })

  test('that is another, or proved for another page, opens nothing', async () => {
    const bridge = await bridged()
    for (const [by, origin] of [
      [newCode(), ORIGIN],
      [code, 'https://evil.example'],
      ['', ORIGIN],
    ] as const) {
      const { answer } = await paired(bridge, by, origin)
      expect(answer).toMatchObject({ status: 401, body: { fault: 'wrong-code' } })
    }
    expect(events).toEqual(['wrong-code', 'wrong-code', 'wrong-code'])
  })

  test('is proved once for each challenge: what was overheard opens nothing, and neither does what the bridge said', async () => {
    const bridge = await bridged()
    const { challenge, proof, answer } = await paired(bridge)
    await send(bridge, '/sessions', {
      method: 'DELETE',
      headers: { 'x-selfsame-session': String(answer.body.session) },
    })
    expect((await send(bridge, '/sessions', { body: { challenge, proof } })).status).toBe(401)
    const nonce = randomBytes(16).toString('hex')
    const opening = await send(bridge, '/openings', { body: { nonce } })
    const mirrored = { challenge: opening.body.challenge, proof: opening.body.proof }
    expect((await send(bridge, '/sessions', { body: mirrored })).status).toBe(401)
    expect((await send(bridge, '/sessions', { body: { challenge: '', proof: '' } })).status).toBe(401)
  })
})

describe('a session', () => {
  test('passes on what reads a document, and nothing else', async () => {
    const sent: string[] = []
    const bridge = await bridged(async (bytes) => {
      sent.push(Buffer.from(bytes).toString('hex').toUpperCase())
      return Uint8Array.of(0x90, 0)
    })
    const { session } = (await paired(bridge)).answer.body
    expect(await command(bridge, session, SELECT)).toMatchObject({
      status: 200,
      body: { answer: base64('9000') },
    })
    const others = {
      'a payment card': '00A404000E325041592E5359532E4444463031',
      'the reader itself': 'FF00480000',
      'a PIN': '0020008008241234FFFFFFFFFF',
      'writing a file': '00D6000001FF',
      nothing: '',
    }
    for (const [what, hex] of Object.entries(others))
      expect(await command(bridge, session, hex), what).toMatchObject({
        status: 403,
        body: { fault: 'refused' },
      })
    expect(sent).toEqual([SELECT])
  })

  test('is one at a time, and its commands are', async () => {
    let go: (() => void) | undefined
    const bridge = await bridged(() => new Promise((resolve) => (go = () => resolve(Uint8Array.of(0x90, 0)))))
    const { session } = (await paired(bridge)).answer.body
    expect((await paired(bridge)).answer).toMatchObject({ status: 409, body: { fault: 'busy' } })
    const first = command(bridge, session, SELECT)
    await expect.poll(() => go).toBeDefined()
    expect(await command(bridge, session, SELECT)).toMatchObject({ status: 409, body: { fault: 'busy' } })
    go?.()
    expect((await first).status).toBe(200)
    expect((await command(bridge, 'f'.repeat(32), SELECT)).body).toEqual({ fault: 'ended' })
    expect((await command(bridge, '', SELECT)).body).toEqual({ fault: 'ended' })
  })

  test('ends when nobody goes on with it', async () => {
    const bridge = await bridged(undefined, 20)
    const { session } = (await paired(bridge)).answer.body
    await expect.poll(() => events).toContain('ended')
    expect((await command(bridge, session, SELECT)).body).toEqual({ fault: 'ended' })
    expect((await paired(bridge)).answer.status).toBe(200)
  })

  test('tells what is wrong with the reader, and no more of a fault of ours', async () => {
    const faults = [fault('no-card'), new TypeError('/home/clerk/secret')]
    const bridge = await bridged(async () => {
      throw faults.shift()
    })
    const { session } = (await paired(bridge)).answer.body
    expect(await command(bridge, session, SELECT)).toMatchObject({ status: 502, body: { fault: 'no-card' } })
    expect(await command(bridge, session, SELECT)).toMatchObject({ status: 500, body: { fault: 'failed' } })
  })

  test('refuses what is no call, too large, or no JSON', async () => {
    const bridge = await bridged()
    expect((await send(bridge, '/openings', { raw: 'x'.repeat(100_000) })).status).toBe(413)
    expect((await send(bridge, '/openings', { raw: '[' })).status).toBe(400)
    expect((await send(bridge, '/openings', { body: { nonce: 'short' } })).status).toBe(400)
    for (const path of ['/constructor', '/sessions/../sessions', '/openings?x=1'])
      expect((await send(bridge, path, { body: {} })).status).toBe(404)
  })

  test('reads a whole card', { timeout: 60_000 }, async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 3, algorithm: 'p256-sha256', newKeys: keys() })
    const card = cardOf(chip, cardNamed('usual').quirks)
    const bridge = await bridged((bytes) => card.transceive(bytes))
    const { session } = (await paired(bridge)).answer.body
    const transceive = async (bytes: Uint8Array) => {
      const { body } = await command(bridge, session, Buffer.from(bytes).toString('hex'))
      return new Uint8Array(Buffer.from(String(body.answer), 'base64'))
    }
    const { files } = await readCard({ transceive, password: { mrz: passwordsOf(chip.holder).mrz } })
    expect(Buffer.from(files.dg2 ?? []).equals(chip.files.groups.get(2) ?? Buffer.of())).toBe(true)
    expect(events).not.toContain('refused a command that is none of a document')
  })
})

test('the command shows its code, keeps it where it is told to, and ends when it is asked to', {
  timeout: 60_000,
}, async () => {
  const at = installation()
  const args = 'chip bridge --studio https://verify.bank.example/studio/ --port 0 --code-file code'
  const codeIn = async () => {
    const running = at.start(args)
    await running.until(/Pairing code[^\n]*: [0-9A-Z]{4}(-[0-9A-Z]{4}){3}\n/)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(running.output()).toContain('The studio of https://verify.bank.example can read cards here')
    return /(\w{4}(-\w{4}){3})\n/.exec(running.output())?.[1]
  }
  const first = await codeIn()
  expect(await codeIn()).toBe(first)
  expect(statSync(join(at.data, '../code')).mode & 0o777).toBe(0o600)
  const plainHttp = await at.run('chip bridge --studio http://verify.bank.example')
  expect([plainHttp.code, plainHttp.err]).toEqual([1, expect.stringContaining('has to begin with https')])
  const taken = await bridged()
  const second = await at.run(`chip bridge --studio https://verify.bank.example --port ${taken.port}`)
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('is taken')])
})
