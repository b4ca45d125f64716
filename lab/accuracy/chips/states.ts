// Evaluates what states published: the German specimen passport, and the German list of the certificates of states.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DerFault } from '../../../src/der/der.ts'
import { readChip } from '../../../src/documents/chip/read-chip.ts'
import {
  type Certificate,
  hasSigned,
  isSelfSigned,
  keyIdsOf,
  maySignCertificates,
  publicKeyOf,
  readCertificate,
  schemeOf,
} from '../../../src/trust/certificate.ts'
import { readMasterList } from '../../../src/trust/trust-file.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'

/** The data groups that the security object of this passport has hashes of; its folder has files of another chip beside. */
const SIGNED_FILES = ['DG1', 'DG2', 'DG14'] as const
const OTHER_FILES = ['DG7', 'DG11', 'DG12', 'DG15'] as const

const fileIn = (folder: string, name: string): Uint8Array => {
  const path = join(folder, name)
  if (!existsSync(path)) throw new DataMissing(`${path} is missing.`)
  return new Uint8Array(readFileSync(path))
}

export async function evaluateSpecimenPassport({ data }: Context): Promise<Report> {
  const folder = join(data, 'chip', 'mustermann')
  const file = (name: string) => fileIn(folder, `EF_${name}.bin`)
  const upload = {
    sod: file('SOD'),
    com: file('COM'),
    ...Object.fromEntries(SIGNED_FILES.map((name) => [name.toLowerCase(), file(name)])),
  }
  const { checks, fault, signed, issuingState } = await readChip(upload)
  const strangers = await Promise.all(
    OTHER_FILES.map((name) => readChip({ ...upload, [name.toLowerCase()]: file(name) })),
  )
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  return {
    tables: [
      {
        title: 'The German specimen passport',
        columns: ['what', 'is'],
        rows: [
          ['fault', fault ? `${fault.file} ${fault.words}` : 'none'],
          ['key', signed?.key ?? ''],
          ['signature', signed?.signatureAlgorithm ?? ''],
          ['signed data groups', signed?.signedGroups.join(', ') ?? ''],
          ['issuing state', issuingState ?? ''],
          ['checks failed', String(failed.length)],
          [
            'files of another chip refused',
            `${strangers.filter((one) => one.fault).length} of ${strangers.length}`,
          ],
        ],
      },
    ],
    plots: [],
    figures: { mustermann: { fault, checks } },
    targets: [
      none('mustermann_faults', fault || failed.length > 0 ? 1 : 0),
      none('mustermann_foreign_files_accepted', strangers.filter((one) => !one.fault).length),
    ],
  }
}

/** Each certificate of a list that is not signed by itself names the key of one that should be there. */
export async function evaluateMasterList({ data }: Context): Promise<Report> {
  const folder = join(data, 'chip', 'master-lists')
  const root = readCertificate(fileIn(folder, 'DE_ROOT_CA_CSCA07.cer'))
  const list = readMasterList(fileIn(folder, 'DE_ML_2026-05-28.ml'), [root], new Date('2026-06-01'))
  const read = list.certificates.map(readOrFault)
  const certificates = read.filter((one) => typeof one !== 'string')
  const faults = read.filter((one) => typeof one === 'string')
  const algorithms = certificates.map((one) => `${publicKeyOf(one).name}, ${schemeOf(one).name}`)
  const byKey = Map.groupBy(
    certificates.flatMap((one) => keyIdsOf(one).map((keyId) => ({ keyId, one }))),
    ({ keyId }) => keyId,
  )
  const linked = certificates.filter((one) => !isSelfSigned(one))
  const hasIssuer = (one: Certificate): boolean => issuersOf(one).length > 0
  const issuersOf = ({ authorityKeyId, fingerprint }: Certificate): readonly Certificate[] =>
    (byKey.get(authorityKeyId ?? '') ?? [])
      .map((found) => found.one)
      .filter((found) => found.fingerprint !== fingerprint)
  const chained = linked.filter((one) => issuersOf(one).some((issuer) => hasSigned(issuer, one)))
  const isSameName = ({ subject, issuer }: Certificate): boolean =>
    Buffer.from(subject.bytes).equals(issuer.bytes)
  const counts: readonly (readonly [string, number])[] = [
    ['certificates in the list', list.certificates.length],
    ['read', certificates.length],
    ['may sign certificates', certificates.filter(maySignCertificates).length],
    ['signed by themselves', certificates.length - linked.length],
    ['signed by another key', linked.length],
    ['of these with subject = issuer', linked.filter(isSameName).length],
    ['of these with their issuer in the list', linked.filter(hasIssuer).length],
    ['of these whose signature is right', chained.length],
    ['countries', new Set(certificates.map(({ subject }) => subject.country)).size],
    ['kinds of key and signature', new Set(algorithms).size],
  ]
  return {
    tables: [
      {
        title: `The master list signed by ${list.signer.subject.text} on ${list.signedAt?.toISOString().slice(0, 10)}`,
        columns: ['what', 'count'],
        rows: counts.map(([what, count]) => [what, String(count)]),
      },
    ],
    plots: [],
    figures: { masterList: { ...Object.fromEntries(counts), faults } },
    targets: [
      none('master_list_certificates_unread', faults.length),
      none('master_list_links_unchained', linked.filter(hasIssuer).length - chained.length),
    ],
  }
}

function readOrFault(bytes: Uint8Array): Certificate | string {
  try {
    const certificate = readCertificate(bytes)
    publicKeyOf(certificate)
    schemeOf(certificate)
    return certificate
  } catch (error) {
    if (error instanceof DerFault) return error.message
    throw error
  }
}
