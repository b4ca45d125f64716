// Tests the stamped numbers of the evaluation: each style draws the number of its specimen, and changes what it says.
import { describe, expect, test } from 'vitest'
import { STYLES, stamped } from '../../accuracy/reader/stamps.ts'

const runOf = (made: ReturnType<typeof stamped>) => made.sheet.runs.find(({ field }) => field === 'id')

describe('a stamped number', () => {
  test.each(STYLES)('%s is the number of its card, the same each time', (style) => {
    const made = stamped(520_000, style)
    expect(runOf(made)?.text).toBe(made.number)
    expect(made.number).toMatch(/^\d{9}$/)
    expect(made.sheet.fields.id).toBe(made.number)
    expect(runOf(stamped(520_000, style))).toEqual(runOf(made))
    expect(made.isHidden).toBe(style === 'hidden')
  })

  test('is printed, typed or stamped as its style says', () => {
    const typefaces = STYLES.map((style) => runOf(stamped(520_000, style))?.typeface)
    expect(typefaces.slice(0, 3)).toEqual(['sans', 'typed', 'numbering'])
    expect(new Set(typefaces.slice(2))).toEqual(new Set(['numbering']))
  })

  test('is harder than the one of the specimen: worn, under waves, struck twice, and hidden', () => {
    const plain = stamped(520_000, 'stamped')
    expect(runOf(stamped(520_000, 'worn'))?.strike?.gaps).toBeGreaterThan(0.55)
    for (const style of ['waves', 'double', 'hidden'] as const)
      expect(stamped(520_000, style).sheet.over?.length).toBeGreaterThan(plain.sheet.over?.length ?? 0)
  })
})
