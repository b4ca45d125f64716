// Checks that the DER reader takes what is DER, and refuses everything that only looks like it.
import { describe, expect, test } from 'vitest'
import {
  bytesOf,
  childrenOf,
  contentOf,
  DerFault,
  Fields,
  readDer,
  readInside,
  TAG,
} from '../../src/der/der.ts'
import {
  booleanOf,
  integerBytesOf,
  namedBitsOf,
  objectIdOf,
  smallNumberOf,
  textOf,
  timeOf,
  unsignedOf,
  wholeBytesOf,
} from '../../src/der/values.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const hexOf = (view: Uint8Array): string => Buffer.from(view).toString('hex')
const read = (hex: string) => readDer(bytes(hex))

/** Reads an element and everything inside it. */
function readAll(hex: string): number {
  const walk = (element: ReturnType<typeof readDer>): number =>
    ((element.source.bytes[element.start] ?? 0) & 0x20) === 0
      ? 1
      : childrenOf(element).reduce((count, child) => count + walk(child), 1)
  return walk(read(hex))
}

describe('elements', () => {
  test('are views of the bytes that were given', () => {
    const file = bytes('300602010504017f')
    const [number, string] = childrenOf(readDer(file))
    expect(number && hexOf(bytesOf(number))).toBe('020105')
    expect(string && hexOf(contentOf(string))).toBe('7f')
    expect(number && bytesOf(number).buffer).toBe(file.buffer)
  })

  test('may have tags of two bytes, as the files of chips do', () => {
    expect(read('7f610100').tag).toBe(0x7f61)
  })

  test('inside a string of bytes keep their place in the file', () => {
    const [string] = childrenOf(read('30050403020105'))
    expect(string && readInside(string).start).toBe(4)
  })

  test.each([
    ['nothing at all', ''],
    ['a tag without a length', '30'],
    ['a length that is cut off', '3082'],
    ['fewer bytes than the length says', '300502010500'],
    ['bytes after the end', '3003020105ff'],
    ['an indefinite length', '30800201050000'],
    ['a length of five bytes', '308500000000030201050000'],
    ['a length in two bytes where one is enough', '308103020105'],
    ['a long length with a leading zero', `30820080${'00'.repeat(128)}`],
    ['a child that is longer than its parent', '3003020205'],
    ['an element without a tag', '30020000'],
    ['a tag of two bytes that fits one', '1f1e00'],
    ['a tag of three bytes', '7f816100'],
  ])('with %s are refused', (_, hex) => {
    expect(() => readAll(hex)).toThrow(DerFault)
  })

  test('may have longer lengths only where the caller allows it', () => {
    expect(readDer(bytes('308103020105'), { hasShortestLengths: false }).contentStart).toBe(3)
  })

  test('are refused beyond the limits on depth, count and size', () => {
    const nest = (depth: number): string => {
      let inner = Buffer.from('0500', 'hex')
      for (let i = 0; i < depth; i++) {
        const size = inner.byteLength
        inner = Buffer.concat([Uint8Array.from(size < 128 ? [0x30, size] : [0x30, 0x81, size]), inner])
      }
      return inner.toString('hex')
    }
    expect(readAll(nest(24))).toBe(25)
    expect(() => readAll(nest(25))).toThrow('deeper than 24')
    const many = readDer(Uint8Array.from([0x30, 6, 5, 0, 5, 0, 5, 0]), { maxElements: 3 })
    expect(() => childrenOf(many)).toThrow('more than 3 elements')
    expect(() => readDer(new Uint8Array(11), { maxBytes: 10 })).toThrow('at most 10')
  })

  test('of a sequence are taken in order, and none may be left', () => {
    const fields = new Fields(read('30060201050401aa'), TAG.sequence, 'a thing')
    expect(fields.takeIf(TAG.octetString)).toBeUndefined()
    expect(smallNumberOf(fields.take(TAG.integer, 'number'), 'number')).toBe(5)
    expect(() => fields.end()).toThrow('element too many')
    fields.takeAny('string')
    expect(() => fields.takeAny('end')).toThrow('ends before its end')
  })
})

describe('values', () => {
  test('numbers are read in their shortest form only', () => {
    expect(smallNumberOf(read('02020100'), 'n')).toBe(256)
    expect(hexOf(unsignedOf(read('02020080'), 'n'))).toBe('80')
    for (const wrong of ['0200', '02020001', '0202ff80', '020180'])
      expect(() => unsignedOf(read(wrong), 'n')).toThrow(DerFault)
    expect(() => smallNumberOf(read('02050080000000'), 'n')).toThrow('too large')
    expect(() => integerBytesOf(read(`028208027f${'00'.repeat(0x801)}`), 'n')).toThrow('2050 bytes')
  })

  test('object identifiers are read, and none that is padded, open or endless', () => {
    expect(objectIdOf(read('06092a864886f70d01010b'), 'id')).toBe('1.2.840.113549.1.1.11')
    expect(objectIdOf(read('0603883701'), 'id')).toBe('2.999.1')
    for (const wrong of [
      '0600',
      '06022a80',
      '0603802a01',
      '06032a8001',
      `0609${'ff'.repeat(8)}7f`,
      `0641${'01'.repeat(65)}`,
    ])
      expect(() => objectIdOf(read(wrong), 'id')).toThrow(DerFault)
  })

  test('times are those of DER, and of days that exist', () => {
    expect(timeOf(read(`170d${Buffer.from('491231235959Z').toString('hex')}`), 't').toISOString()).toBe(
      '2049-12-31T23:59:59.000Z',
    )
    expect(timeOf(read(`170d${Buffer.from('500101000000Z').toString('hex')}`), 't').getUTCFullYear()).toBe(
      1950,
    )
    expect(timeOf(read(`180f${Buffer.from('20500101000000Z').toString('hex')}`), 't').getUTCFullYear()).toBe(
      2050,
    )
    for (const wrong of [
      '260230000000Z',
      '2601010000Z',
      '260101000000+0100',
      '261301000000Z',
      '260101240000Z',
    ]) {
      const hex = Buffer.from(wrong).toString('hex')
      const length = wrong.length.toString(16).padStart(2, '0')
      expect(() => timeOf(read(`17${length}${hex}`), 't')).toThrow(DerFault)
    }
  })

  test('bits are named from the first, and unused ones must not be set', () => {
    expect([...namedBitsOf(read('03020106'), 'usage')]).toEqual([5, 6])
    expect(() => namedBitsOf(read('03020107'), 'usage')).toThrow(DerFault)
    expect(() => wholeBytesOf(read('03020180'), 'key')).toThrow('whole bytes')
  })

  test('text is read by its kind of string, and truth by a byte', () => {
    expect(textOf(read('0c02c490'), 'name')).toBe('Đ')
    expect(textOf(read('1e040110004e'), 'name')).toBe('ĐN')
    expect(() => textOf(read('0c02c328'), 'name')).toThrow('cannot be read')
    expect(() => textOf(read('1e03011000'), 'name')).toThrow('cannot be read')
    expect(booleanOf(read('0101ff'), 'mark')).toBe(true)
    expect(() => booleanOf(read('0102ff00'), 'mark')).toThrow(DerFault)
  })
})
