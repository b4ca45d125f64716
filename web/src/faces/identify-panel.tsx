// Finds out who of a collection is in a picture.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { CheckBars } from '../parts/check-bars.tsx'
import { Coverage } from '../parts/coverage.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { type Answered, useWork } from '../parts/work.ts'
import { WorkProgress } from '../parts/work-progress.tsx'
import { codeWords } from '../words/codes.ts'
import { faces } from '../words/faces.ts'
import { shell } from '../words/shell.ts'
import { decimal } from '../words/words.ts'
import { FaceCapture } from './face-capture.tsx'
import { LivenessSlider } from './liveness-slider.tsx'
import { SimilarityScale } from './similarity-scale.tsx'

type Answer = AnswerOf<'identifyFace'>

function Found({ done: { answer, exchange } }: { done: Answered<Answer> }) {
  const t = faces()
  const { external_person_id: person, similarity, confidence, result_code, message, checks } = answer
  const isFound = result_code === 200 && person !== undefined
  const { title, help } = codeWords(result_code)
  const asked = checks?.find(({ name }) => name === 'similarity')
  const alike = similarity ?? asked?.score
  return (
    <div class="screen" data-testid="found" data-person={person}>
      <Verdict
        tone={isFound ? 'pass' : 'fail'}
        title={isFound ? fill(t.found, { person }) : title}
        text={
          isFound
            ? fill(t.foundText, {
                similarity: decimal(similarity ?? 0, 1),
                confidence: decimal(confidence ?? 0, 2),
              })
            : help
        }
        code={result_code}
        message={message}
        milliseconds={exchange?.milliseconds}
        requestId={exchange?.requestId}
        checks={checks}
      />
      {alike !== undefined && (
        <SimilarityScale similarity={alike} threshold={asked?.threshold} isEnough={isFound} />
      )}
      <CheckBars checks={checks} />
      <Coverage of="picture" />
      <ExchangeView exchange={exchange} />
    </div>
  )
}

export function IdentifyPanel({ collection }: { collection: string }) {
  const t = faces()
  const s = shell()
  const work = useWork<Answer>()
  const [photo, setPhoto] = useState<File | null>(null)
  const [liveness, setLiveness] = useState(0.5)
  const { state } = work
  const identify = (file: File, liveness_threshold: number): void => {
    void work.run((client, options) =>
      client.identifyFace(collection, { photo: file, liveness_threshold }, options),
    )
  }
  const change = (file: File | null): void => {
    setPhoto(file)
    if (state.kind !== 'working') work.reset()
  }
  return (
    <>
      <section class="panel" aria-label={t.tabIdentify}>
        <FaceCapture
          title={t.identifyGive}
          label={s.chooseFile}
          kind="face"
          file={photo}
          paste
          testId="unknown"
          onFile={change}
        />
        <LivenessSlider value={liveness} onChange={setLiveness} />
        <div class="row">
          <Button
            kind="primary"
            icon="search"
            disabled={!photo}
            busy={state.kind === 'working'}
            data-testid="identify"
            onClick={() => photo && identify(photo, liveness)}
          >
            {t.identify}
          </Button>
        </div>
      </section>
      {state.kind === 'working' && <WorkProgress state={state} onCancel={work.cancel} />}
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
      {state.kind === 'done' && <Found done={state} />}
      {state.kind === 'idle' && (
        <SampleStrip
          title={t.noFaces}
          note={t.sampleNote}
          choices={[
            { label: t.sampleAgain, names: ['face-again'] },
            { label: t.sampleStranger, names: ['face-other'] },
          ]}
          onFiles={([file]) => {
            if (!file) return
            setPhoto(file)
            setLiveness(0)
            identify(file, 0)
          }}
        />
      )}
    </>
  )
}
