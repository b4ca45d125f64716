// Registers the key of a device: verifies what the device says of it, and keeps it with what that proves.
import { randomUUID } from 'node:crypto'
import { verifyAndroidKey } from '../attestation/android.ts'
import { verifyAppleKey } from '../attestation/app-attest.ts'
import { AttestationFault, type AttestationReason } from '../attestation/fault.ts'
import { isSignatureOf, possessionText, readWebKey } from '../attestation/frame-signature.ts'
import { type PlayKeys, verifyPlayToken } from '../attestation/play-integrity.ts'
import type { AttestationTrust } from '../attestation/trust.ts'
import type { Database } from '../store/port.ts'
import {
  addCaptureKey,
  type CaptureKey,
  countAppVersion,
  countCaptureKeys,
  findCaptureKey,
} from '../store/records/capture-keys.ts'
import { type NonceOwner, type Nonces, useNonce } from './nonces.ts'
import type { CaptureSettings } from './settings.ts'

/** What a device sends. */
export type Registration =
  | {
      readonly platform: 'android'
      readonly chain: readonly Uint8Array[]
      readonly integrityToken?: string | undefined
    }
  | { readonly platform: 'apple'; readonly attestation: Uint8Array }
  | { readonly platform: 'web'; readonly publicKey: Uint8Array; readonly signature: Uint8Array }

interface Means {
  readonly database: Database
  readonly trust: AttestationTrust
  readonly playKeys: PlayKeys | undefined
  readonly nonces: Nonces
  readonly settings: CaptureSettings
  readonly lifeMs: number
  readonly now: () => number
}

export type RefusedReason = AttestationReason | 'nonce-not-good' | 'nonce-used' | 'too-many-keys'

type Registered =
  | { readonly key: CaptureKey; readonly refused?: never }
  | { readonly key?: never; readonly refused: { readonly reason: RefusedReason; readonly words: string } }

/** A person has one or two phones; whoever has a token must not fill the store of the organisation. */
const MOST_OF_VERIFICATION = 10

/** Nothing is kept where anything is wrong, the nonce included: it stays good until its end. */
export async function registerKey(
  means: Means,
  owner: NonceOwner,
  nonce: string,
  registration: Registration,
): Promise<Registered> {
  const { database, nonces, lifeMs, now } = means
  const endsAt = await nonces.read(nonce, owner)
  if (endsAt === undefined)
    return refused('nonce-not-good', 'The nonce is over, or was given to somebody else.')
  const { organisationId, verificationId = null } = owner
  const count = verificationId === null ? 0 : await countCaptureKeys(database, organisationId, verificationId)
  if (count >= MOST_OF_VERIFICATION)
    return refused('too-many-keys', 'As many keys were registered in this verification as it may have.')
  try {
    const verified = await verify(means, nonce, registration)
    const id = randomUUID()
    const isFirst = await database.transaction(async (queries) => {
      if (!(await useNonce(queries, nonce, endsAt))) return false
      const times = { createdAt: now(), expiresAt: now() + lifeMs }
      await addCaptureKey(queries, {
        organisationId,
        id,
        verificationId,
        platform: registration.platform,
        ...verified,
        ...times,
      })
      const { package: name, app_id, app_version } = JSON.parse(verified.details) as AppDetails
      const app = name ?? app_id
      if (app !== undefined)
        await countAppVersion(queries, {
          ...{ organisationId, platform: registration.platform, app },
          version: app_version ?? 0,
          ...{ quarter: quarterOf(now()), now: now() },
        })
      return true
    })
    const key = isFirst ? await findCaptureKey(database, { organisationId, id }) : undefined
    return key ? { key } : refused('nonce-used', 'The nonce was used before.')
  } catch (error) {
    if (error instanceof AttestationFault) return refused(error.reason, error.message)
    throw error
  }
}

/** What attestations say of the app; App Attest does not tell its version. */
interface AppDetails {
  readonly package?: string
  readonly app_id?: string
  readonly app_version?: number
}

/** Such as `2026-Q4`, of the calendar of UTC. */
function quarterOf(now: number): string {
  const at = new Date(now)
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`
}

const refused = (reason: RefusedReason, words: string): Registered => ({ refused: { reason, words } })

type Verified = Pick<CaptureKey, 'level' | 'deviceClass' | 'publicKey' | 'details'>

async function verify(means: Means, nonce: string, registration: Registration): Promise<Verified> {
  const { trust, settings, playKeys, now } = means
  const challenge = Buffer.from(nonce)
  const at = new Date(now())
  if (registration.platform === 'web') {
    const publicKey = readWebKey(registration.publicKey)
    const text = Buffer.from(possessionText(nonce))
    if (!isSignatureOf(publicKey, text, registration.signature))
      throw new AttestationFault('possession-wrong')
    return { level: 'signed', deviceClass: 'browser', publicKey, details: '{}' }
  }
  if (registration.platform === 'apple') {
    const { appleRoots: roots, appleReceiptRoots: receiptRoots } = trust
    const chain = { roots, receiptRoots, revoked: new Set<string>(), at }
    const rules = { challenge, appIds: settings.apple_app_ids, mayBeDevelopment: settings.apple_development }
    const { publicKey, deviceClass, appId, isDevelopment } = verifyAppleKey(
      registration.attestation,
      chain,
      rules,
    )
    const environment = isDevelopment ? 'development' : 'production'
    return {
      level: 'attested',
      deviceClass,
      publicKey,
      details: JSON.stringify({ app_id: appId, environment }),
    }
  }
  const apps = settings.android_apps
  const { androidRoots: roots, mayFactoryHaveEnded } = trust
  const chain = { roots, mayFactoryHaveEnded, revoked: await trust.revoked(), at }
  const leastPatchLevel = settings.least_patch_level
    ? Number(settings.least_patch_level.replace('-', ''))
    : undefined
  const key = verifyAndroidKey(registration.chain, chain, { challenge, apps, leastPatchLevel })
  const { integrityToken: token } = registration
  if (token === undefined && settings.play_integrity !== 'off')
    throw new AttestationFault('token-wrong', 'The organisation asks for a token of Play Integrity.')
  const least = settings.play_integrity === 'strong' ? 'strong' : 'device'
  const play =
    token === undefined
      ? undefined
      : await verifyPlayToken(token, playKeys, { nonce, apps, least, now: now() })
  const details = {
    package: key.package,
    app_version: key.appVersion,
    ...(key.patchLevel !== undefined && { patch_level: key.patchLevel }),
    ...(play && { play_integrity: play.verdicts }),
    ...(key.endedAt && { certificates_ended_at: key.endedAt.toISOString() }),
    serials: key.serials,
  }
  return {
    level: 'attested',
    deviceClass: key.deviceClass,
    publicKey: key.publicKey,
    details: JSON.stringify(details),
  }
}
