// Tests what every database must do with transactions and several users at once; the suite runs against each engine.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Queries } from '../../src/store/port.ts'
import type { Adapter, FreshDatabase } from './adapters.ts'

const add = (queries: Queries, id: string) => queries.query('INSERT INTO things (id) VALUES ($1)', [id])
const ids = async (queries: Queries) =>
  (await queries.query<{ id: string }>('SELECT id FROM things ORDER BY id')).map((row) => row.id)

export function transactionContract({ name, available, fresh }: Adapter<FreshDatabase>): void {
  describe.skipIf(!available)(`${name} with transactions`, () => {
    let data: FreshDatabase
    let database: Database
    let another: Database

    beforeEach(async () => {
      data = await fresh()
      database = data.open()
      await database.script('CREATE TABLE things (id TEXT PRIMARY KEY, number BIGINT)')
      another = data.open()
    })
    afterEach(async () => {
      await Promise.all([database.close(), another.close()])
      data.remove()
    })

    test('commits all together and hands out the result', async () => {
      const result = await database.transaction(async (queries) => {
        await add(queries, 'a')
        await add(queries, 'b')
        expect(await ids(queries)).toEqual(['a', 'b'])
        expect(await ids(another)).toEqual([])
        return 'done'
      })
      expect(result).toBe('done')
      expect(await ids(another)).toEqual(['a', 'b'])
    })

    test('undoes everything when the work throws, and throws the same', async () => {
      const fault = new Error('changed my mind')
      const work = database.transaction(async (queries) => {
        await add(queries, 'a')
        throw fault
      })
      await expect(work).rejects.toBe(fault)
      expect(await ids(database)).toEqual([])
      await database.transaction((queries) => add(queries, 'next'))
      expect(await ids(another)).toEqual(['next'])
    })

    test('undoes everything when a statement fails', async () => {
      const work = database.transaction(async (queries) => {
        await add(queries, 'a')
        await add(queries, 'a')
      })
      await expect(work).rejects.toThrow()
      expect(await ids(database)).toEqual([])
    })

    test('never reports success for what it did not keep, even when a failed statement was passed over', async () => {
      const succeeded = await database
        .transaction(async (queries) => {
          await add(queries, 'a')
          await add(queries, 'a').catch(() => undefined)
        })
        .then(
          () => true,
          () => false,
        )
      expect(await ids(another)).toEqual(succeeded ? ['a'] : [])
    })

    test.each(['the same', 'another'])(
      'keeps statements of %s user out of an open transaction',
      async (who) => {
        const outside = who === 'another' ? another : database
        let late: Promise<unknown> = Promise.resolve()
        const work = database.transaction(async (queries) => {
          await add(queries, 'inside')
          expect(await ids(outside)).toEqual([])
          late = add(outside, 'outside')
          await new Promise((resolve) => setTimeout(resolve, 50))
          throw new Error('undone')
        })
        await expect(work).rejects.toThrow('undone')
        await late
        expect(await ids(database)).toEqual(['outside'])
      },
    )

    test('loses none of 50 additions made at once by two users', async () => {
      const count = (queries: Queries) =>
        queries.query<{ number: number }>(
          `INSERT INTO things (id, number) VALUES ('counter', 1)
           ON CONFLICT (id) DO UPDATE SET number = things.number + 1 RETURNING number`,
        )
      const seen = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? database : another).transaction(async (queries) => {
            const [row] = await count(queries)
            await add(queries, `step ${row?.number}`)
            return row?.number
          }),
        ),
      )
      expect(new Set(seen).size).toBe(50)
      expect(await ids(database)).toHaveLength(51)
      expect(await count(database)).toEqual([{ number: 51 }])
    })

    test('closes after what was asked before, and says so to later queries', async () => {
      const closing = data.open()
      await closing.query('SELECT id FROM things')
      let closed: Promise<void> | undefined
      await closing.transaction(async (queries) => {
        await add(queries, 'a')
        closed = closing.close()
        await add(queries, 'b')
      })
      await closed
      await expect(closing.query('SELECT 1 AS one')).rejects.toThrow(/closed|end on the pool/)
      await expect(add(closing, 'late')).rejects.toThrow()
      await expect(closing.transaction((queries) => add(queries, 'late'))).rejects.toThrow()
      expect(await ids(database)).toEqual(['a', 'b'])
    })

    test('scrubs and goes on', async () => {
      await database.script('CREATE TABLE organisation_keys (id TEXT)')
      await database.scrub()
      await add(database, 'a')
      expect(await ids(another)).toEqual(['a'])
    })
  })
}
