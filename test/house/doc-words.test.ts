// Holds the hand-written docs to their bounds: a page that grows has to give up something else.
import { expect, test } from 'vitest'
import { handWrittenPages, wordsIn } from './doc-words.ts'

test('a word is what stands between spaces and holds a letter or a digit, and no generated part counts', () => {
  expect(wordsIn('| two | 3.5 % | — |\n|---|\n```sh\nnpm start\n```')).toBe(5)
  expect(wordsIn('one\n<!-- start errors -->\nnot these\n<!-- end -->\ntwo')).toBe(2)
})

test('the hand-written docs have at most 60,000 words', () => {
  const pages = handWrittenPages()
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(60_000)
})

test('accuracy.md has at most 5,000 words', () => {
  const page = handWrittenPages().find(({ path }) => path === 'docs/evidence/accuracy.md')
  expect(page?.words).toBeGreaterThan(0)
  expect(page?.words).toBeLessThanOrEqual(5000)
})
