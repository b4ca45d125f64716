// Builds a network for tests that gives the outputs that a test sets, and keeps its inputs.
import { rowNamed } from '../../src/models/manifest.ts'
import type { Network } from '../../src/models/network.ts'

export interface LiteralNetwork extends Network {
  readonly fed: Float32Array[]
}

/** The network has the row of the manifest of that name. */
export function literalNetwork(
  name: string,
  outputs: Readonly<Record<string, Float32Array>> | (() => Readonly<Record<string, Float32Array>>),
): LiteralNetwork {
  const fed: Float32Array[] = []
  return {
    row: rowNamed(name),
    fed,
    run: (input) => {
      fed.push(input)
      return Promise.resolve(typeof outputs === 'function' ? outputs() : outputs)
    },
  }
}
