// Says the fields of a policy in words, by their names in its schema.
import { spoken } from './studio.ts'

const table = spoken(({ studio }) => studio.policyFields)

/** The word of a field or choice: that of its parent and itself where there is one, else its own. */
export function policyWord(name: string, parent = ''): string {
  const all: Readonly<Record<string, string>> = table()
  return all[`${parent}.${name}`] ?? all[name] ?? name
}
