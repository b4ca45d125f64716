// Compares the places in answers with the places where things were drawn.
import type { TrueDocument } from '../../specimens/camera/scene.ts'
import type { Answered } from '../../specimens/kit/servers/server.ts'
import type { Quad } from '../../src/image/geometry/perspective.ts'

interface ServedPlace {
  readonly file_id?: string
  readonly page?: number
  readonly source: string
  readonly quad: readonly number[]
}

interface ServedPage {
  readonly file_id?: string
  readonly page?: number
  readonly document: string
  readonly id_type: string
  readonly width: number
  readonly height: number
  readonly corners: readonly number[]
}

interface Drawn {
  readonly places: Readonly<Record<string, readonly ServedPlace[]>>
  readonly pages: readonly ServedPage[]
}

export const drawnIn = ({ body }: Answered): Drawn => body.recognized_data as Drawn

export function middleOf(numbers: readonly number[]): { x: number; y: number } {
  const mean = (odd: number) =>
    numbers.filter((_, i) => i % 2 === odd).reduce((sum, value) => sum + value, 0) / 4
  return { x: mean(0), y: mean(1) }
}

/** Measures the distance in pixels between corners, the farthest of the four. */
export const farthest = (numbers: readonly number[], quad: Quad): number =>
  Math.max(...quad.map(({ x, y }, i) => Math.hypot((numbers[2 * i] ?? 0) - x, (numbers[2 * i + 1] ?? 0) - y)))

function isInside(quad: Quad, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return quad.every((from, i) => {
    const to = quad[(i + 1) % 4] ?? from
    return (to.x - from.x) * (y - from.y) >= (to.y - from.y) * (x - from.x)
  })
}

/** Tells whether the place is on the line that was drawn with this text in it. */
export function standsOn({ lines }: TrueDocument, text: string, place: ServedPlace | undefined): boolean {
  const line = lines.find((one) => one.text.includes(text))
  return line !== undefined && place !== undefined && isInside(line.quad, middleOf(place.quad))
}
