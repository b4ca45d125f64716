// Tests places: mapped from the straightened page to the picture, stored with the reading, and answered as numbers.
import { describe, expect, test } from 'vitest'
import { coded, printed, said, sideOf, today, zoned } from '../../../specimens/kit/readings/identity.ts'
import { merge } from '../../../src/documents/cards/merge.ts'
import { encodeSides, inFile } from '../../../src/documents/cards/side.ts'
import { decodeSides, type SideReading } from '../../../src/documents/cards/side-reading.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import { recognizedData } from '../../../src/documents/identity/record.ts'
import { rectangle } from '../../../src/documents/mrz/plane.ts'
import {
  onPicture,
  resized,
  servedPages,
  servedPlaces,
  wholePage,
} from '../../../src/documents/pages/places.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'

const page = { width: 1000, height: 600 }

describe('from the page to the picture', () => {
  test('a page that lies straight is moved and resized', () => {
    const corners = rectangle(100, 50, 600, 350)
    expect(onPicture({ ...page, corners }, [rectangle(0, 0, 200, 60)])).toEqual([rectangle(100, 50, 200, 80)])
  })

  test('a page upside down keeps its own upper left first', () => {
    const [a, b, c, d] = rectangle(100, 50, 600, 350)
    const [quad] = onPicture({ ...page, corners: [c, d, a, b] }, [rectangle(0, 0, 200, 60)])
    expect(quad?.[0]).toEqual({ x: 600, y: 350 })
    expect(quad?.[2]).toEqual({ x: 500, y: 320 })
  })

  test('a page seen from the side is nearer on one of its sides', () => {
    const corners: Quad = [
      { x: 0, y: 0 },
      { x: 900, y: 100 },
      { x: 900, y: 500 },
      { x: 0, y: 600 },
    ]
    const [left, right] = onPicture({ ...page, corners }, [
      rectangle(0, 0, 100, 600),
      rectangle(900, 0, 1000, 600),
    ])
    const wide = (quad: Quad | undefined) => (quad ? quad[1].x - quad[0].x : 0)
    expect(wide(left)).toBeGreaterThan(wide(right))
    expect(wide(left)).toBe(Math.round(10 * wide(left)) / 10)
  })

  test('a page of a PDF drawn as a picture is given in points again', () => {
    const drawn = { ...wholePage({ width: 1240, height: 1754 }), corners: rectangle(124, 0, 1240, 1754) }
    const { corners, width, height } = resized(drawn, { width: 595, height: 842 })
    expect([width, height]).toEqual([595, 842])
    expect(corners[0].x).toBeCloseTo(59.5, 6)
    expect(corners[2]).toEqual({ x: 595, y: 842 })
  })
})

describe('as served', () => {
  const quad = rectangle(1.04, 2, 30, 4.96)
  const places = { id: [{ source: 'ocr', quad, file: 1 }], name: [{ source: 'qr', quad }], sex: [] } as const

  test('numbers to a tenth, the file of each, and nothing for what was found nowhere', () => {
    expect(servedPlaces(places, ['front', 'back'])).toEqual({
      id: [{ file_id: 'back', source: 'ocr', quad: [1, 2, 30, 2, 30, 5, 1, 5] }],
      name: [{ file_id: 'front', source: 'qr', quad: [1, 2, 30, 2, 30, 5, 1, 5] }],
    })
  })

  test('no file where none was kept; the page of a PDF', () => {
    expect(servedPlaces({ id: [{ source: 'text', quad, page: 2 }] }, []).id?.[0]).toEqual({
      page: 2,
      source: 'text',
      quad: [1, 2, 30, 2, 30, 5, 1, 5],
    })
    const [served] = servedPages([{ ...wholePage(page), document: 'CC', idType: '1', page: 3 }], ['a'])
    expect(served).toEqual({
      file_id: 'a',
      page: 3,
      document: 'CC',
      id_type: '1',
      width: 1000,
      height: 600,
      corners: [0, 0, 1000, 0, 1000, 600, 0, 600],
    })
  })
})

describe('of a document of several pictures', () => {
  /** Each reading has a place of its own. */
  const placed = (readings: readonly FieldReading[], x: number): FieldReading[] =>
    readings.map((reading, i) => ({
      ...reading,
      places: reading.lines.map((_, line) => rectangle(x, 10 * i + line, x + 50, 10 * i + line + 1)),
    }))
  const place = wholePage({ width: 1600, height: 1200 })
  const front = sideOf('cccd-chip', 'front', placed([...said('ocr', printed), ...said('qr', coded, 1)], 0), {
    place,
  })
  const back = sideOf('cccd-chip', 'back', placed(said('mrz', zoned, 0.995), 700), { place })
  const record = (sides: readonly SideReading[]) => {
    const merged = merge(sides)
    if (!merged) throw new Error('several documents')
    return recognizedData(merged, { today, serverTag: 'test', isOneCall: true })
  }

  test('fields point at every source that says so, the one of the value first, each in its picture', () => {
    const { places, source, pages } = record([...inFile([front], 0), ...inFile([back], 1)])
    for (const field of ['id', 'name', 'birthday', 'address'])
      expect([...new Set(places[field]?.map((one) => one.source))], field).toEqual(source[field])
    expect(places.id?.find((one) => one.source === 'mrz')).toMatchObject({
      file: 1,
      quad: [{ x: 700 }, {}, {}, {}],
    })
    expect(places.address?.map((one) => [one.source, one.file])).toEqual([
      ['qr', 0],
      ['ocr', 0],
      ['ocr', 0],
    ])
    expect(places.religion).toBeUndefined()
    expect(pages.map((one) => [one.file, one.document, one.idType, one.width])).toEqual([
      [0, 'CHIP ID', '0', 1600],
      [1, 'CHIP ID', '1', 1600],
    ])
  })

  test('of two pictures of a side a field points at the one it was read in', () => {
    const blurred = { ...front, readings: placed(said('ocr', { ...printed }, 0.4), 300) }
    const { places, pages } = record([...inFile([blurred], 0), ...inFile([front], 1)])
    expect(places.hometown).toMatchObject([{ file: 1, quad: [{ x: 0 }, {}, {}, {}] }])
    expect(pages.map(({ file }) => file)).toEqual([0, 1])
  })

  test('they survive being kept', () => {
    const kept = decodeSides(encodeSides([front, back]))
    expect(record(kept)).toEqual(record([front, back]))
  })

  test('what was kept without places still opens, and is found nowhere', () => {
    const { place: _, ...old } = front
    const before = { ...old, readings: old.readings.map((reading) => ({ ...reading, places: [] })) }
    const data = record(inFile(decodeSides(encodeSides([before])), 0))
    expect(data.id).toBe(printed.id)
    expect(servedPlaces(data.places, ['file'])).toEqual({})
    expect(data.pages).toEqual([])
  })
})
