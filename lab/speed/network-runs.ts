// Records what an observation asks of its networks, so that they can be run again alone.

import type { Pixels } from '../../src/image/pixels.ts'
import type { Network } from '../../src/models/network.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { observePixels } from '../../src/vision/observe.ts'

export interface Run {
  readonly network: Network
  readonly input: Float32Array
  readonly outputs: Readonly<Record<string, Float32Array>>
}

/** Replaces every network by the result of `instead`. */
export function replaced(networks: FaceNetworks, instead: (network: Network) => Network): FaceNetworks {
  const entries = Object.entries(networks).map(([key, value]) => [
    key,
    'row' in value ? instead(value) : value,
  ])
  return Object.fromEntries(entries) as FaceNetworks
}

/** Returns the runs of an observation in order. */
export async function recorded(networks: FaceNetworks, pixels: Pixels, ask: Ask): Promise<Run[]> {
  const runs: Run[] = []
  const recording = replaced(networks, (network) => ({
    row: network.row,
    run: async (input) => {
      const outputs = await network.run(input)
      runs.push({ network, input: input.slice(), outputs })
      return outputs
    },
  }))
  await observePixels(recording, pixels, ask)
  return runs
}

export async function runAll(runs: readonly Run[]): Promise<void> {
  for (const { network, input } of runs) await network.run(input)
}
