// What the audit trail is told of a request, and what the caller is told when the trail cannot be written.
import type { FastifyRequest } from 'fastify'
import { codes } from '../codes.ts'
import { withoutPersonalData } from '../observability/log.ts'
import type { Runtime } from '../runtime.ts'
import type { AuditEvent } from '../store/records/audit.ts'

export const auditEventOf = (runtime: Runtime, request: FastifyRequest, status: number): AuditEvent => ({
  at: runtime.now(),
  organisationId: request.organisationId,
  requestId: request.id,
  operation: request.apiRoute?.name ?? '',
  route: request.apiRoute?.path ?? '',
  status,
  resultCode: request.resultCode,
})

/** Nobody gets an answer that the trail does not know: what was done stays done, and may be asked for again. */
export function auditFailure(runtime: Runtime, request: FastifyRequest, error: Error) {
  const reason = withoutPersonalData(error.message)
  runtime.log.warn({ request_id: request.id, reason }, 'answer not recorded')
  const { code, status, message } = codes.unavailable
  request.resultCode = code
  return { status, retryAfter: '2', text: JSON.stringify({ message, result_code: code }) }
}
