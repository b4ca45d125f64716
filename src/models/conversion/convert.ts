// Converts a TFLite file to an ONNX file that computes the same, with the channels of images first.
import { DamagedFile } from './flatbuffer.ts'
import { fuseLinear, fusePadding, fusePrelu } from './fusions.ts'
import { Graph, type GraphValue, weights } from './graph.ts'
import { sameNumbers, shapeOf } from './layout.ts'
import { readNetwork, type Tensor, type TfliteNetwork } from './network.ts'
import type { OnnxType } from './onnx.ts'
import { activations } from './operators/activations.ts'
import { arithmetic } from './operators/arithmetic.ts'
import { resizing } from './operators/resizing.ts'
import { shapes } from './operators/shapes.ts'
import { sums } from './operators/sums.ts'
import { windows } from './operators/windows.ts'
import { rewritten } from './rewriting.ts'
import { type Conversion, ConversionStep } from './step.ts'
import { unpack } from './weights.ts'

/** Operators that can be converted, by the names that TFLite gives them. */
export const operators: Readonly<Record<string, Conversion>> = {
  ...activations,
  ...arithmetic,
  ...resizing,
  ...shapes,
  ...sums,
  ...windows,
}

export function convertTflite(bytes: Uint8Array): Uint8Array {
  return drawn(rewritten(readNetwork(bytes), [fusePrelu, fusePadding, fuseLinear]))
}

function drawn(network: TfliteNetwork): Uint8Array {
  const graph = new Graph()
  const values = new Map<number, GraphValue>()
  const read = new Set(network.operators.flatMap(({ inputs }) => inputs))
  network.tensors.forEach((tensor, index) => {
    if (tensor.bytes && read.has(index))
      values.set(index, weights(`weights ${index}`, tensor.shape, unpack(tensor)))
  })
  for (const index of network.inputs) {
    const tensor = tensorAt(network, index)
    values.set(index, graph.input(tensor.name, portType(tensor), tensor.shape))
  }
  for (const operator of network.operators) {
    const convert = operators[operator.name]
    if (!convert) throw new Error(`the network uses ${operator.name}, which cannot be converted`)
    const [output, ...more] = operator.outputs
    if (output === undefined || more.length > 0)
      throw new DamagedFile(`the file is damaged: ${operator.name} has ${operator.outputs.length} results`)
    const promised = tensorAt(network, output)
    values.set(output, kept(promised, new ConversionStep(graph, operator, values, promised.shape), convert))
  }
  for (const index of network.outputs) {
    const value = values.get(index)
    const { name } = tensorAt(network, index)
    if (!value) throw new DamagedFile(`the file is damaged: nothing computes its result ${name}`)
    graph.output(name, value)
  }
  return graph.finish()
}

/** Checks type and shape of a result against the file: this finds damage that nothing before has noticed. */
function kept(promised: Tensor, step: ConversionStep, convert: Conversion): GraphValue {
  const value = convertedBy(step, convert)
  const shape = shapeOf(value.layout)
  if (promised.type !== value.type)
    throw step.fault(`gives ${promised.type ?? 'something unknown'}; only plain numbers can be converted`)
  if (!sameNumbers(shape, promised.shape))
    throw step.fault(`gives [${shape.join(', ')}] where the file says [${promised.shape.join(', ')}]`)
  return value
}

/** Adds the name of the operator to errors about impossible sizes, which are thrown far from here. */
function convertedBy(step: ConversionStep, convert: Conversion): GraphValue {
  try {
    return convert(step)
  } catch (error) {
    if (!(error instanceof Error) || error.message.startsWith(`${step.name} `)) throw error
    throw step.fault(`cannot be converted: ${error.message}`)
  }
}

function tensorAt(network: TfliteNetwork, index: number): Tensor {
  const tensor = network.tensors[index]
  if (!tensor) throw new DamagedFile(`the file is damaged: there is no tensor ${index}`)
  return tensor
}

function portType({ name, type }: Tensor): OnnxType {
  if (type === 'float32' || type === 'int32') return type
  throw new Error(
    `the network takes ${type ?? 'something unknown'} as ${name}; only plain numbers can be converted`,
  )
}
