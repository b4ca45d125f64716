// Operators that enlarge or shrink images.
import { shapeOf, usualOrder } from '../layout.ts'
import type { Attribute } from '../onnx.ts'
import type { Conversion, ConversionStep } from '../step.ts'

const order = usualOrder(4)

/** Coordinate transformation: TFLite has two switches, ONNX a name for each setting. */
function coordinates(step: ConversionStep): string {
  const [corners, centers] = [step.option('alignCorners') !== 0, step.option('halfPixelCenters') !== 0]
  if (corners && centers) throw step.fault('aligns both corners and centers of pixels')
  return corners ? 'align_corners' : centers ? 'half_pixel' : 'asymmetric'
}

function resized(
  step: ConversionStep,
  attributes: (coordinates: string, whole: boolean) => Record<string, Attribute>,
): ReturnType<Conversion> {
  const image = step.input(0)
  const [batch = 0, height = 0, width = 0, channels = 0] = shapeOf(image.layout)
  const [newHeight = 0, newWidth = 0] = step.known(1)
  if (image.layout.axes.length !== 4 || newHeight < 1 || newWidth < 1)
    throw step.fault(`cannot make ${newHeight} x ${newWidth} of [${shapeOf(image.layout).join(', ')}]`)
  const whole = newHeight % height === 0 && newWidth % width === 0
  const shape = [batch, newHeight, newWidth, channels]
  const sizes = step.graph.integers(order.map((axis) => shape[axis] ?? 0))
  // onnxruntime keeps its own fast layout only with factors, not with sizes.
  const size = whole ? [step.graph.floats([1, 1, newHeight / height, newWidth / width])] : ['', sizes]
  return step.draw(
    'Resize',
    [step.graph.arranged(image, order), '', ...size],
    { shape, order },
    attributes(coordinates(step), whole),
  )
}

export const resizing: Readonly<Record<string, Conversion>> = {
  RESIZE_BILINEAR: (step) =>
    resized(step, (coordinates) => ({ mode: 'linear', coordinate_transformation_mode: coordinates })),
  RESIZE_NEAREST_NEIGHBOR: (step) =>
    resized(step, (coordinates, whole) => {
      // By a whole factor every pixel is repeated, whichever point of it is asked for.
      if (coordinates === 'asymmetric' || (coordinates === 'half_pixel' && whole))
        return { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
      return {
        mode: 'nearest',
        coordinate_transformation_mode: coordinates,
        nearest_mode: 'round_prefer_ceil',
      }
    }),
}
