// Uses a page with the keyboard alone: Tab from one element to the next, with the focus always visible.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { asked } from './browser-in-page.ts'

/** No screen has more elements than this. */
const MOST_PRESSES = 60

/** Moves the focus to the element with this accessible name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const here = await asked(page, 'measures', 'focused')
    // Between two rounds the browser itself has the focus.
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
