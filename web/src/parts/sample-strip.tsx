// Buttons that load samples, with a note on what they are.
import { useState } from 'preact/hooks'
import { type SampleName, sample } from '../samples/samples.ts'
import { shell } from '../words/shell.ts'
import { Button } from './button.tsx'
import { Trouble } from './trouble.tsx'

interface SampleChoice {
  readonly label: string
  readonly names: readonly SampleName[]
}

export function SampleStrip({
  title,
  note,
  choices,
  onFiles,
}: {
  title: string
  note: string
  choices: readonly SampleChoice[]
  onFiles: (files: File[], choice: SampleChoice) => void
}) {
  const t = shell()
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState<{ choice: SampleChoice; error: unknown } | null>(null)
  const load = async (choice: SampleChoice): Promise<void> => {
    setBusy(choice.label)
    setFailed(null)
    try {
      onFiles(await Promise.all(choice.names.map(sample)), choice)
    } catch (error) {
      setFailed({ choice, error })
    } finally {
      setBusy(null)
    }
  }
  return (
    <section class="sample-strip" aria-label={t.useSample} data-testid="samples">
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p class="muted small">{note}</p>
      </div>
      <div class="row">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            icon="sample"
            busy={busy === choice.label}
            data-testid={`sample-${choice.names.join('-')}`}
            onClick={() => void load(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
      {failed && <Trouble error={failed.error} onRetry={() => void load(failed.choice)} />}
    </section>
  )
}
