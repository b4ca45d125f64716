// Plays a challenge of the runner on a screen: under the networks of this browser once they are there, under the server until then.
import type { RefObject } from 'preact'
import { type ChallengeOptions, runChallenge } from '../../src/challenge/run.ts'
import type { SeenFace } from '../vision/browser-guide.ts'
import { type GuideLoad, waitForGuide } from './guide-load.ts'
import { type Progress, progressAfter } from './progress.ts'
import type { LivenessFamily, Play } from './use-challenge.ts'

type OwnOptions = 'video' | 'light' | 'signal' | 'guide' | 'onEvent'

interface ChallengeSetup extends Omit<ChallengeOptions<SeenFace>, OwnOptions> {
  readonly client: Parameters<typeof runChallenge>[0]
  readonly networks: GuideLoad
  readonly video: RefObject<HTMLVideoElement | null>
  /** Where the light is shown. */
  readonly canvas: RefObject<HTMLCanvasElement | null>
  onTaskDone(): void
}

/** What is filmed in one go waits for the networks, but not long. Otherwise the server guides until they are there. */
export const waitsForNetworks = (family: LivenessFamily): boolean => family === 'nose' || family === 'light'

export function playChallenge({
  client,
  networks,
  video,
  canvas,
  onTaskDone,
  ...options
}: ChallengeSetup): Play {
  const { family } = options
  return async ({ signal, show }) => {
    let progress: Progress | undefined
    let isAway = false
    let isOver = false
    let guiding: 'own' | 'coming' | 'none' = 'coming'
    let share = networks.share()
    const tell = (): void => {
      if (isOver) return
      // Nothing has begun before the server answered its plan.
      if (guiding === 'coming' && !progress) show({ kind: 'loading', share })
      else show({ kind: 'running', progress, guide: guiding, share, isAway })
    }
    tell()
    const loading = (now: number): void => {
      share = now
      tell()
    }
    const mostMs = waitsForNetworks(family) ? undefined : Number.POSITIVE_INFINITY
    const guide = waitForGuide(networks, loading, mostMs).then((found) => {
      guiding = found ? 'own' : 'none'
      tell()
      return found
    })
    const shownVideo = await shown(video, signal)
    // The warning stands above the button that begins: who pressed it has read it, and said yes.
    const light = family === 'light' && { canvas: await shown(canvas, signal), hasAgreed: true as const }
    const from = performance.now()
    try {
      const verdict = await runChallenge<SeenFace>(client, {
        ...options,
        video: shownVideo,
        ...(light && { light }),
        signal,
        guide,
        onEvent: (event) => {
          progress = progressAfter(progress, event)
          if (event.kind === 'network') isAway = event.isAway
          if (event.kind === 'task-done') onTaskDone()
          tell()
        },
      })
      return { kind: 'verdict', verdict, plan: progress?.plan, milliseconds: performance.now() - from }
    } finally {
      isOver = true
    }
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
