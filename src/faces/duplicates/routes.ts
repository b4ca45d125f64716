// The routes that look through a collection for one face under two ids, and for two faces under one id.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { codes, refuse, refuseBecause } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso } from '../../http/times.ts'
import type { Runtime } from '../../runtime.ts'
import { type CollectionKey, findCollection } from '../../store/records/collections.ts'
import {
  addSearch,
  findSearch,
  foundBy,
  type SearchRecord,
  stopSearch,
} from '../../store/records/duplicate-searches.ts'
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

export const duplicateRoutes = (runtime: Runtime): Route[] => [
  searching(runtime),
  starting(runtime),
  following(runtime),
  stopping(runtime),
]

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

const exampleDuplicate = {
  kind: 'same-face',
  id: 'db6b92b0-0045-4ed1-95f7-752435191e04',
  external_person_id: 'anna',
  other_id: '0f2d7c0e-6c0b-4d3a-9d0e-6a3c1b1f5d77',
  other_external_person_id: 'a.nguyen',
  similarity: 94.11,
  threshold: 80,
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
      const thresholds = await thresholdsFor(runtime, collection, body)
      const asked = page.map((face) => ({ ...face, ...(person === undefined && { before: face.number }) }))
      const searching = { gallery: runtime.gallery, faces }
      const found = await findDuplicates(searching, key, collection, asked, thresholds)
      const duplicates: z.output<typeof duplicate>[] = page.flatMap((face, i) =>
        (found[i]?.duplicates ?? []).map(({ kind, other, similarity, threshold }) => ({
          kind,
          id: face.id,
          external_person_id: face.externalPersonId,
          other_id: other.id,
          other_external_person_id: other.externalPersonId,
          similarity,
          threshold,
        })),
      )
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

async function thresholdsFor(
  { store, config }: Runtime,
  { organisationId, faces }: { readonly organisationId: string; readonly faces: number },
  asked: {
    readonly similarity_threshold?: number | undefined
    readonly mismatch_threshold?: number | undefined
  },
): Promise<DuplicateThresholds> {
  const curve = await curveOf(store.database, organisationId)
  return {
    curve,
    same: asked.similarity_threshold ?? sameFacePercent(faces, config.identifyFalsePositives, curve),
    other: asked.mismatch_threshold ?? OTHER_FACE_PERCENT,
  }
}

/** What answers say about a search through a whole collection. */
const progress = {
  id: z.string().optional().describe('Id of the search.'),
  state: namedSchema(
    'DuplicateSearchState',
    z
      .enum(['running', 'finished', 'stopped'])
      .describe(
        '`running`: a server works on it, or will. `finished`: all was looked at. `stopped`: you ended it, or it had found 100,000 pairs, so that its threshold is too low.',
      ),
  ).optional(),
  faces: z.int().optional().describe('How many faces the collection had when the search began.'),
  faces_searched: z.int().optional().describe('How many of them were looked at so far.'),
  found: z
    .int()
    .optional()
    .describe('How many pairs were found so far, those of faces that were removed since included.'),
  similarity_threshold: z
    .number()
    .optional()
    .describe('From this similarity on, faces under two ids are reported, in percent on the scale of `sim`.'),
  mismatch_threshold: z
    .number()
    .optional()
    .describe('Below this similarity, faces under one id are reported, in percent on the scale of `sim`.'),
  expected_by_chance: z
    .number()
    .optional()
    .describe('How many pairs of strangers the whole search is expected to report as `same-face`.'),
  created_at: z.string().optional().describe('When it began, in ISO 8601.'),
  finished_at: z.string().optional().describe('When it ended, in ISO 8601; absent while it runs.'),
}

const exampleProgress = {
  id: '7a4b7f4e-1d52-4a06-8c5e-0d2a7d7b4c11',
  state: 'running',
  faces: 100_000,
  faces_searched: 25_600,
  found: 1,
  similarity_threshold: 88.4,
  mismatch_threshold: 40,
  expected_by_chance: 500,
  created_at: '2026-11-15T08:00:00.000Z',
} as const

async function shownProgress({ store }: Runtime, search: SearchRecord) {
  const curve = await curveOf(store.database, search.organisationId)
  const thresholds = { same: search.sameThreshold / 100, other: search.otherThreshold / 100, curve }
  const { id, state, faces, searched, found, createdAt, finishedAt } = search
  return {
    id,
    state,
    faces,
    found,
    faces_searched: searched,
    similarity_threshold: thresholds.same,
    mismatch_threshold: thresholds.other,
    // Each pair is looked at once.
    expected_by_chance: Number(
      expectedByChance(faces, Math.max(0, faces - 1) / 2, thresholds).toPrecision(2),
    ),
    created_at: iso(createdAt),
    ...(finishedAt !== null && { finished_at: iso(finishedAt) }),
  }
}

const starting = (runtime: Runtime) =>
  route({
    name: 'startDuplicateSearch',
    method: 'POST',
    path: '/face-collections/{collection_id}/duplicate-searches',
    tag: facesTag,
    summary: 'Begin to look through a whole collection for duplicates.',
    description:
      'For collections that are too large to be asked for page by page. It runs beside other work, goes on after a restart, and compares each face that is registered now with those before it; later ones are compared when they are registered. What it finds is kept for 30 days after its end, and goes with either face. One search of a collection runs at a time; a second is refused with 409.',
    params: collectionParams,
    body: z.strictObject({
      similarity_threshold: thresholdOf(
        'From this similarity on, faces under two ids are reported; what `identify` asks for in this collection, where it is left out.',
      ),
      mismatch_threshold: thresholdOf(
        `Below this similarity, faces under one id are reported; ${OTHER_FACE_PERCENT} where it is left out.`,
      ),
    }),
    bodyIsOptional: true,
    fields: progress,
    stores: true,
    answers: [codes.success, codes.collectionNotFound, codes.conflict],
    example: {
      params: { collection_id: 'staff' },
      body: {},
      answers: [{ when: 'It will begin within seconds.', code: codes.success, fields: exampleProgress }],
    },
    handle: async ({ body, params, organisationId }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const { database } = runtime.store
      const collection = await findCollection(database, key)
      if (!collection) return { code: codes.collectionNotFound, fields: {} }
      const { same, other } = await thresholdsFor(runtime, collection, body)
      const search = await addSearch(database, {
        ...key,
        id: randomUUID(),
        sameThreshold: Math.round(100 * same),
        otherThreshold: Math.round(100 * other),
        upTo: collection.changes,
        faces: collection.faces,
        createdAt: runtime.now(),
      })
      if (!search) throw refuse(codes.conflict, 'collection_id', 'is being searched for duplicates already')
      return { code: codes.success, fields: await shownProgress(runtime, search) }
    },
  })

const searchParams = { ...collectionParams, search_id: 'Id of the search, as its start answered it.' }

/** Another organisation's search, and that of another collection, is not found. */
async function searchOf({ store }: Runtime, key: CollectionKey, id: string): Promise<SearchRecord> {
  const search = await findSearch(store.database, key, id)
  if (!search) throw refuseBecause(codes.notFound, 'the collection has no such search')
  return search
}

const following = (runtime: Runtime) =>
  route({
    name: 'duplicateSearch',
    method: 'GET',
    path: '/face-collections/{collection_id}/duplicate-searches/{search_id}',
    tag: facesTag,
    summary: 'Say how far a search for duplicates is, and what it found.',
    params: searchParams,
    query: z.strictObject({
      limit: z
        .string()
        .regex(/^\d{1,3}$/, 'must be a whole number')
        .transform(Number)
        .refine((value) => value >= 1 && value <= MOST_LISTED, `must be 1 to ${MOST_LISTED}`)
        .prefault(String(MOST_LISTED))
        .describe('How many pairs one page has.'),
      cursor: text(1, 200).optional().describe('`next_cursor` of the page before.'),
    }),
    fields: {
      ...progress,
      duplicates: z.array(duplicate).describe('One page of what was found, in the order of registration.'),
      next_cursor: z.string().optional().describe('For the next page; absent where there is none.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { collection_id: 'staff', search_id: exampleProgress.id },
      query: { limit: '100' },
      answers: [
        {
          when: 'A quarter is done.',
          code: codes.success,
          fields: { ...exampleProgress, duplicates: [exampleDuplicate] },
        },
      ],
    },
    handle: async ({ params, query: { limit, cursor }, organisationId }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const search = await searchOf(runtime, key, params.search_id)
      const after = cursor === undefined ? { number: 0, id: '' } : pairIn(cursor)
      const rows = await foundBy(runtime.store.database, search, after, limit + 1)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        code: codes.success,
        fields: {
          ...(await shownProgress(runtime, search)),
          duplicates: shown.map(({ kind, faceId, person, otherFaceId, otherPerson, similarity }) => ({
            kind,
            id: faceId,
            external_person_id: person,
            other_id: otherFaceId,
            other_external_person_id: otherPerson,
            similarity: similarity / 100,
            threshold: (kind === 'same-face' ? search.sameThreshold : search.otherThreshold) / 100,
          })),
          ...(rows.length > limit &&
            last && { next_cursor: Buffer.from(`${last.number}.${last.id}`).toString('base64url') }),
        },
      }
    },
  })

function pairIn(cursor: string): { readonly number: number; readonly id: string } {
  const [, number, id] =
    /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (number === undefined || id === undefined)
    throw refuse(codes.badRequest, 'cursor', 'is not one that this list gave')
  return { number: Number(number), id }
}

const stopping = (runtime: Runtime) =>
  route({
    name: 'stopDuplicateSearch',
    method: 'POST',
    path: '/face-collections/{collection_id}/duplicate-searches/{search_id}/stop',
    tag: facesTag,
    summary: 'End a search for duplicates.',
    description: 'What it found so far stays. One that is over already stays as it is.',
    params: searchParams,
    body: z.strictObject({}),
    bodyIsOptional: true,
    fields: progress,
    answers: [codes.success, codes.notFound],
    example: {
      params: { collection_id: 'staff', search_id: exampleProgress.id },
      body: {},
      answers: [
        {
          when: 'It looks at no more faces.',
          code: codes.success,
          fields: { ...exampleProgress, state: 'stopped', finished_at: '2026-11-15T08:02:00.000Z' },
        },
      ],
    },
    handle: async ({ params, organisationId }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const search = await searchOf(runtime, key, params.search_id)
      await stopSearch(runtime.store.database, search, runtime.now())
      const stopped = await searchOf(runtime, key, params.search_id)
      return { code: codes.success, fields: await shownProgress(runtime, stopped) }
    },
  })

const MOST_LISTED = 100

const cursorOf = (number: number): string => Buffer.from(`face ${number}`).toString('base64url')

function numberIn(cursor: string): number {
  const [, number] = /^face (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (number === undefined) throw refuse(codes.badRequest, 'cursor', 'is not one that this list gave')
  return Number(number)
}
