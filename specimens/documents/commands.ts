// The commands about documents: draw one, all on one page, export for training, make the portraits.
import { writeFile } from 'node:fs/promises'
import { KINDS } from '../../src/documents/kinds.ts'
import { encodeJpeg, encodePng, type Pixels } from '../../src/image/image.ts'
import { documentContactSheet } from './contact-sheet.ts'
import { castFor, castNamed } from './drawing/casts.ts'
import { exportPages, TRAINING_SEED } from './export.ts'
import { BREAKS } from './facts/breaks.ts'
import { drawSheet, truth } from './flat.ts'
import { makePortraits } from './portraits/make.ts'
import { specimen } from './specimen.ts'

/** What the command line gave. */
export interface Given {
  readonly seed?: string
  readonly out?: string
  readonly kind?: string
  readonly side?: string
  readonly page?: string
  readonly breaks?: string
  readonly cast?: string
  readonly truth?: string
  readonly wear?: string
  readonly plates?: string
  readonly pages?: string
}

export const COMMANDS: Readonly<Record<string, (given: Given) => Promise<string>>> = {
  document: oneDocument,
  sheet: async (given) => {
    const out = needed(given.out, '--out FILE')
    await writePicture(out, await documentContactSheet(whole(given.seed, 1), castOf(given)))
    return out
  },
  export: async (given) => {
    const { plates, pages } = await exportPages({
      out: needed(given.out, '--out FOLDER'),
      plates: whole(given.plates, 4),
      pages: whole(given.pages, 40),
      seed: whole(given.seed, TRAINING_SEED),
      onProgress: (done) => console.log(done),
    })
    return `${plates} plates, ${pages} pages`
  },
  portraits: async () => `${(await makePortraits()).length} portraits`,
}

const PIXELS_PER_MM = 14

async function oneDocument(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.png or FILE.jpg')
  const kind = KINDS.find((row) => row.kind === given.kind)?.kind
  if (kind === undefined) throw new Error(`--kind must be one of ${KINDS.map((row) => row.kind).join(', ')}`)
  const breaks = BREAKS.find(({ name }) => name === given.breaks)?.name
  if (given.breaks !== undefined && breaks === undefined) {
    throw new Error(`--breaks must be one of ${BREAKS.map(({ name }) => name).join(', ')}`)
  }
  const seed = whole(given.seed, 1)
  const cast = castOf(given)
  const made = specimen({
    kind,
    seed,
    ...(breaks === undefined ? {} : { breaks }),
    ...(cast === undefined ? {} : { cast }),
  })
  const page = whole(given.page, 1)
  const sheet = made.sheets.find((each) => each.side === (given.side ?? 'front') && each.page === page)
  if (sheet === undefined) throw new Error(`a ${kind} of this seed has no such side or page`)
  const scale = sheet.widthMm > 200 ? 8 : PIXELS_PER_MM
  const drawing = { cast: made.cast, pixelsPerMm: scale, wear: Number(given.wear ?? 0), seed }
  await writePicture(out, await drawSheet(sheet, drawing))
  if (given.truth !== undefined) {
    await writeFile(given.truth, `${JSON.stringify(truth(sheet, made.cast, scale), null, 1)}\n`)
  }
  return `${out}: ${kind} ${sheet.side}, seed ${seed}, ${made.cast.name}`
}

/** `usual` and `held-out` leave the choice to the seed; any cast can be named. */
function castOf({ cast, seed }: Given) {
  if (cast === undefined) return undefined
  return cast === 'held-out' ? castFor(whole(seed, 1), cast) : castNamed(cast)
}

function whole(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is not a whole number`)
  return value
}

function needed(text: string | undefined, option: string): string {
  if (text === undefined) throw new Error(`${option} is missing`)
  return text
}

async function writePicture(path: string, pixels: Pixels): Promise<void> {
  await writeFile(path, await (path.endsWith('.png') ? encodePng(pixels) : encodeJpeg(pixels)))
}
