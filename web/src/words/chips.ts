// Words of the screen that reads the files of a chip, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/chips.ts'
import { spoken } from './words.ts'

export const chips = spoken(
  import.meta.glob<typeof en.chips>('../../../src/words/*/studio/chips.ts', { eager: true, import: 'chips' }),
)
