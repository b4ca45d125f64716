// Registers a person in a collection: an id of the caller's, and a reference photo.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Field } from '../parts/field.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { type Answered, useWork } from '../parts/work.ts'
import { WorkProgress } from '../parts/work-progress.tsx'
import { codeWords } from '../words/codes.ts'
import { documents } from '../words/documents.ts'
import { faces } from '../words/faces.ts'
import { shell } from '../words/shell.ts'
import { FaceCapture } from './face-capture.tsx'

type Answer = AnswerOf<'registerFace'>

function Said({ done: { answer, exchange } }: { done: Answered<Answer> }) {
  const t = faces()
  const isIn = answer.result_code === 200
  const { title, help } = codeWords(answer.result_code)
  return (
    <>
      <Verdict
        tone={isIn ? 'pass' : 'fail'}
        title={isIn ? fill(t.isRegistered, { person: answer.external_person_id }) : title}
        text={isIn ? t.isRegisteredText : help}
        code={answer.result_code}
        message={answer.message}
        milliseconds={exchange?.milliseconds}
        requestId={exchange?.requestId}
        checks={answer.checks}
      />
      <CheckBars checks={answer.checks} />
      <ExchangeView exchange={exchange} />
    </>
  )
}

export function RegisterPanel({
  collection,
  removals,
  onDone,
}: {
  collection: string
  /** How many faces were removed beside it. */
  removals: number
  onDone: () => void
}) {
  const t = faces()
  const s = shell()
  const work = useWork<Answer>()
  const [person, setPerson] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [isAsked, setAsked] = useState(false)
  const { state } = work
  // Who was registered may be gone now.
  useEffect(() => {
    if (removals > 0 && state.kind === 'done') work.reset()
  }, [removals])

  const register = async (): Promise<void> => {
    const wanted = person.trim()
    setAsked(true)
    if (!wanted || !photo) return
    const done = await work.run((client, options) =>
      client.registerFace(collection, { external_person_id: wanted, reference_photo: photo }, options),
    )
    if (done?.answer.result_code !== 200) return
    onDone()
    setPhoto(null)
    setPerson('')
    setAsked(false)
  }
  const change = (file: File | null): void => {
    setPhoto(file)
    if (state.kind !== 'working') work.reset()
  }
  return (
    <>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          void register()
        }}
      >
        <Field
          label={t.personId}
          hint={t.personIdHint}
          name="external_person_id"
          maxLength={256}
          autocomplete="off"
          value={person}
          onInput={setPerson}
          error={isAsked && !person.trim() ? t.needPerson : undefined}
        />
        <FaceCapture
          title={t.referenceGive}
          label={s.chooseFile}
          kind="face"
          file={photo}
          paste
          testId="reference"
          onFile={change}
        />
        <div class="row">
          <Button
            kind="primary"
            type="submit"
            disabled={!photo}
            busy={state.kind === 'working'}
            data-testid="register"
          >
            {t.register}
          </Button>
        </div>
      </form>
      {state.kind === 'working' && <WorkProgress state={state} onCancel={work.cancel} />}
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={() => void register()} />}
      {state.kind === 'done' && <Said done={state} />}
      {!photo && state.kind === 'idle' && (
        <SampleStrip
          title={t.noFaces}
          note={documents().sampleNote}
          choices={[{ label: t.sampleA, names: ['face'] }]}
          onFiles={([file]) => {
            if (!file) return
            setPhoto(file)
            if (!person) setPerson('sample')
          }}
        />
      )}
    </>
  )
}
