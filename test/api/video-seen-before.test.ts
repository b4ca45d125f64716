// Tests over HTTP that a video is accepted once by anybody on a server, and another recording of the same person too.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { livingVideo } from '../../specimens/kit/films/video-maker.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { type Check, failedChecks } from '../kit/collection-caller.ts'

let server: TestServer
let other: Credentials
beforeAll(async () => {
  server = await startTestServer({ shotMemoryOf: 'server' })
  other = await server.organisation('other')
  expect(await judged(await livingVideo())).toEqual({ code: 200, failed: [] })
})
afterAll(() => server.stop())

async function judged(video: Buffer, as = server.credentials) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(video)]), 'selfie.mp4')
  const answer = await fetch(`${server.url}/video-liveness`, {
    method: 'POST',
    headers: { authorization: basic(as), connection: 'close' },
    body,
  })
  const said = (await answer.json()) as { result_code: number; checks: Check[] }
  return { code: said.result_code, failed: failedChecks({ ...answer, body: { ...said } }) }
}

const refused = { code: 141, failed: ['seen-in-an-earlier-challenge'] }

test('a video is refused the second time, in the same organisation and in another', async () => {
  expect(await judged(await livingVideo())).toEqual(refused)
  expect(await judged(await livingVideo(), other)).toEqual(refused)
})

test.each([
  ['as another kind of file', 'webm', ['-c:v', 'libvpx', '-live', '1', '-b:v', '2M']],
  ['compressed harder and made smaller', 'mp4', ['-crf', '30', '-vf', 'scale=300:400']],
  ['without its beginning', 'mp4', ['-ss', '0.3']],
])('it is refused too %s', async (_, extension, more) => {
  expect(await judged(await livingVideo(extension, more), other)).toEqual(refused)
})

test('another recording of the same person is accepted', async () => {
  expect(await judged(await livingVideo('mp4', [], 1))).toEqual({ code: 200, failed: [] })
  expect(await judged(await livingVideo('mp4', [], 2), other)).toEqual({ code: 200, failed: [] })
})
