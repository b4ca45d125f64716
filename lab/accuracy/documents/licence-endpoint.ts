// Answers pictures of a driving licence as the server does, in terms of what is printed on it.
import { hasFailed } from '../../../src/checks.ts'
import { ANSWER_FIELDS } from '../../../src/documents/fields/rows.ts'
import { askOfLicence, findLicence } from '../../../src/documents/licence/read.ts'
import { type LicenceData, recognizedData } from '../../../src/documents/licence/record.ts'
import type { PagesReading } from '../../../src/documents/pages/page.ts'
import type { Day } from '../../../src/documents/text/dates.ts'
import { none, type Recognised, type RecognitionEndpoint } from './recognise.ts'
import type { Said } from './score.ts'

/** The endpoint takes one picture: several are treated as one that shows all of them. */
function recognise(readings: readonly PagesReading[], today: Day): Recognised {
  const read = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]))
  const [first] = read
  if (first === undefined) return none(101)
  const found = findLicence({ ...first, pages: read.flatMap(({ pages }) => pages) })
  if (found.outcome === 'several') return none(422)
  if (found.outcome === 'nothing') return none(101)
  const data = recognizedData(found.sides, { today, serverTag: '' })
  return {
    code: 200,
    kind: found.sides[0]?.kind,
    fields: new Map([...valuesOf(data), ...rowsOf(data)]),
    warnings: data.warning_code,
    others: found.others.map(({ document }) => document),
    failed: data.checks.filter(hasFailed).map(({ name }) => name),
  }
}

function valuesOf(data: LicenceData): [string, Said][] {
  return ANSWER_FIELDS.licence.flatMap(({ name, confidence }): [string, Said][] => {
    const numbers = JSON.parse(data[confidence]) as number[]
    const source = (data.source[name] ?? []).join('+')
    return data[name] === ''
      ? []
      : [[name, { value: data[name], confidence: Math.min(1, ...numbers), source }]]
  })
}

function rowsOf({ back_side_info: rows }: LicenceData): [string, Said][] {
  return rows.flatMap(({ class_name, class_date, class_conf }, i): [string, Said][] => {
    const said = (value: string): Said => ({ value, confidence: Number(class_conf), source: 'ocr' })
    return [
      [`back_side_info.${i}.class_name`, said(class_name)],
      [`back_side_info.${i}.class_date`, said(class_date)],
    ]
  })
}

export const licenceEndpoint: RecognitionEndpoint = { name: 'as a licence', ask: askOfLicence, recognise }
