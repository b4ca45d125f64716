// The progress of a screen's request, in words that all screens share.
import { shell } from '../words/shell.ts'
import { Progress } from './progress.tsx'
import type { WorkState } from './work.ts'

export type Working = Extract<WorkState<unknown>, { kind: 'working' }>

export function WorkProgress({ state, onCancel }: { state: Working; onCancel: () => void }) {
  const t = shell()
  return (
    <Progress
      label={state.phase === 'sending' ? t.sending : t.reading}
      share={state.share}
      onCancel={onCancel}
    />
  )
}
