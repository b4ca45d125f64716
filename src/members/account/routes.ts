// The routes by which members see and end their own sessions, and change what they sign in with.
import { z } from 'zod'
import { codes, Refusal, refuse, refuseBecause } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import type { UsedSession } from '../../http/member-session.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso, isoOrNull, time, timeOrNull } from '../../http/times.ts'
import { endSession, passkeysOf } from '../../store/records/member-sessions.ts'
import { organisationName } from '../../store/records/organisations.ts'
import type { MemberParts } from '../parts.ts'
import {
  answerSignedIn,
  credential,
  examplePassword,
  exampleSession,
  givenPassword,
  password,
  sessionFields,
  signedOut,
  usedFields,
} from '../route-fields.ts'

const tag = {
  name: 'Own account of members',
  description: 'What every member may do: see and end their sessions, change password and passkeys.',
  area: 'members',
} as const
const ofMember = { tag, caller: 'member' } as const

const session = namedSchema(
  'MemberSession',
  z
    .object({
      id: z.string().describe('Id of the session.'),
      is_this: z.boolean().describe('Whether it is the one that asks.'),
      created_at: time('When the member signed in'),
      used_at: time('When it was last used, to the minute'),
      expires_at: time('When it is over at the latest'),
      user_agent: z.string().describe('What the browser calls itself.'),
    })
    .describe('A session that goes on.'),
)

const passkey = namedSchema(
  'MemberPasskey',
  z
    .object({
      id: z.string().describe('Id of the passkey.'),
      name: z.string().describe('What the member calls it.'),
      created_at: time('When it was made'),
      used_at: timeOrNull('When the member last signed in with it', 'Null for never.'),
    })
    .describe('A passkey of the member.'),
)

const examplePasskey = {
  id: 'oEuJ0lXh2mV5nq3xT1wz9A',
  name: 'Laptop',
  created_at: '2026-11-17T08:05:00.000Z',
  used_at: null,
}

/** After so long a member signs in again before they change what they sign in with: a browser may be left open. */
const freshMs = 15 * 60_000

export function accountRoutes({ store, members, now }: MemberParts): Route[] {
  const { database } = store
  const { signIn, sessions } = members

  function freshOnly({ createdAt }: UsedSession): void {
    if (now() - createdAt <= freshMs) return
    throw refuseBecause(
      codes.forbidden,
      `sign in again first; this call takes a session of at most ${freshMs / 60_000} minutes`,
    )
  }

  const around = async ({ organisationId }: { readonly organisationId: string }) => {
    const organisation = await organisationName(database, organisationId)
    if (organisation === undefined) throw new Refusal(codes.unauthorized)
    return { organisation, idleMs: sessions.idleMs }
  }

  return [
    route({
      ...ofMember,
      name: 'memberSession',
      method: 'GET',
      path: '/member-session',
      summary: 'Say who is signed in, and give the token that changes need.',
      fields: sessionFields,
      answers: [codes.success],
      example: { answers: [{ when: 'Somebody is.', code: codes.success, fields: exampleSession }] },
      handle: async ({ session }) => {
        const used = ofCaller(session)
        return { code: codes.success, fields: usedFields(used, await around(used)) }
      },
    }),
    route({
      ...ofMember,
      name: 'signOut',
      method: 'POST',
      path: '/member-session/end',
      summary: 'Sign out: end this session.',
      fields: {},
      answers: [codes.success],
      example: { answers: [{ when: 'It is over.', code: codes.success, fields: {} }] },
      handle: async ({ session }) => {
        const used = ofCaller(session)
        await endSession(database, placeOf(used), used.id, now())
        return signedOut
      },
    }),
    route({
      ...ofMember,
      name: 'memberSessions',
      method: 'GET',
      path: '/member-sessions',
      summary: 'List your own sessions that go on, the newest first.',
      fields: { sessions: z.array(session).describe('At most 100.') },
      answers: [codes.success],
      example: {
        answers: [
          {
            when: 'There is one.',
            code: codes.success,
            fields: {
              sessions: [
                {
                  id: exampleSession.session_id,
                  is_this: true,
                  created_at: '2026-11-17T08:05:00.000Z',
                  used_at: '2026-11-17T08:20:00.000Z',
                  expires_at: exampleSession.expires_at,
                  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
                },
              ],
            },
          },
        ],
      },
      handle: async ({ session }) => {
        const used = ofCaller(session)
        const listed = await sessions.listOf(placeOf(used))
        return {
          code: codes.success,
          fields: {
            sessions: listed.map(({ id, createdAt, usedAt, expiresAt, userAgent }) => ({
              id,
              is_this: id === used.id,
              created_at: iso(createdAt),
              used_at: iso(usedAt),
              expires_at: iso(expiresAt),
              user_agent: userAgent,
            })),
          },
        }
      },
    }),
    route({
      ...ofMember,
      name: 'endMemberSession',
      method: 'POST',
      path: '/member-sessions/{session_id}/end',
      summary: 'End one of your own sessions.',
      params: { session_id: 'Id of the session, from the list of them.' },
      fields: {},
      answers: [codes.success, codes.notFound],
      example: {
        params: { session_id: exampleSession.session_id },
        answers: [{ when: 'It is over.', code: codes.success, fields: {} }],
      },
      handle: async ({ session, params }) => {
        const used = ofCaller(session)
        if (!(await endSession(database, placeOf(used), params.session_id, now())))
          throw refuse(codes.notFound, 'session_id', 'is not known', 'there is no such session')
        return params.session_id === used.id ? signedOut : { code: codes.success, fields: {} }
      },
    }),
    route({
      ...ofMember,
      name: 'changeMemberPassword',
      method: 'POST',
      path: '/member-account/password',
      summary: 'Change your own password, or set one.',
      description:
        'Every session ends, and this one goes on with a new cookie and a new `csrf_token`. Who has no password yet must have signed in within the last 15 minutes.',
      body: z.strictObject({
        current_password: givenPassword
          .optional()
          .describe('The password so far; left out where there is none.'),
        password,
      }),
      fields: sessionFields,
      answers: [codes.success],
      example: {
        body: { current_password: examplePassword, password: 'five other plain words of mine' },
        answers: [{ when: 'It is changed.', code: codes.success, fields: exampleSession }],
      },
      handle: async ({ session, body, sender }) => {
        const used = ofCaller(session)
        if (body.current_password === undefined) freshOnly(used)
        const given = { current: body.current_password, wanted: body.password }
        const entered = await signIn.changePassword(placeOf(used), given, sender())
        return answerSignedIn(entered, await around(used))
      },
    }),
    route({
      ...ofMember,
      name: 'memberPasskeys',
      method: 'GET',
      path: '/member-account/passkeys',
      summary: 'List your own passkeys.',
      fields: { passkeys: z.array(passkey).describe('All of them, the oldest first.') },
      answers: [codes.success],
      example: {
        answers: [{ when: 'There is one.', code: codes.success, fields: { passkeys: [examplePasskey] } }],
      },
      handle: async ({ session }) => ({
        code: codes.success,
        fields: {
          passkeys: (await passkeysOf(database, placeOf(ofCaller(session)))).map((one) => ({
            id: one.id,
            name: one.name,
            created_at: iso(one.createdAt),
            used_at: isoOrNull(one.usedAt),
          })),
        },
      }),
    }),
    route({
      ...ofMember,
      name: 'addPasskeyOptions',
      method: 'POST',
      path: '/member-account/passkey-options',
      summary: 'Get what a browser needs to make another passkey.',
      description: 'The member must have signed in within the last 15 minutes.',
      fields: { options: credential('For `navigator.credentials.create`') },
      answers: [codes.success, codes.conflict],
      example: {
        answers: [
          {
            when: 'For the page.',
            code: codes.success,
            fields: { options: { challenge: 'Zm91ciBhbmQgdHdlbnR5IGJ5dGVz', timeout: 300_000 } },
          },
        ],
      },
      handle: async ({ session, sender }) => {
        const used = ofCaller(session)
        freshOnly(used)
        return {
          code: codes.success,
          fields: { options: { ...(await signIn.addOptions(placeOf(used), sender())) } },
        }
      },
    }),
    route({
      ...ofMember,
      name: 'addPasskey',
      method: 'POST',
      path: '/member-account/passkeys',
      summary: 'Keep a passkey that the browser made.',
      body: z.strictObject({
        name: text(1, 64).describe('What you call it, such as the device.'),
        response: credential('What `navigator.credentials.create` gave'),
      }),
      fields: {},
      answers: [codes.success, codes.conflict],
      example: {
        body: { name: 'Laptop', response: { id: examplePasskey.id, type: 'public-key' } },
        answers: [{ when: 'It is kept.', code: codes.success, fields: {} }],
      },
      handle: async ({ session, body, sender }) => {
        const used = ofCaller(session)
        freshOnly(used)
        await signIn.addPasskey(placeOf(used), body.name, body.response, sender())
        return { code: codes.success, fields: {} }
      },
    }),
    route({
      ...ofMember,
      name: 'removePasskey',
      method: 'POST',
      path: '/member-account/passkeys/{passkey_id}/remove',
      summary: 'Remove one of your own passkeys.',
      description: 'The last way in of a member is not removed: 409.',
      params: { passkey_id: 'Id of the passkey, from the list of them.' },
      fields: {},
      answers: [codes.success, codes.notFound, codes.conflict],
      example: {
        params: { passkey_id: examplePasskey.id },
        answers: [{ when: 'It is gone.', code: codes.success, fields: {} }],
      },
      handle: async ({ session, params }) => {
        const used = ofCaller(session)
        freshOnly(used)
        await signIn.removePasskey(placeOf(used), params.passkey_id)
        return { code: codes.success, fields: {} }
      },
    }),
  ]
}

/** The guard lets through only members who are signed in. */
function ofCaller(session: UsedSession | undefined): UsedSession {
  if (!session) throw new Refusal(codes.unauthorized)
  return session
}

const placeOf = ({ organisationId, memberId }: UsedSession) => ({ organisationId, id: memberId })
