// Tests what a person with a small phone meets: buttons in sight, words for fingers, and faults in their own language.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { asked } from '../kit/browser-in-page.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 2 * PATIENCE_MS
const upright = { width: 360, height: 640 }
const onItsSide = { width: 844, height: 390 }

/** What a screen is there for begins with this button. */
const begins = [
  ['#/', '[data-testid=quick-sample]'],
  ['#/liveness/distance', '[data-testid=challenge-start]'],
  ['#/liveness/nose', '[data-testid=challenge-start]'],
  ['#/liveness/profile', '[data-testid=challenge-start]'],
  ['#/liveness/video', 'main .button-primary'],
  ['#/documents/identity', '.camera-tile'],
  ['#/documents/chip', '.file-pick-input'],
  ['#/faces/collections', 'main .button-primary'],
] as const

const givesFiles = [
  '#/documents/identity',
  '#/documents/mrz',
  '#/documents/chip',
  '#/documents/licence',
  '#/documents/business',
  '#/faces/compare',
  '#/liveness/video',
] as const

describe.skipIf(!hasChromium())('a small phone', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  }, timeout)
  afterAll(() => studio.close())

  test(
    'what begins stands in sight, upright and on its side, and no finger is asked to drop',
    {
      timeout,
    },
    () =>
      studio.at(
        '#/',
        'in sight',
        async ({ page }) => {
          for (const [hash, button] of begins) {
            await open(page, hash)
            for (const size of [upright, onItsSide]) {
              await page.setViewportSize(size)
              await page.locator(button).first().waitFor()
              const where = `${hash} at ${size.width} x ${size.height}`
              expect.soft(await asked(page, 'measures', 'hidden', button), where).toBe('')
            }
          }
          await expectFit(page, 'a list on a phone on its side')
          await page.setViewportSize(upright)
          for (const hash of givesFiles) {
            await open(page, hash)
            const words = await page.locator('main').innerText()
            expect.soft(words, hash).not.toMatch(/(?<!\p{L})(?:thả|dán)(?!\p{L})/iu)
          }
        },
        { language: 'vi-VN', size: 'small' },
      ),
  )

  test('a file that no server can read is explained in Vietnamese alone', { timeout }, () =>
    studio.at(
      '#/liveness/video',
      'no video',
      async ({ page }) => {
        const buffer = Buffer.from('this is no video at all')
        const film = { name: 'selfie.mp4', mimeType: 'video/mp4', buffer }
        await page.locator('input[type=file]').setInputFiles(film)
        const trouble = page.getByTestId('trouble')
        await trouble.waitFor()
        const words = await trouble.innerText()
        expect(words).toContain('Tệp không phải là video đọc được')
        expect(words).not.toMatch(/Unprocessable|\bfile\b|\bthe\b|\bcan\b/i)
        await expectFit(page, 'no video, in Vietnamese, phone')
      },
      { language: 'vi-VN', size: 'small', expected: [/422 \(Unprocessable/] },
    ),
  )
})

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`/studio/${hash}`)
  await page.locator('main#content h1').waitFor()
  await page.locator('main#content [data-state=loading]').waitFor({ state: 'detached' })
}
