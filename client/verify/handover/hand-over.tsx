// Going on with a phone: a QR code, the link to copy, and the steps as they are done there.
import { useState } from 'preact/hooks'
import type { PageWords } from '../../../src/words/vi/page.ts'
import type { Journey } from '../journey.ts'
import { Button } from '../parts.tsx'
import { useLink } from './link.ts'
import { QrCode } from './qr-code.tsx'

/** Closed at first: who has a camera here needs no phone. */
export function HandOver({ journey, words }: { journey: Journey; words: PageWords }) {
  const t = words.handover
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div class="actions">
        <Button kind="plain" icon="liveness" data-action="hand-over" onClick={() => setOpen(true)}>
          {t.phone}
        </Button>
      </div>
    )
  return <HandOverPanel journey={journey} words={words} />
}

export function HandOverPanel({ journey, words }: { journey: Journey; words: PageWords }) {
  const t = words.handover
  const link = useLink(journey)
  return (
    <section class="hand-over" data-handover={link ? 'open' : 'making'} aria-label={t.phone}>
      {link && <QrCode text={link.url} label={t.code} />}
      <ol class="numbered">
        <li>{t.scan}</li>
        <li>{t.there}</li>
        <li>{t.here}</li>
      </ol>
      {link && <CopyLink url={link.url} words={words} />}
    </section>
  )
}

/** Where a page may not write to the clipboard, the link is there to be marked and copied. */
export function CopyLink({ url, words }: { url: string; words: PageWords }) {
  const t = words.handover
  const [state, setState] = useState<'ready' | 'copied' | 'shown'>('ready')
  const copy = () =>
    (navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setState('copied'),
      () => setState('shown'),
    )
  return (
    <div class="actions">
      <Button kind="plain" icon="consent" data-action="copy-link" onClick={() => void copy()}>
        {state === 'copied' ? t.copied : t.copy}
      </Button>
      <p class="unseen" role="status">
        {state === 'copied' ? t.copied : ''}
      </p>
      {state === 'shown' && (
        <input
          class="link-shown"
          type="text"
          readOnly
          value={url}
          aria-label={t.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  )
}
