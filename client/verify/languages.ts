// The languages of the element: each folder of src/words is one. Vietnamese comes with the element, others when they are needed.
import type { PageWords } from '../../src/words/vi/page.ts'
import { page as vietnamese } from '../../src/words/vi/page.ts'

const files = import.meta.glob<{ readonly page: PageWords }>([
  '../../src/words/*/page.ts',
  '!../../src/words/vi/page.ts',
])
const fileOf = (language: string): string => `../../src/words/${language}/page.ts`

/** Also for people who speak none of them: most people here speak it. */
const first = 'vi'

export const languages: readonly string[] = [
  first,
  ...Object.keys(files).map((path) => path.slice('../../src/words/'.length, -'/page.ts'.length)),
]

/** Their names, each in its own language; a language without a name here is shown by its code. */
export const languageName = (language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** The first of the wishes that is offered: `vi-VN` is `vi`. */
export function chooseLanguage(
  wishes: readonly (string | null | undefined)[],
  offered: readonly string[] = languages,
): string {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split(/[-_]/)[0]
    if (language !== undefined && offered.includes(language)) return language
  }
  return offered.includes(first) ? first : (offered[0] ?? first)
}

/** The words that are there at once. */
export const wordsAtHand = (language: string): PageWords | undefined =>
  language === first ? vietnamese : undefined

export async function wordsOf(language: string): Promise<PageWords> {
  const load = files[fileOf(language)]
  return load ? (await load()).page : vietnamese
}
