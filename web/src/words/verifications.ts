// Words of the screens about verifications: list, case, queue, policies and statistics, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/verifications.ts'
import { spoken } from './words.ts'

export const verifications = spoken(
  import.meta.glob<typeof en.verifications>('../../../src/words/*/studio/verifications.ts', {
    eager: true,
    import: 'verifications',
  }),
)

/** A word by a name that is put together, such as that of a state; the name itself where there is none. */
export function wordOf(name: string, otherwise = name): string {
  const table: Readonly<Record<string, string>> = verifications()
  return table[name] ?? otherwise
}

export const stepWord = (step: string): string => wordOf(`step_${step}`, step)
