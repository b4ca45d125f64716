// Hands that have only a keyboard: from one thing to the next with Tab, and the focus always in sight.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { asked } from './browser-in-page.ts'

/** More than any screen has. */
const MOST_PRESSES = 60

/** To what a person would call by this name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const here = await asked(page, 'measures', 'focused')
    // Between two rounds the focus is with the browser itself.
    if (here !== '') expect(await asked(page, 'measures', 'focusFault')).toBe('')
    if (here === name) return
    passed.push(here)
  }
  throw new Error(`Tab never came to ${name}, only to ${[...new Set(passed)].join(' | ')}`)
}

export async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
