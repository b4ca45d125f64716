// The rows of faces: video liveness, face matching and face collections, with photos of people.
import { expect } from 'vitest'
import { carried, livingVideo, videoOf } from '../../specimens/kit/films/video-maker.ts'
import {
  anotherPerson,
  cardOf,
  emptyPhoto,
  herReference,
  herSelfie,
  him,
  notGenuine,
  photoOf,
  type Who,
} from '../../specimens/kit/photographs/face-photos.ts'
import { portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import {
  form,
  integer,
  number,
  openPoint,
  outcome,
  post,
  type Request,
  type Row,
  refused,
  row,
  success,
  text,
  uuid,
} from './row.ts'

const COMPARE = '/face-matching/compare-faces'
const SIGN = '/face-collections/sign-collection-id'
const content = Buffer.from('no image at all').toString('base64')

const video = form('/video-liveness', async () => [['file', await livingVideo()]])
const photographFilmed = form('/video-liveness', async () => [
  ['file', videoOf(carried(await portrait(2, 1, 360)), 2, 'mp4')],
])

const videoRows: readonly Row[] = [
  row('2.10', 'id | string', video, { body: { id: uuid } }),
  row('2.10', 'message | string', video, { body: { message: 'Success' } }),
  row('2.10', 'message | string', photographFilmed, { body: { message: 'face-not-genuine' } }),
  row('2.10', 'result_code | integer', video, { body: { result_code: 200 } }),
  row('2.10', 'probability | number', video, { body: { probability: number } }),
  row('4.7', 'POST /video-liveness', video, success()),
  row('4.7', 'multipart body with `file` (the video)', video, success()),
  row(
    '4.7',
    'multipart body with `file` (the video)',
    form('/video-liveness', async () => [['film', Buffer.from(content)]]),
    refused(400, 'file'),
  ),
  row('7', '200 | Success @ video liveness', video, success()),
  row('7', '141 | face-not-genuine', photographFilmed, outcome(141, 'face-not-genuine')),
]

const comparing =
  (live: () => Promise<string>, card: () => Promise<string>, more: object = {}): Request =>
  async ({ call }) =>
    call('POST', COMPARE, { image_live: await live(), image_card: await card(), ...more })
const photographOf = (who: Who) => () => photoOf(who)
const same = comparing(photographOf(herSelfie), () => cardOf(herReference))
const different = comparing(photographOf(anotherPerson), () => cardOf(him, { scale: 0.5 }))
const printed = comparing(photographOf(notGenuine), photographOf(notGenuine))
const withThresholds = comparing(photographOf(herSelfie), photographOf(herReference), {
  similarity_threshold: 99.5,
  liveness_threshold: 0.3,
})
const four = [integer, integer, integer, integer]
const withCheck = (name: string, threshold: number) => ({
  body: { checks: expect.arrayContaining([expect.objectContaining({ name, threshold })]) },
})

const matchingRows: readonly Row[] = [
  row('2.11', 'face_live_angle | object {Pitch, Roll, Yaw}, numbers', same, {
    body: { face_live_angle: { Pitch: number, Roll: number, Yaw: number } },
  }),
  row('2.11', 'face_loc_card | array of 4 integers', same, { body: { face_loc_card: four } }),
  row('2.11', 'face_loc_live | array of 4 integers', same, { body: { face_loc_live: four } }),
  row('2.11', 'sim | number', same, { body: { sim: number } }),
  row('2.11', 'verification_time | string or number', same, { body: { verification_time: number } }),
  row('2.11', 'verify_result | integer | 2 when faces match, 0 when not @ 2', same, {
    body: { verify_result: 2 },
  }),
  row('2.11', 'verify_result | integer | 2 when faces match, 0 when not @ 0', different, {
    body: { verify_result: 0 },
  }),
  row('2.11', 'verify_result_text | string', same, { body: { verify_result_text: text } }),
  row('2.11', 'liveness_check | string', same, { body: { liveness_check: text } }),
  row('2.11', 'liveness_check | string', printed, { body: { liveness_check: 'face-not-genuine' } }),

  row('4.8', 'POST /face-matching/compare-faces', same, success()),
  row('4.8', 'image_live | string | yes', post(COMPARE, { image_card: content }), refused(400, 'image_live')),
  row('4.8', 'image_card | string | yes', post(COMPARE, { image_live: content }), refused(400, 'image_card')),
  row('4.8', 'similarity_threshold | number | no | default 80% @ default', same, withCheck('similarity', 80)),
  row('4.8', 'similarity_threshold | number | no | default 80% @ given', withThresholds, {
    body: { verify_result: 0 },
  }),
  row(
    '4.8',
    'liveness_threshold | number | no | default 0.5 (50%) @ default',
    same,
    withCheck('genuineness', 0.5),
  ),
  row(
    '4.8',
    'liveness_threshold | number | no | default 0.5 (50%) @ given',
    withThresholds,
    withCheck('genuineness', 0.3),
  ),

  row('7', '200 | Success @ face matching', same, success()),
  row(
    '7',
    'Face-matching liveness failure is reported by `liveness_check` with value `face-not-genuine`',
    printed,
    { status: 200, body: { liveness_check: 'face-not-genuine' } },
  ),
  row(
    '7',
    'profile frames upload, face matching, identify, register reference photo @ face matching',
    comparing(emptyPhoto, photographOf(herReference)),
    outcome(131, 'No Face Detected'),
  ),
  row('8', 'liveness threshold | face matching', same, withCheck('genuineness', 0.5)),
  row('8', 'similarity threshold | face matching', same, withCheck('similarity', 80)),
]

const STAFF = '/face-collections/staff'
const signed = post(SIGN, { id: 'staff', external_person_id: 'me' })
const signedAgain: Request = async ({ call, ask }) => {
  await ask(signed)
  return call('POST', SIGN, { id: 'staff', external_person_id: 'me' })
}
const registering =
  (external_person_id: string, who: () => Promise<string>): Request =>
  async ({ call, ask }) => {
    await ask(signed)
    return call('POST', STAFF, { external_person_id, reference_photo: await who() })
  }
const registered = registering('her', photographOf(herReference))
const registeredToGo = registering('him', photographOf(him))
const identifying =
  (who: () => Promise<string>, more: object = {}): Request =>
  async ({ call, ask }) => {
    await ask(registered)
    return call('POST', `${STAFF}/identify`, { photo: await who(), ...more })
  }
const identified = identifying(photographOf(herSelfie))
const deleted: Request = async ({ call, ask }) => {
  const { id, file_id } = (await ask(registeredToGo)).body
  return call('POST', `${STAFF}/delete`, { id, file_id })
}
const deletedAgain: Request = async ({ call, ask }) => {
  const { id, file_id } = (await ask(deleted)).body
  return call('POST', `${STAFF}/delete`, { id, file_id })
}
const ids = { id: 'no-such-face', file_id: 'no-such-file' }
const notThere = post('/face-collections/nowhere/delete', ids)
const gone = 'Delete Face Successfully'

const collectionRows: readonly Row[] = [
  row('2.12', 'Collection registration', signed, success({ id: 'staff' })),
  row('2.12', 'Registered face', registered, success({ external_person_id: 'her', id: uuid, file_id: uuid })),
  row(
    '2.12',
    'Identification result',
    identified,
    success({
      ...{ external_person_id: 'her', id: uuid, file_id: uuid },
      ...{ confidence: number, similarity: number, liveness_check: text },
    }),
  ),
  row('2.12', 'Deletion result', deleted, outcome(200, gone, { id: uuid, file_id: uuid })),

  row('4.9', 'POST /face-collections/sign-collection-id', signed, success()),
  row(
    '4.9',
    'body `id` (string, collection id chosen by the caller), `external_person_id` (string) @ id',
    post(SIGN, { external_person_id: 'me' }),
    refused(400, 'id'),
  ),
  row(
    '4.9',
    'body `id` (string, collection id chosen by the caller), `external_person_id` (string) @ person',
    post(SIGN, { id: 'visitors' }),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.9',
    'Response: id, message, result_code (200 `Success`; 138 `Face Collection Id Exists`)',
    signedAgain,
    outcome(138, 'Face Collection Id Exists', { id: 'staff' }),
  ),
  row('4.9', 'POST /face-collections/{collection_id}', registered, success()),
  row(
    '4.9',
    'body `external_person_id` (string), `reference_photo` (string, Base64) @ person',
    post(STAFF, { reference_photo: content }),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.9',
    'body `external_person_id` (string), `reference_photo` (string, Base64) @ photo',
    post(STAFF, { external_person_id: 'her' }),
    refused(400, 'reference_photo'),
  ),
  row('4.9', 'POST /face-collections/{collection_id}/identify', identified, success()),
  row('4.9', 'body `photo` (string, Base64)', post(`${STAFF}/identify`, {}), refused(400, 'photo')),
  row(
    '4.9',
    '`liveness_threshold` (number, optional, default 0.5) @ default',
    identified,
    withCheck('genuineness', 0.5),
  ),
  row(
    '4.9',
    '`liveness_threshold` (number, optional, default 0.5) @ given',
    identifying(photographOf(herSelfie), { liveness_threshold: 0.999 }),
    outcome(141, 'face-not-genuine', { liveness_check: 'face-not-genuine' }),
  ),
  row('4.9', 'POST /face-collections/{collection_id}/delete', deleted, outcome(200, gone)),
  row(
    '4.9',
    'body `id` (string, service-side id), `file_id` (string) @ id',
    post(`${STAFF}/delete`, { file_id: ids.file_id }),
    refused(400, 'id'),
  ),
  row(
    '4.9',
    'body `id` (string, service-side id), `file_id` (string) @ file_id',
    post(`${STAFF}/delete`, { id: ids.id }),
    refused(400, 'file_id'),
  ),
  row('4.9', 'Response: deletion result; 200 `Delete Face Successfully`, 159, 158', deletedAgain, {
    status: 200,
    body: { result_code: 159, id: uuid, file_id: uuid },
  }),

  row('7', '200 | Success @ collection registration', signed, success()),
  row('7', '200 | Success @ reference photo', registered, success()),
  row('7', '200 | Success @ identify', identified, success()),
  row('7', '200 | Delete Face Successfully', deleted, outcome(200, gone)),
  row('7', '138 | Face Collection Id Exists', signedAgain, outcome(138, 'Face Collection Id Exists')),
  row('7', '158 | Collection Not Found', notThere, outcome(158, 'Collection Not Found')),
  row('7', '159 | Face Not Registered', deletedAgain, outcome(159, 'Face Not Registered')),
  row(
    '7',
    'profile frames upload, face matching, identify, register reference photo @ identify',
    identifying(photographOf(anotherPerson)),
    outcome(159, 'Face Not Registered', { liveness_check: text }),
  ),
  row(
    '7',
    'profile frames upload, face matching, identify, register reference photo @ register',
    registering('nobody', emptyPhoto),
    outcome(131, 'No Face Detected'),
  ),
  row(
    '7',
    'sign-collection-id (other than 138): not shown',
    post(SIGN, { id: '', external_person_id: 'me' }),
    refused(400, 'id'),
  ),
  row(
    '8',
    'passive liveness threshold | verify calls, identify @ identify',
    identified,
    withCheck('genuineness', 0.5),
  ),
]

const scales: unknown = expect.stringMatching(/0 to 1\b.*2 to 100/)
const between = { image_live: content, image_card: content, similarity_threshold: 1.5 }

const openPoints: readonly Row[] = [
  openPoint('genuineness is told where compare-faces refuses', printed, withCheck('genuineness', 0.5)),
  openPoint('similarity_threshold between the scales', post(COMPARE, between), {
    status: 400,
    body: { errors: [{ path: 'similarity_threshold', message: scales }] },
  }),
  openPoint(
    'thresholds that are null',
    comparing(photographOf(herSelfie), photographOf(herReference), {
      similarity_threshold: null,
      liveness_threshold: null,
    }),
    success({ verify_result: 2 }),
  ),
  openPoint(
    'an unknown collection wherever one is named',
    async ({ call }) =>
      call('POST', '/face-collections/nowhere/identify', { photo: await photoOf(herSelfie) }),
    outcome(158, 'Collection Not Found'),
  ),
]

export const faceRows: readonly Row[] = [...videoRows, ...matchingRows, ...collectionRows, ...openPoints]
