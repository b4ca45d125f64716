// Runs ONNX files in tests, with images handed over and taken back the way TFLite has them: channels last.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { fieldsOf } from '../../../src/models/conversion/protobuf.ts'
import { type Grid, permuted } from './grid.ts'

const channelsFirst = [0, 3, 1, 2]
const channelsLast = [0, 2, 3, 1]

/** Sessions are opened as the server opens them, without log output. */
export const open = (onnx: Uint8Array): Promise<InferenceSession> =>
  InferenceSession.create(onnx, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 })

export async function run(onnx: Uint8Array, inputs: readonly Grid[]): Promise<Grid[]> {
  const session = await open(onnx)
  const feeds = Object.fromEntries(
    session.inputNames.map((name, index) => {
      const { shape, data } = turned(inputs[index] ?? { shape: [], data: [] }, channelsFirst)
      return [name, new Tensor('float32', Float32Array.from(data), shape)]
    }),
  )
  const results = await session.run(feeds)
  const outputs = session.outputNames.map((name) => {
    const { dims, data } = results[name] as Tensor
    return turned({ shape: dims, data: Array.from(data as ArrayLike<number>, Number) }, channelsLast)
  })
  await session.release()
  return outputs
}

const turned = (value: Grid, permutation: readonly number[]): Grid =>
  value.shape.length === 4 ? permuted(value, permutation) : value

/** Finds all fields of this number in all graphs of the file. */
export const inGraph = (onnx: Uint8Array, wanted: number): Uint8Array[] =>
  [...fieldsOf(onnx)]
    .filter(({ number }) => number === 7)
    .flatMap(({ content }) => [...fieldsOf(content)])
    .filter(({ number }) => number === wanted)
    .map(({ content }) => content)

/** Counts each operator of the graph. */
export function nodeCounts(onnx: Uint8Array): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const node of inGraph(onnx, 1)) {
    const type = [...fieldsOf(node)].find(({ number }) => number === 4)?.content
    const name = new TextDecoder().decode(type)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Counts the bytes of weights in the graph. */
export const weightBytes = (onnx: Uint8Array): number =>
  inGraph(onnx, 5)
    .flatMap((tensor) => [...fieldsOf(tensor)])
    .filter(({ number }) => number === 9)
    .reduce((sum, { content }) => sum + content.length, 0)
