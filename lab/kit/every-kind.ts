// Sends a server one request of every kind, as its users would: page, card, video, challenge, search, and a persona's journey.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../client/src/client.ts'
import { SelfsameRefusal } from '../../client/src/errors.ts'
import type { Client } from '../../client/src/types.ts'
import { livingVideo } from '../../specimens/kit/films/video-maker.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photoOf as faceOf, herReference, herSelfie } from '../../specimens/kit/photographs/face-photos.ts'
import { actProfile } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { renderPerson } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import type { Credentials } from '../../src/organisations/manage.ts'

export interface Answered {
  readonly kind: string
  /** What was wrong; undefined where the answer was right. */
  readonly fault: string | undefined
}

interface Target {
  readonly url: string
  readonly credentials: Credentials
}

/** Gives what the server answered and what a sound one answers. */
type Ask = (client: Client, target: Target) => Promise<readonly [answered: unknown, expected: unknown]>

const size = { image_width: 360, image_height: 480 }
/** The networks are known to find and read this person. */
const actor = person(3)
const external_person_id = 'one-of-every-kind'
/** Frames come faster than a person moves, so their claimed times are as far apart as the real ones can be. */
const HASTE = 4
const PATIENCE_MS = 180_000

const kinds: Readonly<Record<string, Ask>> = {
  page: async (_client, { url }) => [await statusesOf(url, ['/studio/', '/verify/element.js']), '200 200'],
  card: async (client) => {
    const { bytes, fields } = await photoOf({ kind: 'cccd-chip', seed: 301 })
    const attachment = { name: 'card.jpg', content: bytes }
    const { recognized_data } = await client.createDocument({ attachment, external_person_id })
    return [recognized_data.id, fields[0]?.id]
  },
  video: async (client) => {
    const { result_code, checks } = await client.verifyVideo({
      file: await livingVideo(),
      name: 'selfie.mp4',
    })
    // A server that is asked again knows the video.
    const failed = checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : [])).join()
    return [failed, result_code === 200 ? '' : 'seen-in-an-earlier-challenge']
  },
  challenge: async (client) => [await challenged(client), true],
  search: async (client) => {
    const id = `every-kind-${Date.now()}`
    await client.signCollectionId({ id, external_person_id })
    await client.registerFace(id, { external_person_id, reference_photo: await faceOf(herReference) })
    const found = await client.identifyFace(id, { photo: await faceOf(herSelfie) })
    return [found.external_person_id, external_person_id]
  },
  journey: async (_client, target) => [await walked(target), 'approved'],
}

export const kindNames: readonly string[] = Object.keys(kinds)

/** The first call draws what is sent. Every kind is asked, whatever became of the one before, and may be asked again. */
export async function askEveryKind(url: string, credentials: Credentials): Promise<readonly Answered[]> {
  const client = createClient({ baseUrl: url, ...credentials, timeoutMs: PATIENCE_MS })
  const answers: Answered[] = []
  for (const [kind, ask] of Object.entries(kinds)) {
    const fault = await ask(client, { url, credentials }).then(
      ([answered, expected]) => (answered === expected ? undefined : `${answered} in place of ${expected}`),
      faultOf,
    )
    answers.push({ kind, fault })
  }
  return answers
}

const faultOf = (error: unknown): string =>
  error instanceof SelfsameRefusal ? `${error.status} ${error.message}` : String(error)

/** A server without its pages answers 404. */
async function statusesOf(url: string, paths: readonly string[]): Promise<string> {
  const pages = await Promise.all(paths.map((path) => fetch(url + path)))
  return pages.map(({ status }) => status).join(' ')
}

interface Frame {
  readonly task: Parameters<Client['addProfileFrame']>[1]['task']
  readonly atMs: number
  readonly photo: Uint8Array
}

let film: readonly Frame[] | undefined

/** Drawn before the challenge begins, because drawing takes longer than a person does. */
async function filmed(): Promise<readonly Frame[]> {
  const task_order = { 'keep-face-ahead': 1, 'turn-face-left': 1, 'turn-face-right': 1 }
  const takes = actProfile(actor, { ...size, area_width: 270, area_height: 360, task_order })
  return await Promise.all(
    takes.map(async ({ task, atMs, scene }) => ({
      task: task as Frame['task'],
      atMs,
      photo: await encodeJpeg(renderPerson(actor, scene)),
    })),
  )
}

async function challenged(client: Client): Promise<boolean> {
  film ??= await filmed()
  const wish = { ...size, exercise: 'yaw', static: true } as const
  const { id } = await client.startProfileChallenge({ external_person_id, ...wish })
  const now = Date.now()
  for (const { task, atMs, photo } of film)
    await client.addProfileFrame(id, { task, photo, timestamp: now + Math.round(atMs / HASTE) })
  // People who do not exist may rightly be judged not genuine; this option lets them pass.
  const { success } = await client.verifyProfileChallenge(id, { passive_liveness_threshold: 0.01 })
  // A film is known again while its person is kept, and the same film must do for the next time.
  await client.erasePerson({ external_person_id })
  return success
}

/** Waits for the verdict of the persona that the server itself walks. */
async function walked({ url: baseUrl, credentials }: Target): Promise<string> {
  const sandbox = createClient({ baseUrl, ...credentials, sandbox: true })
  const { id } = await sandbox.createVerification({
    policy: 'simple',
    external_person_id,
    persona: 'approved',
  })
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { state } = await sandbox.verification(id)
    if (!['created', 'started', 'processing'].includes(state) || Date.now() > until) return state
    await sleep(500)
  }
}
