// The camera for one side of a document: which side is meant, the live picture, and what to do without a camera.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PageWords } from '../../../src/words/vi/page.ts'
import type { CameraTroubleWhy } from '../camera/open.ts'
import { useCamera } from '../camera/use-camera.ts'
import { idleUnlessNarrow } from '../liveness/guide-load.ts'
import type { CaptureWish } from '../vision/page-hint.ts'
import { SideDrawing } from './drawings.tsx'
import { LiveCapture } from './live-capture.tsx'
import { openPages } from './use-looks.ts'

/** The camera gives what it can. */
const LONG_SIDE = 1920

const folderOf = (baseUrl: string): string => `${baseUrl}/verify/networks/`

/** Called while the person still reads: the networks come meanwhile. Resolves when they are there, or will not be. */
export async function preparePages(baseUrl: string): Promise<void> {
  if (await idleUnlessNarrow()) await openPages(folderOf(baseUrl)).catch(() => undefined)
}

export function DocumentCamera({
  wish,
  baseUrl,
  words,
  onPicture,
  trouble,
}: {
  wish: CaptureWish
  baseUrl: string
  words: PageWords['capture']
  /** The picture in the full size of the camera. */
  onPicture: (picture: File) => void
  /** Says how to go on without this camera. */
  trouble: (why: CameraTroubleWhy, onRetry: () => void) => ComponentChildren
}) {
  const camera = useCamera('environment', LONG_SIDE)
  const { start, stop, state } = camera
  useEffect(() => {
    void start()
    return stop
  }, [start, stop])
  if (state.kind === 'trouble') return <>{trouble(state.why, () => void start())}</>
  return (
    <>
      <div class="capture-side">
        <SideDrawing side={wish.side} label={words.drawing[wish.side]} />
        <p>{words.lead[wish.side]}</p>
      </div>
      <LiveCapture {...{ camera, wish, words, onPicture }} networks={folderOf(baseUrl)} />
    </>
  )
}
