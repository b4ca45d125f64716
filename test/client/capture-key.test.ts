// Tests frames that a browser's key signs, against a real server, and what the browser says about its camera.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classOf, jitterOf } from '../../client/src/challenge/camera-signals.ts'
import { frameSignature, openCaptureKey } from '../../client/src/challenge/capture-key.ts'
import { createClient, SelfsameRefusal } from '../../client/src/index.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const body = { external_person_id: 'anna', image_width: 360, image_height: 480 }

describe('a key of the browser', () => {
  test('is registered, and its signature of a frame is the one that the server asks for', async () => {
    const client = createClient({ baseUrl: server.url, ...server.credentials })
    const key = await openCaptureKey(client, 'test')
    if (!key) throw new Error('no key')
    const { id } = await client.startProfileChallenge({ ...body, capture_key_id: key.id })
    const jpeg = new Blob([new Uint8Array([1, 2, 3])])
    const timestamp = Date.now()
    const signature = await frameSignature(key, id, String(timestamp), { jpeg, number: 0 })
    const frame = { task: 'keep-face-ahead', timestamp, photo: jpeg, number: 0, signature } as const
    const refused = async (changed: object): Promise<string | undefined> => {
      const error: unknown = await client.addProfileFrame(id, { ...frame, ...changed }).catch((one) => one)
      return error instanceof SelfsameRefusal ? error.errors[0]?.path : undefined
    }
    // The signature is looked at first: what is wrong then is that three bytes are no picture.
    expect(await refused({})).toBe('photo')
    expect(await refused({ number: 1 })).toBe('signature')
    expect(await refused({ timestamp: timestamp + 1 })).toBe('signature')
    expect(await refused({ photo: new Blob([new Uint8Array([1, 2, 4])]) })).toBe('signature')
  })

  test('is left out where the server takes none', async () => {
    const client = createClient({ baseUrl: server.url, name: 'nobody', password: 'wrong' })
    expect(await openCaptureKey(client, 'test')).toBeUndefined()
  })
})

describe('signals', () => {
  test.each([
    ['OBS Virtual Camera', undefined, 'virtual'],
    ['ManyCam Virtual Webcam', 'user', 'virtual'],
    ['camera2 1, facing front', 'user', 'built-in'],
    ['FaceTime HD Camera', undefined, 'built-in'],
    ['Logitech BRIO (046d:085e)', undefined, 'external'],
    ['', undefined, 'unknown'],
  ] as const)('of the camera “%s” are its class, and not its name', (label, facing, said) => {
    expect(classOf(label, facing)).toBe(said)
  })

  test('tell how evenly pictures come', () => {
    expect(jitterOf([0, 33, 66, 99])).toBe(0)
    expect(jitterOf([0, 20, 60, 80, 120])).toBe(10)
    expect(jitterOf([0, 33])).toBeUndefined()
  })
})
