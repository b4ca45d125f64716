// Declares a test case for one operator: its inputs, its options, and the expected output.
import type { Fields } from './flatbuffer-writer.ts'
import type { Grid } from './grid.ts'
import { type TensorSpec, type Type, tflite } from './tflite-writer.ts'

/** A grid is handed over when the network runs, a tensor is written into the file. */
type Operand = Grid | TensorSpec

export interface Case {
  readonly title: string
  readonly inputs: readonly (Operand | undefined)[]
  readonly options?: Fields
  readonly expected: Grid
  readonly resultType?: Type
  /** The file is written by hand where one operator alone makes no network. */
  readonly file?: Uint8Array
}

/** Cases are listed by the names of the operators. */
export type Cases = Readonly<Record<string, readonly Case[]>>

const isFed = (operand: Operand): operand is Grid => !('type' in operand)

export function modelOf(code: number, { inputs, options, expected, resultType, file }: Case): Uint8Array {
  if (file) return file
  const present = inputs.flatMap((operand) => (operand ? [operand] : []))
  const tensors = present.map((operand): TensorSpec => (isFed(operand) ? { shape: operand.shape } : operand))
  return tflite({
    tensors: [...tensors, { shape: expected.shape, type: resultType ?? 'float32' }],
    operators: [
      {
        code,
        inputs: inputs.map((operand) => (operand ? present.indexOf(operand) : -1)),
        output: tensors.length,
        ...(options && { options }),
      },
    ],
    inputs: present.flatMap((operand, index) => (isFed(operand) ? [index] : [])),
    outputs: [tensors.length],
  })
}

export const fedInputs = ({ inputs }: Case): Grid[] =>
  inputs.flatMap((operand) => (operand && isFed(operand) ? [operand] : []))
