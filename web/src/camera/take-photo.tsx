// Takes one picture with the camera, in its full size: for documents and for faces.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Facing } from '../../../client/verify/camera/open.ts'
import { useCamera } from '../../../client/verify/camera/use-camera.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { camera as words } from '../words/camera.ts'
import { CameraChoice } from './choice.tsx'
import { Preview } from './preview.tsx'
import { CameraTrouble } from './trouble.tsx'

const JPEG_QUALITY = 0.92

/** Asks for the camera at once, and releases it when the component is removed. */
export function TakePhoto({
  facing,
  longSide = 1920,
  onPhoto,
  onClose,
  children,
}: {
  facing: Facing
  longSide?: number
  onPhoto: (photo: File) => void
  onClose: () => void
  /** A frame drawn over the picture. */
  children?: ComponentChildren
}) {
  const t = words()
  const camera = useCamera(facing, longSide)
  const video = useRef<HTMLVideoElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const [isTaking, setTaking] = useState(false)
  const { state, start } = camera
  useEffect(() => void start(), [start])
  const isOn = state.kind === 'on'
  // Below a result, the camera would open out of sight.
  useEffect(() => {
    if (isOn) root.current?.scrollIntoView({ block: 'nearest' })
  }, [isOn])

  const take = async () => {
    if (!video.current || isTaking) return
    setTaking(true)
    try {
      onPhoto(await photoOf(video.current))
    } finally {
      setTaking(false)
    }
  }
  if (state.kind === 'trouble')
    return (
      <CameraTrouble why={state.why} onRetry={() => void start()}>
        <Button kind="plain" onClick={onClose}>
          {t.close}
        </Button>
      </CameraTrouble>
    )
  return (
    <div class="take-photo" ref={root} data-testid="take-photo" data-state={state.kind}>
      <Preview stream={isOn ? state.stream : undefined} isMirrored={isOn && state.isMirrored} video={video}>
        {children}
      </Preview>
      {!isOn && <p class="take-photo-asking">{t.asking}</p>}
      <div class="take-photo-bar">
        <button type="button" class="icon-button" aria-label={t.close} onClick={onClose}>
          <Icon name="close" size={24} />
        </button>
        <button
          type="button"
          class="shutter"
          aria-label={t.take}
          data-testid="shutter"
          disabled={!isOn || isTaking}
          onClick={() => void take()}
        />
        <CameraChoice camera={camera} />
      </div>
    </div>
  )
}

async function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0)
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!made) throw new Error('this browser cannot make a JPEG')
  return new File([made], 'camera.jpg', { type: 'image/jpeg' })
}
