// Words for what a check of a living person looked at, and what it did not, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/coverage.ts'
import { spoken } from './words.ts'

export const coverage = spoken(
  import.meta.glob<typeof en.coverage>('../../../src/words/*/studio/coverage.ts', {
    eager: true,
    import: 'coverage',
  }),
)
