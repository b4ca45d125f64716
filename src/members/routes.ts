// The routes by which admins manage the members of their organisation.
import { z } from 'zod'
import { codes } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { iso, time } from '../http/times.ts'
import type { Runtime } from '../runtime.ts'
import { endSessionsOf } from '../store/records/member-sessions.ts'
import { findMember, listMembers } from '../store/records/members.ts'
import {
  change,
  type Invitation,
  invitationUrl,
  invite,
  type ManagingMembers,
  noMember,
  remove,
  reset,
} from './manage.ts'
import {
  email,
  exampleInvited,
  exampleMember,
  exampleToken,
  member,
  memberFields,
  memberParam,
  personName,
  role,
} from './route-fields.ts'

const tag = {
  name: 'Members',
  description:
    'The people of an organisation: who they are and what they may do. For name and password of the organisation, API keys of the scope `all`, and admins. docs/guides/members.md is the guide.',
  area: 'members',
} as const

const invitation = namedSchema(
  'MemberInvitation',
  z
    .object({
      url: z
        .string()
        .describe(
          'The link to send to the member. It works once. A path alone where SELFSAME_PUBLIC_URL is not set.',
        ),
      token: z.string().describe('The secret in the link. It is shown this once; only its hash is kept.'),
      expires_at: time('Until when it is good'),
    })
    .describe('The link by which a member joins.'),
)

const exampleInvitation = {
  url: `https://verify.example/studio/#/join/${exampleToken}`,
  token: exampleToken,
  expires_at: '2026-11-24T08:00:00.000Z',
}

export function memberRoutes({ store, config, now }: Runtime): Route[] {
  const { database } = store
  const managing: ManagingMembers = { database, now, invitationMs: config.invitationMs }
  const shown = ({ token, expiresAt }: Invitation): z.output<typeof invitation> => ({
    url: invitationUrl(config, token),
    token,
    expires_at: iso(expiresAt),
  })
  return [
    route({
      name: 'members',
      method: 'GET',
      path: '/members',
      tag,
      summary: 'List the members of the organisation, the oldest first.',
      fields: { members: z.array(member).describe('All of them, at most 1000.') },
      answers: [codes.success],
      example: {
        answers: [{ when: 'There is one.', code: codes.success, fields: { members: [exampleMember] } }],
      },
      handle: async ({ organisationId }) => ({
        code: codes.success,
        fields: { members: (await listMembers(database, organisationId)).map(memberFields) },
      }),
    }),
    route({
      name: 'inviteMember',
      method: 'POST',
      path: '/members',
      tag,
      summary: 'Invite a member, and get the link for them.',
      description:
        'Nothing is sent by e-mail: hand the link to the person yourself. It works once and for as long as SELFSAME_INVITATION says. A second member of the same address is 409.',
      body: z.strictObject({ email, name: personName, role }),
      refusesUnknownFields: true,
      fields: { member, invitation },
      answers: [codes.success, codes.conflict],
      example: {
        body: { email: exampleMember.email, name: exampleMember.name, role: 'reviewer' },
        answers: [
          {
            when: 'The member can join.',
            code: codes.success,
            fields: { member: exampleInvited, invitation: exampleInvitation },
          },
        ],
      },
      handle: async ({ organisationId, body }) => {
        const made = await invite(managing, { organisationId, ...body })
        return {
          code: codes.success,
          fields: { member: memberFields(made.member), invitation: shown(made.invitation) },
        }
      },
    }),
    route({
      name: 'member',
      method: 'GET',
      path: '/members/{member_id}',
      tag,
      summary: 'Show a member.',
      params: memberParam,
      fields: { member },
      answers: [codes.success, codes.notFound],
      example: {
        params: { member_id: exampleMember.id },
        answers: [
          { when: 'There is such a member.', code: codes.success, fields: { member: exampleMember } },
        ],
      },
      handle: async ({ organisationId, params }) => {
        const found = await findMember(database, { organisationId, id: params.member_id })
        if (!found) throw noMember()
        return { code: codes.success, fields: { member: memberFields(found) } }
      },
    }),
    route({
      name: 'changeMember',
      method: 'PUT',
      path: '/members/{member_id}',
      tag,
      summary: 'Change the name or role of a member, or disable them.',
      description:
        'Another role, and being disabled, end every session of the member at once, on every server. The last admin who can sign in is neither lowered nor disabled: 409.',
      params: memberParam,
      body: z.strictObject({
        name: personName.optional(),
        role: role.optional(),
        enabled: z.boolean().optional().describe('Whether the member may sign in.'),
      }),
      refusesUnknownFields: true,
      fields: { member },
      answers: [codes.success, codes.notFound, codes.conflict],
      example: {
        params: { member_id: exampleMember.id },
        body: { role: 'admin' },
        answers: [
          {
            when: 'It is changed.',
            code: codes.success,
            fields: { member: { ...exampleMember, role: 'admin' } },
          },
        ],
      },
      handle: async ({ organisationId, params, body: { enabled: isEnabled, ...rest } }) => {
        const place = { organisationId, id: params.member_id }
        const changed = await change(managing, place, { ...rest, isEnabled })
        return { code: codes.success, fields: { member: memberFields(changed) } }
      },
    }),
    route({
      name: 'resetMember',
      method: 'POST',
      path: '/members/{member_id}/reset',
      tag,
      summary: 'End password, passkeys and sessions of a member, and get a new link for them.',
      params: memberParam,
      fields: { member, invitation },
      answers: [codes.success, codes.notFound],
      example: {
        params: { member_id: exampleMember.id },
        answers: [
          {
            when: 'The member is to join anew.',
            code: codes.success,
            fields: { member: exampleInvited, invitation: exampleInvitation },
          },
        ],
      },
      handle: async ({ organisationId, params }) => {
        const made = await reset(managing, { organisationId, id: params.member_id })
        return {
          code: codes.success,
          fields: { member: memberFields(made.member), invitation: shown(made.invitation) },
        }
      },
    }),
    route({
      name: 'signOutMember',
      method: 'POST',
      path: '/members/{member_id}/sign-out',
      tag,
      summary: 'End every session of a member.',
      params: memberParam,
      fields: { ended: z.int().describe('How many went on.') },
      answers: [codes.success, codes.notFound],
      example: {
        params: { member_id: exampleMember.id },
        answers: [{ when: 'Two went on.', code: codes.success, fields: { ended: 2 } }],
      },
      handle: async ({ organisationId, params }) => {
        const place = { organisationId, id: params.member_id }
        if (!(await findMember(database, place))) throw noMember()
        return { code: codes.success, fields: { ended: await endSessionsOf(database, place, now()) } }
      },
    }),
    route({
      name: 'removeMember',
      method: 'POST',
      path: '/members/{member_id}/remove',
      tag,
      summary: 'Remove a member with all that they sign in with.',
      description:
        'Sessions end at once, on every server. The audit trail and verdicts go on naming the member. The last admin who can sign in is not removed: 409.',
      params: memberParam,
      fields: {},
      answers: [codes.success, codes.notFound, codes.conflict],
      example: {
        params: { member_id: exampleMember.id },
        answers: [{ when: 'The member is gone.', code: codes.success, fields: {} }],
      },
      handle: async ({ organisationId, params }) => {
        await remove(managing, { organisationId, id: params.member_id })
        return { code: codes.success, fields: {} }
      },
    }),
  ]
}
