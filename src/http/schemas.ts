// The pieces that request and response schemas are made of.
import { z } from 'zod'
import { codes } from '../codes.ts'
import { decodeBase64 } from './base64.ts'

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

export const externalPersonId = text(1, 256).describe('Id of the person in your own system; not interpreted.')

export const collectionId = text(1, 256).describe('Id of the collection, chosen by you.')

/** A file inside JSON; the handler gets its bytes. */
export const base64File = (what: string, limitBytes: number) =>
  z
    .string()
    .transform((value, context) => {
      const decoded = decodeBase64(value, limitBytes, what)
      if ('bytes' in decoded) return decoded.bytes
      const params = decoded.tooLarge ? { refusal: codes.tooLarge } : {}
      context.issues.push({ code: 'custom', input: '', message: decoded.fault, params })
      return z.NEVER
    })
    .meta({
      contentEncoding: 'base64',
      description:
        'Base64, with or without a `data:` prefix, padding or line breaks, standard or URL-safe alphabet.',
    })

/** A threshold as callers write it: 0.8 and 80 are the same; the handler gets percent. */
export const shareOrPercent = z
  .number()
  .min(0)
  .max(100)
  .transform((value) => (value <= 1 ? 100 * value : value))
  .describe('A share from 0 to 1, or a percentage above 1 and up to 100.')

/** Our addition to the answers: each check, with what was measured and where the line is. */
export const checks = z
  .array(
    z.object({
      name: z.string(),
      score: z.number().describe('What was measured.'),
      threshold: z.number(),
      rule: z.enum(['at-least', 'at-most']).describe('On which side of the threshold the score must be.'),
      outcome: z
        .enum(['passed', 'failed', 'noted'])
        .describe('`noted`: on the wrong side, but nothing that decides alone.'),
      field: z.string().optional().describe('The field of the document it is about.'),
      values: z
        .record(z.string(), z.string())
        .optional()
        .describe('What each source says (`ocr`, `qr`, `mrz`) or a rule asks for, where they are compared.'),
    }),
  )
  .describe('Each check that was made, in order.')

/** What every body carries. */
export const outcome = {
  message: z.string().describe('The outcome as text.'),
  result_code: z.int().describe('The outcome; 200 is success.'),
}

export const refusal = z.object({
  ...outcome,
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Each field that is wrong, and what is wrong with it.'),
})

export const lineConfidences = z
  .string()
  .describe(
    'A bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read.',
  )

/** Every value of a document with its confidence, as a table of them says. */
export const servedShape = <Name extends string>(
  rows: readonly { readonly name: Name; readonly confidence: Name; readonly about: string }[],
) =>
  Object.fromEntries(
    rows.flatMap((row) => [
      [row.name, z.string().describe(row.about)],
      [row.confidence, lineConfidences],
    ]),
  ) as Record<Name, z.ZodString>
