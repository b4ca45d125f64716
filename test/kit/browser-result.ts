// Reads the result screen of the studio: the verdict, the bars of its checks, the fields of a document.
import type { Locator, Page } from 'playwright-core'

interface ShownVerdict {
  readonly verdict: string | null
  readonly code: string | null
  readonly words: string
}

/** Reads the verdict of a page, or of a part that has its own. It waits until there is one. */
export async function verdictOf(page: Page | Locator): Promise<ShownVerdict> {
  const banner = page.getByTestId('verdict')
  await banner.waitFor()
  return {
    verdict: await banner.getAttribute('data-verdict'),
    code: await banner.getAttribute('data-code'),
    words: await banner.innerText(),
  }
}

type Element = {
  readonly dataset: Readonly<Record<string, string | undefined>>
  readonly textContent: string
}

/** Lists the names of the checks with this outcome, in the order in which they are shown. */
export const checksOf = (page: Page, outcome: 'passed' | 'noted' | 'failed'): Promise<string[]> =>
  page
    .locator(`[data-check][data-outcome=${outcome}]`)
    .evaluateAll((bars) => (bars as Element[]).map(({ dataset }) => dataset.check ?? ''))

/** Reads the values of a document by the names of their fields. */
export async function fieldsOf(page: Page): Promise<Record<string, string>> {
  const names = await page
    .locator('.field-row[data-field]')
    .evaluateAll((rows) => (rows as Element[]).map(({ dataset }) => dataset.field ?? ''))
  const values = await page
    .locator('.field-row[data-field] [data-value]')
    .evaluateAll((all) => (all as Element[]).map(({ textContent }) => textContent))
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
}

interface GivenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Makes a file as it is chosen from a disk. */
export const jpegFile = (bytes: Uint8Array | string, name = 'picture.jpg'): GivenFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(bytes),
})
