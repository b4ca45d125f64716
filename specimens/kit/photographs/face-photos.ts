// Makes photos of people and of cards with their portraits as a request carries them, each once per run.
import sharp, { type Sharp } from 'sharp'
import type { Pixels } from '../../../src/image/pixels.ts'
import { drawnOnce } from '../run-folder.ts'
import { chart, photo } from './pictures.ts'
import { picture, portrait } from './sample-photos.ts'

/** Each has the number of the sample photo, and of the person in it from left to right; it may be shown on a screen. */
export type Who = readonly [photo: number, person: number, shownOn?: 'screen']

/** One person is in two photos: the first is fit to be registered, the second genuine and leaning to the right. */
export const herReference: Who = [3, 1]
export const herSelfie: Who = [1, 2]
/** These are other people, genuine and fit to be registered. */
export const him: Who = [6, 3]
export const anotherPerson: Who = [3, 0]
/** This picture is fit to be registered, but a screen shows it. */
export const notGenuine: Who = [3, 2, 'screen']
/** This person looks to the side. */
export const turnedAside: Who = [5, 1]

export const FACE_SIDE = 480

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const made = new Map<string, Promise<Buffer>>()

function once(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = made.get(name) ?? drawnOnce(`faces ${name}`, make).then(Buffer.from)
  made.set(name, known)
  return known
}

/** The photo is not encoded yet, so that a test can spoil it. */
export async function faceOf(who: Who): Promise<Sharp> {
  const [photo, person, shownOn] = who
  const cut = async () => {
    const pixels = await portrait(photo, person, FACE_SIDE)
    return picture(shownOn ? onScreen(pixels) : pixels)
      .png({ compressionLevel: 1 })
      .toBuffer()
  }
  return sharp(await once(`face ${who}`, cut))
}

const SCREEN_PIXEL = 4

/** The gaps between the pixels of a screen are darker than the pixels. */
function onScreen({ width, height, data }: Pixels): Pixels {
  const isGap = (at: number) => at % SCREEN_PIXEL === 0
  const shown = data.map((value, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    return Math.min(255, 1.05 * (isGap(x) || isGap(y) ? 0.88 : 1) * value)
  })
  return { width, height, data: shown }
}

export const jpegOf = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 95 }).toBuffer()

/** Returns a photo of one person, in Base64. */
export async function photoOf(who: Who): Promise<string> {
  return base64(await once(`photo ${who}`, async () => jpegOf(await faceOf(who))))
}

/** The selfie is turned back until her head is nearly upright, so it is fit to be registered, too. */
export async function herUprightSelfie(): Promise<string> {
  const upright = async () => jpegOf((await faceOf(herSelfie)).rotate(-35, { background: '#777777' }))
  return base64(await once('upright selfie', upright))
}

/** The photo shows three people side by side. */
export const groupPhoto = (): string => base64(photo(1))

/** A picture of four colours, without a person. */
export const emptyPhoto = async (): Promise<string> =>
  base64(await once('nobody', () => jpegOf(chart(320, 240))))

const TABLE = { width: 1600, height: 1200, background: '#7a5230' }
const CARD = { width: 860, height: 540, background: '#dfe7e2' }
const cardAt = { left: (TABLE.width - CARD.width) / 2, top: (TABLE.height - CARD.height) / 2 }
const PORTRAIT = { left: 60, top: 150, width: 200, height: 260 }
const GHOST = { left: 660, top: 330, width: 100, height: 130, strength: 0.45, paper: 223 }
const BESIDE = { left: 560, top: 150 }

export interface CardPhoto {
  /** Degrees count clockwise. */
  readonly degrees?: number
  /** The share is of its full size. */
  readonly scale?: number
  /** Somebody else's portrait of the same size takes the place of the ghost. */
  readonly beside?: Who
}

/** Draws a card on a table with a portrait and its ghost; blank where no person is given. */
export async function cardOf(who: Who | undefined, options: CardPhoto = {}): Promise<string> {
  return base64(await once(`card ${who} ${JSON.stringify(options)}`, () => photographed(who, options)))
}

async function photographed(who: Who | undefined, options: CardPhoto): Promise<Buffer> {
  const { degrees = 0, scale = 1, beside } = options
  const prints = who ? [{ input: await printed(who, PORTRAIT), left: PORTRAIT.left, top: PORTRAIT.top }] : []
  if (beside) prints.push({ input: await printed(beside, PORTRAIT), ...BESIDE })
  else if (who) prints.push({ input: await faded(who), left: GHOST.left, top: GHOST.top })
  const front = await plain(CARD).composite(prints).png().toBuffer()
  const lying = await plain(TABLE)
    .composite([{ input: front, ...cardAt }])
    .png()
    .toBuffer()
  const turned = await sharp(lying).rotate(degrees, { background: TABLE.background }).png().toBuffer()
  const { width } = await sharp(turned).metadata()
  return jpegOf(sharp(turned).resize(Math.round(width * scale)))
}

const plain = (size: { width: number; height: number; background: string }): Sharp =>
  sharp({ create: { ...size, channels: 3 } })

const printed = async (who: Who, { width, height }: { width: number; height: number }): Promise<Buffer> =>
  (await faceOf(who)).resize(width, height).png().toBuffer()

const faded = async (who: Who): Promise<Buffer> =>
  sharp(await printed(who, GHOST))
    .linear(GHOST.strength, GHOST.paper * (1 - GHOST.strength))
    .png()
    .toBuffer()

/** Gives the middle of the portrait in the picture that `cardOf` makes. */
export function portraitMiddle({ degrees = 0, scale = 1 }: CardPhoto = {}): { x: number; y: number } {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const x = cardAt.left + PORTRAIT.left + PORTRAIT.width / 2 - TABLE.width / 2
  const y = cardAt.top + PORTRAIT.top + PORTRAIT.height / 2 - TABLE.height / 2
  const width = Math.abs(TABLE.width * cosine) + Math.abs(TABLE.height * sine)
  const height = Math.abs(TABLE.width * sine) + Math.abs(TABLE.height * cosine)
  return {
    x: scale * (width / 2 + x * cosine - y * sine),
    y: scale * (height / 2 + x * sine + y * cosine),
  }
}
