// Holds the words: every name has some in every language, every language has the same files and texts, and none borrows another's.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chip as chipEn } from '../../src/words/en/chip.ts'
import { page as pageEn } from '../../src/words/en/page.ts'
import { studio as studioEn } from '../../src/words/en/studio.ts'
import { type Language, languages } from '../../src/words/languages.ts'
import { checkName, checkSentence, fieldName, kindName, reasonName } from '../../src/words/names.ts'
import { chip as chipVi } from '../../src/words/vi/chip.ts'
import { page as pageVi } from '../../src/words/vi/page.ts'
import { studio as studioVi } from '../../src/words/vi/studio.ts'
import { words } from '../../src/words/words.ts'
import { namesWithoutWords } from './words.ts'

/** All that a language says: names and reports, the page, the studio. */
const all: Readonly<Record<Language, object>> = {
  en: { ...words.en, page: pageEn, chip: chipEn, studio: studioEn },
  vi: { ...words.vi, page: pageVi, chip: chipVi, studio: studioVi },
}

const spoken = Object.keys(languages) as Language[]
const folder = new URL('../../src/words/', import.meta.url)

test('every name has words in every language', () => {
  expect(namesWithoutWords()).toEqual([])
})

test('a language is one folder, and every folder has the same files', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual(spoken.toSorted())
  const filesOf = (language: Language) =>
    readdirSync(new URL(`${language}/`, folder), { recursive: true, encoding: 'utf8' }).toSorted()
  for (const language of spoken) expect(filesOf(language), language).toEqual(filesOf('en'))
})

/** All texts of a language, each by where it stands. */
function textsIn(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}.${key}`))
}

/** How servers write is Vietnamese alone: English needs no translation. */
const inEvery = ([place]: [string, string]): boolean => !place.startsWith('.studio.faultForms')

/** Every English sentence has one of these, and none is a Vietnamese word. */
const english =
  /(?<![\p{L}\p{M}-])(?:the|and|with|your|you|this|that|from|please|picture|choose|error|not|is|are|was|of|has|have|nothing)(?![\p{L}\p{M}-])/iu

describe.each(spoken.filter((language) => language !== 'en'))('%s', (language) => {
  const theirs = textsIn(all[language]).filter(inEvery)

  test('has the texts that English has, with the same places to fill', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()
    const ours = new Map(textsIn(all.en).filter(inEvery))
    expect(theirs.map(([place]) => place).toSorted()).toEqual([...ours.keys()].toSorted())
    for (const [place, text] of theirs.filter(([place]) => place !== '.times.stampDay'))
      expect.soft(places(text), place).toEqual(places(ours.get(place) ?? ''))
  })

  test('has no English sentence', () => {
    for (const [place, text] of theirs)
      expect.soft(text.replaceAll(/\{\w+\}/g, ''), place).not.toMatch(english)
  })
})

test('names made of parts are said with their parts', () => {
  expect(checkName('frames-turn-face-left', 'en')).toBe('Pictures: turning left')
  expect(checkName('frames-turn-face-left', 'vi')).toBe('Số ảnh: quay trái')
  expect(checkName('transition-4', 'vi')).toBe('Lần đổi màu 4')
  expect(checkName('image2-documents-found', 'en')).toBe('Picture 2: Document found')
})

test('a name of another version is shown as it is', () => {
  expect(checkName('a-new-check', 'vi')).toBe('a new check')
  expect(checkSentence('a-new-check', 'vi')).toBeUndefined()
  expect(fieldName('toString', 'en')).toBe('toString')
  expect(kindName('constructor', 'en')).toBe('constructor')
  expect(reasonName('a-new-reason', 'en')).toBe('a-new-reason')
})
