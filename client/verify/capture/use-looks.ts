// Looks at the live picture again and again: the outline, the hint, and the very picture that was found good.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageLooked } from '../vision/page-guide.ts'
import type { CaptureHint, CaptureWish } from '../vision/page-hint.ts'
import { advance, isReady, notReady } from './readiness.ts'

/** What looks is not part of the first load. */
export const openPages = async (folder: string) =>
  (await import('../vision/page-guide.ts')).openPageGuide(folder)

export interface Looking {
  /** Until the networks are there, nothing is known and the person presses the button. */
  readonly state: 'loading' | 'looking' | 'blind'
  readonly hint: CaptureHint | 'ok'
  /** As shares of the picture; empty where no page is seen. */
  readonly corners: PageLooked['corners']
}

interface LooksOptions {
  readonly folder: string
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isOn: boolean
  readonly wish: CaptureWish
  /** Called once with a picture that is good; looking ends with it. */
  readonly onGood: (picture: ImageBitmap) => void
}

/** A browser that fails this often in a row does not do it at all. */
const MOST_FAULTS = 3

export function useLooks({ folder, video, isOn, wish, onGood }: LooksOptions): Looking {
  const [looking, setLooking] = useState<Looking>({ state: 'loading', hint: 'no-document', corners: [] })
  const wanted = useRef({ wish, onGood })
  wanted.current = { wish, onGood }
  const { shot } = wish
  useEffect(() => {
    if (!isOn) return
    let isLeft = false
    const run = async () => {
      const look = await openPages(folder)
      let readiness = notReady(performance.now())
      let faults = 0
      while (!isLeft && faults < MOST_FAULTS) {
        await nextFrame(video.current)
        if (isLeft || !video.current || video.current.readyState < video.current.HAVE_CURRENT_DATA) continue
        // A hidden tab gives no frames that are worth anything.
        const picture = await createImageBitmap(video.current).catch(() => undefined)
        const looked = picture && (await look(picture, wanted.current.wish).catch(() => undefined))
        faults = looked ? 0 : faults + 1
        if (!looked) continue
        const now = performance.now()
        readiness = advance(readiness, looked.hint, now)
        if (isLeft || !isReady(readiness, now)) looked.picture.close()
        if (isLeft) return
        setLooking({ state: 'looking', hint: readiness.shown, corners: looked.corners })
        if (isReady(readiness, now)) return wanted.current.onGood(looked.picture)
      }
      if (!isLeft) throw new Error('no picture could be looked at')
    }
    run().catch(() => {
      if (!isLeft) setLooking({ state: 'blind', hint: 'no-document', corners: [] })
    })
    return () => {
      isLeft = true
    }
  }, [folder, video, isOn, shot])
  return looking
}

/** At most some twenty looks a second: more would only warm the phone. */
const PAUSE_MS = 40

function nextFrame(video: HTMLVideoElement | null): Promise<void> {
  return new Promise((resolve) => {
    // A stream that stands still would never call back.
    const timer = setTimeout(resolve, video && 'requestVideoFrameCallback' in video ? 500 : PAUSE_MS)
    if (!video || !('requestVideoFrameCallback' in video)) return
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      setTimeout(resolve, PAUSE_MS)
    })
  })
}
