// Plays the challenge of a film: some seconds are recorded, sent and judged.
import { pause } from '../../src/challenge/abortable.ts'
import type { ChallengeVerdict } from '../../src/challenge/shapes.ts'
import { RECORD_SECONDS, type Recording, record } from './record.ts'
import type { Play } from './use-challenge.ts'

type Film = Awaited<Recording['done']>

export function playFilm(judge: (film: Film, signal: AbortSignal) => Promise<ChallengeVerdict>): Play {
  return async ({ stream, signal, show }) => {
    const from = performance.now()
    show({ kind: 'recording', isSending: false })
    const recording = record(stream)
    try {
      await pause(1000 * RECORD_SECONDS, signal)
    } finally {
      recording.stop()
    }
    show({ kind: 'recording', isSending: true })
    const verdict = await judge(await recording.done, signal)
    return { kind: 'verdict', verdict, plan: undefined, milliseconds: performance.now() - from }
  }
}
