// The storms of bench:fairness, each the worst of its kind that one organisation may do. Run as a program it does one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { largeVideo, pdfBombs } from '../../specimens/kit/bombs/files.ts'
import {
  avifCoding,
  type Bomb,
  heicCoding,
  heifBombs,
  jpegBombs,
  pngBombs,
  webpBombs,
} from '../../specimens/kit/bombs/pictures.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'
import { basicAuthorization } from '../kit/caller.ts'
import { cacheFolder } from '../kit/folders.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { type ActedFrame, actedFrames, size, twelve } from './liveness-frames.ts'

const mebibyte = 2 ** 20

interface Body {
  readonly type: string
  readonly bytes: Uint8Array
}

interface Answered {
  readonly status: number
  readonly id: string
}

type Post = (path: string, body: Body, method?: 'POST' | 'PUT') => Promise<Answered>

interface Storm {
  readonly atATime: number
  /** Returns what is repeated, and a word on what was done before. */
  readonly prepare: (
    post: Post,
  ) => Promise<{ readonly act: () => Promise<Answered>; readonly prepared?: string }>
}

const json = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
})

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const storms: Readonly<Record<string, Storm>> = {
  bodies: {
    atATime: 8,
    prepare: async (post) => {
      const letters = 'A'.repeat(11.4 * mebibyte)
      const body = json({ image_live: letters, image_card: letters })
      return { act: () => post('/face-matching/compare-faces', body) }
    },
  },
  verifies: { atATime: 12, prepare: prepareVerifies },
  cards: {
    atATime: 16,
    prepare: async (post) => {
      const card = await kept('fairness-card.jpg', async () =>
        sharp(await cardOnTable())
          .resize(8000, 6000)
          .jpeg({ quality: 80 })
          .toBuffer(),
      )
      const body = json({ attachment: { content: encoded(card), name: 'card.jpg' } })
      return { act: () => post('/kyc-documents-sync', body) }
    },
  },
  videos: {
    atATime: 8,
    prepare: async (post) => {
      const body = await formOf('file', await kept('fairness-video.mp4', film))
      return {
        act: () => post('/video-liveness', body),
        prepared: `${Math.round(body.bytes.length / mebibyte)} MiB each, `,
      }
    },
  },
}

/** The worst file of a format that a decoder is let at. */
const slow = (format: string, path: string, make: () => Promise<readonly Bomb[]>, form?: string): Storm => ({
  atATime: 4,
  prepare: async (post) => {
    const bytes = await kept(`fairness-slow-${format}`, async () => {
      const worst = (await make()).findLast(({ fault }) => fault === undefined)
      return worst?.bytes ?? Buffer.alloc(0)
    })
    const body = form
      ? await formOf(form, bytes)
      : json({ attachment: { content: encoded(bytes), name: format } })
    return { act: () => post(path, body), prepared: `${bytes.length} bytes each, ` }
  },
})

const DOCUMENTS = '/kyc-documents-sync'

/** One organisation sends files that each hold a decoder as long as their format lets them. */
export const slowStorms: Readonly<Record<string, Storm>> = {
  'slow-jpeg': slow('jpeg', DOCUMENTS, async () =>
    (await jpegBombs()).filter(({ what }) => what.includes('as are let')),
  ),
  'slow-png': slow('png', DOCUMENTS, async () => pngBombs()),
  'slow-webp': slow('webp', DOCUMENTS, webpBombs),
  'slow-heic': slow('heic', DOCUMENTS, async () => heifBombs(heicCoding())),
  'slow-avif': slow('avif', DOCUMENTS, async () => heifBombs(await avifCoding())),
  'slow-pdf': slow('pdf', '/business-registration', async () => pdfBombs().slice(0, 1), 'files'),
  'slow-video': slow('mp4', '/video-liveness', async () => [largeVideo()], 'file'),
}

async function formOf(field: string, bytes: Uint8Array): Promise<Body> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), 'file')
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  return { type, bytes: new Uint8Array(await sent.arrayBuffer()) }
}

const framesWanted = 210
const preparedWithinMs = 40_000

/** Sends similar frames to many challenges first; then all are verified at once, and more are played and verified. */
async function prepareVerifies(post: Post) {
  const kept = await keptFrames()
  const send = (id: string, { task, photo, atMs }: ActedFrame, now: number) =>
    post(
      `/profile-liveness-challenge/${id}/frames`,
      json({ task, photo: encoded(photo), timestamp: now + Math.round(atMs / 4) }),
      'PUT',
    )
  const begin = () =>
    post(
      '/profile-liveness-challenge/start',
      json({
        external_person_id: 'bench',
        image_width: size.width,
        image_height: size.height,
        exercise: 'custom',
      }),
    )
  const verify = (id: string) =>
    post(`/profile-liveness-challenge/${id}/verify`, json({ passive_liveness_threshold: 0 }))
  const begun: string[] = []
  let frames = 0
  const play = async (): Promise<string> => {
    const { id } = await begin()
    const now = Date.now()
    for (const frame of kept) if ((await send(id, frame, now)).status === 200) frames++
    return id
  }
  const endMs = performance.now() + preparedWithinMs
  const one = async () => {
    while (frames + kept.length <= framesWanted && performance.now() < endMs) begun.push(await play())
  }
  await Promise.all(Array.from({ length: 6 }, one))
  const act = async () => verify(begun.pop() ?? (await play()))
  return { act, prepared: `${frames} frames before, ` }
}

async function keptFrames(): Promise<ActedFrame[]> {
  const bytes = await kept('fairness-frames.json', async () => {
    const frames = await actedFrames(1, twelve)
    return Buffer.from(
      JSON.stringify(frames.map(({ photo, ...rest }) => ({ ...rest, photo: encoded(photo) }))),
    )
  })
  const read: { task: string; photo: string; atMs: number }[] = JSON.parse(Buffer.from(bytes).toString())
  return read.map(({ photo, ...rest }) => ({ ...rest, photo: Buffer.from(photo, 'base64') }))
}

/** As long as a video may be, and of noise, so that it is large too. */
async function film(): Promise<Uint8Array> {
  const ffmpeg = findFfmpeg('')
  if (ffmpeg === undefined) throw new Error('there is no ffmpeg')
  const path = join(cacheFolder, `fairness-film-${process.pid}.mp4`)
  const picture = `${path}.jpg`
  writeFileSync(picture, await selfie())
  const made = spawnSync(ffmpeg, [
    '-loglevel',
    'error',
    '-y',
    '-loop',
    '1',
    '-framerate',
    '15',
    '-i',
    picture,
    '-t',
    '58',
    '-vf',
    'noise=alls=12:allf=t',
    '-c:v',
    'mpeg4',
    '-b:v',
    '7M',
    path,
  ])
  if (made.status !== 0) throw new Error(`ffmpeg made no film: ${made.stderr}`)
  return readFileSync(path)
}

/** Drawing and filming take their time: they are done once. */
async function kept(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const path = join(cacheFolder, name)
  if (existsSync(path)) return readFileSync(path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, await make())
  renameSync(`${path}.new`, path)
  return readFileSync(path)
}

const [name = '', url = '', user = '', password = ''] = process.argv.slice(2)
if (import.meta.main) await doStorm()

async function doStorm(): Promise<void> {
  const storm = { ...storms, ...slowStorms }[name]
  if (!storm) throw new Error(`there is no attack named ${name}`)
  const { act, prepared = '' } = await storm.prepare(postTo(url))
  const stormed = { sent: 0, refused: 0 }
  const one = async () => {
    for (;;) {
      const { status } = await act()
      stormed.sent++
      if (status === 200 || status === 422) continue
      stormed.refused++
      await sleep(100)
    }
  }
  for (let i = 0; i < storm.atATime; i++) void one()
  process.on('message', () => process.send?.(stormed))
  process.send?.(prepared)
}

/** The client would write each body anew; here the bytes are made once. */
function postTo(server: string): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const authorization = basicAuthorization({ name: user, password })
  return (path, { type, bytes }, method = 'POST') =>
    new Promise((resolve) => {
      const headers = { authorization, 'content-type': type, 'content-length': bytes.byteLength }
      const sending = request(server + path, { method, headers, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        answer.on('error', () => resolve({ status: 0, id: '' }))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, id: idIn(text) }))
      })
      sending.on('error', () => resolve({ status: 0, id: '' }))
      sending.end(bytes)
    })
}

function idIn(text: string): string {
  try {
    return String(JSON.parse(text).id ?? '')
  } catch {
    return ''
  }
}
