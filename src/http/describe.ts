// Describes one route in the words of OpenAPI 3.1, from the same data that opens it.
import { z } from 'zod'
import { type Code, codes } from '../codes.ts'
import { addNamed, describeSchema, type NamedSchemas, namedSchema, reference } from './json-schema.ts'
import type { Described } from './route-spec.ts'
import { outcome } from './schemas.ts'

/** What every route may answer before its handler is called. */
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

/** What some handlers refuse, and their routes list among their answers. */
export const ownRefusals: readonly Code[] = [codes.notFound]

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
    tags: [spec.tag.name],
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

/** Success is listed under its own status where the specification gives it one; every other outcome under 200. */
function answeredBy(accepted: number, answers: readonly Code[], schema: object): Record<string, object> {
  const statusOf = (code: Code) => (code.code === 200 ? accepted : 200)
  const statuses = [...new Set(answers.map(statusOf))]
  const response = (status: number) => {
    const listed = answers.filter((code) => statusOf(code) === status)
    return {
      description: `Answered: result_code ${listed.map((code) => `\`${code.code}\` ${code.message}`).join(', ')}.`,
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
  const described = { ...outcome, result_code: resultCode(`${shape}ResultCode`, answers) }
  const holder = outcomeField === undefined ? undefined : fields[outcomeField]
  if (outcomeField !== undefined && holder instanceof z.ZodObject)
    return { ...fields, [outcomeField]: namedSchema(`${shape}Data`, holder.extend(described)) }
  // This is one shape with optional fields, not a choice of two, because not every language has such choices.
  return bareFields
    ? { ...fields, message: described.message.optional(), result_code: described.result_code.optional() }
    : { ...fields, ...described }
}

/** The numbers an operation may answer with, and what languages with enumerations may call them. */
function resultCode(name: string, answers: readonly Code[]) {
  const byNumber = new Map(answers.toReversed().map((code) => [code.code, code]))
  const numbers = [...new Set(answers.map((code) => code.code))]
  const listed = numbers.flatMap((number) => byNumber.get(number) ?? [])
  return namedSchema(
    name,
    z.literal(numbers).meta({
      description: 'The outcome; 200 is success.',
      'x-enum-varnames': listed.map((code) => pascal(keyOf(code))),
      'x-enum-descriptions': listed.map((code) => code.meaning),
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
