// The route of video liveness.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { codes, Refusal } from '../../codes.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { checks } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { readable } from '../../uploaded-images.ts'
import { verifyVideo } from './verify.ts'

const field = 'file'

const fields = {
  id: z.string().describe('Id of this answer; nothing is kept under it.'),
  probability: z
    .number()
    .describe(
      'How sure the system is that the face is genuine, 0 to 1: as sure as the least sure of its checks. Under 0.5 the answer is 141; 0 where there was no face, or more than one, to judge.',
    ),
  checks,
}

export const videoRoutes = (runtime: Runtime): Route[] => [
  route({
    name: 'verifyVideo',
    method: 'POST',
    path: '/video-liveness',
    tag: { name: 'Video liveness', description: 'Is the face in a video that of a living person?' },
    summary: 'Decide whether the face in a video is genuine.',
    description:
      'MP4, MOV, WebM, 3GP or AVI of one person. The video is looked at and forgotten: neither it nor anything seen in it is stored.',
    files: { field, maxFiles: 1, limitBytes: runtime.config.videoLimitBytes },
    fields,
    judges: 'faces',
    answers: [codes.success, codes.noFaceDetected, codes.moreThanOneFace, codes.notGenuine],
    handle: async ({ files, organisationId: organisation, signal }) => {
      const { code, ...verdict } = verifyVideo(
        await observe(runtime, files[0]?.bytes ?? Buffer.of(), { organisation, signal: signal() }),
      )
      const probability = Math.round(1e4 * verdict.probability) / 1e4
      return { code, fields: { id: randomUUID(), probability, checks: [...verdict.checks] } }
    },
  }),
]

type Seen = Parameters<typeof verifyVideo>[0]

async function observe(
  { config, workers }: Runtime,
  bytes: Uint8Array,
  caller: { readonly organisation: string; readonly signal: AbortSignal },
): Promise<Seen> {
  const limits = {
    program: config.ffmpeg,
    shortestMs: config.videoShortestMs,
    longestMs: config.videoLongestMs,
    maxMegapixels: config.videoMegapixels,
    timeoutMs: config.videoTimeoutMs,
  }
  const options = { ...caller, timeoutMs: config.videoTimeoutMs }
  const seen = await workers.run('observe-video', { bytes, limits }, options)
  if ('noProgram' in seen)
    throw new Refusal(codes.unavailable, {
      message: 'Service Unavailable: this server has no ffmpeg, which reads videos',
    })
  return readable<Seen>(seen, field)
}
