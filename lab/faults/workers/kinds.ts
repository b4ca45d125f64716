// Lists one request for each kind of job that a server gives its workers, by the name of the job.

import { turning, videoOf } from '../../../specimens/kit/films/video-maker.ts'
import { photoOf as documentPhotoOf } from '../../../specimens/kit/photographs/document-photos.ts'
import { herReference, herSelfie, photoOf } from '../../../specimens/kit/photographs/face-photos.ts'
import { portrait } from '../../../specimens/kit/photographs/sample-photos.ts'
import { papersOf } from '../../../specimens/kit/servers/business-registration.ts'
import type { Answer, Caller } from '../../kit/caller.ts'

export interface Kind {
  /** The name of what is read. */
  readonly subject: string
  /** The name of the job in `src/jobs.ts`. */
  readonly job: string
  readonly send: (caller: Caller) => Promise<Answer>
}

/** Pictures are made once, on first use, because not every run needs every kind. */
export const kinds: readonly Kind[] = [
  {
    subject: 'comparing faces',
    job: 'observe-image',
    async send({ call }) {
      const request = { image_live: await photoOf(herSelfie), image_card: await photoOf(herReference) }
      return call('compareFaces', { request })
    },
  },
  {
    subject: 'an identity card',
    job: 'read-pages',
    async send({ call }) {
      const { base64 } = await documentPhotoOf({ kind: 'cccd-chip', seed: 411 })
      return call('createDocument', { body: { attachment: { content: base64, name: 'card.jpg' } } })
    },
  },
  {
    subject: 'an MRZ',
    job: 'read-pages',
    async send({ call }) {
      const { base64 } = await documentPhotoOf({ kind: 'passport-old', seed: 307 })
      return call('readMrz', { body: { content: base64, name: 'passport.jpg' } })
    },
  },
  {
    subject: 'a driving licence',
    job: 'read-pages',
    async send({ call }) {
      const { base64 } = await documentPhotoOf({ kind: 'licence-pet', seed: 302 })
      return call('readDriverLicense', { body: { content: base64, name: 'licence.jpg' } })
    },
  },
  {
    subject: 'a certificate as PDF',
    job: 'read-sheets',
    async send({ call }) {
      const { scan } = await certificate()
      return call('readBusinessRegistration', {
        request: { files: [{ content: scan, name: 'certificate.pdf' }] },
      })
    },
  },
  {
    subject: 'a video',
    job: 'observe-video',
    async send({ call }) {
      return call('verifyVideo', { request: { file: await film(), name: 'selfie.mp4' } })
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
