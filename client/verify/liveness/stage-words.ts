// What a stage shows of its progress: the tone of the outline, one instruction, and the guidance for long enough to be read.
import { useEffect, useRef, useState } from 'preact/hooks'
import { unfit } from '../../src/challenge/auto-capture.ts'
import type { Guidance, Task } from '../../src/challenge/shapes.ts'
import type { OverlayTone } from './overlay.tsx'
import type { Progress } from './progress.ts'

export function toneOf(progress: Progress | undefined, guidance: Guidance | undefined): OverlayTone {
  if (!progress) return 'wait'
  if (progress.step !== 'doing' || guidance === 'ok') return 'good'
  return guidance && unfit.has(guidance) ? 'bad' : 'wait'
}

/** A word stays on the screen for so long that it can be read. */
const LEAST_SHOWN_MS = 700

/** Gives the latest word, once the one before has been shown for long enough. */
export function useSteady<Word>(word: Word): Word {
  const [shown, setShown] = useState(word)
  const since = useRef(0)
  useEffect(() => {
    if (word === shown) return
    const show = () => {
      since.current = performance.now()
      setShown(word)
    }
    const wait = LEAST_SHOWN_MS - (performance.now() - since.current)
    if (wait <= 0) return show()
    const timer = setTimeout(show, wait)
    return () => clearTimeout(timer)
  }, [word, shown])
  return shown
}

export interface StageWords {
  readonly tasks: Readonly<Record<Task, string>>
  readonly guidance: Readonly<Record<Guidance, string>>
  readonly again: Readonly<Record<NonNullable<Progress['again']>, string>>
  readonly sending: string
  readonly shining: string
  readonly judging: string
}

/** The one thing to do now, and what stands under it. */
export interface StageLines {
  readonly instruction: string
  readonly under: string
}

export function linesOf(words: StageWords, progress: Progress, guidance: Guidance | undefined): StageLines {
  const { step, again, task, sent, total } = progress
  if (step === 'judging') return { instruction: words.judging, under: '' }
  if (step === 'sending') return { instruction: words.sending, under: `${Math.min(sent, total)} / ${total}` }
  if (step === 'shining') return { instruction: words.shining, under: '' }
  return {
    instruction: again ? words.again[again] : words.tasks[task],
    under: guidance ? words.guidance[guidance] : '',
  }
}
