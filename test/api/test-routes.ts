// Defines routes that only tests open, in the same way as the real ones.
import { z } from 'zod'
import { codes } from '../../src/codes.ts'
import { route } from '../../src/http/route.ts'
import type { Route } from '../../src/http/route-spec.ts'
import { base64File, text } from '../../src/http/schemas.ts'
import type { FilesRule } from '../../src/http/uploads.ts'

const common = {
  method: 'POST',
  tag: { name: 'Test', description: 'For tests.', area: 'documents' },
  summary: 'For tests.',
  answers: [codes.success],
} as const

/** The route takes nothing, and runs `act` before it answers. */
export const doingRoute = (path: string, act: () => Promise<void>): Route =>
  route({
    ...common,
    name: `do${path.replaceAll('/', '-')}`,
    path,
    fields: {},
    handle: async () => {
      await act()
      return { code: codes.success, fields: {} }
    },
  })

/** The route takes a picture inside JSON, and answers its size. */
export const pictureRoute = (path: string, limitBytes: number): Route =>
  route({
    ...common,
    name: `see${path.replaceAll('/', '-')}`,
    path,
    body: z.strictObject({ photo: base64File(limitBytes), note: text(0, 10).optional() }),
    fields: { bytes: z.number() },
    handle: async ({ body }) => ({ code: codes.success, fields: { bytes: body.photo.byteLength } }),
  })

const pages = z
  .union([z.string().regex(/^\d*$/), z.array(z.string())])
  .transform((given) => [given].flat())
  .optional()

/** The route takes files and may be told pages, and answers what it got. */
export const fileRoute = (path: string, files: FilesRule): Route =>
  route({
    ...common,
    name: `take${path.replaceAll('/', '-')}`,
    path,
    files,
    query: z.strictObject({ pages }),
    fields: { got: z.array(z.object({ name: z.string(), hex: z.string() })), pages },
    handle: async (request) => ({
      code: codes.success,
      fields: {
        got: request.files.map(({ name, bytes }) => ({ name, hex: bytes.toString('hex') })),
        pages: request.query.pages,
      },
    }),
  })
