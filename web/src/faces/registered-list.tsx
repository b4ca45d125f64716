// The faces of a collection: listed by the server, searched by the beginning of an id, each to be removed.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Icon } from '../parts/icon.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { codeWords } from '../words/codes.ts'
import { faces } from '../words/faces.ts'
import { day } from '../words/words.ts'
import { MoreButton, SearchField, usePages } from './pages.tsx'

type Listed = AnswerOf<'listFaces'>
type Face = NonNullable<Listed['faces']>[number]

/** `changes` grows with every registration: the list is then read again. */
export function RegisteredList({
  collection,
  changes,
  onRemoved,
}: {
  collection: string
  changes: number
  onRemoved: () => void
}) {
  const t = faces()
  const removing = useWork<AnswerOf<'deleteFace'>>()
  const [asked, setAsked] = useState<Face | null>(null)
  const [removed, setRemoved] = useState<Face | null>(null)
  const [total, setTotal] = useState(0)
  const list = usePages<Face>(async (client, query, options) => {
    const {
      faces: found = [],
      total: all = 0,
      next_cursor,
    } = await client.listFaces(collection, query, options)
    setTotal(all)
    return { rows: found, ...(next_cursor !== undefined && { next: next_cursor }) }
  })
  useEffect(() => list.find(list.search), [changes])

  const remove = async (face: Face): Promise<void> => {
    setAsked(null)
    setRemoved(face)
    const done = await removing.run((client, options) =>
      client.deleteFace(collection, { id: face.id, file_id: face.file_id }, options),
    )
    // 159: somebody else removed it before.
    if (!done || ![200, 159].includes(done.answer.result_code)) return
    onRemoved()
    announce(fill(t.removed, { person: face.external_person_id }))
  }
  const { state } = removing
  const said = state.kind === 'done' ? codeWords(state.answer.result_code) : null
  const isGone = state.kind === 'done' && state.answer.result_code === 200
  const isEmpty = list.rows.length === 0 && list.isDone
  return (
    <section class="panel" aria-labelledby="registered-title" data-testid="registered">
      <h2 id="registered-title">{fill(t.registered, { count: total })}</h2>
      {(total > 0 || list.search !== '') && (
        <SearchField label={t.searchPerson} name="search-person" onFind={list.find} />
      )}
      {list.error !== null && <Trouble error={list.error} onRetry={() => list.find(list.search)} />}
      {isEmpty && (
        <div class="empty">
          <Icon name="user" size={32} />
          <p>
            <strong>{list.search === '' ? t.nobody : t.noneFound}</strong>
          </p>
          {list.search === '' && <p class="muted small">{t.nobodyHelp}</p>}
        </div>
      )}
      <ul class="people">
        {list.rows.map((face) => (
          <li key={face.id} data-person={face.external_person_id}>
            <span class="person-icon">
              <Icon name="user" />
            </span>
            <span class="person-words">
              <strong>{face.external_person_id}</strong>
              <span class="muted small">{day(face.created_at)}</span>
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={fill(t.remove, { person: face.external_person_id })}
              title={fill(t.remove, { person: face.external_person_id })}
              data-testid="remove"
              onClick={() => setAsked(face)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={removing.again} />}
      {state.kind === 'done' && said && (
        <>
          <Verdict
            tone={isGone ? 'pass' : 'fail'}
            title={isGone ? fill(t.removed, { person: removed?.external_person_id ?? '' }) : said.title}
            text={isGone ? undefined : said.help}
            code={state.answer.result_code}
            message={state.answer.message}
            milliseconds={state.exchange?.milliseconds}
            requestId={state.exchange?.requestId}
          />
          <ExchangeView exchange={state.exchange} />
        </>
      )}
      {asked && (
        <Confirm
          title={fill(t.removeTitle, { person: asked.external_person_id })}
          text={t.removeText}
          yes={t.removeYes}
          onYes={() => void remove(asked)}
          onNo={() => setAsked(null)}
        />
      )}
    </section>
  )
}
