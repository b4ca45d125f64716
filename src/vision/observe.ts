// Observes one image: finds its faces and measures what is asked about them.

import { createHash } from 'node:crypto'
import { compressionHistory } from '../image/capture/compression.ts'
import { facePrint } from '../image/capture/face-print.ts'
import { type Shot, shotPrint } from '../image/capture/shot-print.ts'
import { containerOf } from '../image/decode/header.ts'
import { decodeImage } from '../image/decode/image.ts'
import { jpegTables } from '../image/decode/jpeg-tables.ts'
import type { Point } from '../image/geometry/geometry.ts'
import { keepStill } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { embedFace, embedTwice, fivePoints, placeFace } from '../models/face-embedder.ts'
import type { Network } from '../models/network.ts'
import { printWindow } from './canonical-face.ts'
import { readCover } from './cover.ts'
import { type FaceSearch, type FoundFace, findFaces } from './find-faces.ts'
import { readGenuineness } from './genuineness/genuineness.ts'
import { placeLevel } from './level-face.ts'
import { lightZones } from './light-zones.ts'
import { lookAtFace, portraitOf } from './look-at-face.ts'
import type { FaceNetworks } from './networks.ts'
import type { Ask, ObservationReading, SeenFace } from './observation.ts'
import { thumbnailOf } from './one-picture/surroundings.ts'
import { sizedFace } from './sized-face.ts'
import { unfold } from './skin.ts'

/** Pixels along the longer side to which images are shrunk: the networks see no finer detail. */
const LONGEST_SIDE: Readonly<Record<FaceSearch, number>> = { frame: 1920, everywhere: 2560, portrait: 2560 }

export async function observeImage(
  networks: FaceNetworks,
  bytes: Uint8Array,
  maxMegapixels: number,
  ask: Ask,
): Promise<ObservationReading> {
  const decoded = await decodeImage(bytes, { maxMegapixels, longestSide: LONGEST_SIDE[ask.search] })
  if ('fault' in decoded) return decoded
  const { extent, pixels } = decoded
  const { faces, shot } = await keepStill(pixels, async () => {
    const faces = await observePixels(networks, pixels, scaledPage(ask, decoded.scale))
    const file = bytes.subarray(extent.start, extent.end)
    return { faces, shot: ask.shot && readShot(file, pixels, decoded.scale, faces[0]) }
  })
  return {
    image: decoded.image,
    extent,
    faces: decoded.scale === 1 ? faces : faces.map((face) => enlarged(face, 1 / decoded.scale)),
    embedder: { name: networks.embedder.row.name, version: networks.embedder.row.version },
    ...(shot && { shot }),
  }
}

function scaledPage(ask: Ask, scale: number): Ask {
  if (!ask.page || scale === 1) return ask
  const scaled = ({ x, y }: Point): Point => ({ x: x * scale, y: y * scale })
  const [a, b, c, d] = ask.page
  return { ...ask, page: [scaled(a), scaled(b), scaled(c), scaled(d)] }
}

export const observePixels = (networks: FaceNetworks, pixels: Pixels, ask: Ask): Promise<SeenFace[]> =>
  keepStill(pixels, () => look(networks, pixels, ask))

async function look(networks: FaceNetworks, pixels: Pixels, ask: Ask): Promise<SeenFace[]> {
  const found = await findFaces(networks, pixels, ask.search, ask)
  const faces: SeenFace[] = []
  const least = (ask.closelyFrom ?? 0) * (found[0]?.box.height ?? 0)
  for (const [i, face] of found.entries()) {
    const isClose = i < ask.closely && face.box.height >= least
    faces.push(await lookClosely(networks, pixels, face, isClose ? ask : {}))
  }
  return faces
}

async function lookClosely(
  networks: FaceNetworks,
  pixels: Pixels,
  found: FoundFace,
  ask: Partial<Ask>,
): Promise<SeenFace> {
  const { box, mesh } = found
  const portrait = portraitOf(pixels, box)
  const face = await lookAtFace(networks, pixels, found, ask, portrait)
  const genuineness = ask.genuineness && (await readGenuineness(networks.antiSpoof, pixels, box, portrait))
  const vector = ask.vector && (await embed(networks.embedder, pixels, mesh, ask.vector === 'level'))
  const cover = ask.cover && (await readCover(networks.parts, pixels, box, mesh))
  const skin = ask.skin && unfold(pixels, mesh)
  return {
    ...face,
    ...(genuineness && { genuineness }),
    ...(vector && { vector }),
    ...(cover && { cover }),
    ...(skin && { skin, ...sizedFace(pixels, mesh) }),
    ...(ask.light && { zones: lightZones(pixels, mesh) }),
    ...(ask.surroundings && { surroundings: thumbnailOf(pixels) }),
  }
}

/** Vectors of levelled faces are compared only within one session, with their own thresholds, so one crop is enough for them. */
function embed(
  network: Network,
  pixels: Pixels,
  mesh: Float32Array,
  isLevel: boolean,
): Promise<Float32Array> {
  return isLevel
    ? embedFace(network, pixels, placeLevel(mesh))
    : embedTwice(network, pixels, placeFace(fivePoints(mesh)))
}

function enlarged(face: SeenFace, times: number): SeenFace {
  const { x, y, width, height } = face.box
  return {
    ...face,
    box: { x: x * times, y: y * times, width: width * times, height: height * times },
    mesh: face.mesh.map((value) => value * times),
  }
}

/** `face` is in the pixels of `pixels`, of which there are `scale` to one of the file. */
export function readShot(
  bytes: Uint8Array,
  pixels: Pixels,
  scale: number,
  face: Pick<SeenFace, 'box' | 'mesh'> | undefined,
): Shot {
  const isWhole = scale === 1
  return {
    print: shotPrint(pixels, face?.box),
    ...(face && { face: facePrint(pixels, printWindow(face.mesh)) }),
    encoder: encoderOf(bytes),
    doubleCompression: (isWhole && compressionHistory(bytes, pixels).doubleCompression) || 0,
  }
}

/** `jpeg-` and eight digits, or the kind of file. */
export function encoderOf(bytes: Uint8Array): string {
  const container = containerOf(bytes)
  const tables = container === 'jpeg' ? jpegTables(bytes) : undefined
  if (!tables) return typeof container === 'string' ? container : 'unknown'
  const { light, colour, sampling, isProgressive, markers } = tables
  const facts = JSON.stringify([[...light], [...(colour ?? [])], sampling, isProgressive, markers])
  return `jpeg-${createHash('sha256').update(facts).digest('hex').slice(0, 8)}`
}
