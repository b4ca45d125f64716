// Front and back of a card, given one beside the other and read together.
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Picture } from '../parts/picture.tsx'
import { documents } from '../words/documents.ts'
import { shell } from '../words/shell.ts'
import { Capture } from './capture.tsx'

function Side({
  label,
  file,
  paste,
  onFile,
}: {
  label: string
  file: File | null
  paste: boolean
  onFile: (file: File | null) => void
}) {
  const t = shell()
  if (!file)
    return (
      <section class="face-capture" aria-label={label}>
        <h2>{label}</h2>
        <Capture shape="card" paste={paste} onFiles={([given]) => onFile(given ?? null)} />
      </section>
    )
  return (
    <figure class="given">
      <Picture source={file} alt={label} />
      <figcaption class="row">
        <strong>{label}</strong>
        <Button kind="plain" icon="again" onClick={() => onFile(null)}>
          {t.retake}
        </Button>
      </figcaption>
    </figure>
  )
}

export function SidesCapture({ onSides }: { onSides: (front: File, back: File) => void }) {
  const t = documents()
  const [front, setFront] = useState<File | null>(null)
  const [back, setBack] = useState<File | null>(null)
  return (
    <>
      <div class="pair">
        <Side label={t.frontGive} file={front} paste={!front} onFile={setFront} />
        <Side label={t.backGive} file={back} paste={front !== null} onFile={setBack} />
      </div>
      <Button
        kind="primary"
        disabled={!front || !back}
        data-testid="read-both"
        onClick={() => front && back && onSides(front, back)}
      >
        {t.readBoth}
      </Button>
    </>
  )
}
