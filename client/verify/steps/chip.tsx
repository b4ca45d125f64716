// The step of the chip: its screen, its words and its reader are loaded only where a chip is asked for.
import { useEffect, useState } from 'preact/hooks'
import { Button, Notice, Page, Progress } from '../parts.tsx'
import { shellWith } from '../shell.ts'
import type { StepProps } from './step-props.ts'

type Screen = typeof import('../chip/chip-screen.tsx').ChipScreen

const loadScreen = async (): Promise<Screen> => (await import('../chip/chip-screen.tsx')).ChipScreen

/** Loads while the person is at the steps before; what fails then is loaded again when it is needed. */
export function prepareChip(): void {
  // The screen that names the app is small, and comes when it is shown.
  if (!shellWith('transceive')) return
  void loadScreen().catch(() => {})
  void import('../chip/reading.tsx').catch(() => {})
}

export function Chip(props: StepProps) {
  const { words } = props
  const [Shown, setShown] = useState<Screen | undefined>(undefined)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFailed(false)
    loadScreen().then(
      (loaded) => setShown(() => loaded),
      () => setFailed(true),
    )
  }, [attempt])
  if (Shown) return <Shown {...props} />
  return (
    <Page title={words.steps.chip} screen="chip">
      {isFailed ? (
        <>
          <Notice tone="fail" title={words.trouble.other}>
            <p>{words.trouble.otherHelp}</p>
          </Notice>
          <div class="actions">
            <Button icon="again" onClick={() => setAttempt(attempt + 1)}>
              {words.tryAgain}
            </Button>
          </div>
        </>
      ) : (
        <Progress label={words.loading} />
      )}
    </Page>
  )
}
