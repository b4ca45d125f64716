// Draws the observed share against the predicted one, with intervals, and how often each was predicted.
import type { Reliability } from '../statistics/calibration.ts'
import { frame } from './frame.ts'
import { percentTick } from './scale.ts'
import { colourOf, element, ink, line, mark, type Plot, path } from './svg.ts'

interface ReliabilityPlot {
  readonly name: string
  readonly title: string
  readonly subtitle?: string
  readonly curves: readonly { readonly name: string; readonly reliability: Reliability }[]
  /** The predicted event, for the axes: `same person`. */
  readonly of: string
}

/** The tallest bar at the foot takes this share of the height. */
const FOOT = 0.14

export function plotReliability({ name, title, subtitle, curves, of }: ReliabilityPlot): Plot {
  const svg = frame({
    title,
    ...(subtitle && { subtitle }),
    x: { label: `Said: probability of ${of}`, low: 0, high: 1, format: percentTick },
    y: { label: `Seen: share that was ${of}`, low: 0, high: 1, format: percentTick },
    legend: [
      ...curves.map(({ name: curve, reliability }, index) => ({
        name: curve,
        detail: `ECE ${reliability.expectedCalibrationError.toFixed(3)}, Brier ${reliability.brier.toFixed(3)}, n = ${countOf(reliability)}`,
        sample: (x: number, y: number) =>
          line(x - 14, y, x + 14, y, { stroke: colourOf(index), 'stroke-width': 2 }) + mark(index, x, y, 5),
      })),
      {
        name: 'how often it was said',
        sample: (x, y) =>
          element('rect', {
            x: x - 14,
            y: y - 5,
            width: 28,
            height: 10,
            fill: ink.axis,
            'fill-opacity': 0.35,
          }),
      },
    ],
    draw: ({ x, y }) => [
      line(x(0), y(0), x(1), y(1), { 'stroke-width': 1.2, 'stroke-dasharray': '3 4' }),
      ...curves.flatMap(({ reliability }, index) => {
        const most = Math.max(...reliability.bins.map(({ count }) => count))
        const slot = 1 / curves.length
        return reliability.bins.map(({ low, high, count }) => {
          const width = (x(high) - x(low)) * slot
          const height = (count / most) * FOOT * (y(0) - y(1))
          return element('rect', {
            x: x(low) + index * width + 1,
            y: y(0) - height,
            width: Math.max(1, width - 2),
            height,
            fill: curves.length > 1 ? colourOf(index) : ink.axis,
            'fill-opacity': 0.35,
          })
        })
      }),
      ...curves.flatMap(({ reliability: { bins } }, index) => {
        const colour = { stroke: colourOf(index), 'stroke-width': 2 }
        return [
          path(
            bins.map(({ meanProbability, observed }) => [x(meanProbability), y(observed.value)]),
            colour,
          ),
          ...bins.map(({ meanProbability: at, observed }) =>
            line(x(at), y(observed.low), x(at), y(observed.high), { ...colour, 'stroke-width': 1.4 }),
          ),
          ...bins.map(({ meanProbability: at, observed }) =>
            mark(index, x(at), y(observed.value), 5, { 'fill-opacity': 1, stroke: ink.paper }),
          ),
        ]
      }),
    ],
  })
  return { name, title, svg }
}

const countOf = ({ bins }: Reliability) => bins.reduce((sum, { count }) => sum + count, 0)
