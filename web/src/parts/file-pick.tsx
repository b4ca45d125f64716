// A place to give a file: drop it, choose it, or paste it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { shell } from '../words/shell.ts'
import { decimal } from '../words/words.ts'
import { Button } from './button.tsx'
import { type FileFault, faultOf, mostOf, shrunk } from './check-file.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import { Picture } from './picture.tsx'

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

  const [refused, setRefused] = useState<Refused | null>(null)

  const give = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length === 0) return
    // What a server would refuse is not sent first: that takes long, and tells no more.
    const file = files.find((one) => faultOf(one, accept))
    const why = file && faultOf(file, accept)
    setRefused(why ? { file, files, why } : null)
    if (!why) onFiles(files)
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
        <span class="muted small">
          {hint ?? (isTouched() ? t.fromDevice : paste ? t.dropOrPaste : t.drop)}
        </span>
      </label>
      {children}
      {refused && (
        <NotSent
          // Another file has another chance.
          key={`${refused.file.name} ${refused.file.size} ${refused.file.lastModified}`}
          refused={refused}
          onFiles={(files) => {
            setRefused(null)
            onFiles(files)
          }}
        />
      )}
    </div>
  )
}

/** Dropping and pasting do not work with a finger. */
export const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches

const megabytes = (bytes: number): string => {
  const count = bytes / 1024 / 1024
  return decimal(count, count < 10 && !Number.isInteger(count) ? 1 : 0)
}

interface Refused {
  readonly files: readonly File[]
  readonly file: File
  readonly why: FileFault
}

/** Why a file was not sent, the picture itself, and what can be done with it. */
function NotSent({ refused, onFiles }: { refused: Refused; onFiles: (files: File[]) => void }) {
  const t = shell()
  const { file, files, why } = refused
  const [isBusy, setBusy] = useState(false)
  const [isStuck, setStuck] = useState(false)
  const isPicture = file.type.startsWith('image/')
  const shrink = async (): Promise<void> => {
    setBusy(true)
    const small = await shrunk(file)
    setBusy(false)
    if (small) onFiles(files.map((one) => (one === file ? small : one)))
    else setStuck(true)
  }
  return (
    <div class="not-sent tone-warn" role="alert" data-testid="not-sent" data-why={why}>
      {isPicture && why === 'size' && <Picture source={file} alt={file.name} />}
      <p>
        <strong>{file.name}</strong>{' '}
        {why === 'kind'
          ? t.wrongKind
          : fill(t.tooLarge, { size: megabytes(file.size), most: megabytes(mostOf(file)) })}
      </p>
      {isStuck && <p>{t.cannotShrink}</p>}
      {why === 'size' && (
        <div class="row">
          {isPicture && !isStuck && (
            <Button kind="primary" busy={isBusy} data-testid="shrink" onClick={() => void shrink()}>
              {t.shrink}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
