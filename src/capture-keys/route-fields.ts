// The fields of the routes of capture keys: what a key, a registration and the organisation's settings carry, and how they are read.
import { z } from 'zod'
import { attestationReasons } from '../attestation/fault.ts'
import { codes, refuse } from '../codes.ts'
import { decodeBase64 } from '../http/base64.ts'
import { namedSchema } from '../http/json-schema.ts'
import { iso, isoOrNull, time, timeOrNull } from '../http/times.ts'
import { type CaptureKey, captureAsks } from '../store/records/capture-keys.ts'
import type { RefusedReason, Registration } from './register.ts'
import {
  appIdForm,
  digestForm,
  noCaptureSettings,
  packageForm,
  patchLevelForm,
  playAsks,
} from './settings.ts'

export const keysTag = {
  name: 'Capture keys',
  description: 'Keys by which devices sign the frames that they take: docs/guides/capture.md.',
  area: 'liveness',
} as const
export const settingsTag = {
  name: 'Capture settings',
  description:
    'Which apps and devices the organisation believes, and what it asks of captures: docs/guides/capture.md.',
  area: 'policies',
} as const

const refusedReasons: Readonly<Record<RefusedReason, string>> = {
  ...attestationReasons,
  'nonce-not-good': 'The nonce is over, or was given to somebody else.',
  'nonce-used': 'The nonce was used before.',
  'too-many-keys': 'As many keys were registered in the verification as it may have.',
}

const platform = namedSchema(
  'CapturePlatform',
  z
    .enum(['android', 'apple', 'web'])
    .describe('Who vouches for the key: Android, Apple, or, for `web`, no maker.'),
)

export const captureKey = namedSchema(
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
      app_version: z
        .int()
        .optional()
        .describe('Version code of the app, as Android attests it; Apple attests none.'),
      patch_level: z
        .int()
        .optional()
        .describe('Of Android: year and month of the security patches, as 202611.'),
      play_integrity: z
        .array(z.string())
        .optional()
        .describe('What Play Integrity said of the device, where it was asked.'),
      certificates_ended_at: z
        .string()
        .optional()
        .describe(
          'When the certificates of the factory ended, as ISO 8601 in UTC, where they had when the key was registered (`SELFSAME_ANDROID_ENDED_FACTORY`).',
        ),
      created_at: time('When it was registered'),
      expires_at: time('Until when it is good'),
      revoked_at: timeOrNull('When it was revoked', 'Null where it was not.'),
    })
    .describe('A key that signs frames.'),
)

export function shownKey(key: CaptureKey): z.output<typeof captureKey> {
  const {
    package: name,
    app_id,
    app_version,
    patch_level,
    play_integrity,
    certificates_ended_at,
  } = JSON.parse(key.details) as Record<string, unknown>
  const app = name ?? app_id
  return {
    id: key.id,
    platform: key.platform,
    level: key.level,
    device_class: key.deviceClass,
    ...(typeof app === 'string' && { app }),
    ...(typeof app_version === 'number' && { app_version }),
    ...(typeof patch_level === 'number' && { patch_level }),
    ...(Array.isArray(play_integrity) && { play_integrity: play_integrity.map(String) }),
    ...(typeof certificates_ended_at === 'string' && { certificates_ended_at }),
    created_at: iso(key.createdAt),
    expires_at: iso(key.expiresAt),
    revoked_at: isoOrNull(key.revokedAt),
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
      least_version: z
        .int()
        .min(0)
        .optional()
        .describe('Oldest version code of the app whose keys are taken. Without it any.'),
    })
    .describe('An app of Android whose keys are believed.'),
)

export const settingsFields = {
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

export const shownSettings = namedSchema(
  'CaptureSettings',
  z
    .object({
      ...settingsFields,
      updated_at: timeOrNull('When they were last changed', 'Null for never.'),
    })
    .describe('What the organisation believes and asks of captures.'),
)

export const seenVersion = namedSchema(
  'SeenAppVersion',
  z
    .object({
      quarter: z.string().describe('Quarter of the year in UTC, such as `2026-Q4`.'),
      platform,
      app: z.string().describe('Package of Android, or team and bundle of Apple.'),
      version: z.int().nullable().describe('Version code; null for Apple, which attests none.'),
      keys: z.int().describe('How many keys it registered.'),
      first_at: time('When the first was registered'),
      last_at: time('When the last was registered'),
    })
    .describe('A version of an app that registered keys in a quarter.'),
)

const base64 = z.string().min(1).max(44_000)

export const exampleNonce =
  'Zk2c0mF3b0p1Q2x5d0h6aTNqNGs1bDZtAZqAAAAAjUbQ7mYw1s3C8n0p5r9t2v4x6z8B0D2F4H6J8L0N2P4'
export const exampleKey: z.output<typeof captureKey> = {
  id: '8f14e45f-ceea-467f-a8d2-6f1c1ad2b7f0',
  platform: 'android',
  level: 'attested',
  device_class: 'strongbox',
  app: 'vn.example.bank',
  app_version: 412,
  patch_level: 202611,
  created_at: '2026-11-17T08:00:00.000Z',
  expires_at: '2027-02-15T08:00:00.000Z',
  revoked_at: null,
}
export const exampleWebKey = {
  nonce: exampleNonce,
  platform: 'web' as const,
  public_key:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg69t2YzgcPTLUx8Zgu+rbcikeaEL8Ppb+HG0QTIulz8YUB9tgv1pDRruWk87nZC3our56pzIWaqXEbaWyamdzA==',
  signature:
    'MEUCIEHwEYDCSYUKDUzknSY5gS6fRJQ3X+Wx7v3/vKkb1aIxAiEAge+qPt6Dn0HU8wVfUI3gYwaWyB8W10vfSkcJ/sb901E=',
}
export const exampleSettings: z.output<typeof shownSettings> = {
  require: 'attested',
  apple_app_ids: ['ABCDE12345.vn.example.bank'],
  apple_development: false,
  android_apps: [{ package: 'vn.example.bank', digests: ['1a'.repeat(32)], least_version: 400 }],
  least_patch_level: '2026-05',
  play_integrity: 'off',
  updated_at: '2026-11-17T08:00:00.000Z',
}

export const registration = z.strictObject({
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
})

export const refusedReason = namedSchema(
  'AttestationReason',
  z.enum(Object.keys(refusedReasons) as [RefusedReason]).describe(
    `Why the key was refused; absent where it was not. ${Object.entries(refusedReasons)
      .map(([name, about]) => `\`${name}\`: ${about}`)
      .join(' ')}`,
  ),
)

type SentKey = z.output<typeof registration>

/** Refuses what a platform needs and was not sent. */
export function registrationOf(body: SentKey): Registration {
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
