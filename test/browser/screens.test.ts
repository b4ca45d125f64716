// Tests every screen on a phone, a video from a file, a refused camera, and a server that goes away and comes back.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { livingVideo } from '../../specimens/kit/films/video-maker.ts'
import { cardOf, herReference } from '../../specimens/kit/photographs/face-photos.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit, expectFitInTheme } from '../kit/browser-fitness.ts'
import { relayTo } from '../kit/browser-relay.ts'
import { checksOf, jpegFile, verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'

const timeout = 3 * PATIENCE_MS
/** The flows of the other files open none of these screens. */
const places = [
  ['#/liveness/nose', 'Kiểm tra bằng mũi'],
  ['#/liveness/video', 'Kiểm tra video'],
  ['#/documents/mrz', 'Đọc vùng đọc máy (MRZ)'],
  ['#/documents/licence', 'Đọc giấy phép lái xe'],
  ['#/documents/business', 'Đọc giấy đăng ký kinh doanh'],
  ['#/faces/compare', 'So sánh hai khuôn mặt'],
  ['#/manage/members', 'Thành viên'],
  ['#/manage/api-keys', 'Khóa API'],
  ['#/manage/webhooks', 'Webhook'],
  ['#/manage/sandbox', 'Thử nghiệm'],
  ['#/manage/brand', 'Thương hiệu'],
] as const

/** A screen that is left cancels what it was asking for. */
const left = /net::ERR_ABORTED/

/** The flows know their titles. */
const flows = [
  '#/liveness/distance',
  '#/liveness/profile',
  '#/liveness/light',
  '#/documents/identity',
  '#/documents/chip',
  '#/faces/collections',
  '#/verifications/list',
  '#/verifications/review',
  '#/verifications/policies',
  '#/verifications/statistics',
] as const

/** Every English sentence has one of these, and none is a Vietnamese word. */
const english =
  /(?<![\p{L}\p{M}-])(?:the|and|with|your|you|this|that|from|please|again|picture|choose|file|error|not|is|are|was|of|for|has|have|nothing)(?![\p{L}\p{M}-])/iu

/** What people read on a screen, without the names that programs have for things. */
const readText = (page: Page): Promise<string> =>
  page.locator('main#content').evaluate((main) => {
    const copy = (main as unknown as { cloneNode(deep: boolean): Shown }).cloneNode(true)
    for (const one of copy.querySelectorAll('code, pre, .mono, [lang=en], selfsame-verify')) one.remove()
    return copy.textContent
  })

interface Shown {
  readonly textContent: string
  querySelectorAll(selector: string): Iterable<{ remove(): void }>
}

describe.skipIf(!hasChromium())('screens', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  }, timeout)
  afterAll(() => studio.close())

  test('all have their title, in Vietnamese, and fit on a phone, light', { timeout }, () =>
    studio.at(
      '#/',
      'all screens',
      async ({ page }) => {
        for (const [hash, title] of [...places, ...flows.map((one) => [one] as const)]) {
          await page.goto(`/studio/${hash}`)
          await page.getByRole('heading', { level: 1, ...(title && { name: title }) }).waitFor()
          if (title) expect(await page.title()).toContain(title)
          await page.locator('main#content [data-state=loading]').waitFor({ state: 'detached' })
          expect.soft(await readText(page), hash).not.toMatch(english)
          await expectFitInTheme(page, `${hash} in Vietnamese, phone, light`)
        }
      },
      { language: 'vi-VN', size: 'small', expected: [left] },
    ),
  )

  test('all fit on a desktop in English, dark', { timeout }, () =>
    studio.at(
      '#/',
      'all screens, English',
      async ({ page }) => {
        await expectFit(page, 'home in English, dark')
        for (const hash of [...places.map(([one]) => one), ...flows]) {
          await page.goto(`/studio/${hash}`)
          await page.locator('main#content h1').waitFor()
          await page.locator('main#content [data-state=loading]').waitFor({ state: 'detached' })
          await expectFitInTheme(page, `${hash} in English, dark`)
        }
      },
      { language: 'en-GB', theme: 'dark', expected: [left] },
    ),
  )

  test(
    'names in the bar keep to their place, Home begins at its top, and Back finds the place again',
    {
      timeout,
    },
    () =>
      studio.at(
        '#/',
        'bar and back',
        async ({ page }) => {
          const scrolled = () => page.evaluate(() => (globalThis as unknown as { scrollY: number }).scrollY)
          const names = await page
            .locator('.rail-link')
            .evaluateAll((links) =>
              (links as unknown as readonly { scrollWidth: number; clientWidth: number; innerText: string }[])
                .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
                .map(({ innerText }) => innerText),
            )
          expect(names).toEqual([])
          await page.setViewportSize({ width: 844, height: 390 })
          expect(await scrolled()).toBe(0)
          const link = page.locator('main a[href="#/documents/mrz"]')
          await link.scrollIntoViewIfNeeded()
          const before = await scrolled()
          expect(before).toBeGreaterThan(300)
          await link.click()
          await page.getByRole('heading', { level: 1, name: 'Đọc vùng đọc máy (MRZ)' }).waitFor()
          expect(await scrolled()).toBe(0)
          await page.goBack()
          await expect.poll(scrolled, { timeout: PATIENCE_MS }).toBeGreaterThan(before - 60)
        },
        { language: 'vi-VN', size: 'small' },
      ),
  )

  test('a video from a file is judged to show a living person', { timeout }, async () => {
    const film = await livingVideo()
    await studio.at('#/liveness/video', 'video', async ({ page }) => {
      const file = { name: 'selfie.mp4', mimeType: 'video/mp4', buffer: film }
      await page.locator('input[type=file]').setInputFiles(file)
      const { words, ...said } = await verdictOf(page)
      expect(said).toEqual({ verdict: 'success', code: '200' })
      expect(words).toMatch(/A living person\s+Probability that the face is genuine: \d+\s%/)
      expect(await checksOf(page, 'passed')).toContain('signs-of-life')
      await expectFit(page, 'video, genuine')
    })
  })

  test('a refused camera is reported with what to do', { timeout }, () =>
    studio.at(
      '#/liveness/profile',
      'camera denied',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Start the camera' }).click()
        const alert = page.getByTestId('camera-trouble')
        await alert.waitFor()
        expect(await alert.innerText()).toContain('The camera is not allowed')
        expect(await alert.innerText()).toContain('Switch the camera on.')
        await alert.getByRole('img', { name: /symbol beside the address/ }).waitFor()
        await expectFit(page, 'camera denied')
      },
      { camera: { refusal: 'NotAllowedError' } },
    ),
  )

  test('a server that goes away is reported, and asked again when it is back', {
    timeout,
  }, async () => {
    const relay = await relayTo(studio.server.url)
    const gone = /net::ERR_|Failed to load resource/
    await studio.run(
      'server away',
      async ({ page }) => {
        await page.goto(`${relay.url}/studio/#/documents/identity`)
        await signIn(page, await studio.server.organisation('cut-off'))
        await page.getByRole('heading', { name: 'Read an identity document' }).waitFor()
        await relay.cut()
        await page.locator('input[type=file]').setInputFiles(jpegFile(await cardOf(herReference)))
        const trouble = page.getByTestId('trouble')
        await trouble.waitFor()
        expect(await trouble.innerText()).toContain('The server cannot be reached')
        await expectFit(page, 'server away')
        await relay.restore()
        await trouble.getByRole('button', { name: 'Try again' }).click()
        // The table with the card is no document here; the test only needs the server's answer.
        expect((await verdictOf(page)).code).toBe('101')
      },
      { url: relay.url, expected: [gone] },
    )
    await relay.cut()
  })
})
