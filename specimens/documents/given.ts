// What the command line of the specimens was given, checked: kinds, seeds, files, and the specimen that is asked for.
import { writeFile } from 'node:fs/promises'
import { KINDS, type Kind } from '../../src/documents/kinds/kinds.ts'
import { encodeJpeg, encodePng } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import type { Level } from '../camera/scene.ts'
import { castFor, castNamed } from './drawing/casts.ts'
import { BREAKS } from './facts/breaks.ts'
import { FORGERIES } from './facts/forgeries.ts'
import type { Sheet } from './sheet.ts'
import { specimen } from './specimen.ts'

/** Options that take a word. */
export const WORDS = [
  'seed',
  'out',
  'kind',
  'side',
  'page',
  'breaks',
  'cast',
  'truth',
  'wear',
  'plates',
  'pages',
  'level',
  'start',
  'take',
  'forgery',
  'algorithm',
  'portrait',
  'sod',
  'challenge',
  'challenge-id',
  'card',
  'listen',
  'insert',
] as const
/** Options that are there or not. */
export const SWITCHES = ['scanned', 'help'] as const

export type Given = { readonly [name in (typeof WORDS)[number]]?: string } & {
  readonly [name in (typeof SWITCHES)[number]]?: boolean
}

const LEVELS: readonly Level[] = ['clean', 'photo', 'bad']

/** The specimen of this kind, seed, cast and broken rule, or as it was forged. */
export function madeFor(given: Given, otherwise?: Kind) {
  const kind = KINDS.find((row) => row.kind === (given.kind ?? otherwise))?.kind
  if (kind === undefined) throw new Error(`--kind must be one of ${KINDS.map((row) => row.kind).join(', ')}`)
  const breaks = BREAKS.find(({ name }) => name === given.breaks)?.name
  if (given.breaks !== undefined && breaks === undefined) {
    throw new Error(`--breaks must be one of ${BREAKS.map(({ name }) => name).join(', ')}`)
  }
  const forgery = FORGERIES.find((name) => name === given.forgery)
  if (given.forgery !== undefined && forgery === undefined)
    throw new Error(`--forgery must be one of ${FORGERIES.join(', ')}`)
  const seed = whole(given.seed, 1)
  const cast = castOf(given)
  const made = specimen({
    kind,
    seed,
    ...(breaks === undefined ? {} : { breaks }),
    ...(forgery === undefined ? {} : { forgery }),
    ...(cast === undefined ? {} : { cast }),
  })
  return { ...made, kind, seed }
}

export function sheetFor(given: Given, { kind, sheets }: ReturnType<typeof madeFor>): Sheet {
  const page = whole(given.page, 1)
  const sheet = sheets.find((each) => each.side === (given.side ?? 'front') && each.page === page)
  if (sheet === undefined) throw new Error(`a ${kind} of this seed has no such side or page`)
  return sheet
}

/** `usual` and `held-out` leave the choice to the seed; any cast can be named. */
export function castOf({ cast, seed }: Given) {
  if (cast === undefined) return undefined
  return cast === 'held-out' ? castFor(whole(seed, 1), cast) : castNamed(cast)
}

export function levelOf({ level = 'photo' }: Given): Level {
  const known = LEVELS.find((one) => one === level)
  if (known === undefined) throw new Error(`--level must be one of ${LEVELS.join(', ')}`)
  return known
}

export function whole(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is not a whole number`)
  return value
}

export function needed(text: string | undefined, option: string): string {
  if (text === undefined) throw new Error(`${option} is missing`)
  return text
}

export async function writePicture(path: string, pixels: Pixels): Promise<void> {
  await writeFile(path, await (path.endsWith('.png') ? encodePng(pixels) : encodeJpeg(pixels)))
}

export async function writeTruth(path: string | undefined, truth: unknown): Promise<void> {
  if (path !== undefined) await writeFile(path, `${JSON.stringify(truth, null, 1)}\n`)
}
