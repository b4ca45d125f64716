// The route that answers whether credentials are valid, and whose they are; our addition to the specification.
import { z } from 'zod'
import { codes, Refusal } from '../codes.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import type { Runtime } from '../runtime.ts'
import { organisationName } from '../store/records/organisations.ts'

export const organisationRoutes = ({ store, version, config }: Runtime): Route[] => [
  route({
    name: 'organisation',
    method: 'GET',
    path: '/organisation',
    tag: { name: 'Organisation', description: 'Who is calling.' },
    summary: 'Ask whether credentials are good, and whose they are.',
    description: 'Changes nothing and costs next to nothing: for signing in, and for trying a connection.',
    fields: {
      name: z.string().describe('The organisation that the credentials belong to.'),
      version: z.string().describe('Version of the server.'),
      mirrored_frames: z
        .boolean()
        .describe(
          'Whether frames of the profile challenge are expected as in a mirror: the setting SELFSAME_MIRRORED_FRAMES.',
        ),
    },
    answers: [codes.success],
    handle: async ({ organisationId }) => {
      const name = await organisationName(store.database, organisationId)
      // The organisation was removed a moment ago, and its credentials are still cached for a few seconds.
      if (name === undefined) throw new Refusal(codes.unauthorized)
      return { code: codes.success, fields: { name, version, mirrored_frames: config.mirroredFrames } }
    },
  }),
]
