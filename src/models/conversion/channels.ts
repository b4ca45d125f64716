// Fills up the channels of an ONNX graph with zeros to whole blocks, because onnxruntime runs convolutions on x64 by the block.
import { type Initialiser, type Node, nodeMessage, tensorMessage } from './onnx.ts'
import { fieldsOf, integersOf, Message, type ProtobufField, textOf } from './protobuf.ts'

/** Field numbers of ONNX's messages. */
const MODEL_GRAPH = 7
const GRAPH = { node: 1, initialiser: 5, output: 12, sizes: 13 }
const NODE = { input: 1, output: 2, type: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, integer: 3, integers: 8 }
const TENSOR = { dimension: 1, type: 2, name: 8, bytes: 9 }
const FLOAT = 1
const INT64 = 7

/** With AVX-512 a block has 16 channels, with AVX2 it has 8. */
const BLOCK = 16
const filled = (channels: number): number => BLOCK * Math.ceil(channels / BLOCK)

/** These give as many channels as they take, each by itself; what they make of a zero is multiplied by zero later. */
const EACH_CHANNEL: ReadonlySet<string> = new Set([
  'Add',
  'AveragePool',
  'GlobalAveragePool',
  'HardSwish',
  'Identity',
  'LeakyRelu',
  'MaxPool',
  'Mul',
  'Relu',
  'Resize',
  'Sigmoid',
])

interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: number
  readonly bytes: Uint8Array
}

interface GraphNode {
  readonly field: ProtobufField
  readonly type: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/**
 * A convolution of one channel by itself whose channels fill no blocks costs ten times as much, and pictures are turned
 * around before and after it. The added channels are zero, and so are the weights that take them: results stay the same.
 */
export function withWholeBlocks(onnx: Uint8Array): Uint8Array {
  const model = new Message()
  let isChanged = false
  for (const field of fieldsOf(onnx)) {
    const graph = field.number === MODEL_GRAPH ? rewritten(field.content) : undefined
    if (graph) model.message(MODEL_GRAPH, graph)
    else model.raw(field.whole)
    isChanged ||= graph !== undefined
  }
  return isChanged ? model.finish() : onnx
}

function rewritten(content: Uint8Array): Message | undefined {
  const fields = [...fieldsOf(content)]
  const nodes = fields.filter(({ number }) => number === GRAPH.node).map(nodeOf)
  const tensors = tensorsAmong(fields)
  const widths = widthsOf(nodes, tensors)
  const answers = fields.filter(({ number }) => number === GRAPH.output).map(nameOfPort)
  const free = freeAmong(nodes, tensors, widths, new Set(answers))
  if (![...free].some((name) => (widths.get(name) ?? 0) % BLOCK > 0)) return undefined
  const after = (name: string) => {
    const width = widths.get(name) ?? 0
    return free.has(name) ? filled(width) : width
  }
  const graph = new Message()
  const added: Initialiser[] = []
  const used = new Set<string>()
  const byField = new Map(nodes.map((node) => [node.field, node]))
  for (const field of fields.filter(({ number }) => number === GRAPH.node)) {
    const node = byField.get(field)
    const written = node && widened(node, tensors, widths, after)
    for (const input of written?.inputs ?? node?.inputs ?? []) used.add(input)
    if (written) {
      graph.message(GRAPH.node, written.message)
      added.push(...written.initialisers)
    } else graph.raw(field.whole)
  }
  for (const field of fields) {
    const isDropped = field.number === GRAPH.initialiser && !used.has(tensorOf(field).name)
    // Sizes that are written down for values in between would no longer be true.
    if (field.number !== GRAPH.node && field.number !== GRAPH.sizes && !isDropped) graph.raw(field.whole)
  }
  for (const initialiser of added) graph.message(GRAPH.initialiser, tensorMessage(initialiser))
  return graph
}

/** Channels of each value of which they are known; the others are left alone. */
function widthsOf(nodes: readonly GraphNode[], tensors: ReadonlyMap<string, Tensor>): Map<string, number> {
  const widths = new Map<string, number>()
  for (const node of nodes) {
    const [output = ''] = node.outputs
    const [input = '', weights = ''] = node.inputs
    const before = widths.get(input)
    const added = channelsAdded(node, tensors)
    if (node.type === 'Conv') {
      const width = tensors.get(weights)?.shape[0]
      if (width !== undefined) widths.set(output, width)
    } else if (added !== undefined) {
      if (before !== undefined) widths.set(output, before + added)
    } else if (EACH_CHANNEL.has(node.type) && before !== undefined) widths.set(output, before)
  }
  return widths
}

/** Values that may get channels of zeros: the nodes that make them and those that use them both allow it. */
function freeAmong(
  nodes: readonly GraphNode[],
  tensors: ReadonlyMap<string, Tensor>,
  widths: ReadonlyMap<string, number>,
  answers: ReadonlySet<string>,
): Set<string> {
  const free = new Set([...widths.keys()].filter((name) => !answers.has(name)))
  /** Values that must all be filled up or none. */
  const bound: (readonly string[])[] = []
  for (const node of nodes) {
    const [input = '', weights = ''] = node.inputs
    const values = [...node.inputs, ...node.outputs].filter((name) => widths.has(name))
    if (node.type === 'Conv') {
      const shape = tensors.get(weights)?.shape ?? []
      const isFloat = node.inputs.slice(1).every((name) => tensors.get(name)?.type === FLOAT)
      const groups = attributeOf(node, 'group') ?? 1
      if (!isFloat || shape.length !== 4 || (groups > 1 && groups !== shape[0]))
        for (const name of values) free.delete(name)
      else if (groups > 1) bound.push([input, ...node.outputs])
    } else if (channelsAdded(node, tensors) !== undefined) continue
    else if (EACH_CHANNEL.has(node.type) && isOfEachChannel(node, widths)) bound.push(values)
    else for (const name of values) free.delete(name)
  }
  for (let before = -1; before !== free.size; ) {
    before = free.size
    for (const values of bound)
      if (!values.every((name) => free.has(name))) for (const name of values) free.delete(name)
  }
  return free
}

/** A sum of pictures of equally many channels, or one picture enlarged along its sides. */
function isOfEachChannel({ type, inputs }: GraphNode, widths: ReadonlyMap<string, number>): boolean {
  const [first = '', second = ''] = inputs
  if (type === 'Add' || type === 'Mul') return widths.get(first) === widths.get(second)
  // The fourth input would name the channels of the result.
  return type !== 'Resize' || inputs.length < 4
}

/** How many channels of zeros a Pad puts behind the others; undefined where it does anything else. */
function channelsAdded(
  { type, inputs, field }: GraphNode,
  tensors: ReadonlyMap<string, Tensor>,
): number | undefined {
  if (type !== 'Pad') return undefined
  const pads = tensors.get(inputs[1] ?? '')
  const value = tensors.get(inputs[2] ?? '')
  if (pads?.type !== INT64 || pads.shape[0] !== 8 || (value && floatsOf(value).some((one) => one !== 0)))
    return undefined
  const isConstant = [...fieldsOf(field.content)].every(({ number }) => number !== NODE.attribute)
  const counts = [...new BigInt64Array(new Uint8Array(pads.bytes).buffer)].map(Number)
  const added = counts[5] ?? 0
  return isConstant && added > 0 && counts.every((count, i) => count === (i === 5 ? added : 0))
    ? added
    : undefined
}

interface WidenedNode {
  readonly message: Message
  readonly inputs: readonly string[]
  readonly initialisers: readonly Initialiser[]
}

function widened(
  node: GraphNode,
  tensors: ReadonlyMap<string, Tensor>,
  widths: ReadonlyMap<string, number>,
  after: (name: string) => number,
): WidenedNode | undefined {
  const [input = '', weightsName = '', biasName] = node.inputs
  const [output = ''] = node.outputs
  const added = channelsAdded(node, tensors)
  if (added !== undefined && widths.has(output)) return asConvolution(input, output, after)
  const weights = tensors.get(weightsName)
  if (node.type !== 'Conv' || !weights) return undefined
  const [outs = 0, ins = 0, ...kernel] = weights.shape
  const isByItself = (attributeOf(node, 'group') ?? 1) > 1
  const [newOuts, newIns] = [after(output), isByItself || !widths.has(input) ? ins : after(input)]
  if (newOuts === outs && newIns === ins) return undefined
  const area = kernel.reduce((product, side) => product * side, 1)
  const numbers = new Float32Array(newOuts * newIns * area)
  const old = floatsOf(weights)
  for (let out = 0; out < outs; out++)
    numbers.set(old.subarray(out * ins * area, (out + 1) * ins * area), out * newIns * area)
  const initialisers: Initialiser[] = [
    { name: `${output} wide weights`, shape: [newOuts, newIns, ...kernel], numbers },
  ]
  const bias = biasName === undefined ? undefined : tensors.get(biasName)
  if (bias) {
    const wide = new Float32Array(newOuts)
    wide.set(floatsOf(bias))
    initialisers.push({ name: `${output} wide bias`, shape: [newOuts], numbers: wide })
  }
  const inputs = [input, ...initialisers.map(({ name }) => name)]
  const message = new Message()
  for (const name of inputs) message.text(NODE.input, name)
  for (const part of fieldsOf(node.field.content)) {
    const isGroup = part.number === NODE.attribute && nameOfAttribute(part) === 'group' && isByItself
    if (isGroup)
      message.message(NODE.attribute, new Message().text(1, 'group').integer(3, newOuts).integer(20, 2))
    else if (part.number !== NODE.input) message.raw(part.whole)
  }
  return { message, inputs, initialisers }
}

/** The channels as they are, by a convolution of one pixel, which stays within blocks; where blocks had room, by nothing. */
function asConvolution(input: string, output: string, after: (name: string) => number): WidenedNode {
  const [ins, outs] = [after(input), after(output)]
  const written = (node: Node, initialisers: readonly Initialiser[]) => ({
    message: nodeMessage(node, node.output),
    inputs: node.inputs,
    initialisers,
  })
  if (ins === outs) return written({ type: 'Identity', inputs: [input], output, attributes: {} }, [])
  const numbers = new Float32Array(outs * ins)
  for (let channel = 0; channel < ins; channel++) numbers[channel * ins + channel] = 1
  const weights = { name: `${output} wide weights`, shape: [outs, ins, 1, 1], numbers }
  const inputs = [input, weights.name]
  return written({ type: 'Conv', inputs, output, attributes: { kernel_shape: [1, 1] } }, [weights])
}

function nodeOf(field: ProtobufField): GraphNode {
  const parts = [...fieldsOf(field.content)]
  const all = (number: number) =>
    parts.filter((part) => part.number === number).map(({ content }) => textOf(content))
  return { field, type: all(NODE.type)[0] ?? '', inputs: all(NODE.input), outputs: all(NODE.output) }
}

const nameOfAttribute = ({ content }: ProtobufField): string => {
  const name = [...fieldsOf(content)].find(({ number }) => number === ATTRIBUTE.name)
  return name ? textOf(name.content) : ''
}

function attributeOf({ field }: GraphNode, name: string): number | undefined {
  const attribute = [...fieldsOf(field.content)].find(
    (part) => part.number === NODE.attribute && nameOfAttribute(part) === name,
  )
  const value =
    attribute && [...fieldsOf(attribute.content)].find(({ number }) => number === ATTRIBUTE.integer)
  return value && integersOf(value.content)[0]
}

const tensorsAmong = (fields: readonly ProtobufField[]): Map<string, Tensor> =>
  new Map(
    fields
      .filter(({ number }) => number === GRAPH.initialiser)
      .map(tensorOf)
      .map((tensor) => [tensor.name, tensor]),
  )

function tensorOf({ content }: ProtobufField): Tensor {
  const parts = [...fieldsOf(content)]
  const only = (number: number) => parts.find((part) => part.number === number)?.content
  return {
    name: textOf(only(TENSOR.name) ?? new Uint8Array()),
    shape: parts.flatMap(({ number, content }) => (number === TENSOR.dimension ? integersOf(content) : [])),
    type: only(TENSOR.type)?.[0] ?? 0,
    bytes: only(TENSOR.bytes) ?? new Uint8Array(),
  }
}

/** Typed arrays need aligned addresses, so the bytes are copied. */
const floatsOf = ({ bytes }: Tensor): Float32Array => new Float32Array(new Uint8Array(bytes).buffer)

const nameOfPort = ({ content }: ProtobufField): string => {
  const name = [...fieldsOf(content)].find(({ number }) => number === 1)
  return name ? textOf(name.content) : ''
}
