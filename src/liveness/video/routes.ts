// The route of video liveness.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { atLeast } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { checks } from '../../http/schemas.ts'
import { readVideoUpload } from '../../uploaded-images.ts'
import type { LivenessParts } from '../parts.ts'
import {
  captureAnswer,
  captureFields,
  judgesLiveness,
  presenceAnswer,
  presenceFields,
  strengthField,
  wrong,
} from '../route-fields.ts'
import { captureAsked, checkFloor, linesFor, memoryOf } from '../routes.ts'
import { strengthAsked } from '../strength.ts'
import { judgeVideo } from './judge.ts'
import { facesOf, LEAST_GENUINE, type verifyVideo } from './verify.ts'

const field = 'file'

const fields = {
  id: z.string().describe('Id of this answer.'),
  probability: z
    .number()
    .describe(
      'How sure the server is that the face is genuine, from 0 to 1: as sure as its least sure check. Below 0.5 the `result_code` is 141. It is 0 where there was no face, or more than one.',
    ),
  strength: strengthField,
  ...presenceFields,
  ...captureFields,
  checks,
}

const unattested = captureAnswer({ capture: 'unattested', reason: 'video-not-signed' })
const asked = strengthAsked({ family: 'video', tasks: [], threshold: LEAST_GENUINE })

export const videoRoutes = (runtime: LivenessParts): Route[] => [
  route({
    name: 'verifyVideo',
    method: 'POST',
    path: '/video-liveness',
    tag: {
      name: 'Video liveness',
      description: 'Is the face in a video that of a living person?',
      area: 'liveness',
    },
    summary: 'Decide whether the face in a video is genuine.',
    description:
      'The video is an MP4, MOV, WebM, 3GP or AVI of one person. It is not stored; sealed prints of some of its pictures are, so that the same video is refused when it is sent again.',
    example: {
      files: ['selfie.mp4'],
      answers: [
        {
          when: 'The face is genuine. Some of the checks are shown.',
          code: codes.success,
          fields: {
            id: 'b47eb3a1-26f5-437c-b8ee-b7319ad4ea31',
            probability: 0.9412,
            strength: 'low',
            checks: [atLeast('genuineness', 0.9412, 0.5), atLeast('signs-of-life', 3.5279, 1)],
          },
        },
        {
          when: 'The video shows a picture of a face.',
          code: codes.notGenuine,
          fields: {
            id: '0f3c4a52-7b1e-4d38-9d54-6a3b1f1f2c90',
            probability: 0.0812,
            strength: 'low',
            checks: [atLeast('genuineness', 0.0812, 0.5), atLeast('signs-of-life', 0.2133, 1)],
          },
        },
      ],
    },
    files: {
      field,
      about: 'The video: MP4, MOV, WebM, 3GP or AVI.',
      areVideos: true,
      maxFiles: 1,
      limitBytes: runtime.config.videoLimitBytes,
    },
    fields,
    judges: judgesLiveness,
    step: { step: 'liveness', phase: 'whole', way: 'video' },
    stores: true,
    hiddenFromPerson: ['checks', 'probability', 'presence', 'presence_parts'],
    answers: [codes.success, codes.noFaceDetected, codes.moreThanOneFace, codes.notGenuine],
    handle: async ({ files, organisationId: organisation, isTest, visit, begun, signal }) => {
      await checkFloor(runtime, organisation, asked)
      const ofCapture = await captureAsked(runtime, organisation, { isTest, begun })
      if (ofCapture !== 'any')
        throw wrong(field, `cannot be ${ofCapture}, as captures must be: start a challenge`)
      const seen = await observe(runtime, files[0]?.bytes ?? Buffer.of(), { organisation, signal: signal() })
      const lines = linesFor('none', begun)
      const id = randomUUID()
      const sent = { organisationId: organisation, id, externalPersonId: visit?.externalPersonId ?? '' }
      const { code, isDoubtful, ...verdict } = await judgeVideo(
        { ...runtime.store, memory: isTest ? undefined : memoryOf(runtime), now: runtime.now },
        sent,
        { seen, lines },
      )
      const probability = Math.round(1e4 * verdict.probability) / 1e4
      const said = {
        strength: asked.strength,
        ...unattested,
        ...presenceAnswer(verdict),
        probability,
      }
      const found = {
        ...said,
        ...(isDoubtful && { is_doubtful: true, strength_of_tasks: asked.strength }),
        checks: verdict.checks,
      }
      return {
        code,
        fields: { id, ...said, checks: [...verdict.checks] },
        attempt: { subjectId: id, findings: { ...found, faces: facesOf(seen) } },
      }
    },
  }),
]

type Seen = Parameters<typeof verifyVideo>[0]

async function observe(
  { config, workers, videos }: LivenessParts,
  bytes: Uint8Array,
  caller: { readonly organisation: string; readonly signal: AbortSignal },
): Promise<Seen> {
  const options = { ...caller, field, timeoutMs: config.videoTimeoutMs, isLong: true }
  return readVideoUpload<Seen>({ config, videos }, field, (limits) =>
    workers.run('observe-video', { bytes, limits }, options),
  )
}
