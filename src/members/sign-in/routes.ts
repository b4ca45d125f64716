// The routes by which members sign in or join, which ask for no credentials.
import { z } from 'zod'
import { codes, Refusal } from '../../codes.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso, time } from '../../http/times.ts'
import { organisationName } from '../../store/records/organisations.ts'
import type { MemberParts } from '../parts.ts'
import {
  answerSignedIn,
  credential,
  email,
  exampleMember,
  examplePassword,
  exampleSession,
  exampleToken,
  givenPassword,
  invitationToken,
  password,
  personName,
  role,
  sessionFields,
} from '../route-fields.ts'
import type { SignedIn } from '../sign-in.ts'

const tag = {
  name: 'Sign-in of members',
  description:
    'How members sign in or join. For pages of this server: the session is a cookie of its origin.',
  area: 'members',
} as const

const anyone = { tag, caller: 'anyone' } as const
const signedIn = [{ when: 'The member is signed in.', code: codes.success, fields: exampleSession }]

const exampleOptions = {
  challenge: 'Zm91ciBhbmQgdHdlbnR5IGJ5dGVz',
  rpId: 'verify.example',
  timeout: 300_000,
  userVerification: 'required',
}
const exampleAnswer = {
  id: 'oEuJ0lXh2mV5nq3xT1wz9A',
  rawId: 'oEuJ0lXh2mV5nq3xT1wz9A',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQ' },
  clientExtensionResults: {},
}

export function signInRoutes({ store, members }: MemberParts): Route[] {
  const { signIn, sessions } = members
  async function answered(entered: SignedIn) {
    const organisation = await organisationName(store.database, entered.member.organisationId)
    if (organisation === undefined) throw new Refusal(codes.unauthorized)
    return answerSignedIn(entered, { organisation, idleMs: sessions.idleMs })
  }
  return [
    route({
      ...anyone,
      name: 'signIn',
      method: 'POST',
      path: '/member-session',
      summary: 'Sign in with a password.',
      description:
        'The answer sets the cookie of the session, which always has a new secret. Unknown, disabled and wrong are answered alike, 401. Wrong passwords are counted by address and account; a browser that the member signed in with before is counted apart, so that nobody locks a member out by guessing.',
      body: z.strictObject({
        organisation: text(1, 64).describe('Name of the organisation.'),
        email,
        password: givenPassword,
      }),
      fields: sessionFields,
      answers: [codes.success],
      example: {
        body: { organisation: 'acme', email: exampleMember.email, password: examplePassword },
        answers: signedIn,
      },
      handle: async ({ body, sender }) => answered(await signIn.byPassword(body, sender())),
    }),
    route({
      ...anyone,
      name: 'passkeySignInOptions',
      method: 'POST',
      path: '/member-session/passkey-options',
      summary: 'Get what a browser needs to sign in with a passkey.',
      description:
        'Good for five minutes and one answer. It names nobody: the authenticator knows its own. 409 where passkeys are not possible: they need SELFSAME_PUBLIC_URL, or a page at http://localhost.',
      fields: { options: credential('For `navigator.credentials.get`') },
      answers: [codes.success, codes.conflict],
      example: {
        answers: [{ when: 'For the page.', code: codes.success, fields: { options: exampleOptions } }],
      },
      handle: async ({ sender }) => ({
        code: codes.success,
        fields: { options: { ...(await signIn.passkeyOptions(sender())) } },
      }),
    }),
    route({
      ...anyone,
      name: 'signInWithPasskey',
      method: 'POST',
      path: '/member-session/passkey',
      summary: 'Sign in with a passkey.',
      body: z.strictObject({ response: credential('What `navigator.credentials.get` gave') }),
      fields: sessionFields,
      answers: [codes.success, codes.conflict],
      example: { body: { response: exampleAnswer }, answers: signedIn },
      handle: async ({ body, sender }) => answered(await signIn.byPasskey(body.response, sender())),
    }),
    route({
      ...anyone,
      name: 'invitation',
      method: 'POST',
      path: '/member-invitation',
      summary: 'Show whom an invitation is for.',
      description:
        'It is a POST so that the secret stands in no address. One that was used, replaced or is over is 404.',
      body: z.strictObject({ token: invitationToken }),
      fields: {
        organisation: z.string().describe('Name of the organisation.'),
        email: z.string().describe('E-mail address of the member.'),
        name: z.string().describe('Name of the member.'),
        role,
        expires_at: time('Until when it is good'),
      },
      answers: [codes.success, codes.notFound],
      example: {
        body: { token: exampleToken },
        answers: [
          {
            when: 'It is good.',
            code: codes.success,
            fields: {
              organisation: 'acme',
              email: exampleMember.email,
              name: exampleMember.name,
              role: 'reviewer',
              expires_at: '2026-11-24T08:00:00.000Z',
            },
          },
        ],
      },
      handle: async ({ body, sender }) => {
        const { organisation, email, name, role, expiresAt } = await signIn.invited(body.token, sender())
        return {
          code: codes.success,
          fields: { organisation, email, name, role: role as 'viewer', expires_at: iso(expiresAt) },
        }
      },
    }),
    route({
      ...anyone,
      name: 'joinPasskeyOptions',
      method: 'POST',
      path: '/member-invitation/passkey-options',
      summary: 'Get what a browser needs to make a passkey while joining.',
      body: z.strictObject({ token: invitationToken }),
      fields: { options: credential('For `navigator.credentials.create`') },
      answers: [codes.success, codes.notFound, codes.conflict],
      example: {
        body: { token: exampleToken },
        answers: [{ when: 'For the page.', code: codes.success, fields: { options: exampleOptions } }],
      },
      handle: async ({ body, sender }) => ({
        code: codes.success,
        fields: { options: { ...(await signIn.joinOptions(body.token, sender())) } },
      }),
    }),
    route({
      ...anyone,
      name: 'join',
      method: 'POST',
      path: '/member-invitation/join',
      summary: 'Join with an invitation: choose a password or make a passkey, and be signed in.',
      description: 'Of several who use one invitation at once, one joins; the others are answered 404.',
      body: z.strictObject({
        token: invitationToken,
        name: personName.optional(),
        password: password.optional(),
        passkey: credential('Instead of a password: what `navigator.credentials.create` gave').optional(),
      }),
      fields: sessionFields,
      answers: [codes.success, codes.notFound, codes.conflict],
      example: { body: { token: exampleToken, password: examplePassword }, answers: signedIn },
      handle: async ({ body: { token, name, password, passkey }, sender }) =>
        answered(await signIn.join({ token, name, password, passkey }, sender())),
    }),
  ]
}
