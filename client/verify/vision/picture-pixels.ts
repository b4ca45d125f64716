// Reads the pixels of a picture in a Web Worker, as the functions of the server take them.
import type { Pixels } from '../../../src/image/pixels.ts'

let canvas: OffscreenCanvas | undefined

/** `share` makes it smaller: 0.5 has half the width and height. */
export function pixelsOf(picture: ImageBitmap, share = 1): Pixels {
  const [width, height] = [Math.round(share * picture.width), Math.round(share * picture.height)]
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('this browser gives no pixels')
  context.drawImage(picture, 0, 0, width, height)
  const rgba = context.getImageData(0, 0, width, height).data
  const data = new Uint8Array(3 * width * height)
  for (let to = 0, from = 0; to < data.length; to += 3, from += 4) {
    data[to] = rgba[from] ?? 0
    data[to + 1] = rgba[from + 1] ?? 0
    data[to + 2] = rgba[from + 2] ?? 0
  }
  return { width, height, data }
}
