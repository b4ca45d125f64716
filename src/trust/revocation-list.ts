// Reads revocation lists of X.509: which certificates a state has taken back.
import { bytesOf, childrenOf, type Der, DerFault, Fields, readDer, TAG } from '../der/der.ts'
import { integerBytesOf, smallNumberOf, timeOf, wholeBytesOf } from '../der/values.ts'
import { readScheme } from './algorithms.ts'
import {
  type Certificate,
  type Name,
  publicKeyOf,
  readAuthorityKeyId,
  readExtensions,
  readName,
} from './certificate.ts'
import { isSignedBy } from './public-key.ts'

/** The lists of states have a few entries; this is room for ten thousand. */
const MAX_LIST_BYTES = 512 * 1024

export interface RevocationList {
  readonly bytes: Uint8Array
  readonly issuer: Name
  /** Lower-case hexadecimal. */
  readonly authorityKeyId: string | undefined
  readonly issuedAt: Date
  readonly nextUpdate: Date | undefined
  /** The serial numbers in lower-case hexadecimal, and since when each is revoked. */
  readonly revoked: ReadonlyMap<string, Date>
  /** Says that the list covers all certificates of its issuer, as far as its extensions are understood. */
  readonly isComplete: boolean
  readonly signedPart: Uint8Array
  readonly algorithm: Der
  readonly signature: Uint8Array
}

/** CRL number and authority key identifier: others that are critical limit what a list covers. */
const KNOWN_EXTENSIONS = ['2.5.29.20', '2.5.29.35']

export function readRevocationList(bytes: Uint8Array): RevocationList {
  const outer = new Fields(readDer(bytes, { maxBytes: MAX_LIST_BYTES }), TAG.sequence, 'a revocation list')
  const signed = outer.take(TAG.sequence, 'the signed part of a revocation list')
  const algorithm = outer.take(TAG.sequence, 'the algorithm of the signature')
  const signature = wholeBytesOf(outer.takeAny('signature'), 'signature')
  outer.end()
  const fields = new Fields(signed, TAG.sequence, 'the signed part of a revocation list')
  const version = fields.takeIf(TAG.integer)
  if (version && smallNumberOf(version, 'version') !== 1)
    throw new DerFault(version.start, 'has a version of revocation lists that is not known')
  const innerAlgorithm = fields.take(TAG.sequence, 'the algorithm of the signature')
  if (!Buffer.from(bytesOf(innerAlgorithm)).equals(bytesOf(algorithm)))
    throw new DerFault(algorithm.start, 'names another algorithm outside the signed part than inside')
  const issuer = readName(fields.take(TAG.sequence, 'the issuer'))
  const issuedAt = timeOf(fields.takeAny('time of issue'), 'time of issue')
  const next = fields.takeIf(TAG.utcTime) ?? fields.takeIf(TAG.generalizedTime)
  const entries = fields.takeIf(TAG.sequence)
  const extensions = readExtensions(fields.takeIf(0xa0))
  fields.end()
  return {
    bytes,
    issuer,
    authorityKeyId: readAuthorityKeyId(extensions),
    issuedAt,
    nextUpdate: next && timeOf(next, 'time of the next list'),
    revoked: new Map(entries ? childrenOf(entries).map(readEntry) : []),
    isComplete: [...extensions.values()].every(
      ({ isCritical, objectId }) => !isCritical || KNOWN_EXTENSIONS.includes(objectId),
    ),
    signedPart: bytesOf(signed),
    algorithm,
    signature,
  }
}

function readEntry(element: Der): [serialNumber: string, since: Date] {
  const fields = new Fields(element, TAG.sequence, 'a revoked certificate')
  const serialNumber = Buffer.from(integerBytesOf(fields.takeAny('serial number'), 'serial number')).toString(
    'hex',
  )
  const since = timeOf(fields.takeAny('time of revocation'), 'time of revocation')
  fields.takeIf(TAG.sequence)
  fields.end()
  return [serialNumber, since]
}

/** Says whether the key of this certificate may sign revocation lists, and signed this one. */
export function hasSignedList(issuer: Certificate, list: RevocationList): boolean {
  if (issuer.keyUsage?.has('cRLSign') === false) return false
  try {
    return isSignedBy(publicKeyOf(issuer), readScheme(list.algorithm), list.signedPart, list.signature)
  } catch (error) {
    if (error instanceof DerFault) return false
    throw error
  }
}
