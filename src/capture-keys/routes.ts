// The routes of capture keys: a nonce, the registration of a device's key, and what the organisation asks of captures.
import { z } from 'zod'
import { attestationReasons } from '../attestation/fault.ts'
import { readPlayKeys } from '../attestation/play-integrity.ts'
import { codes, refuse } from '../codes.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { iso, time } from '../http/times.ts'
import type { Runtime } from '../runtime.ts'
import {
  appVersionsOf,
  type CaptureKey,
  findCaptureKey,
  revokeCaptureKey,
} from '../store/records/capture-keys.ts'
import { openNonces } from './nonces.ts'
import { registerKey } from './register.ts'
import {
  captureKey,
  exampleKey,
  exampleNonce,
  exampleSettings,
  exampleWebKey,
  refusedReason,
  registration,
  registrationOf,
  seenVersion,
  settingsFields,
  settingsTag,
  shownKey,
  shownSettings,
  keysTag as tag,
} from './route-fields.ts'
import { captureSettingsOf, digestOf, setCaptureSettings } from './settings.ts'

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
        expires_at: time('Until when it is good'),
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
        'A phone sends what its hardware says of the key; a browser sends the key and a signature over the nonce. Nothing is kept of what is refused. A key that a person registers goes with that verification: one of a browser is good there alone, one of the hardware of a phone in later verifications of the organisation too.',
      body: registration,
      refusesUnknownFields: true,
      stores: true,
      step,
      fields: {
        capture_key: captureKey.optional(),
        reason: refusedReason.optional(),
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
      name: 'appVersions',
      method: 'GET',
      path: '/app-versions',
      tag: settingsTag,
      summary: 'Which versions of your apps registered keys, by the quarter.',
      description:
        'The newest quarter first, at most 1,000 rows. They are counts: no device and no person is in them, and they stay when keys end. A test key sees none: no persona has a phone.',
      fields: { app_versions: z.array(seenVersion).describe('Versions that were seen.') },
      answers: [codes.success],
      example: {
        answers: [
          {
            when: 'One version was seen.',
            code: codes.success,
            fields: {
              app_versions: [
                {
                  ...{
                    quarter: '2026-Q4',
                    platform: 'android' as const,
                    app: 'vn.example.bank',
                    version: 412,
                    keys: 1730,
                  },
                  ...{ first_at: '2026-10-01T08:00:00.000Z', last_at: '2026-11-18T08:00:00.000Z' },
                },
              ],
            },
          },
        ],
      },
      handle: async ({ organisationId, isTest }) => ({
        code: codes.success,
        fields: {
          app_versions: (isTest ? [] : await appVersionsOf(database, organisationId)).map(
            ({ quarter, platform, app, version, keys, firstAt, lastAt }) => ({
              ...{ quarter, platform: platform === 'apple' ? ('apple' as const) : ('android' as const), app },
              version: platform === 'apple' ? null : version,
              ...{ keys, first_at: iso(firstAt), last_at: iso(lastAt) },
            }),
          ),
        },
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
      body: z.strictObject(settingsFields),
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
    android_apps: android_apps.map((app) => ({ ...app, digests: [...app.digests] })),
    apple_app_ids: [...apple_app_ids],
    updated_at: updatedAt === undefined ? null : iso(updatedAt),
  }
}
