// The routes of face collections.

import { z } from 'zod'
import { atLeast, atMost, softly } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import {
  base64File,
  checks,
  consentReference,
  examplePicture,
  externalPersonId,
  shareOrPercent,
  text,
} from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { addCollection, type CollectionKey, findCollection } from '../../store/records/collections.ts'
import { observeUpload } from '../../uploaded-images.ts'
import { blockListsOf, searchBlockLists } from '../block-lists.ts'
import { curveOf } from '../calibrate.ts'
import { findDuplicates, OTHER_FACE_PERCENT, registeredFaces, sameFacePercent } from '../find-duplicates.ts'
import { askOfPerson, askOfReference } from '../portrait.ts'
import {
  blockListIds,
  collectionId,
  collectionParams,
  facesTag,
  foreignId,
  judgesFaces,
  likeness,
  livenessCheck,
} from '../route-fields.ts'
import { type EnrolWarning, type Examined, enrol } from './enrol.ts'
import { identify } from './identify.ts'
import { demands } from './quality.ts'
import { removeFace } from './remove.ts'

const tag = facesTag
/** The routes have a path of this name, which would hide the collection. */
const reservedId = 'sign-collection-id'

const faceId = z.string().describe('Id of the registration, which `delete` asks for.')
const fileId = z.string().describe('Id of the stored photo, which `delete` asks for.')

const warning = namedSchema(
  'FaceWarning',
  z.object({
    kind: namedSchema(
      'FaceWarningKind',
      z
        .enum(['same-face', 'other-face', 'block-list'])
        .describe(
          '`same-face`: one face under two ids. `other-face`: two faces under one id. `block-list`: the face is in one of `block_lists`.',
        ),
    ),
    collection_id: z.string().optional().describe('The block list in which the face was found.'),
    id: z.string().describe('The `id` of the registration that the face was compared with.'),
    external_person_id: foreignId('that registration'),
    ...likeness,
  }),
)

const exampleFace = {
  id: 'db6b92b0-0045-4ed1-95f7-752435191e04',
  file_id: '8fe23fd1-4dbf-46ec-9a89-a39894c7e752',
}

export const collectionRoutes = (runtime: Runtime): Route[] => [
  signing(runtime),
  registering(runtime),
  identifying(runtime),
  deleting(runtime),
]

const signing = (runtime: Runtime) =>
  route({
    name: 'signCollectionId',
    method: 'POST',
    path: '/face-collections/sign-collection-id',
    tag,
    summary: 'Register a collection id.',
    description: 'Ids belong to your organisation: another organisation may use the same one.',
    body: z.strictObject({
      id: collectionId.refine((id) => id !== reservedId, 'is reserved: it is a path of its own'),
      external_person_id: externalPersonId,
    }),
    fields: { id: z.string().describe('The `id` of the request.') },
    stores: true,
    answers: [codes.success, codes.collectionIdExists],
    example: {
      body: { id: 'staff', external_person_id: 'reception' },
      answers: [
        { when: 'The collection is there, and empty.', code: codes.success, fields: { id: 'staff' } },
        {
          when: 'You have a collection of that id.',
          code: codes.collectionIdExists,
          fields: { id: 'staff' },
        },
      ],
    },
    handle: async ({ body: { id, external_person_id }, organisationId }) => {
      const collection = {
        organisationId,
        id,
        externalPersonId: external_person_id,
        createdAt: runtime.now(),
      }
      // Of several callers who register one id at the same moment, exactly one succeeds.
      const isNew = await addCollection(runtime.store.database, collection)
      return { code: isNew ? codes.success : codes.collectionIdExists, fields: { id } }
    },
  })

const registering = (runtime: Runtime) =>
  route({
    name: 'registerFace',
    method: 'POST',
    path: '/face-collections/{collection_id}',
    tag,
    summary: 'Register a reference photo of a person.',
    description:
      'The photo must show one face, large, sharp, straight, well lit and uncovered enough to recognise the person by; `checks` says what is wrong with one that does not. A person may have several photos. `warnings` says where the face is registered under another id already, or the id with another face.',
    body: z.strictObject({
      external_person_id: externalPersonId,
      reference_photo: base64File(
        runtime.config.imageLimitBytes,
        'Photo of the person, by which they will be recognised.',
      ),
      consent_reference: consentReference.optional(),
      duplicates: namedSchema(
        'DuplicateRule',
        z
          .enum(['warn', 'refuse', 'ignore'])
          .describe(
            'Our addition: what to do where the face is known under another id, the id with another face, or the face is in one of `block_lists`. `warn` registers it and says so in `warnings`, `refuse` answers 187 and registers nothing, `ignore` looks at block lists only, and registers.',
          ),
      ).default('warn'),
      block_lists: blockListIds,
    }),
    fields: {
      external_person_id: z.string().describe('The `external_person_id` of the request.'),
      id: faceId.optional(),
      file_id: fileId.optional(),
      warnings: z
        .array(warning)
        .optional()
        .describe('Our addition: what speaks against this registration. Absent where nothing does.'),
      checks: checks.optional(),
    },
    judges: judgesFaces,
    stores: true,
    answers: [
      codes.success,
      codes.collectionNotFound,
      codes.noFaceDetected,
      codes.moreThanOneFace,
      codes.faceKnownOtherwise,
      ...new Set(demands.map(({ code }) => code)),
    ],
    params: collectionParams,
    example: {
      params: { collection_id: 'staff' },
      body: {
        external_person_id: 'anna',
        reference_photo: examplePicture,
        consent_reference: 'contract 7',
      },
      answers: [
        {
          when: 'The face is registered. Some of the checks are shown.',
          code: codes.success,
          fields: {
            external_person_id: 'anna',
            ...exampleFace,
            checks: [atLeast('face-height-pixels', 227, 80), atLeast('sharpness', 0.8505, 0.3)],
          },
        },
        {
          when: 'The face is registered under another id, and the request asked to refuse that.',
          code: codes.faceKnownOtherwise,
          fields: {
            external_person_id: 'anna',
            warnings: [
              {
                kind: 'same-face',
                id: '0f2d7c0e-6c0b-4d3a-9d0e-6a3c1b1f5d77',
                external_person_id: 'a.nguyen',
                similarity: 94.11,
                threshold: 80,
              },
            ],
            checks: [softly(atMost('duplicate-similarity', 94.11, 80))],
          },
        },
        {
          when: 'The photo is too blurred. Nothing is registered.',
          code: codes.faceNotSharp,
          fields: { external_person_id: 'anna', checks: [atLeast('sharpness', 0.1127, 0.3)] },
        },
      ],
    },
    handle: async ({ body, params, organisationId, signal, cut }) => {
      const fields = { external_person_id: body.external_person_id }
      const key = { organisationId, collectionId: params.collection_id }
      if (!(await findCollection(runtime.store.database, key)))
        return { code: codes.collectionNotFound, fields }
      const lists = await blockListsOf(runtime.store.database, organisationId, body.block_lists ?? [])
      if (!lists) return { code: codes.collectionNotFound, fields }
      const bytes = body.reference_photo
      const upload = { field: 'reference_photo', bytes, organisationId, signal: signal(), cut }
      const { kept: photo, ...seen } = await observeUpload(runtime, upload, askOfReference)
      const enrolled = await enrol(runtime.store.vault, runtime.gallery, {
        key,
        externalPersonId: body.external_person_id,
        consentReference: body.consent_reference,
        photo,
        seen,
        createdAt: runtime.now(),
        examine: (vector) =>
          examine(
            runtime,
            key,
            { vector, externalPersonId: body.external_person_id },
            body.duplicates,
            lists,
          ),
      })
      const { code, id, fileId: file_id, warnings = [] } = enrolled
      return {
        code,
        fields: {
          ...fields,
          ...(id !== undefined && { id, file_id }),
          ...(warnings.length > 0 && { warnings: warnings.map(shownWarning) }),
          ...(enrolled.checks.length > 0 && { checks: [...enrolled.checks] }),
        },
      }
    },
  })

const shownWarning = ({
  kind,
  collectionId: collection_id,
  other,
  similarity,
  threshold,
}: EnrolWarning): z.output<typeof warning> => ({
  kind,
  ...(collection_id !== undefined && { collection_id }),
  id: other.id,
  external_person_id: other.externalPersonId,
  similarity,
  threshold,
})

/** Two who register one face at the same moment do not see each other; a search for duplicates finds them later. */
async function examine(
  runtime: Runtime,
  key: CollectionKey,
  face: { readonly vector: Float32Array; readonly externalPersonId: string },
  rule: 'warn' | 'refuse' | 'ignore',
  lists: Parameters<typeof searchBlockLists>[1],
): Promise<Examined> {
  const { gallery, store, config } = runtime
  const curve = await curveOf(store.database, key.organisationId)
  const falsePositiveRate = config.identifyFalsePositives
  const blocked = await searchBlockLists(gallery, lists, face.vector, { falsePositiveRate, curve })
  const collection = rule === 'ignore' ? undefined : await findCollection(store.database, key)
  const [found] = await findDuplicates(
    { gallery, faces: registeredFaces(store) },
    key,
    collection ?? { changes: 0, faces: 0 },
    [face],
    {
      same: sameFacePercent(collection?.faces ?? 0, falsePositiveRate, curve),
      other: OTHER_FACE_PERCENT,
      curve,
    },
  )
  const warnings: EnrolWarning[] = [
    ...(found?.duplicates ?? []),
    ...blocked.hits.map((hit) => ({ kind: 'block-list' as const, ...hit })),
  ]
  return {
    warnings,
    checks: [...(found?.checks ?? []), ...blocked.checks],
    isRefused: rule === 'refuse' && warnings.length > 0,
  }
}

const identifying = (runtime: Runtime) =>
  route({
    name: 'identifyFace',
    method: 'POST',
    path: '/face-collections/{collection_id}/identify',
    tag,
    summary: 'Say who in a collection a person is.',
    description:
      'The face is checked for genuineness first. The larger the collection, the more alike a face must be: the share of strangers taken for somebody stays the same.',
    body: z.strictObject({
      photo: base64File(runtime.config.imageLimitBytes, 'Picture of the person before the camera.'),
      liveness_threshold: shareOrPercent('Lowest genuineness at which the face counts as genuine.', 0.5),
    }),
    fields: {
      external_person_id: z
        .string()
        .optional()
        .describe('The `external_person_id` under which the recognised person was registered.'),
      id: faceId.optional(),
      file_id: fileId.optional(),
      confidence: z
        .number()
        .optional()
        .describe(
          'How sure it is, in percent, that nobody else in a collection of this size looks as much alike by chance.',
        ),
      similarity: z
        .number()
        .optional()
        .describe(
          'How much the face is like the registered photo, in percent, on the scale of `sim` of face matching.',
        ),
      liveness_check: livenessCheck.optional(),
      checks: checks.optional(),
    },
    judges: judgesFaces,
    answers: [
      codes.success,
      codes.collectionNotFound,
      codes.noFaceDetected,
      codes.moreThanOneFace,
      codes.notGenuine,
      codes.faceNotRegistered,
    ],
    params: collectionParams,
    example: {
      params: { collection_id: 'staff' },
      body: { photo: examplePicture, liveness_threshold: 0.5 },
      answers: [
        {
          when: 'The person is registered.',
          code: codes.success,
          fields: {
            external_person_id: 'anna',
            ...exampleFace,
            confidence: 99.97,
            similarity: 96.42,
            liveness_check: 'face-genuine',
            checks: [atLeast('genuineness', 0.7934, 0.5), atLeast('similarity', 96.42, 80)],
          },
        },
        {
          when: 'Nobody in the collection is similar enough.',
          code: codes.faceNotRegistered,
          fields: {
            liveness_check: 'face-genuine',
            checks: [atLeast('genuineness', 0.7934, 0.5), atLeast('similarity', 41.2, 80)],
          },
        },
        {
          when: 'The face is not that of a living person.',
          code: codes.notGenuine,
          fields: { liveness_check: 'face-not-genuine', checks: [atLeast('genuineness', 0.0917, 0.5)] },
        },
      ],
    },
    handle: async ({ body, params, organisationId, signal, cut }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const { database } = runtime.store
      if (!(await findCollection(database, key))) return { code: codes.collectionNotFound, fields: {} }
      const upload = { field: 'photo', bytes: body.photo, organisationId, signal: signal(), cut }
      const seen = await observeUpload(runtime, upload, askOfPerson)
      // Read again after the photo was examined: a person registered meanwhile is found.
      const collection = await findCollection(database, key)
      if (!collection) return { code: codes.collectionNotFound, fields: {} }
      const { code, checks, isGenuine, match } = await identify(runtime.gallery, {
        key,
        collection,
        seen,
        genuineness: body.liveness_threshold / 100,
        falsePositiveRate: runtime.config.identifyFalsePositives,
        curve: await curveOf(database, organisationId),
      })
      return {
        code,
        fields: {
          ...(match && {
            external_person_id: match.face.externalPersonId,
            id: match.face.id,
            file_id: match.face.fileId,
            confidence: match.confidencePercent,
            similarity: match.similarityPercent,
          }),
          ...(isGenuine !== undefined && {
            liveness_check: isGenuine ? ('face-genuine' as const) : ('face-not-genuine' as const),
          }),
          checks: [...checks],
        },
      }
    },
  })

const deleting = (runtime: Runtime) =>
  route({
    name: 'deleteFace',
    method: 'POST',
    path: '/face-collections/{collection_id}/delete',
    tag,
    summary: 'Remove a registered face and its photo.',
    description:
      'Both ids must be those of one registration. From this answer on, the face is not found any more.',
    body: z.strictObject({
      id: text(1, 256).describe('The `id` that the registration answered.'),
      file_id: text(1, 256).describe('The `file_id` that the registration answered.'),
    }),
    fields: {
      id: z.string().describe('The `id` of the request.'),
      file_id: z.string().describe('The `file_id` of the request.'),
    },
    answers: [codes.faceDeleted, codes.faceNotRegistered, codes.collectionNotFound],
    params: collectionParams,
    example: {
      params: { collection_id: 'staff' },
      body: exampleFace,
      answers: [
        { when: 'The face and its photo are gone.', code: codes.faceDeleted, fields: exampleFace },
        {
          when: 'The collection has no such registration.',
          code: codes.faceNotRegistered,
          fields: exampleFace,
        },
      ],
    },
    handle: async ({ body, params, organisationId }) => {
      const key = { organisationId, collectionId: params.collection_id }
      const fields = { id: body.id, file_id: body.file_id }
      if (!(await findCollection(runtime.store.database, key)))
        return { code: codes.collectionNotFound, fields }
      const face = { id: body.id, fileId: body.file_id }
      return { code: await removeFace(runtime.store.vault, runtime.gallery, key, face), fields }
    },
  })
