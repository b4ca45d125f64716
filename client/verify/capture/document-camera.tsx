// The camera for one picture of a document: which side is meant and how to hold it, the live picture, and what to do without a camera.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { PageWords } from '../../../src/words/vi/page.ts'
import type { CameraTroubleWhy } from '../camera/open.ts'
import { useCamera } from '../camera/use-camera.ts'
import { idleUnlessNarrow } from '../liveness/guide-load.ts'
import type { CaptureWish, Shot } from '../vision/page-hint.ts'
import { SideDrawing, TiltDrawing } from './drawings.tsx'
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
        <ShotDrawing shot={wish.shot} words={words} />
        <p>{words.lead[wish.shot]}</p>
      </div>
      <LiveCapture {...{ camera, wish, words, onPicture }} networks={folderOf(baseUrl)} />
    </>
  )
}

export const ShotDrawing = ({ shot, words }: { shot: Shot; words: PageWords['capture'] }) =>
  shot === 'tilted' ? (
    <TiltDrawing label={words.drawing.tilted} />
  ) : (
    <SideDrawing side={shot} label={words.drawing[shot]} />
  )
