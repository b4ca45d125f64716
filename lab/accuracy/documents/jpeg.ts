// Measures what is lost when the same photographs are saved again as JPEG of quality 10.
import type { Report } from '../../kit/report.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { fieldFigures } from './field-tables.ts'
import { readIdentity } from './identity.ts'
import { CARDS, PASSPORTS } from './plan.ts'
import { exactOf, fieldName, identityGroups, type Judged, ofGroup } from './score.ts'
import type { Answered, Session } from './session.ts'

const QUALITY = 10

export async function evaluateJpeg(session: Session): Promise<Report> {
  const rowsOf = async (quality?: number): Promise<Judged[]> => {
    const answered: Answered[] = []
    for (const kinds of [CARDS, PASSPORTS]) answered.push(...(await readIdentity(session, kinds, quality)))
    return answered.flatMap((one) => session.judge(one, one.whole, one.truth, setOf(one, quality)))
  }
  const [as, poor] = [await rowsOf(), await rowsOf(QUALITY)]
  const groups = [...Map.groupBy(poor, ({ kind, field }) => `${kind} ${fieldName(field)}`)]
  const before = Map.groupBy(as, ({ kind, field }) => `${kind} ${fieldName(field)}`)
  return {
    tables: [
      {
        title: `Saved anew at JPEG quality ${QUALITY}`,
        columns: ['document', 'field', 'as sent', `quality ${QUALITY}`, 'lost', 'wrong'],
        rows: groups.map(([key, own]) => {
          const [was, is] = [exactOf(before.get(key) ?? []), exactOf(own)]
          const wrong = own.filter(({ said, isRight }) => said !== '' && !isRight)
          return [
            own[0]?.kind,
            fieldName(own[0]?.field ?? ''),
            percent(was.value, 1),
            percentWithInterval(is),
            percent(was.value - is.value, 1),
            wrong.length,
          ]
        }),
      },
    ],
    plots: [],
    figures: { jpeg10: fieldFigures(poor) },
    targets: identityGroups.map((group) => ({
      name: `documents_jpeg_10_${group.name}`,
      value: exactOf(ofGroup(poor, group)).value,
      bound: group.bound,
      good: 'at least' as const,
    })),
  }
}

/** Photographs as sent are in the list of misses already when the other parts run. */
const setOf = ({ set }: Answered, quality: number | undefined): string =>
  quality === undefined ? set : `${set} quality ${quality}`
