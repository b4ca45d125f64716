// A challenge as a screen: what it is, the stage while it runs, and what it came to.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Family } from '../../../client/src/challenge/shapes.ts'
import { CameraTrouble } from '../camera/trouble.tsx'
import { useCamera } from '../camera/use-camera.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { challenges } from '../words/challenges.ts'
import { shell } from '../words/shell.ts'
import { Illustration } from './illustration.tsx'
import { Outcome } from './outcome.tsx'
import { RunningChallenge } from './running-challenge.tsx'
import { TimeUp } from './time-up.tsx'
import { type ChallengeState, type ChallengeWish, useChallenge } from './use-challenge.ts'
import '../style/challenge.css'

/** Twice what is sent, so that shrinking takes away the noise. */
const CAMERA_PIXELS = 1280

export function Challenge({
  family,
  title,
  lead,
  wish,
  choice,
  options,
}: {
  family: Family
  title: string
  lead: string
  wish: ChallengeWish
  /** What anybody may choose before the start. */
  choice?: ComponentChildren
  /** What only developers want to change. */
  options: ComponentChildren
}) {
  const t = challenges()
  const camera = useCamera('user', CAMERA_PIXELS)
  const video = useRef<HTMLVideoElement>(null)
  const { state, begin, cancel } = useChallenge(family, camera, video)
  const start = () => void begin(wish)
  const isStage = state.kind === 'loading' || state.kind === 'running'
  return (
    <div class="challenge" data-testid="challenge" {...marks(family, state)}>
      {isStage ? (
        <RunningChallenge state={state} camera={camera} video={video} onCancel={cancel} />
      ) : (
        <Page title={title} lead={lead}>
          {state.kind === 'verdict' && <Outcome {...state} onAgain={start} />}
          {state.kind === 'camera-trouble' && (
            <CameraTrouble
              why={camera.state.kind === 'trouble' ? camera.state.why : 'failed'}
              onRetry={start}
            />
          )}
          {state.kind === 'trouble' && <Trouble error={state.error} onRetry={start} />}
          {state.kind === 'time-up' && <TimeUp onAgain={start} />}
          {state.kind === 'intro' && (
            <section class="panel challenge-intro">
              <Illustration family={family} />
              {choice}
              <div class="row">
                <Button kind="primary" icon="camera" data-testid="challenge-start" onClick={start}>
                  {t.start}
                </Button>
                <p class="muted small challenge-privacy">{t.privacy}</p>
              </div>
              <Tips />
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

function Tips() {
  const t = challenges()
  return (
    <ul class="tips">
      {[t.tip1, t.tip2, t.tip3].map((tip) => (
        <li key={tip}>
          <Icon name="check" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  )
}

/** As tests and other programs ask for it. */
function marks(family: Family, state: ChallengeState) {
  const progress = state.kind === 'running' ? state.progress : undefined
  const running =
    progress?.step === 'judging' ? 'verifying' : progress?.step === 'sending' ? 'sending' : 'running'
  return {
    'data-family': family,
    'data-state': state.kind === 'running' ? running : state.kind,
    ...(state.kind === 'running' && { 'data-eyes': state.hasEyes ? 'own' : 'none' }),
    ...(progress && {
      'data-task': progress.task,
      'data-guidance': progress.guidance ?? '',
      'data-taken': String(progress.taken),
      'data-frames': String(progress.frames),
      'data-sent': String(progress.sent),
    }),
  }
}
