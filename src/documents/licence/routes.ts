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
  examplePicture,
  externalPersonId,
  text,
} from '../../http/schemas.ts'
import { exampleDocumentId, exampleFileIds, exampleRecord } from '../cards/example.ts'
import { nothingFound } from '../cards/find.ts'
import { notStored, type Outcome } from '../cards/outcome.ts'
import { type AnswerValues, readContextAt, servedRecord } from '../cards/record.ts'
import { documentNotFound } from '../detected.ts'
import { DETECTED } from '../detected-names.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { COMMON_NAMES } from '../kinds/kind.ts'
import { describeKinds, isLicence } from '../kinds/kinds.ts'
import type { DocumentParts } from '../parts.ts'
import {
  detectedShape,
  judgesPages,
  lineConfidences,
  otherDocuments,
  placement,
  reliability,
  servedShape,
  server_tag,
  sources,
  warningShape,
} from '../route-fields.ts'
import { serverTag } from '../server-tag.ts'
import { readUpload } from '../uploaded-pages.ts'
import { askOfLicence, type FoundLicence, findLicence, type ReadableLicence, readLicence } from './read.ts'
import { emptyData, type LicenceData } from './record.ts'

const backRow = namedSchema(
  'LicenceClassRow',
  z.object({
    class_name: z.string().describe('Name of the class; empty where it could not be read.'),
    class_date: z.string().describe('Day on which the test for the class was passed, DD/MM/YYYY.'),
    class_conf: z.string().describe('How sure it is that both are right: a number from 0 to 1, as text.'),
  }),
)

const recognized_data = namedSchema(
  'LicenceData',
  z.object({
    ...servedShape<keyof AnswerValues<'licence'>>(ANSWER_FIELDS.licence),
    back_side_info: z
      .array(backRow)
      .describe('The classes on the back, one for each row, from top to bottom.'),
    document: z
      .string()
      .describe('Kind of the licence: `GPLX` on paper, `GPLX PET` on plastic; empty where none was found.'),
    documentconf: lineConfidences,
    document_version: z.string().describe(`The kind more exactly: ${describeKinds(isLicence)}.`),
    id_type: z.string().describe('Side of the licence: `0` for a front, `1` for a back.'),
    reliability,
    ...warningShape,
    server_tag,
    ...detectedShape(DETECTED, COMMON_NAMES),
    source: sources,
    ...placement,
    other_documents: otherDocuments,
    checks,
  }),
)

const FIELD = 'content'

export const licenceRoutes = (runtime: DocumentParts): Route[] => [
  route({
    name: 'readDriverLicense',
    method: 'POST',
    path: '/driver-license-reader',
    tag: {
      name: 'Driver licence',
      description: 'Vietnamese driving licences, front and back.',
      area: 'documents',
    },
    summary: 'Read one side of a driving licence and keep it.',
    description:
      'Licences on paper, of PET and of 2025 are read, front and back in a call each. A picture without a licence is answered 101. A front whose number cannot be read is answered 103, one whose name cannot be read 105: the answer has what else was read, and nothing is kept. What the QR code on a back says stands in the fields of the front.',
    body: z.strictObject({
      content: base64File(runtime.config.imageLimitBytes, 'Picture of one side of the licence.'),
      name: text(0, 1024).optional().describe('Name of the file. It is neither used nor kept.'),
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields: {
      id: z.string().describe('Id of the document. Where nothing was kept, it only names the answer.'),
      linked_file_ids: z.array(z.string()).describe('Id of the picture; empty where it was not kept.'),
      recognized_data: recognized_data.describe('What was read on the licence.'),
    },
    judges: judgesPages,
    stores: true,
    answers: [codes.success, codes.documentNotFound, codes.licenceNumberNotFound, codes.nameNotFound],
    example: {
      body: { content: examplePicture, name: 'licence.jpg', external_person_id: 'anna' },
      answers: [
        {
          when: 'The front was read. Places and checks are shortened.',
          ...replyOf({
            code: codes.success,
            id: exampleDocumentId,
            fileIds: exampleFileIds.slice(0, 1),
            data: { ...emptyData(''), ...exampleRecord('licence', isLicence, runtime.version) },
          }),
        },
        {
          when: 'There is no licence in the picture.',
          ...replyOf(exampleNothing(runtime)),
        },
      ],
    },
    handle: async ({ body, organisationId, signal, cut }) => {
      const upload = { field: FIELD, bytes: body.content, organisationId, signal: signal(), cut }
      const { kept: bytes, ...pages } = await readUpload(runtime, upload, askOfLicence)
      const found = oneOf(findLicence(pages))
      const now = runtime.now()
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const reading = { organisationId, ...who, bytes, found, now }
      return replyOf(await readLicence(runtime.store.vault, reading, readContextAt(now, runtime.version)))
    },
  }),
]

function exampleNothing({ version }: DocumentParts): Outcome<LicenceData> {
  const { detected, checks } = nothingFound([], [])
  const data = { ...emptyData(serverTag(version)), ...detected, checks }
  return notStored(documentNotFound(detected), data, exampleDocumentId)
}

function oneOf(found: FoundLicence): ReadableLicence {
  if (found.outcome !== 'several') return found
  throw refuse(codes.unreadable, FIELD, 'shows several driving licences; send one at a time')
}

const replyOf = ({ code, id, fileIds, data }: Outcome<LicenceData>) => ({
  code,
  fields: {
    id,
    linked_file_ids: [...fileIds],
    recognized_data: {
      ...servedRecord(data, fileIds),
      back_side_info: [...data.back_side_info],
      warning: [...data.warning],
      warning_code: [...data.warning_code],
    },
  },
})
