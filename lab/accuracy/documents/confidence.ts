// Measures whether confidences are calibrated, and how much error a higher threshold avoids.
import { plotReliability } from '../../kit/plots/reliability.ts'
import type { Report } from '../../kit/report.ts'
import { auc } from '../../kit/statistics/auc.ts'
import { reliability } from '../../kit/statistics/calibration.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { exactOf, fieldName, type Judged } from './score.ts'

/** The bins are narrow near 1, because few wrong values have a lower confidence. */
const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1] as const

export function evaluateConfidence(rows: readonly Judged[], name: string): Report {
  const said = rows.filter((row) => row.said !== '')
  const forecasts = said.map(({ confidence, isRight }) => ({ probability: confidence, outcome: isRight }))
  if (forecasts.length === 0) return { tables: [], plots: [], figures: {}, targets: [] }
  const all = reliability(forecasts)
  const bands = EDGES.slice(1).map((high, i) => {
    const low = EDGES[i] ?? 0
    return { low, high, own: said.filter(({ confidence }) => isWithin(confidence, low, high)) }
  })
  const area = areaUnderErrorCurve(forecasts)
  const least = areaUnderErrorCurve(
    forecasts.map(({ outcome }) => ({ probability: Number(outcome), outcome })),
  )
  const [right, wrong] = [said.filter(({ isRight }) => isRight), said.filter(({ isRight }) => !isRight)]
  const apart =
    right.length > 0 && wrong.length > 0
      ? auc({ positives: right.map(confidenceOf), negatives: wrong.map(confidenceOf) })
      : Number.NaN
  return {
    tables: [
      {
        title: `Confidences of ${name}: what is said and what comes true`,
        columns: ['said', 'values', 'mean said', 'right', 'wrong'],
        rows: bands
          .filter(({ own }) => own.length > 0)
          .map(({ low, high, own }) => [
            `${low} to ${high}`,
            own.length,
            meanOf(own.map(confidenceOf)).toFixed(3),
            percent(own.filter(({ isRight }) => isRight).length / own.length),
            own.filter(({ isRight }) => !isRight).length,
          ]),
        note: `Of ${said.length} values, ${wrong.length} wrong. Expected calibration error ${all.expectedCalibrationError.toFixed(4)}, Brier score ${all.brier.toFixed(4)}. A right value is surer than a wrong one in ${percent(apart, 1)} of all pairs. Area under the curve of the error over the share that is kept, the surest first: ${area.toFixed(5)}; the least that any order could have: ${least.toFixed(5)}.`,
      },
      {
        title: `Confidences of ${name} by field`,
        columns: ['field', 'values', 'mean said', 'right'],
        rows: [...Map.groupBy(said, ({ field }) => fieldName(field))].map(([field, own]) => [
          field,
          own.length,
          meanOf(own.map(confidenceOf)).toFixed(3),
          percentWithInterval(exactOf(own)),
        ]),
      },
    ],
    plots: [
      plotReliability({
        name: `confidence-${name}`,
        title: `Confidences of values read from ${name}`,
        of: 'right',
        curves: [{ name: 'all fields', reliability: all }],
      }),
    ],
    figures: {
      confidence: {
        values: said.length,
        wrong: wrong.length,
        expectedCalibrationError: all.expectedCalibrationError,
        brier: all.brier,
        auc: apart,
        areaUnderErrorCurve: area,
        leastAreaUnderErrorCurve: least,
        bins: all.bins,
      },
    },
    targets: [],
  }
}

const confidenceOf = ({ confidence }: Judged): number => confidence
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The upper edge belongs to the band above, except in the last band. */
const isWithin = (value: number, low: number, high: number): boolean =>
  value >= low && (value < high || (high === 1 && value <= 1))

/** The mean share of wrong values over every share kept, with the surest first; ties share their error. */
export function areaUnderErrorCurve(
  forecasts: readonly { readonly probability: number; readonly outcome: boolean }[],
): number {
  const sorted = [...Map.groupBy(forecasts, ({ probability }) => probability)].toSorted(([a], [b]) => b - a)
  let [kept, wrong, area] = [0, 0, 0]
  for (const [, tied] of sorted) {
    const share = tied.filter(({ outcome }) => !outcome).length / tied.length
    for (const _ of tied) {
      kept += 1
      wrong += share
      area += wrong / kept
    }
  }
  return forecasts.length === 0 ? Number.NaN : area / forecasts.length
}
