// Tests what schemas let through, and that their refusals use plain words and never quote the value.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../../src/codes.ts'
import { addIgnored, ignoredText } from '../../src/http/request-fields.ts'
import { base64File, shareOrPercent, text } from '../../src/http/schemas.ts'
import { type RequestPart, validate } from '../../src/http/validate.ts'

function refusalOf(schema: z.ZodType, data: unknown, part: RequestPart = 'body'): Refusal {
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
    at: z.union([z.number(), z.string()]).optional(),
  })
  const good = { name: 'a' }

  test.each([
    [{}, 'name', 'is required: a text'],
    [{ name: 5 }, 'name', 'must be a text'],
    [{ name: null }, 'name', 'is required: a text'],
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
    [{ ...good, list: [null] }, 'list.0', 'must be a JSON object'],
    [{ ...good, list: [{ x: null }] }, 'list.0.x', 'is required: a number'],
    [{ ...good, at: true }, 'at', 'must be a number or a text'],
    [undefined, 'body', 'is required: send a JSON object, with content-type application/json'],
    [null, 'body', 'must be a JSON object'],
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

describe('what a request may hold beside its fields', () => {
  const inner = z.strictObject({ content: z.string(), name: z.string().optional(), deep: z.int().default(1) })
  const schema = z
    .strictObject({
      kind: z.enum(['front', 'back']),
      attachment: inner.optional(),
      list: z.array(inner).optional(),
      told: z.string().nullable().optional(),
      share: shareOrPercent('A share.', 0.5),
    })
    .refine(({ told }) => told !== 'wrong', { path: ['told'], message: 'is wrong' })

  const ignoring = (data: unknown) => {
    const ignored: string[] = []
    const read = validate(schema, data, 'body', (path) => void ignored.push(path.join('/')))
    return { read, ignored }
  }

  test('null for an optional field is as if it were not there, at every depth', () => {
    const attachment = { content: 'a', name: null, deep: null }
    const written = { kind: 'front', attachment, list: null, share: null }
    const read = { kind: 'front', attachment: { content: 'a', deep: 1 }, share: 50 }
    expect(validate(schema, structuredClone(written), 'body')).toEqual(read)
    expect(validate(schema, { kind: 'front', attachment: null }, 'body')).toEqual({
      kind: 'front',
      share: 50,
    })
    expect(ignoring({ ...written, attachment: { ...attachment, name: null } }).ignored).toEqual([])
    const listed = { kind: 'front', list: [{ content: 'a', name: null }] }
    expect(validate(schema, listed, 'body').list).toEqual([{ content: 'a', deep: 1 }])
  })

  test('null that a schema has a meaning for stays', () => {
    expect(validate(schema, { kind: 'front', told: null }, 'body')).toHaveProperty('told', null)
  })

  test('null for a required field says that it is required', () => {
    expect(refusalOf(schema, { kind: null }).errors).toEqual([
      { path: 'kind', message: 'is required: "front" or "back"' },
    ])
    expect(refusalOf(schema, { kind: 'front', attachment: { content: null } }).errors).toEqual([
      { path: 'attachment.content', message: 'is required: a text' },
    ])
  })

  test('unknown fields are taken out and named by their path, at every depth', () => {
    const data = {
      kind: 'front',
      colour: null,
      constructor: { prototype: {} },
      attachment: { content: 'a', foo: { bar: 1 } },
      list: [{ content: 'a' }, { content: 'b', baz: [] }],
    }
    const { read, ignored } = ignoring(data)
    expect(ignored).toEqual(['colour', 'constructor', 'attachment/foo', 'list/1/baz'])
    expect(read).toEqual({
      kind: 'front',
      attachment: { content: 'a', deep: 1 },
      list: [
        { content: 'a', deep: 1 },
        { content: 'b', deep: 1 },
      ],
      share: 50,
    })
  })

  test('a wrong name of a required field is both unknown and missing', () => {
    const ignored: string[] = []
    const check = () => validate(schema, { Kind: 'front' }, 'body', ([name = '']) => void ignored.push(name))
    expect(check).toThrow(Refusal)
    expect(ignored).toEqual(['Kind'])
  })
})

describe('names in the header', () => {
  const headerOf = (...paths: string[][]) => {
    const ignored = { names: new Set<string>(), more: 0 }
    for (const path of paths) addIgnored(ignored, path)
    return ignoredText(ignored)
  }

  test('are percent-encoded, so that none can be taken for two, nor for another header', () => {
    expect(headerOf(['foo'], ['attachment', 'bar'])).toBe('foo, attachment.bar')
    expect(headerOf(['a.b'], ['a', 'b'], ['x, y'], ['họ'], [''])).toBe('a%2Eb, a.b, x%2C%20y, h%E1%BB%8D, ""')
    expect(headerOf(['a\r\nset-cookie: b=c'])).toBe('a%0D%0Aset-cookie%3A%20b%3Dc')
    expect(headerOf(['\ud800'])).toBe('%EF%BF%BD')
  })

  test('each stands once, and however many there are the header is short', () => {
    expect(headerOf(['a'], ['a'], ['a'])).toBe('a')
    expect(headerOf(...Array.from({ length: 25 }, (_, n) => [`f${n}`]))).toMatch(/^f0, .*f19, \+5$/)
    expect(headerOf(['k'.repeat(3000)])).toBe('k'.repeat(40))
  })

  test('whatever they are, they are safe in a header and can be read back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 3 }), { maxLength: 30 }),
        (paths) => {
          const text = headerOf(...paths)
          expect(text.length).toBeLessThan(1100)
          expect(text).toMatch(/^[\x20-\x7e]*$/)
          expect(() => decodeURIComponent(text)).not.toThrow()
        },
      ),
    )
  })
})

describe('a share or a percentage', () => {
  const schema = z.strictObject({
    least: shareOrPercent('A.', 80),
    most: shareOrPercent('B.', 0.5, { isAboveZero: true }),
  })

  test.each([
    [0, 0],
    [0.015, 1.5],
    [0.8, 80],
    [1, 100],
    [2, 2],
    [80, 80],
    [100, 100],
  ])('%d is %d percent', (given, percent) => {
    expect(validate(schema, { least: given }, 'body')).toEqual({ least: percent, most: 50 })
  })

  test.each([1.0001, 1.5, 1.9999, -0.1, 100.1, 1000])(
    '%d is on neither scale, and both are named',
    (given) => {
      const message = 'must be a share from 0 to 1, or a percentage from 2 to 100'
      expect(refusalOf(schema, { least: given }).errors).toEqual([{ path: 'least', message }])
      expect(refusalOf(schema, { most: given }).errors).toEqual([{ path: 'most', message }])
    },
  )

  test('where there must be some, 0 is refused', () => {
    const message = 'must be more than 0: a share from 0 to 1, or a percentage from 2 to 100'
    expect(refusalOf(schema, { most: 0 }).errors).toEqual([{ path: 'most', message }])
    expect(validate(schema, { most: 50 }, 'body').most).toBe(50)
  })
})
