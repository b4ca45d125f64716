// The routes that list what an organisation has: its collections, and the faces of one of them.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso } from '../../http/times.ts'
import type { Runtime } from '../../runtime.ts'
import { collectionsOf, findCollection, type KnownCollection } from '../../store/records/collections.ts'
import { facesListed, type ListedFace } from '../../store/records/faces.ts'
import { collectionParams, facesTag } from '../route-fields.ts'

export const listingRoutes = (runtime: Runtime): Route[] => [
  listingCollections(runtime),
  listingFaces(runtime),
]

const MOST_LISTED = 100

const page = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= MOST_LISTED, `must be 1 to ${MOST_LISTED}`)
    .prefault('20')
    .describe(`How many are answered, at most ${MOST_LISTED}.`),
  cursor: text(1, 2000).optional().describe('`next_cursor` of the page before.'),
}

const nextCursor = z.string().optional().describe('For the next page; absent where there is none.')

const listedCollection = namedSchema(
  'FaceCollection',
  z.object({
    id: z.string().describe('Id of the collection, as it was registered.'),
    external_person_id: z.string().describe('Who registered it: the `external_person_id` of that request.'),
    faces: z.int().describe('How many faces it has.'),
    created_at: z.string().describe('When it was registered, in ISO 8601.'),
  }),
)

const listedFace = namedSchema(
  'RegisteredFace',
  z.object({
    id: z.string().describe('Id of the registration, which `delete` asks for.'),
    file_id: z.string().describe('Id of the stored photo, which `delete` asks for.'),
    external_person_id: z.string().describe('Under whom the face is registered.'),
    created_at: z.string().describe('When it was registered, in ISO 8601.'),
    consent_reference: z.string().optional().describe('The `consent_reference` of the registration.'),
    verification_id: z.string().optional().describe('The verification that registered it.'),
  }),
)

const exampleCollection = {
  id: 'staff',
  external_person_id: 'reception',
  faces: 2,
  created_at: '2026-11-15T08:00:00.000Z',
} as const

const exampleFace = {
  id: 'db6b92b0-0045-4ed1-95f7-752435191e04',
  file_id: '6ad5a1c2-7c1a-4d62-9a0d-3a5ef4f0c2ab',
  external_person_id: 'anna',
  created_at: '2026-11-15T08:01:00.000Z',
  consent_reference: 'contract 7',
} as const

const listingCollections = (runtime: Runtime) =>
  route({
    name: 'listCollections',
    method: 'GET',
    path: '/face-collections',
    tag: facesTag,
    summary: 'List your collections.',
    description: 'In the order of their ids, a page at a time.',
    query: z.strictObject({
      search: text(1, 256).optional().describe('How the id begins.'),
      ...page,
    }),
    fields: {
      collections: z.array(listedCollection).describe('One page of the collections.'),
      next_cursor: nextCursor,
    },
    answers: [codes.success],
    example: {
      query: { limit: '20' },
      answers: [{ when: 'There is one.', code: codes.success, fields: { collections: [exampleCollection] } }],
    },
    handle: async ({ query: { search, limit, cursor }, organisationId }) => {
      const after = cursor === undefined ? '' : placeIn(cursor, 'collection').id
      const wanted = { search, after, limit: limit + 1 }
      const rows = await collectionsOf(runtime.store.database, organisationId, wanted)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        code: codes.success,
        fields: {
          collections: shown.map(shownCollection),
          ...(rows.length > limit && last && { next_cursor: cursorOf('collection', 0, last.id) }),
        },
      }
    },
  })

const shownCollection = ({ id, externalPersonId, faces, createdAt }: KnownCollection) => ({
  id,
  external_person_id: externalPersonId,
  faces,
  created_at: iso(createdAt),
})

const listingFaces = (runtime: Runtime) =>
  route({
    name: 'listFaces',
    method: 'GET',
    path: '/face-collections/{collection_id}/faces',
    tag: facesTag,
    summary: 'List the faces of a collection.',
    description:
      'In the order of the ids of persons, a page at a time; several photos of one person stand together. Photos and what they are recognised by are never answered.',
    params: collectionParams,
    query: z.strictObject({
      search: text(1, 256).optional().describe('How the `external_person_id` begins.'),
      ...page,
    }),
    fields: {
      faces: z.array(listedFace).optional().describe('One page of the faces.'),
      total: z.int().optional().describe('How many faces the collection has, whatever is searched for.'),
      next_cursor: nextCursor,
    },
    answers: [codes.success, codes.collectionNotFound],
    example: {
      params: { collection_id: 'staff' },
      query: { search: 'an' },
      answers: [
        {
          when: 'One of two faces is that of somebody whose id begins so.',
          code: codes.success,
          fields: { faces: [exampleFace], total: 2 },
        },
      ],
    },
    handle: async ({ params, query: { search, limit, cursor }, organisationId }) => {
      const { database } = runtime.store
      const key = { organisationId, collectionId: params.collection_id }
      const collection = await findCollection(database, key)
      if (!collection) return { code: codes.collectionNotFound, fields: {} }
      const { number, id: externalPersonId } =
        cursor === undefined ? { number: 0, id: '' } : placeIn(cursor, 'face')
      const wanted = { search, after: { number, externalPersonId }, limit: limit + 1 }
      const rows = await facesListed(database, key, wanted)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        code: codes.success,
        fields: {
          faces: shown.map(shownFace),
          total: collection.faces,
          ...(rows.length > limit &&
            last && { next_cursor: cursorOf('face', last.number, last.externalPersonId) }),
        },
      }
    },
  })

const shownFace = (face: ListedFace): z.output<typeof listedFace> => ({
  id: face.id,
  file_id: face.fileId,
  external_person_id: face.externalPersonId,
  created_at: iso(face.createdAt),
  ...(face.consentReference !== null && { consent_reference: face.consentReference }),
  ...(face.verificationId !== null && { verification_id: face.verificationId }),
})

type Listed = 'collection' | 'face'

const cursorOf = (what: Listed, number: number, id: string): string =>
  Buffer.from(`${what} ${number} ${id}`).toString('base64url')

function placeIn(cursor: string, what: Listed): { readonly number: number; readonly id: string } {
  const [, listed, number, id] =
    /^(collection|face) (\d{1,15}) (.{1,256})$/su.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (listed !== what || number === undefined || id === undefined)
    throw refuse(codes.badRequest, 'cursor', 'is not one that this list gave')
  return { number: Number(number), id }
}
