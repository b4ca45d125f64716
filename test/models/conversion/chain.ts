// Builds a network for tests operator by operator, and computes its expected output beside it.
import { codeOf } from './codes.ts'
import type { Fields } from './flatbuffer-writer.ts'
import type { Grid } from './grid.ts'
import { type OperatorSpec, type TensorSpec, tflite } from './tflite-writer.ts'

export class Chain {
  readonly input: Grid
  /** Holds the expected output of the last operator. */
  value: Grid
  readonly #tensors: TensorSpec[]
  readonly #operators: OperatorSpec[] = []
  #last = 0

  constructor(input: Grid) {
    this.input = input
    this.value = input
    this.#tensors = [{ shape: input.shape }]
  }

  /** Holds the number of the tensor that was computed last. */
  get last(): number {
    return this.#last
  }

  /** The next operator works on what came before, on weights, and on earlier tensors by their numbers. */
  add(name: string, value: Grid, more: readonly (TensorSpec | number)[] = [], options?: Fields): this {
    const inputs = more.map((one) => (typeof one === 'number' ? one : this.#tensors.push(one) - 1))
    const output = this.#tensors.push({ shape: value.shape }) - 1
    const code = codeOf(name)
    this.#operators.push({ code, inputs: [this.#last, ...inputs], output, ...(options && { options }) })
    this.#last = output
    this.value = value
    return this
  }

  file(): Uint8Array {
    return tflite({
      tensors: this.#tensors,
      operators: this.#operators,
      inputs: [0],
      outputs: [this.#last],
    })
  }
}
