// The routes of a case under review: its pictures, fields, duplicates, who looked, notes, and who works on it.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso, time } from '../../http/times.ts'
import {
  exampleId,
  exampleTime,
  idParam,
  reviewerName,
  reviewTag,
  stateName,
  verificationTag as tag,
} from '../route-fields.ts'
import {
  addNote,
  claim,
  duplicates,
  fields,
  looks,
  notes,
  PORTRAIT,
  picture,
  pictures,
  type Reviewing,
  release,
} from './case.ts'

export const reviewRoutes = (reviewing: Reviewing): Route[] => [
  listingPictures(reviewing),
  showingPicture(reviewing),
  showingFields(reviewing),
  showingDuplicates(reviewing),
  showingLooks(reviewing),
  addingNote(reviewing),
  showingNotes(reviewing),
  claiming(reviewing),
  releasing(reviewing),
]

const params = idParam
const exampleParams = { verification_id: exampleId }
const exampleInnerId = '0b7e3f6a-5b50-4f3e-8a0b-7b54a7b0c101'

const listingPictures = (reviewing: Reviewing) =>
  route({
    name: 'verificationPictures',
    method: 'GET',
    path: '/verifications/{verification_id}/pictures',
    tag,
    summary: 'List the pictures that were sent for a verification and are still kept.',
    description:
      'Sides of documents, the portrait of a chip, and frames of liveness, as far as they are kept. `portrait` is the id of the portrait of chip or document, cut out.',
    params,
    fields: {
      pictures: z
        .array(
          namedSchema(
            'VerificationPicture',
            z.object({
              id: z.string().describe('Id of the picture, or `portrait`.'),
              of: namedSchema(
                'PictureOf',
                z
                  .enum(['portrait', 'document', 'chip', 'liveness'])
                  .describe('What it shows: the portrait cut out, a side of a document, a chip, a frame.'),
              ),
              subject_id: z.string().optional().describe('The document or challenge that it belongs to.'),
              task: z.string().optional().describe('Of a frame: what the person was asked for.'),
              counts: z.boolean().describe('Whether it is of the attempt that counts.'),
              at: time('When it came').optional(),
            }),
          ),
        )
        .describe('The portrait first, then in the order in which they came.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      answers: [
        {
          when: 'The front of a card.',
          code: codes.success,
          fields: {
            pictures: [
              { id: PORTRAIT, of: 'portrait', counts: true },
              { id: exampleInnerId, of: 'document', subject_id: exampleId, counts: true, at: exampleTime },
            ],
          },
        },
      ],
    },
    handle: async ({ params, ...caller }) => {
      const kept = await pictures(reviewing, caller, params.verification_id)
      return {
        code: codes.success,
        fields: {
          pictures: [
            ...(kept.hasPortrait ? [{ id: PORTRAIT, of: 'portrait' as const, counts: true }] : []),
            ...kept.pictures.map(({ id, of, subjectId, task, counts, at }) => ({
              id,
              of,
              subject_id: subjectId,
              counts,
              at: iso(at),
              ...(task !== '' && { task }),
            })),
          ],
        },
      }
    },
  })

const showingPicture = (reviewing: Reviewing) =>
  route({
    name: 'verificationPicture',
    method: 'GET',
    path: '/verifications/{verification_id}/pictures/{picture_id}',
    tag,
    summary: 'Get one picture of a verification.',
    description: 'Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`.',
    params: { ...params, picture_id: 'Id of the picture, of `GET .../pictures`, or `portrait`.' },
    answersFile: { types: ['image/jpeg', 'image/png', 'image/webp'], about: 'The picture.' },
    fields: {},
    answers: [codes.success, codes.notFound],
    example: { params: { ...exampleParams, picture_id: PORTRAIT }, answers: [] },
    handle: async ({ params, ...caller }) => ({
      code: codes.success,
      fields: {},
      file: await picture(reviewing, caller, params.verification_id, params.picture_id),
    }),
  })

const showingFields = (reviewing: Reviewing) =>
  route({
    name: 'verificationFields',
    method: 'GET',
    path: '/verifications/{verification_id}/fields',
    tag,
    summary: 'Show what was read of documents and chip, and what each source says.',
    params,
    fields: {
      fields: z
        .array(
          namedSchema(
            'SourcedField',
            z.object({
              field: z.string().describe('Name of the field, as answers of documents have it.'),
              value: z.string().describe('What counts.'),
              sources: z
                .array(
                  namedSchema(
                    'FieldSource',
                    z.object({
                      source: namedSchema(
                        'SourceName',
                        z
                          .enum(['ocr', 'qr', 'mrz', 'chip'])
                          .describe('The print, a code, the machine-readable zone, or the chip.'),
                      ),
                      side: namedSchema('SideName', z.enum(['front', 'back']).describe('Where it stands.')),
                      value: z.string().describe('What it says.'),
                      confidence: z.number().describe('How sure the reading is, 0 to 1.'),
                    }),
                  ),
                )
                .describe('Every source that says something; the one that counts comes first.'),
            }),
          ),
        )
        .describe('Empty where nothing was read, or nothing is kept any more.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      answers: [
        {
          when: 'The name stands in the print and in the code.',
          code: codes.success,
          fields: {
            fields: [
              {
                field: 'name',
                value: 'NGUYỄN THỊ HƯƠNG',
                sources: [
                  { source: 'qr', side: 'front', value: 'NGUYỄN THỊ HƯƠNG', confidence: 1 },
                  { source: 'ocr', side: 'front', value: 'NGUYỄN THỊ HƯƠNG', confidence: 0.98 },
                ],
              },
            ],
          },
        },
      ],
    },
    handle: async ({ params, ...caller }) => ({
      code: codes.success,
      fields: {
        fields: (await fields(reviewing, caller, params.verification_id)).map(({ sources, ...field }) => ({
          ...field,
          sources: sources.map((source) => ({ ...source })),
        })),
      },
    }),
  })

const showingDuplicates = (reviewing: Reviewing) =>
  route({
    name: 'verificationDuplicates',
    method: 'GET',
    path: '/verifications/{verification_id}/duplicates',
    tag,
    summary: 'Show others who may be the same person.',
    description:
      'Found now, not when it was judged: by the live face, in the collections that the policy searches, and by the number of the document.',
    params,
    fields: {
      duplicates: z
        .array(
          namedSchema(
            'Duplicate',
            z.object({
              external_person_id: z.string().describe('Who it is, in your own system.'),
              similarity: z
                .number()
                .optional()
                .describe('How alike the faces are, in percent. Absent where only the number is the same.'),
              same_number: z
                .boolean()
                .describe('Whether a document of the same number was read or expected.'),
              verifications: z
                .array(
                  namedSchema(
                    'OtherVerification',
                    z.object({
                      id: z.string().describe('Id of the verification.'),
                      state: stateName,
                      created_at: time('When it was created'),
                    }),
                  ),
                )
                .describe(
                  'Their verifications, the newest first. Empty where they were registered otherwise.',
                ),
            }),
          ),
        )
        .describe('Empty where there is nobody.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      answers: [
        {
          when: 'One looks alike.',
          code: codes.success,
          fields: {
            duplicates: [
              { external_person_id: 'bao', similarity: 91.2, same_number: false, verifications: [] },
            ],
          },
        },
      ],
    },
    handle: async ({ params, ...caller }) => ({
      code: codes.success,
      fields: {
        duplicates: (await duplicates(reviewing, caller, params.verification_id)).map((one) => ({
          external_person_id: one.externalPersonId,
          ...(one.similarity !== undefined && { similarity: one.similarity }),
          same_number: one.hasSameNumber,
          verifications: one.verifications.map(({ id, state, createdAt }) => ({
            id,
            state,
            created_at: iso(createdAt),
          })),
        })),
      },
    }),
  })

const showingLooks = (reviewing: Reviewing) =>
  route({
    name: 'verificationLooks',
    method: 'GET',
    path: '/verifications/{verification_id}/looks',
    tag,
    summary: 'Show who looked at a verification or changed it.',
    description:
      'From the audit trail, the newest first, at most 200. This look is in it the next time. Empty where the trail is switched off.',
    params,
    fields: {
      looks: z
        .array(
          namedSchema(
            'Look',
            z.object({
              at: time('When'),
              operation: z.string().describe('The operation, such as `verificationPicture`.'),
              by: namedSchema(
                'LookedBy',
                z
                  .enum(['organisation', 'api-key', 'member'])
                  .describe(
                    'With what they came: name and password, an API key, or the session of a member.',
                  ),
              ),
              name: z.string().optional().describe('Name of the API key, or of the member.'),
              id: z.string().optional().describe('Id of the API key, or of the member.'),
              request_id: z.string().describe('Id of the request.'),
            }),
          ),
        )
        .describe('The looks.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      answers: [
        {
          when: 'Somebody saw a picture.',
          code: codes.success,
          fields: {
            looks: [
              { at: exampleTime, operation: 'verificationPicture', by: 'organisation', request_id: 'req-7' },
            ],
          },
        },
      ],
    },
    handle: async ({ params, ...caller }) => ({
      code: codes.success,
      fields: {
        looks: (await looks(reviewing, caller, params.verification_id)).map((one) => ({
          at: iso(one.at),
          operation: one.operation,
          request_id: one.requestId,
          ...lookedBy(one),
        })),
      },
    }),
  })

function lookedBy({ apiKeyId, keyName, memberId, memberName }: Awaited<ReturnType<typeof looks>>[number]) {
  if (memberId !== '') return { by: 'member' as const, id: memberId, ...(memberName && { name: memberName }) }
  if (apiKeyId === '') return { by: 'organisation' as const }
  return { by: 'api-key' as const, id: apiKeyId, ...(keyName !== undefined && { name: keyName }) }
}

const note = namedSchema(
  'VerificationNote',
  z.object({
    id: z.string().describe('Id of the note.'),
    author: z.string().describe('Who wrote it.'),
    at: time('When it was written'),
    text: z.string().describe('What was written.'),
  }),
)
const exampleNote = {
  id: exampleInnerId,
  author: 'binh',
  at: exampleTime,
  text: 'Called; comes by tomorrow.',
}

const addingNote = (reviewing: Reviewing) =>
  route({
    name: 'addVerificationNote',
    method: 'POST',
    path: '/verifications/{verification_id}/notes',
    tag: reviewTag,
    summary: 'Write a note about a verification.',
    description:
      'Notes are kept sealed, exported with the person’s data, and erased with it. The person does not see them.',
    params,
    body: z.strictObject({
      text: text(1, 4000).describe('What is noted.'),
      author: reviewerName,
    }),
    refusesUnknownFields: true,
    stores: true,
    fields: { note: note.describe('The note.') },
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: exampleParams,
      body: { text: exampleNote.text, author: exampleNote.author },
      answers: [{ when: 'It is kept.', code: codes.success, fields: { note: exampleNote } }],
    },
    handle: async ({ params, body, ...caller }) => {
      const { at, ...kept } = await addNote(reviewing, caller, params.verification_id, body)
      return { code: codes.success, fields: { note: { ...kept, at: iso(at) } } }
    },
  })

const showingNotes = (reviewing: Reviewing) =>
  route({
    name: 'verificationNotes',
    method: 'GET',
    path: '/verifications/{verification_id}/notes',
    tag,
    summary: 'List the notes about a verification, the oldest first.',
    params,
    fields: { notes: z.array(note).describe('The notes. Empty once it is redacted.') },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      answers: [{ when: 'There is one.', code: codes.success, fields: { notes: [exampleNote] } }],
    },
    handle: async ({ params, ...caller }) => ({
      code: codes.success,
      fields: {
        notes: (await notes(reviewing, caller, params.verification_id)).map(({ at, ...kept }) => ({
          ...kept,
          at: iso(at),
        })),
      },
    }),
  })

const LONGEST_CLAIM_MINUTES = 120

const claiming = (reviewing: Reviewing) =>
  route({
    name: 'claimVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/claim',
    tag: reviewTag,
    summary: 'Say that you work on a case, so that nobody else begins unknowingly.',
    description:
      'It lasts some minutes, and longer when you ask again. Where somebody else has it, `claim` says who and until when, and `is_yours` is false; `take: true` takes it over. It does not keep anybody from deciding.',
    params,
    body: z.strictObject({
      reviewer: reviewerName,
      minutes: z.int().min(1).max(LONGEST_CLAIM_MINUTES).default(10).describe('How long it lasts.'),
      take: z.boolean().default(false).describe('Whether to take it from somebody else.'),
    }),
    refusesUnknownFields: true,
    fields: {
      is_yours: z.boolean().describe('Whether you have it now.'),
      claim: namedSchema(
        'Claim',
        z.object({
          reviewer: z.string().describe('Who works on it.'),
          until: time('Until when that holds'),
        }),
      ).describe('Who has it now.'),
    },
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: exampleParams,
      body: { reviewer: 'binh' },
      answers: [
        {
          when: 'It is yours.',
          code: codes.success,
          fields: { is_yours: true, claim: { reviewer: 'binh', until: exampleTime } },
        },
      ],
    },
    handle: async ({ params, body: { reviewer, minutes, take }, ...caller }) => {
      const held = await claim(reviewing, caller, params.verification_id, { reviewer, minutes, takes: take })
      return {
        code: codes.success,
        fields: {
          is_yours: held.reviewer === reviewer,
          claim: { reviewer: held.reviewer, until: iso(held.until) },
        },
      }
    },
  })

const releasing = (reviewing: Reviewing) =>
  route({
    name: 'releaseVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/release',
    tag: reviewTag,
    summary: 'Give back a case that you claimed.',
    description: 'Where somebody else has it, nothing changes.',
    params,
    body: z.strictObject({ reviewer: reviewerName }),
    refusesUnknownFields: true,
    fields: { id: z.string().describe('Id of the verification.') },
    answers: [codes.success, codes.notFound],
    example: {
      params: exampleParams,
      body: { reviewer: 'binh' },
      answers: [{ when: 'It is free.', code: codes.success, fields: { id: exampleId } }],
    },
    handle: async ({ params, body, ...caller }) => {
      const { id } = await release(reviewing, caller, params.verification_id, body.reviewer)
      return { code: codes.success, fields: { id } }
    },
  })
