// Text as glyph outlines: how wide a run is, where its ink lies, and the shapes to draw.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { seededDice } from '../../person/dice.ts'
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
  const turn = ((run.turnDegrees ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (const { letter, at, lift } of placed(cast, run, squeeze)) {
    if (letter.ink === undefined) continue
    const [across, size] = [run.sizeMm * squeeze, run.sizeMm]
    for (const side of [letter.ink.left, letter.ink.right])
      for (const edge of [letter.ink.top, letter.ink.bottom]) {
        const [dx, dy] = [x + at + side * across - run.x, -edge * size - lift]
        left = Math.min(left, run.x + dx * cos - dy * sin)
        right = Math.max(right, run.x + dx * cos - dy * sin)
        top = Math.min(top, run.baseline + dx * sin + dy * cos)
        bottom = Math.max(bottom, run.baseline + dx * sin + dy * cos)
      }
  }
  if (left === Infinity) return { x, width, squeeze }
  return { x, width, squeeze, ink: { x: left, y: top, width: right - left, height: bottom - top } }
}

/** How each letter of a run was struck: millimetres above the baseline, and 0 to 1 of the ink. */
export function strikesOf({ text, strike }: Run): { readonly lift: number; readonly ink: number }[] {
  const letters = [...text.normalize('NFC')]
  if (strike === undefined) return letters.map(() => ({ lift: 0, ink: 1 }))
  const dice = seededDice(strike.seed, 0x57e1)
  return letters.map(() => ({
    lift: dice.about(0, strike.liftMm / 2),
    ink: 1 - strike.uneven * dice.next() ** 2,
  }))
}

interface Placed {
  readonly letter: Letter
  readonly at: number
  readonly lift: number
  readonly ink: number
}

function* placed(cast: Cast, run: Run, squeeze: number): Generator<Placed> {
  const face = typeface(cast, run.typeface)
  const strikes = strikesOf(run)
  let [at, count] = [0, 0]
  for (const character of run.text.normalize('NFC')) {
    const letter = face.letter(character.codePointAt(0) ?? 32)
    const { lift, ink } = strikes[count++] ?? { lift: 0, ink: 1 }
    yield { letter, at, lift, ink }
    at += (letter.advance * run.sizeMm + (run.spacingMm ?? 0)) * squeeze
  }
}

const short = (value: number): string => String(Math.round(value * 1e5) / 1e5)

/** Strokes are about this share of the em wide; the edge that keeps its ink is a quarter of one. */
const EDGE_EM = 0.022

/** The run as SVG paths in millimetres. */
export function runSvg(cast: Cast, run: Run): string {
  const { x, squeeze } = setting(cast, run)
  const scale = run.sizeMm / typeface(cast, run.typeface).unitsPerEm
  let paths = ''
  for (const { letter, at, lift, ink } of placed(cast, run, squeeze)) {
    if (letter.outline === '') continue
    const place = `${short(scale * squeeze)} 0 0 ${short(-scale)} ${short(x + at)} ${short(run.baseline - lift)}`
    const pale = ink < 1 ? ` fill-opacity="${short(ink)}"` : ''
    paths += `<path transform="matrix(${place})" d="${letter.outline}"${pale}/>`
  }
  const turned =
    run.turnDegrees === undefined
      ? ''
      : ` transform="rotate(${short(run.turnDegrees)} ${short(run.x)} ${short(run.baseline)})"`
  const { filter, use } = spotty(run)
  const thin = (run.ink ?? 1) < 1 ? ` opacity="${short(run.ink ?? 1)}" style="mix-blend-mode:multiply"` : ''
  return `${filter}<g fill="${run.colour}"${turned}${use}${thin}>${paths}</g>`
}

/** Ink that is pressed out to the edges of letters, and that did not come over everywhere. */
function spotty({ strike, sizeMm }: Run): { filter: string; use: string } {
  const { hollow = 0, gaps = 0, seed = 0 } = strike ?? {}
  if (hollow === 0 && gaps === 0) return { filter: '', use: '' }
  const id = `spotty${[sizeMm, hollow, gaps, seed].map((value) => short(value).replace('.', '_')).join('-')}`
  const edge = `<feMorphology operator="erode" radius="${short(EDGE_EM * sizeMm)}" in="SourceGraphic" result="core"/><feComposite operator="arithmetic" in="SourceGraphic" in2="core" k2="1" k3="${short(-hollow)}" result="edged"/>`
  // What did not come over is pale, not gone.
  const spots = `<feTurbulence type="fractalNoise" baseFrequency="1.1" numOctaves="2" seed="${seed % 1000}"/><feColorMatrix type="matrix" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 -5 ${short(5 * (0.8 - 0.3 * gaps))}" result="came"/><feComposite operator="in" in="edged" in2="came" result="part"/><feComposite operator="arithmetic" in="part" in2="edged" k2="0.6" k3="0.4"/>`
  return {
    filter: `<filter id="${id}" x="-5%" y="-20%" width="110%" height="140%" color-interpolation-filters="sRGB">${edge}${gaps > 0 ? spots : ''}</filter>`,
    use: ` filter="url(#${id})"`,
  }
}
