// Words of Home and of the names of what can be tried, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/home.ts'
import { spoken } from './words.ts'

export const home = spoken(
  import.meta.glob<typeof en.home>('../../../src/words/*/studio/home.ts', { eager: true, import: 'home' }),
)
