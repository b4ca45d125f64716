// Asks the workers of a test run each question once: the same job on the same bytes has the same answer for every test.
import { hash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { Jobs } from '../../../src/jobs.ts'
import type { Pool } from '../../../src/workers/port.ts'
import { drawnOnce } from '../run-folder.ts'

/** The answer of such a job is made from its input alone, and takes longer to make than to read back. */
const fromInputAlone: ReadonlySet<keyof Jobs> = new Set([
  'observe-image',
  'observe-video',
  'read-pages',
  'read-sheets',
  'draw-observation',
  'draw-pages',
  'draw-pdf-page',
  'cut-face',
])

/**
 * The first test that asks has the answer of a real worker, and all others have that one. Tests of the workers themselves,
 * of their limits and of their end, open workers of their own.
 */
export function rememberingAnswers(pool: Pool<Jobs>): Pool<Jobs> {
  return {
    run: (name, input, options) => {
      if (!fromInputAlone.has(name)) return pool.run(name, input, options)
      let isAsked = false
      const question = hash('sha256', serialize([name, input]))
      const answer = drawnOnce(`answer ${question}`, () => {
        isAsked = true
        return pool.run(name, input, options)
      })
      return answer.then((known) => {
        if (!isAsked) options.onStart?.()
        return known
      })
    },
    stats: () => pool.stats(),
    ask: (timeoutMs) => pool.ask(timeoutMs),
    started: (timeoutMs) => pool.started(timeoutMs),
    close: (deadlineMs) => pool.close(deadlineMs),
  }
}
