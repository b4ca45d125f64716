// The part of fontkit that we call; the package brings no types.
declare module 'fontkit' {
  export interface GlyphBox {
    readonly minX: number
    readonly minY: number
    readonly maxX: number
    readonly maxY: number
  }
  export interface Glyph {
    readonly id: number
    readonly path: {
      readonly bbox: GlyphBox
      readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[]
      toSVG(): string
    }
  }
  export interface Font {
    readonly familyName: string
    readonly unitsPerEm: number
    readonly hmtx: {
      readonly metrics: { readonly length: number; get(index: number): { readonly advance: number } }
    }
    glyphForCodePoint(codePoint: number): Glyph
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
