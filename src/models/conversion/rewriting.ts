// Applies fusions to a network before it is converted: finds what computes and reads a tensor, and removes unused operators.
import { product } from './layout.ts'
import type { Operator, Tensor, TfliteNetwork } from './network.ts'
import { type Numbers, unpack } from './weights.ts'

/** Returns the operator that replaces this one, or undefined. */
export type Fusion = (draft: Draft, operator: Operator) => Operator | undefined

export class Draft {
  readonly #tensors: Tensor[]
  readonly #outputs: readonly number[]
  readonly #producers = new Map<number, Operator>()
  readonly #readers = new Map<number, number>()

  constructor({ tensors, operators, outputs }: TfliteNetwork) {
    this.#tensors = [...tensors]
    this.#outputs = outputs
    for (const operator of operators) {
      for (const output of operator.outputs) this.#producers.set(output, operator)
      for (const input of operator.inputs) this.#readers.set(input, (this.#readers.get(input) ?? 0) + 1)
    }
  }

  get tensors(): readonly Tensor[] {
    return this.#tensors
  }

  producer(tensor: number | undefined): Operator | undefined {
    return tensor === undefined ? undefined : this.#producers.get(tensor)
  }

  shape(tensor: number | undefined): readonly number[] {
    return this.#tensors[tensor ?? -1]?.shape ?? []
  }

  /** The tensor is read by one operator, and is no output of the network. */
  isPrivate(tensor: number | undefined): boolean {
    return tensor !== undefined && this.#readers.get(tensor) === 1 && !this.#outputs.includes(tensor)
  }

  /** Returns weights, also those that an operator unpacks. */
  weights(tensor: number | undefined): Numbers | undefined {
    const unpacking = this.producer(tensor)
    const stored = this.#tensors[(unpacking?.name === 'DEQUANTIZE' ? unpacking.inputs[0] : tensor) ?? -1]
    if (!stored?.bytes) return undefined
    const numbers = unpack(stored)
    return numbers.length === product(this.shape(tensor)) ? numbers : undefined
  }

  addWeights(shape: readonly number[], numbers: Float32Array): number {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
    const name = `fused ${this.#tensors.length}`
    this.#tensors.push({ name, shape, type: 'float32', bytes, quantisation: undefined })
    return this.#tensors.length - 1
  }
}

export function rewritten(network: TfliteNetwork, fusions: readonly Fusion[]): TfliteNetwork {
  let current = network
  for (const fusion of fusions) {
    const draft = new Draft(current)
    const operators = current.operators.map((operator) => fusion(draft, operator) ?? operator)
    current = withoutUnread({ ...current, tensors: draft.tensors, operators })
  }
  return current
}

/** Removes unused operators from the end to the beginning, so that their inputs become unused as well. */
function withoutUnread(network: TfliteNetwork): TfliteNetwork {
  const needed = new Set(network.outputs)
  const operators = network.operators.toReversed().filter(({ inputs, outputs }) => {
    if (!outputs.some((output) => needed.has(output))) return false
    for (const input of inputs) needed.add(input)
    return true
  })
  return { ...network, operators: operators.toReversed() }
}
