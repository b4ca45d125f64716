// The fields that routes of members share: a member, a session, an invitation, and what a sign-in answers.
import { z } from 'zod'
import { type RoleName, roleNames, roles } from '../access/roles.ts'
import { codes } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { dropSession, setDevice, setSession, type UsedSession } from '../http/member-session.ts'
import { text, visibleText } from '../http/schemas.ts'
import { iso, isoOrNull, time, timeOrNull } from '../http/times.ts'
import type { Member } from '../store/records/members.ts'
import { stateOf } from './manage.ts'
import { leastPassword, mostPassword } from './password-rules.ts'
import type { SignedIn } from './sign-in.ts'

export const role = namedSchema(
  'MemberRole',
  z
    .enum(roleNames)
    .describe(
      `What the member may do. ${roleNames.map((name) => `\`${name}\`: ${roles[name].about}`).join('; ')}.`,
    ),
)

export const email = visibleText(3, 254).describe(
  'E-mail address, in any case of letters. It is unique in the organisation.',
)
export const personName = visibleText(1, 100).describe('Name, as colleagues see it.')
export const password = text(leastPassword, mostPassword).describe(
  `Of ${leastPassword} to ${mostPassword} characters of any kind; spaces around it do not count. What is hardly more than a name, a row of keys, the same few letters or words that many people take is refused.`,
)
export const givenPassword = z.string().max(mostPassword).describe('The password.')
export const invitationToken = z
  .string()
  .max(100)
  .describe('What stands in the link of the invitation after `#/join/`: `ssi_` and letters.')

/** Authenticators and browsers have names of their own for what is inside. */
export const credential = (about: string) =>
  z.record(z.string(), z.unknown()).describe(`${about}, in the JSON form of WebAuthn Level 3.`)

export const member = namedSchema(
  'Member',
  z
    .object({
      id: z.string().describe('Id of the member, as the audit trail names them.'),
      email: z.string().describe('E-mail address in lower case.'),
      name: z.string().describe('Name, as colleagues see it.'),
      role,
      state: namedSchema(
        'MemberState',
        z
          .enum(['invited', 'active', 'disabled'])
          .describe('`invited` has an invitation that was not used yet, also after a reset.'),
      ),
      has_password: z.boolean().describe('Whether the member can sign in with a password.'),
      passkeys: z.int().describe('How many passkeys the member has.'),
      created_at: time('When the member was invited'),
      joined_at: timeOrNull('When the member joined', 'Null while an invitation is open.'),
      signed_in_at: timeOrNull('When the member last signed in', 'Null for never.'),
    })
    .describe('A member of the organisation.'),
)

export const memberFields = (found: Member): z.output<typeof member> => ({
  id: found.id,
  email: found.email,
  name: found.name,
  role: found.role as RoleName,
  state: stateOf(found),
  has_password: found.hasPassword === 1,
  passkeys: found.passkeys,
  created_at: iso(found.createdAt),
  joined_at: isoOrNull(found.joinedAt),
  signed_in_at: isoOrNull(found.signedInAt),
})

const colleague = namedSchema(
  'SignedInMember',
  z
    .object({
      id: z.string().describe('Id of the member.'),
      email: z.string().describe('E-mail address in lower case.'),
      name: z.string().describe('Name, as colleagues see it.'),
      role,
    })
    .describe('The member who signed in.'),
)

/** What a page needs to know of the session that it has. */
export const sessionFields = {
  member: colleague,
  organisation: z.string().describe('Name of the organisation.'),
  session_id: z.string().describe('Id of the session, as the list of sessions names it.'),
  csrf_token: z
    .string()
    .describe('Every method but GET needs it in the header `x-csrf-token`. It belongs to this session.'),
  expires_at: time('When the session is over at the latest'),
  idle_seconds: z.int().describe('Not used for so long, the session is over before that.'),
}

type SessionFields = z.output<z.ZodObject<typeof sessionFields>>

interface Around {
  readonly organisation: string
  readonly idleMs: number
}

export const usedFields = (used: UsedSession, { organisation, idleMs }: Around): SessionFields => ({
  member: { id: used.memberId, email: used.email, name: used.name, role: used.role as RoleName },
  organisation,
  session_id: used.id,
  csrf_token: used.csrfToken,
  expires_at: iso(used.expiresAt),
  idle_seconds: Math.floor(idleMs / 1000),
})

/** A browser is known for so long. */
const deviceSeconds = 180 * 86_400

export const answerSignedIn = (
  { session, member: { id, email, name, role, organisationId }, device }: SignedIn,
  { organisation, idleMs }: Around,
) => ({
  code: codes.success,
  fields: {
    member: { id, email, name, role: role as RoleName },
    organisation,
    session_id: session.id,
    csrf_token: session.csrfToken,
    expires_at: iso(session.expiresAt),
    idle_seconds: Math.floor(idleMs / 1000),
  },
  cookies: [setSession(session.secret, session.seconds), setDevice(device, deviceSeconds)],
  signedIn: { organisationId, memberId: id },
})

export const signedOut = { code: codes.success, fields: {}, cookies: [dropSession] }

export const exampleMember: z.output<typeof member> = {
  id: '2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f',
  email: 'lan@acme.example',
  name: 'Nguyễn Thị Lan',
  role: 'reviewer',
  state: 'active',
  has_password: true,
  passkeys: 1,
  created_at: '2026-11-17T08:00:00.000Z',
  joined_at: '2026-11-17T08:05:00.000Z',
  signed_in_at: '2026-11-17T08:05:00.000Z',
}
export const exampleInvited: z.output<typeof member> = {
  ...exampleMember,
  state: 'invited',
  has_password: false,
  passkeys: 0,
  joined_at: null,
  signed_in_at: null,
}
export const exampleSession: SessionFields = {
  member: {
    id: exampleMember.id,
    email: exampleMember.email,
    name: exampleMember.name,
    role: exampleMember.role,
  },
  organisation: 'acme',
  session_id: '7d1f6c1e-0a6c-4f0e-9a53-0f6d1f9f6b7e',
  csrf_token: '2m7p1x0bQx1m8v3nJc5e9w4rT6yU8iO0pA2sD4fG6hI',
  expires_at: '2026-11-17T20:05:00.000Z',
  idle_seconds: 1800,
}
export const exampleToken = 'ssi_4k2v9q0x7m1c5p8r3t6wAbCdEfGhIjKlMnOpQrStUvWx000000'
export const examplePassword = 'four plain words of mine'

export const memberParam = { member_id: 'Id of the member, from the list of them.' }
