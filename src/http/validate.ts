// Checks a request against its schema and says in plain words which field is wrong, never quoting its value.
import type { z } from 'zod'
import { type Code, codes, type FieldError, Refusal } from '../codes.ts'

export type Part = 'body' | 'query'

export function validate<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  part: Part,
): z.output<Schema> {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issues = result.error.issues
  const errors = issues.flatMap((issue) => fieldErrors(issue, part))
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

function fieldErrors(issue: z.core.$ZodIssue, part: Part): FieldError[] {
  const path = issue.path.map(String)
  const at = (steps: string[]): string => (steps.length === 0 ? part : steps.join('.'))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: at([...path, key.slice(0, 100)]),
      message: 'is not a field of this request',
    }))
  if (issue.code === 'invalid_type') {
    const missing = issue.message.endsWith('received undefined') && path.length > 0
    const expected = expectedTexts[issue.expected] ?? issue.expected
    return [{ path: at(path), message: missing ? `is required: ${expected}` : `must be ${expected}` }]
  }
  if (issue.code === 'invalid_value')
    return [
      {
        path: at(path),
        message: `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`,
      },
    ]
  if (issue.code === 'too_small')
    return [
      { path: at(path), message: `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}` },
    ]
  if (issue.code === 'too_big')
    return [
      { path: at(path), message: `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}` },
    ]
  return [{ path: at(path), message: issue.message }]
}

const expectedTexts: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
}
