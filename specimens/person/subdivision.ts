// Makes a coarse mesh fine and round: Loop's rule, kept as weights, so that a moved face is refined by sums alone.

export interface Refinement {
  /** Of the fine mesh, three points each. */
  readonly triangles: Uint32Array
  readonly points: number
  /** Fine point i is the sum of weights[k] times coarse point sources[k], k from starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array
  readonly sources: Uint32Array
  readonly weights: Float64Array
}

interface Edge {
  readonly index: number
  readonly ends: readonly [number, number]
  /** The third points of the triangles at it: one at a border. */
  readonly across: number[]
}

type Sum = (readonly [source: number, weight: number])[]

export function refine(triangles: Uint32Array, points: number): Refinement {
  const edges = edgesOf(triangles, points)
  const sums = [...pointRules(edges, points), ...[...edges.values()].map(edgeRule)]
  return { ...packed(sums), triangles: split(triangles, edges, points), points: sums.length }
}

/** `size` numbers a point. */
export function refined(
  { starts, sources, weights, points }: Refinement,
  coarse: Float64Array,
  size: number,
): Float64Array {
  const fine = new Float64Array(points * size)
  for (let point = 0; point < points; point++)
    for (let k = starts[point] as number; k < (starts[point + 1] as number); k++) {
      const from = (sources[k] as number) * size
      const weight = weights[k] as number
      for (let axis = 0; axis < size; axis++)
        fine[point * size + axis] =
          (fine[point * size + axis] as number) + weight * (coarse[from + axis] as number)
    }
  return fine
}

const nameOf = (one: number, other: number): number => Math.min(one, other) * 65_536 + Math.max(one, other)

function edgesOf(triangles: Uint32Array, points: number): Map<number, Edge> {
  const edges = new Map<number, Edge>()
  for (let at = 0; at < triangles.length; at += 3)
    for (let corner = 0; corner < 3; corner++) {
      const one = triangles[at + corner] as number
      const other = triangles[at + ((corner + 1) % 3)] as number
      const name = nameOf(one, other)
      const edge = edges.get(name) ?? { index: points + edges.size, ends: [one, other], across: [] }
      edge.across.push(triangles[at + ((corner + 2) % 3)] as number)
      edges.set(name, edge)
    }
  return edges
}

function edgeRule({ ends: [one, other], across }: Edge): Sum {
  const [left, right] = across
  if (left === undefined || right === undefined)
    return [
      [one, 0.5],
      [other, 0.5],
    ]
  return [
    [one, 3 / 8],
    [other, 3 / 8],
    [left, 1 / 8],
    [right, 1 / 8],
  ]
}

function pointRules(edges: Map<number, Edge>, points: number): Sum[] {
  const neighbours = Array.from({ length: points }, () => new Set<number>())
  const borders = Array.from({ length: points }, () => new Set<number>())
  for (const { ends, across } of edges.values())
    for (const [from, to] of [ends, ends.toReversed()] as [number, number][]) {
      neighbours[from]?.add(to)
      if (across.length < 2) borders[from]?.add(to)
    }
  return neighbours.map((around, point) => {
    const border = [...(borders[point] ?? [])]
    if (border.length > 0)
      return [[point, 3 / 4], ...border.map((to) => [to, 1 / 4 / border.length] as const)]
    if (around.size === 0) return [[point, 1]]
    // Warren's choice of Loop's weight.
    const weight = around.size === 3 ? 3 / 16 : 3 / 8 / around.size
    return [[point, 1 - weight * around.size], ...[...around].map((to) => [to, weight] as const)]
  })
}

function split(triangles: Uint32Array, edges: Map<number, Edge>, points: number): Uint32Array {
  const fine: number[] = []
  const middle = (one: number, other: number) => edges.get(nameOf(one, other))?.index ?? points
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [...triangles.subarray(at, at + 3)] as [number, number, number]
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
    fine.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca)
  }
  return Uint32Array.from(fine)
}

function packed(sums: readonly Sum[]): Pick<Refinement, 'starts' | 'sources' | 'weights'> {
  const starts = new Uint32Array(sums.length + 1)
  for (const [i, sum] of sums.entries()) starts[i + 1] = (starts[i] as number) + sum.length
  return {
    starts,
    sources: Uint32Array.from(sums.flatMap((sum) => sum.map(([source]) => source))),
    weights: Float64Array.from(sums.flatMap((sum) => sum.map(([, weight]) => weight))),
  }
}
