// Gathers the verdict for a receipt from a request and its reply, so that no handler has to.
import type { FastifyRequest } from 'fastify'
import type { Check } from '../checks.ts'
import type { HashedInput, Judged, ReceiptVerdict } from '../receipts/verdict.ts'
import type { HttpPorts } from './ports.ts'
import type { Reply } from './route-spec.ts'
import type { ReceivedFile } from './uploads.ts'

/** What a request brought, after its checks. */
interface Taken {
  readonly body: unknown
  readonly files: readonly ReceivedFile[]
  readonly fileField: string
}

export async function verdictOf(
  ports: HttpPorts,
  request: FastifyRequest,
  judged: Judged,
  taken: Taken,
  { code, fields, evidence }: Reply<object>,
): Promise<ReceiptVerdict> {
  const files = taken.files.map(({ bytes }, index): Sent => ({ name: `${taken.fileField}[${index}]`, bytes }))
  const sent = await Promise.all(
    [...sentIn(taken.body, ''), ...files].map(async (one) => {
      const trailingBytes = request.trailingBytes?.get(one.name)
      return { ...(await inputOf(one)), ...(trailingBytes && { trailingBytes }) }
    }),
  )
  return {
    requestId: request.id,
    organisationId: request.organisationId,
    operation: request.apiRoute?.name ?? '',
    at: ports.now(),
    judged,
    inputs: [...(evidence?.inputs ?? []), ...sent],
    checks: checksIn(fields),
    ...('strength' in fields && { strength: String(fields.strength) }),
    ...captureIn(fields),
    resultCode: code.code,
    message: code.message,
  }
}

/** The size of all files that a request brought, in bytes. */
export const sentBytes = ({ body, files }: Omit<Taken, 'fileField'>): number =>
  [...sentIn(body, ''), ...files].reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

interface Sent {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files inside JSON are decoded by now, and are the only bytes there are. */
function sentIn(value: unknown, name: string): Sent[] {
  if (value instanceof Uint8Array) return [{ name, bytes: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isItem = Array.isArray(value)
    return sentIn(inner, isItem ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`)
  })
}

/** The thread pool hashes, because a video takes longer to hash than many requests take to answer. */
async function inputOf({ name, bytes }: Sent): Promise<HashedInput> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return { name, sha256: Buffer.from(hash).toString('hex'), bytes: bytes.byteLength }
}

/** What a verdict of liveness says about the camera. */
function captureIn(fields: object): Pick<ReceiptVerdict, 'capture'> {
  const { capture, capture_device, capture_reason } = fields as Readonly<Record<string, unknown>>
  if (typeof capture !== 'string') return {}
  const device = typeof capture_device === 'string' ? { device: capture_device } : {}
  return { capture: { level: capture, ...device, reason: String(capture_reason) } }
}

/** Checks stand at the head of an answer or, for documents, among what was recognised. */
function checksIn(fields: object): readonly Check[] {
  const { checks, recognized_data: data } = fields as {
    checks?: readonly Check[]
    recognized_data?: { checks?: readonly Check[] }
  }
  return checks ?? data?.checks ?? []
}
