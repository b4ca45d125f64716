// Consent in plain words: which data, what for, for how long, and who sees it; refusing asks once more.
import { useState } from 'preact/hooks'
import { filled as fill, keptText } from '../../../src/words/numbers.ts'
import { Button, Page } from '../parts.tsx'
import { useAct } from '../use-act.tsx'
import type { StepProps } from './step-props.ts'

export function Consent({ journey, session, step, words, language }: StepProps) {
  const t = words.consent
  const { organisation, kept_hours: kept } = session
  const time = (hours: number | null): string => (hours === null ? t.forever : keptText(hours, words.times))
  const said = (text: string) => fill(text, { organisation })
  const { act, isBusy, trouble } = useAct(words)
  const own = session.brand?.texts?.[language]?.consent
  const [isRefusing, setRefusing] = useState(false)
  const asks = (name: string) => session.steps.some((one) => one.step === name)
  const answer = (accepted: boolean) =>
    act(async () => {
      const body = { accepted, text_version: t.version, locale: language }
      const told = await journey.doOnce(() => journey.client.giveConsent(body))
      if (told) journey.take(told.session)
    })
  return (
    <Page title={t.title} lead={said(t.lead)} screen="consent">
      {own !== undefined && <p class="own-text">{own}</p>}
      <dl class="consent">
        <dt>{t.what}</dt>
        <dd>
          <ul>
            {asks('document') && <li>{t.whatDocument}</li>}
            {asks('chip') && <li>{t.whatChip}</li>}
            {asks('liveness') && <li>{t.whatFace}</li>}
          </ul>
        </dd>
        <dt>{t.why}</dt>
        <dd>{t.whyText}</dd>
        <dt>{t.howLong}</dt>
        <dd>
          <ul>
            {asks('document') && <li>{fill(t.howLongPictures, { time: time(kept.pictures) })}</li>}
            {asks('document') && <li>{fill(t.howLongData, { time: time(kept.data) })}</li>}
            {asks('liveness') && <li>{fill(t.howLongFaces, { time: time(kept.face_pictures) })}</li>}
            <li>{fill(t.howLongResult, { time: time(kept.result) })}</li>
          </ul>
        </dd>
        <dt>{t.who}</dt>
        <dd>{said(t.whoText)}</dd>
      </dl>
      {trouble}
      {isRefusing ? (
        <div class="actions" role="alert">
          <p>{t.refuseSure}</p>
          <Button kind="plain" data-action="refuse-yes" disabled={isBusy} onClick={() => answer(false)}>
            {t.refuseYes}
          </Button>
          <Button data-action="refuse-no" disabled={isBusy} onClick={() => setRefusing(false)}>
            {t.refuseNo}
          </Button>
        </div>
      ) : (
        <div class="actions">
          <Button data-action="accept" disabled={isBusy} onClick={() => answer(true)}>
            {t.accept}
          </Button>
          <Button
            kind="quiet"
            data-action="refuse"
            disabled={isBusy}
            onClick={() => (step.required === false ? answer(false) : setRefusing(true))}
          >
            {t.refuse}
          </Button>
        </div>
      )}
    </Page>
  )
}
