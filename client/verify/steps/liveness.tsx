// Liveness: what to do, the camera with one instruction at a time, a rest, another try, and another way.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import type { Family, Guidance } from '../../src/challenge/shapes.ts'
import { SelfsameRefusal } from '../../src/errors.ts'
import { Preview } from '../camera/preview.tsx'
import { previewOf, useCamera } from '../camera/use-camera.ts'
import { CameraHelp } from '../handover/camera-help.tsx'
import type { Journey } from '../journey.ts'
import { type GuideLoad, idleUnlessNarrow, loadGuide } from '../liveness/guide-load.ts'
import { LightStage, prefersLessMotion } from '../liveness/light-stage.tsx'
import { Overlay, type OverlayTone } from '../liveness/overlay.tsx'
import { playChallenge, waitsForNetworks } from '../liveness/play-challenge.ts'
import { playFilm } from '../liveness/play-film.ts'
import { canRecord } from '../liveness/record.ts'
import { openSignals, signalTo } from '../liveness/signals.ts'
import { linesOf, type StageLines, toneOf, useSteady } from '../liveness/stage-words.ts'
import {
  type ChallengeState,
  isOnStage,
  type LivenessFamily,
  type Play,
  type StageState,
  useChallenge,
} from '../liveness/use-challenge.ts'
import { attemptsWords, Button, Notice, Page, Progress, Tips } from '../parts.tsx'
import { shellWith } from '../shell.ts'
import type { StepProps } from './step-props.ts'

/** The camera gives twice the size that is sent: shrinking takes away the noise. */
const CAMERA_PIXELS = 1280

const loads = new Map<string, GuideLoad>()

/** Once for a server, and early: the networks come while the person reads. */
export function prepareLiveness(baseUrl: string): GuideLoad {
  const load = loads.get(baseUrl) ?? loadGuide(`${baseUrl}/verify/networks/`, idleUnlessNarrow())
  loads.set(baseUrl, load)
  return load
}

const isKnown = (family: string): family is LivenessFamily =>
  ['profile', 'nose', 'distance', 'light'].includes(family) || (family === 'video' && canRecord())

export function Liveness(props: StepProps) {
  const { journey, step, words } = props
  const t = words.liveness
  const families = (step.families ?? []).filter(isKnown)
  const [chosen, setFamily] = useState<LivenessFamily>(() => offeredFirst(families))
  // What left doubt is not asked again.
  const family = families.includes(chosen) ? chosen : offeredFirst(families)
  const [hasSignals, setSignals] = useState(false)
  const camera = useCamera('user', CAMERA_PIXELS)
  const video = useRef<HTMLVideoElement>(null)
  const networks = prepareLiveness(journey.baseUrl)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { state, begin, rest } = useChallenge(camera)
  const start = () => {
    const signals = openSignals(hasSignals)
    const stage = { networks, video, canvas, onTaskDone: () => signalTo(signals) }
    begin(ofJourney(journey, family === 'video' ? film(journey) : challenge(journey, family, stage)))
  }
  const isStage = isOnStage(state)
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
  if (isOnStage(state))
    return <Stage {...props} {...{ family, state, camera, video, canvas }} onRest={rest} />
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

type StageParts = Omit<Parameters<typeof playChallenge>[0], 'client' | 'family' | 'externalPersonId'>

const challenge = ({ client, baseUrl, session }: Journey, family: Family, stage: StageParts): Play =>
  playChallenge({
    ...stage,
    client,
    family,
    // The server files the challenge under the verification, whatever is sent here.
    externalPersonId: 'person',
    // The server knows a key that a person registers in that verification alone.
    captureKeyName: `${baseUrl} ${session.value?.verification_id ?? ''}`,
    openKey: async () => {
      const shell = shellWith('attestation', 'signFrame')
      if (!shell) return undefined
      const { openShellKey } = await import('../../src/challenge/shell-key.ts')
      // The server knows a key of the phone in every verification of the organisation.
      return openShellKey(client, shell, `${baseUrl} app ${session.value?.organisation ?? ''}`)
    },
  })

const film = ({ client }: Journey): Play =>
  playFilm(async ({ video, name }, signal) => {
    const { result_code, message } = await client.verifyVideo({ file: video, name }, { signal })
    return { success: result_code === 200, result_code, message }
  })

/** The session says what comes next: another step after a success, the attempts that are left after a failure. */
function ofJourney(journey: Journey, play: Play): Play {
  return async (played) => {
    try {
      const ended = await play(played)
      await journey.refresh()
      return ended?.kind === 'verdict' && ended.verdict.success && isDone(journey) ? undefined : ended
    } catch (error) {
      // Another tab did the step, or no attempt is left.
      if (error instanceof SelfsameRefusal && !played.signal.aborted) await journey.refresh().catch(() => {})
      throw error
    }
  }
}

/** After a verdict that leaves doubt the step is open still. */
const isDone = ({ session }: Journey): boolean =>
  session.value?.steps.every(({ step, state }) => step !== 'liveness' || state !== 'open') ?? true

/** Who asked their system for less motion is not offered changing colours first, where there is another way. */
function offeredFirst(families: readonly LivenessFamily[]): LivenessFamily {
  const calm = prefersLessMotion() ? families.find((one) => one !== 'light') : undefined
  return calm ?? families[0] ?? 'profile'
}

/** The other ways are in sight before light, and after it could not be seen. */
const isOtherOpen = (state: ChallengeState, family: LivenessFamily): boolean =>
  family === 'light' || (state.kind === 'verdict' && state.verdict.guidance !== undefined)

/** How the last try ended, in words that help, but do not teach an attacker which check to work on. */
function Ended({ state, isLight, step, words }: StepProps & { state: ChallengeState; isLight: boolean }) {
  const t = words.liveness
  // Also after a reload, when nothing else is known of the task before.
  if (step.is_another && (state.kind === 'intro' || (state.kind === 'verdict' && state.verdict.success)))
    return (
      <Notice tone="warn" title={t.another} name="another">
        <p>{t.anotherHelp}</p>
      </Notice>
    )
  if (state.kind === 'verdict') {
    const { guidance } = state.verdict
    return (
      <Notice tone="warn" title={t.failed} name="failed">
        <p>{guidance ? t.guidance[guidance] : isLight ? t.lightFailedHelp : t.failedHelp}</p>
        <p>{attemptsWords(words, step.attempts_left)}</p>
      </Notice>
    )
  }
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

type StageProps = StepProps & {
  family: LivenessFamily
  state: StageState
  camera: ReturnType<typeof useCamera>
  video: { current: HTMLVideoElement | null }
  /** Where the light is shown. */
  canvas: { current: HTMLCanvasElement | null }
  onRest: () => void
}

function Stage({ words, family, state, camera, video, canvas, onRest }: StageProps) {
  const t = words.liveness
  const progress = state.kind === 'running' ? state.progress : undefined
  const guidance = useSteady(progress?.guidance)
  const lines = shownLines(words, state, guidance, camera.state.kind === 'asking')
  const loading = state.kind === 'loading' && waitsForNetworks(family) && camera.state.kind === 'on' && (
    <Progress label={t.preparing} share={state.share} />
  )
  const marks = { ...marksOf(state), 'data-screen': 'liveness' }
  if (family === 'light')
    return (
      <LightStage
        {...marks}
        {...previewOf(camera)}
        {...{ progress, video, canvas }}
        words={{ ...lines, stop: t.lightStop, preview: t.preview }}
        onStop={onRest}
      >
        {loading}
      </LightStage>
    )
  const tone = toneOf(progress, guidance)
  return (
    <PlainStage {...{ ...lines, marks, tone }}>
      <Preview {...previewOf(camera)} video={video} label={t.preview} proportion={3 / 4}>
        {progress && <Overlay progress={progress} tone={tone} />}
      </Preview>
      {progress && progress.count > 1 && (
        <p class="muted">{fill(t.taskOf, { number: progress.index + 1, total: progress.count })}</p>
      )}
      {loading}
      {state.kind === 'running' && progress && state.guide !== 'own' && <p class="muted">{t.noGuide}</p>}
      <div class="actions">
        <Button kind="plain" data-action="rest" onClick={onRest}>
          {t.rest}
        </Button>
      </div>
    </PlainStage>
  )
}

/** The style sheet has the same number. */
const LOW_SCREEN = 500

function PlainStage({
  instruction,
  under,
  tone,
  marks,
  children,
}: StageLines & { tone: OverlayTone; marks: object; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // On a phone on its side the picture fills the screen, and what stands above it is scrolled away.
    if (innerHeight < LOW_SCREEN) section.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section ref={section} class={`page stage stage-${tone}`} {...marks}>
      <h1 ref={heading} tabIndex={-1} aria-live="assertive" data-instruction>
        {instruction}
      </h1>
      <p class="stage-guidance" role="status" data-guidance-words>
        {under}
      </p>
      {children}
    </section>
  )
}

function shownLines(
  words: StepProps['words'],
  state: StageState,
  guidance: Guidance | undefined,
  isAsking: boolean,
): StageLines {
  const t = words.liveness
  if (state.kind === 'recording') return { instruction: state.isSending ? t.judging : t.recording, under: '' }
  if (state.kind === 'loading' || !state.progress)
    return { instruction: t.preparing, under: isAsking ? t.asking : '' }
  return linesOf({ ...t, again: { left: t.againLeft, 'too-slow': t.againSlow } }, state.progress, guidance)
}

/** Attributes from which tests and other programs read the state. */
function marksOf(state: StageState) {
  const progress = state.kind === 'running' ? state.progress : undefined
  return {
    'data-liveness': state.kind,
    ...(state.kind === 'running' && { 'data-guide': state.guide === 'own' ? 'own' : 'none' }),
    ...(progress && {
      'data-task': progress.task,
      'data-guidance': progress.guidance ?? '',
      'data-taken': String(progress.taken),
      'data-step': progress.step,
    }),
  }
}
