// Looks at the networks of this installation without changing anything: is each sound, and is it made ready.
import { isReady } from './cache.ts'
import { NetworkUnusable, networkRows, readSource } from './manifest.ts'
import type { NetworkRow } from './network.ts'

export interface NetworkState {
  readonly row: NetworkRow
  /** Why it cannot be used, as a sentence; none when the installed file is the one that was measured. */
  readonly fault?: string
  /** Made already; otherwise the next start makes it. */
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
