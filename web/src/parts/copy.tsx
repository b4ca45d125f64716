// Copies a text, and says that it did.
import { useEffect, useState } from 'preact/hooks'
import { shell } from '../words/shell.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

function useCopy(text: () => string): [copied: boolean, copy: () => void] {
  const t = shell()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(over)
  }, [copied])
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => {
        setCopied(true)
        announce(t.copied)
      },
      () => announce(t.notCopied),
    )
  }
  return [copied, copy]
}

export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const t = shell()
  const [copied, copy] = useCopy(text)
  return (
    <Button kind="plain" icon={copied ? 'check' : 'copy'} onClick={copy}>
      {copied ? t.copied : label}
    </Button>
  )
}

/** Only the icon, for rows; `label` says what it copies. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const [copied, copy] = useCopy(() => text)
  return (
    <button
      type="button"
      class={copied ? 'icon-button copied' : 'icon-button'}
      aria-label={label}
      title={label}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} size={18} />
    </button>
  )
}
