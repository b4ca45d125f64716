// Passive authentication: whether the security object is signed by its signer, and every file is as it was signed.
import { createHash } from 'node:crypto'
import { type Check, holds, softly } from '../../checks.ts'
import { withDefiniteLengths } from '../../der/definite.ts'
import {
  childrenOf,
  contentOf,
  type Der,
  DerFault,
  expectTag,
  Fields,
  readDer,
  readInside,
  TAG,
  Unsupported,
} from '../../der/der.ts'
import { smallNumberOf, textOf } from '../../der/values.ts'
import { type Hash, readHash } from '../../trust/algorithms.ts'
import { isWeak } from '../../trust/public-key.ts'
import { readSignedData, type SignedData } from '../../trust/signed-data.ts'
import type { ChipFault, ChipFileName, ChipFiles, DataGroup, SignedReading } from './chip.ts'

export interface SignedCheck {
  readonly checks: readonly Check[]
  readonly fault?: ChipFault | undefined
  readonly signed?: SignedReading | undefined
}

const SECURITY_OBJECT_TAG = 0x77
const SECURITY_OBJECT = '2.23.136.1.1.1'
/** A security object has 1 to 4 KiB; with sixteen long hashes and a chain of certificates it has less than this. */
const MAX_SOD_BYTES = 64 * 1024

export function checkSigned({ sod, groups }: ChipFiles): SignedCheck {
  if (!groups.has(1))
    return {
      checks: [],
      fault: {
        file: 'dg1',
        reason: 'malformed',
        words: 'is missing, and nothing else says whose chip this is',
      },
    }
  let strict = sod
  try {
    strict = withDefiniteLengths(sod)
    const whole = expectTag(
      readDer(strict, { maxBytes: MAX_SOD_BYTES }),
      SECURITY_OBJECT_TAG,
      'a security object',
    )
    const [only, ...others] = childrenOf(whole)
    if (!only || others.length > 0) throw new DerFault(whole.start, 'does not hold exactly one element')
    const data = readSignedData(only, SECURITY_OBJECT, { mayReorderNames: true })
    const lds = readLds(readInside(data.content))
    const checks = [
      ...signatureChecks(data, lds),
      formCheck([
        strict !== sod && 'lengths that are not counted',
        data.isNamedInOtherOrder && 'the name of its issuer in another order',
      ]),
      ...[...groups].map(([group, file]) => groupCheck(group, file, lds)),
    ]
    return { checks, fault: faultOf(checks, lds), signed: readingOf(data, lds) }
  } catch (error) {
    const fault = faultIn('sod', error)
    // A place in what was rewritten is none in the file.
    return { checks: [], fault: strict === sod ? fault : { ...fault, offset: undefined } }
  }
}

/** Turns what the reader threw into a fault of the file that it read. */
function faultIn(file: ChipFileName, error: unknown): ChipFault {
  if (!(error instanceof DerFault)) throw error
  const reason = error instanceof Unsupported ? 'unsupported' : 'malformed'
  return { file, offset: error.offset, reason, words: error.message }
}

/** The content of the security object: which data groups the state signed, and their hashes. */
interface Lds {
  readonly hash: Hash
  readonly hashes: ReadonlyMap<number, Uint8Array>
  readonly version: string | undefined
}

function readLds(element: Der): Lds {
  const fields = new Fields(element, TAG.sequence, 'the list of data groups')
  const version = smallNumberOf(fields.takeAny('version'), 'version')
  if (version > 1) throw new Unsupported(element.start, `has a list of data groups of version ${version}`)
  const hash = readHash(fields.takeAny('hash'))
  const list = fields.take(TAG.sequence, 'the hashes')
  const hashes = new Map<number, Uint8Array>()
  for (const row of childrenOf(list)) {
    const entry = new Fields(row, TAG.sequence, 'a hash')
    const group = smallNumberOf(entry.takeAny('data group'), 'data group')
    const value = contentOf(entry.take(TAG.octetString, 'a hash'))
    entry.end()
    if (group < 1 || group > 16) throw new DerFault(row.start, `has a hash of data group ${group}`)
    if (hashes.has(group)) throw new DerFault(row.start, `has two hashes of data group ${group}`)
    if (value.byteLength !== hash.bytes)
      throw new DerFault(
        row.start,
        `has a hash of ${value.byteLength} bytes, where ${hash.name} has ${hash.bytes}`,
      )
    hashes.set(group, value)
  }
  if (hashes.size === 0) throw new DerFault(list.start, 'signs no data group')
  const versions = version === 1 ? fields.take(TAG.sequence, 'the version of the LDS') : undefined
  fields.end()
  return { hash, hashes, version: versions && readVersion(versions) }
}

function readVersion(element: Der): string {
  const fields = new Fields(element, TAG.sequence, 'the version of the LDS')
  const written = textOf(fields.takeAny('version of the LDS'), 'version of the LDS')
  textOf(fields.takeAny('version of Unicode'), 'version of Unicode')
  fields.end()
  // It is written as 0107 for 1.7.
  const parts = /^(?<major>\d\d)(?<minor>\d\d)$/.exec(written)?.groups
  return parts ? `${Number(parts.major)}.${Number(parts.minor)}` : written
}

const SIGNATURE = 'sod-signature'
const CONTENT_HASH = 'sod-content-hash'
const GROUP_HASH = 'data-group-hash'

function signatureChecks(data: SignedData, lds: Lds): Check[] {
  const { key, scheme, hasContentHash, hasSignature, unsignedParts } = data
  const isStrong = !isWeak(key) && scheme.hash.id !== 'sha1' && lds.hash.id !== 'sha1'
  const unsigned = softly(holds('sod-wholly-signed', unsignedParts.length === 0))
  return [
    holds(SIGNATURE, hasSignature),
    holds(CONTENT_HASH, hasContentHash),
    softly(holds('sod-algorithms-strong', isStrong)),
    unsignedParts.length > 0 ? { ...unsigned, values: { unsigned: unsignedParts.join(', ') } } : unsigned,
  ]
}

/** Some states write what means the same in another form than the standard asks for. */
function formCheck(deviations: readonly (string | false)[]): Check {
  const found = deviations.filter((one) => one !== false)
  const check = softly(holds('sod-strict-form', found.length === 0))
  return found.length > 0 ? { ...check, values: { form: found.join(', ') } } : check
}

/** The hash of the whole file, tag and all, must be the one that was signed. */
function groupCheck(group: DataGroup, file: Uint8Array, { hash, hashes }: Lds): Check {
  const signed = hashes.get(group)
  const isSame = signed !== undefined && createHash(hash.id).update(file).digest().equals(signed)
  return { ...holds(GROUP_HASH, isSame), field: `dg${group}` }
}

function faultOf(checks: readonly Check[], { hashes }: Lds): ChipFault | undefined {
  const failed = checks.find(({ outcome }) => outcome === 'failed')
  if (!failed) return undefined
  const file = (failed.field ?? 'sod') as ChipFileName
  if (failed.name === SIGNATURE)
    return { file, reason: 'changed', words: 'is not signed by the signer that it names' }
  if (failed.name === CONTENT_HASH)
    return { file, reason: 'changed', words: 'has other hashes of data groups than those that were signed' }
  const isSigned = hashes.has(Number(file.slice(2)))
  const words = isSigned
    ? 'was changed, or belongs to another chip: its hash is not the one that was signed'
    : 'is not among the data groups that were signed'
  return { file, reason: 'changed', words }
}

const readingOf = (
  { signer, signedAt, scheme, key }: SignedData,
  { hash, hashes, version }: Lds,
): SignedReading => ({
  // A copy, because a view would take the whole security object along.
  signer: Uint8Array.from(signer.bytes),
  signedAt: signedAt?.toISOString(),
  hashAlgorithm: hash.name,
  signatureAlgorithm: scheme.name,
  key: key.name,
  ldsVersion: version,
  signedGroups: [...hashes.keys()] as DataGroup[],
})
