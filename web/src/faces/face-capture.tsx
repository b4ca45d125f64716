// Takes the picture of a face or a card, by camera or file, and shows it.
import { useState } from 'preact/hooks'
import { TakePhoto } from '../camera/take-photo.tsx'
import { DocumentFrame } from '../documents/document-frame.tsx'
import { Button } from '../parts/button.tsx'
import { CameraTile } from '../parts/camera-tile.tsx'
import { FilePick, images } from '../parts/file-pick.tsx'
import { Picture } from '../parts/picture.tsx'
import { documents } from '../words/documents.ts'
import { faces } from '../words/faces.ts'
import { shell } from '../words/shell.ts'

interface FaceCaptureProps {
  title: string
  label: string
  kind: 'face' | 'card'
  file: File | null
  paste: boolean
  testId: string
  onFile: (file: File | null) => void
}

export function FaceCapture({ title, label, kind, file, paste, testId, onFile }: FaceCaptureProps) {
  const t = shell()
  const [isFilming, setFilming] = useState(false)
  return (
    <section class="face-capture" aria-label={title} data-testid={testId} data-given={file !== null}>
      <h2>{title}</h2>
      {file ? (
        <>
          <Picture source={file} alt={title} />
          <Button kind="plain" icon="again" onClick={() => onFile(null)}>
            {t.retake}
          </Button>
        </>
      ) : isFilming ? (
        <TakePhoto
          facing={kind === 'face' ? 'user' : 'environment'}
          onClose={() => setFilming(false)}
          onPhoto={(photo) => {
            setFilming(false)
            onFile(photo)
          }}
        >
          {kind === 'face' ? (
            <FaceFrame label={faces().faceFrame} />
          ) : (
            <DocumentFrame shape="card" label={documents().frameCard} />
          )}
        </TakePhoto>
      ) : (
        <div class="capture">
          <CameraTile label={t.takePhoto} onPress={() => setFilming(true)} />
          <FilePick
            label={label}
            accept={images}
            paste={paste}
            onFiles={([given]) => onFile(given ?? null)}
          />
        </div>
      )}
    </section>
  )
}

/** An oval for the face, over the live picture of the camera. */
function FaceFrame({ label }: { label: string }) {
  return (
    <div class="document-frame">
      <div class="face-frame-oval" />
      <p>{label}</p>
    </div>
  )
}
