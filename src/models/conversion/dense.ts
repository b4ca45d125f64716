// Writes large dense layers of an ONNX graph in 8-bit integers: at one picture a run, reading their weights is all they cost.
import { nodeMessage } from './onnx.ts'
import { fieldsOf, integersOf, Message, type ProtobufField, textOf } from './protobuf.ts'

/** Field numbers of ONNX's messages. */
const MODEL = { graph: 7, operators: 8 }
const OPERATORS = { domain: 1, version: 2 }
const GRAPH = { node: 1, initialiser: 5 }
const NODE = { input: 1, output: 2, type: 4, attribute: 5, domain: 7 }
const ATTRIBUTE = { name: 1, float: 2, integer: 3 }
const TENSOR = { dimension: 1, type: 2, floats: 4, name: 8, bytes: 9 }
const FLOAT = 1
const BYTE = 2

/** From so many weights on; smaller layers lie in the processor's own memory. */
const LEAST_WEIGHTS = 2 ** 20
const MOST_LEVEL = 127
/**
 * Levels are written without a sign, this one for zero. Without VNNI, onnxruntime adds products of unsigned and signed
 * bytes two by two in 16 bits, and cuts off what is larger; products of unsigned bytes are whole on every processor.
 */
const ZERO_LEVEL = 128
/** Sums of so many products stay within 32 bits whatever the numbers are. */
const MOST_ROWS = Math.floor(2 ** 31 / (255 * MOST_LEVEL))

interface Dense {
  readonly input: string
  readonly weights: string
  readonly bias: string | undefined
  readonly output: string
}

/** Each column of the weights has a scale of its own; what goes in is made 8-bit integers as it comes. */
export function withSmallDense(onnx: Uint8Array): Uint8Array {
  const model = new Message()
  let isChanged = false
  for (const field of fieldsOf(onnx)) {
    const graph = field.number === MODEL.graph ? rewritten(field.content) : undefined
    if (graph) model.message(MODEL.graph, graph)
    else model.raw(field.whole)
    isChanged ||= graph !== undefined
  }
  if (!isChanged) return onnx
  return model
    .message(
      MODEL.operators,
      new Message().text(OPERATORS.domain, 'com.microsoft').integer(OPERATORS.version, 1),
    )
    .finish()
}

function rewritten(content: Uint8Array): Message | undefined {
  const fields = [...fieldsOf(content)]
  const layers = new Map<ProtobufField, Dense>()
  for (const field of fields) {
    const layer = field.number === GRAPH.node ? denseOf(field.content) : undefined
    if (layer) layers.set(field, layer)
  }
  const weights = new Map<string, Smaller>()
  const names = new Set([...layers.values()].map((layer) => layer.weights))
  for (const { number, content } of fields) {
    const found = number === GRAPH.initialiser ? smallerOf(content, names) : undefined
    if (found) weights.set(found.name, found)
  }
  if (weights.size === 0) return undefined
  const graph = new Message()
  for (const field of fields) {
    const layer = layers.get(field)
    const known = layer && weights.get(layer.weights)
    if (layer && known) graph.message(GRAPH.node, smallNode(layer))
    else if (field.number !== GRAPH.initialiser || !weights.has(nameOf(field.content))) graph.raw(field.whole)
  }
  for (const { name, rows, columns, levels, scales } of weights.values()) {
    graph.message(GRAPH.initialiser, tensor(name, [rows, columns], BYTE, levels))
    graph.message(GRAPH.initialiser, tensor(`${name} scales`, [columns], FLOAT, scales))
    graph.message(GRAPH.initialiser, tensor(`${name} zero`, [1], BYTE, Uint8Array.of(ZERO_LEVEL)))
  }
  return graph
}

function tensor(
  name: string,
  shape: readonly number[],
  type: number,
  numbers: Uint8Array | Float32Array,
): Message {
  const message = new Message()
  for (const size of shape) message.integer(TENSOR.dimension, size)
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return message.integer(TENSOR.type, type).text(TENSOR.name, name).bytes(TENSOR.bytes, bytes)
}

function smallNode({ input, weights, bias, output }: Dense): Message {
  const inputs = [input, weights, `${weights} scales`, `${weights} zero`, ...(bias ? [bias] : [])]
  return nodeMessage({ type: 'DynamicQuantizeMatMul', inputs, output, attributes: {} }, output).text(
    NODE.domain,
    'com.microsoft',
  )
}

/** A Gemm whose weights stand in rows, one for each output, as the layers of most exporters do. */
function denseOf(content: Uint8Array): Dense | undefined {
  const parts = [...fieldsOf(content)]
  const all = (number: number) =>
    parts.filter((part) => part.number === number).map((part) => textOf(part.content))
  if (all(NODE.type)[0] !== 'Gemm') return undefined
  const [input, weights, bias] = all(NODE.input)
  const [output] = all(NODE.output)
  const attributes = parts
    .filter((part) => part.number === NODE.attribute)
    .map((part) => attributeOf(part.content))
  const isPlain = attributes.every(
    ({ name, value }) =>
      (name === 'transB' && value === 1) || (name === 'transA' && value === 0) || value === 1,
  )
  const isInRows = attributes.some(({ name, value }) => name === 'transB' && value === 1)
  return isPlain && isInRows && input && weights && output ? { input, weights, bias, output } : undefined
}

function attributeOf(content: Uint8Array): { readonly name: string; readonly value: number } {
  const parts = [...fieldsOf(content)]
  const only = (number: number) => parts.find((part) => part.number === number)?.content
  const float = only(ATTRIBUTE.float)
  const value = float
    ? new DataView(float.buffer, float.byteOffset, 4).getFloat32(0, true)
    : integersOf(only(ATTRIBUTE.integer) ?? new Uint8Array())[0]
  return { name: textOf(only(ATTRIBUTE.name) ?? new Uint8Array()), value: value ?? 0 }
}

const nameOf = (content: Uint8Array): string => {
  for (const part of fieldsOf(content)) if (part.number === TENSOR.name) return textOf(part.content)
  return ''
}

interface Smaller {
  readonly name: string
  readonly rows: number
  readonly columns: number
  /** Row by row: what was a row of the layer is a column here. */
  readonly levels: Uint8Array
  readonly scales: Float32Array
}

function smallerOf(content: Uint8Array, names: ReadonlySet<string>): Smaller | undefined {
  const name = nameOf(content)
  if (!names.has(name)) return undefined
  const parts = [...fieldsOf(content)]
  const only = (part: number) => parts.find((field) => field.number === part)?.content
  const sizes = parts.flatMap((field) => (field.number === TENSOR.dimension ? integersOf(field.content) : []))
  const bytes = only(TENSOR.bytes) ?? only(TENSOR.floats)
  const [columns = 0, rows = 0] = sizes
  const isFit = sizes.length === 2 && rows * columns >= LEAST_WEIGHTS && rows <= MOST_ROWS
  if (!isFit || only(TENSOR.type)?.[0] !== FLOAT || bytes?.length !== 4 * rows * columns) return undefined
  // Typed arrays need aligned addresses, so the bytes are copied.
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const levels = new Uint8Array(rows * columns).fill(ZERO_LEVEL)
  const scales = new Float32Array(columns)
  for (let column = 0; column < columns; column++)
    scales[column] = quantise(numbers.subarray(column * rows, (column + 1) * rows), levels, column, columns)
  return { name, rows, columns, levels, scales }
}

/** Writes the numbers as levels, each so far from the one before, and gives what a level is worth. */
function quantise(numbers: Float32Array, levels: Uint8Array, start: number, apart: number): number {
  let most = 0
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(numbers[i] as number)
    if (size > most) most = size
  }
  if (most === 0) return 1
  const times = MOST_LEVEL / most
  // An array of bytes cuts fractions off, so that adding a half rounds.
  for (let i = 0, to = start; i < numbers.length; i++, to += apart)
    levels[to] = ZERO_LEVEL + 0.5 + (numbers[i] as number) * times
  return most / MOST_LEVEL
}
