// selfsame read: reads the documents in picture files as the server would, and says or draws what it read.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import type { Page, PageAsk, Pages } from '../documents/page.ts'
import { pageLegend } from '../documents/page-colours.ts'
import type { Jobs } from '../workers/jobs.ts'
import type { Pool } from '../workers/port.ts'
import { withWorker } from './one-worker.ts'
import { explain, makeNetworksReady, organisation, readPicture } from './pictures.ts'
import { Sorry, say } from './terminal.ts'

export interface ReadOptions {
  readonly overlay?: string
  readonly everywhere?: boolean
  readonly json?: boolean
}

export async function read(config: Settings, file: string, options: ReadOptions): Promise<void> {
  const { overlay, json = false, everywhere = false } = options
  if (overlay !== undefined) checkOverlay(overlay, file)
  const bytes = await readPicture(config, file)
  await makeNetworksReady(config)
  const ask: PageAsk = { lines: true, quality: true, codes: everywhere ? 'everywhere' : 'expected' }
  await withWorker(config, async ({ pool }) => {
    const pages = await readPagesOf(pool, config, file, bytes, ask)
    say(json ? JSON.stringify({ file, ...pages }) : describe(file, pages))
    if (overlay === undefined) return
    await draw(pool, config, overlay, bytes, pages)
    if (!json) say(`${overlay} shows\n  ${pageLegend.join('\n  ')}`)
  }).catch(explain)
}

function checkOverlay(overlay: string, file: string): void {
  if (!overlay.toLowerCase().endsWith('.png'))
    throw new Sorry('--overlay writes a PNG: give it a name that ends in .png.')
  if (resolve(file) === resolve(overlay))
    throw new Sorry('--overlay names the picture itself, which would be lost: give it another name.')
}

async function readPagesOf(
  pool: Pool<Jobs>,
  config: Settings,
  file: string,
  bytes: Uint8Array,
  ask: PageAsk,
): Promise<Pages> {
  const input = { bytes, maxMegapixels: config.imageMegapixels, ask }
  const reading = await pool.run('read-pages', input, { organisation }).catch((error: Error) => {
    throw new Sorry(`${file} cannot be read: ${error.message}.`)
  })
  if ('fault' in reading) throw new Sorry(`${file} ${reading.fault}.`)
  return reading
}

async function draw(
  pool: Pool<Jobs>,
  config: Settings,
  overlay: string,
  bytes: Uint8Array,
  { pages }: Pages,
): Promise<void> {
  const input = { bytes, maxMegapixels: config.imageMegapixels, pages }
  try {
    const drawing = await pool.run('draw-pages', input, { organisation })
    if ('fault' in drawing) throw new Error(drawing.fault)
    await writeFile(overlay, drawing.png)
  } catch (error) {
    throw new Sorry(`${overlay} cannot be written: ${(error as Error).message}`)
  }
}

export function describe(file: string, { image, pages }: Pages): string {
  const count = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`
  const head = `${file}: ${image.format.toUpperCase()}, ${image.width} x ${image.height} pixels, ${count}\n`
  return [head, ...pages.map((page, i) => `page ${i + 1}\n${describePage(page)}\n`)].join('\n')
}

function describePage(page: Page): string {
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
  const details = rows.map(([name, value]) => `  ${name.padEnd(8)} ${value}`)
  const read = lines.map(({ text, confidence, raw }) => {
    const plain = raw.text === text ? '' : `  (raw ${raw.confidence.toFixed(2)}: ${raw.text})`
    return `  ${confidence.toFixed(2)}  ${text}${plain}`
  })
  return [...details, `  lines    ${lines.length}`, ...read].join('\n')
}
