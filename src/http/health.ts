// Tells machines how the server is: alive, ready (every part really asked), and in numbers.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import { withoutPersonalData } from '../observability/log.ts'
import type { Runtime } from '../runtime.ts'
import { StoreUnavailable } from '../store/port.ts'

const askMs = 3_000
/** Probes come from several sides; one asking serves all of them for a moment. */
const rememberMs = 1_000

type Checks = Record<'database' | 'files' | 'workers' | 'gallery', string>

export function openHealth(app: FastifyInstance, runtime: Runtime): void {
  app.get('/healthz', { exposeHeadRoute: true }, async (request) => {
    request.resultCode = codes.success.code
    return { message: codes.success.message, result_code: codes.success.code }
  })

  let asked: { readonly at: number; readonly checks: Promise<Checks> } | undefined
  app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
    if (!asked || performance.now() - asked.at > rememberMs)
      asked = { at: performance.now(), checks: ask(runtime) }
    const checks = await asked.checks
    const { closing } = runtime.traffic
    const ready = !closing && Object.values(checks).every((state) => state === 'ok')
    const code = ready ? codes.success : codes.unavailable
    request.resultCode = code.code
    const message = closing ? `${code.message}: the server is shutting down` : code.message
    return reply.code(code.status).send({ message, result_code: code.code, checks })
  })

  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = runtime.config
    if (metricsToken && !same(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw new Refusal(codes.unauthorized)
    request.resultCode = codes.success.code
    return reply.type(runtime.metrics.contentType).send(await runtime.metrics.render())
  })
}

async function ask(runtime: Runtime): Promise<Checks> {
  const [database, files, workers, gallery] = await Promise.all([
    stateOf(() => runtime.store.database.query('SELECT 1')),
    stateOf(() => runtime.store.files.check()),
    stateOf(() => askWorkers(runtime)),
    stateOf(() => runtime.gallery.check()),
  ])
  return { database, files, workers, gallery }
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
