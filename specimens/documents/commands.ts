// The commands about documents: draw one, photograph one, all on one page, as PDF, export for training, make the portraits.
import { writeFile } from 'node:fs/promises'
import { cameraSheet } from '../camera/camera-sheet.ts'
import { encodePhotograph } from '../camera/encode.ts'
import { flatDocument } from '../camera/flat-document.ts'
import { sceneOf } from '../camera/levels.ts'
import { photograph } from '../camera/photograph.ts'
import { documentContactSheet } from './contact-sheet.ts'
import { exportPages, TRAINING_SEED } from './export.ts'
import { drawSheet, truth } from './flat.ts'
import {
  castOf,
  type Given,
  levelOf,
  madeFor,
  needed,
  sheetFor,
  whole,
  writePicture,
  writeTruth,
} from './given.ts'
import { scannedPdf, textPdf } from './pdf.ts'
import { makePortraits } from './portraits/make.ts'

export const COMMANDS: Readonly<Record<string, (given: Given) => Promise<string>>> = {
  document: oneDocument,
  photo: onePhoto,
  camera: async (given) => {
    const out = needed(given.out, '--out FILE.png')
    const made = madeFor(given)
    const document = await flatDocument(sheetFor(given, made), made.cast, made.seed)
    await writePicture(out, await cameraSheet(document, made.seed))
    return `${out}: ${made.kind} of seed ${made.seed} in 30 conditions`
  },
  pdf: onePdf,
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
const POINTS_PER_MM = 72 / 25.4

async function oneDocument(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.png or FILE.jpg')
  const made = madeFor(given)
  const sheet = sheetFor(given, made)
  const { cast, kind, seed } = made
  const scale = sheet.widthMm > 200 ? 8 : PIXELS_PER_MM
  await writePicture(
    out,
    await drawSheet(sheet, { cast, pixelsPerMm: scale, wear: Number(given.wear ?? 0), seed }),
  )
  await writeTruth(given.truth, truth(sheet, cast, scale))
  return `${out}: ${kind} ${sheet.side}, seed ${seed}, ${cast.name}`
}

async function onePhoto(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.jpg')
  if (!/\.jpe?g$/i.test(out)) throw new Error('a photograph is a JPEG: --out must end in .jpg')
  const level = levelOf(given)
  const made = madeFor(given)
  const sheet = sheetFor(given, made)
  const scene = sceneOf(level, made.seed)
  const taken = photograph([await flatDocument(sheet, made.cast, made.seed)], scene)
  await writeFile(out, await encodePhotograph(taken, scene))
  await writeTruth(given.truth, taken.truth)
  return `${out}: ${made.kind} ${sheet.side}, seed ${made.seed}, ${level}`
}

/** All its pages; the truth is in points from the upper left of each. */
async function onePdf(given: Given): Promise<string> {
  const out = needed(given.out, '--out FILE.pdf')
  const { sheets, cast, kind, seed } = madeFor(given, 'business-registration')
  await writeFile(out, await (given.scanned ? scannedPdf : textPdf)(sheets, cast))
  await writeTruth(
    given.truth,
    sheets.map((sheet) => truth(sheet, cast, POINTS_PER_MM)),
  )
  return `${out}: ${kind}, seed ${seed}, ${sheets.length === 1 ? 'one page' : `${sheets.length} pages`}, ${given.scanned ? 'scanned' : 'text'}`
}
