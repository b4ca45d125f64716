// The screen of cases: search and filters, the list, and one case of it on a page of its own.
import './verifications.css'
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { route } from '../router.tsx'
import { verifications } from '../words/verifications.ts'
import { CaseView, caseTitle } from './case-view.tsx'
import { saveFile } from './controls.tsx'
import type { Act } from './decide.tsx'
import { FilterForm, type Filters, noFilters, queryOf } from './filters.tsx'
import { StateBadge, type Summary, Time } from './shown.tsx'

type Listed = AnswerOf<'listVerifications'>
const PAGE = '50'

/** What was searched for stays while somebody looks at a case and comes back. */
let lastFilters = noFilters

function Rows({ rows }: { rows: readonly Summary[] }) {
  const t = verifications()
  return (
    <div class="table-scroll">
      <table class="cases" data-testid="cases">
        <thead>
          <tr>
            <th scope="col">{t.person}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.policy}</th>
            <th scope="col">{t.created}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-id={row.id}>
              <th scope="row">
                <a
                  href={`#/verifications/list?id=${row.id}`}
                  aria-label={fill(t.open, { person: row.external_person_id || t.erased })}
                >
                  {row.external_person_id || t.erased}
                </a>
                {row.is_test && <span class="tag">{t.test}</span>}
              </th>
              <td>
                <StateBadge state={row.state} />
                {row.claim && (
                  <span class="muted small">{fill(t.claimedBy, { name: row.claim.reviewer })}</span>
                )}
              </td>
              <td>{row.policy}</td>
              <td>
                <Time at={row.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function List() {
  const t = verifications()
  const [filters, setFilters] = useState<Filters>(lastFilters)
  const [rows, setRows] = useState<readonly Summary[]>([])
  const [cursor, setCursor] = useState<string>()
  const work = useWork<Listed>()
  const saving = useWork<Blob>()
  const find = async (wanted: Filters, after?: string): Promise<void> => {
    lastFilters = wanted
    setFilters(wanted)
    const query = { ...queryOf(wanted), limit: PAGE, ...(after !== undefined && { cursor: after }) }
    const done = await work.run((client, options) =>
      client.listVerifications(query as Parameters<typeof client.listVerifications>[0], options),
    )
    if (!done) return
    const all = [...(after === undefined ? [] : rows), ...done.answer.verifications]
    setRows(all)
    setCursor(done.answer.next_cursor)
    announce(fill(done.answer.next_cursor ? t.foundMore : t.found, { count: all.length }))
  }
  useEffect(() => void find(filters), [])
  const save = async (): Promise<void> => {
    const done = await saving.run((client, options) =>
      client.exportVerifications(
        queryOf(filters) as Parameters<typeof client.exportVerifications>[0],
        options,
      ),
    )
    if (done) saveFile(done.answer, 'verifications.csv')
  }
  const { state } = work
  return (
    <Page title={t.list} lead={t.listLead}>
      <div class="screen cases-screen" data-state={state.kind}>
        <FilterForm given={filters} onFind={(wanted) => void find(wanted)} />
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {saving.state.kind === 'failed' && <Trouble error={saving.state.error} />}
        <section class="panel" aria-labelledby="cases-title">
          <div class="panel-head">
            <h2 id="cases-title">{fill(cursor ? t.foundMore : t.found, { count: rows.length })}</h2>
            <Button kind="plain" busy={saving.state.kind === 'working'} onClick={() => void save()}>
              {t.csv}
            </Button>
          </div>
          {rows.length === 0 && state.kind === 'done' ? (
            <div class="empty">
              <strong>{t.none}</strong>
              <span>{t.noneHelp}</span>
            </div>
          ) : (
            <Rows rows={rows} />
          )}
          {cursor !== undefined && (
            <div class="row">
              <Button busy={state.kind === 'working'} onClick={() => void find(filters, cursor)}>
                {t.more}
              </Button>
            </div>
          )}
        </section>
      </div>
    </Page>
  )
}

function OneCase({ id }: { id: string }) {
  const t = verifications()
  const [act, setAct] = useState<Act | null>(null)
  const [person, setPerson] = useState<string>()
  return (
    <Page
      title={caseTitle(person ?? '…')}
      lead={fill(t.caseLead, { id })}
      aside={
        <a class="button button-quiet" href="#/verifications/list">
          {t.back}
        </a>
      }
    >
      <CaseView id={id} act={act} onAct={setAct} onLoaded={(found) => setPerson(found.external_person_id)} />
    </Page>
  )
}

export function ListScreen() {
  const id = route.value.query.get('id')
  return id === null ? <List key="list" /> : <OneCase key={id} id={id} />
}
