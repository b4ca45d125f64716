// Describes doors in the words of OpenAPI 3.1, from the same tables that open them.
import { z } from 'zod'
import { type Code, codes } from '../codes.ts'
import { addNamed, describeSchema, type NamedSchemas, namedSchema, reference } from './json-schema.ts'
import { metricsToken, openPaths, openSchemas, openTag } from './open-paths.ts'
import type { Described, Route } from './route.ts'
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

/** What some doors refuse in their act, and name among their answers. */
const ownRefusals: readonly Code[] = [codes.notFound]

const tagTexts: Readonly<Record<string, string>> = {
  'Distance liveness challenge': 'The person holds the face near, at a middle distance and far away.',
  'Nose liveness challenge': 'The person brings the tip of the nose into a box.',
  'Profile liveness challenge': 'The person turns, raises and lowers the head, smiles or winks.',
  'Identity documents': 'Vietnamese identity cards of every kind, and passports.',
  'Driver licence': 'Vietnamese driving licences, front and back.',
  MRZ: 'The machine-readable zone of travel documents.',
  'Business registration': 'Certificates of Vietnamese businesses, as a PDF or as pictures.',
  'Video liveness': 'Is the face in a video that of a living person?',
  'Face matching': 'Is the person before the camera the one on the card?',
  'Face collections': 'People that an organisation knows, found by their face.',
  Organisation: 'Who is calling.',
  Receipts: 'Signed records of verdicts, to be proved later.',
}

export function describeApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = structuredClone(openPaths)
  const schemas: NamedSchemas = { ...openSchemas }
  for (const { path, method, operation, schemas: more } of routes) {
    const methods = paths[path] ?? {}
    methods[method.toLowerCase()] = operation
    paths[path] = methods
    addNamed(schemas, more)
  }
  const refused = describeSchema(namedSchema('Refusal', refusal), 'output')
  addNamed(schemas, refused.named)
  const tags = [...new Set(routes.map((route) => route.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selfsame',
      version,
      description: introduction,
      contact: { name: 'The Selfsame authors' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'The server that tells this.' },
      {
        url: 'http://127.0.0.1:8080',
        description: 'A server on your own machine, as it starts unless told.',
      },
    ],
    tags: [...tags.map((name) => ({ name, description: tagTexts[name] ?? name })), openTag],
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Name and password of an organisation, in UTF-8.',
        },
        metricsToken,
      },
      headers,
      responses: Object.fromEntries(
        [...sharedRefusals, ...ownRefusals].map((code) => [`refused${code.code}`, refusalResponse(code)]),
      ),
      schemas,
    },
  }
}

export function operationOf(spec: Described): { readonly operation: object; readonly schemas: NamedSchemas } {
  const schemas: NamedSchemas = {}
  const shape = pascal(spec.sharesShapesOf ?? spec.name)
  /** The schema stands among the components, under this name. */
  const placed = (name: string, schema: z.ZodType, io: 'input' | 'output'): object => {
    const described = describeSchema(schema, io)
    addNamed(schemas, { ...described.named, [name]: described.schema })
    return reference(name)
  }
  const answered = spec.answers.filter((code) => !ownRefusals.includes(code))
  const parameters = [...pathParameters(spec.path), ...queryParameters(spec.query)]
  const refusals = [...sharedRefusals, ...ownRefusals.filter((code) => spec.answers.includes(code))]
  const refused = refusals.map((code) => [
    code.status,
    { $ref: `#/components/responses/refused${code.code}` },
  ])
  const answer = placed(
    `${shape}Answer`,
    z.object(answeredFields({ ...spec, answers: answered }, shape)),
    'output',
  )
  const operation = {
    operationId: spec.name,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    security: [{ basic: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(spec.body && {
      requestBody: {
        required: spec.bodyIsOptional !== true,
        content: { 'application/json': { schema: placed(`${shape}Request`, spec.body, 'input') } },
      },
    }),
    ...(spec.files && { requestBody: form(`${shape}Request`, spec.files, schemas) }),
    responses: {
      ...answeredBy(spec.acceptedStatus ?? 200, answered, answer),
      ...Object.fromEntries(refused),
    },
  }
  return { operation, schemas }
}

/** Success under its own status where the specification gives it one; every other outcome under 200. */
function answeredBy(accepted: number, answers: readonly Code[], schema: object): Record<string, object> {
  const statusOf = (code: Code) => (code.code === 200 ? accepted : 200)
  const statuses = [...new Set(answers.map(statusOf))]
  const response = (status: number) => {
    const told = answers.filter((code) => statusOf(code) === status)
    return {
      description: `Answered: result_code ${told.map((code) => `\`${code.code}\` ${code.message}`).join(', ')}.`,
      headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
      content: { 'application/json': { schema } },
    }
  }
  return Object.fromEntries(statuses.map((status) => [status, response(status)]))
}

function answeredFields(
  { fields, outcomeField, bareFields, answers }: Described,
  shape: string,
): z.ZodRawShape {
  const told = { ...outcome, result_code: resultCode(`${shape}ResultCode`, answers) }
  const holder = outcomeField === undefined ? undefined : fields[outcomeField]
  if (outcomeField !== undefined && holder instanceof z.ZodObject)
    return { ...fields, [outcomeField]: namedSchema(`${shape}Data`, holder.extend(told)) }
  // One shape of which all is optional, not a choice of two: languages without such choices can read it as well.
  return bareFields
    ? { ...fields, message: told.message.optional(), result_code: told.result_code.optional() }
    : { ...fields, ...told }
}

/** The numbers an operation may answer with, and what languages with enumerations may call them. */
function resultCode(name: string, answers: readonly Code[]) {
  const byNumber = new Map(answers.toReversed().map((code) => [code.code, code]))
  const numbers = [...new Set(answers.map((code) => code.code))]
  const told = numbers.map((number) => byNumber.get(number) as Code)
  return namedSchema(
    name,
    z.literal(numbers).meta({
      description: 'The outcome; 200 is success.',
      'x-enum-varnames': told.map((code) => pascal(keyOf(code))),
      'x-enum-descriptions': told.map((code) => code.meaning),
    }),
  )
}

const keyOf = (code: Code): string =>
  Object.entries<Code>(codes).find(([, known]) => known === code)?.[0] ?? `code${code.code}`

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function form(name: string, files: NonNullable<Described['files']>, schemas: NamedSchemas): object {
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
  const isList = files.maxFiles > 1
  const property = isList ? { type: 'array', minItems: 1, maxItems: files.maxFiles, items: file } : file
  schemas[name] = { type: 'object', properties: { [files.field]: property }, required: [files.field] }
  return { required: true, content: { 'multipart/form-data': { schema: reference(name) } } }
}

function pathParameters(path: string): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `Id of the ${name.replace(/_id$/, '')}.`,
    schema: { type: 'string' },
  }))
}

function queryParameters(schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = describeSchema(schema, 'input').schema as {
    properties?: Record<string, { description?: string; anyOf?: object[] }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, anyOf, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    // What may also be repeated is described by its plain form: few languages can say either-or in a query.
    schema: anyOf?.[0] ?? rest,
  }))
}

const headers = {
  RequestId: {
    description: 'Under this id the request stands in the log of the server.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', format: 'int32' },
  },
}

function refusalResponse(code: Code): object {
  const example = { message: code.message, result_code: code.code }
  const comesBack = code === codes.tooManyRequests || code === codes.unavailable
  return {
    description: code.meaning,
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(comesBack && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: { 'application/json': { schema: reference('Refusal'), example } },
  }
}
