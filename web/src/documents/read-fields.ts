// The fields of an answer as the studio shows them: value, how sure, who says so, where it stands, and what others say.
import type { components } from '../../../client/src/index.ts'
import type { FieldName } from '../words/fields.ts'

type Schemas = components['schemas']
export type Place = Schemas['Place']
export type SeenPage = Schemas['SeenPage']
export type Check = Schemas['Check']

/** What all answers about documents have in common. */
export interface ReadData {
  readonly places: { readonly [field: string]: readonly Place[] }
  readonly pages: readonly SeenPage[]
  readonly checks: readonly Check[]
  readonly source?: { readonly [field: string]: readonly string[] | string }
}

export interface ReadField {
  readonly name: FieldName
  /** As `places` names it; not the same for people after the first. */
  readonly key: string
  readonly value: string
  /** Of each printed line, from 0 to 1. */
  readonly lines: readonly number[]
  readonly sources: readonly string[]
  readonly places: readonly Place[]
  /** Where sources differ: what each of them says. */
  readonly differs: readonly { readonly source: string; readonly value: string }[]
}

export const identityFields = [
  'id',
  'name',
  'birthday',
  'sex',
  'national',
  'hometown',
  'address',
  'ethnicity',
  'religion',
  'characteristics',
  'issue_date',
  'issue_by',
  'expiry',
  'optional_data',
  'passport_type',
  'country',
] as const satisfies readonly FieldName[]

export const licenceFields = [
  'id',
  'name',
  'birthday',
  'nationality',
  'address',
  'class_type',
  'issue_place',
  'issue_date',
  'expiry',
  'seri_id',
] as const satisfies readonly FieldName[]

export const travelFields = [
  'mrz_type',
  'name',
  'passport_id',
  'id',
  'birthday',
  'sex',
  'expiry',
  'national',
  'country',
] as const satisfies readonly FieldName[]

export const companyFields = [
  'business_code',
  'company_name',
  'company_foreign_name',
  'company_short_name',
  'company_address',
  'company_phone',
  'fax',
  'email',
  'website',
  'authorized_capital',
  'par_value',
  'total_shares',
  'first_register',
  'date_of_change',
  'header',
] as const satisfies readonly FieldName[]

export const personFields = [
  'name',
  'title',
  'gender',
  'birthday',
  'ethnicity',
  'nationality',
  'id_type',
  'id_number',
  'id_issue_date',
  'id_issue_at',
  'id_address',
  'contact_address',
] as const satisfies readonly FieldName[]

/** `"[0.98, 0.97]"`, `"0.98"` or a number. */
export function linesOf(written: unknown): number[] {
  if (typeof written === 'number') return [written]
  if (typeof written !== 'string') return []
  return written
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(Number.parseFloat)
    .filter((each) => !Number.isNaN(each))
}

/** That all lines are right: as sure as the least sure of them. */
export const sureness = (lines: readonly number[]): number | undefined =>
  lines.length === 0 ? undefined : Math.max(0, Math.min(1, ...lines))

const listOf = (sources: readonly string[] | string | undefined): readonly string[] =>
  sources === undefined ? [] : typeof sources === 'string' ? [sources] : sources

/** `record` holds the values; `data` what is said about them, under `prefix` for people after the first. */
export function fieldsOf(
  names: readonly FieldName[],
  record: Readonly<Record<string, unknown>>,
  data: ReadData,
  prefix = '',
): ReadField[] {
  return names.map((name) => {
    const key = prefix + name
    const places = data.places[key] ?? []
    const said = listOf(data.source?.[key])
    const disputed = data.checks.find(
      (check) => check.field === key && check.values && check.outcome !== 'passed',
    )
    return {
      name,
      key,
      value: String(record[name] ?? ''),
      lines: linesOf(record[`${name}conf`] ?? record[`${name}_conf`]),
      sources: said.length > 0 ? said : [...new Set(places.map(({ source }) => source))],
      places,
      differs: Object.entries(disputed?.values ?? {}).map(([source, value]) => ({ source, value })),
    }
  })
}

/** Those that were read, and those that this kind of document has. */
export const present = (fields: readonly ReadField[]): ReadField[] =>
  fields.filter(({ value }) => value !== '')
