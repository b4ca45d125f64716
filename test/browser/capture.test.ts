// Tests in the hosted page: a card held before the camera is taken by itself, a computer hands over to a phone, and people without a camera can go on.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scene } from '../../specimens/camera/scene.ts'
import { heldCard, heldPose, tiltedInHand } from '../../specimens/kit/photographs/held-cards.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { basic } from '../../specimens/kit/servers/server.ts'
import { show } from '../kit/browser-camera.ts'
import { expectFit, expectFitInBothLanguages } from '../kit/browser-fitness.ts'
import { giveDocument, press, screen, specimen, verificationMaker } from '../kit/browser-journey.ts'
import { openSession, PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

const timeout = 4 * PATIENCE_MS
const camera = { width: 960, height: 1280 }
/** A card in a hand, as the phone sees it. */
const held = async (side: 'front' | 'back', change: Partial<Scene> = {}): Promise<Uint8Array> =>
  (await heldCard(side, change)).bytes
const hinted = (page: Page, hint: string) => page.locator(`[data-capture][data-hint=${hint}]`).waitFor()

describe.skipIf(!hasChromium())('capture and hand-over', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  beforeAll(async () => {
    studio = await openStudio()
    maker = await verificationMaker(studio.server)
    const logo = await sharp({ create: { width: 320, height: 80, channels: 4, background: '#7a1f5c' } })
      .png()
      .toBuffer()
    const brand = {
      ...{ display_name: 'Ngân hàng ACME', accent: '#7a1f5c', help_email: 'help@acme.example' },
      texts: { vi: { welcome: 'ACME chào bạn.' }, en: { welcome: 'ACME welcomes you.' } },
      logo: logo.toString('base64'),
    }
    const answer = await fetch(`${studio.server.url}/brand`, {
      method: 'PUT',
      headers: { authorization: basic(studio.server.credentials), 'content-type': 'application/json' },
      body: JSON.stringify(brand),
    })
    expect(answer.status).toBe(200)
  }, timeout)
  afterAll(() => studio.close())

  test('both sides of a card are taken by themselves, with one hint at a time', { timeout }, async () => {
    const made = await maker.make('telecom-vn', { locale: 'vi' })
    await studio.run(
      'capture',
      async ({ page }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        await page.getByText('ACME chào bạn.').waitFor()
        await page.locator('.head-logo').waitFor()
        await press(page, 'begin')
        await press(page, 'accept')
        await screen(page, 'document')
        await show(page, { otherwise: [await held('front', { pose: { ...heldPose, fill: 0.4 } })] })
        await press(page, 'film')
        await hinted(page, 'closer')
        await expectFit(page, 'document, live, come closer')
        await show(page, { otherwise: [await held('back')] })
        await hinted(page, 'other-side')
        await show(page, { otherwise: [await held('front')] })
        await page.locator('[data-action=use]').waitFor()
        await expectFit(page, 'document, taken')
        await press(page, 'use')
        await page.locator('[data-screen=document][data-side=back] [data-capture=back]').waitFor()
        // What is still held before the camera is the front.
        await hinted(page, 'other-side')
        await show(page, { otherwise: [await held('back')] })
        await press(page, 'use')
        await screen(page, 'chip')
      },
      { size: 'small', language: 'vi-VN', camera },
    )
  })

  test('a card is photographed flat, then tilted, and then its back', { timeout }, async () => {
    const steps = {
      document: { kinds: ['cccd-chip'], both_sides: true, tilt: true },
      confirmation: { required: true },
    }
    const policy = { id: 'tilted', definition: { steps } }
    expect((await studio.server.post('/policies', policy)).status).toBe(200)
    const made = await maker.make('tilted', { locale: 'vi' })
    await studio.run(
      'tilted',
      async ({ page }) => {
        const shot = (name: string) => page.locator(`[data-screen=document][data-shot=${name}]`).waitFor()
        await page.goto(made.path)
        await press(page, 'begin')
        await shot('front')
        await show(page, { otherwise: [await held('front')] })
        await press(page, 'film')
        await press(page, 'use')
        // How to tilt it is told before the camera goes on; a reload and the back button lead there, too.
        await shot('tilted')
        await page.locator('.tilt-screen').waitFor()
        await expectFitInBothLanguages(page, 'document, to be tilted')
        await page.reload()
        await shot('tilted')
        await show(page, { otherwise: [await held('front')] })
        await press(page, 'film')
        await hinted(page, 'tilt-more')
        await expectFit(page, 'document, live, tilt it more')
        await page.goBack()
        await page.locator('.tilt-screen').waitFor()
        // A flat picture from a file does not do, and costs nothing.
        await giveDocument(page, await held('front'))
        await page.locator('[data-notice=notTilted]').waitFor()
        await expectFit(page, 'document, not tilted enough')
        await page.getByText('Bạn còn 3 lần thử.').waitFor()
        await show(page, { otherwise: [await held('front', { pose: { ...heldPose, tiltDegrees: -32 } })] })
        await press(page, 'film')
        await hinted(page, 'tilt-less')
        await show(page, { otherwise: [await held('front', tiltedInHand)] })
        await press(page, 'use')
        await shot('back')
        await show(page, { otherwise: [await held('back')] })
        await press(page, 'use')
        await screen(page, 'confirmation')
      },
      { size: 'small', language: 'vi-VN', camera },
    )
  })

  test('a computer hands over to a phone, and follows what is done there', { timeout }, async () => {
    const made = await maker.make('simple')
    await studio.run(
      'hand-over',
      async ({ page }) => {
        await page.goto(made.path)
        await screen(page, 'overview')
        await press(page, 'hand-over')
        const url = await page.locator('[data-qr]').getAttribute('data-qr')
        await expectFit(page, 'hand-over')
        const phone = await openSession(studio.browser, studio.server.url, {
          size: 'phone',
          language: 'vi-VN',
          savesData: true,
        })
        await phone.page.goto(new URL(url ?? '', studio.server.url).href)
        await screen(phone.page, 'overview')
        await press(phone.page, 'begin')
        await giveDocument(phone.page, await specimen('holder-front'))
        await screen(phone.page, 'liveness')
        expect(phone.complaints()).toEqual([])
        await phone.context.close()
        // The computer was told, and may go on from there.
        await page.locator('.ahead-done').waitFor()
        await press(page, 'begin')
        await screen(page, 'liveness')
      },
      { size: 'desktop', savesData: true },
    )
  })

  test('where the camera is refused, and inside an app, people see what to press', { timeout }, async () => {
    const made = await maker.make('simple')
    await studio.run(
      'refused',
      async ({ page }) => {
        await page.goto(made.path)
        await press(page, 'begin')
        await press(page, 'film')
        await page.locator('[data-help=denied][data-system=desktop]').waitFor()
        await page.locator('[data-qr]').waitFor()
        await expectFit(page, 'camera refused')
        await giveDocument(page, await specimen('holder-front'))
        await screen(page, 'liveness')
      },
      {
        size: 'desktop',
        savesData: true,
        camera: { ...camera, refusal: 'NotAllowedError' },
        theme: 'dark',
      },
    )
    const inApp = await maker.make('simple')
    await studio.run(
      'in an app',
      async ({ page }) => {
        await page.goto(inApp.path)
        await page.locator('[data-app=Zalo]').waitFor()
        const href = await page.locator('[data-action=open-chrome]').getAttribute('href')
        expect(href).toMatch(
          /^intent:\/\/.+\/verify\/ssl_.+#Intent;scheme=http;package=com\.android\.chrome;end$/,
        )
        await expectFit(page, 'inside Zalo')
      },
      {
        size: 'small',
        language: 'vi-VN',
        savesData: true,
        userAgent:
          'Mozilla/5.0 (Linux; Android 13; SM-A135F; wv) AppleWebKit/537.36 Chrome/119.0 Mobile Safari/537.36 Zalo android/12100 ZaloTheme/light',
      },
    )
  })
})
