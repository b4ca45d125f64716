// Stands a rendered person before the camera of a page, lit by what the page's own screen shows.
import type { Page } from 'playwright-core'
import { type PageMaps, pageMaps } from '../../specimens/light/light-maps.ts'
import { drawSession, litMaps } from '../../specimens/light/render-session.ts'
import { specimenPortrait } from '../../specimens/light/specimen-portrait.ts'
import { asked, type EncodedMaps } from './browser-in-page.ts'

/** Bands of the simulator that the page's camera takes as one: it has to be as fast as the page that it films. */
const BANDS_AS_ONE = 2
const WHITE = 65_535

const framing = { width: 360, height: 480, faceShare: 0.55, right: 0, down: 0 }
const ambient = { lux: 60, kelvin: 5000, towards: [0.3, 0.8, 0.5], directed: 0.3, behind: 0.8 } as const

/** The maps of a person at arm's length in a dim room. They are drawn once for a test, because that takes seconds. */
export function litPerson(seed: number): EncodedMaps {
  const session = drawSession(specimenPortrait(seed), [], seed, { framing, ambient, distanceMm: 300 })
  const maps = pageMaps(litMaps(session).maps)
  const { width, height } = maps
  return { width, height, ambient: encoded(maps.ambient), bands: joined(maps).map(encoded) }
}

/** The same person as a camera films them that shows nothing of the screen's light: a recording, or a sunny room. */
export const unlit = (maps: EncodedMaps): EncodedMaps => ({ ...maps, bands: [] })

export const standInLight = (page: Page, maps: EncodedMaps): Promise<void> =>
  asked(page, 'camera', 'light', maps)

function joined({ bands }: PageMaps): Float32Array[] {
  return Array.from({ length: Math.ceil(bands.length / BANDS_AS_ONE) }, (_, i) => {
    const [first = new Float32Array(), ...others] = bands.slice(BANDS_AS_ONE * i, BANDS_AS_ONE * (i + 1))
    return first.map((value, at) => others.reduce((sum, other) => sum + (other[at] ?? 0), value))
  })
}

function encoded(light: Float32Array): string {
  const numbers = Uint16Array.from(light, (value) => Math.round(WHITE * Math.max(0, Math.min(1, value))))
  return Buffer.from(numbers.buffer).toString('base64')
}
