// The screen of a challenge: an introduction, the camera while it runs, and the outcome.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { ChallengeVerdict, Family, Plan } from '../../../client/src/challenge/shapes.ts'
import type { Exchange } from '../../../client/src/index.ts'
import { useCamera } from '../../../client/verify/camera/use-camera.ts'
import { loadGuide } from '../../../client/verify/liveness/guide-load.ts'
import { faceShape } from '../../../client/verify/liveness/overlay.tsx'
import { playChallenge } from '../../../client/verify/liveness/play-challenge.ts'
import {
  type ChallengeState,
  isOnStage,
  useChallenge,
} from '../../../client/verify/liveness/use-challenge.ts'
import { CameraTrouble } from '../camera/trouble.tsx'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { baseUrl, connect, session } from '../session.tsx'
import { challenges } from '../words/challenges.ts'
import { shell } from '../words/shell.ts'
import type { ChallengeWish } from './common-options.tsx'
import { Outcome } from './outcome.tsx'
import { RunningChallenge } from './running-challenge.tsx'
import '../style/challenge.css'
import '../style/illustration.css'

/** The camera gives twice the size that is sent: shrinking takes away the noise. */
const CAMERA_PIXELS = 1280
const VIBRATION_MS = 40

export function Challenge({
  family,
  title,
  lead,
  wish,
  choice,
  begin: beginning,
  tips,
  instead,
  more,
  options,
}: {
  family: Family
  title: string
  lead: string
  wish: ChallengeWish
  /** Choices for everybody, before the start. */
  choice?: ComponentChildren
  /** The button that starts, where it is another than the usual. */
  begin?: { readonly label: string; readonly kind: 'primary' | 'quiet' }
  tips?: readonly string[]
  /** Other challenges, for who could not do this one. */
  instead?: ComponentChildren
  /** What a verdict of this family tells beside its checks. */
  more?: (verdict: ChallengeVerdict, plan: Plan | undefined) => ComponentChildren
  /** Options for developers. */
  options: ComponentChildren
}) {
  const t = challenges()
  const camera = useCamera('user', CAMERA_PIXELS)
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const exchange = useRef<Exchange | undefined>(undefined)
  const { state, begin, rest } = useChallenge(camera)
  const start = () => {
    exchange.current = undefined
    const client = connect((seen) => {
      exchange.current = seen
    })
    const play = playChallenge({
      ...wish,
      family,
      client,
      video,
      canvas,
      networks: loadGuide(`${baseUrl}/studio/networks/`),
      // A key of this browser is known to one organisation of one server.
      captureKeyName: `${baseUrl} ${session.value?.name ?? ''}`,
      mirroredFrames: session.value?.mirroredFrames ?? false,
      onTaskDone: () => navigator.vibrate?.(VIBRATION_MS),
    })
    begin(play)
  }
  return (
    <div class="challenge" data-testid="challenge" {...marks(family, state)}>
      {isOnStage(state) ? (
        <RunningChallenge {...{ family, state, camera, video, canvas }} onCancel={rest} />
      ) : (
        <Page title={title} lead={lead}>
          {state.kind === 'verdict' && (
            <Outcome
              family={family}
              {...state}
              exchange={exchange.current}
              instead={instead}
              more={more?.(state.verdict, state.plan)}
              onAgain={start}
            />
          )}
          {state.kind === 'camera-trouble' && (
            <CameraTrouble
              why={camera.state.kind === 'trouble' ? camera.state.why : 'failed'}
              onRetry={start}
            />
          )}
          {state.kind === 'trouble' && <Trouble error={state.error} onRetry={start} />}
          {state.kind === 'time-up' && <TimeUp onAgain={start} />}
          {(state.kind === 'intro' || state.kind === 'rested') && (
            <section class="panel challenge-intro">
              <Illustration family={family} />
              {choice}
              <div class="row">
                <Button
                  kind={beginning?.kind ?? 'primary'}
                  icon="camera"
                  data-testid="challenge-start"
                  onClick={start}
                >
                  {beginning?.label ?? t.start}
                </Button>
                <p class="muted small challenge-privacy">{t.privacy}</p>
              </div>
              <Tips tips={tips ?? [t.tip1, t.tip2, t.tip3]} />
            </section>
          )}
          <div class="exchange">
            <Disclosure summary={shell().options} testId="challenge-options">
              <div class="challenge-options">{options}</div>
            </Disclosure>
          </div>
        </Page>
      )}
    </div>
  )
}

const outline = faceShape({ left: 62, top: 50, width: 76, height: 100 })
const frames = [0.72, 0.86, 1].map((times) =>
  faceShape({ left: 100 - 46 * times, top: 100 - 60 * times, width: 92 * times, height: 120 * times }),
)

/** Rays around the face, from its right side over the top to the left. */
const rays = [0, 36, 72, 108, 144, 180].map((degrees) => {
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), -Math.sin((degrees * Math.PI) / 180)]
  const at = (far: number) => `${(100 + 0.82 * far * x).toFixed(1)} ${(96 + far * y).toFixed(1)}`
  return `M${at(62)}L${at(76)}`
})

/** A small drawing of what the challenge asks for: a face that comes closer, meets a dot, turns, or is lit. */
function Illustration({ family }: { family: Family }) {
  return (
    <svg class={`illustration illustration-${family}`} viewBox="0 0 200 200" aria-hidden="true">
      <circle class="illustration-ground" cx="100" cy="100" r="96" />
      {family === 'distance' &&
        frames.map((frame) => <path key={frame} class="illustration-frame" d={frame} />)}
      {family === 'profile' && (
        <g class="illustration-ways">
          <path d="M44 90 32 100l12 10M156 90l12 10-12 10" />
        </g>
      )}
      <g class="illustration-face">
        <path d={outline} />
        <g class="illustration-features">
          <path d="M80 91q5-4 10 0M110 91q5-4 10 0M100 92v20q0 4-5 4M88 129q12 8 24 0" />
        </g>
      </g>
      {family === 'light' && rays.map((ray) => <path key={ray} class="illustration-ray" d={ray} />)}
      {family === 'nose' && <circle class="illustration-dot" cx="122" cy="106" r="7" />}
    </svg>
  )
}

/** The person was not done in time, which is no failure. */
function TimeUp({ onAgain }: { onAgain: () => void }) {
  const t = challenges()
  return (
    <section class="verdict tone-warn" role="alert" data-testid="time-up">
      <span class="verdict-icon">
        <Icon name="warn" size={30} />
      </span>
      <div class="verdict-words">
        <p class="verdict-title">{t.timeUp}</p>
        <p>{t.timeUpHelp}</p>
        <div class="row">
          <Button icon="again" data-testid="challenge-again" onClick={onAgain}>
            {t.restart}
          </Button>
        </div>
      </div>
    </section>
  )
}

function Tips({ tips }: { tips: readonly string[] }) {
  return (
    <ul class="tips">
      {tips.map((tip) => (
        <li key={tip}>
          <Icon name="check" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  )
}

/** Attributes from which tests and other programs read the state. */
function marks(family: Family, state: ChallengeState) {
  const progress = state.kind === 'running' ? state.progress : undefined
  const running =
    progress?.step === 'judging' ? 'verifying' : progress?.step === 'doing' ? 'running' : progress?.step
  return {
    'data-family': family,
    'data-state': state.kind === 'running' ? (running ?? 'running') : state.kind,
    ...(state.kind === 'running' && { 'data-guide': state.guide }),
    ...(progress && {
      'data-task': progress.task,
      'data-guidance': progress.guidance ?? '',
      'data-taken': String(progress.taken),
      'data-frames': String(progress.frames),
      'data-sent': String(progress.sent),
    }),
  }
}
