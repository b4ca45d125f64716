// Defines what an evaluation is given and returns, and prints the report and keeps it in files.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from './plots/png.ts'
import type { Plot } from './plots/svg.ts'
import { markdownTable, type Table } from './table.ts'
import { isMet, type Target } from './targets.ts'

export interface Context {
  /** The folder of measurement data; it exists, unless the suite can do without. */
  readonly data: string
  /** The folder of what is kept between runs and can be made again. */
  readonly cache: string
  /** The networks converted for this machine, within the cache. */
  readonly networksFolder: string
  /** The folder where the report is kept. */
  readonly out: string
  /** The number of workers; by default one for each processor. */
  readonly workers: number
  /** The value of --limit. */
  readonly limit: number | undefined
  /** Whether this part is to run; without --only all are. */
  wants(part: string): boolean
  /** Whether this option of the suite is given. */
  asked(option: string): boolean
  /** Returns at most --limit of the items, spread evenly over the list, so that no class is cut off. Split halves before. */
  sample<Item>(items: readonly Item[]): Item[]
}

/** Anything that JSON can hold. */
type Figures = Readonly<Record<string, unknown>>

export interface Report {
  readonly tables: readonly Table[]
  readonly plots: readonly Plot[]
  readonly figures: Figures
  readonly targets: readonly Target[]
}

export const mergeReports = (reports: readonly Report[]): Report => ({
  tables: reports.flatMap(({ tables }) => tables),
  plots: reports.flatMap(({ plots }) => plots),
  figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
  targets: reports.flatMap(({ targets }) => targets),
})

export type Evaluate = (context: Context) => Promise<Report>

export function sampleOf<Item>(items: readonly Item[], limit: number | undefined): Item[] {
  if (limit === undefined || limit >= items.length) return [...items]
  return Array.from(
    { length: limit },
    (_, index) => items[Math.floor(((index + 0.5) * items.length) / limit)] as Item,
  )
}

export interface Kept {
  readonly suite: string
  readonly report: Report
  readonly folder: string
  /** The conditions of the run: the limit, the parts, how long it took. */
  readonly run: Figures
}

/** Writes `<suite>.json`, `<suite>.md`, and every plot as `<suite>-<plot>.svg` and `.png`; returns what it wrote. */
export async function keepReport({ suite, report, folder, run }: Kept): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const targets = report.targets.map((target) => ({ ...target, ok: isMet(target) }))
  const files: [string, string | Buffer][] = [
    [`${suite}.json`, `${JSON.stringify({ suite, run, targets, figures: report.figures }, undefined, 2)}\n`],
    [`${suite}.md`, markdownPage(suite, report)],
  ]
  for (const plot of report.plots) {
    files.push([`${suite}-${plot.name}.svg`, plot.svg])
    files.push([`${suite}-${plot.name}.png`, await pngOf(plot.svg)])
  }
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  return files.map(([name]) => join(folder, name))
}

function markdownPage(suite: string, { tables, plots }: Report): string {
  const images = plots.map(({ name, title }) => `![${title}](${suite}-${name}.svg)`)
  return `${[`# Evaluation of ${suite}`, ...tables.map(markdownTable), ...images].join('\n\n')}\n`
}
