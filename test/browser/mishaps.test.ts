// Tests faults while people work in the studio: each is explained in words, and there is a way to continue.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { show } from '../kit/browser-camera.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { asked } from '../kit/browser-in-page.ts'
import { relayTo } from '../kit/browser-relay.ts'
import { jpegFile } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'

const timeout = 2 * PATIENCE_MS
const MORE_THAN_ALLOWED = 400_000

describe.skipIf(!hasChromium())('mishaps', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio({ imageLimitBytes: 300_000, mirroredFrames: true })
  }, timeout)
  afterAll(() => studio.close())

  const give = (page: Page, bytes: Uint8Array) =>
    page.locator('input[type=file]').first().setInputFiles(jpegFile(bytes))
  const trouble = async (page: Page) => {
    const said = page.getByTestId('trouble')
    await said.waitFor()
    return said.innerText()
  }

  test(
    'a file over the limit of this server is not sent, and is shrunk as far as it takes',
    { timeout },
    () =>
      studio.at('#/documents/identity', 'too large', async ({ page }) => {
        const sent: string[] = []
        page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
        await give(page, Buffer.alloc(MORE_THAN_ALLOWED, 'large'))
        const said = page.getByTestId('not-sent')
        await said.waitFor()
        expect(await said.innerText()).toMatch(/has 0\.4\sMB; this server takes 0\.3\sMB/)
        await page.getByTestId('shrink').click()
        await page.getByText('This browser cannot open the picture').waitFor()
        await give(page, await noisy(2000))
        expect(sent).toEqual([])
        const answer = page.waitForResponse((one) => one.url().endsWith('/kyc-documents-sync'))
        await page.getByTestId('shrink').click()
        expect((await answer).status()).toBe(200)
      }),
  )

  test(
    'a password that is no longer valid: a message and a link to sign in, no login box of the browser',
    {
      timeout,
    },
    () =>
      studio.run(
        'signed out',
        async ({ page, context }) => {
          const wire = await context.newCDPSession(page)
          let boxes = 0
          wire.on('Fetch.requestPaused', ({ requestId }) => wire.send('Fetch.continueRequest', { requestId }))
          wire.on('Fetch.authRequired', ({ requestId }) => {
            boxes++
            return wire.send('Fetch.continueWithAuth', {
              requestId,
              authChallengeResponse: { response: 'CancelAuth' },
            })
          })
          await page.goto('/studio/#/documents/identity')
          await page.locator('input[type=checkbox]').check()
          await signIn(page, studio.server.credentials)
          // The screen comes in parts, and one that is still loading is reported as failed when the page is left.
          await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
          await page.evaluate(() => {
            const { sessionStorage } = globalThis as unknown as { sessionStorage: Record<string, string> }
            const held = JSON.parse(sessionStorage['selfsame.session'] ?? '{}') as object
            sessionStorage['selfsame.session'] = JSON.stringify({ ...held, password: 'of yesterday' })
          })
          await page.reload()
          await wire.send('Fetch.enable', { handleAuthRequests: true })
          await give(page, Buffer.from('any'))
          expect(await trouble(page)).toContain('You are no longer signed in')
          expect(boxes).toBe(0)
          await expectFit(page, 'signed out')
          await page.getByRole('button', { name: 'Sign in again' }).click()
          await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor()
        },
        { expected: [/401/] },
      ),
  )

  test('a server that is gone when a screen is opened, and comes back', { timeout }, async () => {
    const relay = await relayTo(studio.server.url)
    await studio.at(
      '',
      'gone',
      async ({ page }) => {
        await page.getByText('Máy chủ sẵn sàng').waitFor()
        await relay.cut()
        await page.goto('/studio/#/faces/compare')
        expect(await trouble(page)).toContain('Không kết nối được với máy chủ')
        await expectFit(page, 'a screen that does not come, phone, Vietnamese')
        await relay.restore()
        await page.getByRole('button', { name: 'Thử lại' }).click()
        await page.getByTestId('face-live').waitFor()
      },
      { url: relay.url, size: 'phone', language: 'vi-VN', expected: [/ERR_CONNECTION|ERR_EMPTY|ERR_SOCKET/] },
    )
    await relay.cut()
  })

  test(
    'a browser that cannot run the networks is guided by the server, which gets mirrored frames; leaving stops the camera',
    {
      timeout,
    },
    () =>
      studio.at(
        '#/liveness/profile',
        'no eyes',
        async ({ page, context }) => {
          let refuse = () => {}
          const refused = new Promise<void>((resolve) => {
            refuse = resolve
          })
          await context.route('**/studio/networks/**', async (route) => {
            await refused
            await route.abort()
          })
          const frame = page.waitForRequest((one) => /profile-liveness-challenge\/.+\/frames/.test(one.url()))
          await show(page, { otherwise: [await redLeftBlueRight()] })
          await page.getByTestId('challenge-start').click()
          await page.locator('[data-guide=coming]').waitFor({ state: 'attached' })
          // While they load the server guides already.
          await page.getByTestId('guidance').filter({ hasText: 'Show your face to the camera' }).waitFor()
          expect(await asked(page, 'measures', 'hidden', '[role=progressbar]')).toBe('')
          await expectFit(page, 'while the networks load, on the least phone')
          await page.setViewportSize({ width: 844, height: 390 })
          expect((await page.locator('.stage .preview').boundingBox())?.height).toBeGreaterThan(350)
          for (const seen of [
            '[data-testid=instruction]',
            '[role=progressbar]',
            '[data-testid=challenge-cancel]',
          ])
            expect.soft(await asked(page, 'measures', 'hidden', seen), seen).toBe('')
          await expectFit(page, 'while the networks load, on its side')
          await page.setViewportSize({ width: 360, height: 640 })
          refuse()
          await page.getByText('so the server guides you').waitFor()
          const { photo } = (await frame).postDataJSON() as { photo: string }
          const sent = sharp(Buffer.from(photo, 'base64'))
          const { width = 0, height = 0 } = await sent.metadata()
          const left = await sharp(
            await sent.extract({ left: 0, top: 0, width: width / 4, height }).toBuffer(),
          ).stats()
          expect(left.dominant.b).toBeGreaterThan(left.dominant.r)
          await page.goto('/studio/#/documents/mrz')
          await page.getByRole('heading', { name: 'Read a machine-readable zone' }).waitFor()
          expect(await asked(page, 'camera', 'opened')).toBe(0)
        },
        { size: 'small', expected: [/ERR_FAILED|ERR_ABORTED/] },
      ),
  )
})

/** A picture that is larger in bytes than its content is worth. */
async function noisy(side: number): Promise<Uint8Array> {
  const cells = Buffer.from(Array.from({ length: 3 * 12 * 12 }, (_, i) => (i * 2_654_435_761) % 253))
  return sharp(cells, { raw: { width: 12, height: 12, channels: 3 } })
    .resize(side, side)
    .jpeg({ quality: 100 })
    .toBuffer()
}

const redLeftBlueRight = () =>
  sharp({ create: { width: 360, height: 480, channels: 3, background: '#e01010' } })
    .composite([
      {
        input: { create: { width: 180, height: 480, channels: 3, background: '#1010e0' } },
        left: 180,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer()
