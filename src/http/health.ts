// Tells machines how the server is: alive, ready (every part really asked), and in numbers.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { codes, Refusal } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { StoreUnavailable } from '../store/port.ts'
import { withoutPersonalData } from './log.ts'
import { outcome } from './schemas.ts'

const askMs = 3_000
/** Probes come from several sides; one asking serves all of them for a moment. */
const rememberMs = 1_000

type Checks = Record<'database' | 'files' | 'workers', string>

export function openHealth(app: FastifyInstance, runtime: Runtime): void {
  const ok = { message: codes.success.message, result_code: codes.success.code }
  const tags = ['Operation']

  app.get(
    '/healthz',
    { schema: { tags, summary: 'The process is alive.', response: { 200: z.object(outcome) } } },
    async (request) => {
      request.resultCode = codes.success.code
      return ok
    },
  )

  let asked: { readonly at: number; readonly checks: Promise<Checks> } | undefined
  const readiness = z.object({ ...outcome, checks: z.record(z.string(), z.string()) })
  app.get(
    '/readyz',
    {
      schema: {
        tags,
        summary: 'Database, files and workers answer; new work is welcome.',
        response: { 200: readiness, 503: readiness },
      },
    },
    async (request, reply) => {
      if (!asked || performance.now() - asked.at > rememberMs)
        asked = { at: performance.now(), checks: ask(runtime) }
      const checks = await asked.checks
      const ready = Object.values(checks).every((state) => state === 'ok') && !runtime.traffic.closing
      const code = ready ? codes.success : codes.unavailable
      request.resultCode = code.code
      const message = runtime.traffic.closing
        ? 'Service Unavailable: the server is shutting down'
        : code.message
      return reply.code(ready ? 200 : 503).send({ message, result_code: code.code, checks })
    },
  )

  app.get(
    '/metrics',
    { schema: { tags, summary: 'Prometheus metrics.', produces: ['text/plain'] } },
    async (request, reply) => {
      const { metricsToken } = runtime.config
      if (metricsToken && !same(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
        throw new Refusal(codes.unauthorized)
      return reply.type(runtime.metrics.contentType).send(await runtime.metrics.render())
    },
  )
}

async function ask(runtime: Runtime): Promise<Checks> {
  const [database, files, workers] = await Promise.all([
    stateOf(() => runtime.store.database.query('SELECT 1')),
    stateOf(() => runtime.store.files.check()),
    stateOf(() => askWorkers(runtime)),
  ])
  return { database, files, workers }
}

async function askWorkers(runtime: Runtime): Promise<void> {
  const health = await runtime.workers.ask(askMs)
  if (health.ready === 0) throw new StoreUnavailable(health.faults.join('; ') || 'no worker is ready')
}

async function stateOf(question: () => Promise<unknown>): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new StoreUnavailable(`no answer within ${askMs / 1000} s`)),
    askMs,
  )
  try {
    await Promise.race([question(), late.promise])
    return 'ok'
  } catch (error) {
    return withoutPersonalData((error as Error).message)
  } finally {
    clearTimeout(timer)
  }
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
