// Draws what every plot has: paper, title, legend, axes with labels and ticks, a grid, and an area to draw in.
import { type Axis, scaleOf, ticksOf } from './scale.ts'
import { element, escapeXml, font, halo, ink, line, text } from './svg.ts'

export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

interface LegendEntry {
  readonly name: string
  /** Counts or areas, in a lighter style after the name. */
  readonly detail?: string
  /** Draws the sample at the left of the text, around its middle. */
  readonly sample: (x: number, y: number) => string
}

export interface Frame {
  readonly title: string
  /** A line below the title with what was measured on what. */
  readonly subtitle?: string
  readonly x: Axis
  readonly y: Axis
  readonly legend?: readonly LegendEntry[]
  readonly draw: (area: Area) => readonly string[]
}

const WIDTH = 800
const PLOT_HEIGHT = 420
const LEFT = 84
const RIGHT = 32
const LEGEND_ROW = 22
const LETTER = 0.57
/** The distances from the left of a legend's sample to its text, and from the text to the next sample. */
const SAMPLE = 44
const ENTRY_GAP = 26

export function frame({ title, subtitle, x, y, legend = [], draw }: Frame): string {
  const head = 46 + (subtitle ? 22 : 0)
  const entries = placed(legend)
  const rows = 1 + Math.max(-1, ...entries.map(({ row }) => row))
  const top = head + rows * LEGEND_ROW + 14
  const bottom = top + PLOT_HEIGHT
  const height = bottom + 66
  const right = WIDTH - RIGHT
  const area: Area = {
    left: LEFT,
    right,
    top,
    bottom,
    x: scaleOf(x, LEFT, right),
    y: scaleOf(y, bottom, top),
  }
  const parts = [
    element('rect', { width: WIDTH, height, fill: ink.paper }),
    text(LEFT, 34, shortened(title, 19, right - LEFT), { 'font-size': 19, 'font-weight': 'bold' }),
    subtitle ? text(LEFT, 56, shortened(subtitle, 13, right - LEFT), { fill: ink.quiet }) : '',
    ...entries.map(({ entry, left, row }) => drawn(entry, left, head + row * LEGEND_ROW + 8)),
    ...horizontalAxis(x, area),
    ...verticalAxis(y, area),
    ...draw(area),
  ]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      'font-family': font,
    },
    parts.filter(Boolean).join('\n'),
  )
}

interface Placed {
  readonly entry: LegendEntry
  readonly left: number
  readonly row: number
}

/** Entries are side by side as long as they fit, then on the next row. */
function placed(legend: readonly LegendEntry[]): Placed[] {
  let left = LEFT
  let row = 0
  return legend.map((entry) => {
    const letters = entry.name.length + (entry.detail?.length ?? 0)
    const width = SAMPLE + letters * 13 * LETTER + (entry.detail ? 10 : 0)
    if (left > LEFT && left + width > WIDTH - RIGHT) {
      left = LEFT
      row += 1
    }
    const place = { entry, left, row }
    left += width + ENTRY_GAP
    return place
  })
}

function drawn({ name, detail, sample }: LegendEntry, left: number, y: number): string {
  const quiet = detail ? element('tspan', { dx: 10, fill: ink.quiet }, escapeXml(detail)) : ''
  const words = element(
    'text',
    { x: left + SAMPLE, y: y + 4.5, fill: ink.text, 'font-size': 13 },
    escapeXml(name) + quiet,
  )
  return sample(left + 16, y) + words
}

function horizontalAxis(axis: Axis, { left, right, top, bottom, x }: Area): string[] {
  const ticks = ticksOf(axis).map(({ at, text: name }) => {
    const grid = axis.grid === false ? '' : line(x(at), top, x(at), bottom, { stroke: ink.grid })
    return (
      grid + text(x(at), bottom + 20, name, { 'text-anchor': 'middle', 'font-size': 12, fill: ink.quiet })
    )
  })
  const label = text((left + right) / 2, bottom + 48, axis.label, {
    'text-anchor': 'middle',
    'font-size': 14,
  })
  return [...ticks, line(left, bottom, right, bottom), label]
}

function verticalAxis(axis: Axis, { left, right, top, bottom, y }: Area): string[] {
  const ticks = ticksOf(axis).map(({ at, text: name }) => {
    const grid = axis.grid === false ? '' : line(left, y(at), right, y(at), { stroke: ink.grid })
    return grid + text(left - 9, y(at) + 4, name, { 'text-anchor': 'end', 'font-size': 12, fill: ink.quiet })
  })
  const middle = (top + bottom) / 2
  const label = text(20, middle, axis.label, {
    'text-anchor': 'middle',
    'font-size': 14,
    transform: `rotate(-90 20 ${middle})`,
  })
  return [...ticks, line(left, top, left, bottom), label]
}

/** A text is cut where it would run off the paper; letters are about this wide. */
function shortened(content: string, size: number, width: number): string {
  const room = Math.floor(width / (size * LETTER))
  return content.length <= room ? content : `${content.slice(0, room - 1)}…`
}

/** A vertical line at a value, with its name at the top of the area. */
export function markerAt({ x, top, bottom, left, right }: Area, value: number, name: string): string {
  const place = x(value)
  const near = place > (left + right) / 2
  return (
    line(place, top, place, bottom, { stroke: ink.text, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }) +
    text(place + (near ? -6 : 6), top + 14, name, {
      'text-anchor': near ? 'end' : 'start',
      'font-size': 12,
      ...halo,
    })
  )
}

/** A horizontal line at a value, with its name at the right of the area. */
export function levelAt({ y, left, right }: Area, value: number, name: string): string {
  const place = y(value)
  return (
    line(left, place, right, place, { stroke: ink.text, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }) +
    text(right - 4, place - 6, name, { 'text-anchor': 'end', 'font-size': 12, ...halo })
  )
}
