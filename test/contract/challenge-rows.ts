// The rows of the three challenges: starts, frames and verdicts, with rendered people who do not exist.
import sharp from 'sharp'
import { expect } from 'vitest'
import { z } from 'zod'
import { film, instead, nobody, twoPeople, wall } from '../../specimens/kit/films/films.ts'
import {
  type Family,
  families,
  newCaller,
  play,
  type SentFrame,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import {
  actDistance,
  actNose,
  actProfile,
  type DistanceStart,
  type NoseStart,
  type ProfileStart,
} from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import type { Scene } from '../../specimens/person/render.ts'
import {
  type Caller,
  integer,
  matching,
  number,
  openPoint,
  outcome,
  post,
  type Request,
  type Row,
  refused,
  row,
  success,
  uuid,
  without,
} from './row.ts'

const SEED = 3
const anna = { external_person_id: 'anna', image_width: 360, image_height: 480 }
const starting = (family: Family, fields: object = {}): Request =>
  post(families[family].start, { ...anna, ...fields })
const startingWithout = (family: Family, name: keyof typeof anna): Request =>
  post(families[family].start, without(anna, name))

const taskOf = { distance: 'far-distance', nose: 'nose', profile: 'keep-face-ahead' } as const

/** Starts a challenge and sends one frame of it, changed. */
const sending =
  (family: Family, change: (frame: Record<string, unknown>) => object): Request =>
  async ({ call }) => {
    const { id } = await start(call, family)
    const photo = Buffer.from(await wall(1)).toString('base64')
    const task = taskOf[family]
    const frame = family === 'nose' ? { content: photo } : { photo, task, timestamp: Date.now() }
    const { root, method } = families[family]
    return call(method, `${root}/${id}/frames`, change(frame))
  }
const asItIs = (frame: object): object => frame
/** Sends a frame of a challenge that was never started. */
const nowhere =
  (family: Family): Request =>
  async ({ call }) => {
    const frame = { task: taskOf[family], bytes: await wall(1), timestamp: Date.now() }
    return sendFrame(call, family, 'nobody-knows-it', frame)
  }

/** Plays a whole challenge, in an organisation that never saw these frames. */
const playing =
  <Started>(
    family: Family,
    fields: object,
    frames: (started: Started, caller: Caller) => Promise<readonly SentFrame[]>,
    body: unknown = {},
  ): Request =>
  async (caller) => {
    const call = await newCaller(caller.server)
    const started = await start<Started>(call, family, { ...fields })
    return play(call, family, started.id, await frames(started, caller), body)
  }
const verifyingNothing =
  (family: Family, fields: Record<string, unknown> = {}): Request =>
  async ({ call }) =>
    verify(call, family, (await start(call, family, fields)).id)

/** A check of a verdict says its threshold. */
const withCheck = (name: string, threshold: number) => ({
  body: { checks: expect.arrayContaining([expect.objectContaining({ name, threshold })]) },
})

const once = { normal_amount: 1, far_amount: 1, close_amount: 1 }
const coming = (started: DistanceStart): Promise<SentFrame[]> =>
  film(SEED, actDistance(person(SEED), { ...started, task_order: oneOf(started) }))
const oneOf = ({ task_order }: { readonly task_order: object }) =>
  Object.fromEntries(Object.keys(task_order).map((task) => [task, 1]))
const distance = (
  change: (frames: SentFrame[]) => SentFrame[] | Promise<SentFrame[]>,
  body?: unknown,
  fields: object = {},
): Request =>
  playing<DistanceStart>(
    'distance',
    { ...once, ...fields },
    async (started) => change(await coming(started)),
    body,
  )

const distanceStart = starting('distance')
const distanceFrame = sending('distance', asItIs)
const distanceVerdict = distance((frames) => frames)
const distanceDoubted = distance((frames) => frames, {
  passive_liveness_threshold: 1,
  passive_liveness_frame_percentage: 1,
})
const box = matching(z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() }))
const boxOf = (ratio: number) => ({ width: Math.round(360 * ratio), height: Math.round(480 * ratio) })
const between = (least: number, most: number) => matching(z.int().min(least).max(most))
const orderOf = (tasks: readonly string[], least: number, most: number) =>
  Object.fromEntries(tasks.map((task) => [task, between(least, most)]))
const distances = ['normal-distance', 'far-distance', 'close-distance'] as const

const distanceRows: readonly Row[] = [
  row('2.1', 'id | string', distanceStart, { body: { id: uuid } }),
  row('2.1', 'external_person_id | string', distanceStart, { body: { external_person_id: 'anna' } }),
  row('2.1', 'image_width, image_height | integer', distanceStart, {
    body: { image_width: 360, image_height: 480 },
  }),
  row(
    '2.1',
    'normal_distance, far_distance, close_distance | object {left, top, width, height}, integers',
    distanceStart,
    { body: { normal_distance: box, far_distance: box, close_distance: box } },
  ),
  row('2.1', 'task_order | object; keys `normal-distance`, `far-distance`, `close-distance`', distanceStart, {
    body: { task_order: Object.fromEntries(distances.map((task) => [task, integer])) },
  }),
  row('2.1', 'max_face_area_percent, min_face_area_percent | number', distanceStart, {
    body: { max_face_area_percent: number, min_face_area_percent: number },
  }),
  row('2.1', 'message, result_code | string, integer', distanceStart, success()),

  row('4.1', 'POST /distance-liveness-challenge/distance-start', distanceStart, success()),
  row(
    '4.1',
    'the call example uses a path ending `/start`',
    post('/distance-liveness-challenge/start', anna),
    success({ id: uuid, task_order: orderOf(distances, 2, 5) }),
  ),
  row(
    '4.1',
    'external_person_id | string | yes',
    startingWithout('distance', 'external_person_id'),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.1',
    'image_width, image_height | integer | yes @ width',
    startingWithout('distance', 'image_width'),
    refused(400, 'image_width'),
  ),
  row(
    '4.1',
    'image_width, image_height | integer | yes @ height',
    startingWithout('distance', 'image_height'),
    refused(400, 'image_height'),
  ),
  row('4.1', 'normal_distance_ratio | number | no | 0.7 @ default', distanceStart, {
    body: { normal_distance: boxOf(0.7) },
  }),
  row(
    '4.1',
    'normal_distance_ratio | number | no | 0.7 @ given',
    starting('distance', { normal_distance_ratio: 0.65 }),
    { body: { normal_distance: boxOf(0.65) } },
  ),
  row('4.1', 'far_distance_ratio | number | no | 0.6 @ default', distanceStart, {
    body: { far_distance: boxOf(0.6) },
  }),
  row(
    '4.1',
    'far_distance_ratio | number | no | 0.6 @ given',
    starting('distance', { far_distance_ratio: 0.5 }),
    {
      body: { far_distance: boxOf(0.5) },
    },
  ),
  row('4.1', 'close_distance_ratio | number | no | 0.75 @ default', distanceStart, {
    body: { close_distance: boxOf(0.75) },
  }),
  row(
    '4.1',
    'close_distance_ratio | number | no | 0.75 @ given',
    starting('distance', { close_distance_ratio: 0.9 }),
    { body: { close_distance: boxOf(0.9) } },
  ),
  row('4.1', 'normal_amount, far_amount, close_amount | integer | no @ default', distanceStart, {
    body: { task_order: orderOf(distances, 2, 5) },
  }),
  row(
    '4.1',
    'normal_amount, far_amount, close_amount | integer | no @ given',
    starting('distance', { normal_amount: 1, far_amount: 2, close_amount: 7 }),
    { body: { task_order: { 'normal-distance': 1, 'far-distance': 2, 'close-distance': 7 } } },
  ),
  row('4.1', 'max_face_area_percent | number | no | 1.1 (110%) @ default', distanceStart, {
    body: { max_face_area_percent: 1.1 },
  }),
  row(
    '4.1',
    'max_face_area_percent | number | no | 1.1 (110%) @ given',
    starting('distance', { max_face_area_percent: 1.3 }),
    { body: { max_face_area_percent: 1.3 } },
  ),
  row('4.1', 'min_face_area_percent | number | no | 0.7 (70%) @ default', distanceStart, {
    body: { min_face_area_percent: 0.7 },
  }),
  row(
    '4.1',
    'min_face_area_percent | number | no | 0.7 (70%) @ given',
    starting('distance', { min_face_area_percent: 0.5 }),
    { body: { min_face_area_percent: 0.5 } },
  ),
  row('4.1', 'Success: result_code 200, message `Success`', distanceStart, success()),
  row('4.1', 'PUT /distance-liveness-challenge/{challenge_id}/frames', distanceFrame, success()),
  row(
    '4.1',
    '`timestamp` (integer, Unix epoch time of the photo) @ seconds',
    sending('distance', (frame) => ({ ...frame, timestamp: Math.floor(Date.now() / 1000) })),
    success(),
  ),
  row(
    '4.1',
    '`timestamp` (integer, Unix epoch time of the photo) @ milliseconds',
    sending('distance', (frame) => ({ ...frame, timestamp: Date.now() })),
    success(),
  ),
  row(
    '4.1',
    '`photo` (string, Base64 image)',
    sending('distance', (frame) => without(frame, 'photo')),
    refused(400, 'photo'),
  ),
  row(
    '4.1',
    '`task` (string; one of `normal-distance`, `far-distance`, `close-distance`)',
    sending('distance', (frame) => ({ ...frame, task: 'smile' })),
    refused(400, 'task'),
  ),
  row(
    '4.1',
    'Response: message, result_code (200 `Success`; 143 `Request Challenge ID Not Found`) @ 200',
    distanceFrame,
    success(),
  ),
  row(
    '4.1',
    'Response: message, result_code (200 `Success`; 143 `Request Challenge ID Not Found`) @ 143',
    nowhere('distance'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),
  row('4.1', 'POST /distance-liveness-challenge/{challenge_id}/verify', distanceVerdict, success()),
  row(
    '4.1',
    '`passive_liveness_frame_percentage` (number, share of frames checked passively; 0.5 = 50% @ given',
    distanceDoubted,
    outcome(141, 'face-not-genuine'),
  ),
  row(
    '4.1',
    '`passive_liveness_frame_percentage` (number, share of frames checked passively; 0.5 = 50% @ absent',
    distanceVerdict,
    success(),
  ),
  row(
    '4.1',
    '`passive_liveness_threshold` (number, optional, default 0.5) @ default',
    distanceVerdict,
    withCheck('genuineness', 0.5),
  ),
  row(
    '4.1',
    '`passive_liveness_threshold` (number, optional, default 0.5) @ given',
    distanceDoubted,
    withCheck('genuineness', 1),
  ),
  row('4.1', 'Response: result_code, message (codes in Errors)', distanceVerdict, success()),

  row('2.4', 'result_code | integer', distanceVerdict, { body: { result_code: 200 } }),
  row('2.4', 'message | string', distanceVerdict, { body: { message: 'Success' } }),
  row(
    '2.4',
    'When the mean genuineness score is below passive_liveness_threshold @ distance',
    distanceDoubted,
    outcome(141, 'face-not-genuine', { success: false }),
  ),

  row('7', '200 | Success @ distance start', distanceStart, success()),
  row('7', '200 | Success @ distance frames', distanceFrame, success()),
  row('7', '200 | Success @ distance verify', distanceVerdict, success()),
  row(
    '7',
    '131 | No Face Detected @ distance verify',
    distance(async (frames) => instead(frames, 'far-distance', await nobody({ width: 360, height: 480 }))),
    outcome(131, 'No Face Detected'),
  ),
  row(
    '7',
    '135 | Found More Than One Face @ distance verify',
    distance(async (frames) => instead(frames, 'normal-distance', await together(frames[1], frames[2]))),
    outcome(135, 'Found More Than One Face'),
  ),
  row(
    '7',
    '140 | Task Order Not Found @ distance verify',
    distance((frames) => frames.slice(0, 2)),
    outcome(140, 'Task Order Not Found'),
  ),
  row(
    '7',
    '143 | Request Challenge ID Not Found @ distance frames',
    nowhere('distance'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),
  row(
    '7',
    '143 | Request Challenge ID Not Found @ distance verify',
    post('/distance-liveness-challenge/nobody-knows-it/verify'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),
  row(
    '7',
    '144 | Moving Photo Is Missing @ distance verify',
    verifyingNothing('distance'),
    outcome(144, 'Moving Photo Is Missing'),
  ),
  row(
    '7',
    '184 | Distance Task Failed',
    distance(async (frames) => {
      const still = frames.map(async (frame, i) => ({ ...frame, bytes: await reencoded(frames[0], 80 + i) }))
      return Promise.all(still)
    }),
    outcome(184, 'Distance Task Failed'),
  ),

  row('8', 'frames per level | distance start', distanceStart, {
    body: { task_order: orderOf(distances, 2, 5) },
  }),
  row('8', 'min / max face area | distance start', distanceStart, {
    body: { min_face_area_percent: 0.7, max_face_area_percent: 1.1 },
  }),
  row(
    '8',
    'passive liveness threshold | verify calls, identify @ distance verify',
    distanceVerdict,
    withCheck('genuineness', 0.5),
  ),
]

function frameOf(frames: readonly SentFrame[], task: string): SentFrame {
  const found = frames.find((frame) => frame.task === task)
  if (!found) throw new Error(`the film has no ${task}`)
  return found
}
const bytesOf = (frame: SentFrame | undefined): Uint8Array => {
  if (!frame) throw new Error('the film has too few frames')
  return frame.bytes
}
const together = (one: SentFrame | undefined, other: SentFrame | undefined): Promise<Uint8Array> =>
  twoPeople(bytesOf(one), bytesOf(other))
const reencoded = (frame: SentFrame | undefined, quality: number): Promise<Buffer> =>
  sharp(bytesOf(frame)).jpeg({ quality }).toBuffer()

const nose = (body?: unknown): Request =>
  playing<NoseStart>('nose', {}, (started) => film(SEED, actNose(person(SEED), started, { frames: 4 })), body)
const noseStart = starting('nose')
const noseFrame = sending('nose', asItIs)
const noseVerdict = nose()
const noseDoubted = nose({ passive_liveness_threshold: 1, passive_liveness_frame_percentage: 1 })
const nothingOfNose = verifyingNothing('nose')

const noseRows: readonly Row[] = [
  row('2.2', 'id | string', noseStart, { body: { id: uuid } }),
  row('2.2', 'area_top, area_left, area_width, area_height | integer', noseStart, {
    body: { area_top: 60, area_left: 45, area_width: 270, area_height: 360 },
  }),
  row('2.2', 'nose_top, nose_left, nose_width, nose_height | integer', noseStart, {
    body: { nose_top: integer, nose_left: integer, nose_width: 20, nose_height: 20 },
  }),
  row('2.2', 'min_face_area_percent | number', noseStart, { body: { min_face_area_percent: 50 } }),
  row('2.2', 'external_person_id, image_width, image_height | string, integer, integer', noseStart, {
    body: anna,
  }),
  row('2.2', 'duration | integer', noseStart, { body: { duration: 10 } }),
  row('2.2', 'framerate | integer', noseStart, { body: { framerate: 12 } }),
  row('2.2', 'face_moving_check, face_rotation_check, nose_motion_check | boolean', noseStart, {
    body: { face_moving_check: true, face_rotation_check: true, nose_motion_check: true },
  }),
  row('2.2', 'frames | array | returned, empty at start', noseStart, { body: { frames: [] } }),
  row('2.2', 'message, result_code | string, integer', noseStart, success()),

  row('4.2', 'POST /liveness-challenge/start', noseStart, success()),
  row(
    '4.2',
    'body `external_person_id` (string), `image_width`, `image_height` (integer) @ person',
    startingWithout('nose', 'external_person_id'),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.2',
    'body `external_person_id` (string), `image_width`, `image_height` (integer) @ width',
    startingWithout('nose', 'image_width'),
    refused(400, 'image_width'),
  ),
  row(
    '4.2',
    'body `external_person_id` (string), `image_width`, `image_height` (integer) @ height',
    startingWithout('nose', 'image_height'),
    refused(400, 'image_height'),
  ),
  row('4.2', 'POST /liveness-challenge/{challenge_id}/frames', noseFrame, success({}, 201)),
  row(
    '4.2',
    'body `content` (string, Base64 image)',
    sending('nose', () => ({})),
    refused(400, 'content'),
  ),
  row(
    '4.2',
    'An accepted frame gives HTTP status 201; the shown body is message `Success`, result_code 200',
    noseFrame,
    success({}, 201),
  ),
  row('4.2', 'POST /liveness-challenge/{challenge_id}/verify', noseVerdict, success({ success: true })),
  row(
    '4.2',
    '`passive_liveness_frame_percentage` (number, 0.5 = 50%)',
    noseDoubted,
    outcome(141, 'face-not-genuine'),
  ),
  row(
    '4.2',
    '`passive_liveness_threshold` (number, default 0.5)',
    noseVerdict,
    withCheck('genuineness', 0.5),
  ),
  row(
    '4.2',
    'A failure example has message `moving-photo-missing` and result_code 144',
    nothingOfNose,
    outcome(144, 'moving-photo-missing'),
  ),

  row('2.4', 'success | boolean @ true', noseVerdict, { body: { success: true } }),
  row('2.4', 'success | boolean @ false', nothingOfNose, { body: { success: false } }),
  row(
    '2.4',
    'When the mean genuineness score is below passive_liveness_threshold @ nose',
    noseDoubted,
    outcome(141, 'face-not-genuine', { success: false }),
  ),

  row('7', '200 | Success @ nose start', noseStart, success()),
  row('7', '200 | Success @ nose frames', noseFrame, success({}, 201)),
  row('7', '200 | Success @ nose verify', noseVerdict, success()),
  row(
    '7',
    '144 | Moving Photo Is Missing @ nose verify',
    nothingOfNose,
    outcome(144, 'moving-photo-missing'),
  ),
  row(
    '7',
    'Failure codes of the challenge start calls, nose frames upload @ nose frames',
    nowhere('nose'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),
  row(
    '8',
    'passive liveness threshold | verify calls, identify @ nose verify',
    noseVerdict,
    withCheck('genuineness', 0.5),
  ),
]

const everyTask = { exercise: 'wink-smile-yaw-pitch', static: true }
/** The frames of every task, one each, by the person who does all that is asked. */
async function allTasks({ call }: Caller): Promise<SentFrame[]> {
  return film(SEED, actProfile(person(SEED), await start<ProfileStart>(call, 'profile', everyTask)))
}
/** Films one task again, done in another way. */
async function doing(caller: Caller, task: string, otherwise: Partial<Scene>): Promise<SentFrame[]> {
  const started = await start<ProfileStart>(caller.call, 'profile', everyTask)
  const only = { ...started, task_order: { [task]: 1 } }
  const takes = actProfile(person(SEED), only, { take: 7, otherwise: { [task]: otherwise } })
  return instead(await allTasks(caller), task, bytesOf((await film(SEED, takes))[0]))
}
const profile = (
  exercise: string,
  change: (frames: SentFrame[], caller: Caller) => SentFrame[] | Promise<SentFrame[]>,
  body?: unknown,
): Request =>
  playing<ProfileStart>(
    'profile',
    { exercise, static: true },
    async ({ task_order }, caller) =>
      (await change(await allTasks(caller), caller)).filter(({ task }) => task in task_order),
    body,
  )
const profileDoing = (exercise: string, task: string, otherwise: Partial<Scene>): Request =>
  profile(exercise, (_frames, caller) => doing(caller, task, otherwise))

const profileStart = starting('profile')
const profileFrame = sending('profile', asItIs)
const profileVerdict = profile('yaw', (frames) => frames)
const everyVerdict = profile('wink-smile-yaw-pitch', (frames) => frames)
const yaw = ['keep-face-ahead', 'turn-face-left', 'turn-face-right'] as const
const pitch = ['keep-face-ahead', 'tilt-face-up', 'tilt-face-down'] as const
const tasks = [...yaw, 'tilt-face-up', 'tilt-face-down', 'smile', 'wink'] as const
const exercising = (exercise: string, more: object = {}) => starting('profile', { exercise, ...more })
const custom = exercising('custom')
const tooFew = profile('yaw', (frames) => frames.filter(({ task }) => task !== 'turn-face-left'))
const staticYaw = starting('profile', { static: true })

const profileRows: readonly Row[] = [
  row('2.3', 'id | string', profileStart, { body: { id: uuid } }),
  row('2.3', 'area_top, area_left, area_width, area_height | integer', profileStart, {
    body: { area_top: 60, area_left: 45, area_width: 270, area_height: 360 },
  }),
  row('2.3', 'min_face_area_percent | number', profileStart, { body: { min_face_area_percent: number } }),
  row('2.3', 'exercise | array of string', profileStart, { body: { exercise: ['yaw'] } }),
  row('2.3', 'task_order | object; keys are task names; integer values', profileStart, {
    body: { task_order: orderOf(yaw, 1, 3) },
  }),
  row('2.3', 'external_person_id, image_width, image_height | string, integer, integer', profileStart, {
    body: anna,
  }),
  row('2.3', 'message, result_code | string, integer', profileStart, success()),
  ...(
    [
      'keep-face-ahead | hold face straight',
      'turn-face-left | turn face to the left',
      'turn-face-right | turn face to the right',
      'tilt-face-up | raise face',
      'tilt-face-down | lower face',
      'smile | smile',
      'wink | wink',
    ] as const
  ).map((line) => row('2.3', line, everyVerdict, success({ success: true }))),

  row('4.3', 'POST /profile-liveness-challenge/profile-start', profileStart, success()),
  row(
    '4.3',
    'POST /profile-liveness-challenge/profile-start',
    post('/profile-liveness-challenge/start', anna),
    success({ exercise: ['yaw'] }),
  ),
  row(
    '4.3',
    'external_person_id | string | yes',
    startingWithout('profile', 'external_person_id'),
    refused(400, 'external_person_id'),
  ),
  row(
    '4.3',
    'image_width, image_height | integer | yes @ width',
    startingWithout('profile', 'image_width'),
    refused(400, 'image_width'),
  ),
  row(
    '4.3',
    'image_width, image_height | integer | yes @ height',
    startingWithout('profile', 'image_height'),
    refused(400, 'image_height'),
  ),
  row('4.3', 'exercise | string | no @ yaw by default', profileStart, {
    body: { exercise: ['yaw'], task_order: orderOf(yaw, 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ pitch', exercising('pitch'), {
    body: { exercise: ['pitch'], task_order: orderOf(pitch, 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ smile', exercising('smile'), {
    body: { exercise: ['smile'], task_order: orderOf(['keep-face-ahead', 'smile'], 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ wink', exercising('wink'), {
    body: { exercise: ['wink'], task_order: orderOf(['keep-face-ahead', 'wink'], 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ two joined', exercising('smile-yaw'), {
    body: { task_order: orderOf([...yaw, 'smile'], 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ four joined', exercising('wink-smile-pitch-yaw'), {
    body: { task_order: orderOf(tasks, 1, 3) },
  }),
  row('4.3', 'exercise | string | no @ custom', custom, {
    body: { exercise: ['custom'], task_order: orderOf(tasks, 0, 0) },
  }),
  row('4.3', 'static | boolean | no @ false', starting('profile', { static: false }), {
    body: { task_order: orderOf(yaw, 1, 3) },
  }),
  row('4.3', 'static | boolean | no @ true', staticYaw, { body: { task_order: orderOf(yaw, 1, 1) } }),
  row('4.3', 'static | boolean | no @ without effect when custom', exercising('custom', { static: true }), {
    body: { task_order: orderOf(tasks, 0, 0) },
  }),
  row('4.3', 'PUT /profile-liveness-challenge/{challenge_id}/frames', profileFrame, success()),
  row(
    '4.3',
    'body `timestamp` (time of the photo) @ seconds',
    sending('profile', (frame) => ({ ...frame, timestamp: Math.floor(Date.now() / 1000) })),
    success(),
  ),
  row(
    '4.3',
    'body `timestamp` (time of the photo) @ milliseconds',
    sending('profile', (frame) => ({ ...frame, timestamp: Date.now() })),
    success(),
  ),
  row(
    '4.3',
    'body `timestamp` (time of the photo) @ absent',
    sending('profile', (frame) => without(frame, 'timestamp')),
    success(),
  ),
  row(
    '4.3',
    '`photo` (Base64 image)',
    sending('profile', (frame) => without(frame, 'photo')),
    refused(400, 'photo'),
  ),
  row(
    '4.3',
    '`task` (a task name from 2.3 that appears in task_order)',
    sending('profile', (frame) => ({ ...frame, task: 'smile' })),
    refused(400, 'task'),
  ),
  row(
    '4.3',
    'Accepted frame: HTTP status 200, body message `Success`, result_code 200',
    profileFrame,
    success(),
  ),
  row(
    '4.3',
    'POST /profile-liveness-challenge/{challenge_id}/verify',
    profileVerdict,
    success({ success: true }),
  ),
  row('4.3', 'no body fields', verifyingNothing('profile'), outcome(144, 'Moving Photo Is Missing')),

  row('7', '200 | Success @ profile start', profileStart, success()),
  row('7', '200 | Success @ profile frames', profileFrame, success()),
  row('7', '200 | Success @ profile verify', profileVerdict, success()),
  row(
    '7',
    '131 | No Face Detected @ profile verify',
    profile('smile', async (frames) => instead(frames, 'smile', await nobody({ width: 360, height: 480 }))),
    outcome(131, 'No Face Detected'),
  ),
  row(
    '7',
    '133 | Brightness Not Reach Requirements',
    profile('smile', (frames) =>
      Promise.all(
        frames.map(async (frame) => ({
          ...frame,
          bytes: await sharp(frame.bytes).linear(0.14, 0).jpeg().toBuffer(),
        })),
      ),
    ),
    outcome(133, 'Brightness Not Reach Requirements'),
  ),
  row(
    '7',
    '135 | Found More Than One Face @ profile verify',
    profile('smile', async (frames) =>
      instead(frames, 'smile', await together(frames[0], frameOf(frames, 'turn-face-left'))),
    ),
    outcome(135, 'Found More Than One Face'),
  ),
  row(
    '7',
    '140 | Task Order Not Found @ profile verify',
    profile('custom', async (frames) => {
      const [ahead, left, right] = yaw.map((task) => frameOf(frames, task)) as [
        SentFrame,
        SentFrame,
        SentFrame,
      ]
      const again = async (frame: SentFrame, timestamp: number) => ({
        ...frame,
        bytes: await reencoded(frame, 70),
        timestamp,
      })
      return [ahead, left, await again(ahead, right.timestamp), await again(left, right.timestamp + 9)]
    }),
    outcome(140, 'Task Order Not Found'),
  ),
  row(
    '7',
    '142 | Face Occlusion Detected',
    profileDoing('smile', 'keep-face-ahead', { cover: 'mask' }),
    outcome(142, 'Face Occlusion Detected'),
  ),
  row(
    '7',
    '143 | Request Challenge ID Not Found @ profile verify',
    post('/profile-liveness-challenge/nobody-knows-it/verify'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),
  row(
    '7',
    '144 | Moving Photo Is Missing @ profile verify',
    verifyingNothing('profile'),
    outcome(144, 'Moving Photo Is Missing'),
  ),
  row(
    '7',
    '144 | Moving Photo Is Missing @ profile verify of custom',
    verifyingNothing('profile', { exercise: 'custom' }),
    outcome(144, 'Moving Photo Is Missing'),
  ),
  row(
    '7',
    '150 | Right Face Angle Not Correct',
    profileDoing('yaw', 'turn-face-right', { yawDegrees: 4 }),
    outcome(150, 'Right Face Angle Not Correct'),
  ),
  row(
    '7',
    '151 | Left Face Angle Not Correct',
    profileDoing('yaw', 'turn-face-left', { yawDegrees: 4 }),
    outcome(151, 'Left Face Angle Not Correct'),
  ),
  row(
    '7',
    '152 | Ahead Face Angle Not Correct',
    profileDoing('yaw', 'keep-face-ahead', { yawDegrees: 32 }),
    outcome(152, 'Ahead Face Angle Not Correct'),
  ),
  row(
    '7',
    '153 | Trajectory Too Slow @ by timestamps',
    profile('yaw', (frames) =>
      frames.map((frame, i) => ({
        ...frame,
        timestamp: Math.floor(frame.timestamp / 1000) - 40 * (7 - 3 * i),
      })),
    ),
    outcome(153, 'Trajectory Too Slow'),
  ),
  row('7', '154 | Illegal Duration @ too few', tooFew, outcome(154, 'Illegal Duration')),
  row(
    '7',
    '154 | Illegal Duration @ too many',
    profile('yaw', async (frames) => [
      ...frames,
      { ...(frames[0] as SentFrame), bytes: await reencoded(frames[0], 80) },
    ]),
    outcome(154, 'Illegal Duration'),
  ),
  row(
    '7',
    '180 | Up Face Angle Not Correct',
    profileDoing('pitch', 'tilt-face-up', { pitchDegrees: 3 }),
    outcome(180, 'Up Face Angle Not Correct'),
  ),
  row(
    '7',
    '181 | Down Face Angle Not Correct',
    profileDoing('pitch', 'tilt-face-down', { pitchDegrees: -3 }),
    outcome(181, 'Down Face Angle Not Correct'),
  ),
  row(
    '7',
    'Failure codes of the challenge start calls, nose frames upload @ start calls',
    exercising('dance'),
    refused(400, 'exercise'),
  ),
  row(
    '7',
    'profile frames upload, face matching, identify, register reference photo @ profile frames',
    nowhere('profile'),
    outcome(143, 'Request Challenge ID Not Found'),
  ),

  row(
    '8',
    'frame count must equal the task count | profile verify',
    tooFew,
    outcome(154, 'Illegal Duration'),
  ),
]

const nulls = { normal_distance_ratio: null, far_amount: null, min_face_area_percent: null }
const scales: unknown = expect.stringMatching(/0 to 1\b.*2 to 100/)
const wrongScale = (path: string) => ({
  status: 400,
  body: { result_code: 400, errors: [{ path, message: scales }] },
})

const openPoints: readonly Row[] = [
  openPoint('null is absence', starting('distance', { ...nulls, consent_reference: null }), {
    ...success({ min_face_area_percent: 0.7, normal_distance: boxOf(0.7) }),
  }),
  openPoint(
    'null for a required field',
    starting('distance', { image_width: null }),
    refused(400, 'image_width'),
  ),
  openPoint('unknown fields are ignored and named', starting('profile', { exersize: 'smile' }), {
    ...success({ exercise: ['yaw'] }),
    headers: { 'x-selfsame-ignored-fields': 'exersize' },
  }),
  openPoint(
    'timestamp as ISO text',
    sending('profile', (frame) => ({ ...frame, timestamp: new Date().toISOString() })),
    success(),
  ),
  openPoint(
    'timestamp that is no time',
    sending('profile', (frame) => ({ ...frame, timestamp: 'yesterday' })),
    refused(400, 'timestamp'),
  ),
  openPoint('guidance in the answer to a frame', profileFrame, success({ guidance: 'show-face' })),
  openPoint(
    'the same bytes sent again are no fault',
    profile('yaw', (frames) => [...frames, frames[0] as SentFrame]),
    success({ success: true }),
  ),
  openPoint(
    'more frames than asked: those that were not ok are set aside',
    profile('yaw', async (frames, caller) => {
      const early = frameOf(await doing(caller, 'turn-face-left', { yawDegrees: 4 }), 'turn-face-left')
      return [...frames, { ...early, timestamp: frameOf(frames, 'turn-face-left').timestamp - 20 }]
    }),
    success({ success: true }),
  ),
  openPoint('exercise in the order asked, each once', exercising('wink-pitch-wink', { static: true }), {
    body: {
      exercise: ['wink', 'pitch'],
      task_order: { 'keep-face-ahead': 1, wink: 1, 'tilt-face-up': 1, 'tilt-face-down': 1 },
    },
  }),
  openPoint('mirrored of start', starting('profile', { mirrored: true }), success({ mirrored: true })),
  openPoint('mirrored of nobody', profileStart, success({ mirrored: false })),
  ...(['passive_liveness_threshold', 'passive_liveness_frame_percentage'] as const).map((field) =>
    openPoint(
      `${field} between the scales`,
      post('/liveness-challenge/nobody-knows-it/verify', { [field]: 1.5 }),
      wrongScale(field),
    ),
  ),
  openPoint('success is told for distance, too', distanceVerdict, success({ success: true })),
]

export const challengeRows: readonly Row[] = [...distanceRows, ...noseRows, ...profileRows, ...openPoints]
