// Verifies Android Key Attestation: the chain, what the hardware says of the key, and whether the organisation takes it.
import { contentOf } from '../der/der.ts'
import type { Certificate } from '../trust/certificate.ts'
import { type ChainRules, capturedKeyOf, serialOf, verifyChain } from './chain.ts'
import { AttestationFault } from './fault.ts'
import { KEY_DESCRIPTION, type KeyDescription, readKeyDescription } from './key-description.ts'

/** Apps that an organisation lists. */
export interface AndroidApp {
  readonly package: string
  /** SHA-256 of certificates that sign it, lower-case hexadecimal. */
  readonly digests: readonly string[]
  /** The version code from which on it is taken. */
  readonly least_version?: number | undefined
}

export interface AndroidRules {
  readonly challenge: Uint8Array
  readonly apps: readonly AndroidApp[]
  /** Year and month, such as 202601; undefined where none is asked for. */
  readonly leastPatchLevel: number | undefined
}

interface Trust extends Pick<ChainRules, 'roots' | 'revoked' | 'at'> {
  /** Whether certificates that a factory put into a phone may have ended. */
  readonly mayFactoryHaveEnded?: boolean
}

interface AttestedChain {
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Buffer
  readonly description: KeyDescription
  /** Of all certificates below the root, lower-case hexadecimal: a list of revocations may name them later. */
  readonly serials: readonly string[]
  /** When the first certificate of the chain ended; undefined where all are valid. */
  readonly endedAt: Date | undefined
}

const SIGN = 2n
/** Servers of Google mark what they issue to phones: such certificates live for days, and phones fetch new ones. */
const PROVISIONED = '1.3.6.1.4.1.11129.2.1.30'

/** Believes the chain, and reads what its hardware says; what that is worth to an organisation is not asked. */
export function readAndroidChain(chain: readonly Uint8Array[], trust: Trust): AttestedChain {
  const { mayFactoryHaveEnded = false, ...rules } = trust
  const certificates = verifyChain(chain, {
    ...rules,
    isSignerOfKeyExempt: true,
    // A phone whose clock was never set writes 1970.
    isValidityOfKeyChecked: false,
    ...(mayFactoryHaveEnded && { mayHaveEnded: isOfFactory }),
  })
  const [leaf, ...above] = certificates
  if (!leaf || above.length === 0) throw new AttestationFault('chain-too-short')
  if (above.some(describesKey)) throw new AttestationFault('description-elsewhere')
  const extension = leaf.extensions.get(KEY_DESCRIPTION)
  if (!extension) throw new AttestationFault('description-missing')
  return {
    publicKey: capturedKeyOf(leaf),
    description: readKeyDescription(contentOf(extension.value)),
    serials: certificates.map(serialOf),
    endedAt: above
      .map(({ validity }) => validity.notAfter)
      .filter((end) => end < trust.at)
      .toSorted((a, b) => a.getTime() - b.getTime())[0],
  }
}

/**
 * Certificates of a factory cannot be renewed, and name their owner by a serial number only. Those of Google's servers
 * can, and have common names: for them an end is an end.
 */
const isOfFactory = ([, ...above]: readonly Certificate[]): boolean =>
  above.length > 0 &&
  above.every(
    ({ extensions, subject }) =>
      !extensions.has(PROVISIONED) && /\bserialNumber=/.test(subject.text) && !/\bCN=/.test(subject.text),
  )

const describesKey = ({ extensions }: Certificate): boolean => extensions.has(KEY_DESCRIPTION)

interface AndroidKey {
  readonly publicKey: Buffer
  readonly deviceClass: 'strongbox' | 'trusted-environment'
  readonly package: string
  /** Its version code. */
  readonly appVersion: number
  /** As Android writes it: 202611. */
  readonly patchLevel: number | undefined
  readonly serials: readonly string[]
  readonly endedAt: Date | undefined
}

/** Refuses a key that the organisation cannot rely on, with the first reason. */
export function verifyAndroidKey(
  chain: readonly Uint8Array[],
  trust: Trust,
  rules: AndroidRules,
): AndroidKey {
  const { publicKey, description, serials, endedAt } = readAndroidChain(chain, trust)
  const { hardware, software } = description
  if (!Buffer.from(description.challenge).equals(rules.challenge))
    throw new AttestationFault('challenge-wrong')
  const levels = [description.securityLevel, description.keyMintSecurityLevel]
  if (levels.includes('software')) throw new AttestationFault('software-level')
  const { rootOfTrust } = hardware
  if (!rootOfTrust?.isDeviceLocked) throw new AttestationFault('boot-unlocked')
  if (rootOfTrust.verifiedBootState !== 'verified') throw new AttestationFault('boot-unverified')
  if (hardware.origin !== 'generated') throw new AttestationFault('key-imported')
  if (!hardware.purposes?.includes(SIGN)) throw new AttestationFault('key-not-for-signing')
  // The system names the app: what hardware enforces holds no app in any version.
  const app = listedApp(software.applicationId, rules.apps)
  const patchLevel = hardware.osPatchLevel
  if (rules.leastPatchLevel !== undefined && monthOf(patchLevel) < rules.leastPatchLevel)
    throw new AttestationFault('patch-level-old')
  return {
    publicKey,
    deviceClass: levels.every((level) => level === 'strongbox') ? 'strongbox' : 'trusted-environment',
    package: app.package,
    appVersion: app.version,
    patchLevel,
    serials,
    endedAt,
  }
}

const monthOf = (level: number | undefined): number =>
  level === undefined ? 0 : level > 999_999 ? Math.floor(level / 100) : level

/**
 * Packages that share a user id are named together: each must be listed, and each signature by an app of the list, so
 * that nothing unlisted can use the key.
 */
function listedApp(
  id: KeyDescription['software']['applicationId'],
  apps: readonly AndroidApp[],
): { readonly package: string; readonly version: number } {
  const digests = id?.signatureDigests.map((one) => Buffer.from(one).toString('hex')) ?? []
  const packages = id?.packages.map(({ name, version }) => ({ name, version: Number(version) })) ?? []
  const found = packages.map(({ name }) => apps.find((app) => app.package === name))
  const [first] = found
  const isListed =
    first !== undefined &&
    digests.length > 0 &&
    found.every((app) => app !== undefined && digests.every((digest) => app.digests.includes(digest)))
  if (!isListed) throw new AttestationFault('app-not-listed')
  if (packages.some(({ version }, at) => version < (found[at]?.least_version ?? 0)))
    throw new AttestationFault('app-version-old')
  return { package: first.package, version: packages[0]?.version ?? 0 }
}
