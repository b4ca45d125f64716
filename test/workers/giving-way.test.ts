// Tests long jobs, which stand still while jobs of other organisations run in their worker, and files that cross in pieces.
import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { alice, bob, create, eventually, fileExists, freshPath, openTestPool } from './opened-pool.ts'

const carol = { organisation: 'carol' }
const dave = { organisation: 'dave' }
const isLong = true

test('a job of another organisation runs in the midst of a long one, in the same worker', async () => {
  const { pool } = openTestPool()
  const pid = await pool.run('pid', undefined, alice)
  const end = freshPath()
  const film = pool.run('giveWayUntil', { end }, { ...alice, isLong })
  expect(await pool.run('pid', undefined, bob)).toBe(pid)
  expect(await pool.run('pid', undefined, bob)).toBe(pid)
  create(end)
  expect(await film).toBe(pid)
  expect(pool.stats()).toMatchObject({ done: 4, retried: 0, restarted: 0, queued: 0, busy: 0 })
})

test('a short job that comes after eight long ones of another is done before the first of them', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const order: string[] = []
  const end = freshPath()
  const films = Array.from({ length: 8 }, () =>
    pool.run('giveWayUntil', { end }, { ...alice, isLong }).then(() => order.push('film')),
  )
  await pool.run('echo', 1, bob).then(() => order.push('card'))
  create(end)
  await Promise.all(films)
  expect(order.indexOf('card')).toBe(0)
})

test('an organisation has its own jobs in their order, long or short', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const order: string[] = []
  const film = pool.run('giveWayFor', 500, { ...alice, isLong }).then(() => order.push('film'))
  const card = pool.run('echo', 1, alice).then(() => order.push('card'))
  await Promise.all([film, card])
  expect(order).toEqual(['film', 'card'])
})

test('time in which a job stands still is not time that it takes', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const film = pool.run('giveWayFor', 300, { ...alice, isLong, timeoutMs: 8000 })
  await pool.run('sleep', 9000, bob)
  await film
  expect(pool.stats()).toMatchObject({ done: 2, timedOut: 0 })
})

test('a long job is stopped at its limit, however often it gives way', async () => {
  const { pool, gone } = openTestPool()
  await pool.started()
  const film = pool.run('giveWayUntil', { end: freshPath() }, { ...alice, isLong, timeoutMs: 600 })
  // On a machine that others keep busy the job is stopped as one that had no processor.
  await expect(film).rejects.toMatchObject({ name: expect.stringMatching(/^Job(TimedOut|Starved)$/) })
  const reason = expect.stringMatching(/^(timed-out|starved)$/)
  await eventually(() => expect(gone()).toMatchObject([{ reason, job: 'giveWayUntil' }]))
})

test('a job that stands still while another ends their worker is begun again', async () => {
  const { pool, gone } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  const end = freshPath()
  const film = pool.run('giveWayUntil', { end }, { ...alice, isLong })
  await expect(pool.run('exit', undefined, bob)).rejects.toMatchObject({ name: 'JobCrashed' })
  create(end)
  expect(await film).not.toBe(before)
  expect(gone().map(({ job }) => job)).toEqual(['exit', 'exit'])
})

test('a job that stands still is asked to end when its caller is gone', async () => {
  const { pool } = openTestPool()
  const abort = new AbortController()
  const mark = freshPath()
  const film = pool.run(
    'giveWayUntil',
    { end: freshPath(), mark },
    { ...alice, isLong, signal: abort.signal },
  )
  await pool.run('echo', 1, bob)
  abort.abort()
  await expect(film).rejects.toMatchObject({ name: 'AbortError' })
  await fileExists(mark)
  await eventually(() => expect(pool.stats()).toMatchObject({ busy: 0, failed: 0 }))
  expect(await pool.run('echo', 2, alice)).toBe(2)
})

test('no more than two long jobs are open in a worker, and short ones pass between them', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const [end, started] = [freshPath(), [] as string[]]
  const onStart = (name: string) => () => started.push(name)
  const films = [alice, bob, carol].map((caller) =>
    pool.run('giveWayUntil', { end }, { ...caller, isLong, onStart: onStart(caller.organisation) }),
  )
  for (let i = 0; i < 20; i++) await pool.run('echo', i, dave)
  await eventually(() => expect(started).toEqual(['alice', 'bob']))
  expect(await pool.run('echo', 'still', carol)).toBe('still')
  expect(pool.stats().queued).toBe(1)
  create(end)
  await Promise.all(films)
  expect(started).toEqual(['alice', 'bob', 'carol'])
})

test('a pool closes with jobs that stand still', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const film = pool.run('giveWayUntil', { end: freshPath() }, { ...alice, isLong })
  film.catch(() => {})
  const barrier = freshPath()
  const card = pool.run('waitForFile', barrier, { ...bob, onStart: () => create(`${barrier}.started`) })
  card.catch(() => {})
  await fileExists(`${barrier}.started`)
  await pool.close(0)
  await expect(film).rejects.toMatchObject({ name: 'PoolClosed' })
  await expect(card).rejects.toMatchObject({ name: 'PoolClosed' })
})

test('large files cross in pieces and arrive as they were, beside what else is in the input', async () => {
  const { pool } = openTestPool()
  const [one, other] = [randomBytes(5 * 2 ** 20 + 17), new Uint8Array(randomBytes(300_000))]
  const small = Buffer.from('small')
  expect(await pool.run('hashes', { one, n: 1, other, small, text: 'x' }, alice)).toEqual({
    one: hash('sha256', one),
    other: hash('sha256', other),
    small: hash('sha256', small),
    n: 1,
    text: 'x',
  })
  expect(await pool.run('hashes', { n: 2 }, alice)).toEqual({ n: 2 })
})
