// Measures the mrz-reader on real pictures: documents read completely, and zones that must be refused.
import { readFile } from 'node:fs/promises'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import { isProved, type MrzReading } from '../../../src/documents/mrz/reading.ts'
import type { PageAsk, PagesReading } from '../../../src/documents/pages/page.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { type MrzPicture, readMrzPictures, readPassports } from '../reader/real-sets.ts'
import type { Session } from './session.ts'

const nothing: Report = { tables: [], plots: [], figures: {}, targets: [] }
const ASK: PageAsk = { mrz: 'everywhere' }
const LEAST_WHOLE = 0.95
/** A field with more confidence than this is believed. */
const BELIEVED = 0.9

interface Judged {
  readonly type: string
  /** Whether the check digits, as printed, are right. */
  readonly isSound: boolean
  readonly isWhole: boolean
  readonly isFound: boolean
  /** The count of believed fields that differ from what is printed. */
  readonly believedWrong: number
}

/** Only figures leave this part: no picture, and no text of one. */
export async function evaluateMrz(session: Session): Promise<Report> {
  try {
    const [zones, refusals] = [await zonesReport(session), await refusalReport(session)]
    return {
      tables: [...zones.tables, ...refusals.tables],
      plots: [],
      figures: { mrzPictures: { ...zones.figures, ...refusals.figures } },
      targets: [...zones.targets, ...refusals.targets],
    }
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error
    console.error(`real zones left out: ${error.message}`)
    return nothing
  }
}

async function zonesReport({ context, reader }: Session): Promise<Report> {
  const pictures = context.sample(await readMrzPictures(context.data))
  const bytes = await Promise.all(pictures.map(({ file }) => readFile(file)))
  const readings = await reader.readBytes('real zones', bytes, ASK)
  const judged = pictures.map((picture, i) => judge(picture, readings[i] ?? { fault: 'was not read' }))
  const sound = judged.filter(({ isSound }) => isSound)
  const groups = [
    ...Map.groupBy(sound, ({ type }) => type),
    ['all', sound] as const,
    ['with a wrong digit in print', judged.filter(({ isSound }) => !isSound)] as const,
  ]
  const rows = groups.map(([name, own]) => ({
    name,
    whole: proportionOf(own, ({ isWhole }) => isWhole),
    found: proportionOf(own, ({ isFound }) => isFound),
    believedWrong: own.reduce((sum, one) => sum + one.believedWrong, 0),
  }))
  return {
    ...nothing,
    tables: [
      {
        title: 'Machine-readable zones of real pictures',
        columns: ['type', 'read whole', '', 'found', `fields wrong, surer than ${BELIEVED}`],
        rows: rows.map(({ name, whole, found, believedWrong }) => [
          name,
          percentWithInterval(whole),
          countOf(whole),
          countOf(found),
          believedWrong,
        ]),
        note: 'Whole: every character of every line. Documents whose printed check digits are right, and apart those whose are not.',
      },
    ],
    figures: Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])),
    targets: [
      {
        name: 'mrz-pictures-whole',
        value: proportionOf(sound, ({ isWhole }) => isWhole).value,
        bound: LEAST_WHOLE,
        good: 'at least',
      },
    ],
  }
}

function judge({ type, lines }: MrzPicture, reading: PagesReading): Judged {
  const truth = parseMrz(
    lines.map((text) => ({ text, characters: [...text].map((sign) => ({ text: sign, confidence: 1 })) })),
  )
  const zones = zonesOf(reading)
  const isWhole = zones.some((zone) => isSame(zone.lines, lines))
  return {
    type,
    isSound: truth !== undefined && isProved(truth),
    isWhole,
    isFound: zones.length > 0,
    believedWrong: isWhole ? 0 : zones.reduce((sum, zone) => sum + believedWrong(zone, truth), 0),
  }
}

const zonesOf = (reading: PagesReading): MrzReading[] =>
  'fault' in reading ? [] : reading.pages.flatMap(({ mrz }) => mrz ?? [])

const isSame = (read: MrzReading['lines'], lines: readonly string[]): boolean =>
  read.length === lines.length && read.every(({ text }, i) => text === lines[i])

function believedWrong({ fields }: MrzReading, truth: MrzReading | undefined): number {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return names.filter(
    (name) => fields[name].confidence > BELIEVED && fields[name].text !== truth?.fields[name].text,
  ).length
}

/** The zones of these generated passports follow no rule. */
async function refusalReport({ context, reader }: Session): Promise<Report> {
  const pictures = context.sample(await readPassports(context.data))
  const bytes = await Promise.all(pictures.map(({ file }) => readFile(file)))
  const readings = await reader.readBytes('invalid zones', bytes, ASK)
  const refused = proportionOf(readings, (reading) => zonesOf(reading).length === 0)
  return {
    ...nothing,
    tables: [
      {
        title: 'Zones that follow no rule (generated passports)',
        columns: ['', 'refused', ''],
        rows: [['all', percentWithInterval(refused), countOf(refused)]],
      },
    ],
    figures: { refused },
  }
}
