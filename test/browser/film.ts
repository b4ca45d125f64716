// Takes the README's film: a person's way on a phone from the link to approved, then a reviewer's decision.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { portraitName } from '../../specimens/documents/drawing/portrait.ts'
import { portrayed } from '../../specimens/documents/portraits/make.ts'
import { newCaller, start } from '../../specimens/kit/servers/challenge-caller.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { filmedOf, obeying, type Plan } from '../kit/browser-acting.ts'
import { type Reel, show } from '../kit/browser-camera.ts'
import { press, screen, specimen, verificationMaker } from '../kit/browser-journey.ts'
import { jpegFile } from '../kit/browser-result.ts'
import { openSession } from '../kit/browser-session.ts'
import { type Studio, signIn } from '../kit/browser-studio.ts'
import { bearerCaller } from '../kit/visits.ts'

/** The person on the card `holder-front`, and how many frames of a task a plan asks for at most. */
const HOLDER = portrayed(portraitName(95, 'm')).seed
const MOST_FRAMES = 3

const STAGE = { width: 880, height: 660 }
/** Where the screen of the phone, or that of the laptop, stands on the stage. */
const phone = { left: 60, top: 30, width: 338, height: 600 }
const laptop = { left: 0, top: 110, width: 880, height: 550 }
const READ_MS = 2600
const MOVE_MS = 520
/** So many moving frames of one scene are kept, evenly chosen. */
const MOST_MOVING = 14
/** Most of a readme's reader's patience and megabytes. */
const MOST_BYTES = 1_500_000
const MOST_SECONDS = 60

const words = {
  vi: {
    link: ['1', 'Mở đường dẫn', 'Không cần cài ứng dụng. Trang nói trước sẽ cần gì và giữ bao lâu.'],
    document: ['2', 'Chụp giấy tờ', 'Máy chủ của bạn đọc chữ in, mã QR và MRZ rồi đối chiếu với nhau.'],
    liveness: ['3', 'Xác thực người thật', 'Hướng dẫn ngay trên máy; phán quyết là của máy chủ.'],
    approved: ['4', 'Đã duyệt', 'Hệ thống của bạn nhận webhook đã ký.'],
    review: ['5', 'Ca đáng ngờ chờ người duyệt', 'Mỗi lý do đều được nêu, ảnh nằm cạnh nhau.'],
    decide: ['6', 'Người duyệt quyết định', 'Kèm lý do; mọi lần xem và quyết định đều được ghi lại.'],
    why: 'Đây là bản photo, không phải thẻ gốc.',
    note: 'Người và giấy tờ trong phim này không có thật.',
  },
  en: {
    link: [
      '1',
      'Open the link',
      'No app to install. The page says first what it needs, and how long it is kept.',
    ],
    document: ['2', 'Photograph the card', 'Your server reads print, QR code and MRZ, and compares them.'],
    liveness: ['3', 'Show that you are there', 'Guided on the phone; the verdict is the server’s.'],
    approved: ['4', 'Approved', 'Your system hears of it by a signed webhook.'],
    review: [
      '5',
      'A doubtful case waits for a reviewer',
      'Every reason is named, pictures stand side by side.',
    ],
    decide: ['6', 'The reviewer decides', 'With a reason; each look and each decision is recorded.'],
    why: 'This is a photocopy, not the card.',
    note: 'Neither the people nor the documents of this film exist.',
  },
} as const

type Language = keyof typeof words
type Scene = Exclude<keyof (typeof words)['en'], 'why' | 'note'>

interface Still {
  readonly picture: Buffer
  readonly ms: number
}

/** Takes both films into a folder, and tells what they weigh and how long they last. */
export async function takeFilms(studio: Studio, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const reel = await filmPerson(studio)
  for (const language of ['vi', 'en'] as const) {
    const stills = [...(await filmJourney(studio, language, reel)), ...(await filmReview(studio, language))]
    const film = await sharp(
      stills.map(({ picture }) => picture),
      { join: { animated: true } },
    )
      .webp({ quality: 80, effort: 4, delay: stills.map(({ ms }) => ms), loop: 0, mixed: true })
      .toBuffer()
    await writeFile(join(folder, `film-${language}.webp`), film)
    const seconds = stills.reduce((sum, { ms }) => sum + ms, 0) / 1000
    for (const [name, value, most] of [
      [`film-${language}-bytes`, film.length, MOST_BYTES],
      [`film-${language}-seconds`, Math.round(seconds), MOST_SECONDS],
    ] as const)
      console.log(`target ${name} ${value} ${most} ${value <= most ? 'ok' : 'short'}`)
  }
}

/** Draws the person once, with more frames of each task than any plan asks for. */
async function filmPerson({ server }: Studio): Promise<Reel> {
  const plan = await start<Plan>(await newCaller(server), 'profile', {})
  const most = Object.keys(plan.task_order).map((task) => [task, MOST_FRAMES])
  return filmedOf(HOLDER, { ...plan, task_order: Object.fromEntries(most) }, obeying.profile())
}

async function filmJourney(studio: Studio, language: Language, reel: Reel): Promise<Still[]> {
  const maker = await verificationMaker(studio.server)
  const { path } = await maker.make('simple', { locale: language })
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB'
  const { page, context } = await openSession(studio.browser, studio.server.url, {
    size: 'small',
    deviceScaleFactor: 2,
    language: locale,
  })
  const camera = await openCamera(studio, page, language, phone)
  await page.goto(path)
  await screen(page, 'overview')
  await camera.hold('link', READ_MS)
  await press(page, 'begin')
  await screen(page, 'document')
  await camera.hold('document', READ_MS)
  const card = jpegFile(await specimen('holder-front'))
  await page.locator('[data-screen=document] input[type=file]').last().setInputFiles(card)
  await page.locator('[data-action=use]').waitFor()
  await camera.hold('document', READ_MS)
  await camera.during(
    'document',
    press(page, 'use').then(() => screen(page, 'liveness')),
    4,
  )
  await camera.hold('liveness', READ_MS)
  await show(page, reel)
  await camera.during(
    'liveness',
    press(page, 'camera').then(() => screen(page, 'result')),
    MOST_MOVING,
  )
  await page.locator('[data-screen=result][data-state=approved]').waitFor()
  await camera.hold('approved', READ_MS * 1.3)
  await context.close()
  return camera.stills()
}

/** A case of the sandbox, made by the real engine: the card is a photocopy. */
async function filmReview(studio: Studio, language: Language): Promise<Still[]> {
  const { server, browser } = studio
  const as = await server.organisation(`film-${language}`)
  const { key } = await newApiKey(server.server.runtime.store.database, as.name, ['verifications'], {
    isTest: true,
  })
  const call = bearerCaller(server, key)
  const asked = { policy: 'simple', persona: 'document-photocopy', external_person_id: 'khach-7' }
  const { body } = await call('POST', '/verifications', asked)
  await server.server.runtime.personaRuns.settled()
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB'
  const { page, context } = await openSession(browser, server.url, { language: locale })
  const camera = await openCamera(studio, page, language, laptop)
  await page.goto('/studio/#/verifications/review')
  await signIn(page, as)
  await page.locator('input[name=queue-reviewer]').fill('Lan')
  await page.locator('input[name=is_test]').check()
  await page.locator('form button[type=submit]').click()
  await page.locator(`[data-testid=case][data-id="${String(body.id)}"]`).waitFor()
  await page.locator('.case-picture img').nth(2).waitFor()
  await page.getByTestId('queue').scrollIntoViewIfNeeded()
  await camera.hold('review', READ_MS * 1.2)
  await page.locator('h1').click({ force: true })
  await page.keyboard.press('d')
  await page.getByTestId('decide').waitFor()
  const { why } = words[language]
  for (let at = 0; at < why.length; at += 12) {
    await page.keyboard.type(why.slice(at, at + 12))
    await camera.hold('decide', MOVE_MS)
  }
  await camera.hold('decide', READ_MS * 0.6)
  await page.keyboard.press('Control+Enter')
  await page.getByTestId('decide').waitFor({ state: 'detached' })
  await page.getByTestId('queue-empty').waitFor()
  await page.goto(`/studio/#/verifications/list?id=${String(body.id)}`)
  await page.locator('[data-testid=case][data-state=declined]').waitFor()
  await page.locator('.case-picture img').nth(2).waitFor()
  await camera.hold('decide', READ_MS * 1.4)
  await context.close()
  return camera.stills()
}

type Place = typeof phone

async function openCamera(studio: Studio, page: Page, language: Language, place: Place) {
  const taken: Still[] = []
  const drawStage = await stageOf(studio, language, place)
  const shot = () => page.screenshot({ animations: 'disabled' }).catch(() => undefined)
  const onStage = async (scene: Scene, picture: Buffer): Promise<Buffer> =>
    sharp(await drawStage(scene))
      .composite([
        {
          input: await sharp(picture).resize(place.width, place.height).toBuffer(),
          left: place.left,
          top: place.top,
        },
      ])
      .png()
      .toBuffer()
  return {
    async hold(scene: Scene, ms: number): Promise<void> {
      const picture = await shot()
      if (picture) taken.push({ picture: await onStage(scene, picture), ms: Math.round(ms) })
    },
    /** Films while something goes on; what stands still is filmed once, and of much only some is kept. */
    async during(scene: Scene, going: Promise<unknown>, most: number): Promise<void> {
      const moving: Buffer[] = []
      let isOver = false
      const over = going.finally(() => {
        isOver = true
      })
      while (!isOver) {
        const picture = await shot()
        if (picture && !moving.at(-1)?.equals(picture)) moving.push(picture)
        await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 150))])
      }
      await over
      const step = Math.max(1, moving.length / most)
      for (let at = 0; at < moving.length; at += step) {
        const picture = moving[Math.floor(at)]
        if (picture) taken.push({ picture: await onStage(scene, picture), ms: MOVE_MS })
      }
    },
    stills: () => taken,
  }
}

/** The stage is drawn by the browser, with the studio's own letters, so that Vietnamese looks as it should. */
async function stageOf(
  { browser }: Studio,
  language: Language,
  place: Place,
): Promise<(scene: Scene) => Promise<Buffer>> {
  const drawn = new Map<Scene, Promise<Buffer>>()
  const faces = await Promise.all(
    ['latin', 'vietnamese'].flatMap((script) =>
      [400, 600].map(async (weight) => {
        const file = new URL(
          `../../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-${script}-${weight}-normal.woff2`,
          import.meta.url,
        )
        const data = (await readFile(file)).toString('base64')
        const range =
          script === 'latin' ? 'U+0000-00FF,U+2000-206F' : 'U+0102-01B0,U+1EA0-1EF9,U+0300-0323,U+20AB'
        return `@font-face{font-family:F;font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${data})}`
      }),
    ),
  )
  const isPhone = place === phone
  const text = isPhone ? 'left:450px;top:170px;width:370px' : 'left:28px;top:14px;width:820px'
  const draw = async (scene: Scene): Promise<Buffer> => {
    const [number, title, more] = words[language][scene]
    const page = await browser.newPage({ viewport: STAGE })
    await page.setContent(`<style>${faces.join('')}
      body{margin:0;background:#eef2f4;font-family:F;color:#12303b}
      .text{position:absolute;${text}} .screen{position:absolute;border-radius:${isPhone ? 22 : 0}px;background:#12303b;
      left:${place.left - 8}px;top:${place.top - 8}px;width:${place.width + 16}px;height:${place.height + 16}px}
      b{font-weight:600;font-size:${isPhone ? 30 : 24}px;line-height:1.25}
      p{font-size:${isPhone ? 20 : 17}px;line-height:1.45;margin:${isPhone ? '14px 0' : '4px 0'}}
      i{font-style:normal;color:#0b7285;margin-right:12px} small{position:absolute;left:450px;bottom:36px;font-size:14px;color:#4b6570}</style>
      <div class="screen"></div><div class="text"><b><i>${number}</i>${title}</b><p>${more}</p></div>
      ${isPhone ? `<small>${words[language].note}</small>` : ''}`)
    await page.evaluate('document.fonts.ready')
    const picture = await page.screenshot()
    await page.close()
    return picture
  }
  return (scene) => {
    const known = drawn.get(scene) ?? draw(scene)
    drawn.set(scene, known)
    return known
  }
}
