// Checks that http names no feature: no word of one stands in its names or sentences.
import { expect, test } from 'vitest'
import { featureWordsIn } from './feature-words.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const http = (text: string): SourceFile => ({
  path: 'src/http/route.ts',
  text,
  imports: [],
  lazily: [],
  libraries: [],
})

test('http has no word of a feature', () => {
  const files = sourceFiles('src')
  expect(files.filter(({ path }) => path.startsWith('src/http/')).length).toBeGreaterThan(20)
  expect(featureWordsIn(files)).toEqual([])
})

test('the measure finds words in names, in plurals and in sentences, and none in comments', () => {
  const found = (text: string) => featureWordsIn([http(text)]).length
  expect(found('const faceBox = 1')).toBe(1)
  expect(found("throw refuse('two documents, one chip')")).toBe(2)
  expect(found('interface Surface {}')).toBe(0)
  expect(found('/** A face. */\n// A chip.\nconst visit = visitOf(verificationId)')).toBe(0)
})
