// Reads what chips are sent and what certificates are made of: tags, lengths and values, one inside another.

export interface Node {
  readonly tag: number
  readonly value: Uint8Array
  /** Where the next one starts. */
  readonly end: number
  /** What the value holds, where its tag says that it holds others. */
  readonly inside: readonly Node[]
}

/** The length of DER that starts at a place, or nothing where it is cut off or not one of DER. */
function lengthAt(bytes: Uint8Array, at: number): { length: number; start: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0x80 || first > 0x84) return undefined
  if (first < 0x80) return { length: first, start: at + 1 }
  const start = at + 1 + (first & 0x7f)
  if (start > bytes.length) return undefined
  const length = bytes.subarray(at + 1, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return { length, start }
}

function nodeAt(bytes: Uint8Array, at: number): Node | undefined {
  const first = bytes[at]
  const second = bytes[at + 1]
  if (first === undefined || second === undefined) return undefined
  const isLong = (first & 0x1f) === 0x1f
  const found = lengthAt(bytes, at + (isLong ? 2 : 1))
  if (found === undefined || found.start + found.length > bytes.length) return undefined
  const end = found.start + found.length
  const value = bytes.subarray(found.start, end)
  return {
    tag: isLong ? first * 256 + second : first,
    value,
    end,
    inside: first & 0x20 ? (nodesOf(value) ?? []) : [],
  }
}

/** All that follow each other, or nothing where the bytes are not made of such. */
export function nodesOf(bytes: Uint8Array): readonly Node[] | undefined {
  const nodes: Node[] = []
  for (let at = 0; at < bytes.length; ) {
    const node = nodeAt(bytes, at)
    if (node === undefined) return undefined
    nodes.push(node)
    at = node.end
  }
  return nodes
}

/** The first one. */
export function nodeOf(bytes: Uint8Array): Node {
  const node = nodeAt(bytes, 0)
  if (node === undefined) throw new Error('these bytes have no tag, length and value')
  return node
}
