// Runs a challenge for a screen: opens the camera and the networks, runs the challenge, and keeps its verdict.
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ChallengeTimeUp } from '../../../client/src/challenge/abortable.ts'
import { type ChallengeOptions, runChallenge } from '../../../client/src/challenge/run.ts'
import type { ChallengeVerdict, Family, Plan } from '../../../client/src/challenge/shapes.ts'
import type { Exchange } from '../../../client/src/index.ts'
import type { UsedCamera } from '../../../client/verify/camera/use-camera.ts'
import { type GuideLoad, waitForGuide } from '../../../client/verify/liveness/guide-load.ts'
import { type Progress, progressAfter } from '../../../client/verify/liveness/progress.ts'
import { openBrowserGuide } from '../../../client/verify/vision/browser-guide.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { baseUrl, connect, session } from '../session.tsx'

export type ChallengeState =
  | { readonly kind: 'intro' }
  /** The camera is asked for, or the networks are, where nothing can begin without; `share` of them is downloaded, 0 to 1. */
  | { readonly kind: 'loading'; readonly share: number }
  | {
      readonly kind: 'running'
      readonly progress: Progress | undefined
      /** Who guides: the networks of this browser, or the server, while they load or because they do not come. */
      readonly guide: 'own' | 'coming' | 'none'
      readonly share: number
      /** The network is away: what is to be sent is kept, and sent when it is back. */
      readonly isAway: boolean
    }
  | {
      readonly kind: 'verdict'
      readonly verdict: ChallengeVerdict
      /** What the server asked for; undefined where nothing was started. */
      readonly plan: Plan | undefined
      readonly exchange: Exchange | undefined
      /** The time from the first picture to the verdict. */
      readonly milliseconds: number
    }
  | { readonly kind: 'camera-trouble' }
  | { readonly kind: 'trouble'; readonly error: unknown }
  | { readonly kind: 'time-up' }

export type ChallengeWish = Pick<ChallengeOptions, 'externalPersonId' | 'start' | 'verify' | 'counts'>

interface UsedChallenge {
  readonly state: ChallengeState
  begin(wish: ChallengeWish): Promise<void>
  cancel(): void
}

const intro: ChallengeState = { kind: 'intro' }

export function useChallenge(
  family: Family,
  camera: UsedCamera,
  video: RefObject<HTMLVideoElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
): UsedChallenge {
  const [state, setState] = useState<ChallengeState>(intro)
  const running = useRef<AbortController | null>(null)
  const { start, stop } = camera

  const leave = useCallback(() => {
    running.current?.abort()
    running.current = null
    stop()
  }, [stop])
  useEffect(() => leave, [leave])
  // The camera was refused, or unplugged in the middle.
  useEffect(() => {
    if (camera.state.kind !== 'trouble' || !running.current) return
    running.current.abort()
    running.current = null
    setState({ kind: 'camera-trouble' })
  }, [camera.state])
  const cancel = useCallback(() => {
    leave()
    setState(intro)
  }, [leave])

  const begin = useCallback(
    async (wish: ChallengeWish) => {
      leave()
      const mine = new AbortController()
      running.current = mine
      const show = (next: ChallengeState): void => {
        if (running.current === mine) setState(next)
      }
      show({ kind: 'loading', share: 0 })
      const networks = loadNetworks()
      const stream = await start()
      if (mine.signal.aborted) return
      if (!stream) return show({ kind: 'camera-trouble' })
      try {
        show(await play(family, wish, { video, canvas }, networks, mine.signal, show))
      } catch (error) {
        if (error instanceof ChallengeTimeUp) show({ kind: 'time-up' })
        else if (!mine.signal.aborted) show({ kind: 'trouble', error })
      } finally {
        if (running.current === mine) stop()
      }
    },
    [family, leave, start, stop, video, canvas],
  )
  return { state, begin, cancel }
}

function loadNetworks(): GuideLoad {
  let share = 0
  const opening = openBrowserGuide(`${baseUrl}/studio/networks/`, (now) => {
    share = now
  })
  return {
    guide: opening.then(
      ({ guide }) => guide,
      () => undefined,
    ),
    share: () => share,
    beganMs: performance.now(),
  }
}

async function play(
  family: Family,
  wish: ChallengeWish,
  stage: {
    readonly video: RefObject<HTMLVideoElement | null>
    readonly canvas: RefObject<HTMLCanvasElement | null>
  },
  networks: GuideLoad,
  signal: AbortSignal,
  show: (state: ChallengeState) => void,
): Promise<ChallengeState> {
  let exchange: Exchange | undefined
  let progress: Progress | undefined
  let isAway = false
  let isOver = false
  let guiding: 'own' | 'coming' | 'none' = 'coming'
  let share = networks.share()
  const tell = (): void => {
    if (isOver) return
    // Nothing has begun before the server told its plan.
    if (guiding === 'coming' && !progress) show({ kind: 'loading', share })
    else show({ kind: 'running', progress, guide: guiding, share, isAway })
  }
  tell()
  const loading = (now: number): void => {
    share = now
    tell()
  }
  // What is filmed in one go waits for them, but not long. Otherwise the server guides until they are there.
  const isFilm = family === 'nose' || family === 'light'
  const coming = isFilm
    ? waitForGuide(networks, loading)
    : waitForGuide(networks, loading, Number.POSITIVE_INFINITY)
  const guide = coming.then((found) => {
    guiding = found ? 'own' : 'none'
    tell()
    return found
  })
  const client = connect((seen) => {
    exchange = seen
  })
  const video = await shown(stage.video, signal)
  // The warning stands above the button that begins: whoever pressed it has read it, and said yes.
  const light = family === 'light' && { canvas: await shown(stage.canvas, signal), hasAgreed: true as const }
  const from = performance.now()
  try {
    const verdict = await runChallenge<SeenFace>(client, {
      ...wish,
      family,
      video,
      ...(light && { light }),
      signal,
      // A key of this browser is known to one organisation of one server.
      captureKeyName: `${baseUrl} ${session.value?.name ?? ''}`,
      mirroredFrames: session.value?.mirroredFrames ?? false,
      guide,
      onEvent: (event) => {
        progress = progressAfter(progress, event)
        if (event.kind === 'network') isAway = event.isAway
        if (event.kind === 'task-done') navigator.vibrate?.(40)
        tell()
      },
    })
    return {
      kind: 'verdict',
      verdict,
      plan: progress?.plan,
      exchange,
      milliseconds: performance.now() - from,
    }
  } finally {
    isOver = true
  }
}

/** Waits for an element, which is on the page once the state that shows it was drawn. */
async function shown<Shown>(element: RefObject<Shown | null>, signal: AbortSignal): Promise<Shown> {
  while (!element.current) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    signal.throwIfAborted()
  }
  return element.current
}
