// Combines the frames of a clip into one row of cues.
import type { Cues } from '../../../src/vision/genuineness/combine.ts'
import { reliefMotion } from '../../../src/vision/genuineness/flatness.ts'
import type { SpoofFrame } from '../../kit/datasets/spoof.ts'
import type { Scores } from '../../kit/statistics/roc.ts'
import { mean } from '../../kit/statistics/summary.ts'
import type { EvaluationJobs } from './jobs.ts'
import type { LeftOutCues } from './left-out-cues.ts'

/** The shipped verdict on a frame is made from these cues. */
export const fusedCues = ['network', 'moire'] as const
export const cueNames = [...fusedCues, 'relief', 'gamut', 'glare', 'pallor', 'rim', 'border'] as const

export interface ClipSeen {
  readonly clip: string
  readonly kind: string | undefined
  readonly client: string
  readonly frames: readonly Cues[]
  /** Each cue is a mean over the frames; `relief` is a mean over their pairs. */
  readonly cues: Readonly<Record<(typeof cueNames)[number], number>>
}

type Done = readonly {
  readonly item: SpoofFrame
  readonly output: Awaited<ReturnType<EvaluationJobs['observe-spoof']>>
}[]

/** Attack clips have three frames. As many are compared in live clips, so that neither class has more chance to move. */
const FRAMES_OF_MOTION = 3

export function clipsOf(done: Done): ClipSeen[] {
  return [...Map.groupBy(done, ({ item }) => item.clip).values()].flatMap((own) => {
    const seen = own
      .toSorted((one, other) => one.item.frame - other.item.frame)
      .flatMap(({ output: { face, leftOut } }) =>
        face?.genuineness && leftOut ? [{ mesh: face.mesh, cues: face.genuineness.cues, leftOut }] : [],
      )
    const item = own[0]?.item
    if (!item || seen.length === 0) return []
    const frames = seen.map(({ cues }) => cues)
    const meshes = seen.slice(0, FRAMES_OF_MOTION).map(({ mesh }) => mesh)
    return [
      {
        clip: item.clip,
        kind: item.kind,
        client: item.client,
        frames,
        cues: {
          network: mean(frames.map(({ network }) => network)),
          moire: mean(frames.map(({ moire }) => moire)),
          relief: meshes.length > 1 ? reliefMotion(meshes) : 0,
          ...leftOutMeans(seen.map(({ leftOut }) => leftOut)),
        },
      },
    ]
  })
}

function leftOutMeans(frames: readonly LeftOutCues[]): LeftOutCues {
  return {
    gamut: mean(frames.map(({ gamut }) => gamut)),
    glare: mean(frames.map(({ glare }) => glare)),
    pallor: mean(frames.map(({ pallor }) => pallor)),
    rim: mean(frames.map(({ rim }) => rim)),
    border: mean(frames.map(({ border }) => border)),
  }
}

export const scoresBy = (clips: readonly ClipSeen[], score: (clip: ClipSeen) => number): Scores => ({
  positives: clips.filter(({ kind }) => kind === undefined).map(score),
  negatives: clips.filter(({ kind }) => kind !== undefined).map(score),
})
