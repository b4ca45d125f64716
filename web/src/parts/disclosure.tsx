// A heading that opens what most people need not see.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

export function Disclosure({
  summary,
  note,
  testId,
  children,
}: {
  summary: string
  note?: string
  testId?: string
  /** A function is only asked for its content once it is opened. */
  children: ComponentChildren | (() => ComponentChildren)
}) {
  const [open, setOpen] = useState(false)
  return (
    <details class="disclosure" data-testid={testId} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="next" size={18} />
        <span>{summary}</span>
        {note && <span class="muted small">{note}</span>}
      </summary>
      <div class="disclosure-body">{typeof children === 'function' ? open && children() : children}</div>
    </details>
  )
}
