// The table of what worker processes do: all decoding of bytes that strangers sent happens here.
import { type ImageReading, inspectImage } from '../image/image.ts'

export const jobs = {
  'inspect-image': ({
    bytes,
    maxMegapixels,
  }: {
    bytes: Uint8Array
    maxMegapixels: number
  }): Promise<ImageReading> => inspectImage(bytes, maxMegapixels),
}
