// A button: one primary act a screen, quiet ones beside it, plain ones in text, danger for what removes.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'size'> {
  kind?: 'primary' | 'quiet' | 'plain' | 'danger'
  icon?: IconName
  /** Shown as at work, and not to be pressed again. */
  busy?: boolean
  children?: ComponentChildren
}

export function Button({ kind = 'quiet', icon, busy = false, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button button-${kind}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
