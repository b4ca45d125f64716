// Inspects the networks of this installation without changing anything: whether each is intact, and whether it is cached.
import { isReady } from './cache.ts'
import { isOurs, NetworkMissing, NetworkUnusable, networkRows, readSource } from './manifest.ts'
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
    const ready = await isReady(row, folder)
    const fault = await faultOf(row, ready)
    states.push({ row, ready, ...(fault !== undefined && { fault }) })
  }
  return states
}

/** A package that is gone is no fault where the cache has what was made of it. */
async function faultOf(row: NetworkRow, isKept: boolean): Promise<string | undefined> {
  try {
    await readSource(row)
    return undefined
  } catch (error) {
    if (isKept && !isOurs(row) && error instanceof NetworkMissing) return undefined
    if (error instanceof NetworkUnusable) return error.message
    throw error
  }
}
