// Says the fields of a policy in words, by their names in its schema.
import { spoken } from './words.ts'

const table = spoken(
  import.meta.glob<Record<string, string>>('../../../src/words/*/studio/policy-fields.ts', {
    eager: true,
    import: 'policyFields',
  }),
)

/** The word of a field or choice: that of its parent and itself where there is one, else its own. */
export function policyWord(name: string, parent = ''): string {
  const all: Readonly<Record<string, string>> = table()
  return all[`${parent}.${name}`] ?? all[name] ?? name
}
