// The pieces that request and response schemas are made of.
import { z } from 'zod'
import { codes } from '../codes.ts'
import { type Decoded, decodeBase64, sizeText } from './base64.ts'
import { namedSchema } from './json-schema.ts'

/**
 * A short text that any store can hold and give back unchanged: no zero character, no half of a surrogate pair.
 * Counted in characters as people count them, not in UTF-16 units.
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'holds characters that are not allowed')
    .refine((value) => {
      if (value.length < min || value.length > max * 2) return false
      const length = value.length <= max ? value.length : [...value].length
      return length <= max
    }, `must have ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max })

/** A name that people read: of characters that can be seen, with plain spaces between them. */
export const visibleText = (min: number, max: number) =>
  text(min, max).refine(
    (value) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u.test(value),
    'holds control characters, or characters that cannot be seen',
  )

export const externalPersonId = text(1, 256).describe(
  'Id of the person in your own system. It is kept as it is, and data can be exported and erased by it.',
)

export const consentReference = text(1, 256).describe(
  "Your own reference to the person's consent. It is kept, exported and erased with the data.",
)

const fileLimits = new WeakMap<object, number>()

/** Stands in a large body where the text of a file was: a thread decoded it. */
export class DecodedFile {
  readonly decoded: Decoded

  constructor(decoded: Decoded) {
    this.decoded = decoded
  }
}

/** A file inside JSON; the handler gets its bytes. `what` says what it shows, as a sentence. */
export function base64File(limitBytes: number, what = 'The file.'): z.ZodType<Buffer, string> {
  const file = z
    .any()
    .transform((value: unknown, context): Buffer => {
      if (typeof value !== 'string' && !(value instanceof DecodedFile)) {
        context.issues.push({ code: 'invalid_type', expected: 'string', input: value })
        return z.NEVER
      }
      const decoded = typeof value === 'string' ? decodeBase64(value, limitBytes) : value.decoded
      if ('bytes' in decoded) return decoded.bytes
      const params = decoded.tooLarge ? { refusal: codes.tooLarge } : {}
      context.issues.push({ code: 'custom', input: '', message: decoded.fault, params })
      return z.NEVER
    })
    .meta({
      type: 'string',
      // Of 3.0, which most generators read first; then of 3.1.
      format: 'byte',
      contentEncoding: 'base64',
      description: `${what} Base64 text: standard or URL-safe alphabet, with or without a \`data:\` prefix, padding and line breaks. At most ${sizeText(limitBytes)} once decoded.`,
    })
  fileLimits.set(file.def, limitBytes)
  return file as z.ZodType<Buffer, string>
}

export interface FileInJson {
  /** The names of the fields that lead to it. */
  readonly path: readonly string[]
  readonly limitBytes: number
}

/** The schemas that stand around another, and those that have fields. */
type Def = z.core.$ZodTypeDef & {
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

/** The files that a body of this schema may hold; no request has a list of them. */
export function filesIn(schema: z.ZodType, path: readonly string[] = []): FileInJson[] {
  const def = schema.def as Def
  const limitBytes = fileLimits.get(def)
  if (limitBytes !== undefined) return [{ path, limitBytes }]
  const around = def.innerType ?? def.in
  if (around) return filesIn(around, path)
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => filesIn(field, [...path, name]))
}

/** A picture for examples, short enough to be read past: 18 by 24 grey pixels as WebP, of the proportions 3 to 4. */
export const examplePicture =
  'UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA=='

const bothScales = 'a share from 0 to 1, or a percentage from 2 to 100'
const isShare = (value: number): boolean => value >= 0 && value <= 1
/** A value between 1 and 2 may be meant as a share or as percent: 1.5 taken for percent would switch a check off. */
const isPercentage = (value: number): boolean => value >= 2 && value <= 100

/** A share as callers write it: 0.8 and 80 are the same, and so may be the usual one. The handler gets percent. */
export const shareOrPercent = (about: string, usual: number, { isAboveZero = false } = {}) =>
  z
    .number()
    .refine((value) => isShare(value) || isPercentage(value), `must be ${bothScales}`)
    .refine((value) => !isAboveZero || value !== 0, `must be more than 0: ${bothScales}`)
    .meta(isAboveZero ? { exclusiveMinimum: 0, maximum: 100 } : { minimum: 0, maximum: 100 })
    .transform((value) => (isShare(value) ? 100 * value : value))
    .prefault(usual)
    .describe(`${about} It is ${bothScales}: 0.8 and 80 are the same.`)

/** Our addition to the answers: each check, with what was measured and where the line is. */
export const check = namedSchema(
  'Check',
  z.object({
    name: z.string().describe('Name of the check; docs/reference/api.md lists them with what they ask.'),
    score: z.number().describe('The value that was measured.'),
    threshold: z.number().describe('The value that the score is compared with.'),
    rule: namedSchema(
      'CheckRule',
      z
        .enum(['at-least', 'at-most'])
        .describe(
          'The side of the threshold on which the check passes. A score equal to the threshold passes.',
        ),
    ),
    outcome: namedSchema(
      'CheckOutcome',
      z
        .enum(['passed', 'failed', 'noted'])
        .describe(
          'Whether the score is on the right side. `noted` means that it is not, but that this check decides nothing alone.',
        ),
    ),
    field: z.string().optional().describe('The field that the check is about.'),
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe('Where values are compared: what each source says, or what a rule asks for.'),
    calibration: z
      .string()
      .optional()
      .describe(
        'Of a likeness: the calibration that the score is by, such as `organisation-3` (docs/guides/thresholds.md). Absent where it is that of strangers at large.',
      ),
  }),
)

export const checks = z
  .array(check)
  .describe('Every check that was made, in the order in which they were made.')

/** Our addition to the answers of routes that take pictures. */
export const trailing_bytes = z
  .record(z.string(), z.int().min(1))
  .optional()
  .describe(
    'How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none.',
  )

/** What every body carries. */
export const outcome = {
  message: z.string().describe('The outcome as text; `result_code` is the one to program against.'),
  result_code: z.int().describe('The outcome as a number; 200 is success.'),
}

export const refusal = z.object({
  ...outcome,
  errors: z
    .array(
      namedSchema(
        'FieldError',
        z.object({
          path: z
            .string()
            .describe(
              'The field of the request, with dots where it lies inside another: `attachment.content`.',
            ),
          message: z.string().describe('What is wrong with the field. The value itself is never repeated.'),
        }),
      ),
    )
    .optional()
    .describe('One entry for each wrong field. Absent where the refusal is about no field.'),
})
