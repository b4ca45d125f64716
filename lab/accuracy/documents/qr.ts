// Measures how often the QR code of a chip card is read, by the number of pixels that a module of it has.
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import type { PageAsk } from '../../../src/documents/pages/page.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { median } from '../../kit/statistics/summary.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { none } from '../../kit/targets.ts'
import { type Case, QR_SIZES, qrCases } from './plan.ts'
import type { CaseRead } from './reading.ts'
import type { Session } from './session.ts'

const ASK: PageAsk = { lines: true, codes: 'expected' }
/** At this size most codes must be read. */
const CLEAR_PX = 2
const LEAST_READ = 0.95

export const qrShots = (context: Context): Case[] => QR_SIZES.flatMap((size) => context.sample(qrCases(size)))

interface Judged {
  readonly isRead: boolean
  readonly isWrong: boolean
  /** The page was found, as the front of a chip card. */
  readonly isFound: boolean
  readonly cpuMs: number
}

export async function evaluateQr({ context, reader }: Session): Promise<Report> {
  const rows: { size: number; own: Judged[] }[] = []
  for (const size of QR_SIZES) {
    const read = await reader.read(`qr ${size}`, context.sample(qrCases(size)), ASK)
    rows.push({ size, own: read.map(judge) })
  }
  const share = (own: readonly Judged[]) => proportionOf(own, ({ isRead }) => isRead)
  const clear = rows.filter(({ size }) => size >= CLEAR_PX)
  return {
    tables: [
      {
        title: 'QR codes of chip cards, on the engraving, by pixels of a module',
        columns: ['pixels', 'read', '', 'page found', 'wrong', 'CPU ms'],
        rows: rows.map(({ size, own }) => [
          size,
          percentWithInterval(share(own)),
          countOf(share(own)),
          countOf(proportionOf(own, ({ isFound }) => isFound)),
          own.filter(({ isWrong }) => isWrong).length,
          median(own.map(({ cpuMs }) => cpuMs)).toFixed(0),
        ]),
        note: 'Photographs by hand with blur, noise, glare and angle as people take them, JPEG of 50 to 90. The processor time is that of the whole page, lines included.',
      },
    ],
    plots: [],
    figures: { qr: Object.fromEntries(rows.map(({ size, own }) => [size, share(own)])) },
    targets: [
      ...clear.map(({ size, own }) => ({
        name: `qr-read-at-${size}px`,
        value: share(own).value,
        bound: LEAST_READ,
        good: 'at least' as const,
      })),
      none('qr-wrong', rows.flatMap(({ own }) => own).filter(({ isWrong }) => isWrong).length),
    ],
  }
}

function judge({ kind, seed, pictures: [picture] }: CaseRead): Judged {
  const [front] = specimen({ kind, seed, cast: castFor(seed, 'held-out') }).sheets
  const truth = front?.codes[0]?.text
  const pages = picture === undefined || 'fault' in picture.reading ? [] : picture.reading.pages
  const texts = pages.flatMap(({ codes }) => codes.map(({ text }) => text))
  return {
    isRead: texts.some((text) => text === truth),
    isWrong: texts.some((text) => text !== truth),
    isFound: pages.some((page) => page.kind === kind && page.side === 'front'),
    cpuMs: picture?.cpuMs ?? 0,
  }
}
