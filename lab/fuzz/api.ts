// Reads docs/reference/openapi.json: operations with what they take and what they may answer.
import { readFileSync } from 'node:fs'

/** The part of JSON Schema that our description uses; the check of answers refuses anything else. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly contentEncoding?: string
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  /** Whether the operation needs no credentials. */
  readonly isOpen: boolean
  readonly takes: 'json' | 'multipart' | 'nothing'
  readonly body: Schema | undefined
  readonly bodyIsRequired: boolean
  readonly pathNames: readonly string[]
  readonly query: readonly { readonly name: string; readonly schema: Schema }[]
  /** The content types and shapes of the body, by status. */
  readonly answers: ReadonlyMap<number, readonly { readonly type: string; readonly schema: Schema }[]>
}

export interface Api {
  readonly operations: readonly Operation[]
  resolve(schema: Schema): Schema
  /** Returns the operation of a method and a raw path, if any. */
  match(method: string, rawPath: string): Operation | undefined
}

interface Written {
  readonly paths: Record<string, Record<string, WrittenOperation>>
  readonly components: {
    readonly schemas: Record<string, Schema>
    readonly responses: Record<string, WrittenResponse>
  }
}
interface WrittenResponse {
  readonly $ref?: string
  readonly content?: Record<string, { readonly schema: Schema }>
}
interface WrittenOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Record<string, { readonly schema: Schema }>
  }
  readonly responses: Record<string, WrittenResponse>
}

const lastName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

export function readApi(
  text = readFileSync(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8'),
): Api {
  const written = JSON.parse(text) as Written
  const { schemas, responses } = written.components
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema
    const named = schemas[lastName(schema.$ref)]
    if (!named) throw new Error(`the OpenAPI has no ${schema.$ref}`)
    return resolve(named)
  }
  const operations = Object.entries(written.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => readOperation(path, method.toUpperCase(), one, responses)),
  )
  return { operations, resolve, match: (method, rawPath) => matching(operations, method, rawPath) }
}

function readOperation(
  path: string,
  method: string,
  written: WrittenOperation,
  responses: Readonly<Record<string, WrittenResponse>>,
): Operation {
  const [type, content] = Object.entries(written.requestBody?.content ?? {})[0] ?? []
  const answers = Object.entries(written.responses).map(([status, one]) => {
    const whole = one.$ref === undefined ? one : (responses[lastName(one.$ref)] ?? one)
    const shapes = Object.entries(whole.content ?? {}).map(([name, { schema }]) => ({ type: name, schema }))
    return [Number(status), shapes] as const
  })
  const parameters = written.parameters ?? []
  return {
    id: written.operationId,
    method,
    path,
    tag: written.tags?.[0] ?? '',
    isOpen: (written.security ?? [{ basic: [] }]).every((one) => !('basic' in one)),
    takes: type === undefined ? 'nothing' : type === 'application/json' ? 'json' : 'multipart',
    body: content?.schema,
    bodyIsRequired: written.requestBody?.required === true,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    query: parameters.filter((one) => one.in === 'query'),
    answers: new Map(answers),
  }
}

/**
 * The path is read as the router reads it: decoded except for its separators, fixed words before parameters. A path of
 * fixed words that lacks the method is refused, also where the same path with a parameter has it.
 */
function matching(operations: readonly Operation[], method: string, rawPath: string): Operation | undefined {
  const [whole = ''] = rawPath.split(/[?#]/, 1)
  let path: string
  try {
    path = decodeURI(whole)
  } catch {
    return undefined
  }
  const given = path.split('/')
  const fitting = operations.filter((one) => {
    const segments = one.path.split('/')
    return (
      segments.length === given.length &&
      segments.every((segment, i) => (segment.startsWith('{') ? given[i] !== '' : segment === given[i]))
    )
  })
  const [closest] = fitting.toSorted((one, other) => one.pathNames.length - other.pathNames.length)
  return fitting.find((one) => one.path === closest?.path && one.method === method)
}
