// Attacks on a light session: frames as they would come from somebody who is not before this screen, or holds a picture there.

import {
  addScreen,
  type LightMaps,
  lightMaps,
  PHONE,
  type Surface,
} from '../../../specimens/light/light-maps.ts'
import { framedMesh, type LitScene, sceneOf } from '../../../specimens/light/lit-scene.ts'
import {
  bandWeights,
  filmed,
  type LightSession,
  type LitMaps,
  litMaps,
  litSight,
  type RenderedFrame,
  type Sight,
} from '../../../specimens/light/render-session.ts'
import { encoded, type Linear, type Step, shownAt } from '../../../specimens/light/screen.ts'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import { differenceOf, LEAST_DIFFERENCE } from '../../../src/liveness/light/plan.ts'
import { boxOf } from '../../../src/vision/confirm-face.ts'

/** What an attacker needs beside the session: another sequence, of a session that he recorded. */
export interface AttackMeans {
  readonly other: readonly Step[]
}

interface Attack {
  readonly what: string
  /** An attack that the light alone cannot tell is measured and has no target. */
  readonly shouldPass?: true
  readonly sight: (session: LightSession, means: AttackMeans, random: Random) => Sight
}

const attacks = {
  'other-sequence': {
    what: 'a whole honest session that answered another sequence, sent again',
    sight: (session, { other }) => litSight({ ...session, sequence: other }, litMaps(session)),
  },
  'no-light': {
    what: 'a person, filmed without the screen',
    sight: (session) => {
      const dark = { ...session, screenNits: 0 }
      return litSight(dark, litMaps(dark))
    },
  },
  'frame-tint': {
    what: 'the right colours laid over the whole frame',
    sight: (session, _, random) => tinted(session, random, () => 1),
  },
  'face-tint': {
    what: 'the right colours laid over the face alone, the same everywhere on it',
    sight: (session, _, random) => tinted(session, random, faceOnly),
  },
  'painted-round': {
    what: 'the right colours painted on softly: strongest in the middle of the face, weaker with the distance from it',
    sight: (session, _, random) => painted(session, random, roundBrush(random)),
  },
  'painted-soft': {
    what: 'the right colours over the face alone, even on it, with a blurred edge',
    sight: (session, _, random) => painted(session, random, softBrush(random)),
  },
  print: {
    what: 'a print held before this screen, flat or bent a little',
    sight: (session, _, random) => printed(session, random),
  },
  'second-screen': {
    what: 'a second screen with the portrait, held before this one',
    sight: (session, _, random) => displayed(session, random, undefined),
  },
  'second-screen-film': {
    what: 'a second screen with a session that answered another sequence, held before this one',
    sight: (session, { other }, random) => displayed(session, random, other),
  },
  late: {
    what: 'the right light, seconds too late',
    sight: (session, _, random) => {
      const see = litSight(session, litMaps(session))
      const lateMs = 2000 + 3000 * random.next()
      return (atMs, rowMs) => see(atMs - lateMs, rowMs)
    },
  },
  'half-right': {
    what: 'the right light in one half of the sequence, other colours in the rest',
    sight: (session, { other }, random) => {
      const isEndWrong = random.next() < 0.5
      const half = session.sequence.length / 2
      const colours = [...new Set([...other, ...session.sequence].map(({ colour }) => colour))]
      const mixed = session.sequence.map((step, i) => {
        // A colour that happens to be right, or nearly so, would make it more than a half.
        const wrong = colours.filter((colour) => differenceOf(colour, step.colour) >= LEAST_DIFFERENCE)
        const colour = wrong[random.below(wrong.length)] ?? step.colour
        const isWrong = isEndWrong ? i >= Math.floor(half) : i >= 1 && i <= Math.ceil(half)
        return isWrong ? { ...step, colour } : step
      })
      return litSight({ ...session, sequence: mixed }, litMaps(session))
    },
  },
  'relit-puppet': {
    what: 'one photograph relit by the normals of its mesh, made for this sequence and sent as frames',
    shouldPass: true,
    sight: (session) =>
      litSight({ ...session, backgroundMm: 1200 }, litMaps({ ...session, backgroundMm: 1200 })),
  },
} satisfies Readonly<Record<string, Attack>>

export type AttackName = keyof typeof attacks
export const attackNames = Object.keys(attacks) as AttackName[]
export const attackNamed = (name: AttackName): Attack => attacks[name]

export async function renderAttack(
  name: AttackName,
  session: LightSession,
  means: AttackMeans,
): Promise<RenderedFrame[]> {
  const random = seededRandom(session.seed + 101)
  return filmed(session, attackNamed(name).sight(session, means, random))
}

/** Somebody without the screen's light, to whom the colours are added afterwards: by a share of the light, or as a film over it. */
function tinted(
  session: LightSession,
  random: Random,
  shareAt: (scene: LitScene, at: number) => number,
): Sight {
  const dark = { ...session, screenNits: 0 }
  const lit = litMaps(dark)
  const see = litSight(dark, lit)
  const strength = 0.06 + 0.3 * random.next()
  const isFilter = random.next() < 0.5
  // A careful attacker moves the edge of a step down over the picture.
  const followsEdge = random.next() < 0.5
  const { width, height } = session.framing
  const shares = Float32Array.from({ length: width * height }, (_, at) => shareAt(lit.scene, at))
  const level = brightness(see(0, 0))
  return (atMs, rowMs) => {
    const picture = see(atMs, rowMs)
    const { above, below, edge } = shownAt(session.sequence, atMs, [0.85, 0.85, 0.85])
    const even = [0, 1, 2].map((i) => edge * (above[i] as number) + (1 - edge) * (below[i] as number))
    for (let at = 0; at < shares.length; at++) {
      const isAbove = Math.floor(at / width) / height < edge
      const colour = followsEdge ? (isAbove ? above : below) : (even as unknown as Linear)
      const share = strength * (shares[at] as number)
      for (let channel = 0; channel < 3; channel++) {
        const own = picture[3 * at + channel] as number
        const tint = colour[channel] as number
        picture[3 * at + channel] = isFilter
          ? own * (1 - share + 2 * share * tint)
          : (1 - share) * own + share * level * tint
      }
    }
    return picture
  }
}

/** How strongly a place is painted on, where `across` and `down` are distances from the middle of the face by its width and height. */
type Brush = (across: number, down: number) => number

function roundBrush(random: Random): Brush {
  const [width, height] = [0.32 + 0.25 * random.next(), 0.36 + 0.25 * random.next()]
  return (across, down) => Math.exp(-((across / width) ** 2) - (down / height) ** 2)
}

function softBrush(random: Random): Brush {
  const [radius, blur] = [0.42 + 0.16 * random.next(), 0.04 + 0.16 * random.next()]
  return (across, down) => 1 / (1 + Math.exp((Math.hypot(across, down) / radius - 1) / blur))
}

/** The light of the screen as a painter thinks of it: one smooth spot of each colour, added by the light that is there. */
function painted(session: LightSession, random: Random, brush: Brush): Sight {
  const dark = { ...session, screenNits: 0 }
  const lit = litMaps(dark)
  const see = litSight(dark, lit)
  const strength = 0.2 + 0.4 * random.next()
  const { width, height } = session.framing
  const box = boxOf(framedMesh(session.portrait.mesh, session.framing))
  const shares = Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return brush((x - box.x - box.width / 2) / box.width, (y - box.y - box.height / 2) / box.height)
  })
  return (atMs, rowMs) => {
    const picture = see(atMs, rowMs)
    const { above, below, edge } = shownAt(session.sequence, atMs, [0.85, 0.85, 0.85])
    for (let channel = 0; channel < 3; channel++) {
      const tint = strength * (edge * (above[channel] as number) + (1 - edge) * (below[channel] as number))
      for (let at = 0; at < shares.length; at++)
        picture[3 * at + channel] =
          (picture[3 * at + channel] as number) * (1 + tint * (shares[at] as number))
    }
    return picture
  }
}

const faceOnly = ({ face }: LitScene, at: number): number => face[at] as number

function brightness(picture: Float32Array): number {
  let sum = 0
  for (let i = 1; i < picture.length; i += 3) sum += picture[i] as number
  return (2 * sum) / (picture.length / 3)
}

/** A sheet at the distance of the face, with the whole portrait on it; bent about its upright axis by so many millimetres. */
function sheetOf(session: LightSession, random: Random, bendMm: number): LitScene {
  const { framing, distanceMm, backgroundMm, portrait } = session
  const scene = sceneOf(portrait, framing, distanceMm, backgroundMm)
  const { width, height, millimetresPerPixel } = scene
  const tilt = { across: 0.2 * (random.next() - 0.5), up: 0.3 * (random.next() - 0.5) }
  // Most sheets fill the frame; of others the edge is seen, and the room behind.
  const edge = random.next() < 0.7 ? 1 : 0.42
  const normals = new Float32Array(3 * width * height)
  const depthMm = new Float32Array(width * height)
  const person = new Float32Array(width * height)
  const half = (width / 2) * millimetresPerPixel
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [u, v] = [(x - width / 2) * millimetresPerPixel, (height / 2 - y) * millimetresPerPixel]
      const isSheet = Math.abs(x / width - 0.5) < edge && Math.abs(y / height - 0.5) < edge
      const slope = (2 * bendMm * u) / half ** 2 + tilt.across
      const length = Math.hypot(slope, tilt.up, 1)
      normals.set(isSheet ? [slope / length, tilt.up / length, 1 / length] : [0, 0, 1], 3 * at)
      depthMm[at] = isSheet
        ? distanceMm + bendMm * (u / half) ** 2 + tilt.across * u + tilt.up * v
        : distanceMm + backgroundMm
      person[at] = isSheet ? 1 : 0
    }
  return { ...scene, normals, depthMm, person }
}

/** What a print shows of the portrait: inks are neither black nor as strong as skin in light. */
const INK = { least: 0.03, most: 0.8 }

function printed(session: LightSession, random: Random): Sight {
  const sheet = sheetOf(session, random, random.next() < 0.5 ? 0 : 5 + 25 * random.next())
  const peak = quantileOf(sheet.albedo, 0.98)
  const albedo = sheet.albedo.map((own) => INK.least + (INK.most - INK.least) * Math.min(1, own / peak))
  const gloss: Surface = { shine: 0.005 + 0.03 * random.next(), sharpness: 20, hasEyes: false }
  const maps = lightMaps({ ...sheet, albedo }, session.ambient, { ...PHONE, nits: session.screenNits }, gloss)
  return flatSight(session, maps)
}

const quantileOf = (values: Float32Array, share: number): number =>
  values.toSorted()[Math.floor(share * (values.length - 1))] as number

function flatSight(session: LightSession, maps: LightMaps, glow?: (atMs: number) => Float32Array): Sight {
  return (atMs, rowMs) => {
    const picture = maps.ambient.slice()
    addScreen(picture, maps, bandWeights(session, maps.bands.length, atMs, rowMs))
    const own = glow?.(atMs)
    if (own) for (let i = 0; i < picture.length; i++) picture[i] = (picture[i] as number) + (own[i] as number)
    return picture
  }
}

/** A second screen gives light of its own and throws back a few percent of what falls on it, without taking on colours. */
function displayed(session: LightSession, random: Random, other: readonly Step[] | undefined): Sight {
  const sheet = sheetOf(session, random, 0)
  const back = 0.01 + 0.03 * random.next()
  const albedo = new Float32Array(sheet.albedo.length).fill(back)
  const glass: Surface = { shine: 0.02 + 0.03 * random.next(), sharpness: 200, hasEyes: false }
  const maps = lightMaps({ ...sheet, albedo }, session.ambient, { ...PHONE, nits: session.screenNits }, glass)
  const nits = 120 + 380 * random.next()
  // The film was lit by an even room and a screen of its own; the display shows it as bright as it can.
  const shown = { ...session, sequence: other ?? session.sequence, screenNits: other ? 300 : 0 }
  const inner: LitMaps = litMaps(shown)
  const see = litSight(shown, inner)
  const white = 2 * brightness(see(0, 0))
  const isSheet = sheet.person
  return flatSight(session, maps, (atMs) => {
    const film = see(atMs, 0)
    for (let i = 0; i < film.length; i++) {
      const light = Math.min(1, (film[i] as number) / white)
      film[i] =
        (isSheet[Math.floor(i / 3)] as number) * nits * Math.round(255 * encoded(light)) ** 2.2 * DISPLAY
    }
    return film
  })
}

/** A display's own curve, of which 255 is one. */
const DISPLAY = 1 / 255 ** 2.2
