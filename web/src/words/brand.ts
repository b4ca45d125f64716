// Words of the screen of the brand: what the people see who open a link of this organisation, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/brand.ts'
import { spoken } from './words.ts'

export const brand = spoken(
  import.meta.glob<typeof en.brand>('../../../src/words/*/studio/brand.ts', { eager: true, import: 'brand' }),
)
