// Reads the description that Android's hardware signs of a key, versions 1 to 400, from strict DER.
import { childrenOf, contentOf, type Der, DerFault, expectTag, Fields, readDer, TAG } from '../der/der.ts'
import { integerBytesOf, smallNumberOf } from '../der/values.ts'
import { AttestationFault } from './fault.ts'

export const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17'

const SECURITY_LEVELS = ['software', 'trusted-environment', 'strongbox'] as const
type SecurityLevel = (typeof SECURITY_LEVELS)[number]

const ORIGINS = ['generated', 'derived', 'imported', 'reserved', 'securely-imported'] as const
const BOOT_STATES = ['verified', 'self-signed', 'unverified', 'failed'] as const

interface RootOfTrust {
  readonly verifiedBootKey: Uint8Array
  readonly isDeviceLocked: boolean
  readonly verifiedBootState: (typeof BOOT_STATES)[number]
  /** Since version 3. */
  readonly verifiedBootHash?: Uint8Array
}

interface ApplicationId {
  readonly packages: readonly { readonly name: string; readonly version: bigint }[]
  /** SHA-256 of the certificates that signed the app. */
  readonly signatureDigests: readonly Uint8Array[]
}

/** How the value of a tag is written. */
interface Forms {
  readonly integer: bigint
  readonly integers: readonly bigint[]
  /** Present, or not. */
  readonly mark: true
  readonly bytes: Uint8Array
  readonly text: string
  readonly patchLevel: number
  readonly origin: (typeof ORIGINS)[number]
  readonly rootOfTrust: RootOfTrust
  readonly applicationId: ApplicationId
}

/** The tags of KeyMint that a description may have; others come with new versions, and decide nothing here. */
const TAGS = {
  purposes: [1, 'integers'],
  algorithm: [2, 'integer'],
  keySize: [3, 'integer'],
  blockModes: [4, 'integers'],
  digests: [5, 'integers'],
  paddings: [6, 'integers'],
  ecCurve: [10, 'integer'],
  rsaPublicExponent: [200, 'integer'],
  rsaOaepMgfDigests: [203, 'integers'],
  activeDateTime: [400, 'integer'],
  originationExpireDateTime: [401, 'integer'],
  usageExpireDateTime: [402, 'integer'],
  noAuthRequired: [503, 'mark'],
  userAuthType: [504, 'integer'],
  authTimeout: [505, 'integer'],
  trustedUserPresenceRequired: [507, 'mark'],
  unlockedDeviceRequired: [509, 'mark'],
  creationDateTime: [701, 'integer'],
  origin: [702, 'origin'],
  rollbackResistant: [703, 'mark'],
  rootOfTrust: [704, 'rootOfTrust'],
  osVersion: [705, 'integer'],
  osPatchLevel: [706, 'patchLevel'],
  applicationId: [709, 'applicationId'],
  idBrand: [710, 'text'],
  idDevice: [711, 'text'],
  idProduct: [712, 'text'],
  idSerial: [713, 'text'],
  idImei: [714, 'text'],
  idMeid: [715, 'text'],
  idManufacturer: [716, 'text'],
  idModel: [717, 'text'],
  vendorPatchLevel: [718, 'patchLevel'],
  bootPatchLevel: [719, 'patchLevel'],
  idSecondImei: [723, 'text'],
  moduleHash: [724, 'bytes'],
} as const satisfies Record<string, readonly [number, keyof Forms]>

type TagName = keyof typeof TAGS

export type AuthorizationList = { readonly [Name in TagName]?: Forms[(typeof TAGS)[Name][1]] }

export interface KeyDescription {
  readonly version: number
  readonly securityLevel: SecurityLevel
  readonly keyMintVersion: number
  readonly keyMintSecurityLevel: SecurityLevel
  readonly challenge: Uint8Array
  readonly uniqueId: Uint8Array
  /** What the system says of the key. */
  readonly software: AuthorizationList
  /** What the hardware says of the key. */
  readonly hardware: AuthorizationList
}

/** Descriptions have 300 to 900 bytes. */
const LIMITS = { maxBytes: 16 * 1024, maxDepth: 8, maxElements: 500, maxTagBytes: 3 } as const

export function readKeyDescription(bytes: Uint8Array): KeyDescription {
  try {
    return descriptionOf(readDer(bytes, LIMITS))
  } catch (error) {
    if (error instanceof DerFault)
      throw new AttestationFault('description-malformed', `The description of the key ${error.message}.`)
    throw error
  }
}

function descriptionOf(whole: Der): KeyDescription {
  const fields = new Fields(whole, TAG.sequence, 'the description of a key')
  const description = {
    version: smallNumberOf(fields.takeAny('version'), 'version'),
    securityLevel: oneOf(fields.takeAny('security level'), SECURITY_LEVELS, TAG.enumerated, 'security level'),
    keyMintVersion: smallNumberOf(fields.takeAny('version of KeyMint'), 'version of KeyMint'),
    keyMintSecurityLevel: oneOf(
      fields.takeAny('level of KeyMint'),
      SECURITY_LEVELS,
      TAG.enumerated,
      'security level',
    ),
    challenge: contentOf(fields.take(TAG.octetString, 'the challenge')),
    uniqueId: contentOf(fields.take(TAG.octetString, 'the unique id')),
    software: authorizationsOf(fields.take(TAG.sequence, 'what software enforces')),
    hardware: authorizationsOf(fields.take(TAG.sequence, 'what hardware enforces')),
  }
  fields.end()
  return description
}

function authorizationsOf(list: Der): AuthorizationList {
  const found: Record<string, unknown> = {}
  let before = -1
  for (const child of childrenOf(list)) {
    const number = contextNumberOf(child)
    if (number <= before) throw new DerFault(child.start, 'has tags that do not go up')
    before = number
    const [value, ...others] = childrenOf(child)
    if (!value || others.length > 0)
      throw new DerFault(child.start, `has not exactly one element in tag ${number}`)
    const [name, row] = Object.entries(TAGS).find(([, [known]]) => known === number) ?? []
    if (!name || !row) continue
    const read = READERS[row[1]](value, name)
    if (read !== undefined) found[name] = read
  }
  return found
}

/** The number of an explicit tag: A1 is 1, BF 85 40 is 704. */
function contextNumberOf({ tag, start }: Der): number {
  if (tag < 0x100 && tag >> 5 === 0b101) return tag & 0x1f
  if (tag >> 8 === 0xbf) return tag & 0xff
  if (tag >> 16 === 0xbf) return ((tag >> 8) & 0x7f) * 128 + (tag & 0x7f)
  throw new DerFault(start, 'has an element that is no authorization')
}

const READERS: { readonly [Form in keyof Forms]: (element: Der, what: string) => Forms[Form] | undefined } = {
  integer: bigNumberOf,
  integers: (element, what) => setOf(element, what).map((one) => bigNumberOf(one, what)),
  mark: (element, what) => {
    if (contentOf(expectTag(element, TAG.null, what)).byteLength > 0)
      throw new DerFault(element.start, `has a ${what} that is not empty`)
    return true
  },
  bytes: (element, what) => contentOf(expectTag(element, TAG.octetString, what)),
  text: textOf,
  // Phones without a date write 0 or nonsense, which counts as no date.
  patchLevel: (element, what) => {
    const level = Number(bigNumberOf(element, what))
    const month = Math.floor(level > 999_999 ? level / 100 : level) % 100
    const isDate = (level >= 100_000 && level <= 999_999) || (level >= 10_000_000 && level <= 99_999_999)
    return isDate && month >= 1 && month <= 12 ? level : undefined
  },
  origin: (element, what) => oneOf(element, ORIGINS, TAG.integer, what),
  rootOfTrust: rootOfTrustOf,
  applicationId: applicationIdOf,
}

function rootOfTrustOf(element: Der): RootOfTrust {
  const fields = new Fields(element, TAG.sequence, 'the root of trust')
  const verifiedBootKey = contentOf(fields.take(TAG.octetString, 'the key of verified boot'))
  const isDeviceLocked = strictBooleanOf(fields.takeAny('lock of the device'), 'lock of the device')
  const verifiedBootState = oneOf(fields.takeAny('boot state'), BOOT_STATES, TAG.enumerated, 'boot state')
  const hash = fields.takeIf(TAG.octetString)
  fields.end()
  return {
    verifiedBootKey,
    isDeviceLocked,
    verifiedBootState,
    ...(hash && { verifiedBootHash: contentOf(hash) }),
  }
}

/** The id of the app is DER of its own, inside a string of bytes. */
function applicationIdOf(element: Der): ApplicationId {
  const bytes = contentOf(expectTag(element, TAG.octetString, 'the id of the app'))
  const fields = new Fields(readDer(bytes, LIMITS), TAG.sequence, 'the id of the app')
  const packages = setOf(fields.takeAny('packages'), 'packages').map((one) => {
    const parts = new Fields(one, TAG.sequence, 'a package')
    const name = textOf(parts.takeAny('name of a package'), 'name of a package')
    const version = bigNumberOf(parts.takeAny('version of a package'), 'version of a package')
    parts.end()
    if (name === undefined) throw new DerFault(one.start, 'has a package whose name cannot be read')
    return { name, version }
  })
  const signatureDigests = setOf(fields.takeAny('signatures'), 'signatures').map((one) =>
    contentOf(expectTag(one, TAG.octetString, 'a digest')),
  )
  fields.end()
  return { packages, signatureDigests }
}

const setOf = (element: Der, what: string): Der[] => childrenOf(expectTag(element, TAG.set, what))

/** Dates that mean "never" have 64 bits. */
function bigNumberOf(element: Der, what: string): bigint {
  const bytes = integerBytesOf(element, what)
  if (bytes.byteLength > 9) throw new DerFault(element.start, `has a ${what} that is too large`)
  return BigInt.asIntN(bytes.byteLength * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
}

/** Phones write names of devices as bytes, and not all of them are UTF-8. */
function textOf(element: Der, what: string): string | undefined {
  const bytes = contentOf(expectTag(element, TAG.octetString, what))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Only 00 and FF: a phone that writes anything else was changed. */
function strictBooleanOf(element: Der, what: string): boolean {
  const content = contentOf(expectTag(element, TAG.boolean, what))
  if (content.byteLength !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw new DerFault(element.start, `has a ${what} that is neither true nor false`)
  return content[0] === 0xff
}

function oneOf<Name extends string>(element: Der, names: readonly Name[], tag: number, what: string): Name {
  const content = contentOf(expectTag(element, tag, what))
  const name = content.byteLength === 1 ? names[content[0] ?? -1] : undefined
  if (name === undefined) throw new DerFault(element.start, `has a ${what} that is not known`)
  return name
}
