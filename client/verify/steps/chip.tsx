// The step of the chip. A browser cannot read one, so the page names the app, and lets the person skip the step where the policy allows it.
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button, Page, Progress } from '../parts.tsx'
import { useAct } from '../use-act.tsx'
import type { StepProps } from './step-props.ts'

export function Chip({ journey, session, step, words }: StepProps) {
  const t = words.chip
  const { organisation } = session
  const { act, isBusy, trouble } = useAct(words)
  const skip = () =>
    act(async () => {
      const told = await journey.doOnce(() => journey.client.skipStep({ step: 'chip', reason: 'no-nfc' }))
      if (told) journey.take(told.session)
    })
  return (
    <Page title={t.title} lead={t.lead} screen="chip">
      <p>{t.how}</p>
      <p>{fill(t.howApp, { organisation })}</p>
      <Progress label={t.waiting} />
      {trouble}
      {step.may_be_skipped ? (
        <div class="actions">
          <p class="muted">{t.skipHelp}</p>
          <Button kind="plain" data-action="skip" disabled={isBusy} onClick={skip}>
            {t.skip}
          </Button>
        </div>
      ) : (
        <p class="muted">{fill(t.required, { organisation })}</p>
      )}
    </Page>
  )
}
