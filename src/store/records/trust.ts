// Every query about the trust store of the server: certificates of states, and lists of what they revoked.
import type { Queries } from '../port.ts'
import { added, removed } from './binding.ts'

export interface TrustedCertificate {
  /** Of its bytes, in hex; so are the key ids. */
  readonly sha256: string
  readonly country: string
  readonly subject: string
  readonly serial: string
  readonly keyId: string
  readonly keyHash: string
  readonly notBefore: number
  readonly notAfter: number
  /** The name of the file that brought it. */
  readonly origin: string
  readonly importedAt: number
  readonly der: Uint8Array
}

/** False where it was there. */
export async function addCertificate(queries: Queries, one: TrustedCertificate): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO trust_certificates (sha256, country, subject, serial, key_id, key_hash, not_before, not_after, origin,
       imported_at, der) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (sha256) DO NOTHING RETURNING sha256`,
    [
      one.sha256,
      one.country,
      one.subject,
      one.serial,
      one.keyId,
      one.keyHash,
      one.notBefore,
      one.notAfter,
      one.origin,
      one.importedAt,
      one.der,
    ],
  )
  if (rows.length === 1) await added(queries, 'certificate', { sha256: one.sha256 })
  return rows.length === 1
}

export interface TrustedList {
  readonly sha256: string
  readonly country: string
  readonly issuer: string
  readonly issuerKeyId: string
  readonly madeAt: number
  /** Null where the list does not say when the next one is due. */
  readonly nextAt: number | null
  /** How many certificates it revokes. */
  readonly revoked: number
  readonly origin: string
  readonly importedAt: number
  readonly der: Uint8Array
}

/** False where it was there. */
export async function addRevocationList(queries: Queries, one: TrustedList): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO trust_crls (sha256, country, issuer, issuer_key_id, made_at, next_at, revoked, origin, imported_at, der)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (sha256) DO NOTHING RETURNING sha256`,
    [
      one.sha256,
      one.country,
      one.issuer,
      one.issuerKeyId,
      one.madeAt,
      one.nextAt,
      one.revoked,
      one.origin,
      one.importedAt,
      one.der,
    ],
  )
  if (rows.length === 1) await added(queries, 'revocation-list', { sha256: one.sha256 })
  return rows.length === 1
}

export const certificatesOfStore = (queries: Queries): Promise<TrustedCertificate[]> =>
  queries.query(
    `SELECT sha256, country, subject, serial, key_id AS "keyId", key_hash AS "keyHash", not_before AS "notBefore",
       not_after AS "notAfter", origin, imported_at AS "importedAt", der FROM trust_certificates
     ORDER BY country, subject, not_before, sha256`,
  )

/** Newest first for each issuer. */
export const listsOfStore = (queries: Queries): Promise<TrustedList[]> =>
  queries.query(
    `SELECT sha256, country, issuer, issuer_key_id AS "issuerKeyId", made_at AS "madeAt", next_at AS "nextAt", revoked,
       origin, imported_at AS "importedAt", der FROM trust_crls ORDER BY country, issuer, made_at DESC, sha256`,
  )

/** Returns what was removed: a certificate or a list. */
export async function removeFromStore(
  queries: Queries,
  sha256: string,
): Promise<'certificate' | 'list' | undefined> {
  const remove = (kind: 'certificate' | 'revocation-list', table: string) =>
    removed(queries, kind, { sha256 }, (inside) =>
      inside.query(`DELETE FROM ${table} WHERE sha256 = $1 RETURNING sha256`, [sha256]),
    )
  if ((await remove('certificate', 'trust_certificates')).length > 0) return 'certificate'
  return (await remove('revocation-list', 'trust_crls')).length > 0 ? 'list' : undefined
}

/** More than these share no name or key: a caller that looks at all of them must not wait for ever. */
const MOST_ALIKE = 64

/** Finds what the judgement of a signer asks for, anew for each of them: what is imported counts at once. */
export function openTrustStore(queries: Queries) {
  const ders = async (from: string, value: string): Promise<Uint8Array[]> => {
    const rows = await queries.query<{ der: Uint8Array }>(`SELECT der FROM ${from} LIMIT ${MOST_ALIKE}`, [
      value,
    ])
    return rows.map(({ der }) => der)
  }
  return {
    certificatesByKeyId: (keyId: string) =>
      ders('trust_certificates WHERE key_id = $1 OR key_hash = $1 ORDER BY not_after DESC, sha256', keyId),
    certificatesBySubject: (subject: string) =>
      ders('trust_certificates WHERE subject = $1 ORDER BY not_after DESC, sha256', subject),
    crlsByIssuer: (keyId: string) =>
      ders('trust_crls WHERE issuer_key_id = $1 ORDER BY made_at DESC, sha256', keyId),
    crlsByCountry: (country: string) =>
      ders('trust_crls WHERE country = $1 ORDER BY made_at DESC, sha256', country),
  }
}

export interface TrustCounts {
  readonly certificates: number
  readonly countries: number
  readonly lists: number
  /** States whose newest list should have been replaced by now. */
  readonly overdue: number
}

export async function trustCounts(queries: Queries, now: number): Promise<TrustCounts> {
  const rows = await queries.query<TrustCounts>(
    `SELECT (SELECT COUNT(*) FROM trust_certificates) AS certificates,
       (SELECT COUNT(DISTINCT country) FROM trust_certificates) AS countries,
       (SELECT COUNT(*) FROM trust_crls) AS lists,
       (SELECT COUNT(*) FROM (SELECT issuer_key_id FROM trust_crls GROUP BY issuer_key_id
          HAVING MAX(next_at) < $1) AS old) AS overdue`,
    [now],
  )
  return rows[0] ?? { certificates: 0, countries: 0, lists: 0, overdue: 0 }
}

/** Whose certificates there are: the country, and the name of the authority. */
export const trustedAuthorities = (
  queries: Queries,
): Promise<{ readonly country: string; readonly subject: string }[]> =>
  queries.query('SELECT DISTINCT country, subject FROM trust_certificates ORDER BY country, subject')
