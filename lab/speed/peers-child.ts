// Makes vectors of the faces of photos with one peer, in a process of its own, so that its time and memory can be measured.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { cosine } from '../../src/gallery/cosine.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { observeImage } from '../../src/vision/observe.ts'
import { networkCache } from '../kit/folders.ts'

export interface PeerAsk {
  readonly peer: string
  /** The folder whose node_modules has the peers. */
  readonly packages: string
  readonly files: readonly string[]
  readonly pairs: readonly (readonly [string, string])[]
}

export interface PeerAnswer {
  /** Processor time of one photo from its file to the vectors of its faces, after the first photos. */
  readonly cpuMs: readonly number[]
  readonly missed: number
  /** How alike the faces of each pair are, by the peer's own measure; absent where a face was not found. */
  readonly likeness: readonly (number | undefined)[]
  readonly peakBytes: number
}

interface EmbeddedFace {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly vector: ArrayLike<number>
}

interface Peer {
  readonly embed: (bytes: Uint8Array) => Promise<readonly EmbeddedFace[]>
  readonly likeness: (one: ArrayLike<number>, other: ArrayLike<number>) => number
}

interface Tensors {
  tensor(data: Uint8Array, shape: readonly number[], type: string): object
  dispose(tensor: object): void
  setBackend(name: string): Promise<boolean>
  ready(): Promise<void>
}

interface FaceApi {
  readonly nets: Readonly<Record<string, { loadFromDisk(folder: string): Promise<void> }>>
  detectAllFaces(tensor: object): {
    withFaceLandmarks(): {
      withFaceDescriptors(): Promise<
        readonly { descriptor: Float32Array; detection: { box: EmbeddedFace['box'] } }[]
      >
    }
  }
  euclideanDistance(one: ArrayLike<number>, other: ArrayLike<number>): number
}

interface Human {
  readonly tf: Tensors
  load(): Promise<void>
  detect(tensor: object): Promise<{ face: readonly { embedding?: number[]; box: readonly number[] }[] }>
  readonly match: { similarity(one: ArrayLike<number>, other: ArrayLike<number>): number }
}

async function decoded(bytes: Uint8Array) {
  const image = sharp(bytes).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), shape: [info.height, info.width, 3] as const }
}

const openers: Readonly<Record<string, (packages: string) => Promise<Peer>>> = {
  selfsame: async () => {
    const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
    return {
      embed: async (bytes) => {
        const seen = await observeImage(networks, bytes, 50, { search: 'frame', closely: 12, vector: true })
        return 'fault' in seen
          ? []
          : seen.faces.flatMap(({ box, vector }) => (vector ? [{ box, vector }] : []))
      },
      likeness: (one, other) => cosine(Float32Array.from(one), Float32Array.from(other)),
    }
  },
  'face-api': async (packages) => {
    const { load, at, wasm } = packagesIn(packages)
    const tf = load<Tensors>('@tensorflow/tfjs')
    load<{ setWasmPaths(folder: string): void }>('@tensorflow/tfjs-backend-wasm').setWasmPaths(wasm)
    const api = load<FaceApi>('@vladmandic/face-api/dist/face-api.node-wasm.js')
    await tf.setBackend('wasm')
    await tf.ready()
    for (const net of ['ssdMobilenetv1', 'faceLandmark68Net', 'faceRecognitionNet'])
      await api.nets[net]?.loadFromDisk(join(at('@vladmandic/face-api'), 'model'))
    return {
      embed: async (bytes) => {
        const { data, shape } = await decoded(bytes)
        const tensor = tf.tensor(data, shape, 'int32')
        const seen = await api.detectAllFaces(tensor).withFaceLandmarks().withFaceDescriptors()
        tf.dispose(tensor)
        return seen.map(({ descriptor, detection: { box } }) => ({ box, vector: descriptor }))
      },
      likeness: (one, other) => -api.euclideanDistance(one, other),
    }
  },
  human: async (packages) => {
    const { load, at, wasm } = packagesIn(packages)
    load('@tensorflow/tfjs-backend-wasm')
    const { Human } = load<{ Human: new (config: object) => Human }>(
      join(at('@vladmandic/human'), 'dist/human.node-wasm.js'),
    )
    const off = { enabled: false }
    const human = new Human({
      backend: 'wasm',
      wasmPath: wasm,
      cacheSensitivity: 0,
      debug: false,
      modelBasePath: await served(join(at('@vladmandic/human'), 'models')),
      face: { enabled: true, emotion: off, antispoof: off, liveness: off },
      body: off,
      hand: off,
      object: off,
      gesture: off,
      segmentation: off,
      filter: off,
    })
    await human.load()
    return {
      embed: async (bytes) => {
        const { data, shape } = await decoded(bytes)
        const tensor = human.tf.tensor(data, [1, ...shape], 'float32')
        const { face } = await human.detect(tensor)
        human.tf.dispose(tensor)
        return face.flatMap(({ embedding, box: [x = 0, y = 0, width = 0, height = 0] }) =>
          embedding ? [{ box: { x, y, width, height }, vector: embedding }] : [],
        )
      },
      likeness: (one, other) => human.match.similarity(one, other),
    }
  },
}

/** On WebAssembly this peer takes its networks from a server only. */
async function served(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    readFile(join(folder, new URL(request.url ?? '', 'http://peer').pathname)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function packagesIn(folder: string) {
  const require = createRequire(join(folder, 'package.json'))
  const at = (name: string) => join(folder, 'node_modules', name)
  return {
    load: <Module>(name: string): Module => require(name) as Module,
    at,
    wasm: `${join(at('@tensorflow/tfjs-backend-wasm'), 'dist')}/`,
  }
}

/** The labelled face of a photo of LFW is the one in its middle. */
async function inTheMiddle(bytes: Uint8Array, faces: readonly EmbeddedFace[]) {
  const { width, height } = await sharp(bytes).metadata()
  const away = ({ box }: EmbeddedFace) =>
    Math.hypot(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2)
  return faces.toSorted((one, other) => away(one) - away(other))[0]?.vector
}

/** The first photos warm up the compiler. */
const WARM_UP = 5

process.once('message', async ({ peer: name, packages, files, pairs }: PeerAsk) => {
  const peer = await openers[name]?.(packages)
  if (!peer) throw new Error(`there is no peer named ${name}`)
  const vectors = new Map<string, ArrayLike<number>>()
  const cpuMs: number[] = []
  for (const [i, file] of files.entries()) {
    const bytes = await readFile(file)
    const before = process.cpuUsage()
    const faces = await peer.embed(bytes)
    const { user, system } = process.cpuUsage(before)
    const vector = await inTheMiddle(bytes, faces)
    if (i >= WARM_UP) cpuMs.push((user + system) / 1000)
    if (vector) vectors.set(file, vector)
  }
  const likeness = pairs.map(([a, b]) => {
    const [one, other] = [vectors.get(a), vectors.get(b)]
    return one && other && peer.likeness(one, other)
  })
  const answer: PeerAnswer = {
    cpuMs,
    likeness,
    missed: files.length - vectors.size,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }
  process.send?.(answer, () => process.disconnect())
})
