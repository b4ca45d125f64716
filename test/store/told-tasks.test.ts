// Tests on both databases that tasks are told in their order, and that the first arrival of a frame is the one that counts.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { faceFrame } from '../../specimens/kit/readings/frames.ts'
import { startChallenge } from '../../src/liveness/challenge.ts'
import { frameArrived, tellingOf, tellNext } from '../../src/liveness/told-tasks.ts'
import { removeChallenge } from '../../src/store/records/challenges.ts'
import { describeVault } from './vault-kit.ts'

const tasks = [
  { task: 'keep-face-ahead', frames: 1 },
  { task: 'turn-face-right', frames: 2 },
]

describeVault((at) => {
  const begun = async () => {
    const { store, clock } = at.held
    const { id: organisationId } = await at.held.organisation(`told-${randomUUID()}`)
    const id = await startChallenge(store.database, {
      organisationId,
      family: 'profile',
      externalPersonId: 'anna',
      plan: {},
      tasks,
      now: clock.now,
      lifeMs: 60_000,
    })
    const place = { organisationId, id }
    const arrive = (digest: string, most = 9) => {
      clock.now += 100
      return frameArrived(store.database, place, { digest, arrivedAt: clock.now, most })
    }
    const next = (done: string) => tellNext(store.database, place, done, () => clock.now, 0)
    return { place, arrive, next, database: store.database }
  }

  test('a task is told once the frames of the one before have come, and only then', async () => {
    const { arrive, next } = await begun()
    expect(await next('turn-face-right')).toBe('unknown')
    expect(await next('keep-face-ahead')).toEqual({ missing: 1 })
    expect(await arrive('a')).toBe('keep-face-ahead')
    const told = { told: { task: 'turn-face-right', frames: 2, left: 0 } }
    expect(await next('keep-face-ahead')).toEqual(told)
    expect(await arrive('b')).toBe('turn-face-right')
    // What is told stays told, whatever comes or does not come.
    expect(await next('keep-face-ahead')).toEqual(told)
    expect(await next('turn-face-right')).toEqual({})
  })

  test('a frame that came too early stays early, though it is sent again', async () => {
    const { arrive, next, place, database } = await begun()
    await arrive('early')
    await next('keep-face-ahead')
    expect(await arrive('early')).toBe('keep-face-ahead')
    await arrive('late')
    const frame = (digest: string, task: string) => ({ ...faceFrame({ task }), digest, isOk: true })
    const sent = [
      frame('early', 'turn-face-right'),
      frame('late', 'turn-face-right'),
      frame('never', 'smile'),
    ]
    const { inTurn, telling } = await tellingOf(database, place, sent)
    expect(inTurn).toEqual([sent[1]])
    expect(telling.outOfTurn).toEqual([sent[0], sent[2]])
    expect(telling.tasks.map(({ task }) => task)).toEqual(['keep-face-ahead', 'turn-face-right'])
    expect(telling.tasks[1]?.seconds).toBeGreaterThan(0)
  })

  test('so many arrivals are kept and no more, and all go with their challenge', async () => {
    const { arrive, place, database } = await begun()
    for (const digest of ['a', 'b', 'c']) await arrive(digest, 2)
    const count = async (table: string) => {
      const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE challenge_id = $1`
      return Number((await database.query<{ n: number }>(sql, [place.id]))[0]?.n)
    }
    expect(await count('frame_arrivals')).toBe(2)
    await database.transaction((queries) => removeChallenge(queries, place))
    expect([await count('frame_arrivals'), await count('told_tasks')]).toEqual([0, 0])
  })
})
