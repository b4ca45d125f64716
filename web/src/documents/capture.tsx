// Gives a picture of a document: by the camera with a frame to fill, by a file, or by a sample that was drawn.
import { useState } from 'preact/hooks'
import { TakePhoto } from '../camera/take-photo.tsx'
import { CameraTile } from '../parts/camera-tile.tsx'
import { FilePick, images } from '../parts/file-pick.tsx'
import { documents } from '../words/documents.ts'
import { shell } from '../words/shell.ts'
import { DocumentFrame, type FrameShape } from './document-frame.tsx'

export interface CaptureProps {
  label?: string | undefined
  hint?: string | undefined
  shape: FrameShape
  accept?: string
  multiple?: boolean
  /** Pasting anywhere gives the picture here. */
  paste?: boolean
  onFiles: (files: File[]) => void
}

export function Capture({
  label,
  hint,
  shape,
  accept = images,
  multiple = false,
  paste = true,
  onFiles,
}: CaptureProps) {
  const t = shell()
  const d = documents()
  const [isFilming, setFilming] = useState(false)
  if (isFilming)
    return (
      <TakePhoto
        facing="environment"
        onClose={() => setFilming(false)}
        onPhoto={(photo) => {
          setFilming(false)
          onFiles([photo])
        }}
      >
        <DocumentFrame shape={shape} label={shape === 'page' ? d.framePage : d.frameCard} />
      </TakePhoto>
    )
  return (
    <div class="capture">
      <CameraTile label={t.takePhoto} onPress={() => setFilming(true)} />
      <FilePick
        label={label ?? d.anyGive}
        hint={hint}
        accept={accept}
        multiple={multiple}
        paste={paste}
        onFiles={onFiles}
      />
    </div>
  )
}
