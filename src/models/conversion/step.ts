// One operator that is being converted: its inputs, its options, and the nodes that it adds to the graph.
import { type Graph, type GraphValue, sizeOf } from './graph.ts'
import {
  layoutOf,
  orderOf,
  pick,
  product,
  reshaped,
  sameNumbers,
  shapeOf,
  upTo,
  usualOrder,
} from './layout.ts'
import type { Operator } from './network.ts'
import type { Attribute, OnnxType } from './onnx.ts'

/** Converts an operator of TFLite to nodes of ONNX. */
export type Conversion = (step: ConversionStep) => GraphValue

export class ConversionStep {
  readonly graph: Graph
  readonly name: string
  /** Shape of the result by the file. */
  readonly shape: readonly number[]
  readonly #operator: Operator
  readonly #values: ReadonlyMap<number, GraphValue>

  constructor(
    graph: Graph,
    operator: Operator,
    values: ReadonlyMap<number, GraphValue>,
    shape: readonly number[],
  ) {
    this.graph = graph
    this.name = operator.name
    this.shape = shape
    this.#operator = operator
    this.#values = values
  }

  get inputCount(): number {
    return this.#operator.inputs.length
  }

  input(index: number): GraphValue {
    const value = this.optional(index)
    if (!value) throw this.fault(`lacks input ${index}`)
    return value
  }

  optional(index: number): GraphValue | undefined {
    const tensor = this.#operator.inputs[index] ?? -1
    if (tensor === -1) return undefined
    const value = this.#values.get(tensor)
    if (!value) throw this.fault(`reads tensor ${tensor}, which nothing has computed before it`)
    return value
  }

  /** An input that is a parameter of the operator, which must be constant. */
  known(index: number): number[] {
    const { numbers } = this.input(index)
    if (!numbers)
      throw this.fault('takes its shape or axes from another operator; only fixed ones can be converted')
    if (!(numbers instanceof Int32Array)) throw this.fault('has a shape or axes that are not whole numbers')
    return [...numbers]
  }

  option(name: string): number {
    const value = this.#operator.options[name]
    if (value === undefined) throw this.fault(`has no option ${name}`)
    return value
  }

  list(name: string): readonly number[] {
    return this.#operator.lists[name] ?? []
  }

  /** An axis counted from either end. */
  axis(axis: number, rank: number): number {
    const counted = axis < 0 ? axis + rank : axis
    if (!Number.isInteger(counted) || counted < 0 || counted >= rank)
      throw this.fault(`works along axis ${axis} of ${rank}`)
    return counted
  }

  fault(what: string): Error {
    return new Error(`${this.name} ${what}`)
  }

  /** Adds a node whose result has its axes in this order; the shape is TFLite's. */
  draw(
    type: string,
    inputs: readonly string[],
    result: { shape: readonly number[]; order: readonly number[]; type?: OnnxType },
    attributes: Readonly<Record<string, Attribute>> = {},
  ): GraphValue {
    return {
      name: this.graph.node(type, inputs, attributes),
      type: result.type ?? 'float32',
      layout: layoutOf(result.shape, result.order),
    }
  }

  /** Adds a node that treats every element alike, whatever the layout. */
  each(
    type: string,
    value: GraphValue,
    attributes: Readonly<Record<string, Attribute>> = {},
    ...more: readonly string[]
  ): GraphValue {
    const stored = value.numbers ? this.inOrder(value, upTo(shapeOf(value.layout).length)) : value
    return {
      name: this.graph.node(type, [stored.name, ...more], attributes),
      type: value.type,
      layout: stored.layout,
    }
  }

  inOrder(value: GraphValue, order: readonly number[]): GraphValue {
    const layout = layoutOf(shapeOf(value.layout), order)
    return { name: this.graph.arranged(value, order), type: value.type, layout }
  }

  /** Order of the axes of a value; where it has none, the one that it is brought into. */
  order(value: GraphValue): number[] {
    const rank = value.layout.axes.length
    return value.numbers ? usualOrder(rank) : (orderOf(value.layout) ?? usualOrder(rank))
  }

  /** The order for several values at once: the usual one if any has it, else that of the largest. */
  commonOrder(values: readonly GraphValue[]): number[] {
    const usual = usualOrder(pick(values, 0).layout.axes.length)
    const moving = values.filter(({ numbers }) => !numbers).toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const orders = moving.flatMap(({ layout }) => {
      const order = orderOf(layout)
      return order ? [order] : []
    })
    return orders.find((order) => sameNumbers(order, usual)) ?? orders[0] ?? usual
  }

  reshape(value: GraphValue, shape: readonly number[]): GraphValue {
    if (sizeOf(value) !== product(shape))
      throw this.fault(`cannot make [${shape.join(', ')}] of [${shapeOf(value.layout).join(', ')}]`)
    const described = reshaped(value.layout, shape)
    if (described) return { ...value, layout: described }
    // Sizes without a common divisor cannot be described by pieces, so the tensor is transposed.
    const plain = this.inOrder(value, upTo(value.layout.axes.length))
    const result = { shape, order: upTo(shape.length), type: value.type }
    return this.draw('Reshape', [plain.name, this.graph.integers(shape)], result)
  }
}
