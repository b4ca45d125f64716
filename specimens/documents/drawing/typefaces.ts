// Text as glyph outlines: how wide a run is, where its ink lies, and the shapes to draw.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { BoxMm, Run, TypefaceRole } from '../sheet.ts'
import type { Cast } from './casts.ts'

interface Letter {
  /** In ems, as are the ink's edges: y up from the baseline. */
  readonly advance: number
  readonly ink?: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  /** In font units, y up. */
  readonly outline: string
}

/** One font file, opened; letters are kept once asked for. */
interface Typeface {
  readonly family: string
  readonly unitsPerEm: number
  letter(codePoint: number): Letter
}

const modulePath = createRequire(import.meta.url)
const opened = new Map<string, Typeface>()

/** Where the font file of a cast lies on this machine. */
export function fontPath(file: string): string {
  return file.startsWith('@')
    ? modulePath.resolve(file)
    : fileURLToPath(new URL(`../../typefaces/${file}`, import.meta.url))
}

export function typeface(cast: Cast, role: TypefaceRole): Typeface {
  const file = cast.files[role]
  const known = opened.get(file)
  if (known !== undefined) return known
  const font = create(readFileSync(fontPath(file)))
  const letters = new Map<number, Letter>()
  const made: Typeface = {
    family: font.familyName,
    unitsPerEm: font.unitsPerEm,
    letter(codePoint) {
      let letter = letters.get(codePoint)
      if (letter === undefined) {
        letter = measure(font, codePoint, file)
        letters.set(codePoint, letter)
      }
      return letter
    },
  }
  opened.set(file, made)
  return made
}

function measure(font: Font, codePoint: number, file: string): Letter {
  if (!font.hasGlyphForCodePoint(codePoint)) {
    throw new Error(`${file} has no letter ${String.fromCodePoint(codePoint)}`)
  }
  const glyph = font.glyphForCodePoint(codePoint)
  const [em, outline] = [font.unitsPerEm, glyph.path.toSVG()]
  // Not the glyph's own advanceWidth: fontkit reads past the table where an empty glyph is the last.
  const { metrics } = font.hmtx
  const advance = metrics.get(Math.min(glyph.id, metrics.length - 1)).advance / em
  if (outline === '') return { advance, outline }
  const { minX, maxX, minY, maxY } = glyph.path.bbox
  return { advance, outline, ink: { left: minX / em, right: maxX / em, top: maxY / em, bottom: minY / em } }
}

/** A run once its letters are known: no kerning and no ligatures, as card printers set type. */
export interface Setting {
  /** Left end of the run on its baseline. */
  readonly x: number
  /** From the first letter's origin to the end of the last letter, after squeezing. */
  readonly width: number
  /** 1 unless the run was squeezed. */
  readonly squeeze: number
  readonly ink?: BoxMm
}

/** Width without squeezing, in millimetres. */
export function textWidth(
  cast: Cast,
  role: TypefaceRole,
  text: string,
  sizeMm: number,
  spacingMm = 0,
): number {
  const face = typeface(cast, role)
  let [width, count] = [0, 0]
  for (const character of text.normalize('NFC')) {
    width += face.letter(character.codePointAt(0) ?? 32).advance * sizeMm
    count++
  }
  return width + spacingMm * Math.max(0, count - 1)
}

export function setting(cast: Cast, run: Run): Setting {
  const natural = textWidth(cast, run.typeface, run.text, run.sizeMm, run.spacingMm)
  const squeeze = run.maxWidthMm !== undefined && natural > run.maxWidthMm ? run.maxWidthMm / natural : 1
  const width = natural * squeeze
  const x = run.x - (run.anchor === 'middle' ? width / 2 : run.anchor === 'end' ? width : 0)
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { letter, at } of placed(cast, run, squeeze)) {
    if (letter.ink === undefined) continue
    const [across, size] = [run.sizeMm * squeeze, run.sizeMm]
    left = Math.min(left, x + at + letter.ink.left * across)
    right = Math.max(right, x + at + letter.ink.right * across)
    top = Math.min(top, run.baseline - letter.ink.top * size)
    bottom = Math.max(bottom, run.baseline - letter.ink.bottom * size)
  }
  if (left === Infinity) return { x, width, squeeze }
  return { x, width, squeeze, ink: { x: left, y: top, width: right - left, height: bottom - top } }
}

function* placed(cast: Cast, run: Run, squeeze: number): Generator<{ letter: Letter; at: number }> {
  const face = typeface(cast, run.typeface)
  let at = 0
  for (const character of run.text.normalize('NFC')) {
    const letter = face.letter(character.codePointAt(0) ?? 32)
    yield { letter, at }
    at += (letter.advance * run.sizeMm + (run.spacingMm ?? 0)) * squeeze
  }
}

const short = (value: number): string => String(Math.round(value * 1e5) / 1e5)

/** The run as SVG paths in millimetres. */
export function runSvg(cast: Cast, run: Run): string {
  const { x, squeeze } = setting(cast, run)
  const scale = run.sizeMm / typeface(cast, run.typeface).unitsPerEm
  let paths = ''
  for (const { letter, at } of placed(cast, run, squeeze)) {
    if (letter.outline === '') continue
    const place = `${short(scale * squeeze)} 0 0 ${short(-scale)} ${short(x + at)} ${short(run.baseline)}`
    paths += `<path transform="matrix(${place})" d="${letter.outline}"/>`
  }
  return `<g fill="${run.colour}">${paths}</g>`
}
