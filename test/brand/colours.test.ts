// Tests the colours of a brand: which can be read on white, and what is made of them for a dark page.
import { expect, test } from 'vitest'
import { coloursOf, contrastOnWhite, LEAST_CONTRAST } from '../../src/brand/colours.ts'

test('contrast is that of WCAG', () => {
  expect(contrastOnWhite('#000000')).toBeCloseTo(21, 5)
  expect(contrastOnWhite('#ffffff')).toBeCloseTo(1, 5)
  expect(contrastOnWhite('#767676')).toBeCloseTo(4.54, 2)
  expect(contrastOnWhite('#777777')).toBeLessThan(LEAST_CONTRAST)
})

test('a dark colour is lightened for a dark page, and always has a text that can be read', () => {
  expect(coloursOf('#0b5cad')).toMatchObject({ accent: '#0b5cad', accent_text: '#ffffff' })
  for (const accent of ['#000000', '#0b5cad', '#7a0000', '#4b2e83', '#767676']) {
    const { accent_dark: dark, accent_dark_text: text } = coloursOf(accent)
    // On white a colour has at most 21 times the contrast of what it has on black.
    expect(21 / contrastOnWhite(dark)).toBeGreaterThan(LEAST_CONTRAST)
    expect(text).toBe(contrastOnWhite(dark) >= LEAST_CONTRAST ? '#ffffff' : '#0b1211')
  }
})
