// Writes parametric ReLUs of an ONNX graph as convolutions, which onnxruntime runs on x64 without turning the picture around.
import { type Initialiser, type Node, nodeMessage, tensorMessage } from './onnx.ts'
import { fieldsOf, integersOf, Message, type ProtobufField, textOf } from './protobuf.ts'

/** Field numbers of ONNX's messages. */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const GRAPH_INITIALISER = 5
const NODE = { input: 1, output: 2, type: 4 }
const TENSOR = { dimension: 1, type: 2, floats: 4, name: 8, bytes: 9 }
const FLOAT = 1

/**
 * onnxruntime keeps pictures in blocks of channels from convolution to convolution. A PRelu knows no blocks: the picture
 * is turned around before and after each, at more than the cost of the convolutions. With a slope a it is
 * x + (1 - a) relu(-x): two convolutions of one pixel and one channel, the second of which adds x as it writes.
 */
export function withoutPrelu(onnx: Uint8Array): Uint8Array {
  // Most networks have none, and are not copied.
  if (!Buffer.from(onnx.buffer, onnx.byteOffset, onnx.byteLength).includes('PRelu')) return onnx
  const model = new Message()
  for (const field of fieldsOf(onnx))
    if (field.number === MODEL_GRAPH) model.message(MODEL_GRAPH, rewritten(field.content))
    else model.raw(field.whole)
  return model.finish()
}

interface Prelu {
  readonly input: string
  readonly slopes: string
  readonly output: string
}

function rewritten(content: Uint8Array): Message {
  const fields = [...fieldsOf(content)]
  const prelus = new Map(
    fields.flatMap((field) => {
      const prelu = field.number === GRAPH_NODE ? preluOf(field) : undefined
      return prelu ? [[field, prelu] as const] : []
    }),
  )
  const slopes = slopesAmong(fields, new Set([...prelus.values()].map(({ slopes }) => slopes)))
  const graph = new Message()
  const added: Initialiser[] = []
  for (const field of fields) {
    const prelu = prelus.get(field)
    const known = prelu && slopes.get(prelu.slopes)
    if (!prelu || !known) {
      graph.raw(field.whole)
      continue
    }
    const { nodes, initialisers } = asConvolutions(prelu, known)
    for (const node of nodes) graph.message(GRAPH_NODE, nodeMessage(node, node.output))
    added.push(...initialisers)
  }
  for (const initialiser of added) graph.message(GRAPH_INITIALISER, tensorMessage(initialiser))
  return graph
}

function asConvolutions(
  { input, output }: Prelu,
  slopes: Float32Array,
): { readonly nodes: Node[]; readonly initialisers: Initialiser[] } {
  const initialisers: Initialiser[] = []
  const times = (from: string, part: string, numbers: Float32Array): Node => {
    const weights = { name: `${output} ${part} weights`, shape: [slopes.length, 1, 1, 1], numbers }
    initialisers.push(weights)
    return {
      type: 'Conv',
      inputs: [from, weights.name],
      output: `${output} ${part}`,
      attributes: { group: slopes.length, kernel_shape: [1, 1] },
    }
  }
  const below = times(
    input,
    'turned',
    slopes.map(() => -1),
  )
  const cut: Node = { type: 'Relu', inputs: [below.output], output: `${output} cut`, attributes: {} }
  const lifted = times(
    cut.output,
    'lifted',
    slopes.map((slope) => 1 - slope),
  )
  const sum: Node = { type: 'Add', inputs: [input, lifted.output], output, attributes: {} }
  return { nodes: [below, cut, lifted, sum], initialisers }
}

function preluOf({ content }: ProtobufField): Prelu | undefined {
  const parts = [...fieldsOf(content)]
  const all = (number: number) =>
    parts.filter((part) => part.number === number).map((part) => textOf(part.content))
  const [input, slopes] = all(NODE.input)
  const [output] = all(NODE.output)
  const isPrelu = all(NODE.type)[0] === 'PRelu'
  return isPrelu && input && slopes && output ? { input, slopes, output } : undefined
}

/** Slopes with one number for each channel of a picture; others stay as they are. */
function slopesAmong(
  fields: readonly ProtobufField[],
  names: ReadonlySet<string>,
): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>()
  for (const { number, content } of fields) {
    if (number !== GRAPH_INITIALISER) continue
    const parts = [...fieldsOf(content)]
    const only = (part: number) => parts.find((field) => field.number === part)?.content
    const name = textOf(only(TENSOR.name) ?? new Uint8Array())
    if (!names.has(name) || only(TENSOR.type)?.[0] !== FLOAT) continue
    const sizes = parts.flatMap((field) =>
      field.number === TENSOR.dimension ? integersOf(field.content) : [],
    )
    const bytes = only(TENSOR.bytes) ?? only(TENSOR.floats) ?? new Uint8Array()
    const channels = sizes.at(-3) ?? 0
    // Typed arrays need aligned addresses, so the bytes are copied.
    const isOfChannels = bytes.length === 4 * channels && Math.max(...sizes) === channels
    if (isOfChannels) found.set(name, new Float32Array(new Uint8Array(bytes).buffer))
  }
  return found
}
