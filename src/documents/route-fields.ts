// The fields that routes of documents share: where values were found, who says them, what else is in the picture.
import { z } from 'zod'
import type { Check } from '../checks.ts'
import { namedSchema } from '../http/json-schema.ts'

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
  .record(z.string(), z.array(namedSchema('Source', z.enum(['ocr', 'qr', 'mrz', 'chip', 'prior']))))
  .describe(
    'The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen.',
  )

export const processStatus = namedSchema(
  'ProcessStatus',
  z
    .enum(['processed', 'failed'])
    .describe(
      '`processed` where the answer shows a document that was read: with `result_code` 200, and where a picture of another kind was to be attached to it. `failed` otherwise.',
    ),
)

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
      'The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 190 (a text or code was written into the picture), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture).',
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

interface Recognized {
  /** Absent in answers that the specification wants without it. */
  readonly recognized_data?: { readonly checks?: readonly object[] | undefined }
}

/** The receipt of a document has the checks that stand among what was recognised. */
export const judgesPages = {
  about: 'pages',
  judgement: ({ recognized_data }: Recognized) => ({
    checks: (recognized_data?.checks ?? []) as readonly Check[],
  }),
} as const
