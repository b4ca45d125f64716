// The routes that erase or export all data of one person; additions to the specification.
import { z } from 'zod'
import { codes, refuse } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { checks, externalPersonId, text } from '../http/schemas.ts'
import type { Runtime } from '../runtime.ts'
import { erasePerson } from './erase.ts'
import { exportPerson, type Mark, readMark, writeMark } from './export.ts'

const tag = { name: 'Persons', description: 'Persons' }

export const personRoutes = (runtime: Runtime): Route[] => [erasing(runtime), exporting(runtime)]

const count = (what: string) => z.int().min(0).describe(what)

const erasing = ({ store, gallery, now }: Runtime) =>
  route({
    name: 'erasePerson',
    method: 'POST',
    path: '/persons/erase',
    tag,
    summary: 'Erase all that belongs to a person.',
    description:
      'Challenges with their frames, prints of frames, documents with their pictures, and faces in every collection of your organisation. There is no way back. Somebody unknown is erased like anybody else: there was nothing.',
    body: z.strictObject({ external_person_id: externalPersonId }),
    fields: {
      external_person_id: z.string().describe('Echo of the request.'),
      complete: z
        .boolean()
        .describe(
          'False when part of it waits for an engine that is away, where nobody finds it any more, or when more came in meanwhile: ask again.',
        ),
      removed: namedSchema(
        'Erased',
        z.object({
          challenges: count('Challenges.'),
          frames: count('Their frames.'),
          prints: count('Prints by which frames are known again.'),
          documents: count('Documents.'),
          pictures: count('Their pictures, with what was read in them.'),
          faces: count('Registered faces with their photos.'),
          collections: count('Collections that the person had signed: they stay, and name nobody now.'),
        }),
      ),
    },
    answers: [codes.success],
    handle: async ({ body, organisationId }) => {
      const person = { organisationId, externalPersonId: body.external_person_id }
      const { removed, isComplete } = await erasePerson({ ...store, gallery, now }, person)
      return {
        code: codes.success,
        fields: { external_person_id: body.external_person_id, complete: isComplete, removed },
      }
    },
  })

const id = z.string()
const at = z.string().describe('ISO 8601.')
const consent = z.string().nullable()
const content = z.string().nullable().describe('The file in Base64; null when it is not kept any more.')

/** The schema of each kind of item that `exportPerson` makes. */
const kinds = {
  challenges: z.object({
    id,
    family: z.string(),
    created_at: at,
    expires_at: at,
    closed_at: at.nullable(),
    consent_reference: consent,
    plan: z.unknown().describe('What the start asked for.'),
    verdict: namedSchema(
      'ExportedVerdict',
      z.object({ result_code: z.int(), message: z.string(), checks }),
    ).nullable(),
  }),
  frames: z.object({
    id,
    challenge_id: id,
    task: z.string(),
    taken_at: at,
    received_at: at,
    seen: z.unknown().describe('All that was seen in it, with mesh and vector.'),
    content,
  }),
  prints: z.object({ id, challenge_id: id, seen_at: at, print: z.string().describe('Base64.') }),
  documents: z.object({ id, kind: z.string(), created_at: at, consent_reference: consent }),
  pictures: z.object({
    id,
    document_id: id,
    number: z.int(),
    received_at: at,
    file_removed_at: at.nullable(),
    reading: z.unknown().describe('All that was read in it.'),
    content,
  }),
  faces: z.object({
    id,
    collection_id: id,
    file_id: id,
    embedder: z.string(),
    created_at: at,
    consent_reference: consent,
    vector: z.array(z.number()),
    content,
  }),
  collections: z.object({ id, created_at: at }),
}

const lists = {
  challenges: z.array(namedSchema('ExportedChallenge', kinds.challenges)),
  frames: z.array(namedSchema('ExportedFrame', kinds.frames)),
  prints: z.array(namedSchema('ExportedPrint', kinds.prints)),
  documents: z.array(namedSchema('ExportedDocument', kinds.documents)),
  pictures: z.array(namedSchema('ExportedPicture', kinds.pictures)),
  faces: z.array(namedSchema('ExportedFace', kinds.faces)),
  collections: z.array(namedSchema('ExportedCollection', kinds.collections)),
}
type Lists = { [K in keyof typeof lists]: z.output<(typeof lists)[K]> }

/** An answer is held in memory whole, and many callers may ask at once. */
const LARGEST_ANSWER_BYTES = 8 * 1024 ** 2

const exporting = ({ store, config }: Runtime) =>
  route({
    name: 'exportPerson',
    method: 'POST',
    path: '/persons/export',
    tag,
    summary: 'Give out all that is kept of a person.',
    description:
      'About 8 MiB in one answer, files among it as Base64; `more` says that there is more, and goes into the next request.',
    body: z.strictObject({
      external_person_id: externalPersonId,
      more: text(1, 2048).optional().describe('From the answer before.'),
    }),
    fields: {
      external_person_id: z.string().describe('Echo of the request.'),
      ...lists,
      more: z.string().optional().describe('Send it along to get the rest; absent at the end.'),
    },
    answers: [codes.success],
    handle: async ({ body, organisationId }) => {
      const person = { organisationId, externalPersonId: body.external_person_id }
      const from = body.more === undefined ? undefined : markIn(body.more)
      const found: Lists = {
        challenges: [],
        frames: [],
        prints: [],
        documents: [],
        pictures: [],
        faces: [],
        collections: [],
      }
      let room = Math.min(config.jsonLimitBytes, LARGEST_ANSWER_BYTES)
      let last: Mark | undefined
      let isMore = false
      for await (const { kind, id, item } of exportPerson(store, person, from)) {
        room -= JSON.stringify(item).length
        // At least one item is sent, however large: otherwise the export would never end.
        isMore = room < 0 && last !== undefined
        if (isMore) break
        ;(found[kind] as object[]).push(item)
        last = { kind, id }
      }
      const more = isMore && last ? { more: writeMark(last) } : {}
      return {
        code: codes.success,
        fields: { external_person_id: body.external_person_id, ...found, ...more },
      }
    },
  })

function markIn(more: string): Mark {
  const mark = readMark(more)
  if (mark) return mark
  throw refuse(codes.badRequest, 'more', 'is not one that an answer gave')
}
