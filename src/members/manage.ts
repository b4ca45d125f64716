// Manages the members of an organisation: invites them, changes what they may do, resets how they sign in, removes them.
import { randomUUID } from 'node:crypto'
import { codes, Refusal, refuse, refuseBecause } from '../codes.ts'
import { type Database, type Queries, ReferenceMissing } from '../store/port.ts'
import { endSessionsOf, removePasskeys } from '../store/records/member-sessions.ts'
import * as records from '../store/records/members.ts'
import {
  drawLetters,
  hasGoodChecksum,
  hashOfSecret,
  secretLetters,
  withChecksum,
} from '../system/secret-text.ts'

export interface ManagingMembers {
  readonly database: Database
  readonly now: () => number
  /** How long an invitation is good. */
  readonly invitationMs: number
}

/** One person has one address, however it is written. */
export const foldEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

const longestEmail = 254
const emailRule = `must be an e-mail address of at most ${longestEmail} characters`
const isEmail = (folded: string): boolean =>
  folded.length <= longestEmail && /^[^\s@<>()[\]",;:\\\p{C}]+@[^\s@<>()[\]",;:\\\p{C}]+$/u.test(folded)

/** Of an organisation; the list of them is one answer. */
const mostMembers = 1000

const form = /^ssi_[A-Za-z0-9]{49}$/
export const isInvitation = (text: string): boolean => form.test(text) && hasGoodChecksum(text)

export interface Invitation {
  /** To be shown once. */
  readonly token: string
  readonly expiresAt: number
}

/** Where an invitation leads: behind the `#` it is sent to no server and stands in no log. */
export const invitationUrl = (
  { publicUrl, basePath }: { readonly publicUrl: string; readonly basePath: string },
  token: string,
): string => `${publicUrl.replace(/\/+$/, '')}${basePath}/studio/#/join/${token}`

async function newInvitation(
  { now, invitationMs }: ManagingMembers,
  queries: Queries,
  member: records.MemberPlace,
): Promise<Invitation> {
  const token = withChecksum(`ssi_${drawLetters(secretLetters, 62)}`)
  const [createdAt, expiresAt] = [now(), now() + invitationMs]
  await records.putInvitation(queries, { hash: hashOfSecret(token), member, createdAt, expiresAt })
  return { token, expiresAt }
}

export interface InvitedMember {
  readonly member: records.Member
  readonly invitation: Invitation
}

interface Wanted {
  readonly organisationId: string
  readonly email: string
  readonly name: string
  readonly role: string
}

export async function invite(managing: ManagingMembers, wanted: Wanted): Promise<InvitedMember> {
  const { database, now } = managing
  const email = foldEmail(wanted.email)
  if (!isEmail(email)) throw refuse(codes.badRequest, 'email', emailRule)
  const place = { organisationId: wanted.organisationId, id: randomUUID() }
  const adding = database.transaction(async (queries) => {
    await records.holdMembers(queries, place.organisationId)
    if ((await records.countMembers(queries, place.organisationId)) >= mostMembers)
      throw conflict(`an organisation has at most ${mostMembers} members`)
    if (!(await records.addMember(queries, { ...wanted, ...place, email, createdAt: now() })))
      throw conflict('the organisation has a member of this e-mail address')
    const invitation = await newInvitation(managing, queries, place)
    return { member: await known(queries, place), invitation }
  })
  return adding.catch((error: unknown) => {
    // The organisation was removed a moment ago.
    throw error instanceof ReferenceMissing ? new Refusal(codes.unauthorized) : error
  })
}

async function known(queries: Queries, place: records.MemberPlace): Promise<records.Member> {
  const found = await records.findMember(queries, place)
  if (!found) throw noMember()
  return found
}

export const noMember = (): Refusal =>
  refuse(codes.notFound, 'member_id', 'is not known', 'there is no such member')

export const conflict = (why: string): Refusal => refuseBecause(codes.conflict, why)

/** Somebody must be left who can let others in. */
async function checkNotLast(queries: Queries, member: records.Member): Promise<void> {
  if (member.role !== 'admin' || member.joinedAt === null || member.disabledAt !== null) return
  if ((await records.otherAdmins(queries, member)) === 0)
    throw conflict('this is the last admin who can sign in; make another one first')
}

interface Change {
  readonly name?: string | undefined
  readonly role?: string | undefined
  readonly isEnabled?: boolean | undefined
}

/** Another role, or none for now, ends every session of the member at once. */
export function change(
  { database, now }: ManagingMembers,
  place: records.MemberPlace,
  { name, role, isEnabled }: Change,
): Promise<records.Member> {
  return database.transaction(async (queries) => {
    await records.holdMembers(queries, place.organisationId)
    const before = await known(queries, place)
    const isLowered = role !== undefined && role !== 'admin'
    if (isLowered || isEnabled === false) await checkNotLast(queries, before)
    const disabledAt =
      isEnabled === undefined ? before.disabledAt : isEnabled ? null : (before.disabledAt ?? now())
    const after = { name: name ?? before.name, role: role ?? before.role, disabledAt }
    // The member's row is locked before its sessions end, so that a sign-in at this moment waits for it.
    await records.changeMember(queries, place, after)
    if (after.role !== before.role || (isEnabled === false && before.disabledAt === null))
      await endSessionsOf(queries, place, now())
    return known(queries, place)
  })
}

/** Password, passkeys and sessions end, and a new invitation takes their place. */
export function reset(managing: ManagingMembers, place: records.MemberPlace): Promise<InvitedMember> {
  const { database, now } = managing
  return database.transaction(async (queries) => {
    await records.holdMembers(queries, place.organisationId)
    await known(queries, place)
    await records.setPassword(queries, place, null)
    await records.setJoined(queries, place, null)
    await removePasskeys(queries, place)
    await endSessionsOf(queries, place, now())
    const invitation = await newInvitation(managing, queries, place)
    return { member: await known(queries, place), invitation }
  })
}

/** Sessions and passkeys go with the member, on every server at once; the audit trail goes on naming the id. */
export function remove({ database }: ManagingMembers, place: records.MemberPlace): Promise<void> {
  return database.transaction(async (queries) => {
    await records.holdMembers(queries, place.organisationId)
    await checkNotLast(queries, await known(queries, place))
    await records.removeMember(queries, place)
  })
}

type MemberState = 'invited' | 'active' | 'disabled'

export function stateOf({ joinedAt, disabledAt }: records.Member): MemberState {
  if (disabledAt !== null) return 'disabled'
  return joinedAt === null ? 'invited' : 'active'
}
