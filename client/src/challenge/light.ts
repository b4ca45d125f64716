// Runs the light challenge: waits until the face is in its place, shows the colours, and takes frames all the while.
import { ChallengeTimeUp, pause } from './abortable.ts'
import { extendHolding, type Holding, heldShare, holdOf } from './auto-capture.ts'
import type { TakenFrame } from './calls.ts'
import { look } from './guided.ts'
import { keepAwake, lockCamera, videoTrack } from './light-camera.ts'
import { type LightMoment, momentOf, paintLight, throwIfUnsafe } from './light-sequence.ts'
import type { RunContext } from './run-context.ts'
import type { Guide, LightStarted, LightStep, Plan } from './shapes.ts'

export interface LightStage {
  /** A canvas that the page stretches over the whole screen. The runner draws on it, and nothing else does. */
  readonly canvas: HTMLCanvasElement
  /** The person was warned of changing light, and said yes. */
  readonly hasAgreed: true
}

/** The time that a person gets to come into place where the browser cannot see the face. */
const PREPARE_MS = 3_000
/** A camera needs this long to settle on the light of the first colour, before it is locked. */
const SETTLE_MS = 600
/** The last colour is seen by the camera a little later than it is shown. */
const TAIL_MS = 400

export async function shine<Seen>(
  context: RunContext<Seen>,
  started: LightStarted,
  guide: Guide<Seen> | undefined,
  video: HTMLVideoElement,
  { canvas }: LightStage,
): Promise<void> {
  throwIfUnsafe(started.sequence)
  const sleep = await keepAwake()
  let unlock = async () => {}
  try {
    // The first colour is there from the beginning: the camera settles on it, and there is one change less.
    paintLight(canvas, momentOf(started.sequence, 0, 0))
    if (guide) await untilInPlace(context, guide)
    else await pause(PREPARE_MS, context.signal)
    await pause(SETTLE_MS, context.signal)
    unlock = await lockCamera(videoTrack(video))
    await showAndTake(context, started, canvas)
  } finally {
    await Promise.all([unlock(), sleep()])
  }
}

async function untilInPlace<Seen>(context: RunContext<Seen>, guide: Guide<Seen>): Promise<void> {
  let holding: Holding | undefined
  for (;;) {
    const { sight, atMs } = await look(context, guide, 'light', [])
    holding = extendHolding(holding, sight.guidance === 'ok', atMs)
    const held = heldShare(holding, atMs, holdOf('light'))
    context.tell({ kind: 'look', task: 'light', guidance: sight.guidance, held, seen: sight.seen })
    if (held >= 1) return
  }
}

/** As many as are sent at once: one that waits here would come too late to count. */
const MOST_ON_THEIR_WAY = 6

/** Draws for every picture of the screen, and takes frames at the rate that the server asked for. */
async function showAndTake<Seen>(
  context: RunContext<Seen>,
  { sequence, steps, frame_rate, ...started }: LightStarted,
  canvas: HTMLCanvasElement,
): Promise<void> {
  const { camera, tell } = context
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const hidden = () => {
    if (document.hidden) ended.abort(new ChallengeTimeUp('the page was hidden while its light was needed'))
  }
  document.addEventListener('visibilitychange', hidden)
  let told: readonly LightStep[] = sequence
  const hear = (more: readonly LightStep[] = []): void => {
    // Answers may overtake each other: the longest is the newest.
    if (more.length <= told.length) return
    throwIfUnsafe(more)
    told = more
  }
  const screen = showing({ told: () => told, steps }, canvas, signal, (index) => {
    const plan: Plan = { family: 'light', started: { ...started, sequence: [...told], steps, frame_rate } }
    tell({ kind: 'shown', task: 'light', index, steps, plan })
  })
  try {
    hidden()
    let making = Promise.resolve()
    let onTheirWay = 0
    const due = frameClock(frame_rate)
    while (!screen.isOver()) {
      const takenAtMs = await camera.draw(signal)
      context.throwIfFailed()
      if (!due(takenAtMs) || onTheirWay >= MOST_ON_THEIR_WAY) continue
      onTheirWay++
      // The screen is read together with the picture; the JPEG is made while the next picture comes.
      const frame = { task: 'light', takenAtMs, ...screen.shown() } as const
      const encoding = camera.jpeg()
      const before = making
      making = encoding.then(async (jpeg) => {
        await before
        context.taken.push({ task: 'light', seen: undefined })
        const taken = context.taken.length
        tell({ kind: 'taken', task: 'light', taken, frames: taken })
        void context.send({ ...frame, jpeg }).then(
          ({ sequence }) => {
            onTheirWay--
            try {
              hear(sequence)
            } catch (error) {
              ended.abort(error)
            }
          },
          // A failure to send is found by the next frame, or at the end.
          () => onTheirWay--,
        )
      })
      // Its failure is thrown at the end; until then it is not awaited.
      making.catch(() => {})
    }
    await making
  } finally {
    ended.abort()
    document.removeEventListener('visibilitychange', hidden)
  }
}

/** The time between two places of an edge. */
const EDGE_MS = 30

interface ShowingScreen {
  readonly isOver: () => boolean
  readonly shown: () => Pick<TakenFrame, 'shown' | 'shownSinceMs'>
}

/** A step is shown as soon as the one before it is over and it was told. */
function showing(
  { told, steps }: { readonly told: () => readonly LightStep[]; readonly steps: number },
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
  onStep: (index: number) => void,
): ShowingScreen {
  let moment: LightMoment | undefined
  let index = 0
  let sinceMs = performance.now()
  let drawnMs = sinceMs
  const isDone = (nowMs: number) => nowMs - sinceMs >= (told()[index]?.duration_ms ?? 0)
  const draw = (): void => {
    if (signal.aborted) return
    const nowMs = performance.now()
    if (isDone(nowMs) && index + 1 < told().length) {
      index++
      sinceMs = nowMs
    }
    const next = momentOf(told(), index, nowMs - sinceMs)
    // A screen that stays as it is is not drawn again, and an edge thirty times a second: slow phones have enough to do.
    const isMoved = next.share !== moment?.share && (next.share === 1 || nowMs - drawnMs >= EDGE_MS)
    const isNew = next.index !== moment?.index
    if (isNew || isMoved) {
      paintLight(canvas, next)
      drawnMs = nowMs
      moment = next
    }
    if (isNew) onStep(index)
    requestAnimationFrame(draw)
  }
  draw()
  return {
    isOver: () => index === steps - 1 && isDone(performance.now() - TAIL_MS),
    shown: () => ({ shown: index, shownSinceMs: Math.round(performance.timeOrigin + sinceMs) }),
  }
}

/** Tells which pictures become frames: the first at or just before each tick, however fast the camera is. */
export function frameClock(framesASecond: number): (atMs: number) => boolean {
  const stepMs = 1000 / framesASecond
  let nextMs: number | undefined
  let lastMs: number | undefined
  return (atMs) => {
    // Half the time between two pictures of the camera: the nearer of them is taken.
    const earlyMs = lastMs === undefined ? 0 : Math.min(atMs - lastMs, stepMs) / 2
    lastMs = atMs
    if (nextMs !== undefined && atMs < nextMs - earlyMs) return false
    const ticks = nextMs === undefined ? 0 : Math.max(0, Math.floor((atMs - nextMs) / stepMs))
    nextMs = (nextMs ?? atMs) + (1 + ticks) * stepMs
    return true
  }
}
