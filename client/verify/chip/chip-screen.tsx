// The screen of the chip: read here where the app around the page has NFC, in the company's app otherwise, or skipped where that is allowed.
import { useCallback, useEffect, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { Button, Notice, Page, Progress } from '../parts.tsx'
import { shellWith } from '../shell.ts'
import type { StepProps } from '../steps/step-props.ts'
import { useAct } from '../use-act.tsx'
import { type ChipWords, useChipWords } from './chip-words.ts'
import { Elsewhere } from './elsewhere.tsx'

type Reading = typeof import('./reading.tsx').Reading

export function ChipScreen(props: StepProps) {
  const { session, step, words, language } = props
  const chip = useChipWords(language)
  const shell = shellWith('transceive')
  const { Reading, isFailed, load } = useReading(shell)
  if (shell && isFailed)
    return (
      <Page title={words.trouble.other} lead={words.trouble.otherHelp} screen="chip" data-chip="not-loaded">
        <div class="actions">
          <Button icon="again" onClick={load}>
            {words.tryAgain}
          </Button>
        </div>
      </Page>
    )
  if (!chip || (shell && !Reading))
    return (
      <Page title={words.steps.chip} screen="chip">
        <Progress label={words.loading} />
      </Page>
    )
  const skip = <Skip {...props} chip={chip} />
  // A required chip is asked of kinds that have one.
  if (session.document && !session.document.chip && step.may_be_skipped)
    return (
      <Page title={chip.title} screen="chip" data-chip="none">
        <p>{chip.noChip}</p>
        {skip}
      </Page>
    )
  if (step.attempts_left === 0)
    return (
      <Page title={chip.title} screen="chip" data-chip="over">
        <Notice tone="warn" title={chip.noneLeft} name="none-left" />
        {skip}
      </Page>
    )
  if (shell && Reading)
    return (
      <Reading {...props} {...{ shell, chip }}>
        {skip}
      </Reading>
    )
  return (
    <Page title={chip.elsewhere} lead={chip.lead} screen="chip" data-chip="elsewhere">
      <Elsewhere {...props} chip={chip} />
      {skip}
    </Page>
  )
}

/** The reader comes only to where there is a field to read in. */
function useReading(shell: Shell | undefined) {
  const [Reading, setReading] = useState<Reading | undefined>(undefined)
  const [isFailed, setFailed] = useState(false)
  const isWanted = shell !== undefined
  const load = useCallback(() => {
    setFailed(false)
    import('./reading.tsx').then(
      (loaded) => setReading(() => loaded.Reading),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => {
    if (isWanted) load()
  }, [isWanted, load])
  return { Reading, isFailed, load }
}

/** Where the policy does not allow it, it is said whom to ask. */
function Skip({ journey, session, step, words, chip }: StepProps & { chip: ChipWords }) {
  const { act, isBusy, trouble } = useAct(words)
  const { organisation } = session
  if (!step.may_be_skipped) return <p class="muted">{fill(chip.required, { organisation })}</p>
  const skip = () =>
    act(async () => {
      const told = await journey.doOnce(() => journey.client.skipStep({ step: 'chip', reason: 'no-nfc' }))
      if (told) journey.take(told.session)
    })
  return (
    <>
      {trouble}
      <div class="actions">
        <p class="muted">{chip.skipHelp}</p>
        <Button kind="plain" data-action="skip" disabled={isBusy} onClick={skip}>
          {chip.skip}
        </Button>
      </div>
    </>
  )
}
