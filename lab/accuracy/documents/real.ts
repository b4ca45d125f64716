// Measures the fields of generated Vietnamese passports, which are not our specimens, as the server answers them.
import { readFile } from 'node:fs/promises'
import { askOfDocument } from '../../../src/documents/identity/find.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { type PassportField, passportFields, readPassports } from '../reader/real-sets.ts'
import { recognise } from './recognise.ts'
import { isExact } from './score.ts'
import type { Session } from './session.ts'

const nothing: Report = { tables: [], plots: [], figures: {}, targets: [] }

/** The values are the names of the fields in answers. */
const names: Readonly<Record<PassportField, string>> = {
  full_name: 'name',
  number: 'passport_id',
  dob: 'birthday',
  sex: 'sex',
  place_of_birth: 'hometown',
  issue: 'issue_date',
  expiry: 'expiry',
}

const sexes: Readonly<Record<string, string>> = { M: 'Nam', F: 'Nữ' }

/** On this day none of them has expired, so that no warning depends on the day. */
const TODAY = { day: 1, month: 6, year: 2026 }

/** Only figures leave this part: no picture, and no text of one. */
export async function evaluateReal({ context, reader }: Session): Promise<Report> {
  let pictures: Awaited<ReturnType<typeof readPassports>>
  try {
    pictures = context.sample(await readPassports(context.data))
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error
    console.error(`real pictures left out: ${error.message}`)
    return nothing
  }
  const rows: { field: PassportField; said: boolean; isRight: boolean; confidence: number }[] = []
  const bytes = await Promise.all(pictures.map(({ file }) => readFile(file)))
  const readings = await reader.readBytes('real passports', bytes, askOfDocument)
  for (const [i, { fields }] of pictures.entries()) {
    const answer = recognise(readings.slice(i, i + 1), TODAY)
    for (const field of passportFields) {
      const said = answer.fields.get(names[field])
      const truth = field === 'sex' ? (sexes[fields.sex] ?? '') : fields[field]
      const isRight = isExact(said?.value.toUpperCase() ?? '', truth.toUpperCase())
      rows.push({ field, said: said !== undefined, isRight, confidence: said?.confidence ?? 0 })
    }
  }
  const groups = [...Map.groupBy(rows, ({ field }) => field), ['all', rows] as const]
  const exact = (own: typeof rows) => proportionOf(own, ({ isRight }) => isRight)
  return {
    ...nothing,
    tables: [
      {
        title: 'Visual zone of generated Vietnamese passports, grey and noisy',
        columns: ['field', 'exact', '', 'empty', 'wrong', 'wrong, surer than 0.9'],
        rows: groups.map(([field, own]) => {
          const wrong = own.filter(({ said, isRight }) => said && !isRight)
          return [
            field,
            percentWithInterval(exact(own)),
            countOf(exact(own)),
            own.filter(({ said }) => !said).length,
            wrong.length,
            wrong.filter(({ confidence }) => confidence > 0.9).length,
          ]
        }),
        note: 'Tones included, capitals aside. Their machine-readable zones are not valid and must be refused.',
      },
    ],
    figures: {
      real: { passports: Object.fromEntries(groups.map(([field, own]) => [field, exact(own)])) },
    },
  }
}
