// Tests the journey as people see it: from the link to each result, in the hosted page of a real server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFit } from '../kit/browser-fitness.ts'
import { giveDocument, press, screen, specimen, standAs, verificationMaker } from '../kit/browser-journey.ts'
import { hasChromium } from '../kit/browser-program.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 3 * PATIENCE_MS

describe.skipIf(!hasChromium())('the journey', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  beforeAll(async () => {
    studio = await openStudio()
    maker = await verificationMaker(studio.server)
  }, timeout)
  afterAll(() => studio.close())

  test('a person with a phone goes from the link to approved', { timeout }, async () => {
    const made = await maker.make('simple', { return_url: 'https://shop.example/done?order=7' })
    await studio.run(
      'approved',
      async ({ page }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        expect(page.url()).toMatch(/\/verify\/$/)
        await expectFit(page, 'overview')
        await press(page, 'begin')
        await screen(page, 'document')
        await expectFit(page, 'document')
        await giveDocument(page, await specimen('holder-front'))
        await screen(page, 'liveness')
        await expectFit(page, 'liveness')
        await standAs(page, 'holder')
        await press(page, 'camera')
        await page.locator('[data-screen=result]').waitFor()
        expect(await page.locator('[data-screen=result]').getAttribute('data-state')).toBe('approved')
        await expectFit(page, 'approved')
        const back = await page.locator('[data-action=return]').getAttribute('href')
        expect(back).toBe(`https://shop.example/done?order=7&state=approved&verification_id=${made.id}`)
        expect(await maker.stateOf(made.id)).toBe('approved')
      },
      { size: 'small', language: 'vi-VN' },
    )
  })
})
