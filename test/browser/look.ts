// Takes the pictures of the studio for the documentation, of people and cards that do not exist: `npm run look`.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { filmedOf, obeying, planned } from '../kit/browser-acting.ts'
import { show } from '../kit/browser-camera.ts'
import { jpegFile, verdictOf } from '../kit/browser-result.ts'
import { openStudio, type Studio } from '../kit/browser-studio.ts'
import { photoOf } from '../kit/document-photos.ts'

const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const QUALITY = 82
/** The pictures are larger than tests need, because people look at them, and upright on a phone. */
const cameras = { desktop: { width: 640, height: 480 }, phone: { width: 480, height: 640 } }
const PERSON = 3
const CARD = 301
const options = { passive_liveness_threshold: '0.01', far_amount: '1', normal_amount: '1', close_amount: '1' }

async function picture(page: Page, name: string): Promise<void> {
  const small = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toBuffer()
  await writeFile(`${pictures}${name}.webp`, small)
  console.log(`docs/pictures/${name}.webp: ${Math.round(small.length / 1000)} kB`)
}

async function lookAt(studio: Studio, size: 'desktop' | 'phone'): Promise<void> {
  const { page, context } = await studio.signedIn('#/', { size, camera: cameras[size] })
  await page.getByText('Server ready').waitFor()
  await page.mouse.move(0, 0)
  await picture(page, `home-${size}`)

  await page.goto('/studio/#/documents/identity')
  const card = await photoOf({ kind: 'cccd-chip', side: 'front', seed: CARD })
  await page.locator('input[type=file]').setInputFiles(jpegFile(card.bytes))
  await verdictOf(page)
  // The two stand side by side on a desktop, and one below the other on a phone.
  if (size === 'phone') await page.getByTestId('reading').scrollIntoViewIfNeeded()
  await page.locator('.field-row[data-field=name]').hover()
  await picture(page, `document-${size}`)

  await page.goto('/studio/#/liveness/distance')
  await page.getByTestId('challenge-options').locator('summary').click()
  for (const [name, value] of Object.entries(options)) await page.locator(`input[name=${name}]`).fill(value)
  const planning = planned(page, 'distance')
  await page.getByTestId('challenge-start').click()
  const reel = await filmedOf(PERSON, await planning, obeying.distance(size === 'phone' ? 1 : 0))
  // The person is too far away for the last step until the picture is taken.
  await show(page, { ...reel, 'close-distance': reel['normal-distance'] ?? [] })
  await page.locator('[data-task=close-distance]').waitFor({ state: 'attached' })
  await page.getByTestId('guidance').filter({ hasText: 'Come a little closer' }).waitFor()
  await picture(page, `challenge-${size}`)
  await show(page, reel)
  await verdictOf(page)
  await picture(page, `verdict-${size}`)
  await context.close()
}

await mkdir(pictures, { recursive: true })
const studio = await openStudio()
try {
  await lookAt(studio, 'desktop')
  await lookAt(studio, 'phone')
} finally {
  await studio.close()
}
process.exit()
