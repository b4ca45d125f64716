// Tests faces in the studio: comparing two, and registering, recognising and removing people of a collection.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anotherPerson,
  cardOf,
  herReference,
  herSelfie,
  him,
  notGenuine,
  photoOf,
  type Who,
} from '../../specimens/kit/photographs/face-photos.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { checksOf, jpegFile, verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'
import { storedBy } from '../kit/collection-caller.ts'

const timeout = 3 * PATIENCE_MS

describe.skipIf(!hasChromium())('faces', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  }, timeout)
  afterAll(() => studio.close())

  const give = (page: Page, place: string, base64: string) =>
    page.getByTestId(place).locator('input[type=file]').setInputFiles(jpegFile(base64))
  const compare = async (page: Page, live: Who, card: Who) => {
    await give(page, 'face-live', await photoOf(live))
    await give(page, 'face-card', await cardOf(card))
    await page.getByTestId('compare').click()
    return verdictOf(page)
  }

  test('a person and her card are the same person, two people are not', { timeout }, () =>
    studio.at('#/faces/compare', 'compare', async ({ page }) => {
      await expectFit(page, 'compare, before')
      const same = await compare(page, herSelfie, herReference)
      expect(same).toMatchObject({ verdict: 'success', code: '200' })
      expect(same.words).toContain('The same person')
      expect(Number(await page.getByTestId('similarity').getAttribute('data-sim'))).toBeGreaterThan(80)
      expect(await checksOf(page, 'failed')).toEqual([])
      expect(await page.locator('polygon[data-source=face]').count()).toBe(2)
      await expectFit(page, 'compare, same')

      await page.getByTestId('start-over').click()
      const other = await compare(page, him, herReference)
      expect(other.verdict).toBe('failure')
      expect(other.words).toContain('Not the same person')
      expect(Number(await page.getByTestId('similarity').getAttribute('data-sim'))).toBeLessThan(80)
    }),
  )

  test('a live picture that is judged not genuine is compared with nothing', { timeout }, () =>
    studio.at(
      '#/faces/compare',
      'not genuine',
      async ({ page }) => {
        const { verdict, words } = await compare(page, notGenuine, herReference)
        expect(verdict).toBe('failure')
        expect(words).toContain('Ảnh trực tiếp không cho thấy người thật')
        expect(await page.getByTestId('similarity').count()).toBe(0)
        await expectFit(page, 'compare, not genuine, phone, Vietnamese')
      },
      { language: 'vi-VN', size: 'phone' },
    ),
  )

  test(
    'a collection: a person is registered, recognised and removed, and nobody else is recognised',
    { timeout },
    () =>
      studio.at(
        '#/faces/collections',
        'collection',
        async ({ page }) => {
          await expectFit(page, 'collections, before')
          await page.getByLabel('Name of the collection').fill('staff')
          await page.getByRole('button', { name: 'Open the collection' }).click()
          await page.getByTestId('collection').and(page.locator('[data-id=staff]')).waitFor()

          await page.getByLabel('Person', { exact: true }).fill('Anna')
          await give(page, 'reference', await photoOf(herReference))
          await page.getByTestId('register').click()
          const registered = await verdictOf(page)
          expect(registered).toMatchObject({ verdict: 'success', code: '200' })
          expect(registered.words).toContain('Anna is registered')
          expect(await storedBy(studio.server)).toMatchObject({ faces: 1, files: 1 })
          await expectFit(page, 'collections, registered')

          const identify = async (who: Who) => {
            await page.getByText('Identify', { exact: true }).click()
            const another = page.getByTestId('unknown').getByRole('button', { name: 'Another picture' })
            if ((await another.count()) > 0) await another.click()
            await give(page, 'unknown', await photoOf(who))
            await page.getByTestId('identify').click()
            return verdictOf(page.getByTestId('found'))
          }
          const known = await identify(herSelfie)
          expect(known).toMatchObject({ verdict: 'success', code: '200' })
          expect(known.words).toContain('This is Anna')
          await expectFit(page, 'collections, recognised')
          const unknown = await identify(anotherPerson)
          expect(unknown).toMatchObject({ verdict: 'failure', code: '159' })
          expect(unknown.words).toContain('Nobody in the collection looks like this')

          // Another visit finds the collection and the person again, as everybody of the organisation does.
          await page.getByRole('button', { name: 'Another collection' }).click()
          await page.getByLabel('The name begins with').fill('st')
          await page.getByTestId('search-collection').click()
          await expectFit(page, 'collections, listed')
          await page.locator('[data-collection=staff]').click()
          await page.getByLabel('The person’s id begins with').fill('x')
          await page.getByTestId('search-person').click()
          await page.getByText('Nothing begins so').waitFor()
          await page.getByLabel('The person’s id begins with').fill('')
          expect((await identify(herSelfie)).words).toContain('This is Anna')
          await page.getByRole('button', { name: 'Remove Anna' }).click()
          const dialog = page.getByTestId('confirm')
          expect(await dialog.innerText()).toContain('Remove Anna?')
          await expectFit(page, 'collections, asking')
          await dialog.getByTestId('confirm-yes').click()
          await page.getByText('Anna was removed').first().waitFor()
          // Nothing that was said of her before still stands there.
          for (const said of ['This is Anna', 'Anna is registered'])
            expect(await page.getByText(said).count(), said).toBe(0)
          expect(await storedBy(studio.server)).toMatchObject({ faces: 0, files: 0, onDisk: 0 })
          expect(await identify(herSelfie)).toMatchObject({ verdict: 'failure', code: '159' })
        },
        { size: 'phone' },
      ),
  )
})
