// Lets a network of convolutions, and of attention among patches, look at smaller pictures than it was saved for.
import { DamagedFile } from './flatbuffer.ts'
import { sameNumbers } from './layout.ts'
import { portMessage, tensorMessage } from './onnx.ts'
import { fieldsOf, integersOf, Message, type ProtobufField, textOf } from './protobuf.ts'

/** Field numbers of ONNX's messages. */
const MODEL_GRAPH = 7
const GRAPH = { node: 1, initialiser: 5, input: 11, output: 12 }
const NODE = { input: 1, output: 2, type: 4, attribute: 5 }
const ATTRIBUTE_INTEGERS = 8
const TENSOR = { name: 8, bytes: 9 }

/** A picture in patches: which axes count patches, before and after the axes change places, and which sizes grow with them. */
const intoPatches = { permutation: [0, 2, 4, 1, 3], before: [1, 3], after: [3, 3] }
const outOfPatches = { permutation: [0, 3, 1, 4, 2], before: [3, 4], after: [2, 3] }

/**
 * Weights stay as they are: convolutions, sums and softmaxes take any size. Only the sizes that are written down change:
 * those of input and output, and those by which a picture is cut into patches and put together again.
 */
export function atSide(onnx: Uint8Array, side: number): Uint8Array {
  const model = new Message()
  const isSaved = graphIn(onnx).some(
    (graph) => portOf([...fieldsOf(graph)], GRAPH.input).shape.at(-1) === side,
  )
  if (isSaved) return onnx
  for (const field of fieldsOf(onnx))
    if (field.number === MODEL_GRAPH) model.message(MODEL_GRAPH, resized(field.content, side))
    else model.raw(field.whole)
  return model.finish()
}

const graphIn = (onnx: Uint8Array): Uint8Array[] =>
  [...fieldsOf(onnx)].filter(({ number }) => number === MODEL_GRAPH).map(({ content }) => content)

interface Node {
  readonly field: ProtobufField
  readonly type: string
  readonly inputs: readonly string[]
  readonly output: string
}

function resized(content: Uint8Array, side: number): Message {
  const fields = [...fieldsOf(content)]
  const nodes = fields.filter(({ number }) => number === GRAPH.node).map(nodeOf)
  const before = portOf(fields, GRAPH.input)
  const times = side / (before.shape.at(-1) ?? side)
  const shapes = newShapes(nodes, sizesAmong(fields), times)
  const graph = new Message()
  for (const field of fields) {
    const node = nodes.find((one) => one.field === field)
    const isPort = field.number === GRAPH.input || field.number === GRAPH.output
    if (isPort) {
      const { name, shape } = portOf([field], field.number)
      graph.message(field.number, portMessage({ name, type: 'float32', shape: enlarged(shape, times) }))
    } else if (node?.type === 'Reshape') {
      const shape = shapes.get(node)
      if (!shape) throw new Error(`the network reshapes ${node.inputs[0]} in a way that has one size only`)
      const name = `${node.output} sizes`
      graph.message(GRAPH.node, withInputs(node, [node.inputs[0] ?? '', name]))
      const numbers = BigInt64Array.from(shape, BigInt)
      graph.message(GRAPH.initialiser, tensorMessage({ name, shape: [shape.length], numbers }))
    } else graph.raw(field.whole)
  }
  return graph
}

const enlarged = (shape: readonly number[], times: number): number[] =>
  shape.map((size, axis) => (axis < 2 ? size : size * times))

function newShapes(
  nodes: readonly Node[],
  sizes: ReadonlyMap<string, readonly number[]>,
  times: number,
): Map<Node, number[]> {
  const shapes = new Map<Node, number[]>()
  const grow = (node: Node | undefined, axes: readonly number[]) => {
    const old = node && sizes.get(node.inputs[1] ?? '')
    if (!node || !old || node.type !== 'Reshape')
      throw new DamagedFile('a picture is cut into patches of no size')
    const grown = [...old]
    for (const axis of axes) grown[axis] = (grown[axis] ?? 0) * times
    if (grown.some((size) => !Number.isInteger(size)))
      throw new Error(`patches cannot be cut out of a picture ${times} times as large`)
    shapes.set(node, grown)
  }
  for (const node of nodes) {
    const permutation = node.type === 'Transpose' ? permutationOf(node) : []
    const way = [intoPatches, outOfPatches].find((one) => sameNumbers(one.permutation, permutation))
    if (!way) continue
    grow(
      nodes.find(({ output }) => output === node.inputs[0]),
      way.before,
    )
    grow(
      nodes.find(({ inputs }) => inputs[0] === node.output),
      way.after,
    )
  }
  return shapes
}

function nodeOf(field: ProtobufField): Node {
  const parts = [...fieldsOf(field.content)]
  const all = (number: number) =>
    parts.filter((part) => part.number === number).map(({ content }) => textOf(content))
  return { field, type: all(NODE.type)[0] ?? '', inputs: all(NODE.input), output: all(NODE.output)[0] ?? '' }
}

function withInputs({ field }: Node, inputs: readonly string[]): Message {
  const message = new Message()
  for (const input of inputs) message.text(NODE.input, input)
  for (const part of fieldsOf(field.content)) if (part.number !== NODE.input) message.raw(part.whole)
  return message
}

const permutationOf = ({ field }: Node): number[] =>
  [...fieldsOf(field.content)]
    .filter(({ number }) => number === NODE.attribute)
    .flatMap(({ content }) => [...fieldsOf(content)])
    .filter(({ number }) => number === ATTRIBUTE_INTEGERS)
    .flatMap(({ content }) => integersOf(content))

/** Weights of eight-byte integers, which are sizes. */
function sizesAmong(fields: readonly ProtobufField[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { number, content } of fields) {
    if (number !== GRAPH.initialiser) continue
    const parts = [...fieldsOf(content)]
    const only = (part: number) => parts.find((field) => field.number === part)?.content ?? new Uint8Array()
    const bytes = only(TENSOR.bytes)
    if (bytes.length > 0 && bytes.length <= 64 && bytes.length % 8 === 0)
      found.set(textOf(only(TENSOR.name)), [...new BigInt64Array(new Uint8Array(bytes).buffer)].map(Number))
  }
  return found
}

/** A port is a name and a type; its type a tensor; the tensor a kind of number and a shape; that a list of sizes. */
function portOf(
  fields: readonly ProtobufField[],
  number: number,
): { readonly name: string; readonly shape: number[] } {
  const inside = (message: Uint8Array, part: number) =>
    [...fieldsOf(message)].filter((field) => field.number === part).map(({ content }) => content)
  const port = fields.find((field) => field.number === number)?.content
  const [tensor] = port ? inside(port, 2).flatMap((type) => inside(type, 1)) : []
  if (!port || !tensor) throw new DamagedFile('the ONNX file is damaged: it has no input or no output')
  const sizes = inside(tensor, 2).flatMap((shape) => inside(shape, 1))
  return {
    name: textOf(inside(port, 1)[0] ?? new Uint8Array()),
    shape: sizes.flatMap((size) => inside(size, 1).flatMap(integersOf)),
  }
}
