// Writes SVG: elements, colours that colour-blind people can distinguish, marks that also differ in shape.

export interface Plot {
  /** The file's name, without an ending. */
  readonly name: string
  readonly title: string
  readonly svg: string
}

export const ink = { text: '#1b1f24', quiet: '#57606a', grid: '#e3e7eb', axis: '#8c959f', paper: '#ffffff' }

/** The palette is Okabe and Ito's, without their yellow, which is too pale for a line. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#3d3d3d'] as const

export const colourOf = (index: number): string => colours[index % colours.length] as string

const dashes = ['', '7 4', '2 3', '9 3 2 3'] as const

export const dashOf = (index: number): string => dashes[index % dashes.length] as string

export const font = "'DejaVu Sans', 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

/** The halo keeps text legible over lines. */
export const halo = {
  stroke: ink.paper,
  'stroke-width': 3,
  'stroke-linejoin': 'round',
  'paint-order': 'stroke',
}

type Attributes = Readonly<Record<string, string | number | undefined>>

export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? round(value) : String(value))}"`)
    .join('')
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}): string =>
  element('line', { x1, y1, x2, y2, stroke: ink.axis, ...attributes })

export const text = (x: number, y: number, content: string, attributes: Attributes = {}): string =>
  element('text', { x, y, fill: ink.text, 'font-size': 13, ...attributes }, escapeXml(content))

export const path = (points: readonly (readonly [number, number])[], attributes: Attributes): string =>
  element('path', {
    d: points.map(([x, y], index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join(''),
    fill: 'none',
    ...attributes,
  })

/** The marks are circle, square, triangle, diamond and cross, in turn. */
export function mark(index: number, x: number, y: number, size: number, attributes: Attributes = {}): string {
  const colour = colourOf(index)
  const filled = { fill: colour, 'fill-opacity': 0.6, stroke: colour, 'stroke-width': 1, ...attributes }
  const closed = (points: [number, number][]) => path([...points, points[0] as [number, number]], filled)
  switch (index % 5) {
    case 0:
      return element('circle', { cx: x, cy: y, r: size, ...filled })
    case 1:
      return element('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, ...filled })
    case 2:
      return closed([
        [x, y - 1.2 * size],
        [x + 1.2 * size, y + size],
        [x - 1.2 * size, y + size],
      ])
    case 3:
      return closed([
        [x, y - 1.3 * size],
        [x + 1.3 * size, y],
        [x, y + 1.3 * size],
        [x - 1.3 * size, y],
      ])
    default:
      return (
        line(x - size, y - size, x + size, y + size, { stroke: colour, 'stroke-width': 2 }) +
        line(x - size, y + size, x + size, y - size, { stroke: colour, 'stroke-width': 2 })
      )
  }
}

export function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Two decimal places are finer than any screen. */
function round(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be drawn`)
  return String(Math.round(value * 100) / 100)
}
