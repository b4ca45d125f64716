// Tests the operator's floor over HTTP: challenges that were weakened are refused, and those that were not are judged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wall } from '../../specimens/kit/films/films.ts'
import {
  type Call,
  callerOf,
  type Family,
  families,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import {
  findOrganisation,
  type Organisation,
  setLivenessFloor,
} from '../../src/store/records/organisations.ts'

const servers = testServers()
let server: TestServer
let call: Call
beforeAll(async () => {
  server = await servers.start({ livenessFloor: 'standard' })
  call = callerOf(server)
})
afterAll(() => servers.stopAll())

let shade = 0
const frame = async (task: string) => ({ task, bytes: await wall(++shade), timestamp: Date.now() })

const startedWith = (as: Call, family: Family, fields: object) =>
  as('POST', families[family].start, {
    external_person_id: 'anna',
    image_width: 360,
    image_height: 480,
    ...fields,
  })

describe('below the floor', () => {
  test('boxes of one size are refused at start, by the field', async () => {
    const ratios = { far_distance_ratio: 0.4, normal_distance_ratio: 0.4, close_distance_ratio: 0.4 }
    const { status, body } = await startedWith(call, 'distance', ratios)
    expect([status, body.result_code]).toEqual([400, 400])
    expect(JSON.stringify(body)).toMatch(/close_distance_ratio.*none.*standard/)
  })

  test('a video that asks for less is refused by its field, before it is looked at', async () => {
    const video = async (to: TestServer) => {
      const form = new FormData()
      form.append('file', new Blob(['no video']), 'selfie.mp4')
      const headers = { authorization: basic(to.credentials) }
      const answer = await fetch(`${to.url}/video-liveness`, { method: 'POST', headers, body: form })
      return [answer.status, await answer.text()]
    }
    expect(await video(server)).toEqual([400, expect.stringMatching(/"file".*low.*standard/)])
    expect(await video(await servers.start({ livenessFloor: 'low' }))).toEqual([422, expect.any(String)])
  })

  test('a threshold of 0 is refused at verify, and the challenge stays open', async () => {
    const { id } = await start(call, 'profile')
    await sendFrame(call, 'profile', id, await frame('keep-face-ahead'))
    const weakened = await verify(call, 'profile', id, { passive_liveness_threshold: 0 })
    expect(weakened.status).toBe(400)
    expect(JSON.stringify(weakened.body)).toMatch(/passive_liveness_threshold.*none.*standard/)
    const later = await sendFrame(call, 'profile', id, await frame('turn-face-left'))
    expect(later.body.result_code).toBe(200)
    const judged = await verify(call, 'profile', id)
    expect(judged.status).toBe(200)
    expect(judged.body).toMatchObject({ success: false, strength: 'standard' })
  })

  test('one still of a custom challenge is refused at verify', async () => {
    const { id } = await start(call, 'profile', { exercise: 'custom' })
    await sendFrame(call, 'profile', id, await frame('keep-face-ahead'))
    const { status, body } = await verify(call, 'profile', id)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(/none.*standard/)
  })
})

describe('an organisation of its own', () => {
  test('may have a higher floor, or none', async () => {
    const credentials = await server.organisation('strict')
    const strict = callerOf(server, credentials)
    const { database } = server.server.runtime.store
    const { id } = (await findOrganisation(database, credentials.name)) as Organisation
    await setLivenessFloor(database, id, 'high')
    const unsigned = await startedWith(strict, 'nose', {})
    expect(unsigned.status).toBe(400)
    expect(JSON.stringify(unsigned.body)).toMatch(/capture_key_id.*attested/)
    await setLivenessFloor(database, id, 'none')
    const ratios = { far_distance_ratio: 0.4, normal_distance_ratio: 0.4, close_distance_ratio: 0.4 }
    expect((await startedWith(strict, 'distance', ratios)).body.result_code).toBe(200)
  })
})
