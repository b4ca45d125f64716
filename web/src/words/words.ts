// The chosen language, and numbers and times as people of it write them.
import { effect, signal } from '@preact/signals'
import { type Language, languages } from '../../../src/words/languages.ts'
import { dayText, decimalText, keptText, lengthText, timeText } from '../../../src/words/numbers.ts'
import { words } from '../../../src/words/words.ts'

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

const times = () => words[language.value].times

/** A number as people of the language write it: with a comma in Vietnamese. */
export const decimal = (value: number, digits: number): string => decimalText(value, digits, times())
export const day = (written: string): string => dayText(written, times())
export const time = (written: string, dateStyle: 'short' | 'medium'): string =>
  timeText(written, times(), dateStyle)
export const kept = (hours: number): string => unbroken(keptText(hours, times()))
export const length = (ms: number): string => unbroken(lengthText(ms, times()))
