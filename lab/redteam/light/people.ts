// The people of simulated light sessions: portraits, frames of phones, photographs of East Asian people, and rendered people of all skins.
import { readFileSync } from 'node:fs'
import type { LitScene, Portrait } from '../../../specimens/light/lit-scene.ts'
import { specimenPortrait } from '../../../specimens/light/specimen-portrait.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { FaceNetworks } from '../../../src/vision/networks.ts'
import { filesIn } from '../../kit/folders.ts'
import { cutOut } from '../puppet/cut-out.ts'
import { straightFace } from '../puppet/photographs.ts'

export interface LightPerson {
  readonly name: string
  readonly source: 'portraits' | 'phones' | 'east-asian' | 'rendered'
  /** Pictures to be tried one after the other, or the seed of a rendered person. */
  readonly files: readonly string[]
  readonly seed?: number
}

/** Steps through the portraits, so that neighbours in the list are not neighbours in the alphabet. */
const STRIDE = 37
const PORTRAITS = 60
const RENDERED = 40
const MAX_MEGAPIXELS = 50

/** Only rendered people where there is no data. */
export function lightPeople(data: string): LightPerson[] {
  const portraits = filesIn(`${data}/faces/public-domain`, /\.jpg$/)
  const phones = filesIn(`${data}/liveness/head-turns`, /_front\.jpg$/)
  const asian = filesIn(`${data}/faces/populations/east-asian`, /\.jpg$/)
  const grouped = (files: readonly string[], source: LightPerson['source']): LightPerson[] =>
    [...Map.groupBy(files, (file) => nameOf(file).replace(/_.*/, ''))].map(([person, own]) => ({
      name: `${source} ${person}`,
      source,
      files: own,
    }))
  const chosen = Array.from(
    { length: Math.min(PORTRAITS, portraits.length) },
    (_, i) => portraits[(STRIDE * i) % portraits.length] as string,
  )
  return [
    ...chosen.map((file): LightPerson => ({ name: nameOf(file), source: 'portraits', files: [file] })),
    ...grouped(phones, 'phones'),
    ...grouped(asian, 'east-asian'),
    ...Array.from(
      { length: RENDERED },
      (_, i): LightPerson => ({ name: `rendered ${i + 1}`, source: 'rendered', files: [], seed: i + 1 }),
    ),
  ]
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** Undefined where no picture shows one face that looks ahead. */
export async function portraitOfPerson(
  networks: FaceNetworks,
  { files, seed }: LightPerson,
): Promise<Portrait | undefined> {
  if (seed !== undefined) return specimenPortrait(seed)
  for (const file of files) {
    const decoding = await decodeImage(readFileSync(file), {
      maxMegapixels: MAX_MEGAPIXELS,
      longestSide: 800,
    })
    if ('fault' in decoding) continue
    const found = await straightFace(networks, decoding.pixels)
    if (found) return { ...found, matte: (await cutOut(networks.parts, decoding.pixels)).matte }
  }
  return undefined
}

export const tones = ['light', 'medium', 'tan', 'dark'] as const
export type Tone = (typeof tones)[number]

/** The individual typology angle of the skin by which dermatologists sort it; the groups are theirs, six joined to four. */
const LEAST_DEGREES: Readonly<Record<Tone, number>> = { light: 41, medium: 28, tan: 10, dark: -90 }

export function toneOf({ albedo, face, normals }: LitScene): Tone {
  const means = [0, 1, 2].map((channel) => {
    const values: number[] = []
    for (let at = 0; at < face.length; at += 7)
      if (face[at] === 1 && (normals[3 * at + 2] as number) > 0.8)
        values.push(albedo[3 * at + channel] as number)
    return values.toSorted((a, b) => a - b)[Math.floor(0.6 * values.length)] ?? 0
  })
  const [red = 0, green = 0, blue = 0] = means
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
  const lightness = 116 * curve(y) - 16
  const yellow = 200 * (curve(y) - curve(z))
  const degrees = (Math.atan2(lightness - 50, Math.max(1, yellow)) * 180) / Math.PI
  return tones.find((tone) => degrees >= LEAST_DEGREES[tone]) ?? 'dark'
}
