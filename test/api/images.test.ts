// Tests that uploaded images are decoded in a worker, and that unreadable ones are refused with the field named.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { badImages, DAMAGED } from '../../specimens/kit/photographs/bad-images.ts'
import { chart, exif, sample, withExif } from '../../specimens/kit/photographs/pictures.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { codes } from '../../src/codes.ts'
import { route } from '../../src/http/route.ts'
import { base64File } from '../../src/http/schemas.ts'
import { inspectUpload, readable } from '../../src/uploaded-images.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ imageLimitBytes: 300_000 }, (runtime) => [
    route({
      name: 'inspectImage',
      method: 'POST',
      path: '/test/image',
      tag: { name: 'Test', description: 'For tests.', area: 'documents' },
      summary: 'Says what the image is.',
      body: z.strictObject({ photo: base64File(runtime.config.imageLimitBytes) }),
      fields: { format: z.string(), width: z.int(), height: z.int() },
      answers: [codes.success],
      handle: async ({ body, organisationId, signal }) => ({
        code: codes.success,
        fields: await inspectUpload(runtime, {
          field: 'photo',
          bytes: body.photo,
          organisationId,
          signal: signal(),
        }),
      }),
    }),
  ])
})
afterAll(() => server.stop())

const send = (bytes: Uint8Array) =>
  server.post('/test/image', { photo: Buffer.from(bytes).toString('base64') })
const workers = () => server.server.runtime.workers.stats().children.map((child) => child.pid)

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s is read', async (format) => {
    const { status, body } = await send(await chart(40, 30).toFormat(format).toBuffer())
    expect(status).toBe(200)
    expect(body).toMatchObject({ format, width: 40, height: 30 })
  })

  test('as heic is read', async () => {
    const { status, body } = await send(sample('chart.heic'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ format: 'heic', width: 96, height: 64 })
  })

  test('is measured upright, as the camera was held', async () => {
    const { body } = await send(withExif(await chart(40, 30).jpeg().toBuffer(), exif(6)))
    expect(body).toMatchObject({ width: 30, height: 40 })
  })

  test('over its size is refused with 413 naming the limit', async () => {
    const noise = Buffer.alloc(400_000, 'no image, only large')
    const { status, body } = await send(noise)
    expect(status).toBe(413)
    expect(body.errors).toEqual([{ path: 'photo', message: 'is larger than 293 KiB' }])
  })
})

describe('a file that is no image, is animated or has the wrong size', () => {
  test('is refused with 422 or 413 naming the field, and the workers live', async () => {
    const pids = workers()
    for (const { what, bytes, fault, tooLarge } of await badImages()) {
      // Faults that only decoding finds are tested beside the decoder.
      if (fault === DAMAGED || bytes.length === 0) continue
      const { status, body } = await send(bytes)
      const expected = tooLarge ? 413 : 422
      expect([what, status, body.result_code]).toEqual([what, expected, expected])
      const [error] = body.errors as { path: string; message: string }[]
      expect(error, what).toEqual({ path: 'photo', message: expect.stringMatching(fault) })
      expect(body.message, what).toContain(`photo ${error?.message}`)
    }
    expect(workers()).toEqual(pids)
  })
})

test.each([
  [{ fault: 'is cut off or damaged' }, codes.unreadable],
  [{ fault: 'is 9000 x 9000 pixels', tooLarge: true as const }, codes.tooLarge],
])('what a worker could not decode, %o, becomes a refusal', (fault, code) => {
  const refuse = () => readable<{ scale: number }>(fault, 'selfie')
  expect(refuse).toThrow(expect.objectContaining({ code }))
  expect(refuse).toThrow(`selfie ${fault.fault}`)
  expect(readable<{ scale: number }>({ scale: 1 }, 'selfie')).toEqual({ scale: 1 })
})
