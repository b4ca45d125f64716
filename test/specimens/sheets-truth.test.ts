// Tests the truth of a drawn sheet: joined lines, boxes tight around the ink, and readable codes.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CASTS, REFERENCE } from '../../specimens/documents/drawing/casts.ts'
import { linesOf } from '../../specimens/documents/drawing/lines.ts'
import { textWidth, typeface } from '../../specimens/documents/drawing/typefaces.ts'
import { brokenText, inline } from '../../specimens/documents/drawing/words.ts'
import { exportPages } from '../../specimens/documents/export.ts'
import { type BoxPx, drawSheet, truth } from '../../specimens/documents/flat.ts'
import type { Run, Sheet } from '../../specimens/documents/sheet.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import heldOut from '../../specimens/typefaces/held-out.json' with { type: 'json' }
import { PAGE_CLASSES } from '../../src/documents/kinds/kinds.ts'
import { readCodes } from '../../src/image/codes.ts'
import { inspectImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const word = (text: string, x: number, baseline = 10, role: Run['role'] = 'label'): Run => ({
  text,
  typeface: 'sans',
  sizeMm: 3,
  x,
  baseline,
  colour: '#000000',
  role,
})
const page = (runs: readonly Run[]): Sheet => ({
  kind: 'other',
  side: 'front',
  page: 1,
  widthMm: 80,
  heightMm: 30,
  cornerMm: 0,
  plate: '',
  runs,
  codes: [],
  fields: {},
})
const texts = (runs: readonly Run[]): string[] => linesOf(page(runs), REFERENCE).map(({ text }) => text)

test('runs close together on one height are one line, from left to right', () => {
  const end = 5 + textWidth(REFERENCE, 'sans', 'Họ tên:', 3)
  expect(texts([word('AN', end + 1), word('Họ tên:', 5)])).toEqual(['Họ tên: AN'])
  expect(texts([word('Họ tên:', 5), word('AN', end + 4)])).toEqual(['Họ tên:', 'AN'])
  expect(texts([word('Họ tên:', 5), word('AN', end + 1, 14)])).toEqual(['Họ tên:', 'AN'])
  expect(texts([word('BỘ', 5), word('/BAN', 5 + textWidth(REFERENCE, 'sans', 'BỘ', 3))])).toEqual(['BỘ/BAN'])
})

test('text is composed, whatever it came as', () => {
  expect(texts([word('Việt Nam'.normalize('NFD'), 5)])).toEqual(['Việt Nam'])
})

test('a text breaks at spaces and loses no word; words too wide are squeezed alike', () => {
  const text = 'Số 12 đường Lê Lợi, phường Bến Nghé, Quận 1'
  const lines = brokenText(text, 'sans', 2.5, [24, 24, 24])
  expect(lines.length).toBe(3)
  expect(lines.join(' ')).toBe(text)
  for (const line of lines.slice(0, 2))
    expect(textWidth(REFERENCE, 'sans', line, 2.5)).toBeLessThanOrEqual(24)
  const runs = inline(REFERENCE, 0, 5, [word('Nguyên quán:', 0), word('Bình Định', 0)], 20)
  const widths = runs.map((run) => (run.maxWidthMm ?? 0) / textWidth(REFERENCE, 'sans', run.text, 3))
  expect(widths[0]).toBeLessThan(1)
  expect(widths[0]).toBeCloseTo(widths[1] ?? 0, 6)
})

/** Finds the rows and columns where two pictures differ clearly, inside a box or anywhere. */
function inkOf(one: Pixels, other: Pixels, inside: (x: number, y: number) => boolean): BoxPx {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      const at = 3 * (y * one.width + x)
      if (Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) < 40 || !inside(x, y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const within = (box: BoxPx, margin: number) => (x: number, y: number) =>
  x >= box.x - margin &&
  y >= box.y - margin &&
  x < box.x + box.width + margin &&
  y < box.y + box.height + margin

test('all ink lies in the boxes of the lines, and the boxes are tight', async () => {
  const { sheets, cast } = specimen({ kind: 'can-cuoc', seed: 4 })
  const [front] = sheets
  if (front === undefined) throw new Error('no front')
  const white = { ...front, plate: '' }
  const drawn = await drawSheet(white, { cast, pixelsPerMm: 12 })
  const empty = await drawSheet(white, { cast, pixelsPerMm: 12, withText: false })
  const { lines, width, height } = truth(white, cast, 12)
  expect([drawn.width, drawn.height]).toEqual([width, height])
  expect(inkOf(drawn, empty, (x, y) => !lines.some(({ box }) => within(box, 1.5)(x, y))).width).toBe(
    -Infinity,
  )
  for (const { box, text } of lines) {
    const ink = inkOf(drawn, empty, within(box, 0))
    expect(Math.abs(ink.x - box.x), text).toBeLessThan(2)
    expect(Math.abs(ink.y - box.y), text).toBeLessThan(2)
    expect(Math.abs(ink.width - box.width), text).toBeLessThan(3)
    expect(Math.abs(ink.height - box.height), text).toBeLessThan(3)
  }
})

test('the box of a run that is turned and struck letter by letter is around its ink', async () => {
  const run: Run = {
    ...word('123456789', 20, 18, 'value'),
    typeface: 'numbering',
    sizeMm: 6,
    spacingMm: 1,
    turnDegrees: 2,
    strike: { seed: 5, liftMm: 0.8, uneven: 0.3 },
  }
  const drawn = await drawSheet(page([run]), { cast: REFERENCE, pixelsPerMm: 12 })
  const empty = await drawSheet(page([run]), { cast: REFERENCE, pixelsPerMm: 12, withText: false })
  const [line] = truth(page([run]), REFERENCE, 12).lines
  const ink = inkOf(drawn, empty, () => true)
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(ink[side] - (line?.box[side] ?? 0)), side).toBeLessThan(4)
  // Level and even it would be lower.
  const { turnDegrees: _, strike: __, ...level } = run
  expect(ink.height).toBeGreaterThan((truth(page([level]), REFERENCE, 12).lines[0]?.box.height ?? 0) + 10)
})

test.each(['cccd-chip', 'can-cuoc', 'cccd-12', 'cmnd-12'] as const)(
  'the codes of a %s can be read',
  async (kind) => {
    const { sheets, cast } = specimen({ kind, seed: 4 })
    for (const sheet of sheets.filter(({ codes }) => codes.length > 0)) {
      const drawn = await drawSheet(sheet, { cast, pixelsPerMm: 14 })
      const read = await readCodes(greyOf(drawn), true)
      expect(read.map(({ format, text }) => ({ format, text }))).toEqual(
        sheet.codes.map(({ format, text }) => ({ format, text })),
      )
    }
  },
)

function greyOf({ width, height, data }: Pixels): { width: number; height: number; data: Uint8Array } {
  const grey = new Uint8Array(width * height)
  for (let k = 0; k < grey.length; k++) grey[k] = data[3 * k + 1] ?? 0
  return { width, height, data: grey }
}

test('families kept from training are named, and no usual cast uses one', () => {
  for (const cast of CASTS) {
    for (const role of [
      'sans',
      'sans-bold',
      'sans-italic',
      'serif',
      'serif-bold',
      'serif-italic',
      'serif-bold-italic',
      'schoolbook',
      'schoolbook-bold',
      'geometric-bold',
      'typewriter',
      'book',
      'heavy',
      'typed',
      'numbering',
    ] as const) {
      expect(heldOut.includes(typeface(cast, role).family), `${cast.name} ${role}`).toBe(cast.heldOut)
    }
  }
})

test('an export takes no seed that is measured with', async () => {
  const plan = { out: 'nowhere', plates: 1, pages: 1, seed: 999_999 }
  await expect(exportPages(plan)).rejects.toThrow('for measuring')
})

test('an export says how typed and stamped letters stand, and keeps texts to plates of their form', async () => {
  const out = await mkdtemp(join(tmpdir(), 'selfsame-export-'))
  try {
    await exportPages({ out, plates: 1, pages: 4, seed: 1_000_006, kinds: ['cmnd-9'] })
    const pages = (await readFile(join(out, 'pages.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const sizes = new Map<string, string>()
    for (const { plate, width, height, lines } of pages) {
      expect(sizes.get(plate) ?? `${width} ${height}`).toBe(`${width} ${height}`)
      sizes.set(plate, `${width} ${height}`)
      for (const run of lines.flatMap((line: { runs: unknown[] }) => line.runs)) {
        if (run.typeface !== 'typed' && run.typeface !== 'numbering') continue
        expect(run.lifts).toHaveLength(run.text.length)
        expect(run.inks).toHaveLength(run.text.length)
        expect(run.turn).toBeTypeOf('number')
      }
    }
    const faces = pages.flatMap(({ lines }) =>
      lines.flatMap((line: { runs: { typeface: string }[] }) => line.runs.map(({ typeface: role }) => role)),
    )
    expect(new Set(faces)).toEqual(new Set([...faces, 'typed', 'numbering', 'book', 'heavy']))
  } finally {
    await rm(out, { recursive: true })
  }
})

test('an export has a plate for every page, and lines with the runs that draw them', async () => {
  const out = await mkdtemp(join(tmpdir(), 'selfsame-export-'))
  try {
    const counted = await exportPages({ out, plates: 1, pages: 3, seed: 1_000_070, kinds: ['cccd-12'] })
    expect(counted).toEqual({ plates: 2, pages: 6 })
    const pages = (await readFile(join(out, 'pages.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(pages.map((each) => PAGE_CLASSES[each.class])).toEqual(
      ['front', 'front', 'front', 'back', 'back', 'back'].map((side) => ({ kind: 'cccd-12', side })),
    )
    const index = JSON.parse(await readFile(join(out, 'index.json'), 'utf8'))
    expect(index.classes).toEqual(PAGE_CLASSES)
    for (const each of pages) {
      const plate = await inspectImage(await readFile(join(out, each.plate)), 10)
      expect('image' in plate && [plate.image.width, plate.image.height]).toEqual([each.width, each.height])
      for (const line of each.lines) {
        // A value may begin on the colon of its label: then no space is seen.
        const spaceless = (text: string) => text.replaceAll(' ', '')
        expect(spaceless(line.runs.map((run: { text: string }) => run.text).join(''))).toBe(
          spaceless(line.text),
        )
        for (const run of line.runs) expect(index.fonts).toContain(`fonts/${run.font}`)
      }
    }
  } finally {
    await rm(out, { recursive: true })
  }
})
