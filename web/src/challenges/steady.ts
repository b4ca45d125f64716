// Keeps words on the screen long enough to be read: a new one waits until the old one has had its time.
import { useEffect, useRef, useState } from 'preact/hooks'

const LEAST_MS = 700

/** How long the next word has to wait; 0 for at once. */
export const waitFor = (shownSinceMs: number, nowMs: number): number =>
  Math.max(0, LEAST_MS - (nowMs - shownSinceMs))

export function useSteady<Word>(word: Word): Word {
  const [shown, setShown] = useState(word)
  const since = useRef(0)
  useEffect(() => {
    if (word === shown) return
    const show = () => {
      since.current = performance.now()
      setShown(word)
    }
    const wait = waitFor(since.current, performance.now())
    if (wait === 0) return show()
    const timer = setTimeout(show, wait)
    return () => clearTimeout(timer)
  }, [word, shown])
  return shown
}
