// Signs members in: by password or passkey, by an invitation the first time; and changes what they sign in with.
import { codes, Refusal, refuse, refuseBecause } from '../codes.ts'
import { type Guessing, networkOf } from '../organisations/guessing.ts'
import { hashPassword, matchNothing, passwordMatches } from '../organisations/passwords.ts'
import type { Database, Queries } from '../store/port.ts'
import * as sessionRecords from '../store/records/member-sessions.ts'
import * as records from '../store/records/members.ts'
import { hashOfSecret } from '../system/secret-text.ts'
import { conflict, foldEmail, isInvitation } from './manage.ts'
import { type CredentialJson, type MadePasskey, openPasskeys, type Passkeys } from './passkeys.ts'
import { checkPassword, preparedPassword } from './password-rules.ts'
import { type MemberSessions, type NewSession, openDevices } from './sessions.ts'

export interface SignInOptions {
  readonly database: Database
  readonly sessions: MemberSessions
  readonly guessing: Guessing
  readonly now: () => number
  /** A secret of this server, for the marks of devices and the challenges of passkeys. */
  readonly secret: () => Promise<Uint8Array>
  readonly publicUrl: string
}

/** Where a sign-in comes from. */
interface From {
  readonly address: string
  readonly origin: string | undefined
  readonly userAgent: string
  readonly sessionSecret: string | undefined
  readonly device: string | undefined
}

export interface SignedIn {
  readonly session: NewSession
  readonly member: records.Member
  /** For the cookie by which this device is known the next time. */
  readonly device: string
}

interface Joining {
  readonly token: string
  readonly name: string | undefined
  readonly password: string | undefined
  readonly passkey: CredentialJson | undefined
}

export interface SignIn {
  byPassword(given: { organisation: string; email: string; password: string }, from: From): Promise<SignedIn>
  passkeyOptions(from: From): Promise<CredentialJson>
  byPasskey(response: CredentialJson, from: From): Promise<SignedIn>
  /** Whom an invitation is for. */
  invited(token: string, from: From): Promise<records.Invitee>
  joinOptions(token: string, from: From): Promise<CredentialJson>
  join(joining: Joining, from: From): Promise<SignedIn>
  /** Every session ends, and this one goes on under a new secret. */
  changePassword(member: records.MemberPlace, given: NewPassword, from: From): Promise<SignedIn>
  addOptions(member: records.MemberPlace, from: From): Promise<CredentialJson>
  addPasskey(member: records.MemberPlace, name: string, response: CredentialJson, from: From): Promise<void>
  removePasskey(member: records.MemberPlace, id: string): Promise<void>
}

interface NewPassword {
  readonly current: string | undefined
  readonly wanted: string
}

/** Of a member. */
const mostPasskeys = 20

export function openSignIn(options: SignInOptions): SignIn {
  const { database, sessions, guessing, now, secret, publicUrl } = options
  const devices = openDevices(secret)
  const passkeys: Passkeys = openPasskeys({ database, now, secret, publicUrl })

  async function start(
    queries: Queries,
    place: records.MemberPlace,
    from: From,
    device: string,
  ): Promise<SignedIn> {
    const session = await sessions.start(queries, place, from)
    const member = await records.findMember(queries, place)
    if (!member) throw new Refusal(codes.unauthorized)
    return { session, member, device }
  }

  /** A member who is reset or disabled at this moment is not let in: both lock the member's row. */
  async function letIn(
    place: records.MemberPlace,
    from: From,
    passwordHash: string | undefined,
    alsoHolds: (queries: Queries) => Promise<boolean>,
  ): Promise<SignedIn> {
    const device = await devices.mark(place)
    return database.transaction(async (queries) => {
      const isIn = await records.markSignedIn(queries, place, now(), passwordHash)
      if (!isIn || !(await alsoHolds(queries))) throw new Refusal(codes.unauthorized)
      return start(queries, place, from, device)
    })
  }

  async function byPassword(
    { organisation, email, password: given }: { organisation: string; email: string; password: string },
    from: From,
  ): Promise<SignedIn> {
    const folded = foldEmail(email)
    const password = preparedPassword(given)
    const found = await lookedUp(from, () => records.memberToSignIn(database, organisation, folded))
    const device = found && (await devices.read(from.device, found))
    const isActive = found && found.joinedAt !== null && found.disabledAt === null
    const hash = isActive ? found.passwordHash : null
    const account = `${folded} ${organisation}`
    const who = { network: networkOf(from.address), account, exists: hash !== null, device }
    const tried = await guessing.attempt(who, async () => {
      // The time of the answer must not tell whether there is such a member.
      if (!found || hash === null) return (await matchNothing(password)) || undefined
      return (await passwordMatches(password, hash)) ? { found, hash } : undefined
    })
    if ('found' in tried) return letIn(tried.found.found, from, tried.found.hash, async () => true)
    if (tried.refused === 'wrong') throw new Refusal(codes.unauthorized)
    throw tooMany(tried.retryAfterSeconds)
  }

  function originOf({ origin }: From): string {
    if (origin !== undefined && passkeys.isPossible(origin)) return origin
    throw conflict(
      'passkeys need SELFSAME_PUBLIC_URL with the name of this server, and a page of it; on this machine a page at http://localhost will do',
    )
  }

  /** In its turn, whatever others sent from there; undefined where it is wrong. */
  async function lookedUp<T>({ address }: From, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const looked = await guessing.lookUp(networkOf(address), look)
    if ('found' in looked) return looked.found
    if (looked.refused === 'too many') throw tooMany(looked.retryAfterSeconds)
    return undefined
  }

  async function byPasskey(response: CredentialJson, from: From): Promise<SignedIn> {
    const origin = originOf(from)
    const passkey = await lookedUp(from, () => passkeys.signedBy(response, origin))
    if (!passkey) throw new Refusal(codes.unauthorized)
    const place = { organisationId: passkey.organisationId, id: passkey.memberId }
    return letIn(place, from, undefined, (queries) => sessionRecords.countPasskeyUse(queries, passkey, now()))
  }

  async function invited(token: string, from: From): Promise<records.Invitee> {
    const found = await lookedUp(from, async () =>
      isInvitation(token) ? records.findInvited(database, hashOfSecret(token), now()) : undefined,
    )
    if (!found) throw noInvitation()
    return found
  }

  async function hashInTurn(password: string, { id }: records.MemberPlace): Promise<string> {
    const made = await guessing.inTurn(`member ${id}`, () => hashPassword(password))
    if (made === undefined) throw tooMany(1)
    return made
  }

  async function join({ token, name, password: given, passkey }: Joining, from: From): Promise<SignedIn> {
    const password = given === undefined ? undefined : preparedPassword(given)
    const member = await invited(token, from)
    if ((password === undefined) === (passkey === undefined))
      throw refuse(codes.badRequest, 'password', 'or passkey is required, and not both')
    if (password !== undefined)
      checkPassword(password, [member.email, member.organisation, name ?? member.name])
    const made = passkey && (await passkeys.made(passkey, member, originOf(from)))
    if (passkey && !made) throw notMade()
    const passwordHash = password === undefined ? undefined : await hashInTurn(password, member)
    const device = await devices.mark(member)
    return database.transaction(async (queries) => {
      if (!(await records.useInvitation(queries, hashOfSecret(token), now()))) throw noInvitation()
      if (name !== undefined) await records.setMemberName(queries, member, name)
      if (passwordHash !== undefined) await records.setPassword(queries, member, passwordHash)
      if (made) await keepPasskey(queries, member, firstPasskey, made)
      await records.setJoined(queries, member, now())
      if (!(await records.markSignedIn(queries, member, now(), undefined))) throw noInvitation()
      return start(queries, member, from, device)
    })
  }

  async function keepPasskey(
    queries: Queries,
    { organisationId, id: memberId }: records.MemberPlace,
    name: string,
    made: MadePasskey,
  ): Promise<void> {
    const added = { ...made, organisationId, memberId, name, createdAt: now() }
    if (!(await sessionRecords.addPasskey(queries, added))) throw conflict('this passkey is known already')
  }

  async function changePassword(
    member: records.MemberPlace,
    { current, wanted }: NewPassword,
    from: From,
  ): Promise<SignedIn> {
    const found = await records.findMember(database, member)
    const before = await records.passwordHashOf(database, member)
    if (!found) throw new Refusal(codes.unauthorized)
    if (before !== undefined) await checkCurrent(member, before, current, from)
    const password = preparedPassword(wanted)
    checkPassword(password, [found.email, found.name])
    const passwordHash = await hashInTurn(password, member)
    const device = await devices.mark(member)
    return database.transaction(async (queries) => {
      if (!(await records.markSignedIn(queries, member, now(), before))) throw new Refusal(codes.unauthorized)
      await records.setPassword(queries, member, passwordHash)
      await sessionRecords.endSessionsOf(queries, member, now())
      return start(queries, member, from, device)
    })
  }

  /** A stranger who found the browser open does not know the password, and may not guess it either. */
  async function checkCurrent(
    { id }: records.MemberPlace,
    hash: string,
    current: string | undefined,
    { address }: From,
  ): Promise<void> {
    if (current === undefined) throw refuse(codes.badRequest, 'current_password', 'is required: a text')
    const who = { network: networkOf(address), account: `member ${id}`, exists: true, device: `member ${id}` }
    const tried = await guessing.attempt(
      who,
      async () => (await passwordMatches(preparedPassword(current), hash)) || undefined,
    )
    if ('found' in tried) return
    if (tried.refused === 'too many') throw tooMany(tried.retryAfterSeconds)
    throw refuse(codes.badRequest, 'current_password', 'is wrong')
  }

  return {
    byPassword,
    byPasskey,
    invited,
    join,
    changePassword,
    passkeyOptions: (from) => passkeys.optionsToSignIn(originOf(from)),
    joinOptions: async (token, from) => passkeys.optionsToAdd(await invited(token, from), originOf(from)),

    async addOptions(member, from) {
      const found = await records.findMember(database, member)
      if (!found) throw new Refusal(codes.unauthorized)
      if (found.passkeys >= mostPasskeys) throw conflict(`a member has at most ${mostPasskeys} passkeys`)
      return passkeys.optionsToAdd(found, originOf(from))
    },

    async addPasskey(member, name, response, from) {
      const made = await passkeys.made(response, member, originOf(from))
      if (!made) throw notMade()
      await database.transaction((queries) => keepPasskey(queries, member, name, made))
    },

    async removePasskey(member, id) {
      await database.transaction(async (queries) => {
        // Of two removals at once, the second sees the first.
        await records.holdMembers(queries, member.organisationId)
        const found = await records.findMember(queries, member)
        if (found?.hasPassword === 0 && found.passkeys <= 1)
          throw conflict(
            'it is all that this member signs in with; set a password or add another passkey first',
          )
        if ((await sessionRecords.removePasskeys(queries, member, id)) === 0)
          throw refuse(codes.notFound, 'passkey_id', 'is not known', 'there is no such passkey')
      })
    },
  }
}

const firstPasskey = '1'

const tooMany = (retryAfterSeconds: number): Refusal =>
  refuseBecause(codes.tooManyRequests, 'too many wrong credentials', retryAfterSeconds)

const noInvitation = (): Refusal =>
  refuse(
    codes.notFound,
    'token',
    'is not known',
    'the invitation was used, replaced or is over; ask for a new one',
  )

const notMade = (): Refusal =>
  refuse(
    codes.badRequest,
    'passkey',
    'is not an answer to the options that this server gave, or came too late',
  )
