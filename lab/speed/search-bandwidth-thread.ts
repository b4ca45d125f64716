// Reads its share of the memory on every message, as a thread of search-bandwidth.ts.
import { parentPort, workerData } from 'node:worker_threads'

const { module, memory, from, to } = workerData as {
  module: WebAssembly.Module
  memory: WebAssembly.Memory
  from: number
  to: number
}
const read = new WebAssembly.Instance(module, { gallery: { memory } }).exports.read as (
  from: number,
  to: number,
) => number

parentPort?.on('message', () => parentPort?.postMessage(read(from, to)))
parentPort?.postMessage('ready')
