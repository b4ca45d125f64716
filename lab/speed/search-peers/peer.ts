// What the search bench asks of whatever it compares: to build itself from vectors, to find the nearest, to change.

export const VALUES = 128

/** Unit vectors one behind the other; the slot of a vector is its place among them. */
export interface Vectors {
  readonly size: number
  readonly values: Float32Array
}

export interface Built {
  /** The slot of the nearest. */
  search(vector: Float32Array): Promise<number>
  /** For those that answer several questions in one call; the others are asked at the same time. */
  searchTogether?(vectors: readonly Float32Array[]): Promise<readonly number[]>
  insert?(vector: Float32Array): void
  remove?(slot: number): void
  /** Something worth a line beneath the table. */
  remark?(): string
  close(): Promise<void>
}

export interface Peer {
  readonly name: string
  /** Promises the true nearest. */
  readonly exact: boolean
  build(gallery: Vectors): Promise<Built>
}

export function vectorAt({ values }: Vectors, slot: number): Float32Array {
  return values.subarray(slot * VALUES, (slot + 1) * VALUES)
}
