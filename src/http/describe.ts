// Describes one route in the words of OpenAPI 3.1, from the same data that opens it.

import { z } from 'zod'
import { rolesFor } from '../access/roles.ts'
import { scopesFor } from '../access/scopes.ts'
import { stepRefusals } from '../access/why-refused.ts'
import { type Code, codes } from '../codes.ts'
import { sizeText } from './base64.ts'
import { addNamed, describeSchema, type NamedSchemas, namedSchema, reference } from './json-schema.ts'
import { ignoredFieldsHeader, trailingBytesHeader } from './request-fields.ts'
import type { Described } from './route-spec.ts'
import { filesIn, outcome, trailing_bytes } from './schemas.ts'

/** What every route may answer before its handler is called. */
export const sharedRefusals: readonly Code[] = [
  codes.badRequest,
  codes.unauthorized,
  codes.forbidden,
  codes.requestTimeout,
  codes.tooLarge,
  codes.unsupportedMediaType,
  codes.unreadable,
  codes.tooManyRequests,
  codes.internal,
  codes.unavailable,
]

/** What some handlers refuse, and their routes list among their answers. */
export const ownRefusals: readonly Code[] = [
  codes.notFound,
  codes.secondReviewerNeeded,
  codes.conflict,
  codes.idempotencyKeyUsed,
]

const refusalsOfSteps: readonly Code[] = stepRefusals
const isOfSteps = ({ step, answers }: Described): boolean =>
  step !== undefined || answers.some((code) => refusalsOfSteps.includes(code))

export function operationOf(spec: Described): { readonly operation: object; readonly schemas: NamedSchemas } {
  const schemas: NamedSchemas = {}
  const shape = pascal(spec.sharesShapesOf ?? spec.name)
  /** The schema stands among the components, under this name. */
  const placed = (name: string, schema: z.ZodType, io: 'input' | 'output'): object => {
    const described = describeSchema(schema, io)
    addNamed(schemas, { ...described.named, [name]: described.schema })
    return reference(name)
  }
  const answered = spec.answers.filter((code) => ![...ownRefusals, ...refusalsOfSteps].includes(code))
  if (spec.query) addNamed(schemas, describeSchema(spec.query, 'input').named)
  const parameters = [...pathParameters(spec), ...queryParameters(spec), ...headerParameters(spec)]
  const refusals = [
    ...sharedRefusals,
    ...ownRefusals.filter((code) => spec.answers.includes(code)),
    ...(spec.stores ? [codes.storageFull] : []),
  ]
  const refused = refusals.map((code) => [
    code.status,
    { $ref: `#/components/responses/refused${code.code}` },
  ])
  if (isOfSteps(spec)) refused.push([stepRefusals[0].status, { $ref: '#/components/responses/refusedStep' }])
  const answer = spec.answersFile
    ? {}
    : placed(`${shape}Answer`, z.object(answeredFields({ ...spec, answers: answered }, shape)), 'output')
  const operation = {
    operationId: spec.name,
    tags: [spec.tag.name],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    security: securityOf(spec),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(spec.body && {
      requestBody: {
        required: spec.bodyIsOptional !== true,
        content: {
          'application/json': {
            schema: placed(`${shape}Request`, spec.body, 'input'),
            ...(spec.example?.body !== undefined && { example: spec.example.body }),
          },
        },
      },
    }),
    ...(spec.files && {
      requestBody: form(`${shape}Request`, spec.files, queryParameters(spec), schemas, spec.example?.files),
    }),
    responses: {
      ...(spec.answersFile ? fileOf(spec.answersFile) : answeredBy({ ...spec, answers: answered }, answer)),
      ...Object.fromEntries(refused),
    },
  }
  return { operation, schemas }
}

/** Any one of these opens the route. */
function securityOf({ tag, method, step, person, caller }: Described): object[] {
  if (caller === 'anyone') return []
  if (caller === 'member') return [{ memberSession: [] }]
  if (person === 'token') return [{ personToken: [] }]
  if (person === 'link or token') return [{ personLink: [] }, { personToken: [] }]
  const ofOrganisation = [
    { basic: [] },
    { apiKey: scopesFor(tag.area, method) },
    { memberSession: rolesFor({ area: tag.area, method }) },
  ]
  return step ? [...ofOrganisation, { personToken: [] }] : ofOrganisation
}

export const answerHeaders = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  [ignoredFieldsHeader]: { $ref: '#/components/headers/IgnoredFields' },
  [trailingBytesHeader]: { $ref: '#/components/headers/TrailingBytes' },
}

const fileOf = ({ types, about }: NonNullable<Described['answersFile']>): Record<string, object> => ({
  200: {
    description: about,
    headers: answerHeaders,
    content: Object.fromEntries(
      types.map((type) => [
        type,
        { schema: { type: 'string', format: 'binary' }, example: 'the bytes of the file' },
      ]),
    ),
  },
})

/** Success is listed under its own status where the specification gives it one; every other outcome under 200. */
function answeredBy(spec: Described, schema: object): Record<string, object> {
  const { acceptedStatus = 200, answers, example } = spec
  const statusOf = (code: Code) => (code.code === 200 ? acceptedStatus : 200)
  const statuses = [...new Set(answers.map(statusOf))]
  const response = (status: number) => {
    const listed = answers.filter((code) => statusOf(code) === status)
    const shown = example?.answers.filter(({ code }) => statusOf(code) === status) ?? []
    return {
      description: `Answered: result_code ${listed.map((code) => `\`${code.code}\` ${code.message}`).join(', ')}.`,
      headers: answerHeaders,
      content: {
        'application/json': {
          schema,
          ...(shown.length > 0 && { examples: examplesOf(shown, spec.outcomeField) }),
        },
      },
    }
  }
  return Object.fromEntries(statuses.map((status) => [status, response(status)]))
}

function examplesOf(
  shown: NonNullable<Described['example']>['answers'],
  outcomeField: string | undefined,
): Record<string, object> {
  const examples: Record<string, object> = {}
  for (const { code, fields, isBare, when } of shown) {
    const name = keyOf(code)
    const value = isBare ? fields : withOutcome(fields, code, outcomeField)
    examples[name in examples ? `${name}${Object.keys(examples).length + 1}` : name] = {
      summary: `${code.code}: ${when}`,
      value,
    }
  }
  return examples
}

/** The body of an answer: its fields with the outcome beside them, or inside of one of them. */
export function withOutcome(fields: object, code: Code, inside: string | undefined): object {
  const outcome = { message: code.message, result_code: code.code }
  if (inside === undefined) return { ...fields, ...outcome }
  const held = (fields as Record<string, object | undefined>)[inside]
  return { ...fields, [inside]: { ...held, ...outcome } }
}

/** Whether a route takes files whose end is looked for. */
const takesPictures = ({ body, files }: Described): boolean =>
  files ? files.areVideos !== true : body !== undefined && filesIn(body).length > 0

function answeredFields(spec: Described, shape: string): z.ZodRawShape {
  const { outcomeField, bareFields, answers } = spec
  const fields = takesPictures(spec) ? { ...spec.fields, trailing_bytes } : spec.fields
  const described = { ...outcome, result_code: resultCode(`${shape}ResultCode`, answers) }
  const holder = outcomeField === undefined ? undefined : fields[outcomeField]
  if (outcomeField !== undefined && holder instanceof z.ZodObject) {
    const extended = holder.extend(described).describe(holder.description ?? '')
    return { ...fields, [outcomeField]: namedSchema(`${shape}Data`, extended) }
  }
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

/** A code whose message was made more exact has the name of the code in the table. */
function keyOf(code: Code): string {
  const rows = Object.entries<Code>(codes)
  const row = rows.find(([, known]) => known === code) ?? rows.find(([, known]) => known.code === code.code)
  return row?.[0] ?? `code${code.code}`
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** What a query may ask for may stand in the form as well. */
function form(
  name: string,
  files: NonNullable<Described['files']>,
  asked: readonly QueryParameter[],
  schemas: NamedSchemas,
  names: readonly string[] | undefined,
): object {
  const isList = files.maxFiles > 1
  const limits = `at most ${sizeText(files.limitBytes)} each`
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
  const property = isList
    ? {
        type: 'array',
        minItems: 1,
        maxItems: files.maxFiles,
        items: file,
        description: `${files.about ?? ''} Up to ${files.maxFiles} files, ${limits}; repeat the field for each.`,
      }
    : { ...file, description: `${files.about ?? ''} At most ${sizeText(files.limitBytes)}.` }
  const texts = asked.map(({ name, schema }) => [
    name,
    { ...schema, description: `The same as \`${name}\` in the query; send it once.` },
  ])
  schemas[name] = {
    type: 'object',
    properties: { [files.field]: property, ...Object.fromEntries(texts) },
    required: [files.field],
  }
  const example = names && { [files.field]: isList ? names : names[0] }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: reference(name), ...(example && { example }) } },
  }
}

const headerParameters = ({ takesIdempotencyKey }: Described): object[] =>
  takesIdempotencyKey
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Up to 255 visible characters of your choice. A request that is repeated with it within 24 hours does nothing twice, and gets the first answer again with the header `idempotent-replayed: true`.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : []

function pathParameters({ path, params, example }: Described): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const [abouts, examples] = [params, example?.params] as (Record<string, string> | undefined)[]
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(abouts?.[name] !== undefined && { description: abouts[name] }),
    schema: { type: 'string' },
    ...(examples?.[name] !== undefined && { example: examples[name] }),
  }))
}

interface QueryParameter {
  readonly name: string
  readonly schema: object
}

function queryParameters({ query, example }: Described): QueryParameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = describeSchema(query, 'input').schema as {
    properties?: Record<string, { description?: string; anyOf?: object[] }>
    required?: string[]
  }
  const examples = example?.query as Record<string, unknown> | undefined
  return Object.entries(properties).map(([name, { description, anyOf, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    // What may also be repeated is described by its plain form: few languages can say either-or in a query.
    schema: anyOf?.[0] ?? rest,
    ...(examples?.[name] !== undefined && { example: examples[name] }),
  }))
}
