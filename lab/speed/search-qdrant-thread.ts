// Makes a share of the faces, finds the nearest of each query one by one, and writes them to Qdrant over gRPC.
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { parentPort, workerData } from 'node:worker_threads'
import { compare, faceOf, type Query, queriesFor } from './search-made-faces.ts'
import { VALUES } from './search-peers/peer.ts'

const { url, collection, partition, from, to, size, queries: count, batch } = workerData as Share

/** Of the faces one thread writes. */
export interface Share {
  readonly url: string
  readonly collection: string
  readonly partition: { readonly key: string; readonly value: string }
  readonly from: number
  readonly to: number
  readonly size: number
  readonly queries: number
  readonly batch: number
}

/** A field of bytes in a protocol buffer. */
function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 128)
  }
}

const text = (number: number, value: string): Buffer => field(number, Buffer.from(value))
const named = (key: string, value: Buffer): Buffer => field(3, Buffer.concat([text(1, key), field(2, value)]))
const ofPartition = named(partition.key, text(4, partition.value))
const HEAD = text(1, collection)

/** Qdrant's PointStruct: id, payload and vector. */
function point(number: number, face: Float32Array): Buffer {
  const id = field(1, Buffer.concat([Buffer.from([1 << 3]), varint(number)]))
  const payload = named('number', Buffer.concat([Buffer.from([3 << 3]), varint(number)]))
  const vector = field(4, field(1, field(1, new Uint8Array(face.buffer, face.byteOffset, 4 * VALUES))))
  return field(3, Buffer.concat([id, ofPartition, payload, vector]))
}

async function upsert(session: ClientHttp2Session, message: Buffer): Promise<void> {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/qdrant.Points/Upsert',
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  let refused = ''
  const heard = (headers: NodeJS.Dict<string | string[]>) => {
    const status = headers['grpc-status']
    if (status !== undefined && status !== '0') refused = `${status} ${String(headers['grpc-message'])}`
  }
  stream.on('response', heard)
  stream.on('trailers', heard)
  stream.resume()
  stream.end(Buffer.concat([prefix, message]))
  await once(stream, 'close')
  if (refused) throw new Error(`Qdrant refused faces: ${refused}`)
}

const session = connect(url)
const queries: Query[] = queriesFor(size, count)
const waiting = new Set<Promise<void>>()
for (let start = from; start < to; start += batch) {
  const parts = [HEAD]
  for (let number = start; number < Math.min(to, start + batch); number++) {
    const face = faceOf(number, new Float32Array(VALUES))
    compare(queries, number, face)
    parts.push(point(number, face))
  }
  const sent = upsert(session, Buffer.concat(parts)).finally(() => waiting.delete(sent))
  waiting.add(sent)
  if (waiting.size >= 2) await Promise.race(waiting)
  parentPort?.postMessage({ written: parts.length - 1 })
}
await Promise.all(waiting)
session.close()
parentPort?.postMessage({ nearest: queries.map(({ nearest, cosine }) => ({ nearest, cosine })) })
