// Plays the request shapes of three public clients of the specification, each from its first call to 200.
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film } from '../../specimens/kit/films/films.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { hasChromium, startChromium } from '../../specimens/kit/servers/browser-program.ts'
import {
  type Call,
  callerOf,
  newCaller,
  type SentFrame,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import {
  actDistance,
  actProfile,
  type DistanceStart,
  type ProfileStart,
} from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { jpegFile } from '../kit/browser-result.ts'
import { storedDocuments } from '../kit/document-caller.ts'
import { type ServedPage, type Shown, servePage } from './client-page.ts'

const SEED = 3

let server: TestServer
let listed: ServedPage
let unlisted: ServedPage
let front: DocumentPhoto
let back: DocumentPhoto

beforeAll(async () => {
  listed = await servePage()
  unlisted = await servePage()
  server = await startTestServer({ basePath: '/ekyc', corsOrigins: [listed.origin] })
  // The base URL of all three clients has a path.
  expect(new URL(server.url).pathname).toBe('/ekyc')
  front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: 302 })
  back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: 302 })
})
afterAll(async () => {
  await server.stop()
  listed.close()
  unlisted.close()
})

describe.skipIf(!hasChromium())('a page of another origin in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser?.close())

  async function opened({ origin }: ServedPage, options: object = {}): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    const { name, password } = server.credentials
    const told = new URLSearchParams({ base: server.url, credentials: `${name}:${password}` })
    await page.goto(`${origin}/#${told}`)
    return page
  }

  async function given(page: Page, input: 'front' | 'back', { bytes }: DocumentPhoto): Promise<Shown> {
    const output = page.locator('output')
    const before = (await output.textContent()) ?? ''
    await page.locator(`#${input}`).setInputFiles(jpegFile(bytes))
    await expect.poll(() => output.textContent(), { timeout: 120_000 }).not.toBe(before)
    return JSON.parse((await output.textContent()) ?? '') as Shown
  }

  test('reads a card: the front by fetch, the back by XMLHttpRequest', async () => {
    const page = await opened(listed)
    const { id, name } = front.fields[0] ?? {}
    const first = await given(page, 'front', front)
    expect(first).toMatchObject({
      status: 200,
      requestId: expect.stringMatching(/./),
      read: { recognized_data: { result_code: 200, id, name } },
    })
    const second = await given(page, 'back', back)
    expect(second).toMatchObject({
      status: 200,
      requestId: expect.stringMatching(/./),
      read: {
        id: first.read?.id,
        recognized_data: { result_code: 200, id, issue_date: back.fields[0]?.issue_date },
      },
    })
    expect(second.requestId).not.toBe(first.requestId)
    expect(second.read?.linked_file_ids).toHaveLength(2)
  })

  test('reads a refusal as well, with its request id', async () => {
    const page = await opened(listed)
    const shown = await page.evaluate(async (url) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' })
      const { result_code } = (await answer.json()) as { result_code: number }
      return { result_code, requestId: answer.headers.get('x-request-id') }
    }, `${server.url}/kyc-documents-sync`)
    expect(shown).toEqual({ result_code: 401, requestId: expect.stringMatching(/./) })
  })

  test('is refused where its origin is not listed, and reads nothing', async () => {
    const before = await storedDocuments(server)
    const page = await opened(unlisted)
    expect(await given(page, 'front', front)).toEqual({ error: 'TypeError: Failed to fetch' })
    expect(await storedDocuments(server)).toEqual(before)
  })

  test('is refused with credentials that the browser remembers', async () => {
    const { name: username, password } = server.credentials
    const page = await opened(unlisted, { httpCredentials: { username, password } })
    const own = await page.context().newPage()
    expect((await own.goto(`${server.url}/organisation`))?.status()).toBe(200)
    const answered = page.waitForResponse((one) => one.url().endsWith('/business-registration'))
    await page.evaluate("submitForm('/business-registration')")
    expect((await answered).status()).toBe(403)
  })
})

/** Calls with a slash at the end of every path, as a client does that joins path and query by hand. */
const withSlashes =
  (call: Call): Call =>
  (method, path, body) =>
    call(method, `${path}/`, body)

describe('a Flutter app that compresses to quality 10 and writes every null out', () => {
  const compressed = async (bytes: Uint8Array): Promise<string> =>
    (await sharp(bytes).keepExif().jpeg({ quality: 10 }).toBuffer()).toString('base64')

  test('reads both sides of a card', async () => {
    const call = withSlashes(callerOf(server))
    const created = await call('POST', '/kyc-documents-sync', {
      attachment: { content: await compressed(front.bytes), name: null },
      external_person_id: null,
      consent_reference: null,
    })
    expect(created).toMatchObject({
      status: 200,
      body: { recognized_data: { result_code: 200, id: front.fields[0]?.id } },
    })
    const attached = await call('POST', `/kyc-documents-sync/${created.body.id}`, {
      content: await compressed(back.bytes),
      name: null,
    })
    expect(attached.body).toMatchObject({ recognized_data: { result_code: 200, country: 'VNM' } })
    expect(attached.headers.get('x-selfsame-ignored-fields')).toBeNull()
  })

  test('passes the distance challenge', async () => {
    const call = withSlashes(callerOf(server))
    const nulls = [
      ...['normal_distance_ratio', 'far_distance_ratio', 'close_distance_ratio'],
      ...['max_face_area_percent', 'min_face_area_percent', 'consent_reference'],
    ]
    const { body } = await call('POST', '/distance-liveness-challenge/distance-start', {
      ...{ external_person_id: 'anna', image_width: 360, image_height: 480 },
      ...{ normal_amount: 1, far_amount: 1, close_amount: 1 },
      ...Object.fromEntries(nulls.map((name) => [name, null])),
    })
    expect(body).toMatchObject({ result_code: 200, min_face_area_percent: 0.7, max_face_area_percent: 1.1 })
    const started = body as unknown as DistanceStart & { readonly id: string }
    const path = `/distance-liveness-challenge/${started.id}`
    for (const { task, bytes } of await film(SEED, actDistance(person(SEED), started))) {
      const frame = { task, photo: await compressed(bytes), timestamp: null }
      expect((await call('PUT', `${path}/frames`, frame)).body).toMatchObject({ result_code: 200 })
    }
    const verdict = await call('POST', `${path}/verify`, {
      passive_liveness_frame_percentage: null,
      passive_liveness_threshold: null,
    })
    expect(verdict).toMatchObject({ status: 200, body: { result_code: 200, message: 'Success' } })
  })
})

describe('a Vue app with parallel frames, milliseconds and left, right, ahead', () => {
  const order = ['turn-face-left', 'turn-face-right', 'keep-face-ahead']
  type Started = ProfileStart & { readonly id: string }

  /** Starts until a task asks for several frames, since only then there is a second to send twice. */
  async function startedWithSeveral(call: Call): Promise<Started> {
    for (;;) {
      const { body } = await call('POST', '/profile-liveness-challenge/profile-start', {
        external_person_id: 'anna',
        image_width: 360,
        image_height: 480,
      })
      expect(body.result_code).toBe(200)
      const started = body as unknown as Started
      if (Object.values(started.task_order).some((count) => count > 1)) return started
    }
  }

  const every: readonly (readonly [string, (frames: SentFrame[]) => SentFrame[]])[] = [
    // The copy takes the place of a picture: as many uploads as asked, fewer different ones.
    [
      'instead of the next',
      (frames) => frames.map((frame, i) => (i % 2 === 1 ? copyOf(frames[i - 1]) : frame)),
    ],
    // The copy comes on top: as many different pictures as asked, more uploads.
    [
      'in addition',
      (frames) => frames.flatMap((frame, i) => (i % 2 === 1 ? [frame, copyOf(frame)] : [frame])),
    ],
  ]
  function copyOf(frame: SentFrame | undefined): SentFrame {
    if (!frame) throw new Error('the film has too few frames')
    return { ...frame, timestamp: frame.timestamp + 7 }
  }

  test.each(every)(
    'passes the profile challenge with every second frame sent twice, %s',
    async (_how, twice) => {
      const call = await newCaller(server)
      const started = await startedWithSeveral(call)
      const filmed = await film(SEED, actProfile(person(SEED), started))
      const begun = Date.now()
      for (const [turn, task] of order.entries()) {
        const frames = filmed
          .filter((frame) => frame.task === task)
          // Nobody turns the head from left to right in a tenth of a second.
          .map((frame, i) => ({ ...frame, timestamp: begun + 600 * turn + 80 * i }))
        const answers = await Promise.all(
          twice(frames).map(({ bytes, timestamp }) =>
            call('PUT', `/profile-liveness-challenge/${started.id}/frames`, {
              task,
              timestamp,
              photo: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`,
            }),
          ),
        )
        for (const { body } of answers) expect(body).toMatchObject({ result_code: 200, message: 'Success' })
      }
      const verdict = await call('POST', `/profile-liveness-challenge/${started.id}/verify`)
      expect(verdict).toMatchObject({ status: 200, body: { result_code: 200, success: true } })
    },
  )
})
