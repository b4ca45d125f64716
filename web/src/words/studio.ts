// The words of the studio's screens in the language that is chosen.
import type { StudioWords } from '../../../src/words/en/studio.ts'
import { words } from '../../../src/words/words.ts'
import { language, unbroken } from './words.ts'

const whole = <Table extends Readonly<Record<string, string>>>(table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([key, text]) => [key, unbroken(text)])) as Table

/** Numbers and their units stay on one line; each table is gone through once a language. */
export function spoken<Table extends Readonly<Record<string, string>>>(
  tableIn: (all: (typeof words)['en']) => Table,
): () => Table {
  const shown = new Map<string, Table>()
  return () => {
    const known = shown.get(language.value)
    if (known) return known
    const table = whole(tableIn(words[language.value]))
    shown.set(language.value, table)
    return table
  }
}

const screen = <Name extends Exclude<keyof StudioWords, 'faultForms'>>(
  name: Name,
): (() => StudioWords[Name]) => spoken(({ studio }) => studio[name])

export const account = screen('account')
export const brand = screen('brand')
export const camera = screen('camera')
export const challenges = screen('challenges')
export const chips = screen('chips')
export const coverage = screen('coverage')
export const documents = screen('documents')
export const faces = screen('faces')
export const home = screen('home')
export const roleWords = screen('roles')
export const scopeWords = screen('scopes')
export const stateWords = screen('states')
export const members = screen('members')
export const shell = screen('shell')
export const verifications = screen('verifications')
export const video = screen('video')
export const advice = spoken((all) => all.advice)
export const guidance = spoken((all) => all.guidance)

/** A word by a name that is put together, such as that of a state; the name itself where there is none. */
export function wordOf(name: string, otherwise = name): string {
  const table: Readonly<Record<string, string>> = verifications()
  return table[name] ?? otherwise
}

export const stepWord = (step: string): string => wordOf(`step_${step}`, step)
