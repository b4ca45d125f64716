// Shows the live picture of a camera, mirrored on the screen where it looks at the person.
import type { ComponentChildren, RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { useStream } from './use-camera.ts'

export function Preview({
  stream,
  isMirrored,
  video,
  label,
  proportion: atFirst,
  children,
}: {
  stream: MediaStream | undefined
  isMirrored: boolean
  video: RefObject<HTMLVideoElement | null>
  label: string
  /** Width by height, until the camera tells its own. */
  proportion: number
  /** Drawings over the picture, in its own pixels, and mirrored with it. */
  children?: ComponentChildren
}) {
  const [proportion, setProportion] = useState(atFirst)
  useStream(video, stream)
  // The event also comes when a phone is turned.
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) => {
    if (videoWidth > 0) setProportion(videoWidth / videoHeight)
  }
  return (
    <div
      class={isMirrored ? 'preview preview-mirrored' : 'preview'}
      style={{ '--proportion': `${proportion}` }}
    >
      <video
        ref={video}
        autoplay
        playsInline
        muted
        aria-label={label}
        onLoadedMetadata={measure}
        onResize={measure}
      />
      {children}
    </div>
  )
}
