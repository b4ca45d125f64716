// Tests what every database must do with statements and values; the suite runs against each engine.
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, ReferenceMissing, type SqlValue } from '../../src/store/port.ts'
import type { Adapter, FreshDatabase } from './adapters.ts'

export function databaseContract({ name, available, fresh }: Adapter<FreshDatabase>): void {
  describe.skipIf(!available)(`${name} as a database`, () => {
    let data: FreshDatabase
    let database: Database

    beforeAll(async () => {
      data = await fresh()
      database = data.open()
      await database.script(`
        CREATE TABLE things (id TEXT PRIMARY KEY, number BIGINT, bytes BYTEA, words TEXT);
        CREATE TABLE parts (thing_id TEXT NOT NULL REFERENCES things (id), name TEXT NOT NULL);
      `)
    })
    beforeEach(() => database.script('DELETE FROM parts; DELETE FROM things'))
    afterAll(async () => {
      await database.close()
      data.remove()
    })

    const keep = (column: string, value: SqlValue) =>
      database.query(`INSERT INTO things (id, ${column}) VALUES ($1, $2)`, ['one', value])
    const kept = async (column: string) => (await database.query(`SELECT ${column} FROM things`))[0]?.[column]

    test('takes parameters in any order and more than once', async () => {
      await database.query('INSERT INTO things (number, words, id) VALUES ($3, $2, $1)', ['a', 'b', 7])
      const found = await database.query(
        'SELECT id, words FROM things WHERE number = $2 AND (id = $1 OR words = $1) AND id <> $3',
        ['a', 7, 'other'],
      )
      expect(found).toEqual([{ id: 'a', words: 'b' }])
    })

    test.each([0, 1, 255, 1_048_576])('keeps %i bytes unchanged', async (length) => {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7)
      await keep('bytes', bytes)
      const found = await kept('bytes')
      expect(found).toBeInstanceOf(Uint8Array)
      expect(Buffer.compare(found as Uint8Array, bytes)).toBe(0)
    })

    test('keeps a part of a larger buffer as that part alone', async () => {
      await keep('bytes', Uint8Array.from([1, 2, 3, 4, 5]).subarray(1, 3))
      expect([...((await kept('bytes')) as Uint8Array)]).toEqual([2, 3])
    })

    test.each([0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)])('keeps the number %i', async (number) => {
      await keep('number', number)
      expect(await kept('number')).toBe(number)
      expect(await database.query('SELECT id FROM things WHERE number = $1', [number])).toHaveLength(1)
    })

    test.each([
      '',
      ' spaces ',
      'quote \' " \\ $1 ?1 -- ;',
      'Nguyễn Thị Thuỳ Dương, Đắk Lắk',
      'Nguyễn'.normalize('NFD'),
      '👩‍👩‍👧‍👦 🏳️‍🌈 𝕊',
      'ß ẞ İ ı Ω Ω',
      'line\r\nline\ttab',
    ])('keeps the text %j unchanged', async (words) => {
      await keep('words', words)
      expect(await kept('words')).toBe(words)
    })

    test('keeps a text with a NUL whole or refuses it, never cuts it', async () => {
      const found = await keep('words', 'before\0after').then(
        () => kept('words'),
        () => 'refused',
      )
      expect(['before\0after', 'refused']).toContain(found)
    })

    test('tells texts apart that differ only in case, accents or their composition', async () => {
      const texts = ['Duong', 'duong', 'Dương', 'Dương'.normalize('NFD'), 'Đuong', 'Duong ']
      for (const text of texts) await database.query('INSERT INTO things (id) VALUES ($1)', [text])
      for (const text of texts)
        expect(await database.query('SELECT id FROM things WHERE id = $1', [text])).toEqual([{ id: text }])
    })

    test('keeps NULL apart from nothing written and from empty text', async () => {
      await database.query('INSERT INTO things (id, words, number) VALUES ($1, $2, $3)', ['one', null, null])
      await database.query('INSERT INTO things (id, words) VALUES ($1, $2)', ['two', ''])
      expect(await database.query('SELECT id, words, number, bytes FROM things WHERE words IS NULL')).toEqual(
        [{ id: 'one', words: null, number: null, bytes: null }],
      )
    })

    test('returns what was inserted, changed and deleted, and nothing where nothing was', async () => {
      const returned = (sql: string) => database.query(`${sql} RETURNING id, number`)
      expect(await returned("INSERT INTO things (id, number) VALUES ('a', 1)")).toEqual([
        { id: 'a', number: 1 },
      ])
      expect(await returned('UPDATE things SET number = number + 1')).toEqual([{ id: 'a', number: 2 }])
      expect(await returned("DELETE FROM things WHERE id = 'b'")).toEqual([])
      expect(await returned('DELETE FROM things')).toEqual([{ id: 'a', number: 2 }])
      expect(await database.query('SELECT COUNT(*) AS n FROM things')).toEqual([{ n: 0 }])
    })

    test('does nothing, or updates, where the key is taken', async () => {
      await keep('number', 1)
      const nothing =
        'INSERT INTO things (id, number) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id'
      expect(await database.query(nothing, ['one', 2])).toEqual([])
      const update =
        'INSERT INTO things (id, number) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET number = $2 RETURNING number'
      expect(await database.query(update, ['one', 3])).toEqual([{ number: 3 }])
    })

    test('names a missing reference, at the referring and at the referred end', async () => {
      const part = (thing: string) =>
        database.query("INSERT INTO parts (thing_id, name) VALUES ($1, 'p')", [thing])
      await expect(part('nowhere')).rejects.toBeInstanceOf(ReferenceMissing)
      await keep('number', 1)
      await part('one')
      await expect(database.query('DELETE FROM things')).rejects.toBeInstanceOf(ReferenceMissing)
    })

    test.each([
      ['a key that is taken', "INSERT INTO things (id) VALUES ($1), ('x'), ($1)"],
      ['a missing value', "INSERT INTO parts (thing_id, name) VALUES ('x', NULL), ($1, $1)"],
      ['a missing reference', 'INSERT INTO parts (thing_id, name) VALUES ($1, $1)'],
      ['text where a number belongs', "INSERT INTO things (id, number) VALUES ('x', $1)"],
      ['an unknown column', 'SELECT nothing FROM things WHERE id = $1'],
    ])('quotes no value in the error for %s', async (_, sql) => {
      const error = await database.query(sql, ['Trần Văn Bí Mật 079099001234']).catch((fault: Error) => fault)
      expect(inspect(error, { depth: 5 })).not.toMatch(/Mật|079099001234/)
    })
  })
}
