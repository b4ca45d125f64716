// The route of the MRZ reader.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { codes, type Refusal, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import {
  base64File,
  checks,
  externalPersonId,
  placement,
  processStatus,
  servedShape,
  text,
} from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { readUpload } from '../../uploaded-images.ts'
import type { AnswerValues } from '../cards/record.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { servedPages, servedPlaces } from '../pages/places.ts'
import { serverTag } from '../server-tag.ts'
import { askOfZone, readZone } from './read.ts'

const fileName = text(0, 1024).optional().describe('Name of the file; neither used nor kept.')

export const mrzReaderRoutes = (runtime: Runtime): Route[] => {
  const content = base64File(runtime.config.imageLimitBytes)
  return [
    route({
      name: 'readMrz',
      method: 'POST',
      path: '/mrz-reader',
      tag: { name: 'MRZ', description: 'The machine-readable zone of travel documents.' },
      summary: 'Read the machine-readable zone of a travel document.',
      description:
        'TD1 and TD3; TD2 and visas are read as well. `content` and `name` stand in the body or in `attachment`. What cannot be read is empty. Nothing is kept.',
      body: z
        .strictObject({
          content: content.optional(),
          name: fileName,
          attachment: namedSchema(
            'Attachment',
            z.strictObject({ content: content, name: fileName }),
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
        document_type: z.literal('identity-proof'),
        id: z.string().describe('Names the answer.'),
        linked_file_ids: z.array(z.string()).describe('Empty: nothing is kept.'),
        process_status: processStatus,
        recognized_data: namedSchema(
          'TravelData',
          z.object({
            ...servedShape<keyof AnswerValues<'travel'>>(ANSWER_FIELDS.travel),
            mrz_type: z.string().describe('`TD1`, `TD2`, `TD3`, `MRVA` or `MRVB`.'),
            server_tag: z.string(),
            ...placement,
            checks,
          }),
        ),
      },
      judges: 'pages',
      answers: [codes.success, codes.documentNotFound],
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
