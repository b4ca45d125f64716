// Tests documents in the studio: read from a file, by camera and by keyboard, with their fields drawn in place, or a reason why not.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentPhoto, photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { hasChromium } from '../../specimens/kit/servers/browser-program.ts'
import { papersOf } from '../../specimens/kit/servers/business-registration.ts'
import { show } from '../kit/browser-camera.ts'
import { expectFit } from '../kit/browser-fitness.ts'
import { asked } from '../kit/browser-in-page.ts'
import { pressOn } from '../kit/browser-keyboard.ts'
import { checksOf, fieldsOf, jpegFile, verdictOf } from '../kit/browser-result.ts'
import { PATIENCE_MS } from '../kit/browser-session.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'
import { storedDocuments } from '../kit/document-caller.ts'

const timeout = 4 * PATIENCE_MS
const SEED = 306
type Point = { readonly x: number; readonly y: number }
const middleOf = (corners: readonly Point[]): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
})

// What the camera of a browser gives on a busy machine may be too poor to read without a doubt.
const retry = process.env.CI ? 4 : 0

describe.skipIf(!hasChromium())('documents', { retry }, () => {
  let studio: Studio
  let front: DocumentPhoto
  let back: DocumentPhoto
  beforeAll(async () => {
    studio = await openStudio()
    front = await photoOf({ kind: 'cccd-chip', side: 'front', seed: SEED })
    back = await photoOf({ kind: 'cccd-chip', side: 'back', seed: SEED })
  }, timeout)
  afterAll(() => studio.close())

  const give = (page: Page, picture: DocumentPhoto | Uint8Array) =>
    page.locator('input[type=file]').setInputFiles(jpegFile('bytes' in picture ? picture.bytes : picture))

  test(
    'a card by file: what is printed, who says so, drawn where it stands; then its back',
    { timeout },
    () =>
      studio.at('#/documents/identity', 'card by file', async ({ page }) => {
        // A try before this one may have stored its card.
        const before = await storedDocuments(studio.server)
        await expectFit(page, 'documents, before')
        await give(page, front)
        expect(await verdictOf(page)).toEqual({
          verdict: 'success',
          code: '200',
          words: expect.stringContaining('Read: CCCD with chip'),
        })
        const printed = front.fields[0] ?? {}
        const shown = await fieldsOf(page)
        expect(shown).toMatchObject({ id: printed.id, name: printed.name, birthday: printed.birthday })
        const sources = page.locator('.field-row[data-field=id] [data-source]')
        expect(await sources.allInnerTexts()).toEqual(['QR', 'Print'])
        expect(await checksOf(page, 'failed')).toEqual([])
        await expectDrawn(page, front, ['id', 'name', 'birthday'])
        await page.locator('.field-row[data-field=name]').hover()
        await page.locator('polygon[data-field=name].mark-lit').first().waitFor()
        await expectFit(page, 'documents, read, a field lit')
        // On a phone the picture is scrolled away: a tap shows the place of the field below it.
        await page.setViewportSize({ width: 360, height: 640 })
        const birthday = page.locator('.field-row[data-field=birthday]')
        await birthday.locator('dt').click()
        await page.getByTestId('cutout').waitFor()
        await page.getByTestId('cutout').scrollIntoViewIfNeeded()
        expect(await asked(page, 'measures', 'hidden', '[data-testid=cutout]')).toBe('')
        await expectFit(page, 'documents, read, a field tapped')
        await birthday.locator('dt').click()
        await page.getByTestId('cutout').waitFor({ state: 'detached' })
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.getByTestId('raw-answer').locator('summary').click()
        await page.getByTestId('as-curl').locator('summary').click()
        const curl = () => page.getByTestId('as-curl').innerText()
        await expect.poll(curl).toContain('$PASSWORD')
        expect(await curl()).toContain('/kyc-documents-sync')
        expect(await page.getByTestId('raw-answer').innerText()).toContain('"document": "CHIP ID"')

        const attached = page.waitForResponse((one) => /kyc-documents-sync\/[^/]+$/.test(one.url()))
        await page.getByTestId('other-side').locator('input[type=file]').setInputFiles(jpegFile(back.bytes))
        expect(
          ((await (await attached).json()) as { linked_file_ids: string[] }).linked_file_ids,
        ).toHaveLength(2)
        await page.getByRole('radio', { name: 'Back' }).waitFor({ state: 'attached' })
        expect((await verdictOf(page)).code).toBe('200')
        expect(await page.locator('[data-warning]').count()).toBe(0)
        expect(await checksOf(page, 'failed')).toEqual([])
        const both = await fieldsOf(page)
        expect(both).toMatchObject({ id: printed.id, issue_date: back.fields[0]?.issue_date })
        expect(await page.getByTestId('other-side').count()).toBe(0)
        expect(await storedDocuments(studio.server)).toEqual({
          documents: before.documents + 1,
          images: before.images + 2,
          files: before.files + 2,
        })
        expect(await page.getByTestId('next-step').getAttribute('href')).toBe('#/faces/compare')
        // Everything that this tab sent is one person's, and goes at once.
        await erase(page)
        expect(await storedDocuments(studio.server)).toEqual(before)
      }),
  )

  test('a picture without a document says so, in Vietnamese, and another can be tried', { timeout }, () =>
    studio.at(
      '#/documents/identity',
      'no document',
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Đọc giấy tờ tùy thân' }).waitFor()
        await give(page, photo(1))
        const { words, ...said } = await verdictOf(page)
        expect(said).toEqual({ verdict: 'failure', code: '101' })
        expect(words).toContain('Không tìm thấy giấy tờ trong ảnh')
        expect(words).not.toContain('Document not found')
        await expectFit(page, 'documents, none found, phone, Vietnamese')
        await page.getByTestId('start-over').click()
        await page.locator('input[type=file]').waitFor({ state: 'attached' })
      },
      { language: 'vi-VN', size: 'phone' },
    ),
  )

  test(
    'a licence is sent on to its reader, a blurred card is told apart, and neither is kept',
    { timeout },
    () =>
      studio.at('#/documents/identity', 'wrong pictures', async ({ page }) => {
        const before = await storedDocuments(studio.server)
        const licence = await photoOf({ kind: 'licence-pet', side: 'front', seed: 302 })
        await give(page, licence)
        expect(await verdictOf(page)).toMatchObject({
          code: '101',
          words: expect.stringMatching(/another document[\s\S]*driving licence/),
        })
        expect(await page.getByTestId('delete-now').count()).toBe(0)
        await expectFit(page, 'documents, a licence')
        await page.getByTestId('start-over').click()
        await give(page, await blurred(front, 14))
        const unread = await verdictOf(page)
        expect(unread).toMatchObject({ code: '101', words: expect.stringContaining('It is blurred') })
        expect(unread.words).not.toContain('Lay')
        expect(await storedDocuments(studio.server)).toEqual(before)
        // A card that is blurred and yet read: what failed stands in the banner and first, the rest is folded.
        await page.getByTestId('start-over').click()
        await give(page, await blurred(front, 4))
        expect(await verdictOf(page)).toMatchObject({ verdict: 'warning', code: '200' })
        expect(await page.getByTestId('failed-checks').innerText()).toContain('Sharp')
        expect((await checksOf(page, 'failed'))[0]).toBe('blur')
        expect(await page.locator('[data-check]').first().getAttribute('data-outcome')).toBe('failed')
        expect(await page.getByTestId('reliability').innerText()).toMatch(/From 70\s% on it is good/)
        expect(await page.locator('.button-primary').count()).toBe(0)

        // The right reader, once with a card that is none of its own: then it asks for the licence, and for no other side.
        await page.goto('/studio/#/documents/licence')
        expect(await page.getByTestId('kept').innerText()).toMatch(/keeps the picture for/)
        await give(page, front)
        expect(await verdictOf(page)).toMatchObject({ code: '101' })
        expect(await page.getByTestId('give-side').innerText()).not.toContain('other side')
        expect(await page.getByTestId('read-there').getAttribute('href')).toBe('#/documents/identity')
        await page.getByTestId('give-side').locator('input[type=file]').setInputFiles(jpegFile(licence.bytes))
        await page.locator('[data-testid=verdict][data-code="200"]').waitFor()
        expect(await page.getByTestId('give-side').innerText()).toContain('Add the back')
        await erase(page)
        expect((await storedDocuments(studio.server)).documents).toBe(before.documents)
      }),
  )

  test(
    'a PDF is shown as its page, with the office and without the motto, and deleted at once',
    { timeout },
    () =>
      studio.at('#/documents/business', 'certificate', async ({ page }) => {
        const before = await storedDocuments(studio.server)
        const { text, facts } = await papersOf(46)
        expect(await page.getByTestId('kept').innerText()).toMatch(/keeps the picture for/)
        const buffer = Buffer.from(text)
        const drawn = page.waitForResponse((one) => /\/pages\/\d+$/.test(one.url()))
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })
        await page.getByTestId('read-business').click()
        expect(await verdictOf(page)).toMatchObject({ verdict: 'success', code: '200' })
        expect((await drawn).status()).toBe(200)
        await page.locator('.pictures img').waitFor()
        const shown = await fieldsOf(page)
        expect(shown.issuing_office).toBe(facts.header.left.join(' '))
        expect(shown.header).toContain('Độc lập - Tự do - Hạnh phúc')
        // The marks are in points of the page and lie on its picture.
        await page.locator('.field-row[data-field=business_code]').hover()
        const mark = await page.locator('polygon[data-field=business_code]').first().boundingBox()
        const picture = await page.locator('.pictures img').boundingBox()
        if (!mark || !picture) throw new Error('nothing is drawn')
        expect(mark.x).toBeGreaterThan(picture.x)
        expect(mark.y + mark.height).toBeLessThan(picture.y + picture.height)
        expect(mark.width).toBeGreaterThan(picture.width / 20)
        await expectFit(page, 'business, PDF read')
        // Another document is what comes next, and nothing asks to try the same again.
        expect(await page.locator('.button-primary').allInnerTexts()).toEqual(['Another document'])
        await erase(page)
        expect(await storedDocuments(studio.server)).toEqual(before)
      }),
  )

  test('a file that is no picture is refused, with the field that is wrong', { timeout }, () =>
    studio.at(
      '#/documents/identity',
      'no picture',
      async ({ page }) => {
        expect(await page.getByTestId('kept').innerText()).toMatch(/keeps the picture for 30\sdays/)
        // What no server takes is not sent: another kind of file, and one that is too large, which can be shrunk.
        const file = page.locator('input[type=file]')
        await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
        await page.locator('[data-testid=not-sent][data-why=kind]').waitFor()
        await give(page, Buffer.concat([front.bytes, Buffer.alloc(11 * 1024 * 1024)]))
        await page.locator('[data-testid=not-sent][data-why=size]').waitFor()
        await expectFit(page, 'documents, too large')
        await page.getByTestId('shrink').click()
        expect(await verdictOf(page)).toMatchObject({ code: '200' })
        await page.getByTestId('start-over').click()
        await give(page, Buffer.from('this is no picture at all'))
        const trouble = page.getByTestId('trouble')
        await trouble.waitFor()
        expect(await trouble.getAttribute('data-code')).toBe('422')
        expect(await trouble.innerText()).toContain('The file cannot be read')
        // The same would be refused again.
        expect(await trouble.getByRole('button').count()).toBe(0)
        await expectFit(page, 'documents, refused')
      },
      { expected: [/422 \(Unprocessable/] },
    ),
  )

  test('a card by camera and keyboard alone, read from what the camera saw', { timeout }, async () =>
    studio.at(
      '#/documents/identity',
      'keyboard',
      async ({ page }) => {
        await show(page, { otherwise: [front.bytes] })
        await pressOn(page, 'Use the camera')
        await page.getByTestId('take-photo').and(page.locator('[data-state=on]')).waitFor()
        await expectFit(page, 'documents, camera')
        const shutter = page.getByTestId('shutter')
        for (const [width, height] of [
          [844, 390],
          [360, 640],
          [1440, 900],
          [1280, 720],
        ] as const) {
          await page.setViewportSize({ width, height })
          const box = await shutter.boundingBox()
          expect((box?.y ?? height) + (box?.height ?? 0), `shutter at ${width}x${height}`).toBeLessThan(
            height,
          )
        }
        await pressOn(page, 'Take the picture')
        expect(await verdictOf(page)).toMatchObject({ verdict: 'success', words: expect.any(String) })
        expect(await fieldsOf(page)).toMatchObject({ id: front.fields[0]?.id })
        expect(await asked(page, 'camera', 'opened')).toBe(0)
        await pressOn(page, 'Another document')
        await page.locator('input[type=file]').waitFor({ state: 'attached' })
      },
      { camera: await cameraFor(front) },
    ),
  )

  test('the machine-readable zone of a passport', { timeout }, async () => {
    const passport = await photoOf({ kind: 'passport-old', seed: 307 })
    const printed = passport.fields[0] ?? {}
    await studio.at('#/documents/mrz', 'mrz', async ({ page }) => {
      await give(page, passport)
      expect(await verdictOf(page)).toMatchObject({ verdict: 'success', code: '200' })
      expect(await fieldsOf(page)).toMatchObject({
        mrz_type: 'TD3',
        passport_id: printed.passport_id,
        birthday: printed.birthday,
        national: 'VNM',
      })
      expect(await checksOf(page, 'passed')).toContain('mrz-check-digit-composite')
      await expectFit(page, 'mrz, read')
    })
  })
})

async function erase(page: Page): Promise<void> {
  await page.getByTestId('delete-now').click()
  await page.getByTestId('delete-yes').click()
  await page.getByTestId('kept').waitFor()
}

const blurred = ({ bytes }: DocumentPhoto, pixels: number): Promise<Buffer> =>
  sharp(bytes).autoOrient().blur(pixels).jpeg().toBuffer()

/** The size has the proportions of a picture, and is no larger than what phones film. */
async function cameraFor({ bytes }: DocumentPhoto): Promise<{ width: number; height: number }> {
  const { width, height } = (await sharp(bytes).metadata()).autoOrient
  const times = Math.min(1, 1600 / Math.max(width, height))
  return { width: Math.round(width * times), height: Math.round(height * times) }
}

/** Checks that the marks lie where the specimen was printed: one has its middle on each line. */
async function expectDrawn(
  page: Page,
  { documents }: DocumentPhoto,
  fields: readonly string[],
): Promise<void> {
  const picture = page.locator('.pictures img')
  const box = await picture.boundingBox()
  const wide = await picture.evaluate((one: { naturalWidth: number }) => one.naturalWidth)
  if (!box) throw new Error('no picture')
  const times = box.width / wide
  for (const field of fields) {
    const selector = `polygon[data-field=${field}][data-source=ocr]`
    const drawn = (await asked(page, 'measures', 'corners', selector)).map(middleOf)
    const lines = documents.flatMap((one) => one.lines.filter((line) => line.field === field))
    expect(lines.length, field).toBeGreaterThan(0)
    for (const { quad, text } of lines) {
      const xs = quad.map(({ x }) => box.x + x * times)
      const ys = quad.map(({ y }) => box.y + y * times)
      const isOn = ({ x, y }: Point) =>
        x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys)
      expect(drawn.some(isOn), `${field}: ${text} at ${xs}, ${ys}; drawn at ${JSON.stringify(drawn)}`).toBe(
        true,
      )
    }
  }
}
