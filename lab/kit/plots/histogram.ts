// Draws the scores of two classes or more over each other, each as shares of its own count.
import { histogram } from '../statistics/summary.ts'
import { type Area, frame, markerAt } from './frame.ts'
import { percentTick, plainNumber, roundRange } from './scale.ts'
import { colourOf, dashOf, element, type Plot, path } from './svg.ts'

interface HistogramPlot {
  readonly name: string
  readonly title: string
  readonly subtitle?: string
  /** The name of the values, with their unit. */
  readonly label: string
  readonly classes: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly bins?: number
  readonly low?: number
  readonly high?: number
  /** Vertical lines are drawn at these values. */
  readonly thresholds?: readonly { readonly name: string; readonly at: number }[]
}

export function plotHistogram(options: HistogramPlot): Plot {
  const { name, title, subtitle, label, classes, bins = 40, thresholds = [] } = options
  const found = roundRange(classes.flatMap(({ values }) => [...values]))
  const low = options.low ?? found.low
  const high = options.high ?? found.high
  const shapes = classes.map(({ values }) => {
    const { counts, outside } = histogram(values, { bins, low, high })
    return { shares: counts.map((count) => count / Math.max(1, values.length)), outside }
  })
  const tallest = Math.max(0.01, ...shapes.flatMap(({ shares }) => shares))
  const svg = frame({
    title,
    ...(subtitle && { subtitle }),
    x: { label, low, high, format: plainNumber, grid: false },
    y: { label: 'Share of the class', low: 0, high: tallest * 1.12, format: percentTick },
    legend: classes.map(({ name: one, values }, index) => ({
      name: one,
      detail: `n = ${values.length}${shapes[index]?.outside ? `, ${shapes[index]?.outside} beyond the axis` : ''}`,
      sample: (x, y) =>
        element('rect', { x: x - 14, y: y - 6, width: 28, height: 12, ...fillOf(index), ...strokeOf(index) }),
    })),
    draw: (area) => [
      ...shapes.map(({ shares }, index) => path(outline(area, shares, low, high), fillOf(index))),
      ...shapes.map(({ shares }, index) => path(outline(area, shares, low, high), strokeOf(index))),
      ...thresholds.map(({ name: line, at }) => markerAt(area, at, line)),
    ],
  })
  return { name, title, svg }
}

const fillOf = (index: number) => ({ fill: colourOf(index), 'fill-opacity': 0.28 })

const strokeOf = (index: number) => ({
  stroke: colourOf(index),
  'stroke-width': 1.8,
  'stroke-dasharray': dashOf(index),
})

function outline(area: Area, shares: readonly number[], low: number, high: number): [number, number][] {
  const edge = (index: number) => area.x(low + ((high - low) * index) / shares.length)
  const tops = shares.flatMap((share, index): [number, number][] => [
    [edge(index), area.y(share)],
    [edge(index + 1), area.y(share)],
  ])
  return [[edge(0), area.y(0)], ...tops, [edge(shares.length), area.y(0)]]
}
