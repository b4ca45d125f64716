// Draws shares as bars with their 95 % intervals: error rates per kind of attack, accuracy per set.
import type { Estimate } from '../statistics/proportion.ts'
import { percent } from '../table.ts'
import { frame, levelAt } from './frame.ts'
import { percentTick } from './scale.ts'
import { colourOf, element, halo, ink, line, type Plot, text } from './svg.ts'

interface BarPlot {
  readonly name: string
  readonly title: string
  readonly subtitle?: string
  /** The name of the share. */
  readonly label: string
  readonly bars: readonly { readonly name: string; readonly share: Estimate; readonly note?: string }[]
  /** A dashed line shows the bound. */
  readonly bound?: { readonly name: string; readonly at: number }
  /** The range is from the data by default. */
  readonly low?: number
  readonly high?: number
}

export function plotBars(options: BarPlot): Plot {
  const { name, title, subtitle, label, bars, bound, low = 0 } = options
  const reach = Math.max(0.01, bound?.at ?? 0, ...bars.map(({ share }) => share.high || 0))
  const high = options.high ?? Math.min(1.08, reach * 1.15)
  const svg = frame({
    title,
    ...(subtitle && { subtitle }),
    x: {
      label: '',
      low: 0,
      high: bars.length,
      grid: false,
      ticks: bars.map((bar, index) => ({ at: index + 0.5, text: bar.name })),
    },
    y: { label, low, high, format: percentTick },
    draw: (area) => [
      ...bars.map(({ share, note }, index) => {
        const middle = area.x(index + 0.5)
        const width = Math.min(90, (area.x(1) - area.x(0)) * 0.6)
        const place = { x: middle - width / 2, y: area.y(share.value || 0), width }
        const whisker = { stroke: ink.text, 'stroke-width': 1.6 }
        return [
          element('rect', {
            ...place,
            height: Math.max(0, area.bottom - place.y),
            fill: colourOf(index),
          }),
          line(middle, area.y(share.low), middle, area.y(share.high), whisker),
          line(middle - 9, area.y(share.low), middle + 9, area.y(share.low), whisker),
          line(middle - 9, area.y(share.high), middle + 9, area.y(share.high), whisker),
          text(middle, area.y(share.high) - 9, percent(share.value, 1), {
            'text-anchor': 'middle',
            'font-weight': 'bold',
            ...halo,
          }),
          note
            ? text(middle, area.bottom + 37, note, {
                'text-anchor': 'middle',
                'font-size': 12,
                fill: ink.quiet,
              })
            : '',
        ].join('')
      }),
      bound ? levelAt(area, bound.at, bound.name) : '',
    ],
  })
  return { name, title, svg }
}
