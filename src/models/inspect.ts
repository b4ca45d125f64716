// Inspects the networks of this installation without changing anything: whether each is intact, and whether it is cached.
import { isReady } from './cache.ts'
import { NetworkUnusable, networkRows, readSource } from './manifest.ts'
import type { NetworkRow } from './network.ts'

export interface NetworkState {
  readonly row: NetworkRow
  /** A sentence why the network cannot be used; undefined when the installed file has the hash of the manifest. */
  readonly fault?: string
  /** The converted file is in the cache; otherwise the next start makes it. */
  readonly ready: boolean
}

export async function inspectNetworks(
  folder: string,
  rows: readonly NetworkRow[] = networkRows,
): Promise<NetworkState[]> {
  const states: NetworkState[] = []
  for (const row of rows) {
    const fault = await faultOf(row)
    states.push({ row, ready: await isReady(row, folder), ...(fault !== undefined && { fault }) })
  }
  return states
}

async function faultOf(row: NetworkRow): Promise<string | undefined> {
  try {
    await readSource(row)
    return undefined
  } catch (error) {
    if (error instanceof NetworkUnusable) return error.message
    throw error
  }
}
