// Defines what the search bench needs of a peer: to build itself from vectors, to find the nearest, to change.

export const VALUES = 128

/** Unit vectors in one array; the slot of a vector is its index. */
export interface Vectors {
  readonly size: number
  readonly values: Float32Array
}

export interface Built {
  /** Returns the slot of the nearest. */
  search(vector: Float32Array): Promise<number>
  /** Answers several queries in one call; peers without it are asked concurrently. */
  searchTogether?(vectors: readonly Float32Array[]): Promise<readonly number[]>
  insert?(vector: Float32Array): void
  remove?(slot: number): void
  /** Returns a line for below the table. */
  remark?(): string
  close(): Promise<void>
}

export interface Peer {
  readonly name: string
  /** Whether the peer always returns the true nearest. */
  readonly exact: boolean
  build(gallery: Vectors): Promise<Built>
}

export function vectorAt({ values }: Vectors, slot: number): Float32Array {
  return values.subarray(slot * VALUES, (slot + 1) * VALUES)
}
