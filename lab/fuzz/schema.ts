// Checks a value against a schema of the OpenAPI document, and more strictly: a field it does not name is a fault.
import type { Api, Schema } from './api.ts'

/** These words are checked or only descriptive; any other word stops the run, so that none is ignored. */
const checkedWords = new Set([
  '$ref',
  'type',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'propertyNames',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
])
const tellingWords = new Set([
  'description',
  'title',
  'default',
  'example',
  'examples',
  'format',
  'contentEncoding',
  'contentMediaType',
  'x-enum-varnames',
  'x-enum-descriptions',
  'readOnly',
  'deprecated',
])

/** Returns where and how the value differs; undefined when it fits. It never quotes the value. */
export function differs(api: Api, given: Schema, value: unknown, at = 'body'): string | undefined {
  const schema = api.resolve(given)
  for (const word in schema)
    if (!checkedWords.has(word) && !tellingWords.has(word))
      throw new Error(`the check of answers does not know the word ${word} at ${at}`)
  if ('const' in schema && value !== schema.const) return `${at} is not the constant`
  if (schema.enum && !schema.enum.includes(value)) return `${at} is none of the values listed`
  const fits = (one: Schema) => differs(api, one, value, at) === undefined
  if (schema.anyOf && !schema.anyOf.some(fits)) return `${at} fits none of anyOf`
  if (schema.oneOf && schema.oneOf.filter(fits).length !== 1) return `${at} does not fit one of oneOf`
  for (const one of schema.allOf ?? []) {
    const fault = differs(api, one, value, at)
    if (fault) return fault
  }
  return differsInType(schema, value, at) ?? ofContent(api, schema, value, at)
}

function differsInType({ type }: Schema, value: unknown, at: string): string | undefined {
  const allowed = [type ?? []].flat()
  const own = typeOf(value)
  if (allowed.length === 0 || allowed.includes(own)) return undefined
  if (own === 'integer' && allowed.includes('number')) return undefined
  return `${at} is ${own}, not ${allowed.join(' or ')}`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function ofContent(api: Api, schema: Schema, value: unknown, at: string): string | undefined {
  if (typeof value === 'number') return ofNumber(schema, value, at)
  if (typeof value === 'string') return ofText(schema, value, at)
  if (Array.isArray(value)) return ofList(api, schema, value, at)
  if (typeof value === 'object' && value !== null)
    return ofObject(api, schema, value as Record<string, unknown>, at)
  return undefined
}

function ofNumber(schema: Schema, value: number, at: string): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
  const fits = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
  return fits ? undefined : `${at} is out of its range`
}

function ofText({ minLength = 0, maxLength = Infinity, pattern }: Schema, value: string, at: string) {
  const length = [...value].length
  if (length < minLength || length > maxLength) return `${at} has a wrong length`
  return pattern === undefined || new RegExp(pattern, 'u').test(value) ? undefined : `${at} has another form`
}

function ofList(api: Api, schema: Schema, value: readonly unknown[], at: string): string | undefined {
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (value.length < minItems || value.length > maxItems) return `${at} has a wrong number of items`
  if (!items) return undefined
  for (const [i, item] of value.entries()) {
    const fault = differs(api, items, item, `${at}[${i}]`)
    if (fault) return fault
  }
  return undefined
}

function ofObject(
  api: Api,
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string | undefined {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  for (const name of required) if (!(name in value)) return `${at}.${name} is missing`
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    const other = typeof additionalProperties === 'object' ? additionalProperties : undefined
    if (!known && !other && additionalProperties !== true && schema.type === 'object')
      return `${at} has a field that is not named: ${name.slice(0, 60)}`
    if (!known && propertyNames && differs(api, propertyNames, name, at)) return `${at} has a wrong key`
    const shape = known ?? other
    const fault = shape && differs(api, shape, inner, known ? `${at}.${name}` : `${at}.*`)
    if (fault) return fault
  }
  return undefined
}
