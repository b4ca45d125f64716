// Tests what schemas let through, and that their refusals use plain words and never quote the value.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../../src/codes.ts'
import { base64File, text } from '../../src/http/schemas.ts'
import { type Part, validate } from '../../src/http/validate.ts'

function refusalOf(schema: z.ZodType, data: unknown, part: Part = 'body'): Refusal {
  try {
    validate(schema, data, part)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('text', () => {
  test('counts characters as people do: 256 of any kind fit, 257 do not', () => {
    for (const one of ['a', 'đ', '漢', '😀']) {
      expect(text(1, 256).safeParse(one.repeat(256)).success).toBe(true)
      expect(text(1, 256).safeParse(one.repeat(257)).success).toBe(false)
    }
    expect(text(1, 256).safeParse('').success).toBe(false)
  })

  test('passes exactly what a database can give back unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
        (value) => {
          const storable =
            value.isWellFormed() && !value.includes('\0') && value.length > 0 && [...value].length <= 16
          const result = text(1, 16).safeParse(value)
          expect(result.success).toBe(storable)
          if (result.success) expect(result.data).toBe(value)
        },
      ),
    )
  })

  test('a text of megabytes is refused without being counted', () => {
    expect(text(1, 256).safeParse('😀'.repeat(4_000_000)).success).toBe(false)
  })
})

describe('refusals', () => {
  const schema = z.strictObject({
    name: text(1, 5),
    kind: z.enum(['front', 'back']).optional(),
    share: z.number().gt(0).lte(1).optional(),
    count: z.int().min(1).max(9).optional(),
    on: z.boolean().optional(),
    list: z.array(z.object({ x: z.number() })).optional(),
  })
  const good = { name: 'a' }

  test.each([
    [{}, 'name', 'is required: a text'],
    [{ name: 5 }, 'name', 'must be a text'],
    [{ name: null }, 'name', 'must be a text'],
    [{ name: '123456' }, 'name', 'must have 1 to 5 characters'],
    [{ name: '\0' }, 'name', 'holds characters that are not allowed'],
    [{ ...good, kind: 'secret' }, 'kind', 'must be "front" or "back"'],
    [{ ...good, share: 0 }, 'share', 'must be more than 0'],
    [{ ...good, share: 2 }, 'share', 'must be at most 1'],
    [{ ...good, share: '1' }, 'share', 'must be a number'],
    [{ ...good, count: 0 }, 'count', 'must be at least 1'],
    [{ ...good, count: 1.5 }, 'count', 'must be a whole number'],
    [{ ...good, on: 'true' }, 'on', 'must be true or false'],
    [{ ...good, list: {} }, 'list', 'must be a list'],
    [{ ...good, list: [{ x: 1 }, { x: 'y' }] }, 'list.1.x', 'must be a number'],
    [{ ...good, extra: 1 }, 'extra', 'is not a field of this request'],
    [{ ...good, ['k'.repeat(500)]: 1 }, 'k'.repeat(100), 'is not a field of this request'],
    [undefined, 'body', 'must be a JSON object'],
    [[], 'body', 'must be a JSON object'],
  ])('%j', (data, path, message) => {
    expect(refusalOf(schema, data).errors).toContainEqual({ path, message })
  })

  test('name every field that is wrong, and the part where the whole is', () => {
    expect(refusalOf(schema, { name: 1, on: 2, extra: 3 }).errors?.map((error) => error.path)).toEqual([
      'name',
      'on',
      'extra',
    ])
    expect(refusalOf(schema, 'x', 'query').errors).toEqual([
      { path: 'query', message: 'must be a JSON object' },
    ])
  })

  test('never quote what was sent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{8,20}$/), (secret) => {
        const refusal = refusalOf(schema, { name: secret, kind: secret, share: secret, list: [secret] })
        expect(JSON.stringify([refusal.message, refusal.errors])).not.toContain(secret)
      }),
    )
  })

  test('a file inside JSON: its bytes, 400 where it is no Base64, 413 where it is too large', () => {
    const photo = z.strictObject({ photo: base64File(4) })
    expect(validate(photo, { photo: 'AAECAw==' }, 'body')).toEqual({ photo: Buffer.from([0, 1, 2, 3]) })
    expect(refusalOf(photo, { photo: '!' })).toMatchObject({
      code: { code: 400 },
      errors: [{ path: 'photo', message: 'is not Base64' }],
    })
    expect(refusalOf(photo, { photo: 'AAECAwQ=' })).toMatchObject({
      code: { code: 413 },
      message: 'Payload Too Large: photo is larger than 4 B',
      errors: [{ path: 'photo', message: 'is larger than 4 B' }],
    })
    expect(refusalOf(photo, {}).errors).toEqual([{ path: 'photo', message: 'is required: a text' }])
  })
})
