// Draws ROC curves as the steps they are, on a linear or a logarithmic axis of false accepts.
import { aucWithInterval } from '../statistics/auc.ts'
import { type RocPoint, rocCurve, type Scores } from '../statistics/roc.ts'
import { withInterval } from '../table.ts'
import { type Area, frame } from './frame.ts'
import { percentTick } from './scale.ts'
import { colourOf, dashOf, element, ink, line, type Plot, path } from './svg.ts'

interface RocPlot {
  readonly name: string
  readonly title: string
  readonly subtitle?: string
  readonly curves: readonly {
    readonly name: string
    readonly scores: Scores
    readonly marks?: readonly RocPoint[]
  }[]
  /** Whether false accepts are on a logarithmic axis, down to one of the negatives. */
  readonly log?: boolean
  /** The start of the axis of true accepts; by default 0. */
  readonly lowestTrueRate?: number
  /** The names of false and true accepts, for the axes. */
  readonly falseLabel?: string
  readonly trueLabel?: string
}

export function plotRoc(options: RocPlot): Plot {
  const { name, title, subtitle, curves, log = false, lowestTrueRate = 0 } = options
  const mostNegatives = Math.max(...curves.map(({ scores }) => scores.negatives.length))
  const low = log ? 10 ** Math.floor(Math.log10(1 / mostNegatives) + 1e-9) : 0
  const svg = frame({
    title,
    ...(subtitle && { subtitle }),
    x: { label: options.falseLabel ?? 'False accept rate', low, high: 1, log, format: percentTick },
    y: { label: options.trueLabel ?? 'True accept rate', low: lowestTrueRate, high: 1, format: percentTick },
    legend: curves.map(({ name: curve, scores }, index) => ({
      name: curve,
      detail: `AUC ${withInterval(aucWithInterval(scores), 4)}, n = ${scores.positives.length} + ${scores.negatives.length}`,
      sample: (x, y) => line(x - 14, y, x + 14, y, strokeOf(index)),
    })),
    draw: (area) => [
      chance(area, low, log, lowestTrueRate),
      ...curves.map(({ scores }, index) => path(stairs(area, rocCurve(scores)), strokeOf(index))),
      ...curves.flatMap(({ marks = [] }, index) =>
        marks.map(({ falseRate, trueRate }) =>
          element('circle', {
            cx: area.x(falseRate),
            cy: area.y(trueRate),
            r: 5,
            fill: ink.paper,
            stroke: colourOf(index),
            'stroke-width': 2.5,
          }),
        ),
      ),
    ],
  })
  return { name, title, svg }
}

const strokeOf = (index: number) => ({
  stroke: colourOf(index),
  'stroke-width': 2.2,
  'stroke-dasharray': dashOf(index),
})

/** The line goes right first and then up, because no threshold gives a point between. */
function stairs(area: Area, curve: readonly RocPoint[]): [number, number][] {
  return curve.flatMap(({ falseRate, trueRate }, index): [number, number][] => {
    const before = curve[index - 1]
    const corner: [number, number] = [area.x(falseRate), area.y(trueRate)]
    return before === undefined ? [corner] : [[area.x(falseRate), area.y(before.trueRate)], corner]
  })
}

function chance(area: Area, low: number, log: boolean, lowestTrueRate: number): string {
  const rates = Array.from({ length: 101 }, (_, index) => (log ? low ** (1 - index / 100) : index / 100))
  return path(
    rates.filter((rate) => rate >= lowestTrueRate).map((rate) => [area.x(rate), area.y(rate)]),
    { stroke: ink.axis, 'stroke-width': 1.2, 'stroke-dasharray': '3 4' },
  )
}
