// One request for each kind of job that a server gives its workers, by the name of the job.

import { papersOf } from '../../../test/api/business-registration-kit.ts'
import { turning, videoOf } from '../../../test/image/video-maker.ts'
import { photoOf as documentPhotoOf } from '../../../test/kit/document-photos.ts'
import { herReference, herSelfie, photoOf } from '../../../test/kit/face-photos.ts'
import { basic, type TestServer } from '../../../test/kit/server.ts'
import { portrait } from '../../../test/vision/photos.ts'
import { resultCodeIn } from '../engines/caller.ts'

export interface Told {
  readonly status: number
  readonly resultCode: unknown
  readonly retryAfter: string | null
}

export interface Kind {
  /** The door, in words. */
  readonly door: string
  /** Of `src/jobs.ts`. */
  readonly job: string
  readonly send: (server: TestServer) => Promise<Told>
}

async function posted(server: TestServer, path: string, body: object | FormData): Promise<Told> {
  const isForm = body instanceof FormData
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      authorization: basic(server.credentials),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const resultCode = resultCodeIn((await answer.json()) as Record<string, unknown>)
  return { status: answer.status, resultCode, retryAfter: answer.headers.get('retry-after') }
}

function formOf(field: string, name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return form
}

/** Pictures are made once, on first use: not every run wants every kind. */
export const kinds: readonly Kind[] = [
  {
    door: 'comparing faces',
    job: 'observe-image',
    async send(server) {
      const faces = { image_live: await photoOf(herSelfie), image_card: await photoOf(herReference) }
      return posted(server, '/face-matching/compare-faces', faces)
    },
  },
  {
    door: 'an identity card',
    job: 'read-pages',
    async send(server) {
      const { base64 } = await documentPhotoOf({ kind: 'cccd-chip', seed: 411 })
      return posted(server, '/kyc-documents-sync', { attachment: { content: base64, name: 'card.jpg' } })
    },
  },
  {
    door: 'an MRZ',
    job: 'read-pages',
    async send(server) {
      const { base64 } = await documentPhotoOf({ kind: 'passport-old', seed: 307 })
      return posted(server, '/mrz-reader', { content: base64, name: 'passport.jpg' })
    },
  },
  {
    door: 'a driving licence',
    job: 'read-pages',
    async send(server) {
      const { base64 } = await documentPhotoOf({ kind: 'licence-pet', seed: 302 })
      return posted(server, '/driver-license-reader', { content: base64, name: 'licence.jpg' })
    },
  },
  {
    door: 'a certificate as PDF',
    job: 'read-sheets',
    async send(server) {
      const { scan } = await certificate()
      return posted(server, '/business-registration', formOf('files', 'certificate.pdf', scan))
    },
  },
  {
    door: 'a video',
    job: 'observe-video',
    async send(server) {
      return posted(server, '/video-liveness', formOf('file', 'selfie.mp4', await film()))
    },
  },
]

let papers: ReturnType<typeof papersOf> | undefined
function certificate(): ReturnType<typeof papersOf> {
  papers ??= papersOf(7)
  return papers
}

let video: Promise<Buffer> | undefined
function film(): Promise<Buffer> {
  video ??= portrait(2, 1, 360).then((person) => videoOf(turning(person), 2, 'mp4'))
  return video
}
