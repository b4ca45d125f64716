// The screen of face collections: open one, register people in it, find out who is in a picture, remove a face.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { session } from '../session.tsx'
import { codeWords } from '../words/codes.ts'
import { faces } from '../words/faces.ts'
import { day, decimal } from '../words/words.ts'
import { IdentifyPanel } from './identify-panel.tsx'
import { MoreButton, SearchField, usePages } from './pages.tsx'
import { RegisterPanel } from './register-panel.tsx'
import { RegisteredList } from './registered-list.tsx'

/** The codes with which a collection can be used: it was made now, or it existed. */
const USABLE = [200, 138]

function OpenCollection({ onOpen }: { onOpen: (id: string) => void }) {
  const t = faces()
  const [id, setId] = useState('studio')
  const work = useWork<AnswerOf<'signCollectionId'>>()
  const { state } = work
  const open = async (): Promise<void> => {
    const wanted = id.trim()
    if (!wanted) return
    const done = await work.run((client, options) =>
      client.signCollectionId({ id: wanted, external_person_id: session.value?.name ?? 'studio' }, options),
    )
    if (done && USABLE.includes(done.answer.result_code)) onOpen(wanted)
  }
  const said = state.kind === 'done' ? codeWords(state.answer.result_code) : null
  return (
    <>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <Field
          label={t.collectionId}
          hint={t.collectionIdHint}
          name="collection"
          maxLength={256}
          value={id}
          onInput={setId}
        />
        <div class="row">
          <Button
            kind="primary"
            type="submit"
            busy={state.kind === 'working'}
            disabled={id.trim() === ''}
            data-testid="create-collection"
          >
            {t.open}
          </Button>
        </div>
      </form>
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
      {state.kind === 'done' && said && !USABLE.includes(state.answer.result_code) && (
        <Verdict
          tone="fail"
          title={said.title}
          text={said.help}
          code={state.answer.result_code}
          message={state.answer.message}
        />
      )}
      {state.kind === 'done' && <ExchangeView exchange={state.exchange} />}
    </>
  )
}

function Collections({ onOpen }: { onOpen: (id: string) => void }) {
  const t = faces()
  const list = usePages<AnswerOf<'listCollections'>['collections'][number]>(
    async (client, query, options) => {
      const { collections, next_cursor } = await client.listCollections(query, options)
      return { rows: collections, ...(next_cursor !== undefined && { next: next_cursor }) }
    },
  )
  useEffect(() => list.find(''), [])
  if (list.error !== null) return <Trouble error={list.error} onRetry={() => list.find(list.search)} />
  if (list.rows.length === 0 && list.search === '') return null
  return (
    <section class="panel" aria-labelledby="collections-title" data-testid="collections">
      <h2 id="collections-title">{t.yours}</h2>
      <SearchField label={t.searchCollection} name="search-collection" onFind={list.find} />
      {list.rows.length === 0 && list.isDone && <p class="muted">{t.noneFound}</p>}
      <ul class="people">
        {list.rows.map(({ id, faces: count, created_at }) => (
          <li key={id}>
            <button type="button" class="collection-choice" data-collection={id} onClick={() => onOpen(id)}>
              <span class="person-icon">
                <Icon name="collection" />
              </span>
              <span class="person-words">
                <strong>{id}</strong>
                <span class="muted small">
                  {fill(t.facesSince, { count: decimal(count, 0), day: day(created_at) })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  )
}

export function CollectionsScreen() {
  const t = faces()
  const [collection, setCollection] = useState<string | null>(null)
  const [act, setAct] = useState<'register' | 'identify'>('register')
  // Who was found may be gone now: the answer before is not shown any more.
  const [removals, setRemovals] = useState(0)
  const [registrations, setRegistrations] = useState(0)
  return (
    <Page title={t.collectionsTitle} lead={collection === null ? t.collectionsLead : undefined}>
      {collection === null ? (
        <div class="screen" data-state="idle">
          <OpenCollection onOpen={setCollection} />
          <Collections onOpen={setCollection} />
        </div>
      ) : (
        <div class="screen collection" data-testid="collection" data-id={collection} data-state="open">
          <div class="collection-head">
            <p class="collection-name">
              <Icon name="collection" size={24} />
              <strong>{fill(t.opened, { id: collection })}</strong>
            </p>
            <Button kind="plain" onClick={() => setCollection(null)}>
              {t.change}
            </Button>
          </div>
          <Choice
            label={t.act}
            value={act}
            options={[
              { value: 'register', label: t.tabRegister },
              { value: 'identify', label: t.tabIdentify },
            ]}
            onChange={setAct}
          />
          <div class="collection-body">
            <div class="screen">
              {act === 'register' ? (
                <RegisterPanel
                  key="register"
                  collection={collection}
                  removals={removals}
                  onDone={() => setRegistrations(registrations + 1)}
                />
              ) : (
                <IdentifyPanel key={`identify-${removals}`} collection={collection} />
              )}
            </div>
            <RegisteredList
              collection={collection}
              changes={registrations + removals}
              onRemoved={() => setRemovals(removals + 1)}
            />
          </div>
        </div>
      )}
    </Page>
  )
}
