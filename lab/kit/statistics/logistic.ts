// Fits a logistic regression of a few inputs by Newton's method with a small ridge; coefficients are in the caller's units.
import { solved } from '../../../src/image/geometry/linear-equations.ts'
import { mean } from './summary.ts'

interface LogisticModel {
  readonly intercept: number
  /** The weights are in the order of the inputs, each in its own unit. */
  readonly weights: readonly number[]
  readonly converged: boolean
}

interface LogisticOptions {
  /** The penalty on the squared weights of standardised inputs, never on the intercept; by default 0.001. */
  readonly ridge?: number
  readonly maxTurns?: number
  /** How much each item counts; by default 1. */
  readonly importance?: readonly number[]
}

export function probabilityOf({ intercept, weights }: LogisticModel, input: readonly number[]): number {
  return sigmoid(intercept + dot(weights, input))
}

export function fitLogistic(
  inputs: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  { ridge = 1e-3, maxTurns = 100, importance = inputs.map(() => 1) }: LogisticOptions = {},
): LogisticModel {
  if (inputs.length !== outcomes.length || inputs.length !== importance.length)
    throw new RangeError('as many outcomes are needed as inputs')
  if (!outcomes.includes(true) || !outcomes.includes(false)) throw new RangeError('both outcomes are needed')
  if (inputs.some((input) => !input.every(Number.isFinite))) throw new RangeError('an input is not finite')
  const { rows, centres, scales } = standardised(inputs)
  const fit = newton({ rows, outcomes: outcomes.map(Number), importance, ridge }, maxTurns)
  const [intercept = 0, ...inner] = fit.coefficients
  // An input that never varied has scale 0 and no information.
  const weights = inner.map((weight, column) => (scales[column] ? weight / (scales[column] as number) : 0))
  return { intercept: intercept - dot(weights, centres), weights, converged: fit.converged }
}

/** Each column gets mean 0 and deviation 1, after a column of ones. */
function standardised(inputs: readonly (readonly number[])[]) {
  const columns = (inputs[0] ?? []).map((_, column) => inputs.map((input) => input[column] ?? Number.NaN))
  const centres = columns.map(mean)
  const scales = columns.map((values, column) => {
    const centre = centres[column] as number
    const spread = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
    // The rounding of a constant is not variation.
    return spread > Math.abs(centre) * 1e-12 ? spread : 0
  })
  const rows = inputs.map((input) => [
    1,
    ...input.map((value, column) => {
      const scale = scales[column] as number
      return scale ? (value - (centres[column] as number)) / scale : 0
    }),
  ])
  return { rows, centres, scales }
}

interface Problem {
  readonly rows: readonly (readonly number[])[]
  readonly outcomes: readonly number[]
  readonly importance: readonly number[]
  readonly ridge: number
}

function newton(problem: Problem, maxTurns: number): { coefficients: number[]; converged: boolean } {
  const size = problem.rows[0]?.length ?? 1
  let coefficients = new Array<number>(size).fill(0)
  let loss = lossOf(problem, coefficients)
  for (let turn = 0; turn < maxTurns; turn++) {
    const step = newtonStep(problem, coefficients)
    if (Math.max(...step.map(Math.abs)) < 1e-10) return { coefficients, converged: true }
    let share = 1
    let next = moved(coefficients, step, share)
    let nextLoss = lossOf(problem, next)
    // Far from the optimum Newton's step may overshoot; a shorter one in the same direction never does.
    while (nextLoss > loss && share > 1e-8) {
      share /= 2
      next = moved(coefficients, step, share)
      nextLoss = lossOf(problem, next)
    }
    if (nextLoss > loss) return { coefficients, converged: true }
    coefficients = next
    loss = nextLoss
  }
  return { coefficients, converged: false }
}

const moved = (from: readonly number[], step: readonly number[], share: number) =>
  from.map((value, index) => value - share * (step[index] as number))

/** The step is the inverse of the Hessian times the gradient. */
function newtonStep(
  { rows, outcomes, importance, ridge }: Problem,
  coefficients: readonly number[],
): number[] {
  // The intercept is not penalised; a tiny term keeps a column without variation from making the matrix singular.
  const penalty = (index: number) => (index === 0 ? 0 : Math.max(ridge, 1e-12))
  const gradient = coefficients.map((value, index) => penalty(index) * value)
  const hessian = coefficients.map((_, row) =>
    coefficients.map((__, column) => (row === column ? penalty(row) : 0)),
  )
  rows.forEach((row, item) => {
    const probability = sigmoid(dot(coefficients, row))
    const counted = importance[item] as number
    const residual = counted * (probability - (outcomes[item] as number))
    const weight = Math.max(counted * probability * (1 - probability), 1e-12)
    row.forEach((value, index) => {
      gradient[index] = (gradient[index] as number) + residual * value
      const line = hessian[index] as number[]
      row.forEach((other, column) => {
        line[column] = (line[column] as number) + weight * value * other
      })
    })
  })
  return solve(hessian, gradient)
}

function lossOf({ rows, outcomes, importance, ridge }: Problem, coefficients: readonly number[]): number {
  const misfit = rows.reduce((sum, row, item) => {
    const margin = dot(coefficients, row) * (outcomes[item] ? -1 : 1)
    // This computes log(1 + e^margin) without overflow.
    return (
      sum + (importance[item] as number) * (Math.max(margin, 0) + Math.log1p(Math.exp(-Math.abs(margin))))
    )
  }, 0)
  return misfit + (ridge / 2) * coefficients.slice(1).reduce((sum, value) => sum + value ** 2, 0)
}

export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const solution = solved(matrix.map((row, index) => Float64Array.of(...row, right[index] as number)))
  if (!solution) throw new RangeError('the equations have no single solution')
  return solution
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? Number.NaN), 0)
