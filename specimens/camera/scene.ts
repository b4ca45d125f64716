// What a photograph of documents is made of: the flat documents, the scene they lie in, and the truth that travels with it.

import type { Box, Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'

export interface FlatDocument {
  readonly pixels: Pixels
  readonly kind: string
  readonly side: string
  /** Radius of the cut corners, in pixels of the flat picture, as all boxes are. */
  readonly cornerPx: number
  readonly lines: readonly {
    readonly text: string
    readonly role: string
    readonly field?: string
    readonly box: Box
  }[]
  readonly codes: readonly { readonly format: string; readonly text: string; readonly box: Box }[]
  readonly fields: Readonly<Record<string, string>>
}

export type BackgroundKind =
  | 'wood'
  | 'cloth'
  | 'marble'
  | 'keyboard'
  | 'clutter'
  | 'desk'
  | 'room'
  | 'scanner'
  | 'dark'

/** A bright patch on laminate; places and sizes are shares of the document's width. */
export interface Glare {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** How many times as long as wide; a streak has 6 or more. */
  readonly stretch: number
  readonly degrees: number
  /** Light added in the middle; 1 is as bright as white paper. */
  readonly strength: number
  /** 0 white, 1 all the colours of a hologram. */
  readonly rainbow: number
  /** Moved to where it touches the least text. */
  readonly besideText?: boolean
}

export interface Scene {
  readonly seed: number
  readonly frame: {
    /** In pixels, for a card; pages that are larger get more, as people step closer to what is small. */
    readonly longSide: number
    /** Long by short side. */
    readonly aspect: number
    /** Along the document, across it, or cut to it by an app. */
    readonly hold: 'along' | 'across' | 'tight'
  }
  readonly pose: {
    /** Forwards and backwards, to the sides, and in the plane of the picture clockwise. */
    readonly tiltDegrees: number
    readonly turnDegrees: number
    readonly rollDegrees: number
    /** Clockwise. */
    readonly quarterTurns: number
    /** Share of the frame the documents take in the direction that is fuller. */
    readonly fill: number
    /** -1 at the left or upper edge, 1 at the other. */
    readonly x: number
    readonly y: number
    /** Focal length by the long side; phones have about 0.8. */
    readonly focal: number
  }
  /** How the documents, with what shows them, are lifted from what lies behind them. */
  readonly lift?: { readonly tiltDegrees: number; readonly turnDegrees: number }
  /** How each further document lies beside the one before. */
  readonly next?: {
    readonly below: boolean
    readonly gapMm: number
    readonly rollDegrees: number
    readonly quarterTurns: number
  }
  /** Height of the middle of paper that is not flat, and the direction along which it is bent. */
  readonly bend?: { readonly heightMm: number; readonly axis: 'x' | 'y' }
  readonly background: { readonly kind: BackgroundKind; readonly seed: number }
  /** Of the document on what it lies on. */
  readonly shadow?: {
    readonly xMm: number
    readonly yMm: number
    readonly softMm: number
    readonly strength: number
  }
  /** Of the phone or the head; shares of the frame. */
  readonly phoneShadow?: {
    readonly x: number
    readonly y: number
    readonly degrees: number
    readonly width: number
    readonly height: number
    readonly soft: number
    readonly strength: number
  }
  readonly light?: {
    /** 1 is well exposed. */
    readonly level?: number
    /** How much brighter the right or the lower side is than the middle, as a share. */
    readonly unevenX?: number
    readonly unevenY?: number
    readonly vignette?: number
    /** -1 as blue as shade, 1 as warm as a bulb. */
    readonly warmth?: number
    /** The same, growing to the right: two lamps. */
    readonly warmthX?: number
  }
  readonly glare?: readonly Glare[]
  /** A hand holds the document from behind, thumb in front. */
  readonly hand?: {
    readonly side: 'left' | 'right' | 'bottom' | 'both'
    readonly reachMm: number
    /** 0 pale to 1 dark. */
    readonly tone: number
    readonly coversText?: boolean
  }
  /** Fingers laid over corners: 0 upper left, clockwise. */
  readonly fingers?: readonly {
    readonly corner: number
    readonly reachMm: number
    readonly tone: number
    readonly coversText?: boolean
  }[]
  /** Radius of the disc a point becomes. */
  readonly defocusPx?: number
  readonly motion?: { readonly lengthPx: number; readonly degrees: number }
  /** Shares of white: grows with the root of light; is always there. */
  readonly noise?: { readonly shot: number; readonly read: number; readonly correlation: number }
  /** Taken with fewer pixels and enlarged again: 0.5 is half as many each way. */
  readonly resolution?: number
  readonly sharpen?: number
  readonly contrast?: number
  readonly gamma?: number
  readonly saturation?: number
  /** Light on the lens: black becomes grey. */
  readonly haze?: number
  readonly wear?: {
    readonly edges: number
    readonly scratches: number
    readonly dirt: number
    /** 0 to 1: how far the inks have gone towards the ground. */
    readonly fade?: number
  }
  /** A clear laminate that is wider than the document. */
  readonly film?: {
    readonly marginMm: number
    /** All 0 to 1, but for the creases, which are counted. */
    readonly milky: number
    readonly bubbles: number
    readonly creases: number
  }
  /** Photographed from a display. */
  readonly screen?: {
    readonly pitchMm: number
    readonly marginMm: number
    readonly bezelMm: number
    /** Grey of what the display shows around the document, 0 to 1. */
    readonly around: number
    readonly tint: number
    readonly reflection: number
    readonly contrast: number
  }
  /** Photographed from a colour print. */
  readonly print?: {
    readonly linesPerMm: number
    readonly strength: number
    readonly fade: number
    readonly marginMm: number
  }
  /** Photographed from a black-and-white copy. */
  readonly photocopy?: {
    readonly contrast: number
    readonly speckle: number
    readonly streaks: number
    readonly marginMm: number
  }
  /** Width by what it should be: 0.87 is too narrow, 1.15 too wide. */
  readonly stretch?: number
  /** Shot from the screen of a phone that shows the picture. */
  readonly screenshot?: {
    readonly widthPx: number
    /** Long by short side. */
    readonly aspect: number
    /** Of the screen's width that the picture may take. */
    readonly share: number
    readonly isDark: boolean
    /** 0 at the top, 1 at the bottom. */
    readonly y: number
  }
  readonly jpeg: {
    /** 10 to 95. */
    readonly quality: number
    /** Quality it was saved with once before. */
    readonly first?: number
    readonly fullColour?: boolean
  }
  /** How the bytes are turned, by EXIF's number 1 to 8; the upright picture stays the same. */
  readonly orientation?: number
}

export type Level = 'clean' | 'photo' | 'bad'

export type Quad = readonly [Point, Point, Point, Point]

export interface TrueDocument {
  readonly kind: string
  readonly side: string
  /** Of the document itself, from its own upper left clockwise; corners that are cut round are where the edges would meet. */
  readonly corners: Quad
  /** How often it is turned clockwise in the upright picture, nearest. */
  readonly quarterTurn: number
  readonly lines: readonly {
    readonly text: string
    readonly role: string
    readonly field?: string
    readonly quad: Quad
  }[]
  readonly codes: readonly { readonly format: string; readonly text: string; readonly quad: Quad }[]
  readonly fields: Readonly<Record<string, string>>
}

/** All 0 to 1. */
export interface Conditions {
  /** From a screen, from a colour print, from a copier: 0 or 1. */
  readonly recapture: number
  readonly print: number
  readonly photocopy: number
  /** 1 where a point is smeared over as much as a stroke of small letters is wide, and more. */
  readonly blur: number
  /** Share of the document's area that is washed out. */
  readonly glare: number
  readonly darkness: number
}

export interface Truth {
  readonly width: number
  readonly height: number
  readonly documents: readonly TrueDocument[]
  readonly conditions: Conditions
}

export interface Photograph {
  /** Upright, before compression. */
  readonly pixels: Pixels
  readonly truth: Truth
}

/** Linear light, three numbers a pixel. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly light: Float32Array
}
