// The fields of an answer as the studio shows them: value, how sure, who says so, where it stands, and what others say.
import type { components } from '../../../client/src/index.ts'
import { type FieldName, fieldNames } from '../words/fields.ts'

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
  /** Its name in `places`, which is another one for people after the first. */
  readonly key: string
  readonly value: string
  /** The confidence of each printed line, from 0 to 1. */
  readonly lines: readonly number[]
  readonly sources: readonly string[]
  readonly places: readonly Place[]
  /** What each source says, where they differ. */
  readonly differs: readonly { readonly source: string; readonly value: string }[]
}

const confidenceIn = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  record[`${name}conf`] ?? record[`${name}_conf`]

/** The fields that an answer has: each value with a confidence beside it, but those that `other` has as well. */
export const fieldsIn = (record: Readonly<Record<string, unknown>>, other: object = {}): FieldName[] =>
  fieldNames.filter((name) => confidenceIn(record, name) !== undefined && !(name in other))

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

/** The confidence of the least sure line; undefined where nothing was read. */
export const minConfidence = (lines: readonly number[]): number | undefined =>
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
      lines: linesOf(confidenceIn(record, name)),
      sources: said.length > 0 ? said : [...new Set(places.map(({ source }) => source))],
      places,
      differs: Object.entries(disputed?.values ?? {}).map(([source, value]) => ({ source, value })),
    }
  })
}

/** The fields that were read. */
export const present = (fields: readonly ReadField[]): ReadField[] =>
  fields.filter(({ value }) => value !== '')
