// What the page says while the camera looks: one short sentence for each word of guidance, in the language that is chosen.
import type * as en from '../../../src/words/en/guidance.ts'
import { spoken } from './words.ts'

export const guidance = spoken(
  import.meta.glob<typeof en.guidance>('../../../src/words/*/guidance.ts', {
    eager: true,
    import: 'guidance',
  }),
)
