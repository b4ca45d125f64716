// Writes raw bytes to a socket, for requests that no HTTP client would send.
import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
}

export interface Wire {
  readonly socket: Socket
  write(bytes: string | Uint8Array): void
  /** Writes as fast as the server takes it; stops when the connection is gone. */
  pour(blocks: Iterable<string | Uint8Array>): Promise<void>
  /** Returns the next `count` answers, or fewer where the server closes before. */
  answers(count: number, withinMs?: number): Promise<WireAnswer[]>
  /** Returns every answer until the server closes the connection. */
  untilClosed(withinMs?: number): Promise<WireAnswer[]>
  close(): void
}

export async function openWire(url: string, options: { allowHalfOpen?: boolean } = {}): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...options })
  let received = Buffer.alloc(0)
  let closed = false
  let changed = () => {}
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    changed()
  })
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      closed = true
      changed()
    })
  socket.on('error', () => {})
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))

  async function until(done: () => boolean, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs
    while (!done()) {
      const left = end - performance.now()
      if (left <= 0) throw new Error(`nothing within ${withinMs} ms; so far: ${received.toString('latin1')}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        changed = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async pour(blocks) {
      for (const block of blocks) {
        if (socket.destroyed) return
        if (!socket.write(block))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), gone])
      }
    },
    async answers(count, withinMs = 20_000) {
      await until(() => closed || parse(received).answers.length >= count, withinMs)
      const { answers } = parse(received)
      received = received.subarray(endOf(received, Math.min(count, answers.length)))
      return answers.slice(0, count)
    },
    async untilClosed(withinMs = 20_000) {
      await until(() => closed, withinMs)
      return parse(received).answers
    },
    close: () => void socket.destroy(),
  }
}

/** Sends these bytes on one connection, and returns every answer until the server closes it. */
export async function exchange(
  url: string,
  bytes: string | Uint8Array,
  withinMs?: number,
): Promise<WireAnswer[]> {
  const wire = await openWire(url)
  try {
    wire.write(bytes)
    return await wire.untilClosed(withinMs)
  } finally {
    wire.close()
  }
}

/** Writes a request as text with the given headers, and a length for the body where none is given. */
export function request(
  line: string,
  headers: Record<string, string>,
  body: string | undefined = undefined,
): string {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'selfsame', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${line} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}

const endOf = (bytes: Buffer, count: number): number =>
  count === 0 ? 0 : (parse(bytes).ends[count - 1] ?? 0)

function parse(bytes: Buffer): { answers: WireAnswer[]; ends: number[] } {
  const answers: WireAnswer[] = []
  const ends: number[] = []
  let at = 0
  for (;;) {
    const head = bytes.indexOf('\r\n\r\n', at)
    if (head < 0) return { answers, ends }
    const [line = '', ...lines] = bytes.toString('latin1', at, head).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((one) => [
        one.slice(0, one.indexOf(':')).toLowerCase(),
        one.slice(one.indexOf(':') + 1).trim(),
      ]),
    )
    const end = head + 4 + Number(headers['content-length'] ?? 0)
    if (end > bytes.length) return { answers, ends }
    const text = bytes.toString('utf8', head + 4, end)
    const isJson = headers['content-type']?.startsWith('application/json') && text !== ''
    answers.push({ status: Number(line.split(' ')[1]), headers, body: isJson ? JSON.parse(text) : { text } })
    ends.push(end)
    at = end
  }
}
