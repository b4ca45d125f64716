// Draws what the callers send, once before the first request: people who do not exist, specimens, papers and videos.
import sharp from 'sharp'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import { wall } from '../../specimens/kit/films/films.ts'
import { livingVideo, still, videoOf } from '../../specimens/kit/films/video-maker.ts'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import {
  cardOf,
  photoOf as faceOf,
  herReference,
  herSelfie,
  him,
} from '../../specimens/kit/photographs/face-photos.ts'
import { portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { papersOf } from '../../specimens/kit/servers/business-registration.ts'
import { actDistance, actNose, actProfile, type Take } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { renderPerson } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'
import { defaultFaceArea, defaultRatios, planDistance } from '../../src/liveness/distance/plan.ts'

interface Shown {
  readonly task: string
  readonly bytes: Uint8Array
  readonly atMs: number
}
export type Film = readonly Shown[]

/** Frames are small, because the networks cost the same for all sizes. */
export const size = { image_width: 360, image_height: 480 }
/** The nose's target in each of the films, from the middle of the picture, and how near a box must be. */
export const noseTargets = [-60, 60].flatMap((x) => [-30, -10, 10, 30].map((y) => ({ x, y })))
export const NOSE_REACH = { x: 6, y: 6 }
const NOSE_BOX = 20
/** The networks are known to find and read this person; they do not find everybody drawn. */
const ACTOR = 3

/** Each piece is drawn when it is needed, once for all callers. */
export interface Material {
  readonly profile: readonly Film[]
  readonly distance: readonly Film[]
  /** There is one film for each target. */
  readonly nose: readonly Film[]
  readonly walls: readonly Uint8Array[]
  readonly cards: readonly { readonly front: DocumentPhoto; readonly back: DocumentPhoto }[]
  readonly passports: readonly DocumentPhoto[]
  readonly licences: readonly DocumentPhoto[]
  /** These are no supported documents. */
  readonly otherPapers: readonly DocumentPhoto[]
  readonly certificates: readonly { readonly pdf: Uint8Array; readonly pages: readonly Uint8Array[] }[]
  readonly faces: Readonly<Record<'reference' | 'selfie' | 'otherPerson' | 'card', Uint8Array>>
  readonly chips: readonly { readonly files: object; readonly answer: SpecimenChip['answer'] }[]
  readonly videos: Readonly<Record<'turning' | 'still', Uint8Array>>
}
export type Piece = keyof Material

const TAKES = [0, 1, 2]

const drawing: { readonly [Name in Piece]: () => Promise<Material[Name]> } = {
  profile: () =>
    inTurn(TAKES, (take) => filmed(actProfile(actor, { ...size, ...area, task_order: yaw }, { take }))),
  distance: () => {
    const { taskOrder, boxes } = planDistance(wish, (least) => least)
    const started = {
      ...size,
      task_order: taskOrder,
      far_distance: boxes.far,
      normal_distance: boxes.normal,
      close_distance: boxes.close,
    }
    return inTurn(TAKES, (take) => filmed(actDistance(actor, started, { take })))
  },
  nose: () =>
    inTurn(noseTargets, ({ x, y }) => {
      const box = {
        nose_left: size.image_width / 2 + x - NOSE_BOX / 2,
        nose_top: size.image_height / 2 + y - NOSE_BOX / 2,
        nose_width: NOSE_BOX,
        nose_height: NOSE_BOX,
      }
      return filmed(actNose(actor, { ...size, ...area, ...box }, { frames: 4 }))
    }),
  walls: () => inTurn([1, 2, 3, 4], wall),
  cards: () =>
    inTurn(cards, async ({ kind, seed }) => ({
      front: await photoOf({ kind, seed }),
      back: await photoOf({ kind, side: 'back', seed }),
    })),
  passports: () => inTurn([307], (seed) => photoOf({ kind: 'passport-old', seed })),
  licences: () =>
    inTurn(['front', 'back'] as const, (side) => photoOf({ kind: 'licence-pet', side, seed: 302 })),
  otherPapers: () => inTurn([1, 5], (seed) => photoOf({ kind: 'other', seed })),
  certificates: async () => {
    // Decoding untrusted images blocks SVG for the whole process; here specimens are drawn with it.
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
    const { text, pictures } = await papersOf(3, 110)
    return [{ pdf: text, pages: pictures }]
  },
  faces: async () => ({
    reference: bytesOf(await faceOf(herReference)),
    selfie: bytesOf(await faceOf(herSelfie)),
    otherPerson: bytesOf(await faceOf(him)),
    card: bytesOf(await cardOf(herReference)),
  }),
  chips: () =>
    inTurn(['cccd-chip', 'passport'] as const, async (kind) => {
      const made = await makeChip({ kind, seed: 12, algorithm: 'p256-sha256' })
      return { files: bodyOf(made), answer: made.answer }
    }),
  videos: async () => {
    const body = await portrait(2, 1, 360)
    return { turning: await livingVideo(), still: videoOf(still(body), 1.2, 'mp4') }
  },
}

/** Only the wanted pieces are drawn; an act that uses another fails. */
export async function drawMaterial(wanted: readonly Piece[]): Promise<Partial<Material>> {
  const drawn: Record<string, unknown> = {}
  for (const name of new Set(wanted)) drawn[name] = await drawing[name]()
  return drawn as Partial<Material>
}

const area = { area_width: 270, area_height: 360 }
const yaw = { 'keep-face-ahead': 1, 'turn-face-left': 1, 'turn-face-right': 1 }
const wish = {
  image: { width: size.image_width, height: size.image_height },
  ratios: defaultRatios,
  amounts: { far: 1, normal: 1, close: 1 },
  minFaceShare: defaultFaceArea.minShare,
  maxFaceShare: defaultFaceArea.maxShare,
}
const cards = [
  { kind: 'cccd-chip', seed: 301 },
  { kind: 'can-cuoc', seed: 303 },
] as const

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

async function inTurn<From, To>(all: readonly From[], make: (one: From) => Promise<To>): Promise<To[]> {
  const made: To[] = []
  for (const one of all) made.push(await make(one))
  return made
}

/** The painted parts of a person are kept with the person. */
const actor = person(ACTOR)

async function filmed(takes: readonly Take[]): Promise<Film> {
  return inTurn(takes, async ({ task, scene, atMs }) => ({
    task,
    atMs,
    bytes: await encodeJpeg(renderPerson(actor, scene)),
  }))
}
