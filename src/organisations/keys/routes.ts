// The routes of API keys: an organisation lists, creates, rotates and revokes its own.
import { z } from 'zod'
import { scopeNames, scopes } from '../../access/scopes.ts'
import { codes, type Refusal, refuse, refuseBecause } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { iso, isoOrNull, time, timeOrNull } from '../../http/times.ts'
import type { Runtime } from '../../runtime.ts'
import { type ApiKey, findApiKey, listApiKeys } from '../../store/records/api-keys.ts'
import { createKey, isKeyName, keyNameRule, newKeyId, revokeKey, rotateKey } from '../api-keys.ts'

const tag = {
  name: 'API keys',
  description:
    'How programs of an organisation sign in. For name and password of the organisation, API keys of the scope `all`, and admins.',
  area: 'api-keys',
} as const

const scopeName = namedSchema(
  'ApiKeyScope',
  z.enum(scopeNames as [keyof typeof scopes, ...(keyof typeof scopes)[]]).describe(
    Object.entries(scopes)
      .map(([name, { about }]) => `\`${name}\`: ${about}`)
      .join('; '),
  ),
)

const apiKey = namedSchema(
  'ApiKey',
  z
    .object({
      id: z.string().describe('Id of the key, which is also a part of it.'),
      name: z.string().describe('What the key is for.'),
      scopes: z.array(z.string()).describe('What the key may be used for.'),
      is_test: z.boolean().describe('Whether it is a key of the sandbox.'),
      state: namedSchema(
        'ApiKeyState',
        z.enum(['good', 'expired', 'revoked']).describe('Whether the key lets anybody in.'),
      ),
      created_at: time('When it was created'),
      expires_at: timeOrNull('When it expires', 'Null where it does not.'),
      revoked_at: timeOrNull('When it was revoked', 'Null where it was not.'),
      last_used_at: timeOrNull('When it was last used, to the minute', 'Null for never.'),
    })
    .describe('An API key, without its secret.'),
)

const secret = z
  .string()
  .describe('The whole key, for `Authorization: Bearer`. It is shown this once; only its hash is kept.')

const DAY_MS = 86_400_000
const expiresInDays = z.int().min(1).max(36_500).optional().describe('After so many days it expires.')

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): 'good' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'good'
}

const keyFields = (key: ApiKey, now: number): z.output<typeof apiKey> => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes.split(','),
  is_test: key.isTest === 1,
  state: stateOf(key, now),
  created_at: iso(key.createdAt),
  expires_at: isoOrNull(key.expiresAt),
  revoked_at: isoOrNull(key.revokedAt),
  last_used_at: isoOrNull(key.lastUsedAt),
})

const exampleKey: z.output<typeof apiKey> = {
  id: '4k2v9q0x7m1c',
  name: 'onboarding',
  scopes: ['verifications'],
  is_test: false,
  state: 'good',
  created_at: '2026-11-17T08:00:00.000Z',
  expires_at: '2027-11-17T08:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
}
const exampleSecret = 'ssk_live_4k2v9q0x7m1c_4k2v9q0x7m1c5p8r3t6wAbCdEfGhIjKlMnOpQrStUvWx0000'

const keyParam = { key_id: 'Id of the key, from the list of them.' }
const longestGraceHours = 2160

export function apiKeyRoutes({ store, now }: Runtime): Route[] {
  const { database } = store

  async function keyOf(organisationId: string, id: string): Promise<ApiKey> {
    const found = await findApiKey(database, id)
    if (!found || found.organisationId !== organisationId)
      throw refuse(codes.notFound, 'key_id', 'is not known', 'there is no such key')
    return found
  }

  const shown = async (organisationId: string, id: string) =>
    keyFields(await keyOf(organisationId, id), now())

  return [
    route({
      name: 'apiKeys',
      method: 'GET',
      path: '/api-keys',
      tag,
      summary: 'List the API keys of the organisation, the oldest first.',
      fields: { api_keys: z.array(apiKey).describe('All of them, those that ended lately included.') },
      answers: [codes.success],
      example: {
        answers: [{ when: 'There is one.', code: codes.success, fields: { api_keys: [exampleKey] } }],
      },
      handle: async ({ organisationId }) => ({
        code: codes.success,
        fields: {
          api_keys: (await listApiKeys(database, organisationId)).map((key) => keyFields(key, now())),
        },
      }),
    }),
    route({
      name: 'createApiKey',
      method: 'POST',
      path: '/api-keys',
      tag,
      summary: 'Create an API key.',
      body: z.strictObject({
        name: z
          .string()
          .refine(isKeyName, { message: `must be ${keyNameRule}` })
          .describe(`What the key is for: ${keyNameRule}.`),
        scopes: z.array(scopeName).min(1).max(scopeNames.length).describe('What it may be used for.'),
        is_test: z
          .boolean()
          .optional()
          .describe('A key of the sandbox: it makes and sees test verifications, and nothing that is live.'),
        expires_in_days: expiresInDays.describe('After so many days it expires; 365 where it is left out.'),
      }),
      refusesUnknownFields: true,
      fields: { api_key: apiKey, key: secret },
      answers: [codes.success],
      example: {
        body: { name: 'onboarding', scopes: ['verifications'] },
        answers: [
          { when: 'It is there.', code: codes.success, fields: { api_key: exampleKey, key: exampleSecret } },
        ],
      },
      handle: async ({ organisationId, body }) => {
        const wanted = {
          id: newKeyId(),
          organisationId,
          name: body.name,
          isTest: body.is_test === true,
          scopes: scopeNames.filter((name) => (body.scopes as readonly string[]).includes(name)),
          expiresAt: now() + (body.expires_in_days ?? 365) * DAY_MS,
        }
        const { id, key } = await createKey({ database, now: now() }, wanted)
        return { code: codes.success, fields: { api_key: await shown(organisationId, id), key } }
      },
    }),
    route({
      name: 'rotateApiKey',
      method: 'POST',
      path: '/api-keys/{key_id}/rotate',
      tag,
      summary: 'Give an API key a new secret.',
      description:
        'Id, name and scopes stay. A revoked key is 409, and so is an expired one without `expires_in_days`.',
      params: keyParam,
      body: z.strictObject({
        grace_hours: z
          .number()
          .min(0)
          .max(longestGraceHours)
          .optional()
          .describe('How long the old secret goes on working; 0 where it is left out.'),
        expires_in_days: expiresInDays.describe(
          'After so many days from now it expires; as before where it is left out.',
        ),
      }),
      bodyIsOptional: true,
      refusesUnknownFields: true,
      fields: { api_key: apiKey, key: secret },
      answers: [codes.success, codes.notFound, codes.conflict],
      example: {
        params: { key_id: exampleKey.id },
        body: { grace_hours: 24 },
        answers: [
          {
            when: 'It has a new secret.',
            code: codes.success,
            fields: { api_key: exampleKey, key: exampleSecret },
          },
        ],
      },
      handle: async ({ organisationId, params, body: { grace_hours = 0, expires_in_days: days } }) => {
        const found = await keyOf(organisationId, params.key_id)
        const state = stateOf(found, now())
        if (state === 'revoked') throw conflict('the key is revoked, and stays so')
        if (state === 'expired' && days === undefined)
          throw conflict('the key has expired; say with expires_in_days how long it is to work')
        const expiresAt = days === undefined ? found.expiresAt : now() + days * DAY_MS
        const wanted = { graceMs: grace_hours * 3_600_000, expiresAt }
        const made = await rotateKey({ database, now: now() }, found.id, wanted)
        if (!made) throw conflict('the key was revoked meanwhile')
        return {
          code: codes.success,
          fields: { api_key: await shown(organisationId, found.id), key: made.key },
        }
      },
    }),
    route({
      name: 'revokeApiKey',
      method: 'POST',
      path: '/api-keys/{key_id}/revoke',
      tag,
      summary: 'Revoke an API key: every server refuses it at once. There is no way back.',
      params: keyParam,
      fields: { api_key: apiKey },
      answers: [codes.success, codes.notFound],
      example: {
        params: { key_id: exampleKey.id },
        answers: [
          {
            when: 'It is revoked.',
            code: codes.success,
            fields: { api_key: { ...exampleKey, state: 'revoked', revoked_at: '2026-11-17T09:00:00.000Z' } },
          },
        ],
      },
      handle: async ({ organisationId, params }) => {
        const { id } = await keyOf(organisationId, params.key_id)
        await revokeKey({ database, now: now() }, id)
        return { code: codes.success, fields: { api_key: await shown(organisationId, id) } }
      },
    }),
  ]
}

const conflict = (why: string): Refusal => refuseBecause(codes.conflict, why)
