// The chosen language, and numbers and times as people of it write them.
import { effect, signal } from '@preact/signals'
import { type Language, languages } from '../../../src/words/languages.ts'
import { dayText, decimalText, keptText, lengthText, timeText } from '../../../src/words/numbers.ts'
import type { TimeWords } from '../../../src/words/shapes.ts'

const place = 'selfsame.language'

function first(): Language {
  const chosen = localStorage.getItem(place) ?? navigator.language
  const offered = Object.keys(languages) as Language[]
  return offered.find((one) => chosen.toLowerCase().startsWith(one)) ?? 'en'
}

export const language = signal<Language>(first())

effect(() => {
  document.documentElement.lang = language.value
})

export function speak(chosen: Language): void {
  language.value = chosen
  localStorage.setItem(place, chosen)
}

/** A number and its unit stay on one line. */
export const unbroken = (text: string): string =>
  text.replace(/([\d}]) (?=(?:%|[KMG]i?B|kB|cm|mm|ms|s|px|giây|phút|giờ|ngày)(?![\p{L}\p{M}]))/gu, '$1\u00a0')

type Texts = Readonly<Record<string, string>>

/** Whatever every language has in one file, by its path: the folder is the language. */
export function inLanguage<Held>(files: Readonly<Record<string, Held>>): () => Held {
  return () => {
    const path = Object.keys(files).find((one) => one.split('/').includes(language.value))
    const held = path === undefined ? undefined : files[path]
    if (held === undefined) throw new Error(`there are no words of ${language.value}`)
    return held
  }
}

/** A table of texts in the language that is chosen; numbers and their units stay on one line. */
export function spoken<Table extends Texts>(files: Readonly<Record<string, Table>>): () => Table {
  const held = inLanguage(files)
  const shown = new Map<Table, Table>()
  return () => {
    const table = held()
    const whole = shown.get(table) ?? unbrokenIn(table)
    shown.set(table, whole)
    return whole
  }
}

const unbrokenIn = <Table extends Texts>(table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([key, text]) => [key, unbroken(text)])) as Table

const times = inLanguage(
  import.meta.glob<TimeWords>('../../../src/words/*/times.ts', { eager: true, import: 'times' }),
)

/** A number as people of the language write it: with a comma in Vietnamese. */
export const decimal = (value: number, digits: number): string => decimalText(value, digits, times())
export const day = (written: string): string => dayText(written, times())
export const time = (written: string, dateStyle: 'short' | 'medium'): string =>
  timeText(written, times(), dateStyle)
export const kept = (hours: number): string => unbroken(keptText(hours, times()))
export const length = (ms: number): string => unbroken(lengthText(ms, times()))
