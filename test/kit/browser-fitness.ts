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
  const faults = [...(await faultsAsItStands(page)), ...(await faultsOfOtherTheme(page))]
  expect.soft(faults, where).toEqual([])
}

/** Only in the theme that the page has, for screens that another test looks at in the other. */
export async function expectFitInTheme(page: Page, where: string): Promise<void> {
  expect.soft(await faultsAsItStands(page), where).toEqual([])
}

/**
 * Looks at one screen of the hosted page in both languages. Widths depend on the language, so they are measured in both.
 * Colours depend on the theme alone, so each theme is looked at in one of the languages.
 */
export async function expectFitInBothLanguages(page: Page, where: string): Promise<void> {
  const choice = page.locator('.language select')
  const language = await choice.inputValue()
  const other = language === 'vi' ? 'en' : 'vi'
  expect.soft(await faultsAsItStands(page), `${where}, ${language}`).toEqual([])
  await choice.selectOption(other)
  await page.locator(`.frame[lang=${other}]`).waitFor()
  const faults = [...(await crampedParts(page)), ...(await faultsOfOtherTheme(page))]
  expect.soft(faults, `${where}, ${other}`).toEqual([])
  await choice.selectOption(language)
  await page.locator(`.frame[lang=${language}]`).waitFor()
}

const crampedParts = (page: Page): Promise<string[]> => asked(page, 'measures', 'cramped', LEAST_TARGET)

async function faultsAsItStands(page: Page): Promise<string[]> {
  const broken = await violations(page, { runOnly: { type: 'tag', values: TAGS } })
  return [...broken, ...(await crampedParts(page))]
}

/** The other theme has other colours, and nothing else is different. */
async function faultsOfOtherTheme(page: Page): Promise<string[]> {
  const dark = await asked(page, 'measures', 'isDark')
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  const faults = await violations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  return faults
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
