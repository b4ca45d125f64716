// Classes of driving licences as they are printed: one by itself, and a list of them.

const CLASS = /^(?:A[1-4]?|B(?:11?|2)?|C1?|D[12]?|E|F|BE|C1E|CE|D[12]?E|DE|F[BCDE]|FB2)$/

/** A class of before or since 2025; a misread letter is corrected only where nothing else can be meant. */
export function licenceClass(text: string): string | undefined {
  const corrected = text
    .toUpperCase()
    .replace(/^([ABCD])[IL|T7]$/, '$11')
    .replace(/^8/, 'B')
    .replace(/^4(?=[1-4]$)/, 'A')
  return CLASS.test(corrected) ? corrected : undefined
}

/** `A1, B2` -> A1 and B2 */
export const classNames = (text: string): string[] => text.split(',').map((name) => name.trim())
