// What a list of verifications is narrowed by, as a form: nothing is asked of the server before it is sent.
import { useEffect, useState } from 'preact/hooks'
import { reasonNames } from '../../../src/verifications/reasons.ts'
import { Button } from '../parts/button.tsx'
import { Field, Tick } from '../parts/field.tsx'
import { connect } from '../session.tsx'
import { verifications, wordOf } from '../words/verifications.ts'
import { Select } from './controls.tsx'
import { reasonWords, states } from './shown.tsx'

/** By the names of the query of the API; empty for what does not narrow. */
export interface Filters {
  readonly search: string
  readonly document_number: string
  readonly state: string
  readonly policy: string
  readonly reason: string
  readonly created_from: string
  readonly created_to: string
  readonly is_test: string
}

export const noFilters: Filters = {
  search: '',
  document_number: '',
  state: '',
  policy: '',
  reason: '',
  created_from: '',
  created_to: '',
  is_test: '',
}

const DAY_MS = 86_400_000
/** The beginning of a day in the reader's own calendar. */
const startOf = (day: string, more = 0): string =>
  new Date(new Date(`${day}T00:00:00`).getTime() + more).toISOString()

/** As the API takes them; the last day counts whole. */
export function queryOf(filters: Filters): Record<string, string> {
  const { created_from, created_to, ...rest } = filters
  return Object.fromEntries(
    Object.entries({
      ...rest,
      created_from: created_from && startOf(created_from),
      created_to: created_to && startOf(created_to, DAY_MS),
    }).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}

/** The names of the organisation's policies; none until they came. */
export function usePolicies(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const stop = new AbortController()
    connect()
      .listPolicies({ signal: stop.signal })
      .then(({ policies }) => setNames(policies.map(({ id }) => id)))
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
  return names
}

export function FilterForm({
  given,
  onFind,
  without = [],
}: {
  given: Filters
  onFind: (filters: Filters) => void
  without?: readonly (keyof Filters)[]
}) {
  const t = verifications()
  const [filters, setFilters] = useState(given)
  const policies = usePolicies()
  const set = (name: keyof Filters) => (value: string) => setFilters({ ...filters, [name]: value })
  const any = { value: '', label: t.any }
  const has = (name: keyof Filters) => !without.includes(name)
  return (
    <search>
      <form
        class="panel filters"
        onSubmit={(event) => {
          event.preventDefault()
          onFind(filters)
        }}
      >
        <Field
          label={t.search}
          hint={t.searchHint}
          name="search"
          type="search"
          value={filters.search}
          onInput={set('search')}
        />
        {has('document_number') && (
          <Field
            label={t.number}
            name="document_number"
            value={filters.document_number}
            onInput={set('document_number')}
          />
        )}
        {has('state') && (
          <Select
            label={t.state}
            name="state"
            value={filters.state}
            options={[any, ...states.map((value) => ({ value, label: wordOf(`${value}_state`) }))]}
            onChange={set('state')}
          />
        )}
        <Select
          label={t.policy}
          name="policy"
          value={filters.policy}
          options={[any, ...policies.map((value) => ({ value, label: value }))]}
          onChange={set('policy')}
        />
        <Select
          label={t.reason}
          name="reason"
          value={filters.reason}
          options={[any, ...reasonNames.map((value) => ({ value, label: reasonWords(value) }))]}
          onChange={set('reason')}
        />
        {has('created_from') && (
          <>
            <DayField
              label={t.from}
              name="created_from"
              value={filters.created_from}
              onInput={set('created_from')}
            />
            <DayField label={t.to} name="created_to" value={filters.created_to} onInput={set('created_to')} />
          </>
        )}
        <Tick
          label={t.tests}
          name="is_test"
          checked={filters.is_test === 'true'}
          onChange={(checked) => set('is_test')(checked ? 'true' : '')}
        />
        <div class="row">
          <Button kind="primary" type="submit" icon="search">
            {t.find}
          </Button>
          <Button
            kind="plain"
            onClick={() => {
              setFilters(noFilters)
              onFind(noFilters)
            }}
          >
            {t.clear}
          </Button>
        </div>
      </form>
    </search>
  )
}

function DayField(props: { label: string; name: string; value: string; onInput: (value: string) => void }) {
  const { label, name, value, onInput } = props
  return (
    <label class="field day-field">
      <span>{label}</span>
      <span class="field-box">
        <input
          type="date"
          name={name}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </span>
    </label>
  )
}
