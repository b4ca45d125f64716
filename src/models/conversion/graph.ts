// Builds an ONNX graph: nodes, weights, and the layout of each tensor.
import {
  arrange,
  layoutOf,
  permute,
  product,
  sameNumbers,
  shapeOf,
  type TensorLayout,
  upTo,
  usualOrder,
} from './layout.ts'
import { type Attribute, type Initialiser, type Node, type OnnxType, type Port, writeOnnx } from './onnx.ts'
import type { Numbers } from './weights.ts'

/** A tensor as an operator sees it: its name, its layout and, for weights, the numbers. */
export interface GraphValue {
  readonly name: string
  readonly type: OnnxType
  readonly layout: TensorLayout
  /** Weights in the order of the pieces of their layout; they are written when an operator uses them. */
  readonly numbers?: Numbers
}

export const weights = (name: string, shape: readonly number[], numbers: Numbers): GraphValue => ({
  name,
  type: numbers instanceof Float32Array ? 'float32' : 'int32',
  layout: layoutOf(shape, upTo(shape.length)),
  numbers,
})

export class Graph {
  readonly #nodes: Node[] = []
  readonly #initialisers = new Map<string, Initialiser>()
  readonly #inputs: Port[] = []
  readonly #outputs: Port[] = []
  readonly #arranged = new Map<string, string>()

  input(name: string, type: OnnxType, shape: readonly number[]): GraphValue {
    const layout = layoutOf(shape, usualOrder(shape.length))
    this.#inputs.push({ name, type, shape: layout.stored })
    return { name, type, layout }
  }

  /** Takes inputs by name, an empty one for an omitted input; returns the name of the output. */
  node(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string {
    const output = `value ${this.#nodes.length}`
    this.#nodes.push({ type, inputs, output, attributes })
    return output
  }

  /** Positions, sizes and axes: operands that ONNX wants as tensors of 64-bit integers. */
  integers(values: readonly number[]): string {
    return this.#initialiser({
      name: `integers ${values.join(' ')}`,
      shape: [values.length],
      numbers: BigInt64Array.from(values, BigInt),
    })
  }

  scalar(value: number): string {
    return this.#initialiser({ name: `scalar ${value}`, shape: [], numbers: Float32Array.of(value) })
  }

  floats(values: readonly number[]): string {
    const name = `floats ${values.join(' ')}`
    return this.#initialiser({ name, shape: [values.length], numbers: Float32Array.from(values) })
  }

  /** Name of the tensor that has the axes of a value in this order. */
  arranged(value: GraphValue, order: readonly number[]): string {
    const { cut, permutation, shape } = arrange(value.layout, order)
    const key = JSON.stringify([value.name, cut, permutation, shape])
    const known = this.#arranged.get(key)
    if (known !== undefined) return known
    const from = cut ?? value.layout.stored
    const how = permutation ? ` from ${from.join('x')} by ${permutation.join(' ')}` : ''
    const name = value.numbers
      ? this.#initialiser({
          name: `${value.name} as ${shape.join('x')}${how}`,
          shape,
          numbers: permutation ? permute(value.numbers, from, permutation) : value.numbers,
        })
      : this.#turned(value, cut, permutation, shape)
    this.#arranged.set(key, name)
    return name
  }

  #turned(
    { name, layout }: GraphValue,
    cut: readonly number[] | undefined,
    permutation: readonly number[] | undefined,
    shape: readonly number[],
  ): string {
    let current = cut ? this.node('Reshape', [name, this.integers(cut)]) : name
    let stored = cut ?? layout.stored
    if (permutation) {
      current = this.node('Transpose', [current], { perm: permutation })
      stored = permutation.map((axis) => stored[axis] ?? 1)
    }
    return sameNumbers(stored, shape) ? current : this.node('Reshape', [current, this.integers(shape)])
  }

  #initialiser(initialiser: Initialiser): string {
    this.#initialisers.set(initialiser.name, initialiser)
    return initialiser.name
  }

  /** Makes a value an output of the graph, under the name that the file gives it. */
  output(name: string, value: GraphValue): void {
    const shape = shapeOf(value.layout)
    const order = usualOrder(shape.length)
    const current = this.arranged(value, order)
    this.#nodes.push({ type: 'Identity', inputs: [current], output: name, attributes: {} })
    this.#outputs.push({ name, type: value.type, shape: order.map((axis) => shape[axis] ?? 1) })
  }

  finish(): Uint8Array {
    const used = new Set(this.#nodes.flatMap(({ inputs }) => inputs))
    const initialisers = [...this.#initialisers.values()].filter(({ name }) => used.has(name))
    const names = [
      ...[...this.#inputs, ...initialisers].map(({ name }) => name),
      ...this.#nodes.map(({ output }) => output),
    ]
    const taken = names.find((name, index) => names.lastIndexOf(name) !== index)
    if (taken !== undefined) throw new Error(`two things in the network are called "${taken}"`)
    return writeOnnx({ nodes: this.#nodes, initialisers, inputs: this.#inputs, outputs: this.#outputs })
  }
}

export const sizeOf = ({ layout }: GraphValue): number => product(layout.pieces)
