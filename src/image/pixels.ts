// What a picture is once it is decoded: plain data, the same on the server and in a browser.

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif'

export interface ImageFacts {
  readonly format: ImageFormat
  /** In pixels of the upright image, after the camera's note on how it was held. */
  readonly width: number
  readonly height: number
}

/** RGB, three bytes a pixel, row by row, upright. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
