// Tests the command line of the evaluations: its output, files and exit codes.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../kit/command.ts'
import { sampleOf } from '../../kit/report.ts'
import { isMet } from '../../kit/targets.ts'
import { suites } from './tiny-suites.ts'

const near = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function started(
  file: string,
  words: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

function tiny(...words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-evaluate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const results = join(folder, 'results')
  return started(near('./tiny-run.ts'), [folder, results, ...words]).then((ended) => ({ ...ended, results }))
}

/** What is refused before a suite starts needs no process of its own. */
async function refused(...words: string[]): Promise<{ code: number; err: string }> {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const code = await runCommand(words, suites, { data: '/nowhere', cache: '/nowhere', out: '/nowhere' })
  return { code, err: said.mock.calls.map(([line]) => line).join('\n') }
}

describe('a suite', () => {
  test('prints its tables, keeps its report, and ends with its targets', async () => {
    const { code, out, err, results } = await tiny(
      'tiny',
      '--only',
      'plot',
      '--limit',
      '10',
      '--workers',
      '3',
      '--loud',
    )
    expect(code, err).toBe(0)
    expect(out).toContain('Numbers\nwhat   value\n-----  -----\nfirst      5\nlast      95\n')
    expect(out).toMatch(/target tiny_accuracy 0\.9877 0\.98 ok\ntarget tiny_error 0\.2 0\.1 short\n$/)
    expect(out).not.toContain('10/10')
    expect(err).toContain('10/10')
    expect(readdirSync(results).toSorted()).toEqual(['tiny-roc.png', 'tiny-roc.svg', 'tiny.json', 'tiny.md'])
    expect(JSON.parse(readFileSync(join(results, 'tiny.json'), 'utf8'))).toMatchObject({
      suite: 'tiny',
      run: { limit: 10, only: ['plot'], workers: 3, options: ['loud'] },
      figures: { numbers: [5, 15, 25, 35, 45, 55, 65, 75, 85, 95], workers: 3, isLoud: true },
      targets: [
        { name: 'tiny_accuracy', ok: true },
        { name: 'tiny_error', value: 0.2, bound: 0.1, ok: false },
      ],
    })
    const page = readFileSync(join(results, 'tiny.md'), 'utf8')
    expect(page).toContain('| first | 5 |')
    expect(page).toContain('![Tiny](tiny-roc.svg)')
    const png = readFileSync(join(results, 'tiny-roc.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // It is twice the size of the drawing.
    expect(png.readUInt32BE(16)).toBe(1600)
  })

  test('whose data is missing ends with 3 and a sentence', async () => {
    const { code, err, results } = await tiny('tiny')
    expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([3, 'The set tiny/absent is missing.'])
    expect(existsSync(results)).toBe(false)
  })

  test.each([
    [['--only', 'plot,colour'], 'tiny has no part named "colour"; it has plot, absent.'],
    [['--limit', 'ten'], '--limit is a whole number above 0, not ten.'],
    [['--limit', '0'], '--limit is a whole number above 0'],
    [['--colour'], '--colour'],
    [['tiny'], 'Name one suite.'],
  ])('refuses %j before it starts', async (words, sentence) => {
    const { code, err } = await refused('tiny', ...words)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  test('is known by its own name alone', async () => {
    const { code, err } = await refused('toString')
    expect([code, err.split('\n')[0]]).toEqual([2, 'There is no suite named toString.'])
  })
})

describe('npm run evaluate', () => {
  const run = near('../../accuracy/run.ts')

  test('helps', async () => {
    const { code, out, err } = await started(run, ['--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/SUITE.*--limit N.*faces .*--data FOLDER.*--only/s)
  })

  test('without the data says what is missing and where the terms are, and ends with 3', async () => {
    const { code, out, err } = await started(run, ['faces', '--data', '/nowhere/data'])
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/no folder \/nowhere\/data.*terms.*README\.md.*faces\/lfw.*spoof\/frames/s)
    expect(err).not.toMatch(/^\s+at /m)
  })
})

test('a sample is spread over the list, in its order, with nothing twice', () => {
  const items = Array.from({ length: 7 }, (_, index) => index)
  expect(sampleOf(items, undefined)).toEqual(items)
  expect(sampleOf(items, 9)).toEqual(items)
  expect(sampleOf(items, 3)).toEqual([1, 3, 5])
  for (let limit = 1; limit <= 7; limit++) expect(new Set(sampleOf(items, limit)).size).toBe(limit)
})

test('a target is met at its bound, and never by what is not a number', () => {
  const target = (value: number, good: 'at least' | 'at most') =>
    isMet({ name: 'one', value, bound: 0.5, good })
  expect([target(0.5, 'at least'), target(0.5, 'at most')]).toEqual([true, true])
  expect([target(0.49, 'at least'), target(0.51, 'at most')]).toEqual([false, false])
  expect([target(Number.NaN, 'at least'), target(Number.NaN, 'at most')]).toEqual([false, false])
})
