// Makes the typefaces that npm does not carry: digits of numbering machines, and typewriters that strike Vietnamese marks apart.
import { readFileSync, writeFileSync } from 'node:fs'
import { create } from 'fontkit'
import { seededDice } from '../person/dice.ts'

/** On or off the curve, in units of the em, y up. */
type Knot = readonly [x: number, y: number, on: boolean]
type Contour = readonly Knot[]
type Spot = readonly [x: number, y: number]

interface Glyph {
  readonly advance: number
  readonly contours: readonly Contour[]
  /** Other glyphs, moved; a glyph has these or contours. */
  readonly parts?: readonly { readonly code: number; readonly dx: number; readonly dy: number }[]
}
type Glyphs = Map<number, Glyph>

const EM = 1000

// ---- strokes ----

const area = (points: readonly Spot[]): number =>
  points.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = points[(k + 1) % points.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)

/** Outlines fill where they turn clockwise; the holes of a ring turn the other way. */
function contour(points: readonly Spot[], isHole = false): Contour {
  const right = area(points) > 0 === isHole ? points : points.toReversed()
  return right.map(([x, y]) => [Math.round(x), Math.round(y), true])
}

/** A smooth way through all spots. */
function smooth(spots: readonly Spot[], closed = false): Spot[] {
  const at = (k: number): Spot =>
    (closed ? spots.at(k % spots.length) : spots[Math.max(0, Math.min(spots.length - 1, k))]) ?? [0, 0]
  const out: Spot[] = []
  for (let k = 0; k < spots.length - (closed ? 0 : 1); k++) {
    const [before, from, to, after] = [at(k - 1), at(k), at(k + 1), at(k + 2)]
    for (let step = 0; step < 8; step++) {
      const t = step / 8
      const along = (i: 0 | 1) =>
        0.5 *
        (2 * from[i] +
          (to[i] - before[i]) * t +
          (2 * before[i] - 5 * from[i] + 4 * to[i] - after[i]) * t * t +
          (3 * from[i] - before[i] - 3 * to[i] + after[i]) * t ** 3)
      out.push([along(0), along(1)])
    }
  }
  return closed ? out : [...out, at(spots.length - 1)]
}

/** Strokes are `thick` where they go up and down, and `thin` where they go across. */
interface Pen {
  readonly thick: number
  readonly thin: number
}

function edges(way: readonly Spot[], pen: Pen, closed: boolean): [Spot[], Spot[]] {
  const [left, right]: [Spot[], Spot[]] = [[], []]
  for (const [k, [x, y]] of way.entries()) {
    const [fromX, fromY] = way[k - 1] ?? (closed ? way.at(-1) : way[k]) ?? [x, y]
    const [toX, toY] = way[k + 1] ?? (closed ? way[0] : way[k]) ?? [x, y]
    const [dx, dy] = [toX - fromX, toY - fromY]
    const length = Math.hypot(dx, dy) || 1
    const half = (pen.thin + (pen.thick - pen.thin) * Math.abs(dy / length)) / 2
    left.push([x - (dy / length) * half, y + (dx / length) * half])
    right.push([x + (dy / length) * half, y - (dx / length) * half])
  }
  return [left, right]
}

function stroke(way: readonly Spot[], pen: Pen): Contour[] {
  const [left, right] = edges(way, pen, false)
  return [contour([...left, ...right.toReversed()])]
}

function ring(way: readonly Spot[], pen: Pen): Contour[] {
  const [one, other] = edges(way, pen, true)
  const [outer, inner] = Math.abs(area(one)) > Math.abs(area(other)) ? [one, other] : [other, one]
  return [contour(outer), contour(inner, true)]
}

function disc(x: number, y: number, radius: number): Contour[] {
  const round = Array.from({ length: 14 }, (_, k): Spot => {
    const angle = (k / 14) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
  return [contour(round)]
}

const slab = (x0: number, x1: number, y0: number, y1: number): Contour[] => [
  contour([
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]),
]

// ---- numbering machines ----

interface Wheel extends Pen {
  readonly width: number
  /** 0 to 1: how far the sides of a zero are drawn in. */
  readonly waist: number
  readonly ball: number
}

const TALL = 716

/** Tall narrow digits with flat feet and ball ends, in a box of one by one that is then stretched. */
function wheelDigits({ width, thick, thin, waist, ball }: Wheel): Glyphs {
  const pen = { thick, thin }
  const [edgeX, edgeY] = [thick / 2, thin / 2]
  const to = ([x, y]: Spot): Spot => [edgeX + x * (width - thick), edgeY + y * (TALL - thin)]
  const line = (...spots: Spot[]) => stroke(spots.map(to), pen)
  const curve = (...spots: Spot[]) => stroke(smooth(spots.map(to)), pen)
  const dot = (x: number, y: number) => disc(...to([x, y]), ball)
  const foot = (from: number, until: number) => slab(width * from, width * until, 0, thin * 1.15)
  const oval = (x: number, y: number, rx: number, ry: number, drawnIn = 0) => {
    const spots = Array.from({ length: 20 }, (_, k): Spot => {
      const angle = (k / 20) * 2 * Math.PI
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const full = (value: number) => Math.sign(value) * Math.abs(value) ** 0.8
      return to([x + rx * full(cos) * (1 - drawnIn * (1 - Math.abs(sin))), y + ry * full(sin)])
    })
    return ring(smooth(spots, true), pen)
  }
  const six: Spot[] = [
    [0.86, 0.83],
    [0.74, 0.96],
    [0.5, 1],
    [0.22, 0.9],
    [0.06, 0.6],
    [0.02, 0.3],
    [0.14, 0.06],
    [0.48, 0],
    [0.82, 0.06],
    [0.97, 0.27],
    [0.84, 0.5],
    [0.5, 0.56],
    [0.16, 0.46],
    [0.04, 0.3],
  ]
  const half = (spots: readonly Spot[]): Spot[] => spots.map(([x, y]) => [1 - x, 1 - y])
  const shapes: Contour[][][] = [
    [oval(0.5, 0.5, 0.5, 0.5, waist)],
    [line([0.54, 1], [0.54, 0]), line([0.54, 0.98], [0.1, 0.8]), foot(0.08, 0.98)],
    [
      curve(
        [0.08, 0.77],
        [0.18, 0.94],
        [0.5, 1],
        [0.86, 0.92],
        [0.95, 0.73],
        [0.8, 0.5],
        [0.4, 0.24],
        [0.06, 0.03],
      ),
      dot(0.1, 0.76),
      foot(0.02, 0.98),
      line([0.94, 0.02], [0.97, 0.17]),
    ],
    [
      curve([0.08, 0.8], [0.2, 0.95], [0.48, 1], [0.82, 0.93], [0.9, 0.76], [0.76, 0.58], [0.4, 0.53]),
      curve([0.4, 0.53], [0.8, 0.47], [0.97, 0.27], [0.84, 0.06], [0.48, 0], [0.18, 0.05], [0.05, 0.2]),
      dot(0.09, 0.79),
      dot(0.08, 0.21),
    ],
    [line([0.7, 1], [0.7, 0]), line([0.7, 0.99], [0.03, 0.28]), line([0, 0.27], [1, 0.27]), foot(0.42, 1)],
    [
      slab(width * 0.12, width * 0.94, TALL - thin * 1.6, TALL),
      line([0.12, 0.98], [0.09, 0.5]),
      curve(
        [0.09, 0.5],
        [0.3, 0.6],
        [0.58, 0.61],
        [0.9, 0.5],
        [0.97, 0.28],
        [0.84, 0.06],
        [0.46, 0],
        [0.16, 0.06],
        [0.05, 0.2],
      ),
      dot(0.08, 0.21),
    ],
    [curve(...six), dot(0.86, 0.82)],
    [
      slab(width * 0.04, width * 0.97, TALL - thin * 1.6, TALL),
      line([0.06, 0.99], [0.03, 0.8]),
      curve([0.95, 0.94], [0.7, 0.6], [0.46, 0.3], [0.4, 0]),
    ],
    [oval(0.5, 0.75, 0.42, 0.25), oval(0.5, 0.26, 0.49, 0.26)],
    [curve(...half(six)), dot(0.14, 0.18)],
  ]
  const advance = width + 70
  const glyphs: Glyphs = new Map([[0x20, { advance, contours: [] }]])
  for (const [digit, parts] of shapes.entries())
    glyphs.set(0x30 + digit, {
      advance,
      contours: parts.flat().map((one) => one.map(([x, y, on]) => [x + 35, y, on])),
    })
  return glyphs
}

// ---- typewriters ----

interface Machine {
  readonly file: string
  /** Of the marks, in units of the em. */
  readonly strokeUnits: number
  readonly seed: number
  /** Its letters are struck again, so far to the right and half as far up: a ribbon spreads thin ones. */
  readonly spreadUnits: number
}

/** In private places of the font: the marks that are struck after their letter. */
const MARKS: Readonly<Record<string, number>> = {
  '\u0301': 0xe001,
  '\u0300': 0xe002,
  '\u0309': 0xe003,
  '\u0303': 0xe004,
  '\u0323': 0xe005,
  '\u031b': 0xe006,
}
const VIETNAMESE = 'aăâeêioôơuưyAĂÂEÊIOÔƠUƯY'
const TONES = ['\u0301', '\u0300', '\u0309', '\u0303', '\u0323']

/** About the middle of their foot. */
function marks(strokeUnits: number): readonly (readonly [mark: string, contours: Contour[]])[] {
  const pen = { thick: strokeUnits, thin: strokeUnits * 0.85 }
  return [
    [
      '\u0301',
      stroke(
        [
          [-38, 0],
          [55, 118],
        ],
        pen,
      ),
    ],
    [
      '\u0300',
      stroke(
        [
          [38, 0],
          [-55, 118],
        ],
        pen,
      ),
    ],
    [
      '\u0309',
      stroke(
        smooth([
          [-42, 98],
          [-6, 132],
          [44, 112],
          [36, 66],
          [0, 42],
          [2, 4],
        ]),
        pen,
      ),
    ],
    [
      '\u0303',
      stroke(
        smooth([
          [-105, 24],
          [-62, 70],
          [-8, 50],
          [42, 22],
          [104, 78],
        ]),
        pen,
      ),
    ],
    ['\u0323', disc(0, 0, strokeUnits * 0.85)],
    [
      '\u031b',
      stroke(
        smooth([
          [-30, 0],
          [22, 42],
          [26, 96],
          [6, 118],
        ]),
        pen,
      ),
    ],
  ]
}

function typedLetters({ file, strokeUnits, seed, spreadUnits }: Machine): Glyphs {
  const font = create(readFileSync(file))
  const dice = seededDice(seed, 0x7e9)
  const glyphs: Glyphs = new Map()
  const scale = EM / font.unitsPerEm
  for (let code = 0x20; code < 0x180; code++) {
    // What Vietnamese cards and their fellows need: plain letters and those with a key of their own.
    if (
      code > 0x7e &&
      !VIETNAMESE.includes(String.fromCodePoint(code)) &&
      !'đĐ'.includes(String.fromCodePoint(code))
    )
      continue
    if (!font.hasGlyphForCodePoint(code)) continue
    const glyph = font.glyphForCodePoint(code)
    const { metrics } = font.hmtx
    const { advance } = metrics.get(Math.min(glyph.id, metrics.length - 1))
    glyphs.set(code, {
      advance: Math.round(advance * scale),
      contours: spread(outlines(glyph.path.commands, scale), spreadUnits),
    })
  }
  for (const [mark, contours] of marks(strokeUnits)) glyphs.set(MARKS[mark] ?? 0, { advance: 0, contours })
  for (const letter of VIETNAMESE)
    for (const tone of ['', ...TONES]) {
      const whole = (letter + tone).normalize('NFC')
      const code = whole.codePointAt(0) ?? 0
      // A typist's tones are never those of a foundry, but letters without one have keys of their own.
      if (tone === '' && glyphs.has(code)) continue
      const horned = 'ơưƠƯ'.includes(letter)
      const base = horned ? letter.normalize('NFD').slice(0, 1) : letter
      const key = glyphs.get(base.codePointAt(0) ?? 0)
      if (key === undefined) throw new Error(`${file} has no letter ${base}`)
      const [left, bottom, right, top] = inkOf(key)
      const off = () => Math.round(dice.about(0, 26))
      const at = (mark: string, dx: number, dy: number) => ({
        code: MARKS[mark] ?? 0,
        dx: Math.round(dx),
        dy: Math.round(dy),
      })
      const middle = (left + right) / 2
      const over = base === letter && 'ăâêôĂÂÊÔ'.includes(letter)
      glyphs.set(code, {
        advance: key.advance,
        contours: [],
        parts: [
          { code: base.codePointAt(0) ?? 0, dx: 0, dy: 0 },
          ...(horned ? [at('\u031b', right - 26 + off() / 3, top - 96 + off() / 2)] : []),
          ...(tone === ''
            ? []
            : tone === '\u0323'
              ? [at(tone, middle + off(), Math.min(0, bottom) - 105 - Math.abs(off()))]
              : [
                  at(
                    tone,
                    middle + (over ? dice.pick([-20, 60, 110]) : off()),
                    top + (over ? dice.pick([-40, 18, 30]) : 52) + Math.abs(off()),
                  ),
                ]),
        ],
      })
    }
  return glyphs
}

function spread(contours: readonly Contour[], units: number): Contour[] {
  const moved = (dx: number, dy: number) =>
    contours.map((one) => one.map(([x, y, on]): Knot => [x + dx, y + dy, on]))
  return units === 0 ? [...contours] : [...contours, ...moved(units, 0), ...moved(units / 2, units / 2)]
}

interface Command {
  readonly command: string
  readonly args: readonly number[]
}

function outlines(commands: readonly Command[], scale: number): Contour[] {
  const contours: Knot[][] = []
  const knot = (x: number | undefined, y: number | undefined, on: boolean): Knot => [
    Math.round((x ?? 0) * scale),
    Math.round((y ?? 0) * scale),
    on,
  ]
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([knot(args[0], args[1], true)])
    else if (command === 'lineTo') contours.at(-1)?.push(knot(args[0], args[1], true))
    else if (command === 'quadraticCurveTo')
      contours.at(-1)?.push(knot(args[0], args[1], false), knot(args[2], args[3], true))
    else if (command !== 'closePath') throw new Error(`no outline of a TrueType font has ${command}`)
  }
  return contours.filter((each) => each.length > 2)
}

function inkOf({ contours }: Glyph): [left: number, bottom: number, right: number, top: number] {
  const knots = contours.flat()
  const [xs, ys] = [knots.map(([x]) => x), knots.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

// ---- the file ----

/** Big-endian numbers one after another. */
function packed(parts: readonly (readonly [bytes: 1 | 2 | 4, ...values: number[]])[]): Buffer {
  return Buffer.concat(
    parts.flatMap(([bytes, ...values]) =>
      values.map((value) => {
        const out = Buffer.alloc(bytes)
        out.writeUIntBE(value < 0 ? value + 2 ** (8 * bytes) : value, 0, bytes)
        return out
      }),
    ),
  )
}

/** A step of a byte with its sign in the flags, or none, or a word. */
const stepFlags = (step: number): number =>
  step === 0 ? 0x10 : Math.abs(step) > 255 ? 0 : step > 0 ? 0x12 : 0x02
const stepBytes = (step: number): (readonly [1 | 2, number])[] =>
  step === 0 ? [] : Math.abs(step) > 255 ? [[2, step]] : [[1, Math.abs(step)]]

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

function writeFont(path: string, family: string, copyright: string, glyphs: Glyphs): void {
  const codes = [...glyphs.keys()].sort((one, other) => one - other)
  const index = new Map(codes.map((code, k) => [code, k + 1]))
  const whole = (code: number, dx = 0, dy = 0): Knot[] => {
    const glyph = glyphs.get(code)
    const own = glyph?.contours.flat().map(([x, y, on]): Knot => [x + dx, y + dy, on]) ?? []
    return [...own, ...(glyph?.parts ?? []).flatMap((part) => whole(part.code, dx + part.dx, dy + part.dy))]
  }
  const list: Glyph[] = [{ advance: 500, contours: [] }, ...codes.map((code) => glyphs.get(code) as Glyph)]
  const boxes = [undefined, ...codes].map((code) => {
    const knots = code === undefined ? [] : whole(code)
    return knots.length === 0 ? undefined : inkOf({ advance: 0, contours: [knots] })
  })
  const bodies = list.map(({ contours, parts }, k) => {
    const box = boxes[k]
    if (box === undefined) return Buffer.alloc(0)
    const [left, bottom, right, top] = box
    if (parts !== undefined) {
      const rows = parts.map(({ code, dx, dy }, at) =>
        // Words for x and y, and more to come but after the last.
        packed([[2, at < parts.length - 1 ? 0x23 : 0x03, index.get(code) ?? 0, dx, dy]]),
      )
      return padded(Buffer.concat([packed([[2, -1, left, bottom, right, top]]), ...rows]))
    }
    const knots = contours.flat()
    let end = -1
    const ends = contours.map((each) => (end += each.length))
    const steps = (i: 0 | 1) => knots.map((knot, at) => knot[i] - (knots[at - 1]?.[i] ?? 0))
    const [across, up] = [steps(0), steps(1)]
    return padded(
      packed([
        [2, contours.length, left, bottom, right, top, ...ends, 0],
        [
          1,
          ...knots.map(
            ([, , on], at) => (on ? 1 : 0) | stepFlags(across[at] ?? 0) | (stepFlags(up[at] ?? 0) << 1),
          ),
        ],
        ...[...across, ...up].flatMap(stepBytes),
      ]),
    )
  })
  let offset = 0
  const loca = packed([[4, 0, ...bodies.map((body) => (offset += body.length))]])
  const inks = boxes.filter((box) => box !== undefined)
  const [left, bottom, right, top] = [0, 1, 2, 3].map((i) =>
    (i < 2 ? Math.min : Math.max)(...inks.map((box) => box[i] ?? 0)),
  ) as [number, number, number, number]
  const widest = Math.max(...list.map(({ advance }) => advance))
  const most = (of: (glyph: Glyph) => number) => Math.max(...list.map(of))
  const names = [
    [0, copyright],
    [1, family],
    [2, 'Regular'],
    [3, family],
    [4, family],
    [5, 'Version 1.000'],
    [6, family.replaceAll(' ', '')],
  ] as const
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  let at = 0
  const nameTable = Buffer.concat([
    packed([[2, 0, names.length, 6 + 12 * names.length]]),
    ...names.map(([id], k) => {
      const row = packed([[2, 3, 1, 0x409, id, texts[k]?.length ?? 0, at]])
      at += texts[k]?.length ?? 0
      return row
    }),
    ...texts,
  ])
  const ascent = Math.max(900, top)
  const descent = Math.min(-250, bottom)
  const tables: Record<string, Buffer> = {
    'OS/2': packed([
      [2, 3, Math.round(EM / 2), 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0],
      [1, ...Array<number>(10).fill(0)],
      [4, 1, 0, 0, 0],
      [1, 0x53, 0x4c, 0x46, 0x53],
      [2, 0x40, codes[0] ?? 0, Math.min(0xffff, codes.at(-1) ?? 0), 750, -250, 0, ascent, -descent],
      [4, 1, 0],
      [2, 500, 700, 0, 32, 1],
    ]),
    cmap: cmapOf(codes, index),
    glyf: Buffer.concat(bodies),
    head: packed([
      [4, 0x10000, 0x10000, 0, 0x5f0f3cf5],
      [2, 3, EM],
      [4, 0, 0, 0, 0],
      [2, left, bottom, right, top, 0, 8, 2, 1, 0],
    ]),
    hhea: packed([
      [4, 0x10000],
      [2, ascent, descent, 0, widest, left, 0, right, 1, 0, 0, 0, 0, 0, 0, 0, list.length],
    ]),
    hmtx: packed([[2, ...list.flatMap(({ advance }, k) => [advance, boxes[k]?.[0] ?? 0])]]),
    loca,
    maxp: packed([
      [4, 0x10000],
      [
        2,
        list.length,
        most(({ contours }) => contours.flat().length),
        most(({ contours }) => contours.length),
      ],
      [2, 1500, 60, 2, 0, 0, 0, 0, 0, 0, 3, 2],
    ]),
    name: nameTable,
    post: packed([[4, 0x30000, 0, 0, 0, 0, 0, 0, 0]]),
  }
  writeFileSync(path, sfnt(tables))
}

function cmapOf(codes: readonly number[], index: ReadonlyMap<number, number>): Buffer {
  const segments: [first: number, last: number][] = []
  for (const code of codes) {
    const last = segments.at(-1)
    if (last !== undefined && code === last[1] + 1) last[1] = code
    else segments.push([code, code])
  }
  segments.push([0xffff, 0xffff])
  const count = segments.length
  const power = 2 ** Math.floor(Math.log2(count))
  const body = packed([
    [2, 2 * count, 2 * power, Math.log2(power), 2 * (count - power)],
    [2, ...segments.map(([, last]) => last), 0, ...segments.map(([first]) => first)],
    [
      2,
      ...segments.map(
        ([first]) => ((first === 0xffff ? 1 : (index.get(first) ?? 0) - first) + 0x10000) % 0x10000,
      ),
    ],
    [2, ...segments.map(() => 0)],
  ])
  return Buffer.concat([
    packed([
      [2, 0, 1, 3, 1],
      [4, 12],
      [2, 4, body.length + 6, 0],
    ]),
    body,
  ])
}

function sfnt(tables: Readonly<Record<string, Buffer>>): Buffer {
  const tags = Object.keys(tables).sort()
  const power = 2 ** Math.floor(Math.log2(tags.length))
  const sum = (bytes: Buffer): number => {
    let total = 0
    for (let k = 0; k < bytes.length; k += 4) total = (total + bytes.readUInt32BE(k)) >>> 0
    return total
  }
  let offset = 12 + 16 * tags.length
  const directory = tags.map((tag) => {
    const bytes = tables[tag] ?? Buffer.alloc(0)
    const row = Buffer.concat([
      Buffer.from(tag.padEnd(4)),
      packed([[4, sum(padded(bytes)), offset, bytes.length]]),
    ])
    offset += padded(bytes).length
    return row
  })
  const file = Buffer.concat([
    packed([
      [4, 0x10000],
      [2, tags.length, 16 * power, Math.log2(power), 16 * (tags.length - power)],
    ]),
    ...directory,
    ...tags.map((tag) => padded(tables[tag] ?? Buffer.alloc(0))),
  ])
  const head = directory[tags.indexOf('head')]?.readUInt32BE(8) ?? 0
  file.writeUInt32BE((0xb1b0afba - sum(file)) >>> 0, head + 8)
  return file
}

// ---- what is made ----

const WHEELS: readonly (readonly [name: string, wheel: Wheel])[] = [
  ['Numbering1', { width: 330, thick: 74, thin: 44, waist: 0.12, ball: 50 }],
  ['Numbering2', { width: 350, thick: 112, thin: 60, waist: 0.05, ball: 66 }],
  ['Numbering3', { width: 300, thick: 52, thin: 40, waist: 0.2, ball: 38 }],
  ['NumberingHeldOut', { width: 315, thick: 90, thin: 36, waist: 0.16, ball: 56 }],
]
const named = (file: string): string => `Selfsame ${file.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/gu, ' ')}`

const [courierPrime, specialElite, cutiveMono] = process.argv.slice(2)
const here = (name: string): string => new URL(`./${name}.ttf`, import.meta.url).pathname
for (const [name, wheel] of WHEELS)
  writeFont(here(name), named(name), 'Apache License 2.0', wheelDigits(wheel))
const machines = [
  [
    'Typed1',
    courierPrime,
    74,
    0,
    'Copyright 2015 The Courier Prime Project Authors; SIL Open Font License 1.1',
  ],
  ['Typed2', specialElite, 80, 0, 'Copyright 2010 Astigmatic (Brian J. Bonislawsky); Apache License 2.0'],
  [
    'TypedHeldOut',
    cutiveMono,
    66,
    26,
    'Copyright 2012 The Cutive Project Authors; SIL Open Font License 1.1',
  ],
] as const
for (const [seed, [name, file, strokeUnits, spreadUnits, copyright]] of machines.entries())
  if (file !== undefined)
    writeFont(here(name), named(name), copyright, typedLetters({ file, strokeUnits, seed, spreadUnits }))
