// From a picture of the browser to the pixels that the server's functions take.
import type { Pixels } from '../../../src/image/pixels.ts'

let canvas: OffscreenCanvas | undefined

export function pixelsOf(picture: ImageBitmap): Pixels {
  const { width, height } = picture
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('this browser gives no pixels')
  context.drawImage(picture, 0, 0)
  const rgba = context.getImageData(0, 0, width, height).data
  const data = new Uint8Array(3 * width * height)
  for (let to = 0, from = 0; to < data.length; to += 3, from += 4) {
    data[to] = rgba[from] as number
    data[to + 1] = rgba[from + 1] as number
    data[to + 2] = rgba[from + 2] as number
  }
  return { width, height, data }
}
