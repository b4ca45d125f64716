// Tests the progress bar: redrawn on a terminal, a line now and then in a log, with a clock that the test moves.
import { describe, expect, test } from 'vitest'
import { duration, openProgress, progressLine } from '../../kit/progress.ts'

function opened(total: number, isTTY: boolean, columns?: number) {
  const said: string[] = []
  let nowMs = 0
  const stream = { isTTY, columns, write: (text: string) => said.push(text) }
  const progress = openProgress({ label: 'faces', total, stream, clock: () => nowMs })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { said, progress, pass }
}

describe('in a log', () => {
  test('says a line every tenth', () => {
    const { said, progress } = opened(1000, false)
    for (let done = 0; done < 1000; done++) progress.step()
    progress.end()
    expect(said).toHaveLength(10)
    expect(said[0]).toMatch(/^faces .* 100\/1000.*\n$/)
    expect(said.at(-1)).toMatch(/1000\/1000 .*in 0 s\n$/)
    expect(said.join('')).not.toContain('\r')
  })

  test('says a line every ten seconds when a tenth takes longer', () => {
    const { said, progress, pass } = opened(1000, false)
    for (let done = 0; done < 9; done++) {
      pass(4000)
      progress.step()
    }
    expect(said).toHaveLength(3)
    expect(said[0]).toContain('3/1000  4.0 s each  1 h 06 min left')
  })

  test('ends once, also short of the end or with nothing to do', () => {
    const { said, progress } = opened(0, false)
    progress.end()
    progress.end()
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('0/0')
  })
})

describe('on a terminal', () => {
  test('redraws one line at most ten times a second, and leaves it at the end', () => {
    const { said, progress, pass } = opened(500, true)
    for (let done = 0; done < 500; done++) {
      pass(10)
      progress.step()
    }
    progress.end()
    // It draws at the start, after every 100 ms but the last, and at the end with its line break.
    expect(said).toHaveLength(1 + 49 + 2)
    expect(said.slice(0, -1).every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(
      true,
    )
    expect(said.at(-1)).toBe('\n')
    expect(said.at(-2)).toContain('500/500  100/s  in 5 s')
  })

  test('is never wider than the terminal', () => {
    const { said } = opened(500, true, 30)
    expect(said[0]?.replace('\r\u001b[K', '')).toHaveLength(29)
  })
})

test('a line tells how much, how fast and how long yet', () => {
  expect(progressLine({ label: 'pairs', done: 25, total: 100, elapsedMs: 5000 })).toBe(
    `pairs          ${'█'.repeat(6)}${'░'.repeat(18)} 25/100  5.0/s  15 s left`,
  )
  expect(progressLine({ label: 'pairs', done: 0, total: 100, elapsedMs: 5000 })).toContain('0/100  starting')
  expect([59_400, 59_600, 3_599_000, 5_400_000].map(duration)).toEqual([
    '59 s',
    '1 min 00 s',
    '59 min 59 s',
    '1 h 30 min',
  ])
})
