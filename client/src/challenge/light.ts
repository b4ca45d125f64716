// Runs the light challenge: waits until the face is in its place, shows the colours, and takes frames all the while.
import { ChallengeTimeUp, pause } from './abortable.ts'
import { extendHolding, type Holding, heldShare, holdOf } from './auto-capture.ts'
import type { TakenFrame } from './calls.ts'
import { look } from './guided.ts'
import { keepAwake, lockCamera, videoTrack } from './light-camera.ts'
import { type LightMoment, lengthMs, momentAt, paintLight, throwIfUnsafe } from './light-sequence.ts'
import type { RunContext } from './run-context.ts'
import type { Guide, LightStarted, LightStep } from './shapes.ts'

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
  const { sequence } = started
  throwIfUnsafe(sequence)
  const sleep = await keepAwake()
  let unlock = async () => {}
  try {
    // The first colour is there from the beginning: the camera settles on it, and there is one change less.
    paintLight(canvas, momentAt(sequence, 0))
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

/** Draws for every picture of the screen, and takes frames at the rate that the server asked for. */
async function showAndTake<Seen>(
  context: RunContext<Seen>,
  { sequence, frame_rate }: LightStarted,
  canvas: HTMLCanvasElement,
): Promise<void> {
  const { camera, tell } = context
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const hidden = () => {
    if (document.hidden) ended.abort(new ChallengeTimeUp('the page was hidden while its light was needed'))
  }
  document.addEventListener('visibilitychange', hidden)
  const screen = showing(sequence, canvas, signal, (index) =>
    tell({ kind: 'shown', task: 'light', index, steps: sequence.length }),
  )
  try {
    hidden()
    let making = Promise.resolve()
    const due = frameClock(frame_rate)
    while (!screen.isOver()) {
      const takenAtMs = await camera.draw(signal)
      context.throwIfFailed()
      if (!due(takenAtMs)) continue
      // The screen is read together with the picture; the JPEG is made while the next picture comes.
      const frame = { task: 'light', takenAtMs, ...screen.shown() } as const
      const encoding = camera.jpeg()
      const before = making
      making = encoding.then(async (jpeg) => {
        await before
        context.taken.push({ task: 'light', seen: undefined })
        const taken = context.taken.length
        tell({ kind: 'taken', task: 'light', taken, frames: taken })
        // A failure to send is found by the next frame, or at the end.
        void context.send({ ...frame, jpeg }).catch(() => {})
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

function showing(
  sequence: readonly LightStep[],
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
  onStep: (index: number) => void,
): ShowingScreen {
  const beganMs = performance.now()
  let moment: LightMoment | undefined
  let sinceMs = beganMs
  let drawnMs = beganMs
  const draw = (): void => {
    if (signal.aborted) return
    const nowMs = performance.now()
    const next = momentAt(sequence, nowMs - beganMs)
    // A screen that stays as it is is not drawn again, and an edge thirty times a second: slow phones have enough to do.
    const isMoved = next.share !== moment?.share && (next.share === 1 || nowMs - drawnMs >= EDGE_MS)
    if (next.index !== moment?.index || isMoved) {
      paintLight(canvas, next)
      drawnMs = nowMs
    }
    if (next.index !== moment?.index) {
      sinceMs = nowMs
      onStep(next.index)
    }
    moment = next
    requestAnimationFrame(draw)
  }
  draw()
  const endsMs = beganMs + TAIL_MS + lengthMs(sequence)
  return {
    isOver: () => performance.now() >= endsMs,
    shown: () => ({
      shown: moment?.index ?? 0,
      shownSinceMs: Math.round(performance.timeOrigin + sinceMs),
    }),
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
