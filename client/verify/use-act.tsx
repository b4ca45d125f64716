// Runs what a press begins: one at a time, and a failure is shown in words.
import type { JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { PageWords } from '../../src/words/vi/page.ts'
import { Notice } from './parts.tsx'

interface UsedAct {
  act(work: () => Promise<void>): void
  readonly isBusy: boolean
  /** What went wrong, to stand above the buttons. */
  readonly trouble: JSX.Element | null
}

export function useAct(words: PageWords): UsedAct {
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  const act = useCallback((work: () => Promise<void>) => {
    setBusy(true)
    setFailed(false)
    work()
      .catch(() => {
        if (!isGone.current) setFailed(true)
      })
      .finally(() => {
        if (!isGone.current) setBusy(false)
      })
  }, [])
  const { other, otherHelp } = words.trouble
  const trouble = isFailed ? (
    <Notice tone="fail" title={other}>
      <p>{otherHelp}</p>
    </Notice>
  ) : null
  return { act, isBusy, trouble }
}
