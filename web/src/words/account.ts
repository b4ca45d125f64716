// Words of the screen of a member's own account: password, passkeys and sessions, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/account.ts'
import { spoken } from './words.ts'

export const account = spoken(
  import.meta.glob<typeof en.account>('../../../src/words/*/studio/account.ts', {
    eager: true,
    import: 'account',
  }),
)
