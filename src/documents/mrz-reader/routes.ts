// The route of the MRZ reader.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { atLeast } from '../../checks.ts'
import { codes, type Refusal, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import {
  base64File,
  checks,
  examplePicture,
  externalPersonId,
  placement,
  processStatus,
  servedShape,
  server_tag,
  text,
} from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { readUpload } from '../../uploaded-images.ts'
import { exampleDocumentId, exampleValues } from '../cards/example.ts'
import { type AnswerValues, answerValues } from '../cards/record.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { isPassport } from '../kinds/kinds.ts'
import { servedPages, servedPlaces } from '../pages/places.ts'
import { serverTag } from '../server-tag.ts'
import { askOfZone, readZone } from './read.ts'

const fileName = text(0, 1024).optional().describe('Name of the file. It is neither used nor kept.')

export const mrzReaderRoutes = (runtime: Runtime): Route[] => {
  const content = base64File(runtime.config.imageLimitBytes, 'Picture of the document.')
  return [
    route({
      name: 'readMrz',
      method: 'POST',
      path: '/mrz-reader',
      tag: { name: 'MRZ', description: 'The machine-readable zone of travel documents.' },
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
              server_tag,
              ...placement,
              checks,
            })
            .describe('What was read in the zone.'),
        ),
      },
      judges: 'pages',
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
                server_tag: serverTag(runtime.version),
                places: {},
                pages: [],
                checks: [atLeast('mrz-check-digit-composite', 1, 1)],
              },
            },
          },
          {
            when: 'There is no machine-readable zone in the picture.',
            code: codes.documentNotFound,
            fields: {
              document_type: 'identity-proof',
              id: exampleDocumentId,
              linked_file_ids: [],
              process_status: 'failed',
              recognized_data: {
                ...answerValues('travel', () => undefined),
                mrz_type: '',
                server_tag: serverTag(runtime.version),
                places: {},
                pages: [],
                checks: [atLeast('zones-found', 0, 1)],
              },
            },
          },
        ],
      },
      handle: async ({ body, organisationId, signal }) => {
        const field = body.attachment ? 'attachment.content' : 'content'
        const bytes = body.attachment?.content ?? body.content
        if (!bytes) throw new Error('a body without content passed its schema')
        const upload = { field, bytes, organisationId, signal: signal() }
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
