// Words of the challenges: what they are, what to do, and what to do better, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/challenges.ts'
import { spoken } from './words.ts'

export const challenges = spoken(
  import.meta.glob<typeof en.challenges>('../../../src/words/*/studio/challenges.ts', {
    eager: true,
    import: 'challenges',
  }),
)
