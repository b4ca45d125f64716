// A picture in its file and decoded, and how light a pixel is: the same on the server and in a browser.

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif'

export interface ImageFacts {
  readonly format: ImageFormat
  /** Size in pixels of the upright image, after its EXIF orientation was applied. */
  readonly width: number
  readonly height: number
}

/** An upright image: RGB, three bytes a pixel, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The bytes of a file that are its picture or document. What lies around them is neither decoded nor kept. */
export interface Extent {
  readonly start: number
  /** The place behind the last byte. */
  readonly end: number
}

/** How light a pixel looks, from 0 to 255: the weights of ITU-R BT.601, as cameras and JPEG use them. */
export const luminance = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue
