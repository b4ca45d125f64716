// The contact plate of a chip and the sign that says a chip is inside.
import type { BoxMm } from '../sheet.ts'
import { group, rectangle, short, strokes, wash } from './svg.ts'

/** Gold contacts with their gaps; a real plate is about 13 by 11.8 mm. */
export function chipPlate(box: BoxMm): string {
  const { x, y, width, height } = box
  const at = (across: number, down: number) => `${short(x + across * width)} ${short(y + down * height)}`
  const gaps = [
    `M${at(0.36, 0)}V${short(y + 0.2 * height)}H${short(x + 0.04 * width)}`,
    `M${at(0.64, 0)}V${short(y + 0.2 * height)}H${short(x + 0.96 * width)}`,
    `M${at(0.36, 1)}V${short(y + 0.8 * height)}H${short(x + 0.04 * width)}`,
    `M${at(0.64, 1)}V${short(y + 0.8 * height)}H${short(x + 0.96 * width)}`,
    `M${at(0, 0.4)}H${short(x + 0.36 * width)}V${short(y + 0.2 * height)}H${short(x + 0.64 * width)}V${short(y + 0.4 * height)}H${short(x + width)}`,
    `M${at(0, 0.6)}H${short(x + 0.36 * width)}V${short(y + 0.8 * height)}H${short(x + 0.64 * width)}V${short(y + 0.6 * height)}H${short(x + width)}`,
    `M${at(0.36, 0.4)}V${short(y + 0.6 * height)}M${at(0.64, 0.4)}V${short(y + 0.6 * height)}`,
  ]
  return (
    group(wash(box, ['#e6c46a', '#f6e3a0', '#c99a3c'], 50), '') +
    strokes(gaps, '#6e5320', 0.16, 0.9) +
    rectangle(box, { stroke: '#8b6a2a', widthMm: 0.25, radius: 1.3 })
  )
}

/** A camera-like sign: two bars with a ring between, as on every electronic travel document. */
export function chipSymbol(x: number, y: number, width: number, colour: string, ground = '#fff'): string {
  const height = width * 0.58
  const [cx, cy, r] = [x + width / 2, y + height / 2, height * 0.26]
  const bar = height * 0.09
  return (
    rectangle({ x, y, width, height }, { fill: colour }) +
    rectangle({ x, y: cy - bar / 2, width, height: bar }, { fill: ground }) +
    `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(r)}" fill="${colour}" stroke="${ground}" stroke-width="${short(bar)}"/>`
  )
}
