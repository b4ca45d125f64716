// Chooses the frames that count where more of a task came than were asked for, and counts what was sent.
import { type FaceFrame, type Frame, ofTask, withFace } from './frame.ts'
import { guideToFace } from './guidance.ts'

export interface ChosenFrames {
  /** The frames that tasks are judged by, in the order in which they were taken. */
  readonly frames: readonly Frame[]
  /** The others in which one person is seen clearly: they prove nothing, but must not show somebody else. */
  readonly aside: readonly FaceFrame[]
  /** By task: the number asked for where what was sent fits it, otherwise the number sent; 0 of copies alone. */
  readonly counts: Readonly<Record<string, number>>
}

export const everyFrame = (frames: readonly Frame[]): ChosenFrames => ({ frames, aside: [], counts: {} })

interface Asked {
  /** The number of frames of each task. */
  readonly frames: Readonly<Record<string, number>>
  readonly mayBeMore: boolean
}

/** Frames whose guidance was not `ok` are set aside, but only where that makes the number right. */
export function chooseFrames(sent: readonly Frame[], { frames: asked, mayBeMore }: Asked): ChosenFrames {
  const tasks = Object.entries(asked).map(([task, wanted]) => {
    const own = ofTask(sent, task)
    const good = own.filter(({ isOk }) => isOk)
    const all = { frames: own, uploads: own.length + copiesUnder(task, sent) }
    const ok = { frames: good, uploads: good.length + copiesUnder(task, good) }
    const isRight = isAsMany(all, wanted)
    const isRightWithoutOthers =
      all.uploads > wanted && (isAsMany(ok, wanted) || (mayBeMore && ok.uploads > wanted))
    const kept = !isRight && isRightWithoutOthers ? ok : all
    const sentOfOwn = own.length === 0 ? 0 : kept.uploads
    return { task, kept: kept.frames, count: isAsMany(kept, wanted) ? wanted : sentOfOwn }
  })
  const kept = new Set(tasks.flatMap(({ kept }) => kept))
  return {
    frames: sent.filter((frame) => kept.has(frame)),
    aside: withFace(sent.filter((frame) => !kept.has(frame))).filter(isClear),
    counts: Object.fromEntries(tasks.map(({ task, count }) => [task, count])),
  }
}

/** Copies count as they were sent, whatever task their picture had. */
const copiesUnder = (task: string, frames: readonly Frame[]): number =>
  frames
    .flatMap(({ copies = [] }) => copies.filter((copy) => copy.task === task))
    .reduce((sum, { times }) => sum + times, 0)

interface Uploads {
  readonly frames: readonly Frame[]
  /** With copies. */
  readonly uploads: number
}

/** Some callers count what they send, others their pictures. A task without a picture of its own was not done. */
const isAsMany = ({ frames, uploads }: Uploads, wanted: number): boolean =>
  frames.length > 0 && (frames.length === wanted || uploads === wanted)

/** A narrower face has too few pixels to be told from another. */
const LEAST_FACE_PIXELS = 64

/** A face in bad light, blurred, small or covered does not look like itself. */
export const isClear = (frame: FaceFrame): boolean =>
  guideToFace(frame) === undefined &&
  frame.face.box.width >= LEAST_FACE_PIXELS &&
  (frame.face.cover?.hidden.length ?? 0) === 0
