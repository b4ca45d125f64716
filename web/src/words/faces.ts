// Words of the screens about faces, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/faces.ts'
import { spoken } from './words.ts'

export const faces = spoken(
  import.meta.glob<typeof en.faces>('../../../src/words/*/studio/faces.ts', { eager: true, import: 'faces' }),
)
