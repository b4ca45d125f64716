// Small pieces of SVG in millimetres: points to paths, groups, washes of colour, text that is only decoration.
import type { BoxMm, TypefaceRole } from '../sheet.ts'
import { REFERENCE } from './casts.ts'
import { runSvg, textWidth } from './typefaces.ts'

export type Point = readonly [x: number, y: number]

/** Two places after the point: 0.01 mm is a tenth of a pixel. */
export const short = (value: number): string => String(Math.round(value * 100) / 100)

export function pathOf(points: readonly Point[], closed = false): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}${closed ? 'Z' : ''}`
}

/** Strokes of one colour; `widthMm` 0.06 to 0.2 looks like printed lines. */
export function strokes(paths: readonly string[], colour: string, widthMm: number, opacity = 1): string {
  return `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="${short(widthMm)}" stroke-opacity="${short(opacity)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function filled(paths: readonly string[], colour: string, opacity = 1): string {
  return `<path d="${paths.join('')}" fill="${colour}" fill-opacity="${short(opacity)}"/>`
}

export function rectangle(
  box: BoxMm,
  look: { fill?: string; stroke?: string; widthMm?: number; radius?: number; opacity?: number },
): string {
  const { fill = 'none', stroke = 'none', widthMm = 0.2, radius = 0, opacity = 1 } = look
  return `<rect x="${short(box.x)}" y="${short(box.y)}" width="${short(box.width)}" height="${short(box.height)}" rx="${short(radius)}" fill="${fill}" stroke="${stroke}" stroke-width="${short(widthMm)}" opacity="${short(opacity)}"/>`
}

export const circle = (cx: number, cy: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(radius)}" fill="${fill}" fill-opacity="${short(opacity)}"/>`

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`
}

/** A colour that runs over a box; `degrees` 0 runs to the right, 90 down. */
export function wash(box: BoxMm, colours: readonly string[], degrees = 0, opacity = 1): string {
  const id = named('wash', `${colours.join()}${degrees}${opacity}`)
  const stops = colours
    .map(
      (colour, k) => `<stop offset="${short(k / Math.max(1, colours.length - 1))}" stop-color="${colour}"/>`,
    )
    .join('')
  const turn = `gradientTransform="rotate(${short(degrees)} 0.5 0.5)"`
  return `<linearGradient id="${id}" ${turn}>${stops}</linearGradient>${rectangle(box, { fill: `url(#${id})`, opacity })}`
}

/** A round glow: the colour in the middle, nothing at the edge. */
export function glow(cx: number, cy: number, radius: number, colour: string, opacity = 1): string {
  const id = named('glow', colour)
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset="0.55" stop-color="${colour}" stop-opacity="0.7"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>${circle(cx, cy, radius, `url(#${id})`, opacity)}`
}

/** Only what lies inside the box is seen. */
export function clipped(content: string, box: BoxMm, radius = 0): string {
  const id = named('clip', JSON.stringify([box, radius]))
  return `<clipPath id="${id}">${rectangle(box, { radius })}</clipPath><g clip-path="url(#${id})">${content}</g>`
}

const made = new Map<string, readonly string[]>()
const MOST_KEPT = 400

/** Paths that many sheets share are worked out once; `key` must name everything they depend on. */
export function kept(key: string, make: () => readonly string[]): readonly string[] {
  const known = made.get(key)
  if (known !== undefined) return known
  if (made.size >= MOST_KEPT) made.clear()
  const paths = make()
  made.set(key, paths)
  return paths
}

/** A name that is the same wherever the same thing is drawn: two equal definitions do no harm. */
export function named(what: string, key: string): string {
  let hash = 5381
  for (const character of key) hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0
  return `${what}${hash.toString(36)}`
}

/** Words that belong to the plate (on a seal, along an edge): drawn, never part of the truth. */
export function plateText(
  text: string,
  look: { typeface: TypefaceRole; sizeMm: number; colour: string; spacingMm?: number },
  at: { x: number; y: number; degrees?: number; middle?: boolean },
): string {
  const run = {
    ...look,
    text,
    x: 0,
    baseline: 0,
    role: 'other' as const,
    anchor: at.middle ? 'middle' : 'start',
  } as const
  return group(
    runSvg(REFERENCE, run),
    `transform="translate(${short(at.x)} ${short(at.y)}) rotate(${short(at.degrees ?? 0)})"`,
  )
}

/** Words around a circle, clockwise from `fromDegrees` (0 is the right, 270 the top), spread over `overDegrees`. */
export function ringText(
  text: string,
  look: { typeface: TypefaceRole; sizeMm: number; colour: string },
  ring: { cx: number; cy: number; radius: number; fromDegrees: number; overDegrees: number },
): string {
  const widths = [...text].map((letter) => textWidth(REFERENCE, look.typeface, letter, look.sizeMm))
  const total = widths.reduce((sum, width) => sum + width, 0)
  let [at, letters] = [0, '']
  for (const [index, letter] of [...text].entries()) {
    const width = widths[index] ?? 0
    const degrees = ring.fromDegrees + ((at + width / 2) / total) * ring.overDegrees
    const angle = (degrees * Math.PI) / 180
    const [x, y] = [ring.cx + ring.radius * Math.cos(angle), ring.cy + ring.radius * Math.sin(angle)]
    if (letter !== ' ') letters += plateText(letter, look, { x, y, degrees: degrees + 90, middle: true })
    at += width
  }
  return letters
}
