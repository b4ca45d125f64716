// Tests the liveness challenges in the studio, with a person before the camera who follows the instructions or does not.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { type Family, newCaller, start } from '../../specimens/kit/servers/challenge-caller.ts'
import { actDistance, actNose, actProfile } from '../../specimens/liveness/acting.ts'
import { type Acting, filmedOf, obeying, type Plan, planned, standBefore } from '../kit/browser-acting.ts'
import { show } from '../kit/browser-camera.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { asked } from '../kit/browser-in-page.ts'
import { checksOf, verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS, type PageSession, play } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'

/** A render may rightly be judged not genuine; this option lets it pass. */
const lenient = { passive_liveness_threshold: '0.01' }
const once = { far_amount: '1', normal_amount: '1', close_amount: '1' }
const [SHE, SOMEBODY_ELSE] = [3, 4]
/** At this size the face passes for the next step of a person who is a little smaller. */
const tooNear: Acting = (one, plan) => actDistance(one, plan, { share: 0.98 })

describe.skipIf(!hasChromium())('before the camera', () => {
  let studio: Studio
  let session: PageSession
  let filming: Promise<unknown>
  beforeAll(async () => {
    studio = await openStudio()
    const call = await newCaller(studio.server)
    const numbers = { far_amount: 1, normal_amount: 1, close_amount: 1 }
    // Places are the same for every picture of this size, so people can be filmed while networks are loaded.
    const plan = await start<Plan>(call, 'distance', numbers)
    filming = Promise.all([
      filmedOf(SHE, plan, obeying.distance()),
      filmedOf(SHE, plan, obeying.distance(1)),
      filmedOf(SOMEBODY_ELSE, { ...plan, task_order: { 'close-distance': 1 } }, tooNear),
      filmedOf(
        SHE,
        await start<Plan>(call, 'profile', { exercise: 'yaw-smile', static: true }),
        obeying.profile(),
      ),
    ])
    // One page session serves all scenes, so that the networks are loaded once.
    session = await studio.signedIn('#/liveness/distance', {
      size: 'phone',
      expected: [/ERR_INTERNET_DISCONNECTED/],
    })
  }, 2 * PATIENCE_MS)
  afterAll(() => studio.close())

  const scene = (name: string, act: (page: Page) => Promise<void>) =>
    test(name, { timeout: 4 * PATIENCE_MS }, () => play(session, name, ({ page }) => act(page)))

  scene('distance: a person who comes closer is shown as living, with the checks', async (page) => {
    await expectFit(page, 'distance, before')
    await filming
    const plan = await started(page, 'distance', { ...lenient, ...once })
    await guided(page, 'Show your face to the camera')
    await standBefore(page, SHE, plan, obeying.distance())
    const { words, ...said } = await verdictOf(page)
    expect(said).toEqual({ verdict: 'success', code: '200' })
    expect(words).toContain('A living person, in front of the camera')
    expect(await checksOf(page, 'passed')).toEqual(
      expect.arrayContaining(['perspective-dioptres', 'same-person', 'genuineness']),
    )
    expect(await checksOf(page, 'failed')).toEqual([])
    expect(await asked(page, 'camera', 'opened')).toBe(0)
    await page.getByTestId('legend').waitFor()
    await page.getByTestId('coverage').locator('summary').click()
    await page.getByText('Whether the camera itself is real').waitFor()
    await page.getByTestId('next-step').waitFor()
    await expectFit(page, 'distance, passed')
  })

  scene(
    'distance: when somebody else steps in, the screen says what is wrong and what to do',
    async (page) => {
      const plan = await started(page, 'distance', { ...lenient, ...once })
      const other = await filmedOf(SOMEBODY_ELSE, { ...plan, task_order: { 'close-distance': 1 } }, tooNear)
      await show(page, { ...(await filmedOf(SHE, plan, obeying.distance(1))), ...other })
      const { words, ...said } = await verdictOf(page)
      expect(said).toEqual({ verdict: 'failure', code: '141' })
      expect(words).toContain('This does not look like a living person')
      expect(words).toContain('The frames did not look like one person.')
      expect(words).toMatch(/What failed:.*One and the same person throughout/s)
      expect(await checksOf(page, 'failed')).toContain('same-person')
      await expectFit(page, 'distance, failed')
    },
  )

  scene('nose: a head that turns to the dot passes, and a lost network costs nothing', async (page) => {
    let starts = 0
    page.on('request', (request) => void (request.url().endsWith('/liveness-challenge/start') && starts++))
    const plan = await started(page, 'nose', lenient)
    const film = await filmedOf(SHE, plan, obeying.nose())
    await page.context().setOffline(true)
    await show(page, film)
    await page.getByText('Your pictures are kept').waitFor()
    await page.getByRole('heading', { name: 'Sending' }).waitFor()
    await expectFit(page, 'nose, without a network')
    await page.context().setOffline(false)
    const { words, ...said } = await verdictOf(page)
    expect({ ...said, starts }).toEqual({ verdict: 'success', code: '200', starts: 1 })
    expect(words).toContain('A living person, in front of the camera')
    expect(await checksOf(page, 'failed')).toEqual([])
  })

  scene(
    'nose: a photo that does not turn is asked to, again and again, and nothing of it is sent',
    async (page) => {
      const sent: string[] = []
      page.on('request', (request) => void (request.url().endsWith('/frames') && sent.push(request.url())))
      const plan = await started(page, 'nose', lenient)
      await standBefore(page, SHE, plan, (one) => actNose(one, plan, { take: 2, frames: 2 }).slice(0, 1))
      await guided(page, /, towards the dot$/)
      await expectFit(page, 'nose, running')
      // The eye of who turns may lie below it.
      const dot = page.locator('.nose-dot').first()
      expect(
        await dot.evaluate(
          (one) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): { fill: string } }).getComputedStyle(
              one,
            ).fill,
        ),
      ).toBe('none')
      await page.getByRole('heading', { name: 'Once more, a little faster' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Start the camera' }).waitFor()
      expect(sent).toEqual([])
      expect(await asked(page, 'camera', 'opened')).toBe(0)
    },
  )

  scene(
    'profile: a person who turns the wrong way sees it, and passes by turning the right way',
    async (page) => {
      await page.goto('/studio/#/liveness/profile')
      await expectFit(page, 'profile, before')
      const plan = await started(page, 'profile', lenient, ['static'])
      const wrong = { 'turn-face-left': { yawDegrees: -28 } }
      await standBefore(page, SHE, plan, (one) => actProfile(one, plan, { otherwise: wrong }))
      await page.getByRole('heading', { name: 'Turn your head to your left' }).waitFor()
      await guided(page, 'Turn your head further to your left')
      expect(await page.getByTestId('challenge').getAttribute('data-taken')).toBe('0')
      await standBefore(page, SHE, plan, obeying.profile())
      const { words, ...said } = await verdictOf(page)
      expect(said).toEqual({ verdict: 'success', code: '200' })
      expect(words).toContain('A living person, in front of the camera')
      expect(await checksOf(page, 'failed')).toEqual([])
    },
  )

  scene('profile: whoever takes too long is told that nothing was judged', async (page) => {
    const end = await heldClock(page)
    await started(page, 'profile', lenient)
    await end()
    await page.getByTestId('time-up').waitFor()
    await expectFit(page, 'profile, time is up')
    expect(await asked(page, 'camera', 'opened')).toBe(0)
  })
})

/** A challenge gives up after this time. */
const GIVES_UP_MS = 160_000

/** From now on the page gives a challenge up when it is told to. A clock might strike while the plan is on its way. */
async function heldClock(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((givesUpMs) => {
    const global = globalThis as unknown as {
      setTimeout: (act: () => void, ms?: number) => unknown
      giveUp?: () => void
    }
    const plain = global.setTimeout
    global.setTimeout = (act, ms) => {
      if (ms === givesUpMs) global.giveUp = act
      return plain(act, ms)
    }
  }, GIVES_UP_MS)
  return async () => {
    await page.waitForFunction(() => 'giveUp' in globalThis)
    await page.evaluate(() => (globalThis as unknown as { giveUp: () => void }).giveUp())
  }
}

/** Opens the screen and fills in the options. */
async function opened(page: Page, family: Family, options: Record<string, string>): Promise<void> {
  // The path leads through Home, because a screen that is opened again has forgotten the options.
  await page.goto('/studio/#/')
  await page.getByRole('heading', { name: 'What would you like to try?' }).waitFor()
  await page.goto(`/studio/#/liveness/${family}`)
  await page.getByTestId('challenge-options').locator('summary').click()
  for (const [name, value] of Object.entries(options)) await page.locator(`input[name=${name}]`).fill(value)
}

/** Opens the screen, starts, and waits for what the server planned. */
async function started(
  page: Page,
  family: Family,
  options: Record<string, string>,
  ticks: readonly string[] = [],
): Promise<Plan> {
  await opened(page, family, options)
  for (const name of ticks) await page.locator(`input[name=${name}]`).check()
  const [plan] = await Promise.all([planned(page, family), page.getByTestId('challenge-start').click()])
  return plan
}

const guided = (page: Page, words: string | RegExp) =>
  page.getByTestId('guidance').filter({ hasText: words }).waitFor()
