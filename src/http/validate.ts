// Checks a request against its schema and says in plain words which field is wrong, never quoting its value.
import type { z } from 'zod'
import { type Code, codes, type FieldError, Refusal } from '../codes.ts'
import { type Ignore, tidyFields } from './request-fields.ts'

export type RequestPart = 'body' | 'query'

/** Null for an optional field is taken out of the data, and so are unknown fields where `ignore` is given. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  part: RequestPart,
  ignore?: Ignore,
): z.output<Schema> {
  tidyFields(schema, data, ignore)
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issues = result.error.issues
  const errors = issues.flatMap((issue) => fieldErrors(issue, part, isMissing(data, issue.path)))
  const graver = issues.map(refusalOf).find((code) => code !== undefined)
  if (graver) {
    const first = errors[0]
    throw new Refusal(graver, { errors, message: `${graver.message}: ${first?.path} ${first?.message}` })
  }
  throw new Refusal(codes.badRequest, { errors })
}

/** A check inside a schema may ask for another code than 400, as a file over its limit does. */
function refusalOf(issue: z.core.$ZodIssue): Code | undefined {
  return issue.code === 'custom' ? (issue.params?.refusal as Code | undefined) : undefined
}

/** Whether the field is not there, or null; what is null inside a list is there. */
function isMissing(data: unknown, path: readonly PropertyKey[]): boolean {
  if (typeof path.at(-1) === 'number') return false
  const value = path.reduce((held, step) => (held as Record<PropertyKey, unknown> | undefined)?.[step], data)
  return value === undefined || (value === null && path.length > 0)
}

function fieldErrors(issue: z.core.$ZodIssue, part: RequestPart, isMissing: boolean): FieldError[] {
  const steps = issue.path.map(String)
  const path = steps.length === 0 ? part : steps.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...steps, key.slice(0, 100)].join('.'),
      message: 'is not a field of this request',
    }))
  if (steps.length === 0 && isMissing && part === 'body') return [{ path, message: missingBody }]
  const expected = expectedOf(issue)
  if (expected) return [{ path, message: isMissing ? `is required: ${expected}` : `must be ${expected}` }]
  if (issue.code === 'too_small')
    return [{ path, message: `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}` }]
  if (issue.code === 'too_big')
    return [{ path, message: `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}` }]
  return [{ path, message: issue.message }]
}

const missingBody = 'is required: send a JSON object, with content-type application/json'

/** What the field should be, where it is something else altogether. */
function expectedOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return expectedTexts[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ')
  if (issue.code !== 'invalid_union') return undefined
  const choices = issue.errors.flatMap(([first]) =>
    first?.path.length === 0 ? expectedOf(first) : undefined,
  )
  return choices.includes(undefined) || choices.length === 0 ? undefined : [...new Set(choices)].join(' or ')
}

const expectedTexts: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
}
