// The mean of a face's meshes over several frames: found anew in each frame, a mesh trembles, and its normals more than its points.

/** Each is moved and scaled onto the first, so that it stays in that frame's pixels; empty of none. */
export function meanMesh(meshes: readonly Float32Array[]): Float32Array {
  const [first] = meshes
  if (!first) return new Float32Array()
  const own = frameOf(first)
  const sum = new Float64Array(first.length)
  for (const mesh of meshes) {
    const { middle, size } = frameOf(mesh)
    for (let i = 0; i < sum.length; i++)
      sum[i] = (sum[i] as number) + ((mesh[i] as number) - (middle[i % 3] as number)) / size
  }
  return Float32Array.from(
    sum,
    (value, i) => (value / meshes.length) * own.size + (own.middle[i % 3] as number),
  )
}

/** The middle of all points, and how far they are from it. */
function frameOf(mesh: Float32Array): { readonly middle: readonly number[]; readonly size: number } {
  const points = mesh.length / 3
  const middle = [0, 0, 0]
  for (let i = 0; i < mesh.length; i++)
    middle[i % 3] = (middle[i % 3] as number) + (mesh[i] as number) / points
  let squares = 0
  for (let i = 0; i < mesh.length; i++) squares += ((mesh[i] as number) - (middle[i % 3] as number)) ** 2
  return { middle, size: Math.sqrt(squares / points) || 1 }
}
