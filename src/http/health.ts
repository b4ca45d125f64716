// The paths for machines that look after the server: alive, ready (every part is really asked), and metrics.
import { timingSafeEqual } from 'node:crypto'
import { codes, Refusal } from '../codes.ts'
import { withoutPersonalData } from '../observability/log.ts'
import { StoreUnavailable } from '../store/port.ts'
import { reference } from './json-schema.ts'
import type { HttpPorts } from './ports.ts'
import type { OpenRoute, Tag } from './route-spec.ts'

const askMs = 3_000
/** Probes come from several places; one round of questions serves all of them for this long. */
const rememberMs = 1_000

type Checks = Record<'database' | 'files' | 'workers' | 'videos' | 'gallery', string>

export const operationTag: Tag = {
  name: 'Operation',
  description: 'For whoever runs the server: is it alive, is it ready, how busy is it.',
}

const outcome = {
  message: { type: 'string', description: 'The outcome as text.' },
  result_code: { type: 'integer', format: 'int32', description: 'The outcome; 200 is success.' },
}

const json = (description: string, name: string, example: object) => ({
  description,
  content: { 'application/json': { schema: reference(name), example } },
})

const exampleSandbox = {
  state: 'caged',
  layers: ['namespaces', 'landlock', 'seccomp', 'no-new-privileges', 'environment'],
}

const exampleSuccess = { message: codes.success.message, result_code: codes.success.code }

export const healthz: OpenRoute = {
  path: '/healthz',
  tag: operationTag,
  operation: {
    operationId: 'healthz',
    tags: [operationTag.name],
    summary: 'Say that the process is alive.',
    security: [],
    responses: { 200: json('The process is alive.', 'Health', exampleSuccess) },
  },
  schemas: {
    Health: { type: 'object', properties: outcome, required: ['message', 'result_code'] },
  },
  open: (app) =>
    void app.get('/healthz', { exposeHeadRoute: true }, async (request) => {
      request.resultCode = codes.success.code
      return { message: codes.success.message, result_code: codes.success.code }
    }),
}

export const readyz: OpenRoute = {
  path: '/readyz',
  tag: operationTag,
  operation: {
    operationId: 'readyz',
    tags: [operationTag.name],
    summary: 'Say whether database, files, workers and gallery answer, and videos can be read.',
    security: [],
    responses: {
      200: json('The server is ready.', 'Readiness', {
        ...exampleSuccess,
        checks: { database: 'ok', files: 'ok', workers: 'ok', videos: 'ok', gallery: 'ok' },
        sandbox: exampleSandbox,
      }),
      503: json('The server is not ready. `checks` says what is wrong.', 'Readiness', {
        message: codes.unavailable.message,
        result_code: codes.unavailable.code,
        checks: { database: 'no answer within 3 s', files: 'ok', workers: 'ok', videos: 'ok', gallery: 'ok' },
        sandbox: exampleSandbox,
      }),
    },
  },
  schemas: {
    Readiness: {
      type: 'object',
      properties: {
        ...outcome,
        checks: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The state of each part: `ok`, or what is wrong with it.',
        },
        sandbox: reference('Sandbox'),
      },
      required: ['message', 'result_code', 'checks', 'sandbox'],
    },
    Sandbox: {
      type: 'object',
      description:
        'The cage of the workers, which decode what was sent. It does not make the server unready.',
      properties: {
        state: reference('SandboxState'),
        layers: { type: 'array', items: { type: 'string' }, description: 'What holds the workers.' },
        lacking: { type: 'string', description: 'What is missing and why; absent when nothing is.' },
        open: {
          type: 'array',
          items: { type: 'string' },
          description: 'Keys and data that a worker could read; absent when none.',
        },
      },
      required: ['state', 'layers'],
    },
    SandboxState: {
      type: 'string',
      enum: ['caged', 'partial', 'off'],
      description:
        '`caged` with namespaces, `partial` with what is left without them, `off` where the operator wants none.',
    },
  },
  open(app, ports) {
    let asked: { readonly at: number; readonly checks: Promise<Checks> } | undefined
    app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
      if (!asked || performance.now() - asked.at > rememberMs)
        asked = { at: performance.now(), checks: ask(ports) }
      const checks = await asked.checks
      const { closing } = ports.traffic
      const ready = !closing && Object.values(checks).every((state) => state === 'ok')
      const code = ready ? codes.success : codes.unavailable
      request.resultCode = code.code
      const message = closing ? `${code.message}: the server is shutting down` : code.message
      const { lacking, ...held } = ports.sandbox
      const sandbox = { ...held, ...(lacking !== undefined && { lacking: withoutPaths(lacking) }) }
      return reply.code(code.status).send({ message, result_code: code.code, checks, sandbox })
    })
  },
}

export const metrics: OpenRoute = {
  path: '/metrics',
  tag: operationTag,
  operation: {
    operationId: 'metrics',
    tags: [operationTag.name],
    summary: 'Give metrics for Prometheus.',
    security: [{}, { metricsToken: [] }],
    responses: {
      200: {
        description: 'The metrics in the text format of Prometheus.',
        content: {
          'text/plain': {
            schema: { type: 'string' },
            example:
              '# HELP process_cpu_user_seconds_total Total user CPU time spent in seconds.\n# TYPE process_cpu_user_seconds_total counter\nprocess_cpu_user_seconds_total 6.402257\n',
          },
        },
      },
    },
  },
  schemas: {},
  open: (app, ports) =>
    void app.get('/metrics', async (request, reply) => {
      const { metricsToken } = ports.config
      if (metricsToken && !same(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
        throw new Refusal(codes.unauthorized)
      request.resultCode = codes.success.code
      return reply.type(ports.metrics.contentType).send(await ports.metrics.render())
    }),
}

async function ask(ports: HttpPorts): Promise<Checks> {
  const [database, files, workers, videos, gallery] = await Promise.all([
    stateOf(() => ports.store.database.query('SELECT 1')),
    stateOf(() => ports.store.files.check()),
    stateOf(() => askWorkers(ports)),
    stateOf(() => ports.videos.check()),
    stateOf(() => ports.gallery.check()),
  ])
  return { database, files, workers, videos, gallery }
}

async function askWorkers(ports: HttpPorts): Promise<void> {
  const health = await ports.workers.ask(askMs)
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
    return withoutPersonalData(withoutPaths((error as Error).message))
  } finally {
    clearTimeout(timer)
  }
}

/** Anybody may ask: where things lie on this machine is for its log and `selfsame doctor`. */
const withoutPaths = (text: string): string => text.replaceAll(/(?<=^|[\s('"])\/[^\s:;,'")]+/g, '…')

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
