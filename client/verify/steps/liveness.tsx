// Liveness: what to do, the camera with one instruction at a time, a rest, another try, and another way.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Guidance } from '../../src/challenge/shapes.ts'
import { useCamera, useStream } from '../camera/use-camera.ts'
import { CameraHelp } from '../handover/camera-help.tsx'
import { fill } from '../languages.ts'
import { type GuideLoad, loadGuide } from '../liveness/guide-load.ts'
import { prefersLessMotion } from '../liveness/less-motion.ts'
import { LightStage } from '../liveness/light-stage.tsx'
import { Overlay, type OverlayTone } from '../liveness/overlay.tsx'
import type { Progress as ChallengeProgress } from '../liveness/progress.ts'
import { canRecord } from '../liveness/record.ts'
import { openSignals } from '../liveness/signals.ts'
import { type LivenessFamily, type LivenessState, useLiveness } from '../liveness/use-liveness.ts'
import { attemptsWords, Button, Notice, Page, Progress, Tips } from '../parts.tsx'
import type { StepProps } from './step-props.ts'

/** The camera gives twice the size that is sent: shrinking takes away the noise. */
const CAMERA_PIXELS = 1280

const loads = new Map<string, GuideLoad>()

/** Once for a server, and early: the networks come while the person reads. */
export function prepareLiveness(baseUrl: string): GuideLoad {
  const load = loads.get(baseUrl) ?? loadGuide(baseUrl)
  loads.set(baseUrl, load)
  return load
}

const isKnown = (family: string): family is LivenessFamily =>
  ['profile', 'nose', 'distance', 'light'].includes(family) || (family === 'video' && canRecord())

export function Liveness(props: StepProps) {
  const { journey, step, words } = props
  const t = words.liveness
  const families = (step.families ?? []).filter(isKnown)
  const [family, setFamily] = useState<LivenessFamily>(() => offeredFirst(families))
  const [hasSignals, setSignals] = useState(false)
  const camera = useCamera('user', CAMERA_PIXELS)
  const video = useRef<HTMLVideoElement>(null)
  const load = prepareLiveness(journey.baseUrl)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { state, begin, rest } = useLiveness(journey, load, camera, video, canvas)
  const start = () => begin(family, openSignals(hasSignals))
  const isStage = state.kind === 'preparing' || state.kind === 'running' || state.kind === 'recording'
  // The camera is an entry of the history: the back button ends it, and not the journey.
  const { part } = journey.place.value
  const partBefore = useRef(part)
  useEffect(() => {
    if (isStage) journey.go('liveness', 'camera')
    else journey.leavePart()
  }, [isStage, journey])
  useEffect(() => {
    if (isStage && partBefore.current !== '' && part === '') rest()
    partBefore.current = part
  }, [part, isStage, rest])
  if (isStage) return <Stage {...props} {...{ family, state, camera, video, canvas }} onRest={rest} />
  return (
    <Page title={t.title} lead={t.lead} screen="liveness" data-family={family} data-liveness={state.kind}>
      <Ended state={state} isLight={family === 'light'} {...props} />
      {state.kind === 'camera-trouble' ? (
        <CameraHelp
          why={camera.state.kind === 'trouble' ? camera.state.why : 'failed'}
          {...{ words, journey }}
          onRetry={start}
        />
      ) : (
        <>
          {family === 'light' && (
            <Notice tone="warn" title={t.lightWarning} name="light">
              <p>{t.lightWarningText}</p>
              <p>{families.length > 1 ? t.lightWarningOther : t.lightWarningOnly}</p>
              {prefersLessMotion() && <p>{t.lightLessMotion}</p>}
            </Notice>
          )}
          <Tips
            tips={[
              ['light', family === 'light' ? t.tipScreen : t.tipLight],
              ['liveness', t.tipCover],
              ['check', family === 'light' ? t.tipStill : t.tipAlone],
            ]}
          />
          <div class="actions">
            <Button icon="camera" data-action="camera" onClick={start}>
              {family === 'light' ? t.lightYes : state.kind === 'intro' ? t.begin : words.tryAgain}
            </Button>
          </div>
        </>
      )}
      <label class="option">
        <input
          type="checkbox"
          checked={hasSignals}
          onChange={({ currentTarget }) => setSignals(currentTarget.checked)}
        />
        <span>{t.signals}</span>
      </label>
      {families.length > 1 && (
        <details class="other-way" open={isOtherOpen(state, family)}>
          <summary>{t.otherWay}</summary>
          <p>{t.otherWayHelp}</p>
          <fieldset>
            <legend class="unseen">{t.otherWay}</legend>
            {families.map((one) => (
              <label key={one} class="option">
                <input
                  type="radio"
                  name="family"
                  value={one}
                  checked={one === family}
                  onChange={() => setFamily(one)}
                />
                <span>{t.family[one]}</span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </Page>
  )
}

/** Who asked their system for less motion is not offered changing colours first, where there is another way. */
function offeredFirst(families: readonly LivenessFamily[]): LivenessFamily {
  const calm = prefersLessMotion() ? families.find((one) => one !== 'light') : undefined
  return calm ?? families[0] ?? 'profile'
}

/** The other ways are in sight before light, and after it could not be seen. */
const isOtherOpen = (state: LivenessState, family: LivenessFamily): boolean =>
  family === 'light' || (state.kind === 'failed' && state.guidance !== undefined)

/** How the last try ended, in words that help and teach nobody which check to work on. */
function Ended({ state, isLight, step, words }: StepProps & { state: LivenessState; isLight: boolean }) {
  const t = words.liveness
  if (state.kind === 'failed')
    return (
      <Notice tone="warn" title={t.failed} name="failed">
        <p>{state.guidance ? t.guidance[state.guidance] : isLight ? t.lightFailedHelp : t.failedHelp}</p>
        <p>{attemptsWords(words, step.attempts_left)}</p>
      </Notice>
    )
  if (state.kind === 'time-up')
    return (
      <Notice tone="warn" title={t.timeUp} name="time-up">
        <p>{t.timeUpHelp}</p>
      </Notice>
    )
  if (state.kind === 'rested') return <p role="status">{t.rested}</p>
  if (state.kind === 'trouble')
    return (
      <Notice tone="fail" title={words.trouble.other} name="trouble">
        <p>{words.trouble.otherHelp}</p>
      </Notice>
    )
  return null
}

const unfit: ReadonlySet<Guidance> = new Set([
  'show-face',
  'one-person-only',
  'more-light',
  'less-light',
  'hold-still',
  'uncover-face',
])

const toneOf = (guidance: Guidance | undefined): OverlayTone =>
  guidance === 'ok' ? 'good' : guidance && unfit.has(guidance) ? 'bad' : 'wait'

type StageState = Extract<LivenessState, { kind: 'preparing' | 'running' | 'recording' }>

type StageProps = StepProps & {
  family: LivenessFamily
  state: StageState
  camera: ReturnType<typeof useCamera>
  video: { current: HTMLVideoElement | null }
  /** Where the light is shown. */
  canvas: { current: HTMLCanvasElement | null }
  onRest: () => void
}

const Stage = (props: StageProps) =>
  props.family === 'light' ? <LitStage {...props} /> : <PlainStage {...props} />

function LitStage({ words, state, camera, video, canvas, onRest }: StageProps) {
  const t = words.liveness
  const progress = state.kind === 'running' ? state.progress : undefined
  const guidance = useSteady(progress?.guidance)
  const said = wordsOf(words, state, progress, guidance, camera.state.kind === 'asking')
  return (
    <LightStage
      data-screen="liveness"
      {...marksOf(state)}
      words={{ ...said, stop: t.lightStop, preview: t.preview }}
      progress={progress}
      stream={camera.state.kind === 'on' ? camera.state.stream : undefined}
      isMirrored={camera.state.kind !== 'on' || camera.state.isMirrored}
      video={video}
      canvas={canvas}
      onStop={onRest}
    >
      {state.kind === 'preparing' && camera.state.kind === 'on' && (
        <Progress label={t.preparing} share={state.share} />
      )}
    </LightStage>
  )
}

/** The style sheet has the same number. */
const LOW_SCREEN = 500

function PlainStage({ words, state, camera, video, onRest }: StageProps) {
  const t = words.liveness
  const heading = useRef<HTMLHeadingElement>(null)
  const progress = state.kind === 'running' ? state.progress : undefined
  const guidance = useSteady(progress?.guidance)
  const stream = camera.state.kind === 'on' ? camera.state.stream : undefined
  const isMirrored = camera.state.kind !== 'on' || camera.state.isMirrored
  const [size, setSize] = useState({ width: 3, height: 4 })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // On a phone on its side the picture fills the screen, and what stands above it is scrolled away.
    if (innerHeight < LOW_SCREEN) section.current?.scrollIntoView({ block: 'start' })
  }, [])
  useStream(video, stream)
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) => {
    if (videoWidth > 0) setSize({ width: videoWidth, height: videoHeight })
  }
  const { instruction, under } = wordsOf(words, state, progress, guidance, camera.state.kind === 'asking')
  const tone = !progress ? 'wait' : progress.step === 'doing' ? toneOf(guidance) : 'good'
  return (
    <section ref={section} class={`page stage stage-${tone}`} data-screen="liveness" {...marksOf(state)}>
      <h1 ref={heading} tabIndex={-1} aria-live="assertive" data-instruction>
        {instruction}
      </h1>
      <p class="stage-guidance" role="status" data-guidance-words>
        {under}
      </p>
      <div
        class={isMirrored ? 'preview preview-mirrored' : 'preview'}
        style={{ '--proportion': `${size.width / size.height}` }}
      >
        <video
          ref={video}
          autoplay
          playsInline
          muted
          aria-label={t.preview}
          onLoadedMetadata={measure}
          onResize={measure}
        />
        {progress && <Overlay progress={progress} tone={tone} />}
      </div>
      {progress && progress.tasks.length > 1 && (
        <p class="muted">{fill(t.taskOf, { number: progress.index + 1, total: progress.tasks.length })}</p>
      )}
      {state.kind === 'preparing' && camera.state.kind === 'on' && (
        <Progress label={t.preparing} share={state.share} />
      )}
      {state.kind === 'running' && state.progress && !state.hasGuide && <p class="muted">{t.noGuide}</p>}
      <div class="actions">
        <Button kind="plain" data-action="rest" onClick={onRest}>
          {t.rest}
        </Button>
      </div>
    </section>
  )
}

/** A word stays on the screen for so long that it can be read. */
const LEAST_SHOWN_MS = 700

/** Gives the latest word, once the one before has been shown for long enough. */
function useSteady<Word>(word: Word): Word {
  const [shown, setShown] = useState(word)
  const since = useRef(0)
  useEffect(() => {
    if (word === shown) return
    const show = () => {
      since.current = performance.now()
      setShown(word)
    }
    const wait = LEAST_SHOWN_MS - (performance.now() - since.current)
    if (wait <= 0) return show()
    const timer = setTimeout(show, wait)
    return () => clearTimeout(timer)
  }, [word, shown])
  return shown
}

function wordsOf(
  words: StepProps['words'],
  state: StageState,
  progress: ChallengeProgress | undefined,
  guidance: Guidance | undefined,
  isAsking: boolean,
): { readonly instruction: string; readonly under: string } {
  const t = words.liveness
  if (state.kind === 'recording') return { instruction: state.isSending ? t.judging : t.recording, under: '' }
  if (!progress) return { instruction: t.preparing, under: isAsking ? t.asking : '' }
  if (progress.step === 'judging') return { instruction: t.judging, under: '' }
  if (progress.step === 'sending')
    return { instruction: t.sending, under: `${progress.sent} / ${progress.total}` }
  if (progress.step === 'shining') return { instruction: t.shining, under: '' }
  const again = { left: t.againLeft, 'too-slow': t.againSlow }
  const asked = progress.again ? again[progress.again] : t.tasks[progress.task]
  return { instruction: asked, under: guidance ? t.guidance[guidance] : '' }
}

/** Attributes from which tests and other programs read the state. */
function marksOf(state: StageState) {
  const progress = state.kind === 'running' ? state.progress : undefined
  return {
    'data-liveness': state.kind,
    ...(state.kind === 'running' && { 'data-guide': state.hasGuide ? 'own' : 'none' }),
    ...(progress && {
      'data-task': progress.task,
      'data-guidance': progress.guidance ?? '',
      'data-taken': String(progress.taken),
      'data-step': progress.step,
    }),
  }
}
