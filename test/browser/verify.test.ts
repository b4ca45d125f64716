// Tests the journey as people see it: from the link to each result, in the hosted page of a real server.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portraitName } from '../../specimens/documents/drawing/portrait.ts'
import { portrayed } from '../../specimens/documents/portraits/make.ts'
import { wall } from '../../specimens/kit/films/films.ts'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { newCaller, start } from '../../specimens/kit/servers/challenge-caller.ts'
import { filmedOf, obeying, type Plan } from '../kit/browser-acting.ts'
import { type Reel, show } from '../kit/browser-camera.ts'
import { expectFit, expectFitInBothLanguages } from '../kit/browser-fitness.ts'
import { giveDocument, press, screen, specimen, standAs, verificationMaker } from '../kit/browser-journey.ts'
import { pressOn } from '../kit/browser-keyboard.ts'
import { jpegFile } from '../kit/browser-result.ts'
import { PATIENCE_MS, type PageSession } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

/** The person on the card `holder-front`, and how many frames of a task a plan asks for at most. */
const HOLDER = portrayed(portraitName(95, 'm')).seed
const MOST_FRAMES = 3
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

const stateShown = async (page: Page) => (await screen(page, 'result')).getAttribute('data-state')

describe.skipIf(!hasChromium())('the journey', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  let filming: Promise<Reel>
  beforeAll(async () => {
    studio = await openStudio()
    maker = await verificationMaker(studio.server)
    const plan = await start<Plan>(await newCaller(studio.server), 'profile', {})
    const most = Object.keys(plan.task_order).map((task) => [task, MOST_FRAMES])
    filming = filmedOf(HOLDER, { ...plan, task_order: Object.fromEntries(most) }, obeying.profile())
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
        // The challenge as the policy asks for it: one to three frames of each task, each another picture.
        await show(page, await filming)
        await press(page, 'camera')
        expect(await stateShown(page)).toBe('approved')
        await expectFitInBothLanguages(page, 'approved')
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
        await expectFitInBothLanguages(page, 'overview')
        await press(page, 'begin')
        await screen(page, 'consent')
        await page.getByText('24 hours').first().waitFor()
        await expectFitInBothLanguages(page, 'consent')

        // The network goes before the answer is sent, and comes back: nothing is asked twice.
        await context.setOffline(true)
        await press(page, 'accept')
        await page.locator('[data-banner=offline]').waitFor()
        await expectFitInBothLanguages(page, 'no network')
        await context.setOffline(false)
        await screen(page, 'document')
        await page.locator('[data-banner=offline]').waitFor({ state: 'detached' })
        await expectFitInBothLanguages(page, 'document')
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
        await expectFitInBothLanguages(page, 'chip')
        await press(page, 'skip')
        await screen(page, 'liveness')
        await expectFitInBothLanguages(page, 'liveness')
        await standAs(page, 'holder')
        // The back button ends the camera, and not the journey.
        await press(page, 'camera')
        await page.locator('[data-liveness=running]').waitFor()
        await expectFit(page, 'before the camera')
        await page.goBack()
        await page.locator('[data-liveness=rested]').waitFor()
        await press(page, 'camera')

        const confirmation = await screen(page, 'confirmation')
        await expectFitInBothLanguages(page, 'confirmation')
        expect(await confirmation.locator('[data-field=name] .field-value').innerText()).toMatch(/\w+ \w+/)
        await confirmation.locator('[data-field=address] input').check()
        await press(page, 'confirm')
        expect(await stateShown(page)).toBe('review')
        await expectFitInBothLanguages(page, 'review')
        const { attempts } = (await maker.call('GET', `/verifications/${made.id}`)) as {
          attempts: readonly { step: string; outcome: string }[]
        }
        const consents = attempts.filter(({ step }) => step === 'consent')
        expect(consents.map(({ outcome }) => outcome)).toEqual(['passed'])
      },
      // The back button also ends the call that plans the challenge, where it has not been answered.
      { savesData: true, expected: [disconnected, /profile-start net::ERR_ABORTED/] },
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
      { size: 'small', savesData: true },
    )
  })

  test.each(['nose', 'distance'] as const)(
    '%s, whose tasks are told one by one, with the frames of each in its turn',
    {
      timeout,
    },
    async (family) => {
      const liveness = { families: [family], min_strength: 'none', attempts: 1 }
      const policy = { id: `only-${family}-${randomUUID()}`, definition: { steps: { liveness } } }
      expect((await studio.server.post('/policies', policy)).status).toBe(200)
      const made = await maker.make(policy.id, { locale: 'en' })
      const plan = await start<Plan>(await newCaller(studio.server), family, {})
      await studio.run(
        `told ${family}`,
        async ({ page }) => {
          await page.goto(made.path)
          await press(page, 'begin')
          await screen(page, 'liveness')
          const most = { 'far-distance': 5, 'normal-distance': 5, 'close-distance': 5 }
          const reel = await filmedOf(HOLDER, { ...plan, task_order: most }, obeying[family]())
          const [ahead] = reel.nose ?? []
          await show(page, ahead ? { 'keep-face-ahead': [ahead] } : reel)
          if (family === 'nose')
            page.on('response', async (answer) => {
              if (!answer.url().endsWith('/next-task')) return
              const { box } = (
                (await answer.json()) as {
                  told: { box: Plan['far_distance'] & { left: number; top: number } }
                }
              ).told
              const { left, top, width, height } = box
              const told = { nose_left: left, nose_top: top, nose_width: width, nose_height: height }
              await show(page, await filmedOf(HOLDER, { ...plan, ...told }, obeying.nose()))
            })
          await press(page, 'camera')
          await screen(page, 'result')
        },
        { size: 'small' },
      )
      const { attempts } = (await maker.call('GET', `/verifications/${made.id}`)) as {
        attempts: readonly { checks: readonly { name: string; score: number; outcome: string }[] }[]
      }
      const checks = Object.fromEntries(
        (attempts[0]?.checks ?? []).map((check) => [check.name, check.outcome]),
      )
      const done = { nose: 'nose-outside-box-at-last', distance: 'tasks-with-frames' }[family]
      expect(checks).toMatchObject({ [done]: 'passed', frames: 'passed' })
    },
  )

  test('two tabs, a spent link, an unknown link, a refused camera, and a company that cancels', {
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
      { savesData: true },
    )
    await studio.run(
      'link used elsewhere',
      async ({ page }) => {
        await page.goto(made.path)
        const trouble = await screen(page, 'trouble')
        expect(await trouble.getAttribute('data-trouble')).toBe('linkUsed')
        await expectFitInBothLanguages(page, 'link used')
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
    await studio.run(
      'camera refused',
      async ({ page }) => {
        await page.goto(face.path)
        await press(page, 'begin')
        await press(page, 'camera')
        const notice = page.locator('[data-notice=camera]')
        await notice.waitFor()
        expect(await notice.innerText()).toContain('The camera is not allowed')
        await expectFitInBothLanguages(page, 'camera refused')
        // Who looks on is told who cancelled it; who opens the link later is told that it was.
        await maker.call('POST', `/verifications/${face.id}/cancel`, {})
        expect(await stateShown(page)).toBe('cancelled')
        await page.getByText('cancelled this verification').waitFor()
        await expectFitInBothLanguages(page, 'cancelled by the organisation')
        await page.goto(face.path)
        expect(await (await screen(page, 'trouble')).getAttribute('data-trouble')).toBe('cancelled')
        await expectFitInBothLanguages(page, 'a link of what was cancelled')
      },
      { size: 'small', savesData: true, camera: { refusal: 'NotAllowedError' }, expected: [/401/] },
    )
  })

  test('every state of the journey is fit in both languages and themes', { timeout }, async () => {
    const policy = {
      id: 'films',
      definition: {
        steps: {
          consent: { required: true },
          document: { kinds: ['cccd-chip'], both_sides: false },
          liveness: { families: ['profile', 'video'], min_strength: 'low' },
        },
      },
    }
    expect((await studio.server.post('/policies', policy)).status).toBe(200)
    const { database } = studio.server.server.runtime.store
    const made = await maker.make('films', { locale: 'vi' })
    await studio.run(
      'states',
      async ({ page }) => {
        const at = async (mark: string) => {
          await page.locator(mark).waitFor()
          await expectFitInBothLanguages(page, mark)
        }
        await page.goto(made.path)
        await press(page, 'begin')
        await press(page, 'refuse')
        await at('[data-action=refuse-yes]')
        await press(page, 'refuse-no')
        await press(page, 'accept')
        await screen(page, 'document')

        const file = page.locator('[data-screen=document] input[type=file]').last()
        await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
        await press(page, 'use')
        await at('[data-notice=notPicture]')
        await giveDocument(page, await wall(1))
        await at('[data-notice=notFound]')
        await giveDocument(page, (await photoOf({ kind: 'licence-pet', seed: 306 })).bytes)
        await at('[data-notice=anotherDocument]')
        await file.setInputFiles(jpegFile(await specimen('holder-front')))
        await at('[data-action=use]')
        const upload = await held(page, '**/kyc-documents-sync')
        await press(page, 'use')
        await at('[data-screen=document] [role=progressbar]')
        upload.goOn()

        await screen(page, 'liveness')
        await page.route('**/profile-start', (route) => route.fulfill({ status: 500, body: '{}' }))
        await press(page, 'camera')
        await at('[data-notice=trouble]')
        await page.unroute('**/profile-start')
        await show(page, { otherwise: [await specimen('holder-keep-face-ahead')] })
        await press(page, 'camera')
        await page.locator('[data-liveness=running]').waitFor()
        await press(page, 'rest')
        await at('[data-liveness=rested]')
        await page.locator('.other-way summary').click()
        await page.locator('input[value=video]').check()
        const film = await held(page, '**/video-liveness')
        await press(page, 'camera')
        await page.locator('[data-liveness=recording]').waitFor()
        await expectFit(page, 'recording')
        await film.asked
        await at('[data-liveness=recording]')
        film.goOn()
        await at('[data-notice=failed]')

        // The server judges what is `processing` at once, so these are told instead of it.
        for (const state of ['processing', 'expired', 'approved', 'declined', 'review']) {
          await page.route('**/verification-session', async (route) => {
            const told = (await (await route.fetch()).json()) as { session: object }
            await route.fulfill({ json: { ...told, session: { ...told.session, state } } })
          })
          await page.reload()
          await at(state === 'processing' ? '[data-screen=processing]' : `[data-state=${state}]`)
          await page.unroute('**/verification-session')
        }
        await page.reload()
        await screen(page, 'liveness')
        // The time of the whole is over while somebody looks on, and for who opens the link afterwards.
        const now = Date.now()
        for (const table of ['verification_tokens', 'verification_links'])
          await database.query(`UPDATE ${table} SET expires_at = $2 WHERE verification_id = $1`, [
            made.id,
            now,
          ])
        await at('[data-trouble=tokenExpired]')
        await database.query('UPDATE verifications SET expires_at = $2 WHERE id = $1', [made.id, now])
        await page.goto(made.path)
        await at('[data-trouble=expired]')
      },
      { size: 'phone', language: 'vi-VN', savesData: true, expected: [/ 4\d\d \(| 500 \(|ERR_ABORTED/] },
    )
    const refused = await maker.make('films', { locale: 'en' })
    const refuse = async ({ page }: PageSession) => {
      await page.goto(refused.path)
      await press(page, 'begin')
      await press(page, 'refuse')
      await press(page, 'refuse-yes')
      await page.locator('[data-end=refused]').waitFor()
      await page.getByText('You ended this verification yourself').waitFor()
      await expectFitInBothLanguages(page, 'refused by the person')
    }
    await studio.run('refused', refuse, { savesData: true })
  })
})

/** Holds the calls of a path back, so that what is shown meanwhile can be looked at. */
async function held(page: Page, path: string): Promise<{ goOn: () => void; asked: Promise<void> }> {
  let goOn = () => {}
  let ask = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  await page.route(path, async (route) => {
    ask()
    await waiting
    await route.continue()
  })
  return { goOn, asked }
}
