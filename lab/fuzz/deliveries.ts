// Delivers requests in several ways: at once, in pieces, slowly, incomplete, several together, or not as HTTP at all.
import type { RandomChoices } from '../kit/random-choices.ts'
import type { Headers } from './headers.ts'
import type { Piece, Script } from './wire.ts'

export interface Draft {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: Buffer | undefined
}

interface Delivered {
  readonly script: Script
  readonly isBroken: boolean
}

const headOf = ({ method, path }: Draft, headers: Headers, version = 'HTTP/1.1', end = '\r\n'): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} ${version}`, ...lines, '', ''].join(end), 'latin1')
}
const withLength = (draft: Draft, length = draft.body?.length): Headers =>
  length === undefined ? draft.headers : [...draft.headers, ['content-length', String(length)]]
const bodyOf = ({ body }: Draft): Buffer => body ?? Buffer.alloc(0)
const whole = (draft: Draft): Buffer => Buffer.concat([headOf(draft, withLength(draft)), bodyOf(draft)])

function script(draft: Draft, pieces: readonly Piece[], more: Partial<Script> = {}): Script {
  return { pieces, ending: 'wait', answers: 1, method: draft.method, alone: true, ...more }
}

export const plainly = (draft: Draft): Script => script(draft, [{ bytes: whole(draft) }], { alone: false })

type Delivery = (draft: Draft, random: RandomChoices) => Delivered

const sound = (one: Script): Delivered => ({ script: one, isBroken: false })
const broken = (one: Script): Delivered => ({ script: one, isBroken: true })

function inChunks(
  body: Buffer,
  random: RandomChoices,
  lengthOf = (bytes: number) => bytes.toString(16),
): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = random.pick([1, 7, 1000, 16_000, 65_536])
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${lengthOf(part.length)}\r\n`), part, Buffer.from('\r\n'))
    at += size
    if (parts.length > 600)
      parts.push(Buffer.from(`${lengthOf(body.length - at)}\r\n`), body.subarray(at), Buffer.from('\r\n'))
    if (parts.length > 600) break
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
const chunkedHead = (draft: Draft): Buffer =>
  headOf(draft, [...draft.headers, ['transfer-encoding', 'chunked']])

const chunked: Delivery = (draft, random) =>
  sound(script(draft, [{ bytes: chunkedHead(draft) }, { bytes: inChunks(bodyOf(draft), random) }]))

const oddChunks: Delivery = (draft, random) => {
  const odd = random.pick([
    (bytes: number) => `${bytes.toString(16)};name="value"`,
    (bytes: number) => (bytes + 1).toString(16),
    () => 'zz',
    () => 'ffffffffffffffffff',
    (bytes: number) => `-${bytes}`,
  ])
  const bytes = Buffer.concat([chunkedHead(draft), inChunks(bodyOf(draft).subarray(0, 5000), random, odd)])
  return broken(script(draft, [{ bytes }], { ending: 'half' }))
}

const inPieces: Delivery = (draft, random) => {
  const bytes = whole(draft)
  const size = Math.max(1, Math.ceil(bytes.length / random.whole(2, 9)))
  const pieces: Piece[] = []
  for (let at = 0; at < bytes.length; at += size)
    pieces.push({ bytes: bytes.subarray(at, at + size), pauseMs: random.pick([0, 1, 5]) })
  return sound(script(draft, pieces))
}

/** Some callers leave before the request is processed, some while a worker processes it. */
const cutOff: Delivery = (draft, random) => {
  const bytes = whole(draft)
  const sent = random.is(0.5) ? bytes : bytes.subarray(0, random.whole(0, bytes.length))
  const waiting = { bytes: Buffer.alloc(0), pauseMs: random.pick([0, 2, 20, 150]) }
  return broken(script(draft, [{ bytes: sent }, waiting], { ending: 'cut' }))
}

const announcedTooMuch: Delivery = (draft, random) => {
  const more = bodyOf(draft).length + random.whole(1, 500)
  const bytes = Buffer.concat([headOf(draft, withLength(draft, more)), bodyOf(draft)])
  // Most end their side of the connection; some let the server wait until its limit.
  return broken(script(draft, [{ bytes }], { ending: random.is(0.9) ? 'half' : 'wait' }))
}

const announcedTooLittle: Delivery = (draft, random) => {
  const less = Math.max(0, bodyOf(draft).length - random.whole(1, 500))
  return broken(
    script(draft, [{ bytes: Buffer.concat([headOf(draft, withLength(draft, less)), bodyOf(draft)]) }]),
  )
}

const together: Delivery = (draft, random) => {
  const answers = random.whole(2, 5)
  const bytes = Buffer.concat(Array.from({ length: answers }, () => whole(draft)))
  return broken(script(draft, [{ bytes }], { answers }))
}

const oddVersion: Delivery = (draft, random) => {
  const version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.9', 'http/1.1', '', 'ICY/1.1'])
  const bytes = Buffer.concat([headOf(draft, withLength(draft), version), bodyOf(draft)])
  return broken(script(draft, [{ bytes }]))
}

const bareLines: Delivery = (draft) =>
  broken(
    script(
      draft,
      [{ bytes: Buffer.concat([headOf(draft, withLength(draft), 'HTTP/1.1', '\n'), bodyOf(draft)]) }],
      { ending: 'half' },
    ),
  )

const otherForms: Delivery = (draft, random) => {
  const path = random.pick([
    `http://127.0.0.1${draft.path}`,
    '*',
    draft.path.slice(1),
    `//${draft.path}`,
    `${draft.path} x`,
  ])
  return broken(script(draft, [{ bytes: whole({ ...draft, path }) }], { ending: 'half' }))
}

const otherTongues: Delivery = (draft, random) => {
  const bytes = random.pick([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('160301020001000100', 'hex'),
    Buffer.from('\r\n\r\n\r\n'),
    Buffer.from('GET'),
    random.bytes(200),
  ])
  // These bytes have nothing of the draft, so a refusal has a body whatever its method was.
  return broken(script({ ...draft, method: 'GET' }, [{ bytes }], { ending: 'half' }))
}

export const deliveries: readonly { readonly weight: number; readonly put: Delivery }[] = [
  { weight: 20, put: chunked },
  { weight: 8, put: oddChunks },
  { weight: 14, put: inPieces },
  { weight: 22, put: cutOff },
  { weight: 8, put: announcedTooMuch },
  { weight: 8, put: announcedTooLittle },
  { weight: 10, put: together },
  { weight: 4, put: oddVersion },
  { weight: 2, put: bareLines },
  { weight: 2, put: otherForms },
  { weight: 2, put: otherTongues },
]
