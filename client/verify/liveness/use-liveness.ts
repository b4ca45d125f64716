// Runs one liveness challenge for the step: camera, networks where they are there in time, runner, and how it ended.
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { ChallengeTimeUp, pause } from '../../src/challenge/abortable.ts'
import { runChallenge } from '../../src/challenge/run.ts'
import type { ChallengeVerdict, Family, Guidance } from '../../src/challenge/shapes.ts'
import { SelfsameRefusal } from '../../src/errors.ts'
import type { UsedCamera } from '../camera/use-camera.ts'
import type { Journey } from '../journey.ts'
import { type GuideLoad, waitForGuide } from './guide-load.ts'
import { type Progress, progressAfter } from './progress.ts'
import { RECORD_SECONDS, type Recording, record } from './record.ts'
import { type Signals, signalTo } from './signals.ts'

export type LivenessState =
  | { readonly kind: 'intro' }
  | { readonly kind: 'rested' }
  | { readonly kind: 'preparing'; readonly share: number }
  | { readonly kind: 'running'; readonly progress: Progress | undefined; readonly hasGuide: boolean }
  /** A short film is recorded, then sent and judged. */
  | { readonly kind: 'recording'; readonly isSending: boolean }
  /** `guidance` tells what to do where the light could not be seen. */
  | { readonly kind: 'failed'; readonly guidance: Guidance | undefined }
  | { readonly kind: 'time-up' }
  | { readonly kind: 'camera-trouble' }
  | { readonly kind: 'trouble' }

/** The families of policies: those that the runner knows, and a film. */
export type LivenessFamily = Family | 'video'

interface UsedLiveness {
  readonly state: LivenessState
  begin(family: LivenessFamily, signals: Signals): void
  /** Ends the challenge without a verdict; the person may begin another one. */
  rest(): void
}

export function useLiveness(
  journey: Journey,
  load: GuideLoad,
  camera: UsedCamera,
  video: RefObject<HTMLVideoElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
): UsedLiveness {
  const [state, setState] = useState<LivenessState>({ kind: 'intro' })
  const running = useRef<AbortController | null>(null)
  const { start, stop } = camera

  const leave = useCallback(() => {
    running.current?.abort()
    running.current = null
    stop()
  }, [stop])
  useEffect(() => leave, [leave])
  useEffect(() => {
    // The camera was unplugged, or another program took it.
    if (camera.state.kind !== 'trouble' || !running.current) return
    running.current.abort()
    running.current = null
    setState({ kind: 'camera-trouble' })
  }, [camera.state])

  const begin = useCallback(
    async (family: LivenessFamily, signals: Signals) => {
      leave()
      const mine = new AbortController()
      running.current = mine
      const show = (next: LivenessState): void => {
        if (running.current === mine) setState(next)
      }
      show({ kind: 'preparing', share: 0 })
      // What is filmed in one go waits for the networks, but not long. Otherwise the server guides until they are there.
      const isFilm = family === 'nose' || family === 'light'
      const [stream, early] = await Promise.all([
        start(),
        isFilm ? waitForGuide(load, (share) => show({ kind: 'preparing', share })) : undefined,
      ])
      if (mine.signal.aborted) return
      if (!stream) return show({ kind: 'camera-trouble' })
      let progress: Progress | undefined
      let hasGuide = early !== undefined
      if (family !== 'video') show({ kind: 'running', progress, hasGuide })
      const coming = async () => {
        const found = await load.guide
        hasGuide = found !== undefined
        if (progress) show({ kind: 'running', progress, hasGuide })
        return found
      }
      const film = async () => {
        const { verifyVideo } = journey.client
        const answer = await filmed(stream, mine.signal, (isSending) =>
          show({ kind: 'recording', isSending }),
        )
        const { result_code } = await verifyVideo({ file: answer.video, name: answer.name }, mine)
        return { success: result_code === 200 }
      }
      const run = async (family: Family) =>
        runChallenge<SeenFace>(journey.client, {
          family,
          // The server files the challenge under the verification, whatever is sent here.
          externalPersonId: 'person',
          // The server knows a key that a person registers in that verification alone.
          captureKeyName: `${journey.baseUrl} ${journey.session.value?.verification_id ?? ''}`,
          video: await shown(video, mine.signal),
          // The warning stands above the button that begins: whoever pressed it has read it, and said yes.
          ...(family === 'light' && {
            light: { canvas: await shown(canvas, mine.signal), hasAgreed: true as const },
          }),
          signal: mine.signal,
          guide: isFilm ? Promise.resolve(early) : coming(),
          onEvent: (event) => {
            progress = progressAfter(progress, event)
            if (event.kind === 'task-done') signalTo(signals)
            show({ kind: 'running', progress, hasGuide })
          },
        })
      try {
        const verdict: Pick<ChallengeVerdict, 'success' | 'guidance'> = await (family === 'video'
          ? film()
          : run(family))
        await journey.refresh()
        if (!verdict.success) show({ kind: 'failed', guidance: verdict.guidance })
      } catch (error) {
        if (mine.signal.aborted) return
        if (error instanceof ChallengeTimeUp) return show({ kind: 'time-up' })
        // Another tab did the step, or no attempt is left: the session tells.
        if (error instanceof SelfsameRefusal) await journey.refresh().catch(() => {})
        show({ kind: 'trouble' })
      } finally {
        if (running.current === mine) stop()
      }
    },
    [journey, load, leave, start, stop, video, canvas],
  )
  const rest = useCallback(() => {
    leave()
    setState({ kind: 'rested' })
  }, [leave])
  return { state, begin: (family, signals) => void begin(family, signals), rest }
}

/** Records some seconds; stops early where the person leaves. */
async function filmed(
  stream: MediaStream,
  signal: AbortSignal,
  show: (isSending: boolean) => void,
): Promise<Awaited<Recording['done']>> {
  show(false)
  const recording = record(stream)
  try {
    await pause(1000 * RECORD_SECONDS, signal)
  } finally {
    recording.stop()
  }
  show(true)
  return recording.done
}

/** Waits for an element, which is on the page once the state that shows it was drawn. */
async function shown<Shown>(element: RefObject<Shown | null>, signal: AbortSignal): Promise<Shown> {
  while (!element.current) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    signal.throwIfAborted()
  }
  return element.current
}
