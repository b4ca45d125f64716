// Tables of words in English and Vietnamese with the same keys, and the chosen language.
import { effect, signal } from '@preact/signals'

export type Language = 'en' | 'vi'

/** The name of every language, in that language. */
export const languages: Record<Language, string> = { en: 'English', vi: 'Tiếng Việt' }

const kept = 'selfsame.language'

function first(): Language {
  const chosen = localStorage.getItem(kept) ?? navigator.language
  return chosen.toLowerCase().startsWith('vi') ? 'vi' : 'en'
}

export const language = signal<Language>(first())

effect(() => {
  document.documentElement.lang = language.value
})

export function speak(chosen: Language): void {
  language.value = chosen
  localStorage.setItem(kept, chosen)
}

/** A table of words; the keys of English are the keys of every language, or it does not compile. */
export function words<const Table extends Record<string, string>>(table: {
  en: Table
  vi: Record<keyof NoInfer<Table>, string>
}): () => Record<keyof Table, string> {
  const shown = { en: unbrokenIn<keyof Table>(table.en), vi: unbrokenIn<keyof Table>(table.vi) }
  return () => shown[language.value]
}

const unbrokenIn = <Key extends PropertyKey>(texts: Record<Key, string>): Record<Key, string> =>
  Object.fromEntries(Object.entries<string>(texts).map(([key, text]) => [key, unbroken(text)])) as Record<
    Key,
    string
  >

/** A number and its unit stay on one line. */
export const unbroken = (text: string): string =>
  text.replace(/([\d}]) (?=(?:%|[KMG]i?B|kB|cm|mm|ms|s|px|giây|phút|giờ|ngày)(?![\p{L}\p{M}]))/gu, '$1\u00a0')

/** Replaces `{name}` in a text by its value. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

const locales = { en: 'en-GB', vi: 'vi-VN' } as const

/** A number as people of the language write it: with a comma in Vietnamese. */
export const decimal = (value: number, digits: number): string =>
  value.toLocaleString(locales[language.value], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })

export const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString(locales[language.value], { dateStyle: 'medium' })
