// selfsame member: invites, lists, resets and removes the members of organisations, such as the first admin.

import { roleNames, roles } from '../access/roles.ts'
import { recorded } from '../audit/command.ts'
import { Refusal } from '../codes.ts'
import type { Settings } from '../config.ts'
import * as manage from '../members/manage.ts'
import type { Store } from '../store/open.ts'
import { listMembers, type Member, memberOfEmail } from '../store/records/members.ts'
import { CommandError, organisationNamed, say, withStore } from './terminal.ts'

export interface InviteOptions {
  readonly role: string
  readonly name?: string
  readonly json?: boolean
}

const managing = ({ database }: Store, { invitationMs }: Settings): manage.ManagingMembers => ({
  database,
  now: Date.now,
  invitationMs,
})

export async function inviteMember(
  config: Settings,
  org: string,
  email: string,
  { role, name, json = false }: InviteOptions,
): Promise<void> {
  if (!(roleNames as readonly string[]).includes(role))
    throw new CommandError(
      `There is no role ${JSON.stringify(role)}. --role is one of:\n${roleNames.map((one) => `  ${one.padEnd(9)} ${roles[one].about}`).join('\n')}`,
    )
  const folded = manage.foldEmail(email)
  const shown = name ?? folded.split('@', 1)[0] ?? folded
  const made = await withStore(config, async (store) => {
    const { id: organisationId } = await organisationNamed(store, org)
    let memberId = ''
    const command = { name: 'member invite', organisationId: () => organisationId, memberId: () => memberId }
    return recorded(store, config.audit === 'on', command, async () => {
      const wanted = { organisationId, email, name: shown, role }
      const invited = await explained(manage.invite(managing(store, config), wanted))
      memberId = invited.member.id
      return invited
    })
  })
  show(config, made, json)
}

/** A verb refuses as it would over HTTP; at the terminal its sentence is enough. */
const explained = <T>(act: Promise<T>): Promise<T> =>
  act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const fields = error.errors?.map(({ path, message }) => `${path} ${message}`) ?? []
    throw new CommandError([error.message, ...fields].join('; '))
  })

function show(config: Settings, { member, invitation }: manage.InvitedMember, json: boolean): void {
  const url = manage.invitationUrl(config, invitation.token)
  const until = new Date(invitation.expiresAt).toISOString()
  if (json) {
    say(JSON.stringify({ id: member.id, email: member.email, role: member.role, url, until }))
    return
  }
  say(`id       ${member.id}`)
  say(`member   ${member.name} <${member.email}>, ${member.role}`)
  say(`link     ${url}`)
  say(`until    ${until.slice(0, 16).replace('T', ' ')} UTC`)
  say('The link works once, and is shown this once; only its hash is kept. Hand it to the member yourself.')
  if (config.publicUrl === '') say('Put the address of your server before it, or set SELFSAME_PUBLIC_URL.')
}

export async function listOrgMembers(
  config: Settings,
  org: string,
  { json = false }: { json?: boolean },
): Promise<void> {
  const all = await withStore(config, async (store) =>
    listMembers(store.database, (await organisationNamed(store, org)).id),
  )
  const rows = all.map((one) => ({
    id: one.id,
    email: one.email,
    name: one.name,
    role: one.role,
    state: manage.stateOf(one),
    hasPassword: one.hasPassword === 1,
    passkeys: one.passkeys,
    signedInAt: one.signedInAt === null ? null : new Date(one.signedInAt).toISOString(),
  }))
  if (json) return say(JSON.stringify(rows, null, 2))
  for (const row of rows)
    say(
      `${row.id}  ${row.state.padEnd(8)} ${row.role.padEnd(8)} ${row.email.padEnd(32)} ${row.name.padEnd(24)} signed in ${row.signedInAt?.slice(0, 16).replace('T', ' ') ?? 'never'}`,
    )
  if (rows.length === 0)
    say('There is no member yet. `selfsame member invite ORG EMAIL --role admin` invites the first one.')
}

async function memberNamed(store: Store, org: string, email: string): Promise<Member> {
  const { id } = await organisationNamed(store, org)
  const found = await memberOfEmail(store.database, id, manage.foldEmail(email))
  if (found) return found
  throw new CommandError(
    `${org} has no member ${email}. \`selfsame member list ${org}\` names those there are.`,
  )
}

export async function resetMember(
  config: Settings,
  org: string,
  email: string,
  { json = false }: { json?: boolean },
): Promise<void> {
  const made = await withStore(config, async (store) => {
    const found = await memberNamed(store, org, email)
    const act = () => explained(manage.reset(managing(store, config), found))
    return recorded(store, config.audit === 'on', commandOn('member reset', found), act)
  })
  show(config, made, json)
  if (!json) say('Password, passkeys and sessions of the member have ended.')
}

export async function removeMember(config: Settings, org: string, email: string): Promise<void> {
  await withStore(config, async (store) => {
    const found = await memberNamed(store, org, email)
    const act = () => explained(manage.remove(managing(store, config), found))
    await recorded(store, config.audit === 'on', commandOn('member remove', found), act)
  })
  say(`${email} is removed: every server refuses their sessions from now on.`)
}

const commandOn = (name: string, { id, organisationId }: Member) => ({
  name,
  organisationId: () => organisationId,
  memberId: () => id,
})
