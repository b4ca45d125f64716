// Reads images that strangers sent: what they are and how large, before anything is made of them.
import sharp from 'sharp'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heif'

export interface ImageFacts {
  readonly format: ImageFormat
  /** In pixels of the upright image, after the camera's note on how it was held. */
  readonly width: number
  readonly height: number
}

/** What cannot be read is an answer, not an exception. */
export type ImageReading =
  | { readonly image: ImageFacts }
  | { readonly fault: string; readonly tooLarge?: true }

export async function inspectImage(bytes: Uint8Array, maxMegapixels: number): Promise<ImageReading> {
  try {
    const facts = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    const { width, height } = facts.autoOrient
    if (width * height > maxMegapixels * 1e6)
      return {
        fault: `is ${width} x ${height} pixels, more than ${maxMegapixels} megapixels`,
        tooLarge: true,
      }
    return { image: { format: facts.format as ImageFormat, width, height } }
  } catch {
    return { fault: 'is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF' }
  }
}
