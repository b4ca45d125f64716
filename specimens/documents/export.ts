// Writes plates and pages of text for training on another machine: one source of truth for documents.
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { type Kind, PAGE_CLASSES, type PageClass } from '../../src/documents/kinds/kinds.ts'
import { seededDice } from '../person/dice.ts'
import { CASTS, type Cast } from './drawing/casts.ts'
import { linesOf } from './drawing/lines.ts'
import { fontPath, setting, strikesOf } from './drawing/typefaces.ts'
import { drawSheet, pixelSize } from './flat.ts'
import type { BoxMm, Run, Sheet, Strike } from './sheet.ts'
import { specimen } from './specimen.ts'

interface ExportPlan {
  readonly out: string
  /** Plates of every kind, side, page and form (a form: where portrait and codes stand). */
  readonly plates: number
  /** Pages of text of every kind and side. */
  readonly pages: number
  readonly seed: number
  /** All of them where none is named. */
  readonly kinds?: readonly Kind[]
  readonly onProgress?: (done: string) => void
}

const QUALITY = 80
const CARD_PX = 1000
const PAPER_PX = 1754
const PAPER_MM = 200
/** Boxes nearer than this are the same form. */
const FORM_MM = 5

/** Seeds from here on are for training; those below are for measuring. */
export const TRAINING_SEED = 1_000_000

const exportScale = ({ widthMm, heightMm }: Sheet): number => {
  const longest = Math.max(widthMm, heightMm)
  return (longest > PAPER_MM ? PAPER_PX : CARD_PX) / longest
}

export async function exportPages(plan: ExportPlan): Promise<{ plates: number; pages: number }> {
  if (plan.seed < TRAINING_SEED)
    throw new RangeError(`seeds below ${TRAINING_SEED} are for measuring: export from there on`)
  await mkdir(join(plan.out, 'plates'), { recursive: true })
  await writeFonts(plan.out)
  const lines = createWriteStream(join(plan.out, 'pages.jsonl'))
  let [plates, pages] = [0, 0]
  for (const [index, page] of PAGE_CLASSES.entries()) {
    if (plan.kinds !== undefined && !plan.kinds.includes(page.kind)) continue
    const made = new Map<string, string[]>()
    let own = 0
    for (const { sheet, cast, seed } of sheetsFor(page, plan)) {
      const variant = variantOf(sheet)
      const names = made.get(variant) ?? []
      made.set(variant, names)
      let name = seededDice(seed, 0xe4).pick(names)
      if (names.length < plan.plates) {
        name = `${page.kind}-${page.side}-${own++}.webp`
        names.push(name)
        await writePlate(join(plan.out, 'plates', name), sheet)
        plates++
      }
      lines.write(`${JSON.stringify(pageOf(sheet, cast, index, `plates/${name}`))}\n`)
      pages++
    }
    plan.onProgress?.(`${page.kind} ${page.side}: ${own} plates`)
  }
  await new Promise<void>((resolve, reject) => lines.on('error', reject).end(resolve))
  return { plates, pages }
}

/** Texts may be set on any plate of the same form. */
function variantOf({ page, widthMm, heightMm, portrait, codes, form }: Sheet): string {
  if (form !== undefined) return [page, form].join(' ')
  const boxes = [...(portrait === undefined ? [] : [portrait]), ...codes.map(({ box }) => box)]
  const places = boxes.map(({ x, y }) => `${Math.round(x / FORM_MM)},${Math.round(y / FORM_MM)}`)
  return [page, widthMm, heightMm, ...places].join(' ')
}

function* sheetsFor(
  { kind, side }: PageClass,
  plan: ExportPlan,
): Generator<{ sheet: Sheet; cast: Cast; seed: number }> {
  for (let [seed, count] = [plan.seed, 0]; count < plan.pages; seed++) {
    const { sheets, cast } = specimen({ kind, seed })
    for (const sheet of sheets) {
      if (sheet.side !== side || count === plan.pages) continue
      count++
      yield { sheet, cast, seed }
    }
  }
}

async function writeFonts(out: string): Promise<void> {
  await mkdir(join(out, 'fonts'), { recursive: true })
  const files = [
    ...new Set(CASTS.filter(({ heldOut }) => !heldOut).flatMap(({ files }) => Object.values(files))),
  ]
  for (const file of files) await copyFile(fontPath(file), join(out, 'fonts', basename(file)))
  const fonts = files.map((file) => `fonts/${basename(file)}`)
  await writeFile(join(out, 'index.json'), JSON.stringify({ classes: PAGE_CLASSES, fonts }, null, 1))
}

async function writePlate(path: string, sheet: Sheet): Promise<void> {
  const { data, width, height } = await drawSheet(sheet, { pixelsPerMm: exportScale(sheet), withText: false })
  await writeFile(
    path,
    await sharp(data, { raw: { width, height, channels: 3 } })
      .webp({ quality: QUALITY })
      .toBuffer(),
  )
}

/** One line of pages.jsonl; all lengths in pixels of the plate. */
function pageOf(sheet: Sheet, cast: Cast, index: number, plate: string) {
  const scale = exportScale(sheet)
  const px = (value: number) => Math.round(value * scale * 100) / 100
  const box = ({ x, y, width, height }: BoxMm) => [px(x), px(y), px(width), px(height)]
  const run = (one: Run) => {
    const { x, width, squeeze } = setting(cast, one)
    return {
      text: one.text.normalize('NFC'),
      typeface: one.typeface,
      font: basename(cast.files[one.typeface]),
      size: px(one.sizeMm),
      x: px(x),
      baseline: px(one.baseline),
      width: px(width),
      colour: one.colour,
      spacing: px((one.spacingMm ?? 0) * squeeze),
      ...(one.turnDegrees === undefined ? {} : { turn: one.turnDegrees, about: px(one.x) }),
      ...(one.ink === undefined ? {} : { ink: one.ink }),
      ...(one.strike === undefined ? {} : struck(one, one.strike)),
    }
  }
  const struck = (one: Run, { hollow = 0, gaps = 0 }: Strike) => {
    const strikes = strikesOf(one)
    return {
      lifts: strikes.map(({ lift }) => px(lift)),
      inks: strikes.map(({ ink }) => Math.round(ink * 100) / 100),
      hollow,
      gaps,
    }
  }
  return {
    plate,
    class: index,
    ...pixelSize(sheet, scale),
    cornerPx: px(sheet.cornerMm),
    lines: linesOf(sheet, cast).map((line) => ({
      text: line.text,
      role: line.role,
      box: box(line.box),
      runs: line.runs.flatMap((at) => {
        const one = sheet.runs[at]
        return one === undefined ? [] : [run(one)]
      }),
    })),
    codes: sheet.codes.map((code) => box(code.box)),
    portrait: sheet.portrait === undefined ? null : box(sheet.portrait),
  }
}
