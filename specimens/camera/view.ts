// Where documents lie before the camera: a plane before a pinhole, and the way from paper to picture and back.
import { boundingBox, type Point } from '../../src/image/geometry/geometry.ts'
import { heightAt, type Layout, outline, planeOf } from './layout.ts'
import type { Quad, Scene } from './scene.ts'

/** Camera: x right, y down, z away from us. The plane of the table has z = 0 and its own x and y in millimetres. */
export interface View {
  readonly width: number
  readonly height: number
  readonly focalPx: number
  /** Row by row: from plane to camera. */
  readonly turn: Float64Array
  /** The plane's origin as the camera sees it. */
  readonly place: Float64Array
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function turnOf({ tiltDegrees, turnDegrees, rollDegrees, quarterTurns }: Scene['pose']): Float64Array {
  const roll = radians(rollDegrees + 90 * quarterTurns)
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)]
  const [ct, st] = [Math.cos(radians(tiltDegrees)), Math.sin(radians(tiltDegrees))]
  const [cy, sy] = [Math.cos(radians(turnDegrees)), Math.sin(radians(turnDegrees))]
  // About y after about x after about z.
  const middle = [cr, -sr, 0, ct * sr, ct * cr, -st, st * sr, st * cr, ct] as const
  const turn = new Float64Array(9)
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [middle[k] as number, middle[3 + k] as number, middle[6 + k] as number]
    turn[k] = cy * x + sy * z
    turn[3 + k] = y
    turn[6 + k] = -sy * x + cy * z
  }
  return turn
}

/** `above` is the height over the plane, towards the camera. */
export function project(
  { width, height, focalPx, turn, place }: View,
  x: number,
  y: number,
  above = 0,
): Point {
  const along = (row: number) =>
    (turn[row] as number) * x + (turn[row + 1] as number) * y - (turn[row + 2] as number) * above
  const z = along(6) + (place[2] as number)
  return {
    x: width / 2 + (focalPx * (along(0) + (place[0] as number))) / z,
    y: height / 2 + (focalPx * (along(3) + (place[1] as number))) / z,
  }
}

/** A place on a document, in millimetres from its middle. */
export function projectOn(view: View, layout: Layout, x: number, y: number): Point {
  const at = planeOf(layout, x, y)
  return project(view, at.x, at.y, heightAt(layout, x, y))
}

/** A larger page is given more pixels, but not as many more as it is larger. */
const LONGEST = 2400
const CARD_MM = 85.6
const FIT_STEPS = 12

export function viewOf(layouts: readonly Layout[], { frame, pose: held, lift }: Scene): View {
  const pose = lift ? { ...held, ...liftedBy(held, lift) } : held
  const corners = layouts.flatMap((layout) => outline(layout).map(({ x, y }) => planeOf(layout, x, y)))
  const group = boundingBox(corners)
  const largest = Math.max(group.width, group.height)
  const long = Math.round(
    Math.min(Math.max(LONGEST, frame.longSide), frame.longSide * Math.max(1, largest / CARD_MM) ** 0.5),
  )
  const turn = turnOf(pose)
  const square = fitted(long, long, turn, corners, { ...pose, fill: 1, x: 0, y: 0 })
  const box = boundingBox(corners.map(({ x, y }) => project(square, x, y)))
  const isWide = box.width >= box.height
  if (frame.hold === 'tight') {
    const [width, height] = isWide
      ? [long, Math.round((long * box.height) / box.width)]
      : [Math.round((long * box.width) / box.height), long]
    return fitted(width, height, turn, corners, pose)
  }
  const short = Math.round(long / frame.aspect)
  return isWide === (frame.hold === 'along')
    ? fitted(long, short, turn, corners, pose)
    : fitted(short, long, turn, corners, pose)
}

const liftedBy = (
  { tiltDegrees, turnDegrees }: Scene['pose'],
  lift: NonNullable<Scene['lift']>,
): Pick<Scene['pose'], 'tiltDegrees' | 'turnDegrees'> => ({
  tiltDegrees: tiltDegrees + lift.tiltDegrees,
  turnDegrees: turnDegrees + lift.turnDegrees,
})

/** The same camera before what lies behind the documents, from which they are lifted. */
export const viewBehind = (view: View, { pose, lift }: Scene): View =>
  lift ? { ...view, turn: turnOf(pose) } : view

/** Steps back until the corners fill the asked share, and aside until they stand where asked. */
function fitted(
  width: number,
  height: number,
  turn: Float64Array,
  corners: readonly Point[],
  { fill, x, y, focal }: Scene['pose'],
): View {
  const place = new Float64Array([0, 0, 400])
  const view: View = { width, height, focalPx: focal * Math.max(width, height), turn, place }
  for (let step = 0; step < FIT_STEPS; step++) {
    const seen = boundingBox(corners.map((corner) => project(view, corner.x, corner.y)))
    const far = place[2] as number
    const back = Math.max(seen.width / width, seen.height / height) / fill
    const wantedX = width / 2 + (x * Math.abs(width - seen.width)) / 2
    const wantedY = height / 2 + (y * Math.abs(height - seen.height)) / 2
    place[0] = (place[0] as number) * back + ((wantedX - seen.x - seen.width / 2) * far) / view.focalPx
    place[1] = (place[1] as number) * back + ((wantedY - seen.y - seen.height / 2) * far) / view.focalPx
    place[2] = far * back
  }
  return view
}

/** The same view with fewer or more pixels. */
export function scaledView(view: View, width: number, height: number): View {
  return { ...view, width, height, focalPx: (view.focalPx * width) / view.width }
}

/**
 * From pixel to document: nine numbers give the direction of sight from (x, y, 1), the last three the camera's own place,
 * all along the document's own axes, z away from the camera.
 */
// biome-ignore format: a matrix and a place
export type Sight = readonly [
  number, number, number, number, number, number, number, number, number,
  number, number, number,
]

export function sight(view: View, layout: Layout): Sight {
  const { turn, place, focalPx, width, height } = view
  const plane = (axis: number, a: number, b: number, c: number): number =>
    (turn[axis] as number) * a + (turn[3 + axis] as number) * b + (turn[6 + axis] as number) * c
  const local = (a: number, b: number, c: number, fromX: number, fromY: number): Vector => {
    const [x, y, z] = [plane(0, a, b, c) - fromX, plane(1, a, b, c) - fromY, plane(2, a, b, c)]
    return [layout.cos * x + layout.sin * y, layout.cos * y - layout.sin * x, z]
  }
  const right = local(1 / focalPx, 0, 0, 0, 0)
  const down = local(0, 1 / focalPx, 0, 0, 0)
  const ahead = local(-width / 2 / focalPx, -height / 2 / focalPx, 1, 0, 0)
  const [away, aside, deep] = place as unknown as Vector
  const eye = local(-away, -aside, -deep, layout.x, layout.y)
  return [right[0], down[0], ahead[0], right[1], down[1], ahead[1], right[2], down[2], ahead[2], ...eye]
}

type Vector = readonly [number, number, number]

/** Pixels a millimetre, in the middle of the document. */
export function pixelsPerMm(view: View, layout: Layout): number {
  const [left, right] = [projectOn(view, layout, -1, 0), projectOn(view, layout, 1, 0)]
  const [top, bottom] = [projectOn(view, layout, 0, -1), projectOn(view, layout, 0, 1)]
  return (Math.hypot(right.x - left.x, right.y - left.y) + Math.hypot(bottom.x - top.x, bottom.y - top.y)) / 4
}

export function quadOn(
  view: View,
  layout: Layout,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Quad {
  const at = (x: number, y: number) => projectOn(view, layout, x, y)
  return [
    at(box.x, box.y),
    at(box.x + box.width, box.y),
    at(box.x + box.width, box.y + box.height),
    at(box.x, box.y + box.height),
  ]
}
