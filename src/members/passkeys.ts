// Passkeys of members by WebAuthn: challenges that are signed here and taken once, and the answers of authenticators.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Database } from '../store/port.ts'
import { findPasskey, type Passkey, passkeysOf, takeChallenge } from '../store/records/member-sessions.ts'
import type { MemberPlace } from '../store/records/members.ts'
import { hashOfSecret } from '../system/secret-text.ts'

export interface PasskeyOptions {
  readonly database: Database
  readonly now: () => number
  /** Signs the challenges. */
  readonly secret: () => Promise<Uint8Array>
  /** The address by which people reach this server; empty where it does not know. */
  readonly publicUrl: string
}

/** Whom a passkey is for, as authenticators show it. */
interface Owner extends MemberPlace {
  readonly email: string
  readonly name: string
}

/** In the JSON form of WebAuthn, for the page and from it. */
export type CredentialJson = Readonly<Record<string, unknown>>

export interface Passkeys {
  /** Whether pages of this origin can have passkeys of this server. */
  isPossible(origin: string | undefined): boolean
  optionsToSignIn(origin: string): Promise<CredentialJson>
  /** The passkey that signed, with its new counter; undefined where anything about it is wrong. */
  signedBy(response: CredentialJson, origin: string): Promise<Passkey | undefined>
  optionsToAdd(owner: Owner, origin: string): Promise<CredentialJson>
  /** A new passkey; undefined where anything about it is wrong. */
  made(response: CredentialJson, owner: MemberPlace, origin: string): Promise<MadePasskey | undefined>
}

export type MadePasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** People look for the phone, unlock it, and begin again. */
const challengeMs = 5 * 60_000

export function openPasskeys({ database, now, secret, publicUrl }: PasskeyOptions): Passkeys {
  const challenges = openChallenges({ database, now, secret })

  /** Browsers take a name, and no address; a page on this machine may call it localhost. */
  function relyingParty(
    origin: string | undefined,
  ): { readonly id: string; readonly origin: string } | undefined {
    const from = publicUrl === '' ? origin : publicUrl
    if (from === undefined || !URL.canParse(from)) return undefined
    const { hostname: id, origin: own } = new URL(from)
    if (publicUrl === '' && id !== 'localhost' && !id.endsWith('.localhost')) return undefined
    return isIP(id) !== 0 || id.startsWith('[') ? undefined : { id, origin: own }
  }

  function partyOf(origin: string): { readonly id: string; readonly origin: string } {
    const party = relyingParty(origin)
    if (!party) throw new Error('no page of this origin can have a passkey; ask isPossible first')
    return party
  }

  return {
    isPossible: (origin) => relyingParty(origin) !== undefined,

    async optionsToSignIn(origin) {
      const options = await generateAuthenticationOptions({
        rpID: partyOf(origin).id,
        challenge: await challenges.make('sign-in'),
        timeout: challengeMs,
        userVerification: 'required',
      })
      return { ...options }
    },

    async signedBy(given, origin) {
      const response = given as unknown as AuthenticationResponseJSON
      const passkey = typeof response.id === 'string' ? await findPasskey(database, response.id) : undefined
      if (!passkey) return undefined
      const party = partyOf(origin)
      const transports = passkey.transports === '' ? [] : passkey.transports.split(',')
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => challenges.take('sign-in', challenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: transports as AuthenticatorTransport[],
        },
        requireUserVerification: true,
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      if (!verified || !authenticationInfo || !isHandleOf(passkey, response.response?.userHandle))
        return undefined
      return { ...passkey, counter: authenticationInfo.newCounter }
    },

    async optionsToAdd(owner, origin) {
      const party = partyOf(origin)
      const have = await passkeysOf(database, owner)
      const options = await generateRegistrationOptions({
        rpName: 'Selfsame',
        rpID: party.id,
        userName: owner.email,
        userDisplayName: owner.name,
        userID: new Uint8Array(Buffer.from(owner.id)),
        challenge: await challenges.make(`add ${owner.id}`),
        timeout: challengeMs,
        attestationType: 'none',
        excludeCredentials: have.map(({ id }) => ({ id })),
        // The request names no member: the authenticator knows whose passkeys it holds.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { ...options }
    },

    async made(given, owner, origin) {
      const party = partyOf(origin)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: given as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => challenges.take(`add ${owner.id}`, challenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(() => ({ verified: false, registrationInfo: undefined }))
      if (!verified || !registrationInfo) return undefined
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      return {
        id,
        publicKey,
        counter,
        transports: transports.filter((one) => /^[a-z-]{1,20}$/.test(one)).join(','),
      }
    },
  }
}

const isHandleOf = ({ memberId }: Passkey, handle: string | undefined): boolean =>
  handle === undefined || handle === Buffer.from(memberId).toString('base64url')

/** A nonce, its end, and a signature over both and the purpose. The server keeps nothing of challenges that are not answered. */
function openChallenges({ database, now, secret }: Omit<PasskeyOptions, 'publicUrl'>) {
  const nonceBytes = 24
  const endBytes = 6

  const signatureOf = async (purpose: string, signed: Buffer): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(`challenge:${purpose}:`)
      .update(signed)
      .digest()

  return {
    async make(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
      const signed = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(endBytes)])
      signed.writeUIntBE(now() + challengeMs, nonceBytes, endBytes)
      return new Uint8Array(Buffer.concat([signed, await signatureOf(purpose, signed)]))
    },
    /** True once for each, in time and for the same purpose. */
    async take(purpose: string, challenge: string): Promise<boolean> {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== nonceBytes + endBytes + 32) return false
      const signed = bytes.subarray(0, nonceBytes + endBytes)
      if (!timingSafeEqual(bytes.subarray(signed.length), await signatureOf(purpose, signed))) return false
      const expiresAt = signed.readUIntBE(nonceBytes, endBytes)
      if (expiresAt <= now() || expiresAt > now() + challengeMs) return false
      return takeChallenge(database, hashOfSecret(challenge), expiresAt)
    },
  }
}
