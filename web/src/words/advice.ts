// After a challenge or a video that did not pass: what to do better, for the person who tries again, in the language that is chosen.
import type * as en from '../../../src/words/en/advice.ts'
import { spoken } from './words.ts'

export const advice = spoken(
  import.meta.glob<typeof en.advice>('../../../src/words/*/advice.ts', { eager: true, import: 'advice' }),
)
