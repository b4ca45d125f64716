// Looks at one image and tells, as plain data, what faces are in it and how they are.
import { type Box, middleOf, squareOnto } from '../image/geometry.ts'
import { decodeImage, type ImageFacts, type Pixels } from '../image/image.ts'
import { greyOf, type Light, measureLight, measureSharpness } from '../image/measure.ts'
import { readShot, type Shot } from '../image/shot.ts'
import { crop } from '../image/warp.ts'
import { readBlendshapes } from '../models/face-blendshapes.ts'
import { embedFace } from '../models/face-embedder.ts'
import { readHappiness } from '../models/face-expression.ts'
import { regionOfMesh } from './confirm-face.ts'
import { type Cover, readCover } from './cover.ts'
import { type Expression, readExpression } from './expression.ts'
import { type FoundFace, findFaces, type Search } from './find-faces.ts'
import { fivePoints } from './five-points.ts'
import { type Genuineness, readGenuineness } from './genuineness/genuineness.ts'
import { type HeadAngles, headAngles } from './head-angles.ts'
import type { FaceNetworks } from './networks.ts'

/** What to look for; each costs time, `cover` most. */
export interface Ask {
  readonly search: Search
  /** How many faces, the largest first, are looked at closely; the others are only found. */
  readonly closely: number
  readonly expression?: boolean
  readonly genuineness?: boolean
  readonly vector?: boolean
  readonly cover?: boolean
  /** What the file itself tells: see image/shot.ts. */
  readonly shot?: boolean
}

/** Where the face is, in pixels of the upright image. */
export interface SeenFace {
  readonly box: Box
  /** x, y, z of 478 points, as in face-mesh.ts. */
  readonly mesh: Float32Array
  /** Of the detector and of the mesh, 0 to 1: a face in full profile has little of the second. */
  readonly score: number
  readonly presence: number
  readonly angles: HeadAngles
  readonly light: Light
  /** 0 to 1, as in image/measure.ts; under 0.3 is too little to judge by. */
  readonly sharpness: number
  readonly expression?: Expression
  readonly genuineness?: Genuineness
  /** Of length one, made by the network and version that `embedder` names. */
  readonly vector?: Float32Array
  readonly cover?: Cover
}

export interface Observation {
  readonly image: ImageFacts
  /** The largest first. */
  readonly faces: readonly SeenFace[]
  readonly embedder: { readonly name: string; readonly version: string }
  readonly shot?: Shot
}

export type ObservationReading = Observation | { readonly fault: string; readonly tooLarge?: true }

const PORTRAIT_PIXELS = 128
/** Finer detail than this many pixels shows is nothing that the networks can see. */
const LONGEST_SIDE: Readonly<Record<Search, number>> = { frame: 1920, everywhere: 2560 }

export async function observeImage(
  networks: FaceNetworks,
  bytes: Uint8Array,
  maxMegapixels: number,
  ask: Ask,
): Promise<ObservationReading> {
  const decoded = await decodeImage(bytes, { maxMegapixels, longestSide: LONGEST_SIDE[ask.search] })
  if ('fault' in decoded) return decoded
  const faces = await observePixels(networks, decoded.pixels, ask)
  const shot = ask.shot && readShot(bytes, decoded.pixels, decoded.scale, faces[0]?.box)
  return {
    image: decoded.image,
    faces: decoded.scale === 1 ? faces : faces.map((face) => enlarged(face, 1 / decoded.scale)),
    embedder: { name: networks.embedder.row.name, version: networks.embedder.row.version },
    ...(shot && { shot }),
  }
}

export async function observePixels(networks: FaceNetworks, pixels: Pixels, ask: Ask): Promise<SeenFace[]> {
  const found = await findFaces(networks, pixels, ask.search)
  const faces: SeenFace[] = []
  for (const [i, face] of found.entries())
    faces.push(await lookClosely(networks, pixels, face, i < ask.closely ? ask : {}))
  return faces
}

async function lookClosely(
  networks: FaceNetworks,
  pixels: Pixels,
  { box, mesh, score, presence }: FoundFace,
  ask: Partial<Ask>,
): Promise<SeenFace> {
  const portrait = portraitOf(pixels, box)
  const grey = greyOf(portrait)
  const expression = ask.expression && (await expressionOf(networks, pixels, box, mesh))
  const genuineness = ask.genuineness && (await readGenuineness(networks.antiSpoof, pixels, box, portrait))
  const vector = ask.vector && (await embedFace(networks.embedder, pixels, fivePoints(mesh)))
  const cover = ask.cover && (await readCover(networks.parts, pixels, box, mesh))
  return {
    box,
    mesh,
    score,
    presence,
    angles: headAngles(mesh),
    light: measureLight(grey),
    sharpness: measureSharpness(grey),
    ...(expression && { expression }),
    ...(genuineness && { genuineness }),
    ...(vector && { vector }),
    ...(cover && { cover }),
  }
}

async function expressionOf(
  networks: FaceNetworks,
  pixels: Pixels,
  box: Box,
  mesh: Float32Array,
): Promise<Expression> {
  const { radians } = regionOfMesh(mesh)
  const blendshapes = await readBlendshapes(networks.blendshapes, mesh)
  return readExpression(mesh, blendshapes, await readHappiness(networks.expression, pixels, box, radians))
}

/** The face alone, of a fixed size, for everything that is measured without a network. */
export function portraitOf(pixels: Pixels, box: Box): Pixels {
  const side = Math.max(box.width, box.height)
  const window = squareOnto(PORTRAIT_PIXELS, middleOf(box), side)
  return crop(pixels, window, PORTRAIT_PIXELS, PORTRAIT_PIXELS)
}

function enlarged(face: SeenFace, times: number): SeenFace {
  const { x, y, width, height } = face.box
  return {
    ...face,
    box: { x: x * times, y: y * times, width: width * times, height: height * times },
    mesh: face.mesh.map((value) => value * times),
  }
}
