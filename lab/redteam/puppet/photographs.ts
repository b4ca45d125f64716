// Finds the photographs that puppets are made of: portraits and straight frames of the data, or pictures of rendered people.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { seededDice } from '../../../specimens/person/dice.ts'
import { person } from '../../../specimens/person/person.ts'
import { renderPerson } from '../../../specimens/person/render.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { boxOf } from '../../../src/vision/confirm-face.ts'
import { headAngles } from '../../../src/vision/head-angles.ts'
import { portraitOf } from '../../../src/vision/look-at-face.ts'
import type { FaceNetworks } from '../../../src/vision/networks.ts'
import { observePixels } from '../../../src/vision/observe.ts'
import { filesIn } from '../../kit/folders.ts'
import { gamut } from '../../kit/gamut.ts'
import type { Photograph } from './sheet.ts'

/** A photographer's lens: the person is a good metre away. */
const PORTRAIT_LENS = 3
/** Every so many photographs one is a frame of a phone's video. */
const FRAME_EVERY = 3
const MAX_MEGAPIXELS = 50
const LONGEST_SIDE = 1000
/** Steps through the portraits, so that neighbours in the list are not neighbours in the alphabet; prime to most counts. */
const STRIDE = 37
/** A face turned further is no straight photograph. */
const MOST_TURNED = { yawDegrees: 8, pitchDegrees: 15 }

export interface Wanted {
  /** The width of the face in the photograph that the attacker has. */
  readonly facePixels?: { readonly least: number; readonly most: number }
  /** Colours are as they were taken; else they are brought to those of a phone. */
  readonly keepsColours?: boolean
}

export interface Photographs {
  /** Another for each number, while there are some. */
  take(number: number, wanted?: Wanted): Promise<Photograph>
  /** One of somebody who looks ahead, and one turned to the side, with its mirror image for the other side. */
  takeSeveral(number: number): Promise<Several>
}

interface Several {
  readonly ahead: Photograph
  readonly turned: readonly Photograph[]
}

export function photographsIn(data: string, networks: FaceNetworks): Photographs {
  const portraits = filesIn(`${data}/faces/public-domain`, /\.jpg$/)
  const frames = filesIn(`${data}/liveness/head-turns`, /_front\.jpg$/)
  return {
    async take(number, { facePixels, keepsColours = false } = {}) {
      const width = facePixels && seededDice(number, 3).between(facePixels.least, facePixels.most)
      for (let tried = 0; tried < 20; tried++) {
        const isFrame = portraits.length === 0 || number % FRAME_EVERY === FRAME_EVERY - 1
        const files = isFrame ? frames : portraits
        const file = files[(STRIDE * (number + 1000 * tried)) % Math.max(1, files.length)]
        const pixels = file === undefined ? rendered(number + tried) : await decoded(readFileSync(file))
        const found = await straightFace(networks, pixels)
        const photograph = found && !keepsColours ? muted(found) : found
        const lens = file !== undefined && !isFrame ? { focalShare: PORTRAIT_LENS } : {}
        if (photograph && width === undefined) return { ...photograph, ...lens }
        const small = photograph && (await straightFace(networks, await coarse(photograph, width ?? 0)))
        if (small) return { ...small, ...lens }
      }
      throw new Error('no photograph shows a face that looks ahead')
    },
    async takeSeveral(number) {
      const people = [...new Set(frames.map((file) => file.replace(/_.*/, '')))]
      const turns = filesIn(`${data}/liveness/head-turns`, /_image_(left|right)\.jpg$/)
      for (let tried = 0; tried < 20; tried++) {
        const own = people[number % Math.max(1, people.length)] ?? ''
        const one = nth(
          frames.filter((file) => file.startsWith(own)),
          number + tried,
        )
        const other = nth(
          turns.filter((file) => file.startsWith(own)),
          number + 3 * tried,
        )
        const shot = async (file: string | undefined, yawDegrees: number) =>
          file === undefined ? rendered(number, yawDegrees) : decoded(readFileSync(file))
        const ahead = await straightFace(networks, await shot(one, 0))
        const side = await shot(other, 30)
        const turned = [await onlyFace(networks, side), await onlyFace(networks, mirrored(side))]
        if (ahead && turned[0] && turned[1]) return { ahead, turned: [turned[0], turned[1]] }
      }
      throw new Error('nobody has photographs from ahead and from the side')
    },
  }
}

const nth = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[n % Math.max(1, items.length)]

/** Pictures of people who do not exist, where there is no data. */
const rendered = (number: number, yawDegrees = 0): Pixels =>
  renderPerson(person(1 + (number % 12)), {
    width: 360,
    height: 480,
    yawDegrees,
    distanceCm: 38,
    room: number,
    noiseSeed: 900 + number,
  })

async function decoded(bytes: Uint8Array): Promise<Pixels> {
  const decoding = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS, longestSide: LONGEST_SIDE })
  if ('fault' in decoding) throw new Error(`the photograph ${decoding.fault}`)
  return decoding.pixels
}

export async function straightFace(networks: FaceNetworks, pixels: Pixels): Promise<Photograph | undefined> {
  const found = await onlyFace(networks, pixels)
  if (!found) return undefined
  const { yawDegrees, pitchDegrees } = headAngles(found.mesh)
  const isTurned =
    Math.abs(yawDegrees) > MOST_TURNED.yawDegrees || Math.abs(pitchDegrees) > MOST_TURNED.pitchDegrees
  return isTurned ? undefined : found
}

async function onlyFace(networks: FaceNetworks, pixels: Pixels): Promise<Photograph | undefined> {
  const [face, ...others] = await observePixels(networks, pixels, { search: 'frame', closely: 0 })
  return face && others.length === 0 ? { pixels, mesh: face.mesh } : undefined
}

function mirrored({ width, height, data }: Pixels): Pixels {
  const back = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 3) {
    const column = (at / 3) % width
    back.set(data.subarray(at, at + 3), at + 3 * (width - 1 - 2 * column))
  }
  return { width, height, data: back }
}

/** The deviation of red less brightness over a face, in bytes: portraits of a studio have twice as much as phones. */
const PHONE_GAMUT = 12

/** Brings the colours to those of a phone, as any attacker can. */
function muted({ pixels, mesh }: Photograph): Photograph {
  const kept = Math.min(1, PHONE_GAMUT / gamut(portraitOf(pixels, boxOf(mesh))))
  const data = new Uint8Array(pixels.data.length)
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.data.subarray(at, at + 3)
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue
    for (let i = at; i < at + 3; i++) data[i] = grey + kept * ((pixels.data[i] as number) - grey) + 0.5
  }
  return { pixels: { ...pixels, data }, mesh }
}

/** The picture as if its face had been so many pixels wide, saved, and enlarged again. */
async function coarse({ pixels, mesh }: Photograph, facePixels: number): Promise<Pixels> {
  const { width, height, data } = pixels
  const across = mesh.filter((_, i) => i % 3 === 0)
  const times = facePixels / (Math.max(...across) - Math.min(...across))
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(Math.round(width * times), Math.round(height * times), { fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer()
  const large = await sharp(small)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, data: new Uint8Array(large) }
}
