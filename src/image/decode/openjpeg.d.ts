// The parts of @cornerstonejs/codec-openjpeg that are used: the package brings no types.

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface FrameInfo {
    readonly width: number
    readonly height: number
    readonly bitsPerSample: number
    readonly componentCount: number
    readonly isSigned: boolean
  }
  interface J2KDecoder {
    /** Returns memory of the decoder, to be filled with the file. */
    getEncodedBuffer(bytes: number): Uint8Array
    /** Returns a copy: components side by side, of one byte or two. */
    getDecodedBuffer(): Uint8ClampedArray
    getFrameInfo(): FrameInfo
    getColorSpace(): number
    decode(): void
    delete(): void
  }
  interface Decoding {
    readonly J2KDecoder: new () => J2KDecoder
  }
  const start: (options: object) => Promise<Decoding>
  export = start
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface J2KEncoder {
    /** Returns memory of the encoder, to be filled with pixels. */
    getDecodedBuffer(facts: {
      readonly width: number
      readonly height: number
      readonly bitsPerSample: number
      readonly componentCount: number
      readonly isSigned: boolean
    }): Uint8Array
    getEncodedBuffer(): Uint8Array
    setQuality(isLossless: boolean, layers: number): void
    setCompressionRatio(layer: number, ratio: number): void
    encode(): void
    delete(): void
  }
  interface Encoding {
    readonly J2KEncoder: new () => J2KEncoder
  }
  const start: (options: object) => Promise<Encoding>
  export = start
}
