// Tests doubt as people see it: the page says that another task follows, and the studio shows what speaks for and against a person.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit, expectFitInBothLanguages } from '../kit/browser-fitness.ts'
import { press, screen, standAs, verificationMaker } from '../kit/browser-journey.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'

const timeout = 4 * PATIENCE_MS
/** No evidence reaches such a line, so that every good session is in doubt. */
const doubtful = {
  id: 'doubtful',
  definition: { steps: { liveness: { families: ['profile'], presence: { accept: 99, refuse: 1 } } } },
}

describe.skipIf(!hasChromium())('doubt', () => {
  let studio: Studio
  let maker: Awaited<ReturnType<typeof verificationMaker>>
  beforeAll(async () => {
    studio = await openStudio()
    maker = await verificationMaker(studio.server)
    expect((await studio.server.post('/policies', doubtful)).status).toBe(200)
  }, timeout)
  afterAll(() => studio.close())

  test('asks for another task in plain words, then a reviewer sees the parts', { timeout }, async () => {
    const made = await maker.make('doubtful', { locale: 'en' })
    await studio.run('another', async ({ page }) => {
      await page.goto(made.path)
      await press(page, 'begin')
      await screen(page, 'liveness')
      await standAs(page, 'holder')
      await press(page, 'camera')
      await page.locator('[data-notice=another]').waitFor()
      expect(await page.locator('[data-notice=another]').innerText()).toMatch(/no attempt was lost/)
      await expectFitInBothLanguages(page, 'another task')
      await press(page, 'camera')
      expect(await (await screen(page, 'result')).getAttribute('data-state')).toBe('review')
    })
    await studio.run('parts', async ({ page }) => {
      await page.goto(`/studio/#/verifications/list?id=${made.id}`)
      await signIn(page, studio.server.credentials)
      const parts = page.getByTestId('presence')
      await parts.locator('[data-attempt=doubtful] [data-part=living-skin]').waitFor()
      await expectFit(page, 'parts of presence')
    })
  })
})
