// Tests the sending of one message: names that change their mind, receivers that misbehave in every phase, faults of TLS.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { findProgram } from '../../src/system/find-program.ts'
import { openSender, type Resolve } from '../../src/webhooks/send.ts'
import { signedHeaders } from '../../src/webhooks/signature.ts'
import { openReceiver, openSocket } from './receivers.ts'

const message = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"webhook.test"}' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const opened = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening
  closing.push(() => one.close())
  return one
}
const sender = (
  allowed: Parameters<typeof openSender>[0]['allowed'],
  more: { timeoutMs?: number; resolve?: Resolve } = {},
) => openSender({ allowed, timeoutMs: 5_000, userAgent: 'Selfsame/test', ...more })

test('signs as Standard Webhooks publishes it', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const vector = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' }
  expect(signedHeaders([secret], vector)).toEqual({
    'webhook-id': vector.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  const both = signedHeaders([Buffer.alloc(32), secret], vector)['webhook-signature'].split(' ')
  expect(both).toHaveLength(2)
  expect(both[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a message arrives as it is, and a status of 2xx is success', async () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const receiver = await opened(openReceiver(() => status))
    const sent = await sender([receiver.allow]).send(`${receiver.url}?a=b`, message)
    expect(sent).toMatchObject({ status, failure: null })
    expect(receiver.received).toMatchObject([
      {
        path: '/hooks?a=b',
        body: message.body,
        headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json', 'user-agent': 'Selfsame/test' },
      },
    ])
  }
})

test.each([199 + 101, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])(
  'an answer %i is a failure, and a redirect is followed nowhere',
  async (status) => {
    const target = await opened(openReceiver())
    const receiver = await opened(
      openSocket((socket) =>
        socket.end(
          `HTTP/1.1 ${status} X\r\nlocation: ${target.url}\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n`,
        ),
      ),
    )
    const sent = await sender([receiver.allow, target.allow]).send(receiver.url, message)
    expect(sent.status).toBe(status)
    expect(sent.failure).toContain(`answered ${status}`)
    expect(target.received).toEqual([])
    if (status >= 400) expect(sent.retryAfterMs).toBe(120_000)
  },
)

describe('names', () => {
  /** Gives one answer after the other, and the last for ever. */
  const resolving = (...answers: readonly string[][]) => {
    const asked: string[] = []
    const resolve: Resolve = async (name) => {
      asked.push(name)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    }
    return { resolve, asked }
  }

  test('are resolved once, and what was checked is what is connected to', async () => {
    const first = await opened(openReceiver(() => 204, '127.0.0.1'))
    const { resolve, asked } = resolving(['127.0.0.1'], ['127.0.0.2'])
    const allowed = [{ range: '127.0.0.1/32', port: first.port }]
    const send = () =>
      sender(allowed, { resolve }).send(`http://hooks.no-such-name.example:${first.port}/`, message)
    expect(await send()).toMatchObject({ status: 204 })
    expect(asked).toEqual(['hooks.no-such-name.example'])
    expect(first.received[0]?.headers.host).toBe(`hooks.no-such-name.example:${first.port}`)
    // The name now leads elsewhere inside.
    expect((await send()).failure).toContain('inside a network')
    expect(first.received).toHaveLength(1)
  })

  test('that are public when they are checked, and inside when they are sent to, get no message', async () => {
    const victim = await opened(openReceiver())
    const { resolve } = resolving(
      ['93.184.215.14'],
      ['127.0.0.1'],
      ['169.254.169.254'],
      ['8.8.8.8', '10.0.0.1'],
    )
    const guarded = sender([], { resolve })
    const url = 'https://rebinding.example:8443/'
    expect(await guarded.check(url)).toBeUndefined()
    for (let turn = 0; turn < 3; turn++)
      expect(await guarded.send(url, message)).toMatchObject({
        status: null,
        failure: expect.stringContaining('inside a network'),
      })
    expect(victim.received).toEqual([])
  })

  test('that lead inside are refused when an endpoint is made, and those that cannot be resolved are not', async () => {
    const check = (...addresses: string[]) =>
      sender([], { resolve: async () => addresses }).check('https://shop.example/')
    expect((await check('10.0.0.1'))?.why).toContain('inside a network')
    expect((await check('8.8.8.8', '::1'))?.why).toContain('inside a network')
    expect(await check('8.8.8.8')).toBeUndefined()
    const broken = sender([], { resolve: () => Promise.reject(new Error('no name server')) })
    expect(await broken.check('https://shop.example/')).toBeUndefined()
    expect((await broken.check('https://127.0.0.1/'))?.why).toContain('inside a network')
  })

  test('without addresses, and name servers that fail or hang, are failures in words', async () => {
    const failing = (code: string) =>
      sender([], { resolve: () => Promise.reject(Object.assign(new Error(), { code })) })
    const url = 'https://shop.example/'
    expect((await sender([], { resolve: async () => [] }).send(url, message)).failure).toContain('no address')
    expect((await failing('ENOTFOUND').send(url, message)).failure).toBe('the name does not resolve')
    expect((await failing('ESERVFAIL').send(url, message)).failure).toBe('the name servers failed')
    const hanging = sender([], { resolve: () => new Promise(() => {}), timeoutMs: 50 })
    expect((await hanging.send(url, message)).failure).toContain('while its name was resolved')
  })

  test('that the operator named are looked up as the machine does it', async () => {
    const receiver = await opened(openReceiver())
    const url = `http://localhost:${receiver.port}/`
    expect(await sender([{ host: 'localhost', port: receiver.port }]).send(url, message)).toMatchObject({
      status: 204,
    })
    expect((await sender([]).send(url, message)).failure).toContain('must begin with https://')
  })
})

describe('a receiver that misbehaves', () => {
  const against = async (act: (socket: Socket) => void, { scheme = 'http', timeoutMs = 20_000 } = {}) => {
    const receiver = await opened(openSocket(act))
    const url = `${scheme}://127.0.0.1:${receiver.port}/`
    return sender([receiver.allow], { timeoutMs }).send(url, message)
  }
  const drip = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 20)
    socket.on('close', () => clearInterval(timer))
  }

  test('says nothing to TLS', async () => {
    expect(await against(() => undefined, { scheme: 'https', timeoutMs: 3_000 })).toMatchObject({
      status: null,
      failure: expect.stringContaining('while TLS was set up'),
    })
  })

  test('never answers, drips its headers, or sends early hints for ever: time is up', async () => {
    const endless = [
      () => undefined,
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx'.charAt(0)),
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        drip(socket, 'a')
      },
      (socket: Socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'),
      (socket: Socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    ]
    const ends = await Promise.all(endless.map((act) => against(act, { timeoutMs: 3_000 })))
    for (const { status, failure } of ends) {
      expect(status).toBeNull()
      expect(failure).toMatch(/before it answered|was not HTTP/)
    }
  })

  test('answers and then drips its body, or sends without end: its status counts, and it is cut off', async () => {
    const cut: Promise<unknown>[] = []
    const begun = (socket: Socket) => {
      cut.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
    }
    let sentBytes = 0
    const dripping = await against((socket) => {
      begun(socket)
      drip(socket, 'a')
    })
    const flooding = await against((socket) => {
      begun(socket)
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const flood = (): void => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length
        sentBytes += chunk.length
        socket.once('drain', flood)
      }
      flood()
    })
    expect([dripping, flooding]).toMatchObject([{ status: 200 }, { status: 200 }])
    await Promise.all(cut)
    // What the buffers of the machine hold is not read by us.
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024)
  })

  test.each([
    ['closes at once', (socket: Socket) => socket.end(), /cut|not HTTP/],
    ['is cut off', (socket: Socket) => socket.resetAndDestroy(), /cut/],
    ['does not speak HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /not HTTP/],
    [
      'has large headers',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
      /too large|cut/,
    ],
    [
      'changes the protocol',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      /not HTTP/,
    ],
  ] as const)('%s', async (_what, act, words) => {
    const { status, failure } = await against((socket) => void act(socket))
    expect(status).toBeNull()
    expect(failure).toMatch(words)
  })

  test('is not there', async () => {
    const gone = await openReceiver()
    await gone.close()
    expect((await sender([gone.allow]).send(gone.url, message)).failure).toBe('the connection was refused')
  })
})

const caSettings = `[ca]
default_ca = test
[test]
database = index.txt
unique_subject = no
new_certs_dir = .
default_md = sha256
serial = serial
copy_extensions = copy
policy = any
[any]
commonName = supplied
`

// The program openssl makes the certificates; without it nothing is to be had here.
describe.skipIf(findProgram('openssl') === undefined)('TLS', () => {
  /** An authority and certificates of it, made for this test. */
  function certificates() {
    const folder = temporaryFolder()
    closing.push(() => folder.remove())
    const at = (name: string) => join(folder.path, name)
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder.path, stdio: 'pipe' })
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-batch']
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=Test Authority',
      '-days',
      '2',
    )
    writeFileSync(at('ca.cnf'), caSettings)
    writeFileSync(at('index.txt'), '')
    writeFileSync(at('serial'), '01')
    const make = (name: string, host: string, from = '20200101000000Z', to = '20490101000000Z') => {
      openssl(
        'req',
        ...key,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=DNS:${host}`,
      )
      openssl(
        'ca',
        '-batch',
        '-config',
        'ca.cnf',
        '-in',
        `${name}.csr`,
        '-cert',
        'ca.pem',
        '-keyfile',
        'ca.key',
        '-notext',
        '-out',
        `${name}.pem`,
        '-startdate',
        from,
        '-enddate',
        to,
      )
      return { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.pem`)) }
    }
    return { make, authority: readFileSync(at('ca.pem'), 'utf8') }
  }

  async function served(tls: { key: Buffer; cert: Buffer }) {
    const server = createSecure(tls, (_request, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const resolve: Resolve = async () => ['127.0.0.1']
    return (host: string) =>
      sender([{ range: '127.0.0.1/32', port }], { resolve }).send(`https://${host}:${port}/`, message)
  }

  test('a certificate is for the name, by a known authority, and of today', async () => {
    const usual = getCACertificates('default')
    closing.push(() => setDefaultCACertificates(usual))
    const { make, authority } = certificates()
    const good = await served(make('good', 'hooks.example'))
    expect((await good('hooks.example')).failure).toContain('an authority that is not trusted')
    setDefaultCACertificates([...usual, authority])
    expect(await good('hooks.example')).toMatchObject({ status: 204, failure: null })
    expect(await good('hooks.example.')).toMatchObject({ status: 204, failure: null })
    expect((await good('other.example')).failure).toBe('the certificate is for another name')
    const expired = await served(make('old', 'hooks.example', '20200101000000Z', '20200102000000Z'))
    expect((await expired('hooks.example')).failure).toBe('the certificate has expired')
  })
})
