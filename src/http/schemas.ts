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

export const externalPersonId = text(1, 256).describe(
  'Id of the person in your own system. It is kept as it is, and data can be exported and erased by it.',
)

export const consentReference = text(1, 256).describe(
  "Your own reference to the person's consent. It is kept, exported and erased with the data.",
)

export const collectionId = text(1, 256).describe('Id of the collection; you choose it.')

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
    field: z.string().optional().describe('The field of the document that the check is about.'),
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Where values are compared: what each source says (`ocr`, `qr`, `mrz`, `chip`), or what a rule asks for.',
      ),
    calibration: z
      .string()
      .optional()
      .describe(
        'Of a likeness of faces: the calibration that the score is by, such as `organisation-3` (docs/guides/thresholds.md). Absent where it is that of strangers at large.',
      ),
  }),
)

export const checks = z
  .array(check)
  .describe('Every check that was made, in the order in which they were made.')

const corners = z
  .array(z.number())
  .length(8)
  .describe(
    'Four corners as x and y in turn, clockwise from the upper left of the page as it is read. The unit is the pixel of the upright picture, turned as its EXIF says; in a PDF it is the point, counted from the upper left of the page.',
  )

const inFile = {
  file_id: z
    .string()
    .optional()
    .describe('The file that shows it, one of `linked_file_ids`. Absent where no file was kept.'),
  page: z.int().min(1).optional().describe('In a PDF: the number of the page, counted from 1.'),
}

const seenPage = namedSchema(
  'SeenPage',
  z.object({
    ...inFile,
    document: z.string().describe('The kind of document that the page was taken for.'),
    id_type: z
      .string()
      .describe('The side: `0` for a front, `1` for a back, empty where the document has no sides.'),
    width: z
      .number()
      .describe('Width of the whole upright picture, or of the page of the PDF, in the unit of its corners.'),
    height: z
      .number()
      .describe('Height of the whole upright picture, or of the page of the PDF, in the same unit.'),
    corners,
  }),
)

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
                .describe(
                  'Where the value comes from: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `text` the text that a PDF contains.',
                ),
            ),
            quad: corners,
          }),
        ),
      ),
    )
    .describe(
      'Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found.',
    ),
  pages: z.array(seenPage).describe('Every page that was found, with its corners in its picture.'),
}

/** Our addition to an answer about one of several documents in a picture. */
export const otherDocuments = z
  .array(seenPage)
  .describe(
    'Documents of other kinds beside it in the picture of this call, which were seen and are not answered; empty where there are none.',
  )

/** Our additions to an answer without the document that was asked for: what the picture shows instead. */
export const detectedShape = <Name extends string, Document extends string>(
  names: readonly Name[],
  documents: readonly Document[],
) => ({
  detected: namedSchema(
    'Detected',
    z
      .enum(names)
      .describe(
        'What stands in the way: there is `nothing`; `another-document`, or `another-side` of it, than is read here; a document of the right kind that is not legible, or its number, or its name. Absent with 200.',
      ),
  ).optional(),
  detected_document: namedSchema(
    'DetectedDocument',
    z
      .enum(documents)
      .describe('The document that was seen, beside `detected`; absent where it is none that we know.'),
  ).optional(),
})

/** Who says what a field of a document holds. */
export const sources = z
  .record(z.string(), z.array(namedSchema('Source', z.enum(['ocr', 'qr', 'mrz', 'chip']))))
  .describe(
    'The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached.',
  )

/** Our addition to the answers of routes that take pictures. */
export const trailing_bytes = z
  .record(z.string(), z.int().min(1))
  .optional()
  .describe(
    'How many bytes of a file were not of its picture or document, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none.',
  )

export const processStatus = namedSchema(
  'ProcessStatus',
  z
    .enum(['processed', 'failed'])
    .describe(
      '`processed` where the answer shows a document that was read: with `result_code` 200, and where a picture of another kind was to be attached to it. `failed` otherwise.',
    ),
)

export const livenessCheck = namedSchema(
  'LivenessCheck',
  z
    .enum(['face-genuine', 'face-not-genuine'])
    .describe('Whether the face is that of a living person, and not of a picture or a screen.'),
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

export const lineConfidences = z
  .string()
  .describe(
    'How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read.',
  )

export const reliability = z
  .string()
  .describe(
    'How reliable the picture is: a bracketed list. The lower the first number, from 0 to 1, the likelier the picture shows a screen, glare or blur, or the document is forged. A high number does not rule out a screen. A second number, -1.0, stands for a photocopy or a black-and-white print.',
  )

export const warningShape = {
  warning: z
    .array(z.string())
    .describe('Signs of a forgery or of a poor picture, as text. They do not make the call fail.'),
  warning_code: z
    .array(z.int())
    .describe(
      'The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture).',
    ),
}

export const server_tag = z
  .string()
  .describe('The build that read the document: version of the server and of the network that reads text.')

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
