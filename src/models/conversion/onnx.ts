// Writes an ONNX file from nodes and weights.
import { product } from './layout.ts'
import { Message } from './protobuf.ts'
import type { Numbers } from './weights.ts'

/** The newest operator set whose operators are all that the converter needs; onnxruntime reads far newer ones. */
const operatorSet = 18
const irVersion = 8

/** Numbers of ONNX's element types. */
const typeNumbers = { float32: 1, int32: 6, int64: 7, bool: 9 } as const

export type OnnxType = keyof typeof typeNumbers

/** An integer, integers, a text, or a float, which must be marked: 1 and 1.0 are the same to JavaScript. */
export type Attribute = number | readonly number[] | string | { readonly float: number }

export interface Node {
  readonly type: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes: Readonly<Record<string, Attribute>>
}

export interface Initialiser {
  readonly name: string
  readonly shape: readonly number[]
  readonly numbers: Numbers | BigInt64Array
}

export interface Port {
  readonly name: string
  readonly type: OnnxType
  readonly shape: readonly number[]
}

interface OnnxGraph {
  readonly nodes: readonly Node[]
  readonly initialisers: readonly Initialiser[]
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
}

export function writeOnnx({ nodes, initialisers, inputs, outputs }: OnnxGraph): Uint8Array {
  const graph = new Message()
  nodes.forEach((node, index) => {
    graph.message(1, nodeMessage(node, `${node.type}_${index}`))
  })
  graph.text(2, 'network')
  for (const initialiser of initialisers) graph.message(5, tensorMessage(initialiser))
  for (const port of inputs) graph.message(11, portMessage(port))
  for (const port of outputs) graph.message(12, portMessage(port))
  return new Message()
    .integer(1, irVersion)
    .text(2, 'selfsame')
    .message(7, graph)
    .message(8, new Message().text(1, '').integer(2, operatorSet))
    .finish()
}

export function nodeMessage({ type, inputs, output, attributes }: Node, name: string): Message {
  const message = new Message()
  for (const input of inputs) message.text(1, input)
  message.text(2, output).text(3, name).text(4, type)
  for (const [name, value] of Object.entries(attributes)) message.message(5, attributeMessage(name, value))
  return message
}

function attributeMessage(name: string, value: Attribute): Message {
  const message = new Message().text(1, name)
  if (typeof value === 'number') return message.integer(3, value).integer(20, 2)
  if (typeof value === 'string') return message.text(4, value).integer(20, 3)
  if ('float' in value) return message.float(2, value.float).integer(20, 1)
  for (const one of value) message.integer(8, one)
  return message.integer(20, 7)
}

export function tensorMessage({ name, shape, numbers }: Initialiser): Message {
  if (numbers.length !== product(shape)) throw new Error(`${name} does not fill its shape`)
  const message = new Message()
  for (const size of shape) message.integer(1, size)
  const type = numbers instanceof Float32Array ? 'float32' : numbers instanceof Int32Array ? 'int32' : 'int64'
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return message.integer(2, typeNumbers[type]).text(8, name).bytes(9, bytes)
}

export function portMessage({ name, type, shape }: Port): Message {
  const sizes = new Message()
  for (const size of shape) sizes.message(1, new Message().integer(1, size))
  const tensor = new Message().integer(1, typeNumbers[type]).message(2, sizes)
  return new Message().text(1, name).message(2, new Message().message(1, tensor))
}
