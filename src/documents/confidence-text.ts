// Confidences as answers write them: a text that holds a bracketed list of numbers.

/** `[0.98, 1.0]`; `[]` where nothing was read. Rounded down: what is written is never more than what was found. */
export function confidenceText(confidences: readonly number[]): string {
  return `[${confidences.map(numberText).join(', ')}]`
}

/** One of them: `0.98`. */
export function numberText(value: number): string {
  const rounded = Math.floor(value * 1e4 + 1e-6) / 1e4
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded)
}
