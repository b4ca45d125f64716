// The route of the MRZ reader.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { atLeast } from '../../checks.ts'
import { codes, type Refusal, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { base64File, checks, examplePicture, externalPersonId, text } from '../../http/schemas.ts'
import { exampleDocumentId, exampleValues } from '../cards/example.ts'
import { type AnswerValues, answerValues } from '../cards/record.ts'
import { confidenceText } from '../confidence-text.ts'
import { documentNotFound } from '../detected.ts'
import { DETECTED } from '../detected-names.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { COMMON_NAMES } from '../kinds/kind.ts'
import { isPassport } from '../kinds/kinds.ts'
import { servedPages, servedPlaces } from '../pages/places.ts'
import type { DocumentParts } from '../parts.ts'
import {
  detectedShape,
  judgesPages,
  lineConfidences,
  placement,
  processStatus,
  servedShape,
  server_tag,
} from '../route-fields.ts'
import { serverTag } from '../server-tag.ts'
import { readUpload } from '../uploaded-pages.ts'
import { askOfZone, readZone } from './read.ts'

/** They say what the example of a passport says. */
const EXAMPLE_LINES = [
  'P<VNMNGUYEN<<DUC<LAM<<<<<<<<<<<<<<<<<<<<<<<<',
  'B2031884<3VNM7007260M2610092042070003918<<20',
]

const fileName = text(0, 1024).optional().describe('Name of the file. It is neither used nor kept.')

export const mrzReaderRoutes = (runtime: DocumentParts): Route[] => {
  const content = base64File(runtime.config.imageLimitBytes, 'Picture of the document.')
  return [
    route({
      name: 'readMrz',
      method: 'POST',
      path: '/mrz-reader',
      tag: {
        name: 'MRZ',
        description: 'The machine-readable zone of travel documents.',
        area: 'documents',
      },
      summary: 'Read the machine-readable zone of a travel document.',
      description:
        'Zones of type TD1 and TD3 are read, and also TD2 and visas. `content` and `name` may stand in the body or inside `attachment`. What cannot be read is empty. Nothing is kept.',
      body: z
        .strictObject({
          content: content.optional(),
          name: fileName,
          attachment: namedSchema(
            'Attachment',
            z.strictObject({ content: content, name: fileName }).describe('The picture.'),
          ).optional(),
          external_person_id: externalPersonId.optional(),
        })
        .refine(({ content, attachment }) => content !== undefined || attachment !== undefined, {
          path: ['content'],
          message: 'is required: a text, here or in attachment',
        })
        .refine(({ content, attachment }) => content === undefined || attachment === undefined, {
          path: ['attachment'],
          message: 'is given beside content; send one of them',
        }),
      fields: {
        document_type: z.literal('identity-proof').describe('Always `identity-proof`.'),
        id: z.string().describe('Id of this answer. Nothing is kept under it.'),
        linked_file_ids: z.array(z.string()).describe('Always empty, because nothing is kept.'),
        process_status: processStatus,
        recognized_data: namedSchema(
          'TravelData',
          z
            .object({
              ...servedShape<keyof AnswerValues<'travel'>>(ANSWER_FIELDS.travel),
              mrz_type: z
                .string()
                .describe(
                  'Type of the zone: `TD1`, `TD2`, `TD3`, `MRVA` or `MRVB`; empty where none was found.',
                ),
              mrz_lines: z
                .array(z.string())
                .describe(
                  'The lines of the zone from top to bottom, as long as its format has them, with `<` for a filler; a character is corrected only where a check digit proves it, or no other can stand there. Empty where no zone was found.',
                ),
              mrz_linesconf: lineConfidences,
              ...detectedShape(DETECTED, COMMON_NAMES),
              server_tag,
              ...placement,
              checks,
            })
            .describe('What was read in the zone.'),
        ),
      },
      judges: judgesPages,
      answers: [codes.success, codes.documentNotFound],
      example: {
        body: { content: examplePicture, name: 'passport.jpg' },
        answers: [
          {
            when: 'The zone of a passport was read. Checks are shortened; places and pages are left out.',
            code: codes.success,
            fields: {
              document_type: 'identity-proof',
              id: exampleDocumentId,
              linked_file_ids: [],
              process_status: 'processed',
              recognized_data: {
                ...exampleValues('travel', isPassport),
                mrz_type: 'TD3',
                mrz_lines: EXAMPLE_LINES,
                mrz_linesconf: confidenceText(EXAMPLE_LINES.map(() => 0.9987)),
                server_tag: serverTag(runtime.version),
                places: {},
                pages: [],
                checks: [atLeast('mrz-check-digit-composite', 1, 1)],
              },
            },
          },
          {
            when: 'There is no machine-readable zone in the picture.',
            code: documentNotFound({ detected: 'nothing' }),
            fields: {
              document_type: 'identity-proof',
              id: exampleDocumentId,
              linked_file_ids: [],
              process_status: 'failed',
              recognized_data: {
                ...answerValues('travel', () => undefined),
                mrz_type: '',
                mrz_lines: [],
                mrz_linesconf: '[]',
                detected: 'nothing',
                server_tag: serverTag(runtime.version),
                places: {},
                pages: [],
                checks: [atLeast('zones-found', 0, 1)],
              },
            },
          },
        ],
      },
      handle: async ({ body, organisationId, signal, cut }) => {
        const field = body.attachment ? 'attachment.content' : 'content'
        const bytes = body.attachment?.content ?? body.content
        if (!bytes) throw new Error('a body without content passed its schema')
        const upload = { field, bytes, organisationId, signal: signal(), cut }
        const zone = readZone(await readUpload(runtime, upload, askOfZone), runtime.now())
        if (zone === 'several') throw severalDocuments(field)
        return {
          code: zone.code,
          fields: {
            document_type: 'identity-proof' as const,
            id: randomUUID(),
            linked_file_ids: [],
            process_status: zone.code === codes.success ? ('processed' as const) : ('failed' as const),
            recognized_data: {
              ...zone.values,
              mrz_type: zone.format,
              mrz_lines: zone.lines.map((line) => line.text),
              mrz_linesconf: confidenceText(zone.lines.map((line) => line.confidence)),
              ...zone.detected,
              server_tag: serverTag(runtime.version),
              places: servedPlaces(zone.places, []),
              pages: servedPages(zone.pages, []),
              checks: [...zone.checks],
            },
          },
        }
      },
    }),
  ]
}

function severalDocuments(path: string): Refusal {
  return refuse(codes.unreadable, path, 'shows several travel documents; send one at a time')
}
