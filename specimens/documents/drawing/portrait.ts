// A portrait from the pool of people who do not exist, placed on a sheet: full, or pale as a second, ghostly picture.
import { readdirSync, readFileSync } from 'node:fs'
import { seededDice } from '../../person/dice.ts'
import type { BoxMm } from '../sheet.ts'
import { named, short } from './svg.ts'

export type Sex = 'f' | 'm'

const folder = new URL('../portraits/', import.meta.url)
const pool = readdirSync(folder)
  .filter((name) => name.endsWith('.jpg'))
  .sort()
const read = new Map<string, string>()

/** The file of the portrait: the same seed is the same person, on front and back and wherever it comes again. */
export const portraitName = (seed: number, sex: Sex): string =>
  seededDice(seed, 0xface).pick(pool.filter((each) => each.startsWith(sex)))

export function portraitOf(seed: number, sex: Sex): string {
  const name = portraitName(seed, sex)
  const known = read.get(name) ?? readFileSync(new URL(name, folder)).toString('base64')
  read.set(name, known)
  return `data:image/jpeg;base64,${known}`
}

export interface PortraitLook {
  /** 0 to 1; a ghost is about 0.3. */
  readonly opacity?: number
  /** Grey or in one colour. */
  readonly tint?: string
}

/** Fills the box and cuts what stands over. */
export function portrait(box: BoxMm, picture: string, look: PortraitLook = {}): string {
  const { x, y, width, height } = box
  const filter = look.tint === undefined ? '' : tinted(look.tint)
  // White must let the plate through, as ink on a plate does.
  const blend = (look.opacity ?? 1) < 1 ? ' style="mix-blend-mode:multiply"' : ''
  const use = look.tint === undefined ? '' : ` filter="url(#${named('tint', look.tint)})"${blend}`
  return `${filter}<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" preserveAspectRatio="xMidYMin slice" opacity="${short(look.opacity ?? 1)}" href="${picture}"${use}/>`
}

/** A portrait without a frame: its edges run out into the plate over about twice `softMm`. */
export function fadingPortrait(box: BoxMm, picture: string, softMm: number): string {
  const key = named('fade', JSON.stringify([box, softMm]))
  const inner = (by: number) =>
    `x="${short(box.x + by)}" y="${short(box.y + by)}" width="${short(box.width - 2 * by)}" height="${short(box.height - 2 * by)}"`
  const soft = `<filter id="${key}s" x="-0.2" y="-0.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="${short(softMm / 2)}"/></filter>`
  const mask = `<mask id="${key}" maskUnits="userSpaceOnUse" ${inner(-1)}><rect ${inner(softMm)} rx="1.5" fill="#fff" filter="url(#${key}s)"/></mask>`
  const ground = `<rect ${inner(0)} fill="#fff" fill-opacity="0.75"/>`
  return `${soft}${mask}<g mask="url(#${key})">${ground}${portrait(box, picture)}</g>`
}

/** Dark becomes the colour, light becomes white. */
function tinted(colour: string): string {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255
  const tables = ['R', 'G', 'B'].map(
    (channel, k) => `<feFunc${channel} type="table" tableValues="${short(part(1 + 2 * k))} 1"/>`,
  )
  return `<filter id="${named('tint', colour)}" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="0"/><feComponentTransfer>${tables.join('')}</feComponentTransfer></filter>`
}
