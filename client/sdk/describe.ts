// Reads docs/reference/openapi.json and the table of operations into what a client of any language needs to know.
import { type OperationName, operations, type Operation as Row } from '../src/operations.ts'

export type Type =
  | { readonly is: 'text' | 'whole' | 'number' | 'flag' | 'anything' }
  /** A file that travels as Base64 inside JSON. */
  | { readonly is: 'file' }
  | { readonly is: 'list' | 'map'; readonly of: Type }
  | { readonly is: 'either'; readonly of: readonly Type[] }
  | { readonly is: 'model' | 'choice'; readonly name: string }

export interface Field {
  /** The name in JSON. */
  readonly name: string
  readonly words: string
  readonly type: Type
  readonly isRequired: boolean
  readonly isNullable: boolean
}

export interface Model {
  readonly name: string
  readonly words: string
  readonly fields: readonly Field[]
}

/** A text of which the values are known today; a server may know more tomorrow. */
export interface Choice {
  readonly name: string
  readonly words: string
  readonly values: readonly string[]
}

export interface ResultCode {
  readonly name: string
  readonly number: number
  readonly words: string
}

export interface Operation {
  readonly name: string
  readonly words: string
  readonly method: string
  readonly path: string
  readonly ids: readonly string[]
  readonly query: readonly Field[]
  /** The model of the JSON body; undefined where there is none. */
  readonly body: Model | undefined
  /** The field of the form with a file, or with a list of files. */
  readonly form: { readonly name: string; readonly isList: boolean } | undefined
  readonly answer: { readonly is: 'model'; readonly name: string } | { readonly is: 'text' | 'file' }
  /** May not be repeated after a broken connection: nobody knows whether it was done. */
  readonly isOnce: boolean
  readonly isOpen: boolean
  readonly takesKey: boolean
  readonly alsoAnswers: number | undefined
}

export interface Api {
  readonly version: string
  readonly models: readonly Model[]
  readonly choices: readonly Choice[]
  readonly resultCodes: readonly ResultCode[]
  readonly operations: readonly Operation[]
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
  readonly const?: string | number
  readonly contentEncoding?: string
  readonly format?: string
  readonly 'x-enum-varnames'?: readonly string[]
  readonly 'x-enum-descriptions'?: readonly string[]
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Described {
  readonly operationId: OperationName
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function describeApi({ info, paths, components: { schemas } }: Document): Api {
  const named = Object.entries(schemas)
  const models = new Map(
    named.filter(([, { type }]) => type === 'object').map(([name, schema]) => [name, modelOf(name, schema)]),
  )
  const choices = named.filter(([, schema]) => isChoice(schema))
  const typed = { schemas, models }
  return {
    version: info.version,
    models: [...models.values()],
    choices: choices.map(([name, { description = '', enum: values = [] }]) => ({
      ...{ name, words: description, values: values.map(String) },
    })),
    resultCodes: resultCodesOf(Object.values(schemas)),
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operationOf(typed, method, path, described)),
    ),
  }

  function modelOf(name: string, { description = '', properties = {}, required = [] }: Schema): Model {
    const fields = Object.entries(properties).map(([key, schema]) => ({
      ...{ name: key, words: wordsOf(schema), isRequired: required.includes(key) },
      ...typeOf(schema, schemas),
    }))
    return { name, words: description, fields }
  }

  function wordsOf(schema: Schema): string {
    // A client takes the file itself, so how Base64 is written is no matter of its callers.
    const own = schema.description?.replace(/Base64 text:[^.]*\. ?/, '')
    return own ?? (schema.$ref ? (schemas[nameOf(schema.$ref)]?.description ?? '') : '')
  }
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const isChoice = (schema: Schema): boolean => schema.type === 'string' && schema.enum !== undefined

/** Throws on a form that no language was taught: a client that guesses is worse than none. */
function typeOf(
  schema: Schema,
  schemas: Document['components']['schemas'],
): Pick<Field, 'type' | 'isNullable'> {
  const of = (inner: Schema) => typeOf(inner, schemas).type
  const plain = (type: Type, isNullable = false) => ({ type, isNullable })
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const target = schemas[name]
    if (target === undefined) throw new Error(`the document refers to ${name}, which is not there`)
    if (target.type === 'object') return plain({ is: 'model', name })
    return isChoice(target) ? plain({ is: 'choice', name }) : typeOf(target, schemas)
  }
  if (schema.anyOf !== undefined) {
    const some = schema.anyOf.filter(({ type }) => type !== 'null')
    const [first = {}] = some
    const type: Type = some.length === 1 ? of(first) : { is: 'either', of: some.map(of) }
    return plain(type, some.length < schema.anyOf.length)
  }
  const kinds = [schema.type ?? []].flat()
  const [kind, ...others] = kinds.filter((one) => one !== 'null')
  const isNullable = kinds.includes('null')
  if (others.length > 0) throw new Error(`no language here knows the type ${kinds.join(' or ')}`)
  switch (kind) {
    case undefined:
      return plain({ is: 'anything' }, isNullable)
    case 'string':
      return plain({ is: schema.contentEncoding === 'base64' ? 'file' : 'text' }, isNullable)
    case 'integer':
      return plain({ is: 'whole' }, isNullable)
    case 'number':
      return plain({ is: Number.isInteger(schema.const) ? 'whole' : 'number' }, isNullable)
    case 'boolean':
      return plain({ is: 'flag' }, isNullable)
    case 'array':
      return plain({ is: 'list', of: of(schema.items ?? {}) }, isNullable)
    case 'object':
      if (schema.properties === undefined)
        return plain({ is: 'map', of: of(schema.additionalProperties ?? {}) }, isNullable)
  }
  throw new Error(`no language here knows the schema ${JSON.stringify(schema).slice(0, 200)}`)
}

/** Some numbers have two names, because their words differ by operation; the one that comes first is kept. */
function resultCodesOf(schemas: readonly Schema[]): ResultCode[] {
  const codes = new Map<number, ResultCode>()
  for (const schema of schemas) {
    const { 'x-enum-varnames': names, 'x-enum-descriptions': words = [] } = schema
    if (names === undefined || schema['x-enum-descriptions'] === undefined) continue
    for (const [at, value] of (schema.enum ?? [schema.const ?? 0]).entries()) {
      const number = Number(value)
      if (!codes.has(number)) codes.set(number, { name: names[at] ?? '', number, words: words[at] ?? '' })
    }
  }
  return [...codes.values()].sort((a, b) => a.number - b.number)
}

interface Typed {
  readonly schemas: Document['components']['schemas']
  readonly models: ReadonlyMap<string, Model>
}

function operationOf(
  { schemas, models }: Typed,
  method: string,
  path: string,
  described: Described,
): Operation {
  const row: Row = operations[described.operationId]
  const { operationId: name, summary, description, parameters = [], requestBody } = described
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      ...{ name: one.name, words: one.description ?? '', isRequired: one.required === true },
      ...typeOf(one.schema, schemas),
    }))
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const body = schema?.$ref === undefined ? undefined : models.get(nameOf(schema.$ref))
  const formField = row.form && schema?.$ref && schemas[nameOf(schema.$ref)]?.properties?.[row.form]
  return {
    ...{ name, method: method.toUpperCase(), path, query },
    words: [summary, description].filter((part) => part !== undefined).join(' '),
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
    body: row.form === undefined ? body : undefined,
    form: row.form && formField ? { name: row.form, isList: formField.type === 'array' } : undefined,
    answer: answerOf(described, row),
    ...{ isOnce: row.once === true, isOpen: row.open === true, takesKey: row.takesKey === true },
    alsoAnswers: row.alsoAnswers,
  }
}

function answerOf({ operationId, responses }: Described, { text, file }: Row): Operation['answer'] {
  if (text) return { is: 'text' }
  if (file) return { is: 'file' }
  const reference = Object.values(responses['200']?.content ?? {})[0]?.schema.$ref
  if (reference === undefined) throw new Error(`the answer of ${operationId} has no name`)
  return { is: 'model', name: nameOf(reference) }
}

/** `createDocument` as `create_document`. */
export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/\W+/g, '_')

/** `challenge_id` or `startNose` as `ChallengeId`, `StartNose`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Lines of at most so many characters, broken between words. */
export function wrapped(words: string, width: number): string[] {
  const lines = ['']
  for (const word of words.split(/\s+/).filter((one) => one !== '')) {
    const last = lines[lines.length - 1] ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
