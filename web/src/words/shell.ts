// Words of the frame, of signing in, of Home, and of the parts that every screen has, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/shell.ts'
import { spoken } from './words.ts'

export const shell = spoken(
  import.meta.glob<typeof en.shell>('../../../src/words/*/studio/shell.ts', { eager: true, import: 'shell' }),
)
