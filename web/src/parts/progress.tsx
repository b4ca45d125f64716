// A progress bar, with a button to cancel.
import { shell } from '../words/shell.ts'
import { Button } from './button.tsx'

export function Progress({
  label,
  share,
  onCancel,
}: {
  label: string
  /** The share that is done, 0 to 1; without it the bar only moves. */
  share?: number | undefined
  onCancel?: (() => void) | undefined
}) {
  const t = shell()
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <div class="progress" data-testid="progress">
      <div class="progress-head">
        <span role="status">{label}</span>
        {percent !== undefined && <span class="muted number">{`${percent}\u00a0%`}</span>}
      </div>
      <Bar label={label} percent={percent} />
      {onCancel && (
        <Button kind="plain" onClick={onCancel}>
          {t.cancel}
        </Button>
      )}
    </div>
  )
}

/** Without a number the bar only moves. */
export function Bar({ label, percent }: { label: string; percent: number | undefined }) {
  return (
    <div
      class={percent === undefined ? 'bar bar-moving' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  )
}
