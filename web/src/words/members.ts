// Words of signing in as a person, and of the screens by which admins manage an organisation, in the language that is chosen.
import type * as en from '../../../src/words/en/studio/members.ts'
import { spoken } from './words.ts'

export const roleWords = spoken(
  import.meta.glob<typeof en.roles>('../../../src/words/*/studio/members.ts', {
    eager: true,
    import: 'roles',
  }),
)

export const scopeWords = spoken(
  import.meta.glob<typeof en.scopes>('../../../src/words/*/studio/members.ts', {
    eager: true,
    import: 'scopes',
  }),
)

export const stateWords = spoken(
  import.meta.glob<typeof en.states>('../../../src/words/*/studio/members.ts', {
    eager: true,
    import: 'states',
  }),
)

export const members = spoken(
  import.meta.glob<typeof en.members>('../../../src/words/*/studio/members.ts', {
    eager: true,
    import: 'members',
  }),
)
