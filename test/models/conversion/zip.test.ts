// Tests the archive in which MediaPipe ships networks: entries come out whole, or with an error that says what is wrong.
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readZipEntry } from '../../../src/models/conversion/zip.ts'
import { archive } from './real-networks.ts'

interface Entry {
  readonly name: string
  readonly content: Uint8Array
  readonly method: number
}

const parts = (...pieces: readonly (Uint8Array | readonly [value: number, bytes: number])[]): Uint8Array =>
  Buffer.concat(
    pieces.map((piece) => {
      if (piece instanceof Uint8Array) return piece
      const bytes = Buffer.alloc(piece[1])
      bytes.writeUIntLE(piece[0], 0, piece[1])
      return bytes
    }),
  )

/** Writes the format as specified: entries, then their directory, then its end. */
function zip(entries: readonly Entry[], comment = ''): Uint8Array {
  const locals: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, content, method } of entries) {
    const label = Buffer.from(name)
    const packed = method === 8 ? deflateRawSync(content) : content
    const facts = [
      [method, 2],
      [0, 4],
      [crc32(content), 4],
      [packed.length, 4],
      [content.length, 4],
    ] as const
    // The extra field of the local entry is longer than that of the directory, as some writers have it.
    const local = parts(
      [0x04034b50, 4],
      [20, 2],
      [0, 2],
      ...facts,
      [label.length, 2],
      [5, 2],
      label,
      Buffer.alloc(5),
      packed,
    )
    directory.push(
      parts(
        [0x02014b50, 4],
        [20, 2],
        [20, 2],
        [0, 2],
        ...facts,
        [label.length, 2],
        [0, 6],
        [0, 6],
        [offset, 4],
        label,
      ),
    )
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const note = Buffer.from(comment)
  const counts = [
    [entries.length, 2],
    [entries.length, 2],
  ] as const
  const end = parts(
    [0x06054b50, 4],
    [0, 4],
    ...counts,
    [central.length, 4],
    [offset, 4],
    [note.length, 2],
    note,
  )
  return Buffer.concat([...locals, central, end])
}

const words = Buffer.from('networks, networks and networks '.repeat(20))

describe('an archive', () => {
  const file = zip(
    [
      { name: 'first.txt', content: Buffer.from('first'), method: 0 },
      { name: 'packed/words.txt', content: words, method: 8 },
      { name: 'empty', content: new Uint8Array(), method: 8 },
    ],
    'a comment at the end',
  )

  test('gives stored, deflated and empty entries', () => {
    expect(Buffer.from(readZipEntry(file, 'first.txt')).toString()).toBe('first')
    expect(Buffer.from(readZipEntry(file, 'packed/words.txt'))).toEqual(words)
    expect(readZipEntry(file, 'empty')).toHaveLength(0)
  })

  test.each([
    ['a missing entry', file, 'third.txt', /holds no third.txt/],
    ['something else', Buffer.from('no archive at all, not even close'), 'x', /not a zip archive/],
    ['nothing', new Uint8Array(), 'x', /not a zip archive/],
    ['another method', zip([{ name: 'x', content: words, method: 12 }]), 'x', /packed by method 12/],
  ])('%s is named', (_, bytes, name, message) => {
    expect(() => readZipEntry(bytes, name)).toThrow(message)
  })

  test('whatever is changed in it, an entry comes out right or is refused', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(file)
        changed[at] = value
        try {
          expect(Buffer.from(readZipEntry(changed, 'packed/words.txt'))).toEqual(words)
        } catch (error) {
          expect(String(error)).toMatch(/archive|packed by method/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('cut off anywhere it is refused', () => {
    for (let length = 0; length < file.length - 20; length++)
      expect(() => readZipEntry(file.subarray(0, length), 'packed/words.txt')).toThrow(/archive/)
  })
})

test('the archive of MediaPipe holds its three networks', () => {
  const sizes = ['face_detector', 'face_landmarks_detector', 'face_blendshapes'].map(
    (name) => readZipEntry(archive(), `${name}.tflite`).length,
  )
  expect(sizes).toEqual([229_746, 2_553_590, 955_312])
})
