// The screen of the video check: record some seconds or choose a file, then see how sure the server is.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { canRecord, RECORD_SECONDS } from '../../../client/verify/liveness/record.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { CheckBars } from '../parts/check-bars.tsx'
import { Coverage } from '../parts/coverage.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { FilePick } from '../parts/file-pick.tsx'
import { Page } from '../parts/page.tsx'
import { Progress } from '../parts/progress.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork, type Work } from '../parts/work.ts'
import { advice } from '../words/advice.ts'
import { codeWords } from '../words/codes.ts'
import { video as words } from '../words/video.ts'
import { adviceFor } from './advise.ts'
import { NextSteps } from './outcome.tsx'
import { Recorder } from './recorder.tsx'
import '../style/challenge.css'

type Answer = AnswerOf<'verifyVideo'>

const accepted = 'video/mp4,video/quicktime,video/webm,video/3gpp,video/x-msvideo,.mp4,.mov,.webm,.3gp,.avi'

export function VideoScreen() {
  const t = words()
  const work = useWork<Answer>()
  const [isRecording, setRecording] = useState(false)
  const { state } = work
  const send = (file: Blob, name: string) => {
    setRecording(false)
    void work.run((client, options) => client.verifyVideo({ file, name }, options))
  }
  const mark = isRecording
    ? 'camera'
    : { idle: 'intro', working: 'sending', done: 'verdict', failed: 'trouble' }[state.kind]
  return (
    <div class="challenge" data-testid="video-check" data-state={mark}>
      {isRecording ? (
        <Recorder onVideo={send} onClose={() => setRecording(false)} />
      ) : (
        <Page title={t.title} lead={t.lead}>
          {state.kind === 'idle' && (
            <section class="panel">
              {canRecord() ? (
                <div class="row">
                  <Button
                    kind="primary"
                    icon="video"
                    data-testid="video-record"
                    onClick={() => setRecording(true)}
                  >
                    {t.record}
                  </Button>
                  <p class="muted small challenge-privacy">
                    {fill(t.recordHint, { seconds: RECORD_SECONDS })}
                  </p>
                </div>
              ) : (
                <p>{t.noRecorder}</p>
              )}
              <FilePick
                label={t.choose}
                hint={t.chooseHint}
                accept={accepted}
                icon="video"
                onFiles={([file]) => file && send(file, file.name)}
              />
            </section>
          )}
          {state.kind === 'working' && (
            <Progress
              label={state.phase === 'sending' ? t.sending : t.reading}
              share={state.share}
              onCancel={work.cancel}
            />
          )}
          {state.kind === 'failed' && (
            <>
              <Trouble error={state.error} onRetry={work.again} />
              <div class="row">
                <Button icon="again" data-testid="challenge-again" onClick={work.reset}>
                  {t.again}
                </Button>
              </div>
            </>
          )}
          {state.kind === 'done' && <VideoOutcome state={state} onAgain={work.reset} />}
        </Page>
      )}
    </div>
  )
}

function VideoOutcome({
  state: { answer, exchange },
  onAgain,
}: {
  state: Extract<Work<Answer>['state'], { kind: 'done' }>
  onAgain: () => void
}) {
  const t = words()
  const { result_code: code, message, probability = 0, checks } = answer
  const isGenuine = code === 200
  const percent = Math.round(100 * probability)
  return (
    <>
      <Verdict
        tone={isGenuine ? 'pass' : 'fail'}
        title={isGenuine ? t.genuine : codeWords(code).title}
        code={code}
        message={message}
        milliseconds={exchange?.milliseconds}
        requestId={exchange?.requestId}
        checks={checks}
      >
        {!isGenuine && <p data-testid="verdict-advice">{advice()[adviceFor(code, checks)]}</p>}
        <p data-testid="probability" data-probability={probability}>
          {fill(t.probability, { percent })}
        </p>
      </Verdict>
      <NextSteps isPassed={isGenuine} again={t.again} onAgain={onAgain} />
      <CheckBars checks={checks} />
      <Coverage of="video" />
      <ExchangeView exchange={exchange} />
    </>
  )
}
