// Checks that a screen is accessible as it stands: rules of WCAG 2.2 AA in both themes, width, and size of targets.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { asked } from './browser-in-page.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** This project's rule is stricter than the 24 of WCAG. */
const LEAST_TARGET = 44
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type WithAxe = { axe?: { run(options: RunOptions): Promise<AxeResults> } }

/** `where` names the screen and its state in what a failure says. */
export async function expectFit(page: Page, where: string): Promise<void> {
  const dark = await asked(page, 'measures', 'isDark')
  const faults = [
    ...(await violations(page, { runOnly: { type: 'tag', values: TAGS } })),
    ...(await asked(page, 'measures', 'cramped', LEAST_TARGET)),
  ]
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  faults.push(...(await violations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })))
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  expect.soft(faults, where).toEqual([])
}

/** The debugger evaluates it, because the page's content security policy does not apply there. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !(globalThis as WithAxe).axe)) await page.evaluate(axeSource)
  const found = await page.evaluate(async (all) => {
    // Our own rule measures sizes of targets and is stricter; this one also counts what a bar happens to cover.
    const rules = { 'target-size': { enabled: false } }
    const wanted: RunOptions = { ...all, rules, resultTypes: ['violations'], preload: false }
    const results = await (globalThis as WithAxe).axe?.run(wanted)
    return results?.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, options)
  if (!found) throw new Error('axe did not run')
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node}`))
}
