// Routes of identity documents: create one from a picture, attach another picture, and create one from both sides.
import { z } from 'zod'
import type { StepResult } from '../../access/visits.ts'
import { type Code, codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Reply, Route } from '../../http/route-spec.ts'
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
import { notStored } from '../cards/outcome.ts'
import { type AnswerValues, readContextAt, servedRecord } from '../cards/record.ts'
import type { CardWarning } from '../cards/warnings.ts'
import { readableChip } from '../chip-key.ts'
import type { Detected } from '../detected.ts'
import { DETECTED } from '../detected-names.ts'
import { ANSWER_FIELDS } from '../fields/rows.ts'
import { COMMON_NAMES } from '../kinds/kind.ts'
import { describeKinds, isIdentityDocument, KINDS, sidesOf } from '../kinds/kinds.ts'
import { isTilted } from '../pages/tilt.ts'
import type { DocumentParts } from '../parts.ts'
import {
  detectedShape,
  judgesPages,
  lineConfidences,
  otherDocuments,
  placement,
  processStatus,
  reliability,
  servedShape,
  server_tag,
  sources,
  warningShape,
} from '../route-fields.ts'
import { serverTag } from '../server-tag.ts'
import { comparePages, readUpload } from '../uploaded-pages.ts'
import { attachPicture, unknownDocument } from './attach.ts'
import { createDocument, createFromSides } from './create.ts'
import { askOfDocument, findDocument, type ReadableCard } from './find.ts'
import { isKnownDocument, MOST_PICTURES } from './keep.ts'
import { type IdentityOutcome, refusedOutcome } from './outcome.ts'
import { emptyData, type IdentityContext, multipleData } from './record.ts'
import { besideEarlier } from './tilt.ts'
import { notOneCard, sidesDiffer } from './warnings.ts'

const tag = {
  name: 'Identity documents',
  description: 'Vietnamese identity cards of every kind, and passports.',
  area: 'documents',
} as const

const recognized_data = namedSchema(
  'IdentityData',
  z.object({
    ...servedShape<keyof AnswerValues<'identity'>>(ANSWER_FIELDS.identity),
    document: z
      .string()
      .describe(
        'Kind of the document: `CMND`, `CCCD`, `CHIP ID`, `CC` or `PASSPORT`; `MULTIPLE` for documents of several kinds, and empty where none was found.',
      ),
    documentconf: lineConfidences,
    document_version: z.string().describe(`The kind more exactly: ${describeKinds(isIdentityDocument)}.`),
    id_type: z
      .string()
      .describe(
        'Side of the document: `0` once there is a front, `1` for a back alone, `UNIDENTIFIED` for documents of several kinds.',
      ),
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

const fields = {
  document_type: z.literal('identity-proof').describe('Always `identity-proof`.'),
  id: z
    .string()
    .describe(
      'Id of the document, to attach more pictures. Where nothing was kept, it only names the answer.',
    ),
  linked_file_ids: z
    .array(z.string())
    .describe('Ids of the pictures of the document, in the order of arrival.'),
  process_status: processStatus,
  recognized_data: recognized_data.describe('What was read in all pictures of the document.'),
}

const fileName = text(0, 1024).optional().describe('Name of the file. It is neither used nor kept.')

export const identityRoutes = (runtime: DocumentParts): Route[] => [
  creating(runtime),
  attaching(runtime),
  bothSides(runtime),
]

const creating = (runtime: DocumentParts) =>
  route({
    name: 'createDocument',
    method: 'POST',
    path: '/kyc-documents-sync',
    tag,
    summary: 'Read an identity document and keep it.',
    description:
      'The picture shows one side, or both. A picture without a legible document is answered 101, one with documents of two kinds 109; neither is kept. The outcome is inside `recognized_data`.',
    body: z.strictObject({
      attachment: namedSchema(
        'Attachment',
        z
          .strictObject({
            content: base64File(runtime.config.imageLimitBytes, 'Picture of the document.'),
            name: fileName,
          })
          .describe('The picture.'),
      ),
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields,
    outcomeField: 'recognized_data',
    judges: judgesPages,
    step: { step: 'document', phase: 'start' },
    hiddenFromPerson: ['recognized_data.checks', 'recognized_data.reliability'],
    stores: true,
    answers: [codes.success, codes.documentNotFound, codes.tooManyDocumentTypes],
    example: {
      body: {
        attachment: { content: examplePicture, name: 'front.jpg' },
        external_person_id: 'anna',
        consent_reference: 'contract 7',
      },
      answers: [
        {
          when: 'The front of a card was read. Places and checks are shortened.',
          ...replyOf(oneSide(runtime)),
        },
        {
          when: 'There is no document in the picture.',
          ...replyOf(notFound(runtime, { detected: 'nothing' })),
        },
        {
          when: 'The picture shows a document of another kind.',
          ...replyOf(
            notFound(runtime, { detected: 'another-document', detected_document: 'DRIVER LICENCE' }),
          ),
        },
        {
          when: 'The picture shows documents of two kinds.',
          ...replyOf(refusedWith(codes.tooManyDocumentTypes, multipleData(tagOf(runtime)))),
        },
      ],
    },
    handle: async ({ body, organisationId, isTest, visit, signal, cut }) => {
      const { content: bytes } = body.attachment
      const context = contextNow(runtime, true)
      const upload = { field: 'attachment.content', bytes, organisationId, signal: signal(), cut }
      const picture = await documentIn(runtime, upload, context)
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const of = { organisationId, verificationId: visit?.verificationId, ...who }
      const creation = { ...of, ...picture, now: runtime.now() }
      const outcome = await createDocument(runtime.store.vault, creation, context)
      return replyOf(counted(runtime, outcome, isTest))
    },
  })

const attaching = (runtime: DocumentParts) =>
  route({
    name: 'attachToDocument',
    method: 'POST',
    path: '/kyc-documents-sync/{document_id}',
    tag,
    summary: 'Add a picture to a document.',
    description:
      'Sides may come in any order; of two pictures of one side the better one counts, field by field. A picture of another kind of document is answered 109, one without a legible document 101; both leave the document as it was, and answer it as it stands. The outcome is inside `recognized_data`.',
    params: { document_id: 'Id of the document: `id` of the answer that created it.' },
    body: z.strictObject({
      content: base64File(
        runtime.config.imageLimitBytes,
        'Picture of the other side, or of the same side again.',
      ),
      name: fileName,
    }),
    fields,
    outcomeField: 'recognized_data',
    judges: judgesPages,
    step: { step: 'document', phase: 'more', subject: 'document_id' },
    hiddenFromPerson: ['recognized_data.checks', 'recognized_data.reliability'],
    stores: true,
    answers: [codes.success, codes.documentNotFound, codes.documentIdNotFound, codes.tooManyDocumentTypes],
    example: {
      params: { document_id: exampleDocumentId },
      body: { content: examplePicture, name: 'back.jpg' },
      answers: [
        { when: 'Both sides were read. Places and checks are shortened.', ...replyOf(bothRead(runtime)) },
        {
          when: 'The picture shows another kind of document: the document is answered as it stands.',
          ...replyOf({
            ...withWarning(oneSide(runtime), notOneCard),
            code: codes.tooManyDocumentTypes,
          }),
        },
        {
          when: 'You have no document of that id.',
          ...replyOf(refusedWith(codes.documentIdNotFound, emptyData(tagOf(runtime)))),
        },
      ],
    },
    handle: async ({ body, params, organisationId, begun, signal, cut }) => {
      const { database, vault } = runtime.store
      const context = contextNow(runtime, false)
      const place = { organisationId, id: params.document_id }
      if (begun?.isForeign || !(await isKnownDocument(database, place)))
        return unknownReply(unknownDocument(place, context))
      const upload = { field: 'content', bytes: body.content, organisationId, signal: signal(), cut }
      const picture = await documentIn(runtime, upload, context)
      const found = await besideEarlier(runtime.store, place, picture, (pair) =>
        comparePages(runtime, upload, pair),
      )
      const attachment = { bytes: picture.bytes, found, now: runtime.now() }
      const outcome = await attachPicture(database, vault, place, attachment, context)
      if (outcome !== 'full') return replyOf(outcome)
      throw refuse(codes.tooLarge, 'content', `a document takes at most ${MOST_PICTURES} pictures`)
    },
  })

const bothSides = (runtime: DocumentParts) =>
  route({
    name: 'createDocumentFromSides',
    method: 'POST',
    path: '/kyc-documents-sides',
    tag,
    summary: 'Read front and back of a card and keep them as one document.',
    description:
      'The sides may come in any order. Cards of two kinds are answered 109. Passports are not read here.',
    body: z.strictObject({
      image1: base64File(runtime.config.imageLimitBytes, 'Picture of one side of the card.'),
      name1: fileName,
      image2: base64File(runtime.config.imageLimitBytes, 'Picture of the other side of the card.'),
      name2: fileName,
      external_person_id: externalPersonId.optional(),
      consent_reference: consentReference.optional(),
    }),
    fields,
    judges: judgesPages,
    step: { step: 'document', phase: 'whole' },
    hiddenFromPerson: ['recognized_data.checks', 'recognized_data.reliability'],
    stores: true,
    answers: [codes.success, codes.documentNotFound, codes.tooManyDocumentTypes],
    example: {
      body: { image1: examplePicture, name1: 'front.jpg', image2: examplePicture, name2: 'back.jpg' },
      answers: [
        { when: 'Both sides were read. Places and checks are shortened.', ...replyOf(bothRead(runtime)) },
        {
          when: 'Both sides were read, but their numbers differ: a warning, and no failure.',
          ...replyOf(withWarning(bothRead(runtime), sidesDiffer)),
        },
        {
          when: 'The pictures show cards of two kinds.',
          ...replyOf(refusedWith(codes.tooManyDocumentTypes, multipleData(tagOf(runtime)))),
        },
      ],
    },
    handle: async ({ body, organisationId, isTest, visit, signal, cut }) => {
      const context = contextNow(runtime, true)
      const aborted = signal()
      const pictures = await Promise.all(
        (['image1', 'image2'] as const).map((field) =>
          documentIn(runtime, { field, bytes: body[field], organisationId, signal: aborted, cut }, context),
        ),
      )
      const who = { externalPersonId: body.external_person_id, consentReference: body.consent_reference }
      const of = { organisationId, verificationId: visit?.verificationId, ...who }
      const two = { ...of, pictures, now: runtime.now() }
      return replyOf(counted(runtime, await createFromSides(runtime.store.vault, two, context), isTest))
    },
  })

const tagOf = ({ version }: DocumentParts): string => serverTag(version)

const oneSide = ({ version }: DocumentParts): IdentityOutcome => ({
  code: codes.success,
  id: exampleDocumentId,
  fileIds: exampleFileIds.slice(0, 1),
  data: { ...emptyData(serverTag(version)), ...exampleRecord('identity', isIdentityDocument, version) },
  status: 'processed',
})

function bothRead(runtime: DocumentParts): IdentityOutcome {
  const front = oneSide(runtime)
  const back = front.data.pages.map((page) => ({ ...page, file: 1, idType: '1' as const }))
  return { ...front, fileIds: exampleFileIds, data: { ...front.data, pages: [...front.data.pages, ...back] } }
}

const notFound = (runtime: DocumentParts, detected: Detected): IdentityOutcome => ({
  ...refusedOutcome({ ...nothingFound([], []), detected }, contextNow(runtime, true)),
  id: exampleDocumentId,
})

const refusedWith = (code: Code, data: IdentityOutcome['data']): IdentityOutcome => ({
  ...notStored(code, data, exampleDocumentId),
  status: 'failed',
})

const withWarning = (outcome: IdentityOutcome, { code, text }: CardWarning): IdentityOutcome => ({
  ...outcome,
  data: { ...outcome.data, warning: [text], warning_code: [code] },
})

const contextNow = ({ now, version }: DocumentParts, isOneCall: boolean): IdentityContext => ({
  ...readContextAt(now(), version),
  isOneCall,
})

async function documentIn(
  runtime: DocumentParts,
  upload: Parameters<typeof readUpload>[1],
  { today }: IdentityContext,
): Promise<{ readonly bytes: Uint8Array; readonly found: ReadableCard }> {
  const { kept: bytes, ...pages } = await readUpload(runtime, upload, askOfDocument)
  const found = findDocument(pages, today)
  if (found.outcome !== 'several-cards') return { bytes, found }
  throw refuse(codes.unreadable, upload.field, 'shows the cards of several people; send one at a time')
}

/** Drawn cards of the sandbox are not counted: they would hide that real codes are not read. */
function counted({ metrics }: DocumentParts, outcome: IdentityOutcome, isTest: boolean): IdentityOutcome {
  const { document, source } = outcome.data
  const isQrRead = Object.values(source).some((names) => names?.includes('qr'))
  if (outcome.code === codes.success && !isTest) metrics.documentRead(document, isQrRead)
  return outcome
}

type Fields = z.output<z.ZodObject<typeof fields>>

function replyOf(outcome: IdentityOutcome): Reply<Fields> {
  const { code, id, fileIds, data, status } = outcome
  return {
    code,
    attempt: attemptOf(outcome),
    fields: {
      document_type: 'identity-proof',
      id,
      linked_file_ids: [...fileIds],
      process_status: status,
      recognized_data: {
        ...servedRecord(data, fileIds),
        warning: [...data.warning],
        warning_code: [...data.warning_code],
      },
    },
  }
}

/** There was no document to read the picture for, and so no attempt. */
function unknownReply(outcome: IdentityOutcome): Reply<Fields> {
  const { attempt: _none, ...reply } = replyOf(outcome)
  return reply
}

/** What a verification gets to know: a picture that was refused adds nothing to the document that it was sent for. */
function attemptOf({ code, id, data }: IdentityOutcome): StepResult {
  const { document_version: kind, pages, warning_code, checks } = data
  if (code !== codes.success) return { subjectId: undefined, findings: { warning_code, checks } }
  const seen = (idType: string): boolean => pages.some((page) => page.idType === idType)
  const sides = [...(seen('0') ? (['front'] as const) : []), ...(seen('1') ? (['back'] as const) : [])]
  const hasBack = KINDS.some((one) => one.kind === kind && sidesOf(one).length > 1)
  const read = Object.fromEntries(
    ANSWER_FIELDS.identity.flatMap(({ name }) => (data[name] === '' ? [] : [[name, data[name]]])),
  )
  const chip = readableChip(kind, data)
  return {
    subjectId: id,
    findings: {
      kind,
      sides,
      hasBack,
      isTilted: isTilted(pages),
      read,
      ...(chip && { chip }),
      warning_code,
      checks,
    },
  }
}
