// The route of face matching.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { atLeast } from '../../checks.ts'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Reply, Route } from '../../http/route-spec.ts'
import { base64File, checks, examplePicture, shareOrPercent, text } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { portraitOfChip } from '../../store/records/chips.ts'
import { observeUpload } from '../../uploaded-images.ts'
import { blockListsOf, searchBlockLists } from '../block-lists.ts'
import { curveOf } from '../calibrate.ts'
import { askOfCard, askOfPerson } from '../portrait.ts'
import { blockListIds, foreignId, judgesFaces, livenessCheck } from '../route-fields.ts'
import { compareFaces, comparisonCodes, type FaceComparison } from './compare.ts'

const corner = z
  .array(z.int())
  .length(4)
  .describe('The face as `[left, top, right, bottom]`, in pixels of the upright image.')

const fields = {
  liveness_check: livenessCheck
    .optional()
    .describe(
      'Whether the live face is genuine. Where it is `face-not-genuine`, the body holds this field and `checks`, and no other, not even `result_code`.',
    ),
  face_live_angle: namedSchema(
    'FaceAngle',
    z
      .object({
        Pitch: z.number().describe('How far the chin is up, in degrees; negative where it is down.'),
        Roll: z
          .number()
          .describe("How far the head leans to the image's right, in degrees; negative to the left."),
        Yaw: z
          .number()
          .describe("How far the nose points to the image's right, in degrees; negative to the left."),
      })
      .describe('How the live face is turned.'),
  ).optional(),
  face_loc_card: corner.optional(),
  face_loc_live: corner.optional(),
  sim: z
    .number()
    .optional()
    .describe(
      'How alike both faces are, in percent. At 80, one pair of strangers in ten thousand is taken for one person.',
    ),
  verification_time: z.number().optional().describe('Time that the comparison took, in seconds.'),
  verify_result: namedSchema(
    'VerifyResult',
    z.literal([2, 0]).meta({
      description: 'The result: 2 where the faces match, 0 where they do not.',
      'x-enum-varnames': ['Match', 'NoMatch'],
    }),
  ).optional(),
  verify_result_text: z.string().optional().describe('The result as text.'),
  block_list: z
    .array(
      namedSchema(
        'BlockListHit',
        z.object({
          collection_id: z.string().describe('The block list, one of `block_lists`.'),
          id: z.string().describe('The `id` of the registration there that the live face is like.'),
          external_person_id: foreignId('that registration'),
          similarity: z
            .number()
            .describe('How alike the two faces are, in percent, on the scale of `sim` of face matching.'),
          threshold: z.number().describe('The similarity from which on a face counts as found there.'),
        }),
      ),
    )
    .optional()
    .describe('Our addition: where the live face was found among `block_lists`. Absent where it was not.'),
  checks: checks.optional(),
}

type Answer = z.output<z.ZodObject<typeof fields>>

export const matchingRoutes = (runtime: Runtime): Route[] => [
  route({
    name: 'compareFaces',
    method: 'POST',
    path: '/face-matching/compare-faces',
    tag: {
      name: 'Face matching',
      description: 'Is the person before the camera the one on the card?',
      area: 'faces',
    },
    summary: 'Compare a live face with the portrait on an ID card, or in its chip.',
    description:
      'The live face is checked for genuineness first. `sim` is calibrated; docs/evidence/accuracy.md shows what each threshold accepts and refuses. A chip that you do not have, or whose portrait is not kept any more, is answered 102.',
    body: z.strictObject({
      image_live: base64File(runtime.config.imageLimitBytes, 'Picture of the person before the camera.'),
      image_card: base64File(
        runtime.config.imageLimitBytes,
        'Picture of the identity card with its portrait. Required, unless `chip_document_id` is sent.',
      ).optional(),
      chip_document_id: text(1, 256)
        .optional()
        .describe(
          'Our addition: `id` of a chip document (`POST /chip-documents`), whose portrait is compared in place of a picture of the card.',
        ),
      similarity_threshold: shareOrPercent('Lowest similarity at which the faces match.', 80),
      liveness_threshold: shareOrPercent('Lowest genuineness at which the live face counts as genuine.', 0.5),
      block_lists: blockListIds,
    }),
    fields,
    bareFields: { liveness_check: z.literal('face-not-genuine'), checks },
    judges: judgesFaces,
    answers: [...comparisonCodes, codes.documentIdNotFound, codes.collectionNotFound],
    example: {
      body: { image_live: examplePicture, image_card: examplePicture, similarity_threshold: 0.8 },
      answers: [
        {
          when: 'Both pictures show one person.',
          code: codes.success,
          fields: {
            liveness_check: 'face-genuine',
            face_live_angle: { Pitch: -5.12, Roll: -1, Yaw: 1.12 },
            face_loc_card: [191, 569, 326, 755],
            face_loc_live: [157, 220, 323, 442],
            sim: 97.31,
            verification_time: 0.412,
            verify_result: 2,
            verify_result_text: 'Faces match',
            checks: [atLeast('genuineness', 0.9312, 0.5), atLeast('similarity', 97.31, 80)],
          },
        },
        {
          when: 'The pictures show two people.',
          code: codes.success,
          fields: {
            liveness_check: 'face-genuine',
            face_live_angle: { Pitch: 2.4, Roll: 0.3, Yaw: -3.7 },
            face_loc_card: [191, 569, 326, 755],
            face_loc_live: [140, 201, 330, 448],
            sim: 22.08,
            verification_time: 0.398,
            verify_result: 0,
            verify_result_text: 'Faces do not match',
            checks: [atLeast('genuineness', 0.9312, 0.5), atLeast('similarity', 22.08, 80)],
          },
        },
        {
          when: 'The live face is a picture or a screen: the body holds no outcome.',
          code: codes.notGenuine,
          fields: { liveness_check: 'face-not-genuine', checks: [atLeast('genuineness', 0.0213, 0.5)] },
          isBare: true,
        },
        {
          when: 'One of the pictures shows no face.',
          code: codes.noFaceDetected,
          fields: { checks: [atLeast('card-face-found', 0, 1)], verification_time: 0.221 },
        },
        {
          when: 'You have no chip document of the id that was sent in place of a picture.',
          code: codes.documentIdNotFound,
          fields: { verification_time: 0.004 },
        },
      ],
    },
    handle: async ({ body, organisationId, signal, cut }) => {
      const startedAt = performance.now()
      const seconds = () => (performance.now() - startedAt) / 1000
      const aborted = signal()
      const see = (field: 'image_live' | 'image_card', bytes: Uint8Array, ask: typeof askOfCard) =>
        observeUpload(runtime, { field, bytes, organisationId, signal: aborted, cut }, ask)
      const { image_card: picture, chip_document_id: chipId } = body
      if ((picture === undefined) === (chipId === undefined))
        throw refuse(
          codes.badRequest,
          'image_card',
          picture ? 'and chip_document_id exclude each other' : 'is missing; send it, or chip_document_id',
        )
      const { database } = runtime.store
      const blockLists = await blockListsOf(database, organisationId, body.block_lists ?? [])
      if (!blockLists)
        return { code: codes.collectionNotFound, fields: { verification_time: rounded(seconds()) } }
      const portrait = picture ?? (await storedPortrait(runtime, { organisationId, id: chipId ?? '' }))
      if (!portrait)
        return { code: codes.documentIdNotFound, fields: { verification_time: rounded(seconds()) } }
      const card = see('image_card', portrait, askOfCard)
      // Both images are examined in parallel; an error of the card is reported after the live face is judged.
      card.catch(() => undefined)
      const live = await see('image_live', body.image_live, askOfPerson)
      const curve = await curveOf(database, organisationId)
      const comparison = await compareFaces(live, () => card, {
        similarityPercent: body.similarity_threshold,
        genuineness: body.liveness_threshold / 100,
        curve,
      })
      const reply = withBlockLists(
        answerTo(comparison, seconds()),
        comparison.verdict === 'compared' && blockLists.length > 0
          ? await searchBlockLists(runtime.gallery, blockLists, comparison.vector, {
              falsePositiveRate: runtime.config.identifyFalsePositives,
              curve,
            })
          : undefined,
      )
      return picture ? reply : { ...reply, evidence: { inputs: [inputOf(portrait)] } }
    },
  }),
]

/** The portrait that a chip brought; undefined where there is no such chip, or the portrait is not kept any more. */
async function storedPortrait(
  { store }: Runtime,
  place: { readonly organisationId: string; readonly id: string },
): Promise<Uint8Array | undefined> {
  const fileId = await portraitOfChip(store.database, place)
  return fileId === undefined ? undefined : store.vault.read(place.organisationId, fileId)
}

/** What the receipt names in place of a picture of the card. */
const inputOf = (portrait: Uint8Array) => ({
  name: 'chip_document_id',
  sha256: createHash('sha256').update(portrait).digest('hex'),
  bytes: portrait.byteLength,
})

function withBlockLists(
  reply: Reply<Answer>,
  found: Awaited<ReturnType<typeof searchBlockLists>> | undefined,
): Reply<Answer> {
  if (!found) return reply
  const block_list = found.hits.map(({ collectionId, other, similarity, threshold }) => ({
    collection_id: collectionId,
    id: other.id,
    external_person_id: other.externalPersonId,
    similarity,
    threshold,
  }))
  const checks = [...(reply.fields.checks ?? []), ...found.checks]
  return { ...reply, fields: { ...reply.fields, ...(block_list.length > 0 && { block_list }), checks } }
}

function answerTo(comparison: FaceComparison, seconds: number): Reply<Answer> {
  const verification_time = rounded(seconds)
  if (comparison.verdict === 'not-genuine')
    return {
      code: codes.notGenuine,
      fields: { liveness_check: 'face-not-genuine', checks: [...comparison.checks] },
      isBare: true,
    }
  if (comparison.verdict === 'refused')
    return { code: comparison.code, fields: { checks: [...comparison.checks], verification_time } }
  const { angles, liveCorners, cardCorners, isMatch } = comparison
  const { yawDegrees, pitchDegrees, rollDegrees } = angles
  return {
    code: codes.success,
    fields: {
      liveness_check: 'face-genuine',
      face_live_angle: {
        Pitch: hundredths(pitchDegrees),
        Roll: hundredths(rollDegrees),
        Yaw: hundredths(yawDegrees),
      },
      face_loc_card: [...cardCorners],
      face_loc_live: [...liveCorners],
      sim: comparison.similarityPercent,
      verification_time,
      verify_result: isMatch ? 2 : 0,
      verify_result_text: isMatch ? 'Faces match' : 'Faces do not match',
      checks: [...comparison.checks],
    },
  }
}

const rounded = (seconds: number): number => Math.round(1000 * seconds) / 1000

const hundredths = (value: number): number => Math.round(100 * value) / 100
