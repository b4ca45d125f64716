// Takes a picture of one side of a document: by the camera as soon as it is good, by a press, or from a file.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CameraTroubleWhy } from '../camera/open.ts'
import { useCamera } from '../camera/use-camera.ts'
import { CaptureIcon, SideDrawing } from './drawings.tsx'
import type { CaptureWish } from './hint.ts'
import { LiveCapture } from './live-capture.tsx'
import type { CaptureWords } from './words.ts'

export interface DocumentCaptureProps {
  /** Another side starts anew; the camera stays on. */
  readonly side: CaptureWish['side']
  readonly kinds: readonly string[]
  /** Where the networks are, with a slash at its end. */
  readonly networks: string
  readonly words: CaptureWords
  /** Resolves when the picture was taken in; whoever calls shows the next side, or why it was refused. */
  readonly onPicture: (picture: File) => Promise<void>
  /** Why the last picture was refused, in kind words. */
  readonly refusal?: string | undefined
  /** Says how to go on without this camera. */
  readonly trouble: (why: CameraTroubleWhy, onRetry: () => void) => ComponentChildren
}

/** The camera gives what it can. */
const LONG_SIDE = 1920
const accepted = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'

type Stage =
  | { readonly kind: 'live' }
  | { readonly kind: 'check' | 'sending'; readonly picture: File; readonly url: string }

export function DocumentCapture(props: DocumentCaptureProps) {
  const { side, kinds, networks, words, refusal } = props
  const [stage, setStage] = useState<Stage>({ kind: 'live' })
  const camera = useCamera('environment', LONG_SIDE)
  const { start, stop, state } = camera
  const heading = useRef<HTMLHeadingElement>(null)
  const isLive = stage.kind === 'live'
  useEffect(() => {
    if (isLive) void start()
  }, [start, isLive])
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (stage.kind === 'live') return
    return () => URL.revokeObjectURL(stage.url)
  }, [stage.kind === 'live' ? '' : stage.url])
  // Readers of screens are told where they are; the first screen has the focus of the step.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [stage.kind, side])

  const check = (picture: File) => setStage({ kind: 'check', picture, url: URL.createObjectURL(picture) })
  const send = async (from: Extract<Stage, { picture: File }>) => {
    setStage({ ...from, kind: 'sending' })
    try {
      await props.onPicture(from.picture)
    } finally {
      setStage({ kind: 'live' })
    }
  }
  if (stage.kind !== 'live') {
    const isSending = stage.kind === 'sending'
    return (
      <section class="capture" data-stage={stage.kind}>
        <h2 ref={heading} tabIndex={-1}>
          {isSending ? words.sending : words.check[side]}
        </h2>
        <p>{isSending ? '' : words.checkHint}</p>
        <div class="capture-view capture-still">
          <img src={stage.url} alt={words.taken} />
        </div>
        <div class="capture-choices" role={isSending ? 'status' : undefined}>
          {isSending ? (
            <progress aria-label={words.sending} />
          ) : (
            <>
              <button
                type="button"
                class="primary"
                data-testid="capture-use"
                onClick={() => void send(stage)}
              >
                {words.use}
              </button>
              <button type="button" data-testid="capture-again" onClick={() => setStage({ kind: 'live' })}>
                {words.retake}
              </button>
            </>
          )}
        </div>
      </section>
    )
  }
  return (
    <section class="capture" data-stage="live">
      <div class="capture-head">
        <SideDrawing side={side} label={words.drawing[side]} />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {words.title[side]}
          </h2>
          <p>{words.lead[side]}</p>
        </div>
      </div>
      {refusal && (
        <p class="capture-refusal" role="alert" data-testid="capture-refusal">
          {refusal}
        </p>
      )}
      {state.kind === 'trouble' ? (
        props.trouble(state.why, () => void start())
      ) : (
        <LiveCapture camera={camera} wish={{ side, kinds }} {...{ networks, words }} onPicture={check} />
      )}
      <label class="capture-upload">
        <CaptureIcon name="upload" />
        <span>
          {words.upload}
          <small>{words.uploadHint}</small>
        </span>
        <input
          type="file"
          accept={accepted}
          data-testid="capture-file"
          onChange={({ currentTarget }) => {
            const [picture] = currentTarget.files ?? []
            if (picture) check(picture)
          }}
        />
      </label>
    </section>
  )
}
