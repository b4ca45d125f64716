// selfsame read: reads the documents in picture files as the server would, and says or draws what it read.
import type { Settings } from '../config.ts'
import { kindDefinition } from '../documents/kinds/kinds.ts'
import type { Page, PageAsk, Pages } from '../documents/pages/page.ts'
import { pageLegend } from '../documents/pages/page-colours.ts'
import { pagePlace } from '../documents/pages/places.ts'
import type { Size } from '../image/geometry/geometry.ts'
import { isPdf } from '../image/pdf/header.ts'
import type { Jobs } from '../jobs.ts'
import type { Pool } from '../workers/port.ts'
import { withWorker } from './one-worker.ts'
import { explain, organisation, prepareForCommand, readPicture } from './pictures.ts'
import { certificateFields, describePdf, readPdfFile } from './read-certificate.ts'
import { fieldsOf as fieldsOfCard, fieldTable, type ShownField } from './read-fields.ts'
import { checkOverlay, drawPdf, drawPicture } from './read-overlay.ts'
import { CommandError, say } from './terminal.ts'

export interface ReadOptions {
  readonly overlay?: string
  readonly everywhere?: boolean
  readonly json?: boolean
}

export async function read(config: Settings, files: readonly string[], options: ReadOptions): Promise<void> {
  const { overlay, json = false, everywhere = false } = options
  if (overlay !== undefined) checkOverlay(overlay, files)
  // All files are loaded first, so that a missing one is reported before the first is read.
  const pictures: { readonly file: string; readonly bytes: Uint8Array }[] = []
  for (const file of files) pictures.push({ file, bytes: await readPicture(config, file) })
  await prepareForCommand(config)
  const where = everywhere ? 'everywhere' : 'expected'
  const ask: PageAsk = { lines: true, quality: true, codes: where, mrz: where }
  const tell = (drawn: readonly string[]): void => {
    if (!json)
      say(`${drawn.join(', ')} ${drawn.length === 1 ? 'shows' : 'show'}\n  ${pageLegend.join('\n  ')}`)
  }
  await withWorker(config, async ({ pool }) => {
    for (const { file, bytes } of pictures) {
      if (isPdf(bytes)) {
        const sheets = await readPdfFile(pool, config, file, bytes)
        say(
          json
            ? JSON.stringify({ file, sheets, fields: certificateFields(sheets) })
            : describePdf(file, sheets),
        )
        if (overlay !== undefined) tell(await drawPdf(pool, config, overlay, bytes, sheets))
        continue
      }
      const pages = await readPagesOf(pool, config, file, bytes, ask)
      say(json ? JSON.stringify({ file, ...withFields(pages) }) : describe(file, pages))
      if (overlay === undefined) continue
      await drawPicture(pool, config, overlay, bytes, pages, (page) => fieldsOf(page, pages.image))
      tell([overlay])
    }
  }).catch(explain)
}

/** A certificate is read by its headings, all else by the labels of its kind. A plain one may look like any sheet. */
function fieldsOf(page: Page, image: Size): ShownField[] {
  const { family } = kindDefinition(page.kind)
  const isSheet = family === 'registration' || family === 'unknown'
  const found = isSheet ? certificateFields([{ ...page, place: pagePlace(page, image), source: 'ocr' }]) : []
  return found.length > 0 ? found : fieldsOfCard(page, image)
}

const withFields = (pages: Pages) => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, fields: fieldsOf(page, pages.image) })),
})

async function readPagesOf(
  pool: Pool<Jobs>,
  config: Settings,
  file: string,
  bytes: Uint8Array,
  ask: PageAsk,
): Promise<Pages> {
  const input = { bytes, maxMegapixels: config.imageMegapixels, ask }
  const reading = await pool.run('read-pages', input, { organisation }).catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}.`)
  })
  if ('fault' in reading) throw new CommandError(`${file} ${reading.fault}.`)
  return reading
}

export function describe(file: string, { image, pages }: Pages): string {
  const count = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`
  const head = `${file}: ${image.format.toUpperCase()}, ${image.width} x ${image.height} pixels, ${count}\n`
  return [head, ...pages.map((page, i) => `page ${i + 1}\n${describePage(page, image)}\n`)].join('\n')
}

function describePage(page: Page, image: Size): string {
  const { kind, side, confidences, quarterTurn, corners, lines, codes, quality } = page
  const shares = (values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  const rows: (readonly [name: string, value: string])[] = [
    ['kind', `${kind}, ${side}`],
    ['sure of', shares({ ...confidences }).join(', ')],
    ['turned', quarterTurn === 0 ? 'not' : `by ${90 * quarterTurn} degrees clockwise`],
    ['corners', corners.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')],
  ]
  if (quality) rows.push(['quality', shares(quality).join(', ')])
  for (const { format, text } of codes) rows.push([format, JSON.stringify(text)])
  const fields = fieldsOf(page, image)
  const table = fields.length === 0 ? [] : fieldTable(fields).map((row) => `    ${row}`)
  const details = rows.map(([name, value]) => `  ${name.padEnd(8)} ${value}`)
  const read = lines.map(({ text, confidence, raw }) => {
    const plain = raw.text === text ? '' : `  (raw ${raw.confidence.toFixed(2)}: ${raw.text})`
    return `  ${confidence.toFixed(2)}  ${text}${plain}`
  })
  return [...details, `  fields   ${fields.length}`, ...table, `  lines    ${lines.length}`, ...read].join(
    '\n',
  )
}
