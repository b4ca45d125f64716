// The screen that compares a live face with the face on a card or in a second photo.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { KeptNotice } from '../documents/kept.tsx'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Slider } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { WorkProgress } from '../parts/work-progress.tsx'
import { faces } from '../words/faces.ts'
import { decimal } from '../words/words.ts'
import { CompareResult } from './compare-result.tsx'
import { FaceCapture } from './face-capture.tsx'
import { LivenessSlider } from './liveness-slider.tsx'

interface Thresholds {
  readonly similarity: number
  readonly liveness: number
}

function ThresholdSliders({ value, onChange }: { value: Thresholds; onChange: (value: Thresholds) => void }) {
  const t = faces()
  return (
    <Disclosure
      summary={t.thresholds}
      note={`${value.similarity} · ${decimal(value.liveness, 2)}`}
      testId="thresholds"
    >
      <div class="sliders">
        <Slider
          label={t.similarityThreshold}
          hint={t.similarityHint}
          name="similarity_threshold"
          value={value.similarity}
          min={2}
          max={100}
          step={1}
          shown={`${value.similarity} %`}
          onChange={(similarity) => onChange({ ...value, similarity })}
        />
        <LivenessSlider value={value.liveness} onChange={(liveness) => onChange({ ...value, liveness })} />
      </div>
    </Disclosure>
  )
}

export function CompareScreen() {
  const t = faces()
  const work = useWork<AnswerOf<'compareFaces'>>()
  const [live, setLive] = useState<File | null>(null)
  const [card, setCard] = useState<File | null>(null)
  const [thresholds, setThresholds] = useState<Thresholds>({ similarity: 80, liveness: 0.5 })
  const { state } = work

  const compare = (image_live: File, image_card: File, { similarity, liveness }: Thresholds): void => {
    void work.run((client, options) =>
      client.compareFaces(
        { image_live, image_card, similarity_threshold: similarity, liveness_threshold: liveness },
        options,
      ),
    )
  }
  const sampled = ([first, second]: readonly File[]): void => {
    if (!first || !second) return
    // A drawn face is not alive, and the server would rightly refuse it.
    const lenient = { ...thresholds, liveness: 0 }
    setLive(first)
    setCard(second)
    setThresholds(lenient)
    compare(first, second, lenient)
  }
  const startOver = (): void => {
    work.reset()
    setLive(null)
    setCard(null)
  }

  return (
    <Page title={t.compareTitle} lead={state.kind === 'idle' ? t.compareLead : undefined}>
      <div class="screen" data-state={state.kind}>
        {state.kind === 'done' && live && card ? (
          <CompareResult done={state} live={live} card={card} threshold={thresholds.similarity} />
        ) : (
          <div class="pair">
            <FaceCapture
              title={t.live}
              label={t.liveGive}
              kind="face"
              file={live}
              paste={!live}
              testId="face-live"
              onFile={setLive}
            />
            <FaceCapture
              title={t.card}
              label={t.cardGive}
              kind="card"
              file={card}
              paste={live !== null}
              testId="face-card"
              onFile={setCard}
            />
          </div>
        )}
        {state.kind === 'working' && <WorkProgress state={state} onCancel={work.cancel} />}
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {state.kind !== 'working' && (
          <div class="exchange">
            <ThresholdSliders value={thresholds} onChange={setThresholds} />
          </div>
        )}
        {state.kind !== 'working' && (
          <div class="row">
            <Button
              kind={state.kind === 'done' ? 'quiet' : 'primary'}
              icon="compare"
              disabled={!live || !card}
              data-testid="compare"
              onClick={() => live && card && compare(live, card, thresholds)}
            >
              {t.compare}
            </Button>
            {(live || card) && (
              <Button
                kind={state.kind === 'done' ? 'primary' : 'quiet'}
                icon="again"
                data-testid="start-over"
                onClick={startOver}
              >
                {t.again}
              </Button>
            )}
          </div>
        )}
        {state.kind === 'idle' && <KeptNotice isNothing />}
        {state.kind === 'idle' && !live && !card && (
          <SampleStrip
            title={t.noFaces}
            note={t.sampleNote}
            choices={[
              { label: t.sampleSame, names: ['face', 'card-front'] },
              { label: t.sampleOther, names: ['face-other', 'card-front'] },
            ]}
            onFiles={sampled}
          />
        )}
      </div>
    </Page>
  )
}
