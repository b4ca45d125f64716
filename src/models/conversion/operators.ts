// The table of operators that can be converted, by the names that TFLite gives them.
import { activations } from './operators/activations.ts'
import { arithmetic } from './operators/arithmetic.ts'
import { resizing } from './operators/resizing.ts'
import { shapes } from './operators/shapes.ts'
import { sums } from './operators/sums.ts'
import { windows } from './operators/windows.ts'
import type { Conversion } from './step.ts'

export const operators: Readonly<Record<string, Conversion>> = {
  ...activations,
  ...arithmetic,
  ...resizing,
  ...shapes,
  ...sums,
  ...windows,
}
