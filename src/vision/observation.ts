// What can be asked about the faces of an image, and what is then told of them, as plain data.

import type { Shot } from '../image/capture/shot-print.ts'
import type { Box } from '../image/geometry/geometry.ts'
import type { Light } from '../image/measure.ts'
import type { ImageFacts } from '../image/pixels.ts'
import type { Cover } from './cover.ts'
import type { Expression } from './expression.ts'
import type { Search } from './find-faces.ts'
import type { Genuineness } from './genuineness/genuineness.ts'
import type { HeadAngles } from './head-angles.ts'

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
