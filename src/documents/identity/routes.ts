// Routes of identity documents: create one from a picture, attach another picture, and create one from both sides.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Reply, Route } from '../../http/route-spec.ts'
import {
  base64File,
  checks,
  consentReference,
  externalPersonId,
  lineConfidences,
  placement,
  processStatus,
  servedShape,
  sources,
  text,
} from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { readUpload } from '../../uploaded-images.ts'
import { type AnswerValues, readContextAt, servedRecord } from '../cards/record.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { describeKinds, isIdentityDocument } from '../kinds/kinds.ts'
import { attachPicture, unknownDocument } from './attach.ts'
import { createDocument, createFromSides } from './create.ts'
import { askOfDocument, findDocument, type Readable } from './find.ts'
import { isKnownDocument, MOST_PICTURES } from './keep.ts'
import type { IdentityOutcome } from './outcome.ts'
import type { IdentityContext } from './record.ts'

const tag = {
  name: 'Identity documents',
  description: 'Vietnamese identity cards of every kind, and passports.',
}

const recognized_data = namedSchema(
  'IdentityData',
  z.object({
    ...servedShape<keyof AnswerValues<'identity'>>(ANSWER_FIELDS.identity),
    document: z.string().describe('`CMND`, `CCCD`, `CHIP ID`, `CC`, `PASSPORT`, or `MULTIPLE`.'),
    documentconf: lineConfidences,
    document_version: z
      .string()
      .describe(`The kind as we tell them apart: ${describeKinds(isIdentityDocument)}.`),
    id_type: z
      .string()
      .describe('`0` once there is a front, `1` for a back alone, `UNIDENTIFIED` for several documents.'),
    reliability: z
      .string()
      .describe('`[a, b]`: a is the lower the likelier a screen, glare or blur; b is -1.0 for a photocopy.'),
    warning: z.array(z.string()),
    warning_code: z.array(z.int()).describe('As many as there are warnings, in their order.'),
    server_tag: z.string(),
    source: sources,
    ...placement,
    checks,
  }),
)

const fields = {
  document_type: z.literal('identity-proof'),
  id: z.string().describe('Of the document; where nothing was kept, it names the answer only.'),
  linked_file_ids: z.array(z.string()).describe('The pictures of the document that were kept.'),
  process_status: processStatus,
  recognized_data,
}

const fileName = text(0, 1024).optional().describe('Name of the file; neither used nor kept.')

export const identityRoutes = (runtime: Runtime): Route[] => [
  creating(runtime),
  attaching(runtime),
  bothSides(runtime),
]

const creating = (runtime: Runtime) =>
  route({
    name: 'createDocument',
    method: 'POST',
    path: '/kyc-documents-sync',
    tag,
    summary: 'Read an identity document and keep it.',
    description:
      'One side, or both in one picture. A picture without a legible document is 101, one with documents of two kinds 109; neither is kept.',
    body: z.strictObject({
      attachment: namedSchema(
        'Attachment',
        z.strictObject({
          content: base64File(runtime.config.imageLimitBytes),
          name: fileName,
        }),
      ),
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields,
    outcomeField: 'recognized_data',
    judges: 'pages',
    answers: [codes.success, codes.documentNotFound, codes.tooManyDocumentTypes],
    handle: async ({ body, organisationId, signal }) => {
      const { content: bytes } = body.attachment
      const context = contextNow(runtime, true)
      const upload = { field: 'attachment.content', bytes, organisationId, signal: signal() }
      const found = await documentIn(runtime, upload, context)
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const creation = { organisationId, ...who, bytes, found }
      return replyOf(await createDocument(runtime.store.vault, { ...creation, now: runtime.now() }, context))
    },
  })

const attaching = (runtime: Runtime) =>
  route({
    name: 'attachToDocument',
    method: 'POST',
    path: '/kyc-documents-sync/{document_id}',
    tag,
    summary: 'Add a picture to a document.',
    description:
      'Sides come in any order; of two pictures of one side the better counts, field by field. A picture of another kind of document is 109, one without a legible document 101; both leave the document as it was.',
    body: z.strictObject({
      content: base64File(runtime.config.imageLimitBytes),
      name: fileName,
    }),
    fields,
    outcomeField: 'recognized_data',
    judges: 'pages',
    answers: [codes.success, codes.documentNotFound, codes.documentIdNotFound, codes.tooManyDocumentTypes],
    handle: async ({ body, params, organisationId, signal }) => {
      const { database, vault } = runtime.store
      const context = contextNow(runtime, false)
      const place = { organisationId, id: params.document_id }
      if (!(await isKnownDocument(database, place))) return replyOf(unknownDocument(place, context))
      const upload = { field: 'content', bytes: body.content, organisationId, signal: signal() }
      const found = await documentIn(runtime, upload, context)
      const attachment = { bytes: body.content, found, now: runtime.now() }
      const outcome = await attachPicture(database, vault, place, attachment, context)
      if (outcome !== 'full') return replyOf(outcome)
      throw refuse(codes.tooLarge, 'content', `a document takes at most ${MOST_PICTURES} pictures`)
    },
  })

const bothSides = (runtime: Runtime) =>
  route({
    name: 'createDocumentFromSides',
    method: 'POST',
    path: '/kyc-documents-sides',
    tag,
    summary: 'Read front and back of a card and keep them as one document.',
    description: 'In any order. Cards of two kinds are 109; passports are not taken here.',
    body: z.strictObject({
      image1: base64File(runtime.config.imageLimitBytes),
      name1: fileName,
      image2: base64File(runtime.config.imageLimitBytes),
      name2: fileName,
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields,
    judges: 'pages',
    answers: [codes.success, codes.documentNotFound, codes.tooManyDocumentTypes],
    handle: async ({ body, organisationId, signal }) => {
      const context = contextNow(runtime, true)
      const aborted = signal()
      const pictures = await Promise.all(
        (['image1', 'image2'] as const).map(async (field) => {
          const bytes = body[field]
          const upload = { field, bytes, organisationId, signal: aborted }
          return { bytes, found: await documentIn(runtime, upload, context) }
        }),
      )
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const two = { organisationId, ...who, pictures, now: runtime.now() }
      return replyOf(await createFromSides(runtime.store.vault, two, context))
    },
  })

const contextNow = ({ now, version }: Runtime, isOneCall: boolean): IdentityContext => ({
  ...readContextAt(now(), version),
  isOneCall,
})

async function documentIn(
  runtime: Runtime,
  upload: Parameters<typeof readUpload>[1],
  { today }: IdentityContext,
): Promise<Readable> {
  const found = findDocument(await readUpload(runtime, upload, askOfDocument), today)
  if (found.outcome !== 'several-cards') return found
  throw refuse(codes.unreadable, upload.field, 'shows the cards of several people; send one at a time')
}

type Fields = z.output<z.ZodObject<typeof fields>>

function replyOf({ code, id, fileIds, data }: IdentityOutcome): Reply<Fields> {
  return {
    code,
    fields: {
      document_type: 'identity-proof',
      id,
      linked_file_ids: [...fileIds],
      process_status: code === codes.success ? 'processed' : 'failed',
      recognized_data: {
        ...servedRecord(data, fileIds),
        warning: [...data.warning],
        warning_code: [...data.warning_code],
      },
    },
  }
}
