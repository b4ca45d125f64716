// The route of driving licences.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import {
  base64File,
  checks,
  consentReference,
  externalPersonId,
  lineConfidences,
  placement,
  servedShape,
  sources,
  text,
} from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { readUpload } from '../../uploaded-images.ts'
import type { Outcome } from '../cards/outcome.ts'
import { type AnswerValues, readContextAt, servedRecord } from '../cards/record.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { describeKinds, isLicence } from '../kinds/kinds.ts'
import { askOfLicence, type Found, findLicence, type Readable, readLicence } from './read.ts'
import type { RecognizedData } from './record.ts'

const backRow = namedSchema(
  'LicenceClassRow',
  z.object({
    class_name: z.string().describe('Empty where the class beside the date could not be read.'),
    class_date: z.string().describe('Day on which the test was passed, DD/MM/YYYY.'),
    class_conf: z.string().describe('That both are right: a number from 0 to 1.'),
  }),
)

const recognized_data = namedSchema(
  'LicenceData',
  z.object({
    ...servedShape<keyof AnswerValues<'licence'>>(ANSWER_FIELDS.licence),
    back_side_info: z.array(backRow).describe('The rows of the back, from top to bottom.'),
    document: z
      .string()
      .describe('`GPLX` on paper, `GPLX PET` since; `document_version` tells both forms of the latter.'),
    documentconf: lineConfidences,
    document_version: z.string().describe(`${describeKinds(isLicence)}.`),
    id_type: z.string().describe('`0` for a front, `1` for a back.'),
    reliability: z
      .string()
      .describe('`[a, b]`: a is the lower the likelier a screen, glare or blur; b is -1.0 for a photocopy.'),
    server_tag: z.string(),
    source: sources,
    ...placement,
    checks,
  }),
)

const FIELD = 'content'

export const licenceRoutes = (runtime: Runtime): Route[] => [
  route({
    name: 'readDriverLicense',
    method: 'POST',
    path: '/driver-license-reader',
    tag: { name: 'Driver licence', description: 'Vietnamese driving licences, front and back.' },
    summary: 'Read one side of a driving licence and keep it.',
    description:
      'On paper, of PET, and of 2025. A picture without one is 101; a front whose number cannot be read is 103, one whose name cannot be read 105: what else was read is answered, nothing is kept. Of a back with a QR code, what the code says stands in the fields of the front.',
    body: z.strictObject({
      content: base64File(runtime.config.imageLimitBytes),
      name: text(0, 1024).optional().describe('Name of the file; neither used nor kept.'),
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields: {
      id: z.string().describe('Of the document; where nothing was kept, it names the answer only.'),
      linked_file_ids: z.array(z.string()).describe('The picture, where it was kept.'),
      recognized_data,
    },
    judges: 'pages',
    answers: [codes.success, codes.documentNotFound, codes.licenceNumberNotFound, codes.nameNotFound],
    handle: async ({ body, organisationId, signal }) => {
      const upload = { field: FIELD, bytes: body.content, organisationId, signal: signal() }
      const found = oneOf(findLicence(await readUpload(runtime, upload, askOfLicence)))
      const now = runtime.now()
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const reading = { organisationId, ...who, bytes: body.content, found, now }
      return replyOf(await readLicence(runtime.store.vault, reading, readContextAt(now, runtime.version)))
    },
  }),
]

function oneOf(found: Found): Readable {
  if (found.outcome !== 'several') return found
  throw refuse(codes.unreadable, FIELD, 'shows several driving licences; send one at a time')
}

const replyOf = ({ code, id, fileIds, data }: Outcome<RecognizedData>) => ({
  code,
  fields: {
    id,
    linked_file_ids: [...fileIds],
    recognized_data: { ...servedRecord(data, fileIds), back_side_info: [...data.back_side_info] },
  },
})
