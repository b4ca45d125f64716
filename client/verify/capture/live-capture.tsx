// The live picture of the camera with the outline of the page, one hint, the shutter and the torch.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageWords } from '../../../src/words/vi/page.ts'
import { type UsedCamera, useStream } from '../camera/use-camera.ts'
import { Icon } from '../parts.tsx'
import type { CaptureWish } from '../vision/page-hint.ts'
import { useLooks } from './use-looks.ts'

export interface LiveCaptureProps {
  readonly camera: UsedCamera
  readonly wish: CaptureWish
  /** Where the networks are, with a slash at its end. */
  readonly networks: string
  readonly words: PageWords['capture']
  readonly onPicture: (picture: File) => void
}

export function LiveCapture({ camera, wish, networks, words, onPicture }: LiveCaptureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 4, height: 3 })
  const [isTaking, setTaking] = useState(false)
  const stream = camera.state.kind === 'on' ? camera.state.stream : undefined
  const taken = async (picture: ImageBitmap) => {
    setTaking(true)
    // The person's hand may be where the eye is not.
    navigator.vibrate?.(60)
    onPicture(await jpegOf(picture))
  }
  const { state, hint, corners } = useLooks({
    folder: networks,
    video,
    wish,
    isOn: stream !== undefined && !isTaking,
    onGood: (picture) => void taken(picture),
  })
  useStream(video, stream)
  // On a small phone the picture, its hint and the button fill the screen.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [size])
  // The event also comes when a phone is turned.
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) => {
    if (videoWidth > 0) setSize({ width: videoWidth, height: videoHeight })
  }
  const press = async () => {
    if (video.current && stream && !isTaking) await taken(await createImageBitmap(video.current))
  }
  const said = !stream ? words.asking : state === 'looking' ? words.hints[hint] : words.byHand
  return (
    <div ref={place} class="capture" data-capture={wish.shot} data-guide={state} data-hint={hint}>
      <div class="preview" style={{ '--proportion': `${size.width / size.height}` }}>
        <video
          ref={video}
          autoplay
          playsInline
          muted
          aria-label={words.preview}
          onLoadedMetadata={measure}
          onResize={measure}
        />
        <svg class="capture-outline" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {corners.length === 4 && (
            <polygon
              class={hint === 'ok' ? 'capture-good' : ''}
              points={corners.map(({ x, y }) => `${Math.round(1000 * x)},${Math.round(1000 * y)}`).join(' ')}
            />
          )}
        </svg>
        <p class={hint === 'ok' ? 'capture-hint capture-hint-good' : 'capture-hint'} role="status">
          {said}
        </p>
      </div>
      <div class="capture-bar">
        <Torch stream={stream} words={words} />
        <button
          type="button"
          class="capture-shutter"
          aria-label={words.take}
          data-action="take"
          disabled={!stream || isTaking}
          onClick={() => void press()}
        />
      </div>
    </div>
  )
}

/** Browsers that know the torch say so here; the types of the language do not have it yet. */
type TorchCapabilities = MediaTrackCapabilities & { readonly torch?: boolean }
type TorchConstraints = MediaTrackConstraintSet & { readonly torch: boolean }

/** Nothing where the camera has no light. */
function Torch({ stream, words }: { stream: MediaStream | undefined; words: PageWords['capture'] }) {
  const [isLit, setLit] = useState(false)
  const track = stream?.getVideoTracks()[0]
  const capabilities = track?.getCapabilities?.() as TorchCapabilities | undefined
  if (!track || !capabilities?.torch) return null
  const turn = async () => {
    const torch: TorchConstraints = { torch: !isLit }
    await track.applyConstraints({ advanced: [torch] }).then(
      () => setLit(!isLit),
      () => {},
    )
  }
  return (
    <button
      type="button"
      class="capture-torch"
      aria-pressed={isLit}
      aria-label={isLit ? words.torchOff : words.torchOn}
      onClick={() => void turn()}
    >
      <Icon name="light" size={24} />
    </button>
  )
}

const JPEG_QUALITY = 0.92

/** In the full size of the camera. */
async function jpegOf(picture: ImageBitmap): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0)
  picture.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!made) throw new Error('this browser cannot make a JPEG')
  return new File([made], 'document.jpg', { type: 'image/jpeg' })
}
