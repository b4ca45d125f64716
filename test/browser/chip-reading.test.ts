// Tests the person's page inside an app: bank-vn with a virtual chip behind the shell, frames signed by the phone, and chips that are not as they should be.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChipBreak } from '../../specimens/chips/breaks.ts'
import type { Quirks } from '../../specimens/chips/card/card.ts'
import { cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { portraitName } from '../../specimens/documents/drawing/portrait.ts'
import { portrayed } from '../../specimens/documents/portraits/make.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { newCaller, start } from '../../specimens/kit/servers/challenge-caller.ts'
import { basic } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { makeAndroidMaker } from '../../specimens/phones/android.ts'
import { pemOf } from '../../specimens/phones/issuing.ts'
import { filmedOf, obeying, type Plan } from '../kit/browser-acting.ts'
import { type Reel, show } from '../kit/browser-camera.ts'
import { expectFitInBothLanguages } from '../kit/browser-fitness.ts'
import { giveDocument, press, screen, specimen, verificationMaker } from '../kit/browser-journey.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { newField, newPhone, showInApp } from '../kit/browser-shell.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'
import { trustState } from '../kit/chip-caller.ts'

const timeout = 4 * PATIENCE_MS
/** The card `holder-front`, and who is on it. */
const SEED = 95
const HOLDER = portrayed(portraitName(SEED, 'm')).seed
const MOST_FRAMES = 3
const app = { package: 'vn.example.bank', digest: Buffer.alloc(32, 9) }
const android = makeAndroidMaker(Date.now())
const keys = keyPool()
const folder = temporaryFolder()
const userAgent =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F; wv) AppleWebKit/537.36 Chrome/119.0 Mobile Safari/537.36'
const EXTENDED: Quirks = { extended: 2048 }

const frontAndChip = {
  id: 'front-and-chip',
  definition: {
    steps: {
      document: { kinds: ['cccd-chip'], both_sides: false },
      chip: { mode: 'preferred', attempts: 3 },
    },
  },
}

interface Attempt {
  readonly step: string
  readonly outcome: string
  readonly result_code: number | null
  readonly capture?: string
  readonly capture_app?: string
}

interface Told {
  readonly document?: { chip?: object }
  readonly steps: { readonly step: string; attempts_left: number }[]
}

const notice = (page: Page, name: string) => page.locator(`[data-notice=${name}]`).waitFor()

describe.skipIf(!hasChromium())('the page in an app', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  let filming: Promise<Reel>
  let chip: SpecimenChip
  const made = (breaks?: ChipBreak, seed = SEED, state = chip?.state) =>
    makeChip({ kind: 'cccd-chip', seed, algorithm: 'p256-sha256', breaks, state, newKeys: keys() })
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(studio.server.url + path, {
      method: 'PUT',
      headers: { authorization: basic(studio.server.credentials), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }

  beforeAll(async () => {
    const androidRoots = join(folder.path, 'android.pem')
    const androidRevocations = join(folder.path, 'revoked.json')
    writeFileSync(androidRoots, pemOf(android.root))
    writeFileSync(androidRevocations, '{"entries":{}}')
    studio = await openStudio({ androidRoots, androidRevocations })
    maker = await verificationMaker(studio.server)
    const plan = await start<Plan>(await newCaller(studio.server), 'profile', {})
    const most = Object.keys(plan.task_order).map((task) => [task, MOST_FRAMES])
    filming = filmedOf(HOLDER, { ...plan, task_order: Object.fromEntries(most) }, obeying.profile())
    await put('/capture-settings', {
      android_apps: [{ package: app.package, digests: [app.digest.toString('hex')] }],
    })
    chip = await made()
    await trustState(studio.server, chip.state)
    expect((await studio.server.post('/policies', frontAndChip)).status).toBe(200)
  }, timeout)
  afterAll(async () => {
    await studio.close()
    folder.remove()
  })

  test('bank-vn from the link to approved, with the chip read here and every frame signed by the phone', {
    timeout,
  }, async () => {
    const verification = await maker.make('bank-vn', { locale: 'en' })
    const { field, calls } = newField()
    const phone = newPhone(android, app)
    const left: string[] = []
    await studio.run(
      'bank-vn in an app',
      async ({ page, context }) => {
        const close = async ({ state }: { readonly state: string }) => void left.push(state)
        await showInApp(context, studio.server.url, { ...calls, ...phone.calls, close })
        await page.goto(verification.path)
        await press(page, 'begin')
        await press(page, 'accept')
        await giveDocument(page, await specimen('holder-front'))
        await page.locator('[data-screen=document][data-side=back]').waitFor()
        await giveDocument(page, await specimen('holder-back'))

        // The chip comes before the face.
        await page.locator('[data-chip=intro]').waitFor()
        await expectFitInBothLanguages(page, 'chip, before')
        field.card = cardOf(chip, EXTENDED)
        await press(page, 'read')
        await screen(page, 'liveness')
        expect(field.ended.map(([, isFailure]) => isFailure)).toEqual([false])

        await show(page, await filming)
        await press(page, 'camera')
        expect(await (await screen(page, 'result')).getAttribute('data-state')).toBe('approved')
        await press(page, 'leave')
        await expect.poll(() => left).toEqual(['approved'])
        // Nothing of chip or document stays in the browser.
        const stored = await page.evaluate(() => JSON.stringify({ ...globalThis.localStorage }))
        expect(stored).not.toContain(passwordsOf(chip.holder).mrz.documentNumber)

        // Another verification of the organisation: the phone's key is used again, and a new one made after the app was installed anew.
        const started = async (): Promise<boolean> => {
          const next = await maker.make('simple')
          const starting = page.waitForResponse('**/profile-start')
          await page.goto(next.path)
          await press(page, 'begin')
          await giveDocument(page, await specimen('holder-front'))
          await screen(page, 'liveness')
          await press(page, 'camera')
          return (await starting).ok()
        }
        expect(await started()).toBe(true)
        expect(phone.made()).toBe(1)
        phone.installAnew()
        expect(await started()).toBe(true)
        expect(phone.made()).toBe(2)
      },
      { size: 'small', language: 'vi-VN', savesData: true, userAgent, expected: [/ERR_ABORTED/] },
    )
    const told = (await maker.call('GET', `/verifications/${verification.id}`)) as {
      readonly attempts: readonly Attempt[]
      readonly verdict: {
        readonly match: { readonly portrait: string }
        readonly steps: readonly { readonly step: string; readonly subject_id?: string }[]
      }
    }
    expect(told.verdict.match.portrait).toBe('chip')
    const liveness = told.attempts.find(({ step }) => step === 'liveness')
    expect(liveness).toMatchObject({
      outcome: 'passed',
      capture: 'attested',
      capture_app: 'vn.example.bank 7',
    })
    // What the chip proved stands in the signed evidence about it.
    const read = told.verdict.steps.find(({ step }) => step === 'chip')
    const { evidence } = (await (
      await fetch(`${studio.server.url}/chip-documents/${read?.subject_id}/evidence`, {
        headers: { authorization: basic(studio.server.credentials) },
      })
    ).json()) as { readonly evidence: { readonly files: readonly { readonly name: string }[] } }
    expect(evidence).toMatchObject({
      ...{ authenticity: 'trusted', copy: 'genuine' },
      chip_authentication: { response: expect.any(String) },
      active_authentication: { response: expect.any(String) },
    })
    const names = ['com', 'dg1', 'dg13', 'dg14', 'dg15', 'dg2', 'sod']
    expect(evidence.files.map(({ name }) => name).toSorted()).toEqual(names)
  })

  test('a copy, then a field that is lost twice: the reading goes on where it was, and the step is done', {
    timeout,
  }, async () => {
    const verification = await maker.make('front-and-chip', { locale: 'en' })
    const copied = await made('chip-copied')
    const { field, calls } = newField()
    await studio.run(
      'copy and lost',
      async ({ page, context }) => {
        await showInApp(context, studio.server.url, calls)
        await page.goto(verification.path)
        await press(page, 'begin')
        await giveDocument(page, await specimen('holder-front'))
        await page.locator('[data-chip=intro]').waitFor()
        field.card = cardOf(copied, EXTENDED)
        let goOn = () => {}
        const looked = new Promise<void>((resolve) => {
          goOn = resolve
        })
        await page.route('**/chip-documents', async (route) => {
          await looked
          await route.continue()
        })
        await press(page, 'read')
        await page.locator('[data-chip=sending]').waitFor()
        await expectFitInBothLanguages(page, 'chip, sending')
        goOn()
        await notice(page, 'copy')
        await page.getByText('2 attempts left').waitFor()
        await expectFitInBothLanguages(page, 'chip, copy')

        for (const [fault, name] of [
          ['off', 'off'],
          ['unsupported', 'noNfc'],
          ['busy', 'busy'],
          ['failed', 'failed'],
          ['cancelled', 'cancelled'],
        ] as const) {
          field.fault = fault
          await page.reload()
          await press(page, 'read')
          await notice(page, name)
          await expectFitInBothLanguages(page, `chip, ${fault}`)
        }
        // The phone loses the chip for good in the middle: the person is asked, and what was read is kept.
        field.fault = undefined
        const usual = cardOf(chip, { extended: 0 })
        let sent = 0
        field.card = {
          ...usual,
          transceive: (bytes) =>
            ++sent > 60 && sent < 66 ? Promise.reject(new Error('gone')) : usual.transceive(bytes),
        }
        await press(page, 'read')
        await notice(page, 'lost')
        await expectFitInBothLanguages(page, 'chip, lost')
        // The words of the language chosen last are a file that is fetched.
        await expect.poll(() => page.locator('[data-action=read]').innerText()).toBe('Read on')
        // And twice for a moment: nobody has to press anything.
        field.card = cardOf(chip, { extended: 0, lostAt: [12, 45] })
        const before = field.commands
        await press(page, 'read')
        await page.locator('[data-percent]').waitFor()
        await expectFitInBothLanguages(page, 'chip, reading')
        expect(await (await screen(page, 'result')).getAttribute('data-state')).toBe('approved')
        // Two lost fields open the chip twice more; without the bytes before it would be about 155.
        expect(field.commands - before).toBeLessThan(100)
      },
      { size: 'small', savesData: true, userAgent },
    )
    const { attempts } = (await maker.call('GET', `/verifications/${verification.id}`)) as {
      readonly attempts: readonly Attempt[]
    }
    const ofChip = attempts.filter(({ step }) => step === 'chip')
    expect(ofChip.map(({ outcome, result_code }) => [outcome, result_code])).toEqual([
      ['failed', 124],
      ['passed', 200],
    ])
  })

  test("another person's card does not open; typed open, it is of another document; it is skipped then", {
    timeout,
  }, async () => {
    const verification = await maker.make('front-and-chip', { locale: 'en' })
    const other = await made(undefined, SEED + 1)
    const { mrz } = passwordsOf(other.holder)
    const { field, calls } = newField()
    field.card = cardOf(other, EXTENDED)
    const day = (short: string, century: number) =>
      `${century}${short.slice(0, 2)}-${short.slice(2, 4)}-${short.slice(4)}`
    await studio.run(
      'wrong card',
      async ({ page, context }) => {
        await showInApp(context, studio.server.url, calls)
        await page.goto(verification.path)
        await press(page, 'begin')
        await giveDocument(page, await specimen('holder-front'))
        await page.locator('[data-chip=intro]').waitFor()
        await press(page, 'read')
        await notice(page, 'wrongKey')
        await expectFitInBothLanguages(page, 'chip, wrong key')
        const fill = (name: string, value: string) => page.locator(`input[name=${name}]`).fill(value)
        await fill('can', '000000')
        await press(page, 'read-typed')
        await notice(page, 'wrongAccess')
        await fill('can', '')
        await fill('number', other.holder.person.number)
        await fill('birth', day(mrz.dateOfBirth, 19))
        if (mrz.dateOfExpiry === '991231') await page.locator('input[name=no-expiry]').check()
        else await fill('expiry', day(mrz.dateOfExpiry, 20))
        await press(page, 'read-typed')
        await notice(page, 'otherCard')
        await page.getByText('2 attempts left').waitFor()
        await expectFitInBothLanguages(page, 'chip, another card')
        const step = page.locator('[data-screen=chip]')
        await press(page, 'skip')
        await step.waitFor({ state: 'detached' })
      },
      { size: 'phone', savesData: true },
    )
    const { attempts } = (await maker.call('GET', `/verifications/${verification.id}`)) as {
      readonly attempts: readonly Attempt[]
    }
    const ofChip = attempts.filter(({ step }) => step === 'chip')
    expect(ofChip.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped'])
  })

  test("in a browser the page names the company's app, and opens it where it has an address", {
    timeout,
  }, async () => {
    const verification = await maker.make('front-and-chip', { locale: 'en' })
    const link = async (page: Page, where: string): Promise<void> => {
      await page.locator('[data-chip=elsewhere]').waitFor()
      await expectFitInBothLanguages(page, where)
    }
    await studio.run(
      'no shell',
      async ({ page }) => {
        await page.goto(verification.path)
        await press(page, 'begin')
        await giveDocument(page, await specimen('holder-front'))
        await link(page, 'chip, an app without an address')
        await put('/brand', { display_name: 'ACME Bank', app_link: 'https://app.acme.example/verify' })
        await page.reload()
        await page.getByText('Scan this code').waitFor()
        const code = await page.locator('[data-qr]').getAttribute('data-qr')
        expect(code).toMatch(/^https:\/\/app\.acme\.example\/verify#http.+\/verify\/ssl_\w+$/)
        await link(page, 'chip, a code for the app')
        // Of a document without a chip, and of a person who has no try left: both may go on.
        const told = async (changed: (session: Told) => void, mark: string): Promise<void> => {
          await page.route('**/verification-session', async (route) => {
            const answer = (await (await route.fetch()).json()) as { session: Told }
            changed(answer.session)
            await route.fulfill({ json: answer })
          })
          await page.reload()
          await page.locator(`[data-chip=${mark}] [data-action=skip]`).waitFor()
          await expectFitInBothLanguages(page, `chip, ${mark}`)
          await page.unroute('**/verification-session')
        }
        await told(({ document }) => delete document?.chip, 'none')
        await told(({ steps }) => {
          for (const step of steps) if (step.step === 'chip') step.attempts_left = 0
        }, 'over')
      },
      { size: 'desktop', savesData: true },
    )
    const onPhone = await maker.make('front-and-chip', { locale: 'en' })
    await studio.run(
      'no shell, phone',
      async ({ page }) => {
        await page.goto(onPhone.path)
        await press(page, 'begin')
        await giveDocument(page, await specimen('holder-front'))
        const href = await page.locator('[data-action=open-app]').getAttribute('href')
        expect(href).toMatch(/^https:\/\/app\.acme\.example\/verify#http.+\/verify\/ssl_\w+$/)
        await link(page, 'chip, a button for the app')
      },
      { size: 'small', savesData: true, userAgent },
    )
  })
})
