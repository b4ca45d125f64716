// The dialog in which a reviewer decides: what, why, and what is to be done again; it says that nothing can be undone.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { shell } from '../words/shell.ts'
import { stepWord, verifications } from '../words/verifications.ts'
import { TextArea, Ticks } from './controls.tsx'
import { isReason, ReviewerField, reasonWords, reviewer } from './shown.tsx'

export type Verification = AnswerOf<'verification'>
export type Decided = AnswerOf<'decideVerification'>
export type Act = 'approved' | 'declined' | 'ask-again'

export const actWord = (act: Act): string => {
  const t = verifications()
  return { approved: t.approve, declined: t.decline, 'ask-again': t.askAgain }[act]
}

const stepsOf = ({ verdict, attempts }: Verification): string[] => [
  ...new Set([...(verdict?.steps.map(({ step }) => step) ?? []), ...attempts.map(({ step }) => step)]),
]

/** What comes of it, in a sentence. */
function consequence(act: Act, { four_eyes, proposal }: Verification): string {
  const t = verifications()
  if (act === 'ask-again') return t.reopens
  if (!four_eyes) return t.noUndo
  return proposal?.decision === act ? fill(t.agrees, { name: proposal.reviewer }) : t.proposes
}

export function DecideDialog({
  act,
  verification,
  onDone,
  onClose,
}: {
  act: Act
  verification: Verification
  onDone: (decided: Decided) => void
  onClose: () => void
}) {
  const t = verifications()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const work = useWork<Decided>()
  const { verdict, external_person_id: person } = verification
  const against = (verdict?.reasons ?? [])
    .filter(({ outcome }) => outcome !== 'noted')
    .map((one) => one.reason)
  const [note, setNote] = useState('')
  const [reasons, setReasons] = useState<readonly string[]>(against.filter(isReason))
  const [steps, setSteps] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  // Before the next key comes, which is of the note and not of the list.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('textarea')?.focus()
  }, [])
  const faults = {
    note: note.trim() === '' ? t.needWhy : undefined,
    name: reviewer.value.trim() === '' ? t.needName : undefined,
    steps: act === 'ask-again' && steps.length === 0 ? t.needSteps : undefined,
  }
  const decide = async (): Promise<void> => {
    setTried(true)
    if (faults.note ?? faults.name ?? faults.steps) return
    const request = {
      decision: act,
      note: note.trim(),
      reviewer: reviewer.value.trim(),
      ...(act === 'declined' && { reasons }),
      ...(act === 'ask-again' && { steps }),
    }
    const done = await work.run((client, options) =>
      client.decideVerification(
        verification.id,
        request as Parameters<typeof client.decideVerification>[1],
        options,
      ),
    )
    if (done) onDone(done.answer)
  }
  return (
    <dialog
      ref={dialog}
      class="confirm decide"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-testid="decide"
      data-act={act}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form
        class="decide-form"
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void decide()
          }
        }}
      >
        <h2 id={`${id}-title`}>{fill(t.decideTitle, { act: actWord(act), person })}</h2>
        <p id={`${id}-text`} class="decide-warning">
          {consequence(act, verification)}
        </p>
        <TextArea
          label={t.why}
          hint={t.whyHint}
          name="note"
          value={note}
          error={isTried ? faults.note : undefined}
          onInput={setNote}
        />
        {act === 'declined' && against.length > 0 && (
          <Ticks
            legend={t.whichReasons}
            name="reason"
            values={against}
            chosen={reasons}
            labelOf={reasonWords}
            onChange={setReasons}
          />
        )}
        {act === 'ask-again' && (
          <Ticks
            legend={t.whichSteps}
            name="step"
            values={stepsOf(verification)}
            chosen={steps}
            labelOf={stepWord}
            error={isTried ? faults.steps : undefined}
            onChange={setSteps}
          />
        )}
        <ReviewerField name="reviewer" error={isTried ? faults.name : undefined} />
        {work.state.kind === 'failed' && <Trouble error={work.state.error} />}
        <div class="row">
          <Button onClick={onClose}>{shell().cancel}</Button>
          <Button
            kind={act === 'declined' ? 'danger' : 'primary'}
            type="submit"
            busy={work.state.kind === 'working'}
            data-testid="decide-yes"
          >
            {actWord(act)}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
