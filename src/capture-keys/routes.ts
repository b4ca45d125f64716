// The routes of capture keys: a nonce, the registration of a device's key, and what the organisation asks of captures.
import { z } from 'zod'
import { attestationReasons } from '../attestation/fault.ts'
import { readPlayKeys } from '../attestation/play-integrity.ts'
import { codes, refuse } from '../codes.ts'
import { decodeBase64 } from '../http/base64.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import type { Runtime } from '../runtime.ts'
import {
  type CaptureKey,
  captureAsks,
  findCaptureKey,
  revokeCaptureKey,
} from '../store/records/capture-keys.ts'
import { openNonces } from './nonces.ts'
import { type RefusedReason, type Registration, registerKey } from './register.ts'
import {
  appIdForm,
  captureSettingsOf,
  digestForm,
  digestOf,
  noCaptureSettings,
  packageForm,
  patchLevelForm,
  playAsks,
  setCaptureSettings,
} from './settings.ts'

const tag = {
  name: 'Capture keys',
  description: 'Keys by which devices sign the frames that they take: docs/capture.md.',
  area: 'liveness',
} as const
const settingsTag = {
  name: 'Capture settings',
  description:
    'Which apps and devices the organisation believes, and what it asks of captures: docs/capture.md.',
  area: 'policies',
} as const

const refusedReasons: Readonly<Record<RefusedReason, string>> = {
  ...attestationReasons,
  'nonce-not-good': 'The nonce is over, or was given to somebody else.',
  'nonce-used': 'The nonce was used before.',
}

const platform = namedSchema(
  'CapturePlatform',
  z.enum(['android', 'apple', 'web']).describe('Who vouches for the key: Android, Apple, or nobody.'),
)

const captureKey = namedSchema(
  'CaptureKey',
  z
    .object({
      id: z.string().describe('Id of the key: `capture_key_id` of a start.'),
      platform,
      level: namedSchema(
        'CaptureKeyLevel',
        z
          .enum(['attested', 'signed'])
          .describe(
            '`attested` where hardware keeps the key and its maker vouches for it, `signed` where nobody does.',
          ),
      ),
      device_class: z
        .string()
        .describe('What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`.'),
      app: z.string().optional().describe('Package of Android, or team and bundle of Apple.'),
      patch_level: z
        .int()
        .optional()
        .describe('Of Android: year and month of the security patches, as 202611.'),
      play_integrity: z
        .array(z.string())
        .optional()
        .describe('What Play Integrity said of the device, where it was asked.'),
      created_at: z.string().describe('When it was registered, as ISO 8601 in UTC.'),
      expires_at: z.string().describe('Until when it is good, as ISO 8601 in UTC.'),
      revoked_at: z
        .string()
        .nullable()
        .describe('When it was revoked, as ISO 8601 in UTC. Null where it was not.'),
    })
    .describe('A key that signs frames.'),
)

const iso = (ms: number): string => new Date(ms).toISOString()

function shownKey(key: CaptureKey): z.output<typeof captureKey> {
  const {
    package: name,
    app_id,
    patch_level,
    play_integrity,
  } = JSON.parse(key.details) as Record<string, unknown>
  const app = name ?? app_id
  return {
    ...{ id: key.id, platform: key.platform, level: key.level, device_class: key.deviceClass },
    ...(typeof app === 'string' && { app }),
    ...(typeof patch_level === 'number' && { patch_level }),
    ...(Array.isArray(play_integrity) && { play_integrity: play_integrity.map(String) }),
    ...{ created_at: iso(key.createdAt), expires_at: iso(key.expiresAt) },
    revoked_at: key.revokedAt === null ? null : iso(key.revokedAt),
  }
}

const androidApp = namedSchema(
  'AndroidApp',
  z
    .strictObject({
      package: z
        .string()
        .max(256)
        .regex(packageForm)
        .describe('Name of the package, such as `vn.example.bank`.'),
      digests: z
        .array(z.string().regex(digestForm))
        .min(1)
        .max(8)
        .describe('SHA-256 of each certificate that signs the app, in hexadecimal with colons or without.'),
    })
    .describe('An app of Android whose keys are believed.'),
)

const settings = {
  require: namedSchema(
    'CaptureAsk',
    z
      .enum(captureAsks)
      .describe(
        'What every capture must be; where the server asks for more (`SELFSAME_CAPTURE`), that holds.',
      ),
  ).default(noCaptureSettings.require),
  android_apps: z
    .array(androidApp)
    .max(32)
    .default([])
    .describe('Apps of Android; keys of others are refused.'),
  apple_app_ids: z
    .array(z.string().regex(appIdForm))
    .max(32)
    .default([])
    .describe(
      'Apps of Apple by team and bundle, such as `ABCDE12345.vn.example.bank`; keys of others are refused.',
    ),
  apple_development: z
    .boolean()
    .default(false)
    .describe('Whether keys of the development environment of App Attest are taken. Not for production.'),
  least_patch_level: z
    .string()
    .regex(patchLevelForm)
    .optional()
    .describe('Oldest security patches of Android that are taken, such as `2026-05`. Without it any.'),
  play_integrity: namedSchema(
    'PlayIntegrityAsk',
    z
      .enum(playAsks)
      .describe(
        'Whether a key of Android needs a token of Play Integrity: none, or one that meets device or strong integrity.',
      ),
  ).default(noCaptureSettings.play_integrity),
}

const shownSettings = namedSchema(
  'CaptureSettings',
  z
    .object({
      ...settings,
      updated_at: z
        .string()
        .nullable()
        .describe('When they were last changed, as ISO 8601 in UTC. Null for never.'),
    })
    .describe('What the organisation believes and asks of captures.'),
)

const base64 = z.string().min(1).max(44_000)

const exampleNonce = 'Zk2c0mF3b0p1Q2x5d0h6aTNqNGs1bDZtAZqAAAAAjUbQ7mYw1s3C8n0p5r9t2v4x6z8B0D2F4H6J8L0N2P4'
const exampleKey: z.output<typeof captureKey> = {
  ...{ id: '8f14e45f-ceea-467f-a8d2-6f1c1ad2b7f0', platform: 'android', level: 'attested' },
  ...{ device_class: 'strongbox', app: 'vn.example.bank', patch_level: 202611 },
  ...{ created_at: '2026-11-17T08:00:00.000Z', expires_at: '2027-02-15T08:00:00.000Z', revoked_at: null },
}
const exampleWebKey = {
  ...{ nonce: exampleNonce, platform: 'web' as const },
  public_key:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg69t2YzgcPTLUx8Zgu+rbcikeaEL8Ppb+HG0QTIulz8YUB9tgv1pDRruWk87nZC3our56pzIWaqXEbaWyamdzA==',
  signature:
    'MEUCIEHwEYDCSYUKDUzknSY5gS6fRJQ3X+Wx7v3/vKkb1aIxAiEAge+qPt6Dn0HU8wVfUI3gYwaWyB8W10vfSkcJ/sb901E=',
}
const exampleSettings: z.output<typeof shownSettings> = {
  ...{ require: 'attested', apple_app_ids: ['ABCDE12345.vn.example.bank'], apple_development: false },
  android_apps: [{ package: 'vn.example.bank', digests: ['1a'.repeat(32)] }],
  ...{ least_patch_level: '2026-05', play_integrity: 'off', updated_at: '2026-11-17T08:00:00.000Z' },
}

const keyParam = { capture_key_id: 'Id of the key, from its registration.' }
/** A person registers a key when liveness is what comes now. */
const step = { step: 'liveness', phase: 'part' } as const

export function captureKeyRoutes(runtime: Runtime): Route[] {
  const { store, config, attestation: trust, now } = runtime
  const { database, keyring } = store
  const nonces = openNonces({ secret: () => keyring.secretNamed('capture'), now })
  const playKeys = readPlayKeys(config.playDecryptionKey, config.playVerificationKey)

  async function keyOf(organisationId: string, id: string): Promise<CaptureKey> {
    const key = await findCaptureKey(database, { organisationId, id })
    if (!key) throw refuse(codes.notFound, 'capture_key_id', 'is not known', 'there is no such key')
    return key
  }

  return [
    route({
      name: 'captureNonce',
      method: 'POST',
      path: '/capture-keys/nonce',
      tag,
      summary: 'Get a nonce, by which a device registers its key.',
      description:
        'It is good once, for five minutes, and for whoever asked for it: an organisation, or a person.',
      body: z.strictObject({}),
      bodyIsOptional: true,
      step,
      fields: {
        nonce: z
          .string()
          .describe(
            'Text that the device has its key attested for: the bytes of this text are the challenge.',
          ),
        expires_at: z.string().describe('Until when it is good, as ISO 8601 in UTC.'),
      },
      answers: [codes.success],
      example: {
        body: {},
        answers: [
          {
            when: 'Always.',
            code: codes.success,
            fields: { nonce: exampleNonce, expires_at: '2026-11-17T08:05:00.000Z' },
          },
        ],
      },
      handle: async ({ organisationId, visit }) => {
        const owner = { organisationId, verificationId: visit?.verificationId }
        const { nonce, expiresAt } = await nonces.make(owner)
        return { code: codes.success, fields: { nonce, expires_at: iso(expiresAt) } }
      },
    }),
    route({
      name: 'registerCaptureKey',
      method: 'POST',
      path: '/capture-keys',
      tag,
      summary: 'Register the key of a device.',
      description:
        'A phone sends what its hardware says of the key; a browser sends the key and a signature over the nonce. Nothing is kept of what is refused. A key that a person registers is good in that verification alone.',
      body: z.strictObject({
        nonce: z.string().max(256).describe('From `POST /capture-keys/nonce`.'),
        platform,
        certificate_chain: z
          .array(base64)
          .max(200)
          .optional()
          .describe(
            'Of `android`: the certificates of the key in DER as Base64, its own first, as `getCertificateChain` gives them.',
          ),
        integrity_token: z
          .string()
          .max(20_000)
          .optional()
          .describe('Of `android`: a token of Play Integrity for the same nonce.'),
        attestation: base64
          .optional()
          .describe('Of `apple`: what `attestKey` gives, as Base64, for the SHA-256 of the nonce.'),
        public_key: base64.optional().describe('Of `web`: a key of P-256 as SubjectPublicKeyInfo in Base64.'),
        signature: base64
          .optional()
          .describe(
            'Of `web`: signature with SHA-256 over the lines `selfsame-capture-key-v1` and the nonce, as Base64.',
          ),
      }),
      refusesUnknownFields: true,
      stores: true,
      step,
      fields: {
        capture_key: captureKey.optional(),
        reason: namedSchema(
          'AttestationReason',
          z.enum(Object.keys(refusedReasons) as [RefusedReason]).describe(
            `Why the key was refused; absent where it was not. ${Object.entries(refusedReasons)
              .map(([name, about]) => `\`${name}\`: ${about}`)
              .join(' ')}`,
          ),
        ).optional(),
        details: z.string().optional().describe('The reason in words, with what exactly was found.'),
      },
      answers: [codes.success, codes.attestationRefused],
      example: {
        body: exampleWebKey,
        answers: [
          { when: 'The key is registered.', code: codes.success, fields: { capture_key: exampleKey } },
          {
            when: 'The boot loader of the phone is unlocked.',
            code: codes.attestationRefused,
            fields: { reason: 'boot-unlocked', details: attestationReasons['boot-unlocked'] },
          },
        ],
      },
      handle: async ({ organisationId, visit, body }) => {
        const owner = { organisationId, verificationId: visit?.verificationId }
        const means = { database, trust, playKeys, nonces, lifeMs: config.captureKeyLifeMs, now }
        const settings = await captureSettingsOf(database, organisationId)
        const sent = registrationOf(body)
        const { key, refused } = await registerKey({ ...means, settings }, owner, body.nonce, sent)
        if (refused)
          return {
            code: codes.attestationRefused,
            fields: { reason: refused.reason, details: refused.words },
          }
        return { code: codes.success, fields: { capture_key: shownKey(key) } }
      },
    }),
    route({
      name: 'captureKey',
      method: 'GET',
      path: '/capture-keys/{capture_key_id}',
      tag,
      summary: 'A key that was registered.',
      params: keyParam,
      fields: { capture_key: captureKey },
      answers: [codes.success, codes.notFound],
      example: {
        params: { capture_key_id: exampleKey.id },
        answers: [{ when: 'It is known.', code: codes.success, fields: { capture_key: exampleKey } }],
      },
      handle: async ({ organisationId, params }) => ({
        code: codes.success,
        fields: { capture_key: shownKey(await keyOf(organisationId, params.capture_key_id)) },
      }),
    }),
    route({
      name: 'revokeCaptureKey',
      method: 'POST',
      path: '/capture-keys/{capture_key_id}/revoke',
      tag,
      summary: 'End a key, such as that of a phone that was lost.',
      description:
        'Frames that it signs from now on are refused, and verdicts that are still to come say `key-ended`.',
      params: keyParam,
      fields: { capture_key: captureKey },
      answers: [codes.success, codes.notFound],
      example: {
        params: { capture_key_id: exampleKey.id },
        answers: [
          {
            when: 'It is over.',
            code: codes.success,
            fields: { capture_key: { ...exampleKey, revoked_at: '2026-11-18T08:00:00.000Z' } },
          },
        ],
      },
      handle: async ({ organisationId, params }) => {
        const { id } = await keyOf(organisationId, params.capture_key_id)
        await revokeCaptureKey(database, { organisationId, id }, now())
        return { code: codes.success, fields: { capture_key: shownKey(await keyOf(organisationId, id)) } }
      },
    }),
    route({
      name: 'captureSettings',
      method: 'GET',
      path: '/capture-settings',
      tag: settingsTag,
      summary: 'What the organisation believes and asks of captures.',
      fields: { capture_settings: shownSettings },
      answers: [codes.success],
      example: {
        answers: [
          { when: 'They were set.', code: codes.success, fields: { capture_settings: exampleSettings } },
        ],
      },
      handle: async ({ organisationId }) => ({
        code: codes.success,
        fields: { capture_settings: await shown(runtime, organisationId) },
      }),
    }),
    route({
      name: 'changeCaptureSettings',
      method: 'PUT',
      path: '/capture-settings',
      tag: settingsTag,
      summary: 'Set what the organisation believes and asks of captures.',
      description:
        'What is left out is as if nothing was set. Keys that are registered stay good until they end.',
      body: z.strictObject(settings),
      refusesUnknownFields: true,
      fields: { capture_settings: shownSettings },
      answers: [codes.success],
      example: {
        body: { require: 'signed', android_apps: exampleSettings.android_apps },
        answers: [
          { when: 'They are set.', code: codes.success, fields: { capture_settings: exampleSettings } },
        ],
      },
      handle: async ({ organisationId, body }) => {
        const android_apps = body.android_apps.map((app) => ({ ...app, digests: app.digests.map(digestOf) }))
        await setCaptureSettings(database, organisationId, { ...body, android_apps }, now())
        return { code: codes.success, fields: { capture_settings: await shown(runtime, organisationId) } }
      },
    }),
  ]
}

async function shown({ store }: Runtime, organisationId: string): Promise<z.output<typeof shownSettings>> {
  const { updatedAt, android_apps, apple_app_ids, ...rest } = await captureSettingsOf(
    store.database,
    organisationId,
  )
  return {
    ...rest,
    android_apps: android_apps.map((app) => ({ package: app.package, digests: [...app.digests] })),
    apple_app_ids: [...apple_app_ids],
    updated_at: updatedAt === undefined ? null : iso(updatedAt),
  }
}

interface SentKey {
  readonly platform: z.output<typeof platform>
  readonly certificate_chain?: readonly string[] | undefined
  readonly integrity_token?: string | undefined
  readonly attestation?: string | undefined
  readonly public_key?: string | undefined
  readonly signature?: string | undefined
}

/** Refuses what a platform needs and was not sent. */
function registrationOf(body: SentKey): Registration {
  const bytesOf = (path: keyof SentKey, text: string | undefined): Buffer => {
    if (text === undefined) throw refuse(codes.badRequest, path, `is required for ${body.platform}`)
    const decoded = decodeBase64(text, 32 * 1024)
    if ('bytes' in decoded) return decoded.bytes
    throw refuse(codes.badRequest, path, decoded.fault)
  }
  if (body.platform === 'web')
    return {
      platform: 'web',
      publicKey: bytesOf('public_key', body.public_key),
      signature: bytesOf('signature', body.signature),
    }
  if (body.platform === 'apple')
    return { platform: 'apple', attestation: bytesOf('attestation', body.attestation) }
  if (!body.certificate_chain) throw refuse(codes.badRequest, 'certificate_chain', 'is required for android')
  return {
    platform: 'android',
    chain: body.certificate_chain.map((one) => bytesOf('certificate_chain', one)),
    integrityToken: body.integrity_token,
  }
}
