// The data of an observation: what can be asked about the faces of an image, and what is answered.
import type { Shot } from '../image/capture/shot-print.ts'
import type { Box } from '../image/geometry/geometry.ts'
import type { Quad } from '../image/geometry/perspective.ts'
import type { Light } from '../image/measure.ts'
import type { Extent, ImageFacts } from '../image/pixels.ts'
import type { Cover } from './cover.ts'
import type { Expression } from './expression.ts'
import type { FaceSearch } from './find-faces.ts'
import type { Genuineness } from './genuineness/genuineness.ts'
import type { HeadAngles } from './head-angles.ts'

/** What to look for; each part costs time, `cover` most. */
export interface Ask {
  readonly search: FaceSearch
  /** Only faces on this page are meant: its corners in pixels of the upright image, from the upper left one. */
  readonly page?: Quad
  /** Number of faces, the largest first, that are looked at closely; the others are only found. */
  readonly closely: number
  /** Only those at least so high, by the height of the largest. */
  readonly closelyFrom?: number
  /** False where one large, sure face is enough: others beside it that are turned away or at the edge may be missed. */
  readonly bystanders?: false
  readonly expression?: boolean
  readonly genuineness?: boolean
  /** `level` is for heads that nod, within one session: such a vector is not to be kept in a collection. */
  readonly vector?: boolean | 'level'
  readonly cover?: boolean
  /** The face unfolded onto its mesh, to compare frames with each other. */
  readonly skin?: boolean
  /** The whole frame made small, to compare what surrounds the face. */
  readonly surroundings?: boolean
  /** The light on patches of the face and beside it, to follow the light of a screen. */
  readonly light?: boolean
  /** Signs of the camera in the file itself, see image/capture/shot.ts. */
  readonly shot?: boolean
}

/** The face unfolded by skin.ts: greys from 1 to 255, row by row; 0 outside the face. To be protected like the photograph. */
export type Skin = Uint8Array

/** The face made upright and of one size by sized-face.ts: greys, row by row. To be protected like the photograph. */
export type SizedFace = Uint8Array

/** A whole frame made small by surroundings.ts: greys, row by row. To be protected like the photograph. */
export interface Thumbnail {
  readonly width: number
  readonly height: number
  readonly greys: Uint8Array
}

/** What one frame shows of the light. Colours are red, green and blue of linear light, 0 to 1, one after the other. */
export interface LightZones {
  /** Of each patch of skin; 0 where too little of it is seen. */
  readonly skin: Float32Array
  /** Of each zone of the background; 0 where there is no room for it. */
  readonly background: Float32Array
  /** The share of the skin that is as bright as a picture can show it: how bright it is cannot be measured. */
  readonly clippedShare: number
  /** The brightest spots of both irises less what is around them; absent where the eyes are too small to have any. */
  readonly glint?: readonly [number, number, number]
}

/** A face; places are in pixels of the upright image. */
export interface SeenFace {
  readonly box: Box
  /** x, y and z of 478 points, see face-mesh.ts. */
  readonly mesh: Float32Array
  /** Confidence of the detector and of the mesh, 0 to 1; the second is low for a face in full profile. */
  readonly score: number
  readonly presence: number
  readonly angles: HeadAngles
  readonly light: Light
  /** 0 to 1, see image/measure.ts; a face below 0.3 is too blurred to judge. */
  readonly sharpness: number
  readonly expression?: Expression
  readonly genuineness?: Genuineness
  /** The embedding, of length one, made by the network and version that `embedder` names. */
  readonly vector?: Float32Array
  readonly cover?: Cover
  readonly skin?: Skin
  /** These two are made together with the skin, see sized-face.ts. */
  readonly sized?: SizedFace
  readonly fineDetail?: number
  readonly surroundings?: Thumbnail
  readonly zones?: LightZones
}

export interface Observation {
  readonly image: ImageFacts
  /** The picture in its file. */
  readonly extent: Extent
  /** The largest face comes first. */
  readonly faces: readonly SeenFace[]
  readonly embedder: { readonly name: string; readonly version: string }
  readonly shot?: Shot
}

export type ObservationReading = Observation | { readonly fault: string; readonly tooLarge?: true }
