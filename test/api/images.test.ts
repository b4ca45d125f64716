// Images that strangers send are read in a worker, and what cannot be read is refused by name.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { codes } from '../../src/codes.ts'
import { door } from '../../src/http/door.ts'
import { inspectUpload } from '../../src/http/images.ts'
import { base64File } from '../../src/http/schemas.ts'
import { startTestServer, type TestServer } from '../kit/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ imageLimitBytes: 300_000 }, (runtime) => [
    door({
      name: 'inspectImage',
      method: 'POST',
      path: '/test/image',
      tag: 'Test',
      summary: 'Says what the image is.',
      body: z.strictObject({ photo: base64File('the image', runtime.config.imageLimitBytes) }),
      fields: { format: z.string(), width: z.int(), height: z.int() },
      answers: [codes.success],
      handle: async ({ body, organisationId, hangUp }) => ({
        code: codes.success,
        fields: await inspectUpload(runtime, {
          field: 'photo',
          bytes: body.photo,
          organisationId,
          signal: hangUp(),
        }),
      }),
    }),
  ])
})
afterAll(() => server.stop())

const canvas = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } },
    limitInputPixels: false,
  })
const send = (bytes: Buffer) => server.post('/test/image', { photo: bytes.toString('base64') })

/** A small PNG whose header says it is enormous, as a decompression bomb's does. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await canvas(1, 1).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s is read', async (format) => {
    const { status, body } = await send(await canvas(40, 30).toFormat(format).toBuffer())
    expect(status).toBe(200)
    expect(body).toMatchObject({ format: format === 'avif' ? 'heif' : format, width: 40, height: 30 })
  })

  test('is measured upright, as the camera was held', async () => {
    const { body } = await send(await canvas(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer())
    expect(body).toMatchObject({ width: 30, height: 40 })
  })

  test('over its size is refused with 413 naming the limit', async () => {
    const noise = Buffer.alloc(400_000, 'no image, only large')
    const { status, body } = await send(noise)
    expect(status).toBe(413)
    expect(body.errors).toEqual([{ path: 'photo', message: 'the image is larger than 293 KiB' }])
  })

  test('of too many pixels is refused with 413 before it is decoded', async () => {
    const { status, body } = await send(await claiming(20_000, 20_000))
    expect(status).toBe(413)
    expect(body.message).toContain('more than 50 megapixels')
  })

  test.each([
    ['text named so', Buffer.from('this is no picture at all, only words')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['half a PNG header', Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj')],
  ])('that is %s is refused with 422 naming the field, and the worker lives', async (_what, bytes) => {
    const pids = server.server.runtime.workers.stats().children.map((child) => child.pid)
    const { status, body } = await send(bytes)
    expect(status).toBe(422)
    expect(body).toMatchObject({ result_code: 422, errors: [{ path: 'photo' }] })
    expect(server.server.runtime.workers.stats().children.map((child) => child.pid)).toEqual(pids)
  })
})
