// The routes by which an organisation asks about itself: who it is, and the signed receipts of its verdicts.
import { z } from 'zod'
import { atLeast } from '../checks.ts'
import { codes, Refusal } from '../codes.ts'
import { operationTag } from '../http/health.ts'
import { namedSchema, reference } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { OpenRoute, Route } from '../http/route-spec.ts'
import { checks } from '../http/schemas.ts'
import { isoOrNull, time, timeOrNull } from '../http/times.ts'
import type { Runtime } from '../runtime.ts'
import { type ApiKey, findApiKey } from '../store/records/api-keys.ts'
import { mirroredFramesOf, organisationName } from '../store/records/organisations.ts'
import { ownClocksOf } from '../store/records/retention.ts'
import { storageOf } from '../store/records/storage.ts'

/** Generated clients would overflow at 2 GiB. */
const MORE_THAN_32_BITS = { format: 'int64' }

const HOUR_MS = 3_600_000
const hours = (of: string) =>
  z.int().nullable().describe(`How long: ${of}. Null where nothing removes it by itself.`)

export const organisationRoutes = ({ store, version, config }: Runtime): Route[] => [
  route({
    name: 'organisation',
    method: 'GET',
    path: '/organisation',
    tag: {
      name: 'Organisation',
      description: 'The organisation that the credentials belong to.',
      area: 'organisation',
    },
    summary: 'Check credentials, and say whose they are.',
    description: 'Use it to sign in, and to try a connection. It changes nothing.',
    fields: {
      name: z.string().describe('Name of the organisation that the credentials belong to.'),
      version: z.string().describe('Version of the server.'),
      mirrored_frames: z
        .boolean()
        .describe(
          'Whether mirrored frames are expected in the profile challenge, unless its start says otherwise: what `selfsame org mirrored` sets for the organisation, or else the setting SELFSAME_MIRRORED_FRAMES.',
        ),
      storage_used_bytes: z
        .int()
        .meta(MORE_THAN_32_BITS)
        .describe(
          'What the organisation stores: its files, what was read in them, and 1 KiB for each record.',
        ),
      storage_limit_bytes: z
        .int()
        .meta(MORE_THAN_32_BITS)
        .nullable()
        .describe(
          'What it may store; more is refused with 507. `selfsame org storage` sets it for the organisation, SELFSAME_STORAGE_LIMIT for all. Null where there is no limit.',
        ),
      kept_hours: namedSchema(
        'OrganisationKeptHours',
        z.object({
          pictures: hours('pictures of documents, from when they came'),
          face_pictures: hours('frames of challenges, from their end'),
          data: hours('what was read, from when the document was made'),
        }),
      ).describe('How long each is kept, in hours; `selfsame retention` sets it for the organisation.'),
      file_limits: namedSchema(
        'FileLimits',
        z.object({
          image_bytes: z.int().describe('Largest picture, in bytes: SELFSAME_IMAGE_LIMIT.'),
          pdf_bytes: z.int().describe('Largest PDF, in bytes: SELFSAME_PDF_LIMIT.'),
          video_bytes: z.int().describe('Largest video, in bytes: SELFSAME_VIDEO_LIMIT.'),
        }),
      ).describe('The largest files that this server takes: what is larger need not be sent.'),
      chip_bridge_port: z
        .int()
        .nullable()
        .describe(
          'Port of the caller’s own machine on which `selfsame chip bridge` may let the studio read cards: SELFSAME_CHIP_BRIDGE_PORT. Null where it is not set.',
        ),
      api_key: namedSchema(
        'UsedApiKey',
        z
          .object({
            id: z.string().describe('Id of the key, as the audit trail and `selfsame api-key list` name it.'),
            name: z.string().describe('Name that the operator gave the key.'),
            scopes: z.array(z.string()).describe('What the key may be used for.'),
            is_test: z.boolean().describe('Whether it is a key of the sandbox.'),
            expires_at: timeOrNull('When the key expires', 'Null where it does not.'),
          })
          .describe('The API key that was used.'),
      )
        .optional()
        .describe('The API key that was used; absent with name and password.'),
    },
    answers: [codes.success],
    example: {
      answers: [
        {
          when: 'The credentials are good.',
          code: codes.success,
          fields: {
            name: 'acme',
            version: '0.1.0',
            mirrored_frames: false,
            storage_used_bytes: 2_147_483_648,
            storage_limit_bytes: 107_374_182_400,
            kept_hours: { pictures: 720, face_pictures: 24, data: 720 },
            file_limits: { image_bytes: 10_485_760, pdf_bytes: 33_554_432, video_bytes: 67_108_864 },
            chip_bridge_port: null,
          },
        },
        {
          when: 'An API key was used.',
          code: codes.success,
          fields: {
            name: 'acme',
            version: '0.1.0',
            mirrored_frames: false,
            storage_used_bytes: 2_147_483_648,
            storage_limit_bytes: 107_374_182_400,
            kept_hours: { pictures: 720, face_pictures: 24, data: 720 },
            file_limits: { image_bytes: 10_485_760, pdf_bytes: 33_554_432, video_bytes: 67_108_864 },
            chip_bridge_port: null,
            api_key: {
              id: '4k2v9q0x7m1c',
              name: 'onboarding',
              scopes: ['documents', 'liveness'],
              is_test: false,
              expires_at: '2027-11-15T08:00:00.000Z',
            },
          },
        },
      ],
    },
    handle: async ({ organisationId, apiKeyId }) => {
      const name = await organisationName(store.database, organisationId)
      // The organisation was removed a moment ago, and its credentials are still cached for a few seconds.
      if (name === undefined) throw new Refusal(codes.unauthorized)
      const [ownMirrored, storage, own, key] = await Promise.all([
        mirroredFramesOf(store.database, organisationId),
        storageOf(store.database, organisationId),
        ownClocksOf(store.database, organisationId),
        apiKeyId === undefined ? undefined : findApiKey(store.database, apiKeyId),
      ])
      const mirrored = ownMirrored ?? config.mirroredFrames
      const kept = (clock: string, usualMs: number): number | null => {
        const mine = own.find((one) => one.clock === clock)
        const whole = Math.ceil((mine ? (mine.keepMs ?? Number.POSITIVE_INFINITY) : usualMs) / HOUR_MS)
        return Number.isFinite(whole) ? whole : null
      }
      const limit = storage?.ownLimitBytes ?? config.storageLimitBytes
      return {
        code: codes.success,
        fields: {
          name,
          version,
          mirrored_frames: mirrored,
          storage_used_bytes: storage?.usedBytes ?? 0,
          storage_limit_bytes: Number.isFinite(limit) ? limit : null,
          kept_hours: {
            pictures: kept('files', config.fileRetentionMs),
            face_pictures: kept('frames', config.frameRetentionMs),
            data: kept('readings', config.readingRetentionMs),
          },
          file_limits: {
            image_bytes: config.imageLimitBytes,
            pdf_bytes: config.pdfLimitBytes,
            video_bytes: config.videoLimitBytes,
          },
          chip_bridge_port: config.chipBridgePort || null,
          ...(key && { api_key: shownKey(key) }),
        },
      }
    },
  }),
]

const shownKey = ({ id, name, scopes, isTest, expiresAt }: ApiKey) => ({
  id,
  name,
  scopes: scopes.split(','),
  is_test: isTest === 1,
  expires_at: isoOrNull(expiresAt),
})

const sha256 = z.string().describe('SHA-256 as hexadecimal text.')

const receipt = namedSchema(
  'Receipt',
  z.object({
    version: z.int().describe('Version of the format of receipts: 1.'),
    id: z.string().describe('The request id of the verdict.'),
    organisation: z.string().describe('Id of the organisation that asked.'),
    operation: z.string().describe('The operation that judged, by its `operationId`.'),
    at: time('When the verdict was answered'),
    inputs: z
      .array(
        namedSchema(
          'ReceiptInput',
          z.object({
            name: z.string().describe('The field of the request, or the task of a frame.'),
            sha256,
            bytes: z.int().describe('Size of the file in bytes.'),
            trailing_bytes: z
              .int()
              .optional()
              .describe(
                'How many of them were not of its picture or document, and were neither looked at nor kept; absent for none.',
              ),
          }),
        ),
      )
      .describe(
        'What was judged: hashes of the files after Base64, of a challenge those of its frames in order.',
      ),
    networks: z
      .array(
        namedSchema(
          'ReceiptNetwork',
          z.object({
            name: z.string().describe('Name of the network.'),
            version: z.string().describe('Version of the network.'),
            sha256,
          }),
        ),
      )
      .describe('The networks that could take part in the verdict.'),
    checks: checks.describe('The checks of the answer, without their `values`.'),
    strength: z
      .string()
      .optional()
      .describe('The `strength` of a verdict of liveness: none, low, standard or high.'),
    capture: namedSchema(
      'ReceiptCapture',
      z.object({
        level: z.string().describe('`attested`, `signed` or `unattested`.'),
        device: z.string().optional().describe('What keeps the key that signed the frames.'),
        reason: z.string().describe('Why.'),
      }),
    )
      .optional()
      .describe('What the frames of liveness prove about the camera that took them.'),
    verification: namedSchema(
      'ReceiptVerification',
      z.object({
        decision: z.string().describe('What was decided: approved, declined or review.'),
        decided_by: z.string().describe('Who decided: policy or reviewer.'),
        policy: z.string().describe('Name of the policy.'),
        policy_version: z.int().describe('Version of the policy.'),
        reasons: z
          .array(
            namedSchema(
              'ReceiptReason',
              z.object({
                reason: z.string().describe('Name of the reason.'),
                outcome: z.string().describe('What it leads to.'),
              }),
            ),
          )
          .describe('What spoke against the person.'),
        parts: z
          .array(
            namedSchema(
              'ReceiptPart',
              z.object({
                step: z.string().describe('The step.'),
                outcome: z.string().describe('What it came to.'),
                receipt: z.string().describe('The request id of its own receipt.'),
              }),
            ),
          )
          .describe('The steps, each with its own receipt.'),
      }),
    )
      .optional()
      .describe('Of a verification: policy, reasons, decision and the receipts of its steps.'),
    result_code: z.int().describe('The `result_code` of the verdict.'),
    message: z.string().describe('The `message` of the verdict.'),
    server: namedSchema(
      'ReceiptServer',
      z
        .object({
          name: z.string().describe('Name of the program: `selfsame`.'),
          version: z.string().describe('Version of the program.'),
        })
        .describe('The program that judged.'),
    ),
    audit: namedSchema(
      'ReceiptEntry',
      z
        .object({
          chain: z.string().describe('Id of the chain.'),
          number: z.int().describe('Number of the entry in its chain.'),
          hash: sha256,
        })
        .describe('The entry of the verdict in the audit trail.'),
    )
      .nullable()
      .describe('The entry of the verdict in the audit trail; null where the trail is switched off.'),
  }),
)

const signature = namedSchema(
  'ReceiptSignature',
  z
    .object({
      alg: z.literal('Ed25519').describe('Algorithm of the signature.'),
      kid: z.string().describe('RFC 7638 thumbprint of the key, one of `GET /receipts/keys`.'),
      x: z.string().describe('The public key as Base64url text.'),
      value: z.string().describe('The signature over `receipt` in the form of RFC 8785, as Base64url text.'),
    })
    .describe('Signature of the receipt.'),
)

const exampleReceipt = {
  version: 1,
  id: '4f0c1c5e-7c0d-4c4f-9d3b-8a6f0b8f4f10',
  organisation: '9a4e6d7c-1f0b-4a51-8f0d-2f6a6b1c3d5e',
  operation: 'compareFaces',
  at: '2026-11-15T08:00:00.000Z',
  inputs: [
    {
      name: 'image_live',
      sha256: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea',
      bytes: 81_234,
    },
  ],
  networks: [
    {
      name: 'anti-spoof',
      version: '1',
      sha256: 'ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d',
    },
  ],
  checks: [atLeast('similarity', 93.2, 80)],
  result_code: 200,
  message: 'Success',
  server: { name: 'selfsame', version: '0.1.0' },
  audit: {
    chain: 'b1946ac9-2492-4d23-8a6b-1f0f0c2e5d77',
    number: 17,
    hash: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
  },
}

const exampleSignature = {
  alg: 'Ed25519' as const,
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  value: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
}

export const receiptRoutes = ({ receipts }: Runtime): Route[] => [
  route({
    name: 'receipt',
    method: 'GET',
    path: '/receipts/{request_id}',
    tag: {
      name: 'Receipts',
      description: 'Signed records of verdicts, by which a verdict can be proved later.',
      area: 'receipts',
    },
    summary: 'Fetch the signed receipt of a verdict.',
    description:
      'A receipt is found under the `x-request-id` of the answer that it proves; under an id that was used twice, the newest. `selfsame receipt verify` checks it without a server. An id that is unknown, too old or of another organisation is answered 404.',
    params: { request_id: 'The `x-request-id` of the answer that the receipt proves.' },
    fields: {
      receipt: receipt.describe('The receipt: what was judged, by what, and with which outcome.'),
      signature: signature.describe('Signature of the receipt.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { request_id: exampleReceipt.id },
      answers: [
        {
          when: 'The receipt of a comparison of faces, shortened.',
          code: codes.success,
          fields: { receipt: exampleReceipt, signature: exampleSignature },
        },
      ],
    },
    handle: async ({ params, organisationId }) => {
      const found = await receipts.find(organisationId, params.request_id)
      if (!found) throw new Refusal(codes.notFound)
      return { code: codes.success, fields: found as unknown as Fields }
    },
  }),
]

type Fields = { receipt: z.output<typeof receipt>; signature: z.output<typeof signature> }

const keyMembers = {
  kty: 'Type of the key: `OKP`.',
  crv: 'Curve of the key: `Ed25519`.',
  x: 'The public key as Base64url text.',
  kid: 'RFC 7638 thumbprint of the key, which signatures name.',
  alg: 'Algorithm that the key signs with: `EdDSA`.',
  use: 'What the key is for: `sig`, to sign.',
}

const exampleKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: exampleSignature.x,
  kid: exampleSignature.kid,
  alg: 'EdDSA',
  use: 'sig',
}

/** Anybody who holds a receipt may check it, so the keys are served without credentials. */
export const receiptKeys = ({ receipts }: Runtime): OpenRoute => ({
  path: '/receipts/keys',
  tag: operationTag,
  operation: {
    operationId: 'receiptKeys',
    tags: [operationTag.name],
    summary: 'List the keys that sign receipts, newest first, as a JWK set.',
    security: [],
    responses: {
      200: {
        description: 'The keys. A key that has signed stays listed for ever.',
        content: {
          'application/jwk-set+json': {
            schema: reference('ReceiptKeys'),
            example: { keys: [exampleKey] },
          },
        },
      },
    },
  },
  schemas: {
    ReceiptKey: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(keyMembers).map(([name, description]) => [name, { type: 'string', description }]),
      ),
      required: Object.keys(keyMembers),
    },
    ReceiptKeys: {
      type: 'object',
      properties: {
        keys: { type: 'array', items: reference('ReceiptKey'), description: 'Every key, newest first.' },
      },
      required: ['keys'],
    },
  },
  open: (app) =>
    void app.get('/receipts/keys', async (request, reply) => {
      const keys = await receipts.publicKeys()
      request.resultCode = codes.success.code
      return reply.type('application/jwk-set+json').send(JSON.stringify({ keys }))
    }),
})
