// The types of a picture in its file and decoded: plain data, the same on the server and in a browser.

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
