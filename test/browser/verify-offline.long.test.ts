// Tests that a network which is away for a minute costs the person nothing: neither an attempt nor a picture.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { giveDocument, press, screen, specimen, verificationMaker } from '../kit/browser-journey.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 4 * PATIENCE_MS
const AWAY_MS = 65_000

describe.skipIf(!hasChromium())('a minute without a network', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  }, timeout)
  afterAll(() => studio.close())

  test('a picture that could not be sent is sent once, when the network is back', { timeout }, async () => {
    const maker = await verificationMaker(studio.server)
    const made = await maker.make('simple', { locale: 'en' })
    await studio.run(
      'a minute away',
      async ({ page, context }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        await press(page, 'begin')
        await screen(page, 'document')
        await context.setOffline(true)
        await giveDocument(page, await specimen('holder-front'))
        await page.locator('[data-banner=offline]').waitFor()
        await page.waitForTimeout(AWAY_MS)
        await page.locator('[data-banner=offline]').waitFor()
        await context.setOffline(false)
        await screen(page, 'liveness')
        const { attempts } = (await maker.call('GET', `/verifications/${made.id}`)) as {
          attempts: readonly { step: string; outcome: string }[]
        }
        expect(attempts.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(['document passed'])
      },
      { size: 'small', expected: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] },
    )
  })
})
