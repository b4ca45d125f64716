// Tests the first load of the studio, its security policy, signing in and out, and the two languages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { pressOn, tabTo } from '../kit/browser-keyboard.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'

/** Counts all bytes until the first screen is shown: page, scripts, styles, fonts, the state of the server. */
const MOST_BYTES = 200_000

describe.skipIf(!hasChromium())('coming to the studio', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio.close())

  test('loads little, from this server only, under a strict policy', () =>
    studio.run('first load', async ({ page, context }) => {
      const wire = await context.newCDPSession(page)
      await wire.send('Network.enable')
      let bytes = 0
      wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      const first = await page.goto('/studio/')
      const policy = (await first?.allHeaders())?.['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|https?:/)
      await signIn(page, studio.server.credentials)
      await page.getByText('Server ready').waitFor()
      await page.waitForLoadState('networkidle')
      expect(bytes).toBeGreaterThan(20_000)
      expect(bytes).toBeLessThan(MOST_BYTES)
    }))

  test('a wrong password is reported, the right one signs in', () =>
    studio.run(
      'sign in',
      async ({ page }) => {
        await page.goto('/studio/')
        await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor()
        await expectFit(page, 'sign-in')
        await page.getByLabel('Organisation').fill(studio.server.credentials.name)
        await page.getByLabel('Password', { exact: true }).fill('not the password')
        await page.getByRole('button', { name: 'Sign in' }).click()
        const alert = page.getByRole('alert')
        await alert.waitFor()
        expect(await alert.innerText()).toContain('Name or password is not right')
        await expectFit(page, 'sign-in, wrong')
        await signIn(page, studio.server.credentials)
        await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
        await page.getByText('Server ready').waitFor()
        await expectFit(page, 'home')
      },
      { expected: [/401 \(Unauthorized\)/] },
    ))

  test('a reload signs out unless the person asked to stay, and signing out always does', () =>
    studio.run('staying', async ({ page }) => {
      const heading = page.getByRole('heading', { name: 'Sign in to the studio' })
      const inside = page.getByRole('heading', { name: 'Read an identity document' })
      await page.goto('/studio/#/documents/identity')
      await signIn(page, studio.server.credentials)
      await inside.waitFor()
      await page.reload()
      await heading.waitFor()
      await page.getByLabel('Keep me signed in on this tab').check()
      await signIn(page, studio.server.credentials)
      await inside.waitFor()
      await page.reload()
      await inside.waitFor()
      expect(await heading.count()).toBe(0)
      await page.getByRole('button', { name: /^Sign out/ }).click()
      await heading.waitFor()
      await page.reload()
      await heading.waitFor()
    }))

  test('by keyboard alone, the focus always in sight', () =>
    studio.run('keyboard', async ({ page }) => {
      await page.goto('/studio/')
      await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor()
      await tabTo(page, 'Organisation')
      await page.keyboard.type(studio.server.credentials.name)
      await tabTo(page, 'Password')
      await page.keyboard.type(studio.server.credentials.password)
      await tabTo(page, 'Keep me signed in on this tab')
      await page.keyboard.press('Space')
      await pressOn(page, 'Sign in')
      await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
      await pressOn(page, 'Skip to content')
      await tabTo(page, 'Read a sample card')
      expect(await page.evaluate('sessionStorage.length')).toBe(1)
    }))

  test('uses the language of the browser, or another when asked, also the next time', () =>
    studio.run(
      'languages',
      async ({ page }) => {
        await page.goto('/studio/')
        await page.getByRole('heading', { name: 'Đăng nhập studio' }).waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe('vi')
        await expectFit(page, 'sign-in in Vietnamese')
        await signIn(page, studio.server.credentials)
        await page.getByRole('heading', { name: 'Bạn muốn thử điều gì?' }).waitFor()
        await expectFit(page, 'home in Vietnamese')
        await page.getByRole('button', { name: /English/ }).click()
        await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe('en')
        await page.reload()
        await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor()
      },
      { language: 'vi-VN', size: 'phone' },
    ))

  test('an address that leads nowhere says so', () =>
    studio.at('#/no/such/screen', 'nowhere', async ({ page }) => {
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.getByRole('link', { name: 'Go to Home' }).click()
      await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
    }))
})
