// Runs one challenge for a screen, of the studio as of the person's page: opens the camera, plays, and keeps how it ended.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ChallengeTimeUp } from '../../src/challenge/abortable.ts'
import type { ChallengeVerdict, Family, Plan } from '../../src/challenge/shapes.ts'
import type { UsedCamera } from '../camera/use-camera.ts'
import type { Progress } from './progress.ts'

/** The families of policies: those that the runner knows, and a film. */
export type LivenessFamily = Family | 'video'

export type ChallengeState =
  | { readonly kind: 'intro' }
  /** The person ended it without a verdict, and may begin another one. */
  | { readonly kind: 'rested' }
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
  /** A short film is recorded, then sent and judged. */
  | { readonly kind: 'recording'; readonly isSending: boolean }
  | {
      readonly kind: 'verdict'
      readonly verdict: ChallengeVerdict
      /** What the server asked for; undefined where nothing was started. */
      readonly plan: Plan | undefined
      /** The time from the first picture to the verdict. */
      readonly milliseconds: number
    }
  | { readonly kind: 'camera-trouble' }
  | { readonly kind: 'trouble'; readonly error: unknown }
  | { readonly kind: 'time-up' }

/** The states in which the camera fills the screen. */
export type StageState = Extract<ChallengeState, { kind: 'loading' | 'running' | 'recording' }>

export const isOnStage = (state: ChallengeState): state is StageState =>
  state.kind === 'loading' || state.kind === 'running' || state.kind === 'recording'

/** What is done once the camera is open. */
interface Played {
  readonly stream: MediaStream
  /** Aborted when the person leaves, or the camera is gone. */
  readonly signal: AbortSignal
  show(state: StageState): void
}

/** Gives how it ended; undefined where the screen goes on by itself, and stays as it is until then. */
export type Play = (played: Played) => Promise<ChallengeState | undefined>

interface UsedChallenge {
  readonly state: ChallengeState
  begin(play: Play): void
  /** Ends the challenge without a verdict. */
  rest(): void
}

export function useChallenge({ state: camera, start, stop }: UsedCamera): UsedChallenge {
  const [state, setState] = useState<ChallengeState>({ kind: 'intro' })
  const running = useRef<AbortController | null>(null)

  const leave = useCallback(() => {
    running.current?.abort()
    running.current = null
    stop()
  }, [stop])
  useEffect(() => leave, [leave])
  // The camera was refused, unplugged in the middle, or taken by another program.
  useEffect(() => {
    if (camera.kind !== 'trouble' || !running.current) return
    running.current.abort()
    running.current = null
    setState({ kind: 'camera-trouble' })
  }, [camera])

  const begin = useCallback(
    async (play: Play) => {
      leave()
      const mine = new AbortController()
      running.current = mine
      const show = (next: ChallengeState): void => {
        if (running.current === mine) setState(next)
      }
      show({ kind: 'loading', share: 0 })
      const stream = await start()
      if (mine.signal.aborted) return
      if (!stream) return show({ kind: 'camera-trouble' })
      try {
        const ended = await play({ stream, signal: mine.signal, show })
        if (ended) show(ended)
      } catch (error) {
        show(error instanceof ChallengeTimeUp ? { kind: 'time-up' } : { kind: 'trouble', error })
      } finally {
        if (running.current === mine) stop()
      }
    },
    [leave, start, stop],
  )
  const rest = useCallback(() => {
    leave()
    setState({ kind: 'rested' })
  }, [leave])
  return { state, begin: (play) => void begin(play), rest }
}
