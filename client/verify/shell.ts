// Finds the app around the page, and what it can do that a browser cannot.
import type { Shell, ShellFeature } from '../src/shell/shell.ts'

/** Undefined where nobody offers all of these. Whatever offers them is the person's own device: the server believes none of it. */
export function shellWith(...wanted: readonly ShellFeature[]): Shell | undefined {
  const { selfsame } = globalThis as { readonly selfsame?: Partial<Shell> }
  if (selfsame?.version !== 1 || !Array.isArray(selfsame.features)) return undefined
  const has = (name: ShellFeature) =>
    selfsame.features?.includes(name) === true && typeof selfsame[name] === 'function'
  return wanted.every(has) ? (selfsame as Shell) : undefined
}
