// Phones with Android that do not exist: their keys, and the chains by which their hardware vouches for them.
import { boolean, integer, nothing, octets, sequence, setOf, tagged } from '../chips/der.ts'
import { type KeyPair, makeKeys } from '../chips/signing.ts'
import { ecKeys, extension, type Issued, issue, SERIAL } from './issuing.ts'

const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17'

/** What the hardware is made to say. */
export interface PhoneFacts {
  readonly challenge: Uint8Array
  readonly package: string
  /** SHA-256 of the certificate that signed the app. */
  readonly digest: Uint8Array
  /** 0 software, 1 trusted environment, 2 StrongBox. */
  readonly level: 0 | 1 | 2
  readonly isLocked: boolean
  /** 0 verified, 1 self-signed, 2 unverified, 3 failed. */
  readonly bootState: 0 | 1 | 2 | 3
  readonly patchLevel: number
  /** 0 made inside, 2 imported. */
  readonly origin: 0 | 2
  /** 2 signs, 3 verifies. */
  readonly purposes: readonly number[]
  readonly version: number
}

export interface ChainOddities {
  /** A second description, in the certificate above. */
  readonly isDescribedTwice?: boolean
  readonly isUndescribed?: boolean
  /** The certificate below the root is no authority. */
  readonly isAuthorityMissing?: boolean
  readonly isExpired?: boolean
  /** The certificates were put into the phone by a factory, which names them by serial numbers. */
  readonly isOfFactory?: boolean
  readonly isNotYetValid?: boolean
  /** The description, in the place of the one that the facts make. */
  readonly description?: Uint8Array
}

export interface AndroidPhone {
  readonly keys: KeyPair
  /** From the key to the root. */
  readonly chain: readonly Uint8Array[]
}

/** `[number] EXPLICIT` of any number. */
function explicit(number: number, value: Uint8Array): Uint8Array {
  if (number < 31) return tagged(0xa0 + number, value)
  const high = Math.floor(number / 128)
  return tagged(high === 0 ? 0xbf00 + number : 0xbf0000 + (0x80 + high) * 256 + (number % 128), value)
}

const enumerated = (value: number): Uint8Array => tagged(10, Uint8Array.of(value))

function describeKey(facts: PhoneFacts): Uint8Array {
  const app = sequence(
    setOf(sequence(octets(Buffer.from(facts.package)), integer(7))),
    setOf(octets(facts.digest)),
  )
  const rootOfTrust = sequence(
    octets(new Uint8Array(32)),
    boolean(facts.isLocked),
    enumerated(facts.bootState),
    octets(new Uint8Array(32).fill(7)),
  )
  return sequence(
    integer(facts.version),
    enumerated(facts.level),
    integer(facts.version),
    enumerated(facts.level),
    octets(facts.challenge),
    octets(new Uint8Array()),
    sequence(explicit(701, integer(1_780_000_000_000)), explicit(709, octets(app))),
    sequence(
      explicit(1, setOf(...facts.purposes.map(integer))),
      explicit(2, integer(3)),
      explicit(3, integer(256)),
      explicit(10, integer(1)),
      explicit(503, nothing()),
      explicit(702, integer(facts.origin)),
      explicit(704, rootOfTrust),
      explicit(705, integer(160_000)),
      explicit(706, integer(facts.patchLevel)),
      explicit(718, integer(facts.patchLevel * 100 + 5)),
    ),
  )
}

const DAY_MS = 86_400_000

/** A maker with a root and an authority; its phones differ in their facts only. */
export function makeAndroidMaker(now: number, name = 'Specimen Attestation') {
  const from = new Date(now - 400 * DAY_MS)
  const until = new Date(now + 400 * DAY_MS)
  const life = { from, until }
  const rootKeys = makeKeys({ kind: 'ec', curve: 'secp384r1' })
  const root = issue({ name: `${name} Root`, keys: rootKeys, serial: 1, isAuthority: true, ...life })
  const middle = issue({
    name: `${name} CA`,
    keys: ecKeys(),
    issuer: root,
    serial: 2,
    isAuthority: true,
    ...life,
  })
  const authorities = {
    middle,
    plain: issue({ ...shape(middle), issuer: root, serial: 3, isAuthority: false, ...life }),
    factory: issue({
      name: `${SERIAL}87f4514475ba0a2b`,
      keys: middle.keys,
      issuer: root,
      serial: 4,
      isAuthority: true,
      ...life,
    }),
  }
  const batchKeys = ecKeys()

  function phone(facts: PhoneFacts, oddities: ChainOddities = {}, keys: KeyPair = ecKeys()): AndroidPhone {
    const described = extension(KEY_DESCRIPTION, oddities.description ?? describeKey(facts))
    const { isAuthorityMissing, isOfFactory } = oddities
    const above = authorities[isAuthorityMissing ? 'plain' : isOfFactory ? 'factory' : 'middle']
    const batch = issue({
      name: isOfFactory ? `${SERIAL}3e7fb6a1ee4bd568` : 'Batch',
      keys: batchKeys,
      issuer: above,
      serial: 0x00aa,
      from: oddities.isNotYetValid ? new Date(now + DAY_MS) : from,
      until: oddities.isExpired ? new Date(now - DAY_MS) : until,
      isAuthority: true,
      ...(oddities.isDescribedTwice && { extensions: [described] }),
    })
    const leaf = issue({
      name: 'Android Keystore Key',
      keys,
      issuer: batch,
      serial: 1,
      // A phone whose clock was never set.
      from: new Date(0),
      until: new Date('2048-01-01'),
      isAuthority: false,
      ...(!oddities.isUndescribed && { extensions: [described] }),
    })
    return { keys, chain: [leaf, batch, above, root].map(({ der }) => der) }
  }
  return { root, phone }
}

const shape = ({ name, keys }: Issued) => ({ name, keys })
