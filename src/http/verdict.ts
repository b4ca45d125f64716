// Gathers the verdict for a receipt from a request, its reply, and what the wing says of it.
import type { FastifyRequest } from 'fastify'
import type { HashedInput, ReceiptVerdict } from '../receipts/verdict.ts'
import type { HttpPorts } from './ports.ts'
import type { JudgedRoute, Reply } from './route-spec.ts'
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
  { about, judgement }: JudgedRoute<object>,
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
    judged: about,
    inputs: [...(evidence?.inputs ?? []), ...sent],
    ...judgement(fields),
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
