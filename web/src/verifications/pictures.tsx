// The pictures of a case: small ones beside each other, and each enlarged on demand; every one is fetched when it is seen.
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { components } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useModal } from '../parts/modal.ts'
import { connect } from '../session.tsx'
import { challenges } from '../words/challenges.ts'
import { shell } from '../words/shell.ts'
import { verifications, wordOf } from '../words/verifications.ts'

type Listed = components['schemas']['VerificationPicture']

/** The address of a picture, once it came; each fetch is a look that the audit trail keeps. */
function usePicture(verification: string, picture: string): string | 'failed' | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    connect()
      .verificationPicture(verification, picture, { signal: stop.signal })
      .then((file) => {
        made = URL.createObjectURL(file)
        setAddress(made)
      })
      .catch(() => stop.signal.aborted || setAddress('failed'))
    return () => {
      stop.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [verification, picture])
  return address
}

function captionOf({ of, task }: Listed): string {
  if (!task) return wordOf(of)
  const tasks: Readonly<Record<string, string>> = challenges()
  return `${wordOf(of)} · ${tasks[`${task}-short`] ?? task}`
}

function Enlarged({ address, caption, onClose }: { address: string; caption: string; onClose: () => void }) {
  const t = verifications()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [scale, setScale] = useState(1)
  useModal(dialog)
  const by = (factor: number) => setScale((now) => Math.min(6, Math.max(1, now * factor)))
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-labelledby={id}
      data-testid="enlarged"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === '+' || event.key === '=') by(1.5)
        if (event.key === '-') by(1 / 1.5)
      }}
    >
      <div class="enlarged-head">
        <h2 id={id}>{caption}</h2>
        <div class="row">
          <Button onClick={() => by(1 / 1.5)}>{t.zoomOut}</Button>
          <Button onClick={() => by(1.5)}>{t.zoomIn}</Button>
          <Button icon="close" onClick={onClose}>
            {shell().close}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="enlarged-picture" tabIndex={0} aria-label={caption}>
        <img src={address} alt={caption} style={{ width: `${scale * 100}%` }} />
      </section>
    </dialog>
  )
}

export function CasePicture({ verification, picture }: { verification: string; picture: Listed }) {
  const t = verifications()
  const address = usePicture(verification, picture.id)
  const [isOpen, setOpen] = useState(false)
  const caption = captionOf(picture)
  return (
    <figure class="case-picture" data-of={picture.of}>
      {address === undefined && <span class="case-picture-wait" aria-hidden="true" />}
      {address === 'failed' && (
        <span class="case-picture-wait">
          <Icon name="warn" size={24} />
        </span>
      )}
      {address !== undefined && address !== 'failed' && (
        <button type="button" aria-label={fill(t.enlarge, { what: caption })} onClick={() => setOpen(true)}>
          <img src={address} alt="" />
        </button>
      )}
      <figcaption>{caption}</figcaption>
      {isOpen && address !== undefined && (
        <Enlarged address={address} caption={caption} onClose={() => setOpen(false)} />
      )}
    </figure>
  )
}

/** Frames of one challenge are many and alike: a few are shown. */
const FRAMES_SHOWN = 4

export function Pictures({ verification, pictures }: { verification: string; pictures: readonly Listed[] }) {
  const t = verifications()
  const id = useId()
  const counting = pictures.filter(({ counts }) => counts)
  const frames = counting.filter(({ of }) => of === 'liveness')
  const step = Math.max(1, Math.ceil(frames.length / FRAMES_SHOWN))
  const shown = [
    ...counting.filter(({ of }) => of !== 'liveness'),
    ...frames.filter((_, i) => i % step === 0).slice(0, FRAMES_SHOWN),
  ]
  const rest = pictures.filter((one) => !shown.includes(one))
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{t.pictures}</h2>
      {pictures.length === 0 && <p class="muted">{t.noPictures}</p>}
      <div class="case-pictures">
        {shown.map((one) => (
          <CasePicture key={one.id} verification={verification} picture={one} />
        ))}
      </div>
      {rest.length > 0 && (
        <Disclosure summary={t.olderPictures} note={String(rest.length)}>
          {() => (
            <div class="case-pictures">
              {rest.map((one) => (
                <CasePicture key={one.id} verification={verification} picture={one} />
              ))}
            </div>
          )}
        </Disclosure>
      )}
    </section>
  )
}
