// Gathers what the receipt of a verdict says from the request and the reply of its door, so that no door has to.
import type { FastifyRequest } from 'fastify'
import type { Check } from '../checks.ts'
import { type LookedAt, networksOf } from '../receipts/networks.ts'
import type { ReceiptInput, Verdict } from '../receipts/receipt.ts'
import type { Runtime } from '../runtime.ts'
import type { Reply } from './route.ts'
import type { ReceivedFile } from './uploads.ts'

/** What a request brought, checked. */
export interface Taken {
  readonly body: unknown
  readonly files: readonly ReceivedFile[]
  readonly fileField: string
}

export async function verdictOf(
  runtime: Runtime,
  request: FastifyRequest,
  judges: LookedAt,
  taken: Taken,
  { code, fields, evidence }: Reply<object>,
): Promise<Verdict> {
  const files = taken.files.map(({ bytes }, index): Sent => ({ name: `${taken.fileField}[${index}]`, bytes }))
  const sent = await Promise.all([...sentIn(taken.body, ''), ...files].map(inputOf))
  return {
    requestId: request.id,
    organisationId: request.organisationId,
    operation: request.apiRoute?.name ?? '',
    at: runtime.now(),
    inputs: [...(evidence?.inputs ?? []), ...sent],
    networks: networksOf[judges],
    checks: evidence?.checks ?? checksIn(fields),
    resultCode: code.code,
    message: code.message,
  }
}

interface Sent {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files inside JSON are bytes by now, and the only ones there are. */
function sentIn(value: unknown, name: string): Sent[] {
  if (value instanceof Uint8Array) return [{ name, bytes: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isItem = Array.isArray(value)
    return sentIn(inner, isItem ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`)
  })
}

/** By the thread pool: a video takes longer to hash than many requests take to answer. */
async function inputOf({ name, bytes }: Sent): Promise<ReceiptInput> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return { name, sha256: Buffer.from(hash).toString('hex'), bytes: bytes.byteLength }
}

/** At the head of the answer or, of documents, among what was recognised. */
function checksIn(fields: object): readonly Check[] {
  const { checks, recognized_data: data } = fields as {
    checks?: readonly Check[]
    recognized_data?: { checks?: readonly Check[] }
  }
  return checks ?? data?.checks ?? []
}
