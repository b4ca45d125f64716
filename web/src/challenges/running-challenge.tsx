// The screen while a challenge runs: the camera with its overlay, one large instruction, the guidance beneath, and the steps.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Family, Guidance } from '../../../client/src/challenge/shapes.ts'
import { previewOf, type UsedCamera } from '../../../client/verify/camera/use-camera.ts'
import { LightStage } from '../../../client/verify/liveness/light-stage.tsx'
import { Overlay } from '../../../client/verify/liveness/overlay.tsx'
import type { Progress } from '../../../client/verify/liveness/progress.ts'
import {
  linesOf as challengeLines,
  type StageLines,
  toneOf,
  useSteady,
} from '../../../client/verify/liveness/stage-words.ts'
import type { StageState } from '../../../client/verify/liveness/use-challenge.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CameraChoice } from '../camera/choice.tsx'
import { Preview } from '../camera/preview.tsx'
import { announce } from '../parts/announce.tsx'
import { Icon } from '../parts/icon.tsx'
import { Bar } from '../parts/progress.tsx'
import { camera as cameraWords } from '../words/camera.ts'
import { challenges } from '../words/challenges.ts'
import { guidance as guidanceWords } from '../words/guidance.ts'
import '../style/challenge.css'
import '../style/overlay.css'
import '../../../client/verify/liveness/light-stage.css'

interface RunningProps {
  family: Family
  state: StageState
  camera: UsedCamera
  video: RefObject<HTMLVideoElement | null>
  /** Where the light is shown. */
  canvas: RefObject<HTMLCanvasElement | null>
  onCancel: () => void
}

export function RunningChallenge(props: RunningProps) {
  return props.family === 'light' ? <RunningLight {...props} /> : <RunningStage {...props} />
}

function RunningLight({ state, camera, video, canvas, onCancel }: RunningProps) {
  const t = challenges()
  const progress = state.kind === 'running' ? state.progress : undefined
  const shown = useSteady(progress?.guidance)
  const { instruction, under } = linesOf(state, shown, camera)
  return (
    <LightStage
      words={{ instruction, under, stop: t.lightStop, preview: cameraWords().preview }}
      progress={progress}
      {...previewOf(camera)}
      video={video}
      canvas={canvas}
      onStop={onCancel}
    >
      {state.kind === 'loading' && camera.state.kind !== 'asking' && <Loading share={state.share} />}
      <Notes state={state} />
    </LightStage>
  )
}

function RunningStage({ state, camera, video, onCancel }: RunningProps) {
  const t = challenges()
  const heading = useRef<HTMLHeadingElement>(null)
  const progress = state.kind === 'running' ? state.progress : undefined
  const shown = useSteady(progress?.guidance)
  const { instruction, under } = linesOf(state, shown, camera)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onCancel()
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onCancel])
  useEffect(() => announce(instruction), [instruction])
  const tone = toneOf(progress, shown)
  return (
    <section class={`stage stage-${tone}`} aria-labelledby="stage-instruction">
      <header class="stage-head">
        <button
          type="button"
          class="icon-button"
          aria-label={t.cancel}
          data-testid="challenge-cancel"
          onClick={onCancel}
        >
          <Icon name="close" size={24} />
        </button>
        {progress && progress.count > 1 && <Steps progress={progress} />}
        <CameraChoice camera={camera} disabled={state.kind === 'running'} />
      </header>
      <div class="stage-view">
        <Preview {...previewOf(camera)} video={video}>
          {progress && <Overlay progress={progress} tone={tone} />}
        </Preview>
      </div>
      <div class="stage-words">
        <h2 id="stage-instruction" ref={heading} tabIndex={-1} data-testid="instruction">
          {instruction}
        </h2>
        <p class="stage-guidance" role="status" aria-live="polite" data-testid="guidance">
          {under}
        </p>
        {state.kind === 'loading' && camera.state.kind !== 'asking' && <Loading share={state.share} />}
        <Notes state={state} />
      </div>
    </section>
  )
}

function Notes({ state }: { state: StageState }) {
  const t = challenges()
  if (state.kind !== 'running') return null
  return (
    <>
      {state.guide === 'none' && <p class="stage-note">{t.noGuide}</p>}
      {state.guide === 'coming' && (
        <>
          <p class="stage-note">{t.guideComing}</p>
          <Loading share={state.share} />
        </>
      )}
      <p class="stage-away" role="status" data-testid="away">
        {state.isAway ? t.away : ''}
      </p>
    </>
  )
}

function linesOf(state: StageState, shown: Guidance | undefined, camera: UsedCamera): StageLines {
  const t = challenges()
  if (state.kind === 'running' && state.progress) {
    const words = { ...t, again: { left: t.again_left, 'too-slow': t['again_too-slow'] } }
    return challengeLines({ ...words, tasks: t, guidance: guidanceWords() }, state.progress, shown)
  }
  const isAsking = camera.state.kind === 'asking'
  return {
    instruction: isAsking || state.kind === 'running' ? t.waiting : t.preparing,
    under: isAsking ? cameraWords().asking : state.kind === 'loading' ? t.preparingHint : '',
  }
}

function Loading({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div class="stage-loading">
      <Bar label={challenges().preparing} percent={percent} />
      <p class="number">{`${percent}\u00a0%`}</p>
    </div>
  )
}

function Steps({ progress: { tasks, index, step } }: { progress: Progress }) {
  const t = challenges()
  return (
    <ol class="steps" aria-label={fill(t.step, { number: index + 1, total: tasks.length })}>
      {tasks.map(({ task }, i) => {
        const isDone = i < index || step !== 'doing'
        const isNow = i === index && step === 'doing'
        return (
          <li
            key={task}
            class={isDone ? 'step-done' : isNow ? 'step-now' : ''}
            aria-current={isNow ? 'step' : undefined}
          >
            <span class="step-mark">{isDone ? <Icon name="check" size={14} /> : i + 1}</span>
            <span class="step-name">{t[`${task}-short`]}</span>
          </li>
        )
      })}
    </ol>
  )
}
