// The routes that erase or export all data of one person; additions to the specification.

import { z } from 'zod'
import { atLeast } from '../checks.ts'
import { codes, refuse } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { checks, examplePicture, externalPersonId, text } from '../http/schemas.ts'
import { time, timeOrNull } from '../http/times.ts'
import type { FaceRemoval } from '../retention/remove.ts'
import type { Runtime } from '../runtime.ts'
import { erasePerson } from './erase.ts'
import { type Exported, exportPerson, type Mark, readMark, writeItem, writeMark } from './export.ts'

const tag = {
  name: 'Persons',
  description: 'Export or erase all data of one person.',
  area: 'persons',
} as const

export const personRoutes = (runtime: Runtime & FaceRemoval): Route[] => [
  erasing(runtime),
  exporting(runtime),
]

const count = (what: string) => z.int().min(0).describe(what)

const erasing = ({ store, removeFace, now }: Runtime & FaceRemoval) =>
  route({
    name: 'erasePerson',
    method: 'POST',
    path: '/persons/erase',
    tag,
    summary: 'Erase all data of a person.',
    description:
      'Erases challenges with their frames, fingerprints of frames, documents with their pictures, faces in every collection of your organisation, and verifications with all that belongs to them: their links end, and events that were not sent yet are not sent any more. Nothing can be restored. An unknown person is answered like one without data.',
    body: z.strictObject({ external_person_id: externalPersonId }),
    fields: {
      external_person_id: z.string().describe('The `external_person_id` of the request.'),
      complete: z
        .boolean()
        .describe(
          'True where everything is gone. False where a part still waits for a store that is out of reach, or where new data came in meanwhile: call again. What waits is not found any more.',
        ),
      removed: namedSchema(
        'Erased',
        z
          .object({
            challenges: count('Number of challenges.'),
            frames: count('Number of frames of those challenges.'),
            prints: count('Number of fingerprints by which a frame would be recognised.'),
            documents: count('Number of documents, those of chips among them.'),
            pictures: count(
              'Number of pictures and files of chips of those documents, with what was read in them.',
            ),
            faces: count('Number of registered faces with their photos.'),
            collections: count(
              'Number of collections that the person had registered. They stay, without the name of the person.',
            ),
            verifications: count(
              'Number of verifications, with their attempts, events, links and deliveries.',
            ),
          })
          .describe('How much was erased, by kind of data.'),
      ),
    },
    answers: [codes.success],
    example: {
      body: { external_person_id: 'anna' },
      answers: [
        {
          when: 'Everything is gone.',
          code: codes.success,
          fields: {
            external_person_id: 'anna',
            complete: true,
            removed: {
              challenges: 2,
              frames: 11,
              prints: 11,
              documents: 1,
              pictures: 2,
              faces: 1,
              collections: 0,
              verifications: 1,
            },
          },
        },
      ],
    },
    handle: async ({ body, organisationId }) => {
      const person = { organisationId, externalPersonId: body.external_person_id }
      const { removed, isComplete } = await erasePerson({ ...store, removeFace, now }, person)
      return {
        code: codes.success,
        fields: { external_person_id: body.external_person_id, complete: isComplete, removed },
      }
    },
  })

const idOf = (what: string) => z.string().describe(`Id of the ${what}.`)
const consent = z
  .string()
  .nullable()
  .describe('The `consent_reference` of the request that brought it; null without one.')
const content = z.string().nullable().describe('The file as Base64 text; null where it is not kept any more.')
const collection = idOf('collection')

/** The schema of each kind of item that `exportPerson` makes. */
const kinds = {
  challenges: z.object({
    id: idOf('challenge'),
    family: z.string().describe('Family of the challenge: `distance`, `nose`, `profile` or `light`.'),
    created_at: time('When it was started'),
    expires_at: time('When it stops taking frames'),
    closed_at: time('When it was judged')
      .nullable()
      .describe('When it was judged, as ISO 8601 in UTC. Null before that.'),
    consent_reference: consent,
    plan: z.unknown().describe('What its start asked of the person: boxes, tasks and numbers of frames.'),
    verdict: namedSchema(
      'ExportedVerdict',
      z.object({
        result_code: z.int().describe('The `result_code` of the verdict.'),
        message: z.string().describe('The `message` of the verdict.'),
        checks,
      }),
    )
      .nullable()
      .describe('The verdict; null where there is none.'),
  }),
  frames: z.object({
    id: idOf('frame'),
    challenge_id: idOf('challenge'),
    task: z.string().describe('The task that the frame was sent for.'),
    taken_at: time('When it was taken, by the clock of the caller'),
    received_at: time('When it arrived'),
    guidance: z
      .string()
      .nullable()
      .describe('The `guidance` that the frame was answered with; null for frames of earlier versions.'),
    seen: z.unknown().describe('Everything that was measured in the frame, with face mesh and face vector.'),
    content,
  }),
  prints: z.object({
    id: idOf('fingerprint'),
    challenge_id: idOf('challenge'),
    seen_at: time('When the frame arrived'),
    print: z.string().describe('The fingerprint of the frame, as Base64 text.'),
  }),
  documents: z.object({
    id: idOf('document'),
    kind: z
      .string()
      .describe(
        'What it was read as: an identity document, a driving licence, or `chip` for the chip of one.',
      ),
    created_at: time('When it was created'),
    consent_reference: consent,
  }),
  confirmations: z.object({
    id: idOf('confirmation'),
    document_id: idOf('document'),
    received_at: time('When it was recorded'),
    answer: z.unknown().describe('What the authority answered, as it was recorded.'),
  }),
  pictures: z.object({
    id: idOf('picture'),
    document_id: idOf('document'),
    number: z.int().describe('Place of the picture among those of its document.'),
    received_at: time('When it arrived'),
    file_removed_at: time('When its file was removed')
      .nullable()
      .describe('When its file was removed, as ISO 8601 in UTC. Null where it is still kept.'),
    reading: z.unknown().describe('Everything that was read in the picture.'),
    content,
  }),
  faces: z.object({
    id: idOf('registration'),
    collection_id: collection,
    file_id: idOf('stored photo'),
    embedder: z.string().describe('Name and version of the network that made the vector.'),
    created_at: time('When it was registered'),
    consent_reference: consent,
    vector: z.array(z.number()).describe('The numbers by which the face is recognised.'),
    content,
  }),
  duplicates: z.object({
    id: idOf('find'),
    face_id: z.string().describe('The face of the person.'),
    kind: z
      .string()
      .describe('`same-face`: another id has this face. `other-face`: the id has another face.'),
    similarity: z.number().describe('How alike the two faces are, in percent.'),
    searched_at: time('When the search began'),
  }),
  collections: z.object({ id: collection, created_at: time('When it was registered') }),
}

const verificationId = idOf('verification')

/** What is kept of verifications. */
const verificationKinds = {
  verifications: z.object({
    id: verificationId,
    policy: z.string().describe('Its policy.'),
    policy_version: z.int().describe('The version of the policy that it was started with.'),
    state: z.string().describe('Its state.'),
    is_test: z.boolean().describe('True where a test key made it.'),
    created_at: time('When it was created'),
    expires_at: time('Until when the person could go on'),
    finished_at: timeOrNull('When it came to an end', 'Null before that.'),
    consent_reference: consent,
    request: z.unknown().describe('What was asked beside the above: expected data, metadata, locale.'),
  }),
  attempts: z.object({
    id: idOf('attempt'),
    verification_id: verificationId,
    step: z.string().describe('The step that was tried.'),
    outcome: z.string().describe('How it went.'),
    subject_id: z
      .string()
      .nullable()
      .describe('Id of the document or challenge that it made; null for none.'),
    result_code: z
      .int()
      .nullable()
      .describe('The `result_code` that it was answered; null while it is open.'),
    begun_at: time('When it was begun'),
    ended_at: timeOrNull('When it was over', 'Null while it is open.'),
    findings: z.unknown().describe('What was found.'),
  }),
  events: z.object({
    id: idOf('event'),
    verification_id: verificationId,
    sequence: z.int().describe('Its place among the events of the verification.'),
    type: z.string().describe('What happened.'),
    actor: z.string().describe('Who did it: `organisation`, `person`, `server` or `reviewer`.'),
    at: time('When'),
    data: z.unknown().describe('What belongs to it, such as the verdict.'),
  }),
  notes: z.object({
    id: idOf('note'),
    verification_id: verificationId,
    author: z.string().describe('Who wrote it.'),
    at: time('When it was written'),
    note: z.record(z.string(), z.unknown()).describe('What was written, as `text`.'),
  }),
  links: z.object({
    id: idOf('link'),
    verification_id: verificationId,
    made_by: z.string().describe('`organisation`, or `person` for a hand-over to another device.'),
    created_at: time('When it was made'),
    expires_at: time('Until when it was good'),
    used_at: timeOrNull('When it was used', 'Null where it was not.'),
    ended_at: timeOrNull('When it was ended', 'Null where it was not.'),
  }),
  tokens: z.object({
    id: idOf('token'),
    verification_id: verificationId,
    created_at: time('When it was made'),
    expires_at: time('Until when it was good'),
    ended_at: timeOrNull('When it was ended', 'Null where it was not.'),
  }),
  deliveries: z.object({
    id: idOf('delivery'),
    verification_id: verificationId,
    event_id: idOf('event'),
    endpoint_id: idOf('endpoint'),
    state: z.string().describe('`waiting`, `delivered` or `given-up`.'),
    attempts: z.int().describe('How often it was tried.'),
    created_at: time('When it was put in the outbox'),
    finished_at: timeOrNull('When it was delivered or given up', 'Null while it waits.'),
  }),
}

const lists = {
  challenges: z
    .array(namedSchema('ExportedChallenge', kinds.challenges))
    .describe('Liveness challenges of the person.'),
  frames: z.array(namedSchema('ExportedFrame', kinds.frames)).describe('Frames of those challenges.'),
  prints: z
    .array(namedSchema('ExportedPrint', kinds.prints))
    .describe('Fingerprints by which a frame would be recognised when it is sent again.'),
  documents: z.array(namedSchema('ExportedDocument', kinds.documents)).describe('Documents of the person.'),
  pictures: z
    .array(namedSchema('ExportedPicture', kinds.pictures))
    .describe('Pictures of those documents; of a chip its files, one after another, and its portrait.'),
  confirmations: z
    .array(namedSchema('ExportedConfirmation', kinds.confirmations))
    .describe('What authorities answered about chips of the person.'),
  faces: z.array(namedSchema('ExportedFace', kinds.faces)).describe('Registered faces, in all collections.'),
  duplicates: z
    .array(namedSchema('ExportedDuplicate', kinds.duplicates))
    .describe('What searches for duplicates found of those faces.'),
  collections: z
    .array(namedSchema('ExportedCollection', kinds.collections))
    .describe('Collections that were registered in the name of the person.'),
  verifications: z
    .array(namedSchema('ExportedVerification', verificationKinds.verifications))
    .describe('Verifications of the person.'),
  attempts: z
    .array(namedSchema('ExportedAttempt', verificationKinds.attempts))
    .describe('Attempts at the steps of those verifications.'),
  events: z.array(namedSchema('ExportedEvent', verificationKinds.events)).describe('Events of them.'),
  notes: z
    .array(namedSchema('ExportedNote', verificationKinds.notes))
    .describe('Notes that reviewers wrote about them.'),
  links: z
    .array(namedSchema('ExportedLink', verificationKinds.links))
    .describe('Links to them; of each only a hash is kept, which is not exported.'),
  tokens: z
    .array(namedSchema('ExportedToken', verificationKinds.tokens))
    .describe('Tokens that links were exchanged for; of each only a hash is kept.'),
  deliveries: z
    .array(namedSchema('ExportedDelivery', verificationKinds.deliveries))
    .describe('Events that were sent to your endpoints, or wait to be.'),
}
const noItems = {
  challenges: [],
  frames: [],
  prints: [],
  documents: [],
  pictures: [],
  confirmations: [],
  faces: [],
  duplicates: [],
  collections: [],
  verifications: [],
  attempts: [],
  events: [],
  notes: [],
  links: [],
  tokens: [],
  deliveries: [],
}

/** An answer is held in memory whole, and many callers may ask at once. */
const LARGEST_ANSWER_BYTES = 8 * 1024 ** 2

const exporting = ({ store, config }: Runtime) =>
  route({
    name: 'exportPerson',
    method: 'POST',
    path: '/persons/export',
    tag,
    summary: 'Export all data of a person.',
    description:
      'One answer holds about 8 MiB, with files as Base64 text. Where there is more, the answer has `more`: send it along with the next request. An unknown person is answered like one without data.',
    body: z.strictObject({
      external_person_id: externalPersonId,
      more: text(1, 2048)
        .optional()
        .describe('The `more` of the previous answer; absent in the first request.'),
    }),
    fields: {
      external_person_id: z.string().describe('The `external_person_id` of the request.'),
      ...lists,
      more: z
        .string()
        .optional()
        .describe('There is more data: send this with the next request. Absent in the last answer.'),
    },
    answers: [codes.success],
    example: {
      body: { external_person_id: 'anna' },
      answers: [
        { when: 'Everything that is kept, in one answer.', code: codes.success, fields: exampleExport },
      ],
    },
    handle: async ({ body, organisationId }) => {
      const person = { organisationId, externalPersonId: body.external_person_id }
      const from = body.more === undefined ? undefined : markIn(body.more)
      const written: Record<Exported['kind'], Uint8Array[]> = {
        challenges: [],
        frames: [],
        prints: [],
        documents: [],
        pictures: [],
        confirmations: [],
        faces: [],
        duplicates: [],
        collections: [],
        verifications: [],
        attempts: [],
        events: [],
        notes: [],
        links: [],
        tokens: [],
        deliveries: [],
      }
      let room = Math.min(config.jsonLimitBytes, LARGEST_ANSWER_BYTES)
      let last: Mark | undefined
      let isMore = false
      for await (const { kind, id, item } of exportPerson(store, person, from)) {
        const pieces = await writeItem(item)
        room -= pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
        // At least one item is sent, however large: otherwise the export would never end.
        isMore = room < 0 && last !== undefined
        if (isMore) break
        written[kind].push(Buffer.from(written[kind].length === 0 ? '[' : ','), ...pieces)
        last = { kind, id }
      }
      for (const list of Object.values(written)) list.push(Buffer.from(list.length === 0 ? '[]' : ']'))
      const more = isMore && last ? { more: writeMark(last) } : {}
      return {
        code: codes.success,
        fields: { external_person_id: body.external_person_id, ...noItems, ...more },
        written,
      }
    },
  })

/** The example leaves out most of what was measured and read. */
const exampleExport = {
  external_person_id: 'anna',
  challenges: [
    {
      id: '2c76bc9e-276e-420d-bf9a-f9ee9ceeba15',
      family: 'profile',
      created_at: '2026-11-15T08:00:00.000Z',
      expires_at: '2026-11-15T08:03:00.000Z',
      closed_at: '2026-11-15T08:00:21.000Z',
      consent_reference: 'contract 7',
      plan: { exercise: ['yaw'] },
      verdict: { result_code: 200, message: 'Success', checks: [atLeast('genuineness', 0.9459, 0.5)] },
    },
  ],
  frames: [
    {
      id: '7d1f3a04-59a1-4f7c-8a3e-0f5f5d8b8d11',
      challenge_id: '2c76bc9e-276e-420d-bf9a-f9ee9ceeba15',
      task: 'keep-face-ahead',
      taken_at: '2026-11-15T08:00:12.000Z',
      received_at: '2026-11-15T08:00:12.340Z',
      guidance: 'ok',
      seen: {},
      content: examplePicture,
    },
  ],
  prints: [],
  documents: [],
  pictures: [],
  confirmations: [],
  faces: [
    {
      id: 'db6b92b0-0045-4ed1-95f7-752435191e04',
      collection_id: 'staff',
      file_id: '8fe23fd1-4dbf-46ec-9a89-a39894c7e752',
      embedder: 'face-embedder 1',
      created_at: '2026-11-15T08:05:00.000Z',
      consent_reference: null,
      vector: [0.0312, -0.1175, 0.0648],
      content: examplePicture,
    },
  ],
  duplicates: [],
  collections: [],
  verifications: [],
  attempts: [],
  events: [],
  notes: [],
  links: [],
  tokens: [],
  deliveries: [],
}

function markIn(more: string): Mark {
  const mark = readMark(more)
  if (mark) return mark
  throw refuse(codes.badRequest, 'more', 'is not one that an answer gave')
}
