// The other sequences with which a face's answer is compared: ten thousand, drawn by the same rules, the same in every worker.
import { type Segments, segmentsOf } from './expected.ts'
import { drawSequence, durationOf } from './plan.ts'

const COUNT = 10_000

interface Alternative {
  readonly segments: Segments
  readonly durationMs: number
}

let drawn: readonly Alternative[] | undefined

/** They are drawn once per worker: nobody gains by knowing them. */
export function alternatives(): readonly Alternative[] {
  drawn ??= draw()
  return drawn
}

function draw(): Alternative[] {
  const next = numbers()
  const dice = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return Array.from({ length: COUNT }, () => {
    const sequence = drawSequence(dice)
    return { segments: segmentsOf(sequence), durationMs: durationOf(sequence) }
  })
}

/** Numbers from 0 to 1 that are the same each time: mulberry32. */
function numbers(): () => number {
  let state = 0x5e1f5a3e
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
