// The request of a screen as a hook: its progress, its answer or error, and a way to cancel it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CallOptions, Client, Exchange } from '../../../client/src/index.ts'
import { connect } from '../session.tsx'

export type WorkState<Answer> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly phase: 'sending' | 'reading'; readonly share: number | undefined }
  | { readonly kind: 'done'; readonly answer: Answer; readonly exchange: Exchange | undefined }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface Answered<Answer> {
  readonly answer: Answer
  readonly exchange: Exchange | undefined
}

type Act<Answer> = (client: Client, options: CallOptions) => Promise<Answer>

export interface Work<Answer> {
  readonly state: WorkState<Answer>
  /** Resolves with the answer, or with nothing where the request failed or was cancelled. */
  readonly run: (act: Act<Answer>) => Promise<Answered<Answer> | undefined>
  readonly again: () => void
  readonly cancel: () => void
  readonly reset: () => void
}

const idle = { kind: 'idle' } as const

export function useWork<Answer>(): Work<Answer> {
  const [state, setState] = useState<WorkState<Answer>>(idle)
  const stop = useRef<AbortController | null>(null)
  const last = useRef<Act<Answer> | null>(null)

  const cancel = useCallback(() => {
    stop.current?.abort()
    stop.current = null
    setState(idle)
  }, [])
  // A person who leaves the screen no longer wants the answer.
  useEffect(() => () => stop.current?.abort(), [])

  const run = useCallback(async (act: Act<Answer>) => {
    stop.current?.abort()
    const mine = new AbortController()
    stop.current = mine
    last.current = act
    let exchange: Exchange | undefined
    const show = (next: WorkState<Answer>): void => {
      if (stop.current === mine) setState(next)
    }
    show({ kind: 'working', phase: 'sending', share: undefined })
    const client = connect((seen) => {
      exchange = seen
    })
    try {
      const answer = await act(client, {
        signal: mine.signal,
        onProgress: (sent, total) =>
          show(
            sent < total
              ? { kind: 'working', phase: 'sending', share: sent / total }
              : { kind: 'working', phase: 'reading', share: undefined },
          ),
      })
      if (mine.signal.aborted) return undefined
      show({ kind: 'done', answer, exchange })
      return { answer, exchange }
    } catch (error) {
      if (!mine.signal.aborted) show({ kind: 'failed', error })
      return undefined
    }
  }, [])

  const again = useCallback(() => {
    if (last.current) void run(last.current)
  }, [run])

  return { state, run, again, cancel, reset: cancel }
}
