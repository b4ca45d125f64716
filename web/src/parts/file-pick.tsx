// A place to give a file: drop it, choose it, or paste it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { shell } from '../words/shell.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'

interface FilePickProps {
  label: string
  hint?: string | undefined
  accept: string
  multiple?: boolean
  icon?: IconName
  /** Whether pasting anywhere on the screen gives the file here; one place a screen. */
  paste?: boolean
  /** What a drop gives, where it is more than its files: the files of a folder. */
  dropped?: (transfer: DataTransfer) => Promise<File[]>
  onFiles: (files: File[]) => void
  children?: ComponentChildren
}

export const images = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'

export function FilePick({
  label,
  hint,
  accept,
  multiple = false,
  icon = 'upload',
  paste = false,
  dropped,
  onFiles,
  children,
}: FilePickProps) {
  const t = shell()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const give = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }

  useEffect(() => {
    if (!paste) return
    const pasted = (event: ClipboardEvent): void => {
      if (event.clipboardData?.files.length) {
        event.preventDefault()
        give(event.clipboardData.files)
      }
    }
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the input does the same by keyboard
    <div
      class={over ? 'file-pick file-pick-over' : 'file-pick'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const transfer = event.dataTransfer
        if (transfer && dropped) void dropped(transfer).then(onFiles)
        else give(transfer?.files)
      }}
    >
      <input
        ref={input}
        id={id}
        class="file-pick-input"
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          give(event.currentTarget.files)
          // The same file chosen again is a change as well.
          event.currentTarget.value = ''
        }}
      />
      <label for={id}>
        <Icon name={icon} size={28} />
        <strong>{label}</strong>
        <span class="muted small">{hint ?? (paste ? t.dropOrPaste : t.drop)}</span>
      </label>
      {children}
    </div>
  )
}
