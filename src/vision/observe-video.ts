// Observes a video: follows the face through its pictures, counts persons, and looks at some pictures closely.
import { type FacePrint, printOf as facePrintOf, printGreys } from '../image/capture/face-print.ts'
import type { Box } from '../image/geometry/geometry.ts'
import { crop } from '../image/geometry/warp.ts'
import { greyOf } from '../image/measure.ts'
import type { Pixels } from '../image/pixels.ts'
import {
  readVideo,
  type Video,
  type VideoFault,
  type VideoLimits,
  type VideoSampling,
} from '../image/video/video.ts'
import { readBlendshapes } from '../models/face-blendshapes.ts'
import { layMesh } from '../models/face-mesh.ts'
import { type Network, threshold } from '../models/network.ts'
import { spread } from '../system/statistics.ts'
import { inFront } from './bystanders.ts'
import { printWindow } from './canonical-face.ts'
import { boxOf, regionOfMesh } from './confirm-face.ts'
import { type EyeState, readExpression } from './expression.ts'
import { findFaces } from './find-faces.ts'
import { type HeadAngles, headAngles, turnDegrees } from './head-angles.ts'
import type { FaceNetworks } from './networks.ts'
import type { Ask, SeenFace, Skin } from './observation.ts'
import { observePixels } from './observe.ts'
import { unfold } from './skin.ts'

/** The face of one picture, followed from the one before. */
export interface FollowedFace {
  readonly box: Box
  readonly mesh: Float32Array
  readonly angles: HeadAngles
  readonly leftEye: EyeState
  readonly rightEye: EyeState
  /** Height by width of the opening of the lips. */
  readonly mouthOpenness: number
}

export interface Moment {
  readonly atMs: number
  readonly face: FollowedFace | undefined
  /** Persons before the camera, where they were counted. Where this and `face` are undefined, no search took place. */
  readonly persons: number | undefined
  /** The whole picture in `PRINT_SIDE` squared greys: enough to recognise the picture, too little to recognise anybody. */
  readonly print: Uint8Array
}

/** The face that looks most nearly straight ahead in its part of the video, with genuineness and vector. */
export interface CloseLook {
  readonly atMs: number
  readonly face: SeenFace
}

interface UnfoldedFace {
  readonly mesh: Float32Array
  readonly angles: HeadAngles
  readonly skin: Skin
}

export interface VideoObservation {
  readonly video: Video
  readonly moments: readonly Moment[]
  readonly closeLooks: readonly CloseLook[]
  /** Of each part of the video the straightest picture and the most turned one, with the face unfolded. */
  readonly unfolded: readonly UnfoldedFace[]
  /** Prints of its pictures, in order: by these it is known when it is sent again. */
  readonly prints: readonly Uint8Array[]
  /** Of pictures spread over the video, to be remembered. */
  readonly remembered: readonly FacePrint[]
}

export type VideoObservationReading = VideoObservation | VideoFault

const PRINT_SIDE = 32
/** A blink lasts 0.1 to 0.4 s. More than 150 pictures show little more of anybody, and cost as much. */
/** Lips are followed at a tenth of a second, so that half a minute is looked at as closely as a few seconds. */
const sampling: VideoSampling = { perSecond: 10, most: 300, longestSide: 640 }
/** Every so many pictures all faces are searched; in between one face is followed, at half the cost. */
const COUNT_EVERY = 5
/** After a search that found no face the next is this many pictures later. */
const SEARCH_EVERY = 3
/** Number of parts of the video, each with one close look. */
const FEWEST_CLOSE_LOOKS = 12
/** Parts of a longer video are no longer than this, so that three seconds of it have two looks. */
const LONGEST_PART_MS = 1500
/** So many pictures are compared with earlier videos, and so many remembered. */
const MOST_PRINTS = 150
const MOST_REMEMBERED = 40
const askClosely: Ask = { search: 'frame', closely: 1, genuineness: true, vector: true }

type Seen = Omit<Moment, 'atMs'>
/** The straightest, or the most turned, picture of the current part of the video so far. */
interface Candidate {
  readonly pixels: Pixels
  readonly index: number
  readonly face: FollowedFace
}

export async function observeVideo(
  networks: FaceNetworks,
  bytes: Uint8Array,
  limits: VideoLimits,
  giveWay?: () => Promise<void>,
): Promise<VideoObservationReading> {
  const seen: Seen[] = []
  const close: { index: number; face: SeenFace }[] = []
  const unfolded: UnfoldedFace[] = []
  const greys: Uint8Array[] = []
  let straightest: Candidate | undefined
  let mostTurned: Candidate | undefined
  const lookClosely = async () => {
    const [face] = straightest ? await observePixels(networks, straightest.pixels, askClosely) : []
    if (straightest && face) close.push({ index: straightest.index, face })
    for (const candidate of new Set([straightest, mostTurned]))
      if (candidate) unfolded.push(unfoldedOf(candidate))
    straightest = undefined
    mostTurned = undefined
  }
  const takePicture = async (pixels: Pixels, index: number, video: Video) => {
    const moment = await glance(networks, pixels, index, seen)
    seen.push(moment)
    const { face } = moment
    if (face) {
      greys.push(printGreys(pixels, printWindow(face.mesh)))
      const turn = turnDegrees(face.angles)
      if (!straightest || turn < turnDegrees(straightest.face.angles)) straightest = { pixels, index, face }
      if (!mostTurned || turn > turnDegrees(mostTurned.face.angles)) mostTurned = { pixels, index, face }
    }
    if (partOf(index + 1, video) > partOf(index, video)) await lookClosely()
  }
  const reading = await readVideo(bytes, limits, sampling, takePicture, giveWay)
  await lookClosely()
  if ('fault' in reading) return reading
  const { video, timesMs } = reading
  const atMs = (index: number) => timesMs[index] ?? 0
  return {
    video,
    moments: seen.map((moment, index) => ({ atMs: atMs(index), ...moment })),
    closeLooks: close.map(({ index, face }) => ({ atMs: atMs(index), face })),
    unfolded,
    prints: spread(greys, MOST_PRINTS),
    remembered: spread(greys, MOST_REMEMBERED).map(facePrintOf),
  }
}

const unfoldedOf = ({ pixels, face: { mesh, angles } }: Candidate): UnfoldedFace => ({
  mesh,
  angles,
  skin: unfold(pixels, mesh),
})

function partOf(index: number, { takenPictures, durationMs }: Video): number {
  const parts = Math.max(FEWEST_CLOSE_LOOKS, Math.ceil(durationMs / LONGEST_PART_MS))
  return Math.floor((parts * index) / takenPictures)
}

async function glance(
  networks: FaceNetworks,
  pixels: Pixels,
  index: number,
  before: readonly Seen[],
): Promise<Seen> {
  const print = printOf(pixels)
  const last = before.at(-1)?.face
  const followed = last && (await followFace(networks.mesh, pixels, last.mesh))
  if (followed && index % COUNT_EVERY > 0)
    return { print, persons: undefined, face: await described(networks, followed) }
  // A search that finds no face takes the longest, so it is not repeated at once.
  if (!followed && isLost(before)) return { print, persons: undefined, face: undefined }
  const faces = inFront(await findFaces(networks, pixels, 'frame'))
  // The followed mesh is preferred: one laid in another region has its points moved a little.
  const mesh = followed ?? faces[0]?.mesh
  return { print, persons: faces.length, face: mesh && (await described(networks, mesh)) }
}

/** A face moves little between pictures: a mesh laid where it was finds it again. Undefined where it is lost. */
async function followFace(
  network: Network,
  pixels: Pixels,
  before: Float32Array,
): Promise<Float32Array | undefined> {
  const { points, presence } = await layMesh(network, pixels, regionOfMesh(before))
  return presence >= threshold(network, 'presence') ? points : undefined
}

/** Whether the last search found no face, and was not long ago. */
function isLost(before: readonly Seen[]): boolean {
  const since = before.toReversed().findIndex(({ persons }) => persons !== undefined)
  return since >= 0 && since < SEARCH_EVERY - 1 && before.at(-1 - since)?.persons === 0
}

async function described({ blendshapes }: FaceNetworks, mesh: Float32Array): Promise<FollowedFace> {
  const shapes = await readBlendshapes(blendshapes, mesh)
  const { leftEye, rightEye, mouthOpenness } = readExpression(mesh, shapes, 0)
  return { box: boxOf(mesh), mesh, angles: headAngles(mesh), leftEye, rightEye, mouthOpenness }
}

function printOf(pixels: Pixels): Uint8Array {
  const { width, height } = pixels
  const window = { a: width / PRINT_SIDE, b: 0, c: 0, d: 0, e: height / PRINT_SIDE, f: 0 }
  return greyOf(crop(pixels, window, PRINT_SIDE, PRINT_SIDE)).data as Uint8Array
}
