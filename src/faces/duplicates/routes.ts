// The route that looks through a collection for one face under two ids, and for two faces under one id.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { findCollection } from '../../store/records/collections.ts'
import { curveOf } from '../calibrate.ts'
import {
  type DuplicateThresholds,
  expectedByChance,
  findDuplicates,
  OTHER_FACE_PERCENT,
  registeredFaces,
  sameFacePercent,
} from '../find-duplicates.ts'
import { collectionParams, duplicateKind, facesTag, foreignId, likeness } from '../route-fields.ts'

export const duplicateRoutes = (runtime: Runtime): Route[] => [searching(runtime)]

const registration = (which: string) => z.string().describe(`The \`id\` of ${which} registration.`)

const duplicate = namedSchema(
  'FaceDuplicate',
  z.object({
    kind: duplicateKind,
    id: registration('the later'),
    external_person_id: foreignId('the later registration'),
    other_id: registration('the earlier'),
    other_external_person_id: foreignId('the earlier registration'),
    ...likeness,
  }),
)

/** Each face is a search through the whole collection, and somebody waits for the answer. */
const MOST_SEARCHED = 100
/** Searches of one collection at the same moment share their passes over it. */
const AT_ONCE = 4

const exampleDuplicate = {
  kind: 'same-face',
  id: 'db6b92b0-0045-4ed1-95f7-752435191e04',
  external_person_id: 'anna',
  other_id: '0f2d7c0e-6c0b-4d3a-9d0e-6a3c1b1f5d77',
  other_external_person_id: 'a.nguyen',
  ...{ similarity: 94.11, threshold: 80 },
} as const

const thresholdOf = (about: string) =>
  z.number().min(20).max(100).optional().describe(`${about} In percent, on the scale of \`sim\`.`)

const searching = (runtime: Runtime) =>
  route({
    name: 'findDuplicates',
    method: 'POST',
    path: '/face-collections/{collection_id}/duplicates',
    tag: facesTag,
    summary: 'Find one face under two ids, and two faces under one id.',
    description:
      'Looks through the faces of a collection in the order of their registration, a page at a time: each is compared with all that were registered before it, so that a pair is reported once. With `external_person_id` the faces of that person are compared with all others. Nothing is stored.',
    params: collectionParams,
    body: z.strictObject({
      external_person_id: text(1, 256)
        .optional()
        .describe(
          'Only the newest hundred faces of this person are looked at; without it, those of everybody.',
        ),
      similarity_threshold: thresholdOf(
        'From this similarity on, faces under two ids are reported; what `identify` asks for in this collection, where it is left out.',
      ),
      mismatch_threshold: thresholdOf(
        `Below this similarity, faces under one id are reported; ${OTHER_FACE_PERCENT} where it is left out.`,
      ),
      limit: z.int().min(1).max(MOST_SEARCHED).default(50).describe('How many faces one request looks at.'),
      cursor: text(1, 100).optional().describe('`next_cursor` of the answer before.'),
    }),
    bodyIsOptional: true,
    fields: {
      duplicates: z.array(duplicate).optional().describe('What was found among the faces of this page.'),
      faces_searched: z.int().optional().describe('How many faces this page looked at.'),
      expected_by_chance: z
        .number()
        .optional()
        .describe(
          'How many pairs of strangers this page is expected to report as `same-face`, by the curve that `sim` stands for. The larger the collection, the more: raise the threshold, or look at each.',
        ),
      next_cursor: z.string().optional().describe('For the next page; absent where there is none.'),
    },
    answers: [codes.success, codes.collectionNotFound],
    example: {
      params: { collection_id: 'staff' },
      body: { limit: 50 },
      answers: [
        {
          when: 'One person is registered under two ids.',
          code: codes.success,
          fields: { duplicates: [exampleDuplicate], faces_searched: 50, expected_by_chance: 0.005 },
        },
      ],
    },
    handle: async ({ body, params, organisationId }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const collection = await findCollection(runtime.store.database, key)
      if (!collection) return { code: codes.collectionNotFound, fields: {} }
      const { external_person_id: person, limit, cursor } = body
      const faces = registeredFaces(runtime.store)
      const after = cursor === undefined ? 0 : numberIn(cursor)
      const page =
        person === undefined
          ? await faces.following(key, { after, upTo: collection.changes, limit })
          : await faces.ofPerson(key, person, MOST_SEARCHED)
      const curve = await curveOf(runtime.store.database, organisationId)
      const thresholds: DuplicateThresholds = {
        curve,
        same:
          body.similarity_threshold ??
          sameFacePercent(collection.faces, runtime.config.identifyFalsePositives, curve),
        other: body.mismatch_threshold ?? OTHER_FACE_PERCENT,
      }
      const look = async (face: (typeof page)[number]) => {
        const asked = { ...face, ...(person === undefined && { before: face.number }) }
        const { duplicates } = await findDuplicates(
          { gallery: runtime.gallery, faces },
          key,
          collection,
          asked,
          thresholds,
        )
        return duplicates.map(({ kind, other, similarity, threshold }) => ({
          kind,
          ...{ id: face.id, external_person_id: face.externalPersonId },
          ...{ other_id: other.id, other_external_person_id: other.externalPersonId },
          ...{ similarity, threshold },
        }))
      }
      const duplicates: z.output<typeof duplicate>[] = []
      for (let at = 0; at < page.length; at += AT_ONCE)
        duplicates.push(...(await Promise.all(page.slice(at, at + AT_ONCE).map(look))).flat())
      const last = page.at(-1)
      const isMore = person === undefined && page.length === limit && last
      return {
        code: codes.success,
        fields: {
          duplicates,
          faces_searched: page.length,
          expected_by_chance: Number(
            expectedByChance(page.length, Math.max(0, collection.faces - 1), thresholds).toPrecision(2),
          ),
          ...(isMore && { next_cursor: cursorOf(last.number) }),
        },
      }
    },
  })

const cursorOf = (number: number): string => Buffer.from(`face ${number}`).toString('base64url')

function numberIn(cursor: string): number {
  const [, number] = /^face (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (number === undefined) throw refuse(codes.badRequest, 'cursor', 'is not one that this list gave')
  return Number(number)
}
