// Draws points of several classes, as angles found against angles known, each class with a colour and a shape.
import { frame, levelAt, markerAt } from './frame.ts'
import { plainNumber, roundRange } from './scale.ts'
import { line, mark, type Plot } from './svg.ts'

interface ScatterPlot {
  readonly name: string
  readonly title: string
  readonly subtitle?: string
  /** The labels include units: `yaw found (degrees)`. */
  readonly xLabel: string
  readonly yLabel: string
  readonly classes: readonly {
    readonly name: string
    readonly points: readonly { readonly x: number; readonly y: number }[]
  }[]
  /** Whether the line of equality is drawn; both axes then have the same range. */
  readonly identity?: boolean
  readonly verticals?: readonly { readonly name: string; readonly at: number }[]
  readonly horizontals?: readonly { readonly name: string; readonly at: number }[]
}

export function plotScatter(options: ScatterPlot): Plot {
  const { name, title, subtitle, classes, identity, verticals = [], horizontals = [] } = options
  const points = classes.flatMap((one) => [...one.points])
  const xs = [...points.map(({ x }) => x), ...verticals.map(({ at }) => at)]
  const ys = [...points.map(({ y }) => y), ...horizontals.map(({ at }) => at)]
  const xRange = roundRange(identity ? [...xs, ...ys] : xs)
  const yRange = roundRange(identity ? [...xs, ...ys] : ys)
  const many = points.length > 300
  const svg = frame({
    title,
    ...(subtitle && { subtitle }),
    x: { label: options.xLabel, ...xRange, format: plainNumber },
    y: { label: options.yLabel, ...yRange, format: plainNumber },
    legend: classes.map((one, index) => ({
      name: one.name,
      detail: `n = ${one.points.length}`,
      sample: (x, y) => mark(index, x, y, 5),
    })),
    draw: (area) => [
      identity
        ? line(area.x(xRange.low), area.y(xRange.low), area.x(xRange.high), area.y(xRange.high), {
            'stroke-width': 1.4,
            'stroke-dasharray': '3 4',
          })
        : '',
      ...classes.flatMap((one, index) =>
        one.points
          .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
          .map(({ x, y }) => mark(index, area.x(x), area.y(y), many ? 2.6 : 4)),
      ),
      ...verticals.map((one) => markerAt(area, one.at, one.name)),
      ...horizontals.map((one) => levelAt(area, one.at, one.name)),
    ],
  })
  return { name, title, svg }
}
