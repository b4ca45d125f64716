// Every query about policies and their versions.
import type { Queries } from '../port.ts'
import { added, bound } from './binding.ts'

export interface PolicyRow {
  readonly id: string
  /** The newest. */
  readonly version: number
  readonly createdAt: number
  readonly archivedAt: number | null
}

interface PolicyVersion {
  readonly version: number
  readonly createdAt: number
}

export interface DefinedVersion extends PolicyVersion {
  /** JSON. */
  readonly definition: string
}

export interface PolicyPlace {
  readonly organisationId: string
  readonly id: string
}

const columns = 'id, version, created_at AS "createdAt", archived_at AS "archivedAt"'

/** By name. */
export function listPolicies(queries: Queries, organisationId: string): Promise<PolicyRow[]> {
  return queries.query(`SELECT ${columns} FROM policies WHERE organisation_id = $1 ORDER BY id`, [
    organisationId,
  ])
}

export async function findPolicy(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
): Promise<PolicyRow | undefined> {
  const [row] = await queries.query<PolicyRow>(
    `SELECT ${columns} FROM policies WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return row
}

export async function findPolicyVersion(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  version: number,
): Promise<DefinedVersion | undefined> {
  const [row] = await queries.query<DefinedVersion>(
    `SELECT version, definition, created_at AS "createdAt" FROM policy_versions
     WHERE organisation_id = $1 AND policy_id = $2 AND version = $3`,
    [organisationId, id, version],
  )
  return row
}

/** The newest version that says just this. */
export async function findVersionSaying(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  definition: string,
): Promise<DefinedVersion | undefined> {
  const [row] = await queries.query<DefinedVersion>(
    `SELECT version, definition, created_at AS "createdAt" FROM policy_versions
     WHERE organisation_id = $1 AND policy_id = $2 AND definition = $3 ORDER BY version DESC LIMIT 1`,
    [organisationId, id, definition],
  )
  return row
}

/** Locks the policy: until the end of the transaction no other request adds a version. */
export async function lockPolicy(queries: Queries, { organisationId, id }: PolicyPlace): Promise<void> {
  await queries.query('UPDATE policies SET version = version WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    id,
  ])
}

/** The newest first. */
export function versionsOfPolicy(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
): Promise<PolicyVersion[]> {
  return queries.query(
    `SELECT version, created_at AS "createdAt" FROM policy_versions
     WHERE organisation_id = $1 AND policy_id = $2 ORDER BY version DESC`,
    [organisationId, id],
  )
}

/** Undefined where the organisation has a policy of that name; of two at the same moment exactly one is made. */
export async function addPolicy(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  definition: string,
  now: number,
): Promise<DefinedVersion | undefined> {
  const rows = await queries.query(
    `INSERT INTO policies (organisation_id, id, version, created_at) VALUES ($1, $2, 1, $3)
     ON CONFLICT (organisation_id, id) DO NOTHING RETURNING id`,
    [organisationId, id, now],
  )
  if (rows.length === 0) return undefined
  await added(queries, 'policy', { organisation_id: organisationId, id })
  return addVersion(queries, { organisationId, id }, { version: 1, definition, createdAt: now })
}

/** The row of the policy is the lock: two at the same moment make two versions. Undefined where there is no such policy. */
export async function addPolicyVersion(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  definition: string,
  now: number,
): Promise<DefinedVersion | undefined> {
  const [row] = await bound(queries, 'policy', { organisation_id: organisationId, id }, (inside) =>
    inside.query<{ version: number }>(
      `UPDATE policies SET version = version + 1, archived_at = NULL WHERE organisation_id = $1 AND id = $2
       RETURNING version`,
      [organisationId, id],
    ),
  )
  if (!row) return undefined
  return addVersion(queries, { organisationId, id }, { version: row.version, definition, createdAt: now })
}

async function addVersion(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  row: DefinedVersion,
): Promise<DefinedVersion> {
  await queries.query(
    `INSERT INTO policy_versions (organisation_id, policy_id, version, definition, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [organisationId, id, row.version, row.definition, row.createdAt],
  )
  const where = { organisation_id: organisationId, policy_id: id, version: row.version }
  await added(queries, 'policy-version', where)
  return row
}

/** An archived one keeps its day. */
export async function archivePolicy(
  queries: Queries,
  { organisationId, id }: PolicyPlace,
  now: number,
): Promise<void> {
  await bound(queries, 'policy', { organisation_id: organisationId, id }, (inside) =>
    inside.query(
      'UPDATE policies SET archived_at = $3 WHERE organisation_id = $1 AND id = $2 AND archived_at IS NULL',
      [organisationId, id, now],
    ),
  )
}

export async function countPolicies(queries: Queries, organisationId: string): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'SELECT COUNT(*) AS count FROM policies WHERE organisation_id = $1',
    [organisationId],
  )
  return Number(row?.count ?? 0)
}
