// Goes through a request by its schema before it is checked: null counts as absent, and unknown fields are set aside by name.
import type { z } from 'zod'

/** What a schema says about the fields of an object, or about the items of a list. */
type Shape = { readonly fields: ReadonlyMap<string, Field> } | { readonly items: Shape }

interface Field {
  /** Whether null means that the field is not there. */
  readonly mayBeNull: boolean
  readonly shape: Shape | undefined
}

/** Called with the path of each unknown field; the field is then taken out of the data. */
export type Ignore = (path: readonly string[]) => void

/** Changes the data in place. Without `ignore` unknown fields stay, and a strict schema refuses them. */
export function tidyFields(schema: z.ZodType, data: unknown, ignore: Ignore | undefined): void {
  const shape = shapeOf(schema)
  if (shape) tidy(shape, data, [], ignore)
}

/** The names of the fields that a request of this schema may have. */
export function fieldNames(schema: z.ZodType): ReadonlySet<string> {
  const shape = shapeOf(schema)
  return new Set(shape && 'fields' in shape ? shape.fields.keys() : [])
}

function tidy(shape: Shape, data: unknown, path: readonly string[], ignore: Ignore | undefined): void {
  if (typeof data !== 'object' || data === null) return
  if ('items' in shape) {
    if (Array.isArray(data))
      for (const [index, item] of data.entries()) tidy(shape.items, item, [...path, String(index)], ignore)
    return
  }
  if (Array.isArray(data)) return
  const values = data as Record<string, unknown>
  for (const name in values) {
    const field = shape.fields.get(name)
    if (field === undefined) {
      if (ignore === undefined) continue
      ignore([...path, name])
      delete values[name]
    } else if (values[name] === null) {
      if (field.mayBeNull) delete values[name]
    } else if (field.shape) tidy(field.shape, values[name], [...path, name], ignore)
  }
}

/** Schemas are walked once, when the first request for them comes. */
const shapes = new WeakMap<z.ZodType, { readonly shape: Shape | undefined }>()

function shapeOf(schema: z.ZodType): Shape | undefined {
  let known = shapes.get(schema)
  if (known === undefined) {
    known = { shape: readShape(schema) }
    shapes.set(schema, known)
  }
  return known.shape
}

/** The kinds of schema that stand around another, and what leads to it. */
type Def = z.core.$ZodTypeDef & {
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

/** A choice of several objects has no shape here: no request has one. */
function readShape(schema: z.ZodType): Shape | undefined {
  const { type, innerType, in: input, element, shape } = schema.def as Def
  const around = innerType ?? input
  if (around) return readShape(around)
  if (type === 'array' && element) {
    const items = readShape(element)
    return items && { items }
  }
  if (shape === undefined) return undefined
  return { fields: new Map(Object.entries(shape).map(([name, field]) => [name, readField(field)])) }
}

const readField = (schema: z.ZodType): Field => ({
  mayBeNull: schema.safeParse(undefined).success && !schema.safeParse(null).success,
  shape: readShape(schema),
})

/** The fields of one request that were ignored: as they stand in the header, and how many more there were. */
export interface IgnoredFields {
  readonly names: Set<string>
  more: number
}

export const ignoredFieldsHeader = 'x-selfsame-ignored-fields'

const MOST_NAMES = 20
/** Of each name, in characters. */
const LONGEST_NAME = 40
/** Of all names together, in bytes. Proxies take few kilobytes of headers, and answer 502 where there are more. */
const LONGEST_LIST = 1000

/** Adds a name, as long as the header stays short. */
export function addIgnored(ignored: IgnoredFields, path: readonly string[]): void {
  const { names } = ignored
  const name = names.size < MOST_NAMES ? path.map(inHeader).join('.') : undefined
  if (name !== undefined && names.has(name)) return
  if (name !== undefined && ignoredText(ignored).length + name.length < LONGEST_LIST) names.add(name)
  else ignored.more++
}

/** Percent-encoded, with the dot, which stands between the steps of a path; so nothing but names gets into the header. */
const inHeader = (name: string): string =>
  name === '' ? '""' : encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed()).replaceAll('.', '%2E')

export const ignoredText = ({ names, more }: IgnoredFields): string =>
  [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ')

export const trailingBytesHeader = 'x-selfsame-trailing-bytes'
export const replayedHeader = 'idempotent-replayed'

/** All of them together: names of files would make it long. */
export const trailingText = (trailing: ReadonlyMap<string, number>): string =>
  String([...trailing.values()].reduce((sum, bytes) => sum + bytes, 0))
