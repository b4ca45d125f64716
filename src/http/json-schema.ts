// Turns schemas into those of OpenAPI 3.1: every shape with a name stands once among the components, and is referred to.
import { z } from 'zod'

/** Shapes by the name they have among the components. */
export type NamedSchemas = Record<string, object>

export interface DescribedSchema {
  readonly schema: object
  /** The named shapes it refers to. */
  readonly named: NamedSchemas
}

type Json = z.core.JSONSchema.BaseSchema

/** A shape that requests and answers refer to by its name. */
export const namedSchema = <Schema extends z.ZodType>(name: string, schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), id: name })

export const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

export function describeSchema(schema: z.ZodType, io: 'input' | 'output'): DescribedSchema {
  const {
    $schema,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  })
  const defined = Object.entries($defs).map(([name, { id, ...rest }]) => [name, pointed(rest)])
  return { schema: pointed(own), named: Object.fromEntries(defined) }
}

/** Adds shapes to those there are; the same name for two shapes is a mistake of ours. */
export function addNamed(all: NamedSchemas, more: NamedSchemas): void {
  for (const [name, schema] of Object.entries(more)) {
    const known = all[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`the OpenAPI would have two shapes named ${name}`)
    all[name] = schema
  }
}

/**
 * Answers may gain fields, and unknown fields of requests are ignored. An integer fits a double without saying.
 * Formats are for languages that have several.
 */
function tidy(json: Json): void {
  if (json.additionalProperties === false) delete json.additionalProperties
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.enum?.every(Number.isInteger)) json.type = 'integer'
  if (json.type === 'integer') json.format ??= 'int32'
  if (json.type === 'number') json.format ??= 'double'
}

/** References as the whole document needs them. */
function pointed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(pointed) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === '$ref' && typeof inner === 'string'
      ? inner.replace('#/$defs/', '#/components/schemas/')
      : pointed(inner),
  ])
  return Object.fromEntries(entries)
}
