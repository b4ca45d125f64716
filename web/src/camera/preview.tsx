// Shows the live picture of a camera, mirrored on the screen where it looks at the person.

import type { ComponentChildren, RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { useStream } from '../../../client/verify/camera/use-camera.ts'
import { camera as words } from '../words/camera.ts'
import '../style/camera.css'

export function Preview({
  stream,
  isMirrored,
  video,
  children,
}: {
  stream: MediaStream | undefined
  isMirrored: boolean
  video: RefObject<HTMLVideoElement | null>
  /** Drawings over the picture, in its own pixels, and mirrored with it. */
  children?: ComponentChildren
}) {
  const [size, setSize] = useState({ width: 4, height: 3 })
  useStream(video, stream)
  // The event also comes when a phone is turned.
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) => {
    if (videoWidth > 0) setSize({ width: videoWidth, height: videoHeight })
  }
  return (
    <div
      class={isMirrored ? 'preview preview-mirrored' : 'preview'}
      style={{ '--proportion': `${size.width / size.height}` }}
      data-mirrored={isMirrored}
    >
      <video
        ref={video}
        class="preview-video"
        autoplay
        playsInline
        muted
        aria-label={words().preview}
        onLoadedMetadata={measure}
        onResize={measure}
      />
      {children}
    </div>
  )
}
