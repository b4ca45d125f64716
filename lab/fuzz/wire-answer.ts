// Parses HTTP answers from the bytes of a connection as strictly as possible.

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Partial<Record<string, string>>>
  readonly body: Buffer
}

interface Parsed {
  readonly answers: readonly WireAnswer[]
  /** The bytes that the complete answers take up. */
  readonly length: number
  readonly isGarbled: boolean
}

const headEnd = Buffer.from('\r\n\r\n')

/** `isOver` says that the other side has ended: a body without a length, which HTTP/1.0 gets, ends there. */
export function parseAnswers(bytes: Buffer, method: string, isOver = false): Parsed {
  const answers: WireAnswer[] = []
  let at = 0
  for (;;) {
    const head = bytes.indexOf(headEnd, at)
    if (head < 0) return { answers, length: at, isGarbled: isNoStatusLine(bytes, at) }
    const [line = '', ...lines] = bytes.toString('latin1', at, head).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    const headers = readHeaders(lines)
    if (Number.isNaN(status) || !headers) return { answers, length: at, isGarbled: true }
    const start = head + headEnd.length
    const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304
    const body = hasBody ? readBody(bytes, start, headers, isOver) : { content: Buffer.alloc(0), end: start }
    if (body === 'garbled') return { answers, length: at, isGarbled: true }
    if (body === 'more') return { answers, length: at, isGarbled: false }
    at = body.end
    // 100 Continue and the like only announce an answer.
    if (status >= 200) answers.push({ status, headers, body: body.content })
  }
}

const isNoStatusLine = (bytes: Buffer, at: number): boolean =>
  bytes.length - at >= 5 && bytes.toString('latin1', at, at + 5) !== 'HTTP/'

function readHeaders(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0 || /[^\t\x20-\x7e\x80-\xff]/.test(line)) return undefined
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    // Several cookies are kept as a browser sends them back.
    headers[name] =
      name === 'set-cookie' ? [headers[name] ?? [], value.split(';', 1)].flat().join('; ') : value
  }
  return headers
}

type Body = { readonly content: Buffer; readonly end: number } | 'more' | 'garbled'

function readBody(
  bytes: Buffer,
  start: number,
  headers: Readonly<Partial<Record<string, string>>>,
  isOver: boolean,
): Body {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, start)
  if (headers['content-length'] === undefined && headers.connection === 'close')
    return isOver ? { content: Buffer.from(bytes.subarray(start)), end: bytes.length } : 'more'
  const length = Number(headers['content-length'] ?? 'none')
  if (Number.isNaN(length)) return 'garbled'
  const end = start + length
  return end > bytes.length ? 'more' : { content: Buffer.from(bytes.subarray(start, end)), end }
}

function readChunks(bytes: Buffer, start: number): Body {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return 'more'
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (Number.isNaN(size)) return 'garbled'
    const end = line + 2 + size + 2
    if (end > bytes.length) return 'more'
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = end
    if (size === 0) return { content: Buffer.concat(parts), end }
  }
}
