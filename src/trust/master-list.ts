// Reads master lists: the certificates of many states, collected and signed by one of them or by ICAO.
import { bytesOf, childrenOf, DerFault, Fields, readDer, readInside, TAG } from '../der/der.ts'
import { smallNumberOf } from '../der/values.ts'
import { type Certificate, hasSigned, isWithin, maySignCertificates } from './certificate.ts'
import { readSignedData } from './signed-data.ts'

const MASTER_LIST = '2.23.136.1.1.2'
const MASTER_LIST_SIGNER = '2.23.136.1.1.3'
/** The list of ICAO has less than 2 MB. */
const MAX_MASTER_LIST_BYTES = 16 * 1024 * 1024

export interface MasterList {
  /** DER, in the order of the list. */
  readonly certificates: readonly Uint8Array[]
  readonly signer: Certificate
  readonly signedAt: Date | undefined
}

/** Reads a list that one of these roots stands for: it certified the signer, and the signer signed the list. */
export function readMasterList(bytes: Uint8Array, roots: readonly Certificate[], now: Date): MasterList {
  const { content, signer, signedAt, hasContentHash, hasSignature } = readSignedData(
    readDer(bytes, { maxBytes: MAX_MASTER_LIST_BYTES }),
    MASTER_LIST,
  )
  if (!hasContentHash || !hasSignature) throw new DerFault(0, 'is not what its signer signed')
  if (!roots.some((root) => maySignCertificates(root) && hasSigned(root, signer)))
    throw new DerFault(0, `is signed by ${signer.subject.text}, whom the given root did not certify`)
  if (!signer.extendedKeyUsage?.includes(MASTER_LIST_SIGNER) || signer.unknownCritical.length > 0)
    throw new DerFault(0, `is signed by ${signer.subject.text}, who may not sign master lists`)
  if (!isWithin(signer.validity, signedAt ?? now))
    throw new DerFault(0, `was signed when the certificate of ${signer.subject.text} was not valid`)
  const fields = new Fields(readInside(content), TAG.sequence, 'a master list')
  const version = smallNumberOf(fields.takeAny('version'), 'version')
  if (version !== 0) throw new DerFault(content.start, `is a master list of version ${version}; 0 is known`)
  const certificates = childrenOf(fields.take(TAG.set, 'the certificates')).map(bytesOf)
  fields.end()
  return { certificates, signer, signedAt }
}
