// The access log: a line and a metrics count for every answered request, written in batches after the answers.
import { visited } from '../access/why-refused.ts'
import { type Log, writeFields } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'

interface AccessLogEntry {
  readonly requestId: string
  readonly organisationId: string
  /** Undefined where the caller came with name and password, or with nothing. */
  readonly apiKeyId?: string | undefined
  /** Undefined where no person came with a link or token. */
  readonly verificationId?: string | undefined
  /** Undefined where no member came with a session. */
  readonly memberId?: string | undefined
  readonly method: string
  /** The path as the API writes it, never as it was called, because ids in it may be personal. */
  readonly route: string
  readonly isRoute: boolean
  readonly status: number
  readonly resultCode: number
  readonly seconds: number
  readonly isAborted: boolean
  /** Undefined where requests are not traced. */
  readonly traceId?: string | undefined
}

export interface AccessLog {
  enter(entry: AccessLogEntry): void
}

/**
 * Entries are written once per turn of the event loop, after the answers of that turn are on their way: one after the
 * other they cost a third of what they cost between two requests.
 */
export function openAccessLog(log: Log, metrics: Metrics): AccessLog {
  let entries: AccessLogEntry[] = []

  function write(): void {
    const batch = entries
    entries = []
    for (const entry of batch) {
      metrics.answered(entry.route, entry.method, entry.status, entry.resultCode, entry.seconds)
      writeLine(log, entry)
    }
  }

  return {
    enter(entry) {
      if (entries.push(entry) === 1) setImmediate(write)
    },
  }
}

/** The line is put together by hand because there is one for every request; every value is ours or was checked. */
function writeLine(log: Log, entry: AccessLogEntry): void {
  // Probes and scrapes come every few seconds, so they are logged only at debug level.
  const level = entry.isRoute || entry.status >= 400 ? 'info' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const organisation = entry.organisationId === '' ? '' : `"organisation":"${entry.organisationId}",`
  const key = entry.apiKeyId === undefined ? '' : `"api_key":"${entry.apiKeyId}",`
  const visit = entry.verificationId === undefined ? '' : `"${visited}":"${entry.verificationId}",`
  const member = entry.memberId === undefined ? '' : `"member":"${entry.memberId}",`
  const trace = entry.traceId === undefined ? '' : `"trace_id":"${entry.traceId}",`
  const resultCode = entry.resultCode === 0 ? '' : `"result_code":${entry.resultCode},`
  writeFields(
    log,
    level,
    `"request_id":"${entry.requestId}",${trace}${organisation}${key}${visit}${member}"method":"${entry.method}","route":"${entry.route}",` +
      `"status":${entry.status},${resultCode}"ms":${Math.round(entry.seconds * 10_000) / 10},` +
      `"msg":"${entry.isAborted ? 'caller disconnected' : 'answered'}"`,
  )
}
