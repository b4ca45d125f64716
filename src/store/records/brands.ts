// Every query about how organisations look to the people that they ask.
import type { Queries } from '../port.ts'
import { bound } from './binding.ts'

export interface BrandRecord {
  /** JSON: `brand` is what the organisation set, `colours` what pages make of its colour. */
  readonly settings: string
  readonly hasLogo: boolean
  readonly updatedAt: number
}

export async function findBrand(queries: Queries, organisationId: string): Promise<BrandRecord | undefined> {
  const [row] = await queries.query<{ settings: string; hasLogo: number; updatedAt: number }>(
    `SELECT settings, CASE WHEN logo IS NULL THEN 0 ELSE 1 END AS "hasLogo", updated_at AS "updatedAt"
     FROM organisation_brands WHERE organisation_id = $1`,
    [organisationId],
  )
  return row && { ...row, hasLogo: row.hasLogo === 1 }
}

/** A PNG; undefined where the organisation has none. */
export async function findLogo(queries: Queries, organisationId: string): Promise<Uint8Array | undefined> {
  const [row] = await queries.query<{ logo: Uint8Array | null }>(
    'SELECT logo FROM organisation_brands WHERE organisation_id = $1',
    [organisationId],
  )
  return row?.logo ?? undefined
}

interface NewBrand {
  readonly organisationId: string
  readonly settings: string
  /** Undefined where the logo stays as it is, null where it goes. */
  readonly logo: Uint8Array | null | undefined
  readonly now: number
}

export async function keepBrand(queries: Queries, brand: NewBrand): Promise<void> {
  const { organisationId, settings, logo, now } = brand
  const change = logo === undefined ? '' : ', logo = excluded.logo'
  await bound(queries, 'brand', { organisation_id: organisationId }, (inside) =>
    inside.query(
      `INSERT INTO organisation_brands (organisation_id, settings, logo, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organisation_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at${change}`,
      [organisationId, settings, logo ?? null, now],
    ),
  )
}
