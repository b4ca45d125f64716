// The paths for machines that look after the server, in the words of OpenAPI: they ask for no credentials.
import { type NamedSchemas, reference } from './json-schema.ts'

export const openTag = { name: 'Operation', description: 'Is the server there, ready, and how busy?' }

const outcome = {
  message: { type: 'string', description: 'The outcome as text.' },
  result_code: { type: 'integer', format: 'int32', description: 'The outcome; 200 is success.' },
}

export const openSchemas: NamedSchemas = {
  Health: { type: 'object', properties: outcome, required: ['message', 'result_code'] },
  Readiness: {
    type: 'object',
    properties: {
      ...outcome,
      checks: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: '`ok`, or what is wrong, per part.',
      },
    },
    required: ['message', 'result_code', 'checks'],
  },
  ReceiptKey: {
    type: 'object',
    properties: Object.fromEntries(
      ['kty', 'crv', 'x', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }]),
    ),
    required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
  },
  ReceiptKeys: {
    type: 'object',
    properties: { keys: { type: 'array', items: reference('ReceiptKey') } },
    required: ['keys'],
  },
}

const json = (description: string, name: string) => ({
  description,
  content: { 'application/json': { schema: reference(name) } },
})

const open = (operationId: string, summary: string, responses: object, security: object[] = []) => ({
  get: { operationId, tags: [openTag.name], summary, security, responses },
})

export const metricsToken = {
  type: 'http',
  scheme: 'bearer',
  description: 'The setting SELFSAME_METRICS_TOKEN, where it is set.',
}

export const openPaths: Readonly<Record<string, Record<string, object>>> = {
  '/healthz': open('healthz', 'The process is alive.', { 200: json('Alive.', 'Health') }),
  '/readyz': open('readyz', 'Database, files and workers answer; new work is welcome.', {
    200: json('Ready.', 'Readiness'),
    503: json('Not ready: `checks` says what is wrong.', 'Readiness'),
  }),
  '/receipts/keys': open('receiptKeys', 'The keys that sign receipts, newest first, as a JWK set.', {
    200: {
      description: 'Keys that signed once stay for ever.',
      content: { 'application/jwk-set+json': { schema: reference('ReceiptKeys') } },
    },
  }),
  '/metrics': open(
    'metrics',
    'Prometheus metrics.',
    {
      200: {
        description: 'Text exposition format.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
    [{}, { metricsToken: [] }],
  ),
}
