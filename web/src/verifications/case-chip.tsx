// A case that waits for its chip: a clerk reads it on the reader of the desk, in the place of the person.
import { useEffect, useState } from 'preact/hooks'
import type { ChipStep, SentCard } from '../../../client/src/chip/at-reader.ts'
import { CardForm, CardProgressBar, CardTrouble, useBridge, useCard } from '../documents/card-reader.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { connect, isAdmin } from '../session.tsx'
import { chips } from '../words/chips.ts'
import { codeWords } from '../words/codes.ts'
import type { Verification } from './decide.tsx'

/** Nothing where no bridge answers, nothing is waited for, or this member may not do it. */
export function CaseChip({
  verification,
  onSent,
}: {
  verification: Verification
  onSent: (sent: SentCard) => void
}) {
  const t = chips()
  const isBridged = useBridge()
  const isGoing = verification.state === 'created' || verification.state === 'started'
  const isAsked = isBridged === true && isGoing && isAdmin()
  const [step, setStep] = useState<ChipStep>()
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    import('../../../client/src/chip/at-reader.ts')
      .then(({ chipStepOf }) => chipStepOf(connect(), verification, stop.signal))
      .then(setStep)
      // The case is shown all the same; what is wrong with the server, its own calls tell.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isAsked, verification])
  const work = useWork<SentCard>()
  const { progress, act } = useCard()
  const { state } = work
  if (!isAsked) return null
  if (step === 'waits-for-consent') return <p class="muted">{t.stepConsent}</p>
  const refused =
    state.kind === 'done' && state.answer.answer.result_code !== 200 ? state.answer.answer : undefined
  if (step !== 'open' && !refused) return null
  return (
    <div class="screen" data-testid="case-chip" data-state={state.kind}>
      {refused && (
        <Verdict
          tone="fail"
          title={t.stepNotDone}
          text={codeWords(refused.result_code).help}
          code={refused.result_code}
          message={refused.message}
        />
      )}
      {(state.kind === 'idle' || state.kind === 'done') && step === 'open' && (
        <CardForm
          title={t.stepWaits}
          text={t.stepText}
          onRead={(password) => {
            void work
              .run(act(password, { verification: verification.id }))
              .then((done) => done && onSent(done.answer))
          }}
        />
      )}
      {progress && <CardProgressBar progress={progress} onCancel={work.cancel} />}
      {state.kind === 'failed' && (
        <CardTrouble error={state.error} onRetry={work.again} onBack={work.reset} />
      )}
    </div>
  )
}
