// Measures the lines of machine-readable zones on real pictures of documents, through the whole pipeline.
import { readFile } from 'node:fs/promises'
import { DataMissing } from '../../kit/datasets/labels.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percent, percentWithInterval } from '../../kit/table.ts'
import type { PageSeen, ReaderCrew } from './jobs.ts'
import { compareTexts, errorRate } from './letters.ts'
import { readMrzPictures } from './real-sets.ts'

/** Only figures leave this part: no picture, and no text of one. */
export async function evaluateReal(context: Context, crew: ReaderCrew): Promise<Report> {
  const report = await ifThere(() => mrzReport(context, crew))
  return { ...report, figures: { real: report.figures } }
}

const nothing: Report = { tables: [], plots: [], figures: {}, targets: [] }

async function ifThere(report: () => Promise<Report>): Promise<Report> {
  try {
    return await report()
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error
    console.error(`real pictures left out: ${error.message}`)
    return nothing
  }
}

async function readAll<Item extends { readonly file: string }>(
  crew: ReaderCrew,
  label: string,
  items: readonly Item[],
): Promise<{ item: Item; texts: string[] }[]> {
  const outcomes = await crew.run({
    label,
    job: 'read-file',
    items,
    inputOf: async ({ file }) => ({ bytes: await readFile(file), ask: { lines: true } }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${item.file}: ${error.message}`)
  return [
    ...done.map(({ item, output }) => ({ item, texts: textsOf(output) })),
    // A picture that cannot be decoded counts as not read.
    ...failed.map(({ item }) => ({ item, texts: [] })),
  ]
}

const textsOf = (pages: readonly PageSeen[]): string[] =>
  pages.flatMap(({ lines }) => lines.map(({ text }) => text))

const withoutSpaces = (text: string): string => text.replaceAll(' ', '')

async function mrzReport(context: Context, crew: ReaderCrew): Promise<Report> {
  const pictures = context.sample(await readMrzPictures(context.data))
  const read = (await readAll(crew, 'real MRZ', pictures)).map(({ item, texts }) => {
    const found = texts.map(withoutSpaces)
    return { type: item.type, lines: item.lines.map((line) => judgedLine(line, found)) }
  })
  const groups = [...Map.groupBy(read, ({ type }) => type), ['all', read] as const]
  const rows = groups.map(([name, own]) => {
    const lines = own.flatMap((picture) => picture.lines)
    return {
      name,
      whole: proportionOf(lines, ({ wrong }) => wrong === 0),
      pictures: proportionOf(own, (picture) => picture.lines.every(({ wrong }) => wrong === 0)),
      rate: errorRate(lines),
    }
  })
  return {
    ...nothing,
    tables: [
      {
        title: 'Machine-readable zones of real pictures, from the file',
        columns: ['type', 'lines whole', '', 'pictures with all lines whole', '', 'letters wrong'],
        rows: rows.map(({ name, whole, pictures: all, rate }) => [
          name,
          percentWithInterval(whole),
          countOf(whole),
          percentWithInterval(all),
          countOf(all),
          percent(rate),
        ]),
        note: 'Each true line against the line that was read most like it anywhere in the picture. Check digits mend nothing here.',
      },
    ],
    figures: { mrz: Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])) },
  }
}

function judgedLine(line: string, found: readonly string[]) {
  const nothingRead = compareTexts(line, '')
  return found
    .map((one) => compareTexts(line, one))
    .reduce((best, one) => (one.wrong < best.wrong ? one : best), nothingRead)
}
