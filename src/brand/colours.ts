// Colours of a brand: whether people can read what is written in them, and how they are changed for a dark page.

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

/** The contrast that text needs: WCAG 2.2, level AA. */
export const LEAST_CONTRAST = 4.5
const WHITE: Rgb = [255, 255, 255]
const INK: Rgb = [11, 18, 17]
/** The surfaces of the page in its dark theme, from which text of the brand must stand out. */
const DARK_SURFACE: Rgb = [21, 30, 28]

export interface BrandColours {
  readonly accent: string
  /** What is written on the accent. */
  readonly accent_text: string
  /** The accent as it is lightened for a dark page, and what is written on it. */
  readonly accent_dark: string
  readonly accent_dark_text: string
}

/** `accent` is six hexadecimal digits after `#`. */
export function coloursOf(accent: string): BrandColours {
  const light = rgbOf(accent)
  const dark = lightened(light)
  return {
    accent: hexOf(light),
    accent_text: hexOf(textOn(light)),
    accent_dark: hexOf(dark),
    accent_dark_text: hexOf(textOn(dark)),
  }
}

/** On the white surfaces of the page; from 1 to 21. */
export const contrastOnWhite = (accent: string): number => contrast(rgbOf(accent), WHITE)

const textOn = (ground: Rgb): Rgb => (contrast(ground, WHITE) >= LEAST_CONTRAST ? WHITE : INK)

/** Mixes in white, a little at a time, until it can be read on a dark page. */
function lightened(colour: Rgb): Rgb {
  for (let white = 0; white < 1; white += 0.05) {
    const [r, g, b] = colour.map((part) => Math.round(part + white * (255 - part)))
    const mixed: Rgb = [r ?? 255, g ?? 255, b ?? 255]
    if (contrast(mixed, DARK_SURFACE) >= LEAST_CONTRAST) return mixed
  }
  return WHITE
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const hexOf = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
