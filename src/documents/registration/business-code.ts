// The check digit of a business code, which is also the tax code.

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/** Of ten digits, or thirteen of a branch, the tenth; undefined where there is none to hold it against. */
export function hasRightDigit(code: string): boolean | undefined {
  if (!/^\d{10}(?:-\d{3})?$/u.test(code)) return undefined
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(code[i]), 0)
  const digit = 10 - (sum % 11)
  // Offices do not agree on what stands for ten.
  return digit === 10 ? undefined : digit === Number(code[9])
}
