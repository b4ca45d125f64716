// Tests tasks that are told one by one to a person: what start hides, when the next is told, and which frames count.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film, wall } from '../../specimens/kit/films/films.ts'
import {
  callerOf,
  nextTask,
  playTold,
  type SentFrame,
  sendFrame,
  start,
  type Told,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actProfile, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import type { Check } from '../../src/checks.ts'
import { enter, newVisit, type PersonCall, policyWith } from '../kit/visits.ts'
import { expectRefusal } from './expecting.ts'

type Started = ProfileStart & { readonly id: string; readonly told: Told }
type Name = 'profile' | 'nose' | 'distance'

let server: TestServer
let good: SentFrame[]
beforeAll(async () => {
  server = await sharedServer()
  const started = await start<Started>(callerOf(server), 'profile', { static: true })
  good = await film(5, actProfile(person(5), started))
})
afterAll(() => server.stop())

const newPerson = async (): Promise<PersonCall> => {
  const families = ['profile', 'nose', 'distance'] as const
  const liveness = { families: [...families], min_strength: 'none', attempts: 3 } as const
  const { link } = await newVisit(server, policyWith({ liveness }))
  return (await enter(server, link)).call
}
const begin = (call: PersonCall, family: Name, fields: object = { static: true }) =>
  start<Started>(call, family, family === 'profile' ? { ...fields } : {})
const of = (task: string) => good.filter((frame) => frame.task === task)

/** What the organisation may read of the verdict. */
async function checksOf(id: string): Promise<Record<string, Check>> {
  const sql = 'SELECT verdict FROM challenges WHERE id = $1'
  const [row] = await server.server.runtime.store.database.query<{ verdict: string }>(sql, [id])
  const { checks } = JSON.parse(row?.verdict ?? '{}') as { checks: Check[] }
  return Object.fromEntries(checks.map((check) => [check.name, check]))
}

const hidden = {
  profile: ['task_order'],
  nose: ['nose_left', 'nose_top', 'nose_width', 'nose_height'],
  distance: ['far_distance', 'normal_distance', 'close_distance', 'task_order'],
} as const

test.each(['profile', 'nose', 'distance'] as const)(
  'start of %s tells the first task alone',
  async (family) => {
    const organisation = await start<Started>(callerOf(server), family)
    expect(organisation).not.toHaveProperty('told')
    const started = await begin(await newPerson(), family)
    for (const field of hidden[family]) {
      expect(organisation).toHaveProperty(field)
      expect(started).not.toHaveProperty(field)
    }
    const left = { profile: 2, nose: 1, distance: 2 }[family]
    expect(started.told).toMatchObject({ frames: expect.any(Number), tasks_left: left })
    if (family !== 'distance') expect(started.told.task).toBe('keep-face-ahead')
    expect('box' in started.told).toBe(family === 'distance')
  },
)

test('the order of tasks after the first cannot be foreseen', async () => {
  const orders = new Set<string>()
  for (let i = 0; i < 40 && orders.size < 2; i++) {
    const call = await newPerson()
    const started = await begin(call, 'profile')
    await sendFrame(call, 'profile', started.id, {
      task: 'keep-face-ahead',
      bytes: await wall(i),
      timestamp: 1,
    })
    orders.add(((await nextTask(call, 'profile', started.id, 'keep-face-ahead')).body.told as Told).task)
  }
  expect([...orders].sort()).toEqual(['turn-face-left', 'turn-face-right'])
})

describe('a person of the profile challenge', () => {
  test('who does each task when it is told has all of them counted, and the time that each took noted', async () => {
    const call = await newPerson()
    const started = await begin(call, 'profile')
    const order = await playTold(call, 'profile', started, ({ task }) => of(task))
    expect([...order].sort()).toEqual(['keep-face-ahead', 'turn-face-left', 'turn-face-right'])
    const { body } = await verify(call, 'profile', started.id)
    expect(body.result_code).not.toBe(154)
    const checks = await checksOf(started.id)
    expect(checks['frames-out-of-turn']).toMatchObject({ score: 0, outcome: 'passed' })
    for (const task of order) {
      expect(checks[`frames-${task}`]?.outcome).toBe('passed')
      expect(checks[`reaction-seconds-${task}`]?.outcome).not.toBe('failed')
    }
  })

  test('who sends the frames of all tasks at once has only those of the first counted', async () => {
    const call = await newPerson()
    const started = await begin(call, 'profile')
    for (const frame of good) expect((await sendFrame(call, 'profile', started.id, frame)).status).toBe(200)
    // Sending them again once they are asked for does not help: the first arrival counts.
    await playTold(call, 'profile', started, ({ task }) => of(task)).catch(() => {})
    const { body } = await verify(call, 'profile', started.id)
    expect(body).toMatchObject({ result_code: 154, success: false })
    const checks = await checksOf(started.id)
    expect(checks['frames-keep-face-ahead']?.outcome).toBe('passed')
    expect(checks['frames-turn-face-left']).toMatchObject({ score: 0, outcome: 'failed' })
    expect(checks['frames-out-of-turn']).toMatchObject({ score: 2, outcome: 'noted' })
  })

  test('who learns all tasks by frames of no use has lost the turn of each', async () => {
    const call = await newPerson()
    const started = await begin(call, 'profile')
    let number = 0
    const useless = async ({ task }: Told) => [{ task, bytes: await wall(number++), timestamp: Date.now() }]
    await playTold(call, 'profile', started, useless)
    for (const frame of good) await sendFrame(call, 'profile', started.id, frame)
    expect((await verify(call, 'profile', started.id)).body).toMatchObject({ success: false })
    const checks = await checksOf(started.id)
    expect(checks['frames-out-of-turn']?.outcome).toBe('noted')
    expect(checks['turn-face-left-degrees']).toBeUndefined()
  })

  test('hears what is missing, the same task when asked twice, and nothing of tasks that were not told', async () => {
    const call = await newPerson()
    const { id, told } = await begin(call, 'profile', {})
    const bytes = await Promise.all(Array.from({ length: told.frames }, (_, i) => wall(20 + i)))
    for (const [i, one] of bytes.entries()) {
      if (i === bytes.length - 1) {
        const early = await nextTask(call, 'profile', id, told.task)
        expect(early.body).toEqual({ result_code: 200, message: 'Success', frames_missing: 1 })
      }
      await sendFrame(call, 'profile', id, { task: told.task, bytes: one, timestamp: 1000 * i })
    }
    const first = await nextTask(call, 'profile', id, told.task)
    expect(first.body.told).toMatchObject({ tasks_left: 1 })
    expect((await nextTask(call, 'profile', id, told.task)).body).toEqual(first.body)
    expectRefusal(await nextTask(call, 'profile', id, 'smile'), 400, 'done')
    const another = await newPerson()
    await begin(another, 'profile')
    expect((await nextTask(another, 'profile', id, told.task)).body).toMatchObject({ result_code: 143 })
    expect((await nextTask(callerOf(server), 'profile', id, told.task)).status).toBe(403)
  })
})

test('the next task waits for frames that are on their way', async () => {
  const call = await newPerson()
  const { id, told } = await begin(call, 'profile')
  const [asked] = await Promise.all([
    nextTask(call, 'profile', id, told.task),
    sendFrame(call, 'profile', id, { task: told.task, bytes: await wall(50), timestamp: 1 }),
  ])
  expect(asked.body.told).toMatchObject({ tasks_left: 1 })
})

test('the box of the nose is told once a frame has come, and that frame is no part of the way', async () => {
  const call = await newPerson()
  const started = await begin(call, 'nose')
  const [ahead] = good
  if (!ahead) throw new Error('no frame')
  expect((await sendFrame(call, 'nose', started.id, ahead)).body.guidance).toMatch(/ok|come-closer|move/)
  const { body } = await nextTask(call, 'nose', started.id, 'keep-face-ahead')
  expect(body.told).toMatchObject({ task: 'nose', tasks_left: 0, box: { width: 20, height: 20 } })
  await verify(call, 'nose', started.id)
  expect((await checksOf(started.id)).frames).toMatchObject({ score: 0, outcome: 'failed' })
})
