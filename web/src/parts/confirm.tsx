// Asks before something is removed; the browser's own dialog keeps the focus in it and gives it back.
import { useId, useRef } from 'preact/hooks'
import { shell } from '../words/shell.ts'
import { Button } from './button.tsx'
import { useModal } from './modal.ts'

export function Confirm({
  title,
  text,
  yes,
  onYes,
  onNo,
}: {
  title: string
  text: string
  yes: string
  onYes: () => void
  onNo: () => void
}) {
  const t = shell()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-testid="confirm"
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div class="row">
        <Button data-testid="confirm-no" onClick={onNo}>
          {t.cancel}
        </Button>
        <Button kind="danger" icon="trash" data-testid="confirm-yes" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  )
}
