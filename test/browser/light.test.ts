// Tests the light challenge in a real browser: the camera sees a person whom the page's own screen lights, or does not.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { show } from '../kit/browser-camera.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { asked, type EncodedMaps } from '../kit/browser-in-page.ts'
import { press, screen, verificationMaker } from '../kit/browser-journey.ts'
import { litPerson, standInLight, unlit } from '../kit/browser-light.ts'
import { checksOf, verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 4 * PATIENCE_MS
/** A render may rightly be judged not genuine; this option lets it pass. */
const LENIENT = '0.01'
const SHE = 3
const MISSED = '197'
/** As small as a phone, with one pixel for each: without a graphics card the processor draws every picture of the light. */
const PHONE = { width: 390, height: 700 }
const disconnected = /ERR_INTERNET_DISCONNECTED|Failed to load resource/

describe.skipIf(!hasChromium())('in the light of the screen', () => {
  let studio: Studio
  let person: EncodedMaps
  beforeAll(async () => {
    studio = await openStudio()
    person = litPerson(SHE)
  }, 2 * PATIENCE_MS)
  afterAll(() => studio.close())

  test('the studio warns first, and a face that answers the light passes', { timeout }, () =>
    studio.at(
      '#/liveness/light',
      'light, answered',
      async ({ page }) => {
        await page.setViewportSize(PHONE)
        // This browser asks for less motion: the others are offered first, and nothing has started.
        await page.getByTestId('light-less-motion').waitFor()
        expect(await page.getByTestId('light-warning').innerText()).toMatch(/at most two changes a second/)
        expect(await page.getByTestId('light-others').locator('.button-primary').count()).toBe(2)
        await expectFit(page, 'light, warning, less motion')
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await page.goto('/studio/#/')
        await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
        await page.goto('/studio/#/liveness/light')
        await page.getByTestId('light-warning').waitFor()
        expect(await page.getByTestId('light-less-motion').count()).toBe(0)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect(await asked(page, 'camera', 'opened')).toBe(0)

        // Before an empty wall the light waits for a face; there is time to stop, and to look at the screen.
        await begin(page)
        await page.getByTestId('guidance').filter({ hasText: 'Show your face' }).waitFor()
        await expectFit(page, 'light, before the face is there')
        await page.getByRole('button', { name: 'Stop' }).click()
        await page.getByTestId('light-warning').waitFor()
        expect(await asked(page, 'camera', 'opened')).toBe(0)

        await standInLight(page, person)
        await begin(page)
        await page.locator('[data-state=shining]').waitFor({ state: 'attached' })
        const { words, ...said } = await verdictInTime(page)
        expect(said).toEqual({ verdict: 'success', code: '200' })
        expect(words).toContain('A living person, in front of the camera')
        expect(await checksOf(page, 'passed')).toEqual(
          expect.arrayContaining(['light-sequence', 'light-sequence-rank']),
        )
        expect(await checksOf(page, 'failed')).toEqual([])
        await expectFit(page, 'light, passed')
      },
      {},
    ),
  )

  test('where the light cannot be seen the page says what to do, and offers another way', { timeout }, () =>
    studio.at(
      '#/liveness/light',
      'light, not seen',
      async ({ page }) => {
        await page.setViewportSize(PHONE)
        await expectFit(page, 'light, warning, in Vietnamese')
        await standInLight(page, unlit(person))
        await begin(page)
        const { words, ...said } = await verdictInTime(page)
        expect(said).toEqual({ verdict: 'warning', code: '196' })
        expect(words).toMatch(/Phòng quá sáng|tăng độ sáng màn hình|Lại gần/)
        expect(await page.getByTestId('verdict').getByTestId('light-others').locator('a').count()).toBe(2)
        await expectFit(page, 'light, not seen, in Vietnamese')
      },
      { language: 'vi-VN' },
    ),
  )

  test('the hosted page waits for a network that is away, and the person passes at the next try', {
    timeout,
  }, async () => {
    const definition = { steps: { liveness: { families: ['light', 'distance'], min_strength: 'low' } } }
    expect((await studio.server.post('/policies', { id: 'light-first', definition })).status).toBe(200)
    const maker = await verificationMaker(studio.server)
    const made = await maker.make('light-first', { locale: 'vi' })
    await studio.run(
      'light, hosted',
      async ({ page, context }) => {
        await page.route('**/light-liveness-challenge/*/verify', (route) =>
          route.continue({ postData: JSON.stringify({ passive_liveness_threshold: Number(LENIENT) }) }),
        )
        await page.setViewportSize({ ...PHONE, width: 360 })
        await page.goto(made.path)
        await press(page, 'begin')
        // This browser asks for less motion, so that the policy's second family is offered.
        await page.locator('[data-screen=liveness][data-family=distance]').waitFor()
        await page.locator('.other-way summary').click()
        await page.locator('input[name=family][value=light]').check()
        await page.locator('[data-notice=light]').waitFor()
        for (const language of ['vi', 'en', 'vi']) {
          await page.locator('.language select').selectOption(language)
          await page.locator(`.frame[lang=${language}]`).waitFor()
          await expectFit(page, `light, hosted, warning, ${language}`)
        }
        await show(page, {})
        await press(page, 'camera')
        await page.locator('[data-liveness=running][data-guidance=show-face]').waitFor()
        await expectFit(page, 'light, hosted, running')
        await standInLight(page, person)
        await page.locator('[data-step=shining]').waitFor()
        await context.setOffline(true)
        const lost = page.waitForEvent('requestfailed')
        await lost
        await context.setOffline(false)
        // What was taken meanwhile comes too late, and a busy machine misses some of the colours: the page says to try again.
        const failed = page.locator('[data-notice=failed]')
        for (let again = 0; again < 2; again++) {
          await page.locator('[data-screen=result], [data-notice=failed]').waitFor()
          if ((await failed.count()) > 0) await press(page, 'camera')
        }
        expect(await (await screen(page, 'result')).getAttribute('data-state')).toBe('approved')
      },
      { language: 'vi-VN', expected: [disconnected] },
    )
  })
})

/** A machine with other work misses some of the colours, and the server says so: the person tries again, twice at most. */
async function verdictInTime(page: Page): ReturnType<typeof verdictOf> {
  for (let again = 0; ; again++) {
    const said = await verdictOf(page)
    if (said.code !== MISSED || again === 2) return said
    await page.getByTestId('challenge-again').click()
    await page.getByTestId('verdict').waitFor({ state: 'detached' })
  }
}

async function begin(page: Page): Promise<void> {
  const options = page.getByTestId('challenge-options')
  if ((await options.getAttribute('open')) === null) await options.locator('summary').click()
  await page.locator('input[name=passive_liveness_threshold]').fill(LENIENT)
  await page.getByTestId('challenge-start').click()
}
