// Tests the journey as people see it: from the link to each result, in the hosted page of a real server.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { show } from '../kit/browser-camera.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { giveDocument, press, screen, specimen, standAs, verificationMaker } from '../kit/browser-journey.ts'
import { pressOn } from '../kit/browser-keyboard.ts'
import { hasChromium } from '../kit/browser-program.ts'
import { jpegFile } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 4 * PATIENCE_MS
const disconnected = /ERR_INTERNET_DISCONNECTED|Failed to load resource/

const everyStep = {
  id: 'every-step',
  definition: {
    steps: {
      consent: { required: true },
      document: { kinds: ['cccd-chip'], both_sides: true },
      chip: { mode: 'preferred' },
      liveness: { families: ['profile', 'nose', 'distance'] },
      confirmation: { required: true },
    },
  },
}
const documentOnly = {
  id: 'document-only',
  definition: {
    steps: { consent: { required: true }, document: { kinds: ['cccd-chip'], both_sides: false } },
  },
}

/** The same screen in both languages; `expectFit` looks at both themes. */
async function expectFitInBoth(page: Page, where: string): Promise<void> {
  const choice = page.locator('.language select')
  const before = await choice.inputValue()
  await expectFit(page, `${where}, ${before}`)
  await choice.selectOption(before === 'vi' ? 'en' : 'vi')
  await page.locator(`.frame[lang=${before === 'vi' ? 'en' : 'vi'}]`).waitFor()
  await expectFit(page, `${where}, the other language`)
  await choice.selectOption(before)
  await page.locator(`.frame[lang=${before}]`).waitFor()
}

const stateShown = async (page: Page) => (await screen(page, 'result')).getAttribute('data-state')

describe.skipIf(!hasChromium())('the journey', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  beforeAll(async () => {
    studio = await openStudio()
    maker = await verificationMaker(studio.server)
    expect((await studio.server.post('/policies', everyStep)).status).toBe(200)
    expect((await studio.server.post('/policies', documentOnly)).status).toBe(200)
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
        await page.locator('[data-banner=test]').waitFor()
        await press(page, 'begin')
        await giveDocument(page, await specimen('holder-front'))
        await screen(page, 'liveness')
        await standAs(page, 'holder')
        await press(page, 'camera')
        expect(await stateShown(page)).toBe('approved')
        await expectFitInBoth(page, 'approved')
        const back = await page.locator('[data-action=return]').getAttribute('href')
        expect(back).toBe(`https://shop.example/done?order=7&state=approved&verification_id=${made.id}`)
        expect(await maker.stateOf(made.id)).toBe('approved')
      },
      { size: 'small', language: 'vi-VN' },
    )
  })

  test('every step at a desk, with a reload, a lost network and the back button on the way, to review', {
    timeout,
  }, async () => {
    const made = await maker.make('every-step', { expected: { name: 'TRAN THI BINH' }, locale: 'en' })
    await studio.run(
      'review',
      async ({ page, context }) => {
        await page.setViewportSize({ width: 1280, height: 720 })
        await page.goto(made.path)
        await screen(page, 'overview')
        await expectFitInBoth(page, 'overview')
        await press(page, 'begin')
        await screen(page, 'consent')
        await page.getByText('24 hours').first().waitFor()
        await expectFitInBoth(page, 'consent')

        // The network goes before the answer is sent, and comes back: nothing is asked twice.
        await context.setOffline(true)
        await press(page, 'accept')
        await page.locator('[data-banner=offline]').waitFor()
        await expectFitInBoth(page, 'no network')
        await context.setOffline(false)
        await screen(page, 'document')
        await page.locator('[data-banner=offline]').waitFor({ state: 'detached' })
        await expectFitInBoth(page, 'document')
        await giveDocument(page, await specimen('holder-front'))
        await page.locator('[data-screen=document][data-side=back]').waitFor()

        // A reload goes on where the person was: at the back of the card.
        await page.reload()
        await page.locator('[data-screen=document][data-side=back]').waitFor()
        await page.goBack()
        await screen(page, 'overview')
        await page.goForward()
        await page.locator('[data-screen=document][data-side=back]').waitFor()
        await giveDocument(page, await specimen('holder-back'))

        await screen(page, 'chip')
        await expectFitInBoth(page, 'chip')
        await press(page, 'skip')
        await screen(page, 'liveness')
        await expectFitInBoth(page, 'liveness')
        await standAs(page, 'holder')
        // The back button ends the camera, and not the journey.
        await press(page, 'camera')
        await page.locator('[data-liveness=running]').waitFor()
        await expectFit(page, 'before the camera')
        await page.goBack()
        await page.locator('[data-liveness=rested]').waitFor()
        await press(page, 'camera')

        const confirmation = await screen(page, 'confirmation')
        await expectFitInBoth(page, 'confirmation')
        expect(await confirmation.locator('[data-field=name] .field-value').innerText()).toMatch(/\w+ \w+/)
        await confirmation.locator('[data-field=address] input').check()
        await press(page, 'confirm')
        expect(await stateShown(page)).toBe('review')
        await expectFitInBoth(page, 'review')
        const { attempts } = (await maker.call('GET', `/verifications/${made.id}`)) as {
          attempts: readonly { step: string; outcome: string }[]
        }
        const consents = attempts.filter(({ step }) => step === 'consent')
        expect(consents.map(({ outcome }) => outcome)).toEqual(['passed'])
      },
      { expected: [disconnected] },
    )
  })

  test('by the keyboard alone, with letters twice as large, to declined', { timeout }, async () => {
    const made = await maker.make('document-only', { locale: 'en' })
    await studio.run(
      'declined',
      async ({ page }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        await page.evaluate(() => {
          const { document } = globalThis as unknown as {
            document: { documentElement: { style: { fontSize: string } } }
          }
          document.documentElement.style.fontSize = '200%'
        })
        await expectFit(page, 'overview, 200 %')
        await pressOn(page, 'Begin')
        await screen(page, 'consent')
        await expectFit(page, 'consent, 200 %')
        await pressOn(page, 'I agree')
        await screen(page, 'document')
        await expectFit(page, 'document, 200 %')
        const choosing = page.waitForEvent('filechooser')
        await pressOn(page, 'Choose a picture')
        await (await choosing).setFiles(jpegFile(await specimen('expired-front')))
        await pressOn(page, 'Use this picture')
        expect(await stateShown(page)).toBe('declined')
        await expectFit(page, 'declined, 200 %')
        expect(await page.locator('[data-screen=result]').innerText()).not.toMatch(/expire/i)
      },
      { size: 'small' },
    )
  })

  test('two tabs, a spent link, a link of nobody, a film of a picture, a refused camera', {
    timeout,
  }, async () => {
    const made = await maker.make('every-step', { locale: 'en' })
    await studio.run(
      'tabs',
      async ({ page, context }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        // The link was opened once; in the same browser a second tab goes on with the kept token.
        const second = await context.newPage()
        await second.goto(made.path)
        await screen(second, 'overview')
        await press(second, 'begin')
        await screen(second, 'consent')
        await press(page, 'begin')
        await press(page, 'accept')
        await screen(page, 'document')
        await screen(second, 'document')
        await second.close()
      },
      {},
    )
    await studio.run(
      'link used elsewhere',
      async ({ page }) => {
        await page.goto(made.path)
        const trouble = await screen(page, 'trouble')
        expect(await trouble.getAttribute('data-trouble')).toBe('linkUsed')
        await expectFitInBoth(page, 'link used')
        await page.goto('/verify/ssl_ThisIsNoLink')
        expect(await (await screen(page, 'trouble')).getAttribute('data-trouble')).toBe('linkUnknown')
      },
      { expected: [/401/] },
    )
    const simple = {
      id: 'face-only',
      definition: { steps: { liveness: { families: ['profile', 'distance'] } } },
    }
    expect((await studio.server.post('/policies', simple)).status).toBe(200)
    const face = await maker.make('face-only', { locale: 'en' })
    const filming = {
      id: 'film',
      definition: {
        steps: { liveness: { families: ['video'], min_strength: 'low', attempts: 1 } },
      },
    }
    expect((await studio.server.post('/policies', filming)).status).toBe(200)
    const film = await maker.make('film', { locale: 'en' })
    await studio.run(
      'a film of a picture',
      async ({ page }) => {
        await page.goto(film.path)
        await press(page, 'begin')
        await screen(page, 'liveness')
        await show(page, { otherwise: [await specimen('holder-keep-face-ahead')] })
        await press(page, 'camera')
        await page.locator('[data-liveness=recording]').waitFor()
        expect(await stateShown(page)).toBe('declined')
      },
      { size: 'small' },
    )
    await studio.run(
      'camera refused',
      async ({ page }) => {
        await page.goto(face.path)
        await press(page, 'begin')
        await press(page, 'camera')
        const notice = page.locator('[data-notice=camera]')
        await notice.waitFor()
        expect(await notice.innerText()).toContain('The camera is not allowed')
        await expectFitInBoth(page, 'camera refused')
        await maker.call('POST', `/verifications/${face.id}/cancel`, {})
        expect(await (await screen(page, 'trouble')).getAttribute('data-trouble')).toBe('linkEnded')
        await expectFitInBoth(page, 'cancelled by the organisation')
      },
      { size: 'small', camera: { refusal: 'NotAllowedError' }, expected: [/401/] },
    )
  })
})
