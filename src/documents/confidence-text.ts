// Confidences as answers write them: a text that holds a bracketed list of numbers.

/** `[0.98, 1.0]`; `[]` where nothing was read. Numbers are rounded down, so that an answer is never surer than the reading. */
export function confidenceText(confidences: readonly number[]): string {
  return `[${confidences.map(numberText).join(', ')}]`
}

/** `0.98` */
export function numberText(value: number): string {
  const rounded = Math.floor(value * 1e4 + 1e-6) / 1e4
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded)
}
