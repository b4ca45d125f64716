// Takes the pictures of the studio for the documentation, of people and cards that do not exist: `npm run look`.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import { pause } from '../api/expecting.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { filmedOf, obeying, planned } from '../kit/browser-acting.ts'
import { show } from '../kit/browser-camera.ts'
import { asked } from '../kit/browser-in-page.ts'
import { press, screen, verificationMaker } from '../kit/browser-journey.ts'
import { litPerson, standInLight } from '../kit/browser-light.ts'
import { jpegFile, verdictOf } from '../kit/browser-result.ts'
import { openSession } from '../kit/browser-session.ts'
import { openStudio, type Studio, signIn } from '../kit/browser-studio.ts'
import { bearerCaller } from '../kit/visits.ts'
import { takeFilms } from './film.ts'

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
  const { page, context } = await studio.signedIn('#/', {
    size,
    camera: cameras[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  })
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

/** The light challenge on a phone: its warning, its light, and what was seen of it. */
async function lookAtLight(studio: Studio): Promise<void> {
  const { page, context } = await studio.signedIn('#/liveness/light', {
    size: 'phone',
    deviceScaleFactor: 2,
  })
  await page.getByTestId('light-warning').scrollIntoViewIfNeeded()
  await picture(page, 'light-warning')
  await page.getByTestId('challenge-options').locator('summary').click()
  await page.locator('input[name=passive_liveness_threshold]').fill('0.01')
  await standInLight(page, litPerson(PERSON))
  await page.getByTestId('challenge-start').click()
  await page.locator('[data-state=shining]').waitFor({ state: 'attached' })
  // The first colour is white; the next ones tell more.
  await pause(2500)
  await picture(page, 'light-shining')
  await verdictOf(page)
  await page.getByTestId('transitions').scrollIntoViewIfNeeded()
  await picture(page, 'light-verdict')
  await context.close()
}

const reviewed = [
  'document-photocopy',
  'document-expired',
  'face-differs',
  'approved',
  'document-number-contradicts',
]

/** Cases of the sandbox as a reviewer sees them: personas went through the real engine. */
async function lookAtReview({ server, browser }: Studio): Promise<void> {
  const as = await server.organisation('reviewers')
  const { database } = server.server.runtime.store
  const { key } = await newApiKey(database, as.name, ['verifications'], { isTest: true })
  const call = bearerCaller(server, key)
  const ids: string[] = []
  for (const [i, persona] of reviewed.entries()) {
    const asked = { policy: 'simple', persona, external_person_id: `khach-${i + 1}` }
    ids.push(String((await call('POST', '/verifications', asked)).body.id))
  }
  await server.server.runtime.personaRuns.settled()
  for (const id of ids)
    while ((await call('GET', `/verifications/${id}`)).body.state === 'processing') await pause(200)
  const { page, context } = await openSession(browser, server.url)
  await page.goto(`/studio/#/verifications/list?id=${ids[0]}`)
  await signIn(page, as)
  await page.locator('.case-picture img').nth(4).waitFor()
  await picture(page, 'review-case')
  await page.goto('/studio/#/verifications/review')
  await page.locator('input[name=queue-reviewer]').fill('Lan')
  await page.locator('input[name=is_test]').check()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('.case-picture img').nth(4).waitFor()
  await page.getByTestId('queue').scrollIntoViewIfNeeded()
  await picture(page, 'review-queue')
  await page.goto('/studio/#/verifications/statistics')
  await page.locator('input[name=is_test]').check()
  await page.locator('.bars li', { hasText: 'Liveness' }).first().waitFor()
  await picture(page, 'review-statistics')
  await context.close()
}

/** The page of the person, on the least phone that it is made for. */
async function lookAtJourney({ server, browser }: Studio): Promise<void> {
  const maker = await verificationMaker(server)
  const { path } = await maker.make('telecom-vn', { locale: 'vi' })
  const { page, context } = await openSession(browser, server.url, {
    size: 'small',
    deviceScaleFactor: 2,
    language: 'vi-VN',
  })
  await page.goto(path)
  await screen(page, 'overview')
  await picture(page, 'journey-overview')
  await press(page, 'begin')
  await screen(page, 'consent')
  await picture(page, 'journey-consent')
  await press(page, 'accept')
  await screen(page, 'document')
  await picture(page, 'journey-document')
  await context.close()
}

const screens = [
  ['', 'home'],
  ...['distance', 'nose', 'profile', 'light', 'video'].map((name) => [`liveness/${name}`, name]),
  ...['identity', 'mrz', 'chip', 'licence', 'business'].map((name) => [`documents/${name}`, name]),
  ...['compare', 'collections'].map((name) => [`faces/${name}`, name]),
  ...['list', 'review', 'policies', 'statistics'].map((name) => [`verifications/${name}`, name]),
  ...['members', 'api-keys', 'webhooks', 'sandbox', 'brand'].map((name) => [`manage/${name}`, name]),
] as const

/** The screens of people's laptops and phones, these upright and on their side. */
const sizes = {
  desktop: [
    [1440, 900],
    [1280, 720],
  ],
  small: [
    [390, 844],
    [360, 640],
    [844, 390],
  ],
} as const

const LEAST_TARGET = 44

/** Every screen of the studio at every size, in both languages and themes, as PNG files, with what is cut off told. */
async function lookAtAll({ server, browser }: Studio, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const as = await server.organisation('looks')
  let faults = 0
  const devices = (['desktop', 'small'] as const).flatMap((size) =>
    (['vi-VN', 'en-GB'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ size, language, theme })),
    ),
  )
  for (const { size, language, theme } of devices) {
    const { page, context } = await openSession(browser, server.url, {
      size,
      deviceScaleFactor: size === 'small' ? 2 : 1,
      language,
      theme,
    })
    await page.goto('/studio/#/')
    await signIn(page, as)
    for (const [path, name] of screens) {
      await page.goto(`/studio/#/${path}`)
      await page.locator('main#content h1').waitFor()
      await page.locator('main#content [data-state=loading]').waitFor({ state: 'detached' })
      for (const [width, height] of sizes[size]) {
        await page.setViewportSize({ width, height })
        const file = `${name}-${width}x${height}-${language.slice(0, 2)}-${theme}.png`
        await page.screenshot({ path: join(folder, file) })
        const found = await asked(page, 'measures', 'cramped', LEAST_TARGET)
        faults += found.length
        for (const fault of found) console.log(`${file}: ${fault}`)
      }
    }
    await context.close()
  }
  console.log(`target screens-cut-off ${faults} 0 ${faults === 0 ? 'ok' : 'short'}`)
}

await mkdir(pictures, { recursive: true })
const studio = await openStudio()
try {
  // `npm run look -- all FOLDER` opens every screen at every size, for people who look.
  const all = process.argv.indexOf('all')
  // `npm run look -- film FOLDER` takes the README's film in both languages, into docs/pictures where no folder is given.
  const film = process.argv.indexOf('film')
  // `npm run look -- journey` takes only those of the page of the person, `-- light` those of the light.
  if (film !== -1) await takeFilms(studio, process.argv[film + 1] ?? pictures)
  else if (all !== -1) await lookAtAll(studio, process.argv[all + 1] ?? 'looks')
  else if (process.argv.includes('light')) await lookAtLight(studio)
  else if (!process.argv.includes('journey')) {
    await lookAt(studio, 'desktop')
    await lookAt(studio, 'phone')
    await lookAtLight(studio)
    await lookAtReview(studio)
  }
  if (all === -1 && film === -1 && !process.argv.includes('light')) await lookAtJourney(studio)
} finally {
  await studio.close()
}
process.exit()
