// Describes doors in the words of OpenAPI 3.1, from the same tables that open them.
import { z } from 'zod'
import { type Code, codes } from '../codes.ts'
import type { Described, Door } from './door.ts'
import { outcome, refusal } from './schemas.ts'

const introduction = `Selfsame verifies that a person in front of a camera is genuine and matches records, and reads documents.

Every path of the API asks for HTTP Basic credentials of an organisation. The outcome of an operation is \`result_code\` in the body; 200 is success. Refusals carry the same number as HTTP status and name the field or limit.`

/** What every door may answer before its own act begins. */
export const sharedRefusals: readonly Code[] = [
  codes.badRequest,
  codes.unauthorized,
  codes.requestTimeout,
  codes.tooLarge,
  codes.unsupportedMediaType,
  codes.unreadable,
  codes.tooManyRequests,
  codes.internal,
  codes.unavailable,
]

export function describeApi(doors: readonly Door[], version: string): object {
  const paths: Record<string, Record<string, object>> = structuredClone(operationPaths)
  for (const { path, method, operation } of doors) {
    const methods = paths[path] ?? {}
    methods[method.toLowerCase()] = operation
    paths[path] = methods
  }
  const refusals = sharedRefusals.map((code) => [`refused${code.code}`, refusalResponse(code)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selfsame',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(doors.map((door) => door.tag)), 'Operation'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      responses: Object.fromEntries(refusals),
      schemas: { Refusal: jsonSchema(refusal, 'output') },
    },
  }
}

export function operationOf(spec: Described): object {
  const answers = spec.answers.map((code) => `\`${code.code}\` ${code.message}`).join(', ')
  const answered = z.object(answeredFields(spec))
  const parameters = [...pathParameters(spec.path), ...queryParameters(spec.query)]
  const refused = sharedRefusals.map((code) => [
    code.status,
    { $ref: `#/components/responses/refused${code.code}` },
  ])
  return {
    operationId: spec.name,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    security: [{ basic: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(spec.body || spec.files ? { requestBody: requestBody(spec) } : {}),
    responses: {
      [spec.acceptedStatus ?? 200]: {
        description: `Answered: result_code ${answers}.`,
        content: { 'application/json': { schema: answerSchema(answered, spec.bareFields) } },
      },
      ...Object.fromEntries(refused),
    },
  }
}

function answeredFields({ fields, outcomeField, answers }: Described): z.ZodRawShape {
  const codeNumbers = [...new Set(answers.map((code) => code.code))]
  const told = {
    ...outcome,
    result_code: z.literal(codeNumbers).describe('The outcome; 200 is success.'),
  }
  const holder = outcomeField === undefined ? undefined : fields[outcomeField]
  return outcomeField !== undefined && holder instanceof z.ZodObject
    ? { ...fields, [outcomeField]: holder.extend(told) }
    : { ...fields, ...told }
}

function answerSchema(answered: z.ZodType, bareFields: z.ZodRawShape | undefined): object {
  const schema = jsonSchema(answered, 'output')
  return bareFields ? { anyOf: [schema, jsonSchema(z.object(bareFields), 'output')] } : schema
}

function requestBody({ body, bodyIsOptional, files }: Described): object {
  if (body)
    return {
      required: bodyIsOptional !== true,
      content: { 'application/json': { schema: jsonSchema(body, 'input') } },
    }
  const field = files?.field ?? 'file'
  const items = {
    type: 'array',
    maxItems: files?.maxFiles,
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
  }
  const schema = { type: 'object', properties: { [field]: items }, required: [field] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function pathParameters(path: string): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters(schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema: rest,
  }))
}

function refusalResponse(code: Code): object {
  const schema = { $ref: '#/components/schemas/Refusal' }
  const example = { message: code.message, result_code: code.code }
  return { description: code.meaning, content: { 'application/json': { schema, example } } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // Answers may gain fields; and that a code is an integer, and an integer fits a double, goes without saying.
      if (io === 'output') delete jsonSchema.additionalProperties
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer'
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}

const plainOutcome = {
  type: 'object',
  properties: { message: { type: 'string' }, result_code: { type: 'integer' } },
}
const readiness = {
  type: 'object',
  properties: {
    ...plainOutcome.properties,
    checks: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: '`ok`, or what is wrong, per part.',
    },
  },
}
const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
})

/** What machines that look after the server ask; no credentials. */
const operationPaths: Record<string, Record<string, object>> = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['Operation'],
      summary: 'The process is alive.',
      responses: { 200: json('Alive.', plainOutcome) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['Operation'],
      summary: 'Database, files and workers answer; new work is welcome.',
      responses: { 200: json('Ready.', readiness), 503: json('Not ready.', readiness) },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['Operation'],
      summary: 'Prometheus metrics.',
      responses: {
        200: {
          description: 'Text exposition format.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  },
}
