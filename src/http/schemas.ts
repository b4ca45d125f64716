// The pieces that request and response schemas are made of.
import { z } from 'zod'
import { codes } from '../codes.ts'
import { decodeBase64 } from './base64.ts'
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

export const externalPersonId = text(1, 256).describe('Id of the person in your own system; not interpreted.')

export const consentReference = text(1, 256).describe(
  "Of the person's consent in your own records; kept with what is kept, exported and erased with it.",
)

export const collectionId = text(1, 256).describe('Id of the collection, chosen by you.')

/** A file inside JSON; the handler gets its bytes. */
export const base64File = (limitBytes: number) =>
  z
    .string()
    .transform((value, context) => {
      const decoded = decodeBase64(value, limitBytes)
      if ('bytes' in decoded) return decoded.bytes
      const params = decoded.tooLarge ? { refusal: codes.tooLarge } : {}
      context.issues.push({ code: 'custom', input: '', message: decoded.fault, params })
      return z.NEVER
    })
    .meta({
      // Of 3.0, which most generators read first; then of 3.1.
      format: 'byte',
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
    namedSchema(
      'Check',
      z.object({
        name: z.string(),
        score: z.number().describe('What was measured.'),
        threshold: z.number(),
        rule: namedSchema(
          'CheckRule',
          z.enum(['at-least', 'at-most']).describe('On which side of the threshold the score must be.'),
        ),
        outcome: namedSchema(
          'CheckOutcome',
          z
            .enum(['passed', 'failed', 'noted'])
            .describe('`noted`: on the wrong side, but nothing that decides alone.'),
        ),
        field: z.string().optional().describe('The field of the document it is about.'),
        values: z
          .record(z.string(), z.string())
          .optional()
          .describe(
            'What each source says (`ocr`, `qr`, `mrz`) or a rule asks for, where they are compared.',
          ),
      }),
    ),
  )
  .describe('Each check that was made, in order.')

const corners = z
  .array(z.number())
  .length(8)
  .describe(
    'x and y of four corners, clockwise as seen on the upright page, its upper left first: in pixels of the upright picture (turned as its EXIF says), of a PDF in points from the upper left of the page as it is shown.',
  )

const inFile = {
  file_id: z
    .string()
    .optional()
    .describe('The file, as in `linked_file_ids`; absent where nothing was kept.'),
  page: z.int().min(1).optional().describe('Of a PDF: the page, counted from 1.'),
}

/** Our additions to the answers of documents: where on the pictures each value was found, and how the pages lie in them. */
export const placement = {
  places: z
    .record(
      z.string(),
      z.array(
        namedSchema(
          'Place',
          z.object({
            ...inFile,
            source: namedSchema(
              'PlaceSource',
              z
                .enum(['ocr', 'qr', 'mrz', 'text'])
                .describe('Printed text, a code, a machine-readable zone, letters that a PDF writes itself.'),
            ),
            quad: corners,
          }),
        ),
      ),
    )
    .describe(
      'By field: where each line of it stands, for every source that says so, the one that gave the value first. A field without places was found nowhere.',
    ),
  pages: z
    .array(
      namedSchema(
        'SeenPage',
        z.object({
          ...inFile,
          document: z.string().describe('What it was taken for.'),
          id_type: z.string().describe('`0` for a front, `1` for a back, empty where there are no sides.'),
          width: z
            .number()
            .describe('Of the whole upright picture or page of the PDF, in the unit of its quads.'),
          height: z.number(),
          corners,
        }),
      ),
    )
    .describe('How each page lies in its picture.'),
}

/** Who says what a field of a document holds. */
export const sources = z
  .record(z.string(), z.array(namedSchema('Source', z.enum(['ocr', 'qr', 'mrz']))))
  .describe('By field: the sources that say so; the first gave the value.')

export const processStatus = namedSchema('ProcessStatus', z.enum(['processed', 'failed']))

export const livenessCheck = namedSchema('LivenessCheck', z.enum(['face-genuine', 'face-not-genuine']))

/** What every body carries. */
export const outcome = {
  message: z.string().describe('The outcome as text.'),
  result_code: z.int().describe('The outcome; 200 is success.'),
}

export const refusal = z.object({
  ...outcome,
  errors: z
    .array(namedSchema('FieldError', z.object({ path: z.string(), message: z.string() })))
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
