// Says which sandbox held the workers of the servers that a program started, as those servers reported it.
import type { Sandbox } from '../../src/workers/cage.ts'

const noted = new Set<string>()
let isTelling = false

/** From here on the first server of each sandbox prints a line: figures of caged and of free workers are not the same. */
export function tellSandboxes(): void {
  isTelling = true
}

export function noteSandbox({ state, layers }: Pick<Sandbox, 'state' | 'layers'>): void {
  const text = `${state} (${layers.join(', ')})`
  if (noted.has(text)) return
  noted.add(text)
  if (isTelling) console.log(`workers: ${text}`)
}

/** One sentence for a record; empty where no server was started. */
export const sandboxSentence = (): string => (noted.size === 0 ? '' : `Workers: ${[...noted].join('; ')}.`)
