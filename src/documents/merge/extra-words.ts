// Words beside a printed name that were read as part of it, told by a machine's spelling of the same name.
import { mrzNameOf, sameName } from '../text/names.ts'
import type { SourcedReading } from './combine.ts'

/** What is left is still as printed: words go, none is changed. */
export function withoutExtraWords(voices: readonly SourcedReading[]): SourcedReading[] {
  const spelled = voices.filter(({ field, source }) => field === 'name' && source !== 'ocr')
  return voices.map((voice) => {
    if (voice.field !== 'name' || voice.source !== 'ocr') return voice
    const value = spelled.map((other) => partThatIs(voice.value, other)).find((part) => part !== undefined)
    return value === undefined ? voice : { ...voice, value }
  })
}

/** Without at most one word at each end. */
function partThatIs(printed: string, { value }: SourcedReading): string | undefined {
  const words = printed.split(' ')
  const parts = [words.slice(0, -1), words.slice(1), words.slice(1, -1)].map((part) => part.join(' '))
  return sameName(printed, mrzNameOf(value))
    ? undefined
    : parts.find((part) => sameName(part, mrzNameOf(value)))
}
