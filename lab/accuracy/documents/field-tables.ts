// Builds tables of fields read exactly: by document and field, by level, and by target.

import type { Proportion } from '../../kit/statistics/proportion.ts'
import { countOf, percent, percentWithInterval, type Table } from '../../kit/table.ts'
import type { Target } from '../../kit/targets.ts'
import { LEVEL_SHARES } from './plan.ts'
import { emptyOf, exactOf, fieldName, type Group, type Judged, ofGroup } from './score.ts'

const mix = LEVEL_SHARES.map(([level, share]) => `${100 * share} % ${level}`).join(', ')

export function fieldTable(title: string, rows: readonly Judged[], note = ''): Table {
  const groups = [...Map.groupBy(rows, ({ kind, field }) => `${kind} ${fieldName(field)}`).values()]
  return {
    title,
    columns: ['document', 'field', 'exact', '', 'empty', 'wrong', 'wrong, surer than 0.9'],
    rows: groups.map((own) => {
      const exact = exactOf(own)
      const wrong = own.filter(({ said, isRight }) => said !== '' && !isRight)
      return [
        own[0]?.kind,
        fieldName(own[0]?.field ?? ''),
        percentWithInterval(exact),
        countOf(exact),
        emptyOf(own),
        wrong.length,
        wrong.filter(({ confidence }) => confidence > 0.9).length,
      ]
    }),
    note: `Exact: every letter and tone, one space between words. ${note || `Photographs: ${mix}.`}`,
  }
}

/** The rows are the levels and, for the eye, their sum; targets are for the mix of levels. */
export function levelTable(title: string, rows: readonly Judged[], groups: readonly Group[]): Table {
  const levels = [...LEVEL_SHARES.map(([level]) => level), 'all'] as const
  return {
    title,
    columns: ['', 'at least', ...levels],
    rows: groups.map((group) => [
      group.name,
      percent(group.bound, 1),
      ...levels.map((level) =>
        percentWithInterval(
          exactOf(ofGroup(rows, group).filter((row) => level === 'all' || row.level === level)),
        ),
      ),
    ]),
  }
}

/** There is one target for all kinds together, and one for each kind. */
export function groupTargets(prefix: string, rows: readonly Judged[], groups: readonly Group[]): Target[] {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
  const targetOf = (name: string, own: readonly Judged[], group: Group): Target[] => {
    const exact = exactOf(ofGroup(own, group))
    if (exact.total === 0) return []
    return [{ name: `${name}_${group.name}`, value: exact.value, bound: group.bound, good: 'at least' }]
  }
  return [
    ...groups.flatMap((group) => targetOf(prefix, rows, group)),
    ...kinds.flatMap(([kind, own]) =>
      groups.flatMap((group) => targetOf(`${prefix}_${kind.replaceAll('-', '_')}`, own, group)),
    ),
  ]
}

interface KindFigures {
  readonly [field: string]: Proportion
}

export function fieldFigures(rows: readonly Judged[]): Readonly<Record<string, KindFigures>> {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
  return Object.fromEntries(
    kinds.map(([kind, own]) => [
      kind,
      Object.fromEntries(
        [...Map.groupBy(own, ({ field }) => fieldName(field))].map(([field, one]) => [field, exactOf(one)]),
      ),
    ]),
  )
}
