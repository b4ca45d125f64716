// The routes by which an organisation asks about itself: who it is, and the signed receipts of its verdicts.
import { z } from 'zod'
import { codes, Refusal } from '../codes.ts'
import { operationTag } from '../http/health.ts'
import { namedSchema, reference } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { OpenRoute, Route } from '../http/route-spec.ts'
import { checks } from '../http/schemas.ts'
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

const sha256 = z.string().describe('In hex.')

const receipt = namedSchema(
  'Receipt',
  z.object({
    version: z.int().describe('Of the form of receipts: 1.'),
    id: z.string().describe('The request id of the verdict.'),
    organisation: z.string(),
    operation: z.string().describe('As in the OpenAPI.'),
    at: z.string().describe('When it was answered, ISO 8601 in UTC.'),
    inputs: z
      .array(namedSchema('ReceiptInput', z.object({ name: z.string(), sha256, bytes: z.int() })))
      .describe('What was judged: hashes of the decoded files, of a challenge its frames in order.'),
    networks: z
      .array(namedSchema('ReceiptNetwork', z.object({ name: z.string(), version: z.string(), sha256 })))
      .describe('The networks that could take part.'),
    checks: checks.describe('As answered, without `values`.'),
    result_code: z.int(),
    message: z.string(),
    server: namedSchema('ReceiptServer', z.object({ name: z.string(), version: z.string() })),
    audit: namedSchema(
      'ReceiptEntry',
      z
        .object({ chain: z.string(), number: z.int(), hash: sha256 })
        .describe('Its entry in the audit trail.'),
    ).nullable(),
  }),
)

const signature = namedSchema(
  'ReceiptSignature',
  z.object({
    alg: z.literal('Ed25519'),
    kid: z.string().describe('Thumbprint of the key, one of `GET /receipts/keys`.'),
    x: z.string().describe('The public key, Base64url.'),
    value: z.string().describe('Over the receipt as RFC 8785 writes it, Base64url.'),
  }),
)

export const receiptRoutes = ({ receipts }: Runtime): Route[] => [
  route({
    name: 'receipt',
    method: 'GET',
    path: '/receipts/{request_id}',
    tag: { name: 'Receipts', description: 'Signed records of verdicts, to be proved later.' },
    summary: 'Fetch the signed receipt of a verdict.',
    description:
      'Under the `x-request-id` of its answer; the newest where an id was used twice. `selfsame receipt verify` checks it offline. 404 for an id that is unknown, too old, or of another organisation.',
    fields: { receipt, signature },
    answers: [codes.success, codes.notFound],
    handle: async ({ params, organisationId }) => {
      const found = await receipts.find(organisationId, params.request_id)
      if (!found) throw new Refusal(codes.notFound)
      return { code: codes.success, fields: found as unknown as Fields }
    },
  }),
]

type Fields = { receipt: z.output<typeof receipt>; signature: z.output<typeof signature> }

const keyMembers = ['kty', 'crv', 'x', 'kid', 'alg', 'use']

/** Whoever holds a receipt may check it, so the keys ask for no credentials. */
export const receiptKeys: OpenRoute = {
  path: '/receipts/keys',
  tag: operationTag,
  operation: {
    operationId: 'receiptKeys',
    tags: [operationTag.name],
    summary: 'The keys that sign receipts, newest first, as a JWK set.',
    security: [],
    responses: {
      200: {
        description: 'Keys that signed once stay for ever.',
        content: { 'application/jwk-set+json': { schema: reference('ReceiptKeys') } },
      },
    },
  },
  schemas: {
    ReceiptKey: {
      type: 'object',
      properties: Object.fromEntries(keyMembers.map((name) => [name, { type: 'string' }])),
      required: keyMembers,
    },
    ReceiptKeys: {
      type: 'object',
      properties: { keys: { type: 'array', items: reference('ReceiptKey') } },
      required: ['keys'],
    },
  },
  open: (app, { receipts }) =>
    void app.get('/receipts/keys', async (request, reply) => {
      const keys = await receipts.publicKeys()
      request.resultCode = codes.success.code
      return reply.type('application/jwk-set+json').send(JSON.stringify({ keys }))
    }),
}
