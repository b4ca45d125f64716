// Tests video liveness over HTTP, with videos that ffmpeg really writes and decodes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  carried,
  type Film,
  livingVideo,
  still,
  turning,
  videoOf,
  written,
} from '../../specimens/kit/films/video-maker.ts'
import { photoPixels, picture, portrait, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { type Answered, basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { type Check, failedChecks } from '../kit/collection-caller.ts'
import { expectNothingHeld, expectRefusal } from './expecting.ts'

const servers = testServers()
const LIMIT_BYTES = 3_000_000
let server: TestServer
let portrayed: Pixels
let genuine: Buffer
let answered: Answered
let others = 0
beforeAll(async () => {
  server = await servers.start({ videoLimitBytes: LIMIT_BYTES })
  portrayed = await portrait(2, 1, 360)
  genuine = await livingVideo()
  answered = await send(genuine)
})
afterAll(() => servers.stopAll())

/** An organisation of its own has never seen the video. */
async function elsewhere(): Promise<TestServer> {
  others++
  return { ...server, credentials: await server.organisation(`other-${others}`) }
}

async function send(bytes: Uint8Array, field = 'file', to = server): Promise<Answered> {
  const form = new FormData()
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'selfie.mp4')
  return post(form, to)
}

async function post(
  body: FormData | string,
  to = server,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await fetch(`${to.url}/video-liveness`, {
    method: 'POST',
    // Videos are written for seconds between requests: no connection is kept, which the server may close meanwhile.
    headers: { authorization: basic(to.credentials), connection: 'close', ...headers },
    body,
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

const outcomeOf = ({ status, body }: Answered) => [status, body.result_code, body.message]
const notGenuine = [200, 141, 'face-not-genuine']

/** Shows the pictures one after the other, each for the same time. */
const inTurn =
  (...films: readonly Film[]): Film =>
  (share) => {
    const at = Math.min(films.length - 1, Math.floor(share * films.length))
    return (films[at] as Film)(share * films.length - at)
  }

describe('a head that turns', () => {
  test('is genuine, and every field of the specification is there', () => {
    expect(outcomeOf(answered)).toEqual([200, 200, 'Success'])
    const { body } = answered
    expect(Object.keys(body).toSorted()).toEqual([
      ...['capture', 'capture_reason', 'checks', 'id', 'message', 'presence', 'presence_parts'],
      ...['probability', 'result_code', 'strength'],
    ])
    expect([body.capture, body.capture_reason]).toEqual(['unattested', 'video-not-signed'])
    expect(body.strength).toBe('low')
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.probability).toBeGreaterThanOrEqual(0.5)
    expect(body.probability).toBeLessThanOrEqual(1)
    expect(failedChecks(answered)).toEqual([])
    expect((body.checks as Check[]).map(({ name }) => name)).toEqual([
      'face-found-share',
      'close-looks',
      'several-faces-share',
      'genuineness',
      'network-log-odds',
      'genuineness-of-weakest-stretch',
      'network-log-odds-of-weakest-stretch',
      'same-person',
      'persona-likeness',
      'seen-in-an-earlier-challenge',
      'frozen-share',
      'repeated-share',
      'living-skin',
      'shading-change',
      'turn-degrees',
      'motion-within-face',
      'blink',
      'mouth-opening',
      'signs-of-life',
      'presence',
    ])
  })

  test('has another id each time, and the same answer', async () => {
    const again = await send(genuine, 'file', await elsewhere())
    expect(again.body.id).not.toBe(answered.body.id)
    expect({ ...again.body, id: '' }).toEqual({ ...answered.body, id: '' })
  })

  test('is genuine as WebM of a browser', async () => {
    const webm = await livingVideo('webm', ['-c:v', 'libvpx', '-live', '1', '-b:v', '2M'])
    expect((await send(webm, 'file', await elsewhere())).body.result_code).toBe(200)
  })
})

describe('what is not genuine', () => {
  test('a photo as a video', async () => {
    const answer = await send(videoOf(still(portrayed), 2, 'mp4'))
    expect(outcomeOf(answer)).toEqual(notGenuine)
    expect(answer.body.probability).toBeLessThan(0.1)
    expect(failedChecks(answer)).toEqual(['frozen-share', 'lips-own-motion', 'signs-of-life'])
  })

  test('a photo carried about', async () => {
    const answer = await send(videoOf(carried(portrayed), 2, 'mp4'))
    expect(outcomeOf(answer)).toEqual(notGenuine)
    expect(failedChecks(answer)).toEqual(['lips-own-motion', 'signs-of-life'])
  })

  test('a photo bent as if the head turned is in doubt: some people change as little', async () => {
    const answer = await send(videoOf(turning(await portrait(3, 0, 360)), 2, 'mp4'))
    const { presence, strength, presence_parts: parts } = answer.body
    expect([Number(presence) < 50, strength]).toEqual([true, 'low'])
    expect((parts as { check: string }[]).map(({ check }) => check)).toEqual([
      'living-skin',
      'shading-change',
    ])
  })

  test('the same second again and again', async () => {
    const second = turning(portrayed)
    const answer = await send(videoOf(inTurn(second, second, second, second), 4, 'mp4'))
    expect(outcomeOf(answer)).toEqual(notGenuine)
    expect(failedChecks(answer)).toContain('repeated-share')
  })

  test('somebody else after a while', async () => {
    const other = turning(await portrait(3, 0, 360))
    const answer = await send(videoOf(inTurn(turning(portrayed), other), 3, 'mp4'))
    expect(outcomeOf(answer)).toEqual(notGenuine)
    expect(failedChecks(answer)).toContain('same-person')
  })

  test('a face that the network takes for a picture of one', async () => {
    const printed = turning(await portrait(3, 1, 360))
    const answer = await send(videoOf(printed, 2, 'mp4'))
    expect(outcomeOf(answer)).toEqual(notGenuine)
    expect(failedChecks(answer)).toEqual(expect.arrayContaining(['genuineness', 'network-log-odds']))
  })
})

describe('no face, or several', () => {
  test('no face is 131', async () => {
    const answer = await send(written(['-f', 'lavfi', '-i', 'testsrc=size=320x240:duration=1.5'], 'mp4'))
    expect(outcomeOf(answer)).toEqual([200, 131, 'No Face Detected'])
    expect(answer.body.probability).toBe(0)
    expect(failedChecks(answer)).toEqual(['face-found-share', 'close-looks'])
  })

  test('three people are 135', async () => {
    const group = await rawPixels(picture(await photoPixels(1)).resize(640, 426, { fit: 'fill' }))
    const answer = await send(videoOf(carried(group), 1.5, 'mp4'))
    expect(outcomeOf(answer)).toEqual([200, 135, 'Found More Than One Face'])
    expect(failedChecks(answer)).toEqual(['several-faces-share'])
  })
})

describe('refused, by the name of the field and with the limit', () => {
  test.each<[string, RegExp, () => Uint8Array]>([
    ['unreadable', /not a video that can be read/, () => Buffer.from('no video at all')],
    ['cut off', /cut off or damaged/, () => genuine.subarray(0, genuine.length / 2)],
    ['a list of files', /not a video/, () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['sound', /no video stream/, () => written(['-f', 'lavfi', '-i', 'sine=duration=2'], 'mp4')],
    ['too short', /shorter than 1 s/, () => videoOf(still(portrayed), 0.2, 'mp4')],
    [
      'too long',
      /longer than 60 s/,
      () => written(['-f', 'lavfi', '-i', 'color=size=64x64:rate=5:duration=62'], 'mp4'),
    ],
  ])('%s is 422', async (_name, message, make) => {
    const answer = await send(make())
    expectRefusal(answer, 422, 'file')
    expect(answer.body.message).toMatch(message)
  })

  test('too large is 413, in bytes and in pixels', async () => {
    const heavy = await send(Buffer.alloc(LIMIT_BYTES + 1))
    expectRefusal(heavy, 413, 'file')
    expect(heavy.body.message).toMatch(/larger than 2\.9 MiB/)
    const wide = written(['-f', 'lavfi', '-i', 'color=size=4096x2304:rate=2:duration=1'], 'mp4')
    const answer = await send(wide)
    expectRefusal(answer, 413, 'file')
    expect(answer.body.message).toMatch(/4096 x 2304 pixels, more than 9 megapixels/)
  })

  test('another field, no file, and no form', async () => {
    expectRefusal(await send(genuine, 'video'), 400, 'file')
    expectRefusal(await send(Buffer.of()), 400, 'file')
    expectRefusal(await post(new FormData()), 400)
    expectRefusal(await post('{}', server, { 'content-type': 'application/json' }), 415)
  })

  test('without credentials', async () => {
    const answer = await post(new FormData(), server, { authorization: 'Basic bm86Ym9keQ==' })
    expectRefusal(answer, 401)
  })

  test('where there is no ffmpeg, by 503 and a sentence', async () => {
    const without = await servers.start({ ffmpeg: '/nowhere/ffmpeg' })
    const answer = await send(genuine, 'file', without)
    expectRefusal(answer, 503)
    expect(answer.body.message).toMatch(/no ffmpeg/)
    expect(answer.headers.get('retry-after')).toBe('60')
    const ready = await fetch(`${without.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({
        checks: expect.objectContaining({
          // Anybody may ask, and is not told where things lie.
          videos: 'SELFSAME_FFMPEG names …, which is not to be found',
          workers: 'ok',
        }),
      }),
    ])
  })
})

test('its file is not stored, and nothing of it counted or logged', async () => {
  const { store } = server.server.runtime
  const [files] = await store.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM files')
  expect(files?.n).toBe(0)
  await expectNothingHeld(server)
  expect(server.logged()).not.toMatch(/selfie\.mp4|Lavf|Stream #/)
})
