// What a look at a picture asks of its networks, recorded, so that it can be run again without anything around it.

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

/** Every network replaced by what `instead` makes of it. */
export function replaced(networks: FaceNetworks, instead: (network: Network) => Network): FaceNetworks {
  const entries = Object.entries(networks).map(([key, value]) => [
    key,
    'row' in value ? instead(value) : value,
  ])
  return Object.fromEntries(entries) as FaceNetworks
}

/** What an observation runs, in its order. */
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
