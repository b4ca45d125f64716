// The review queue: what waits beside the case at hand; everything can be done by single keys, which can be switched off.
import './verifications.css'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Tick } from '../parts/field.tsx'
import { useModal } from '../parts/modal.ts'
import { Page } from '../parts/page.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { connect } from '../session.tsx'
import { shell } from '../words/shell.ts'
import { verifications, wordOf } from '../words/verifications.ts'
import { CaseView } from './case-view.tsx'
import { type Act, actWord, type Decided } from './decide.tsx'
import { FilterForm, type Filters, noFilters, queryOf } from './filters.tsx'
import { ReviewerField, reviewer, type Summary, Time, timeOf } from './shown.tsx'

const PAGE = 100
const acts: Readonly<Record<string, Act>> = { a: 'approved', d: 'declined', r: 'ask-again' }
const keyNames = ['j', 'k', 'a', 'd', 'r', 'n'] as const

/** Keys of letters disturb people who speak to the machine, so they can be switched off. */
const kept = 'selfsame.review-keys'

function useKeys(): [isOn: boolean, set: (on: boolean) => void] {
  const [isOn, setOn] = useState(localStorage.getItem(kept) !== 'off')
  return [
    isOn,
    (on) => {
      setOn(on)
      localStorage.setItem(kept, on ? 'on' : 'off')
    },
  ]
}

/** Somebody who writes, or a dialog that is open, has the keys. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.altKey ||
  event.metaKey ||
  document.querySelector('dialog[open]') !== null ||
  (event.target instanceof Element && event.target.closest('input, textarea, select') !== null)

function Help({ onClose }: { onClose: () => void }) {
  const t = verifications()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby="keys-title"
      data-testid="keys-help"
      onClose={onClose}
    >
      <h2 id="keys-title">{t.keysHelp}</h2>
      <dl class="keys">
        {keyNames.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{wordOf(`key_${key}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t.key_help}</dd>
        </div>
      </dl>
      <div class="row">
        <Button onClick={() => dialog.current?.close()}>{shell().close}</Button>
      </div>
    </dialog>
  )
}

/** Says that somebody else works on the case, and holds it for this one while it is open. */
function Claim({ id }: { id: string }) {
  const t = verifications()
  const name = reviewer.value.trim()
  const work = useWork<AnswerOf<'claimVerification'>>()
  const claim = (take: boolean) =>
    work.run((client, options) => client.claimVerification(id, { reviewer: name, take }, options))
  useEffect(() => {
    if (name === '') return
    // A reviewer who only passes by does not claim.
    const soon = setTimeout(() => void claim(false), 800)
    return () => {
      clearTimeout(soon)
      connect()
        .releaseVerification(id, { reviewer: name })
        .catch(() => undefined)
    }
  }, [id, name])
  const { state } = work
  if (state.kind !== 'done' || state.answer.is_yours) return null
  const { reviewer: other, until } = state.answer.claim
  return (
    <p class="case-proposal tone-warn" role="status" data-testid="claimed">
      <span>{fill(t.claimed, { name: other, time: timeOf(until) })}</span>
      <Button onClick={() => void claim(true)}>{t.takeOver}</Button>
    </p>
  )
}

interface Queue {
  readonly rows: readonly Summary[]
  readonly cursor: string | undefined
}

async function fetchQueue(
  filters: Filters,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Queue> {
  const query = { ...queryOf(filters), state: 'review', limit: String(PAGE), ...(cursor && { cursor }) }
  const client = connect()
  const { verifications: rows, next_cursor } = await client.listVerifications(
    query as Parameters<typeof client.listVerifications>[0],
    signal ? { signal } : {},
  )
  return { rows, cursor: next_cursor }
}

export function QueueScreen() {
  const t = verifications()
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [queue, setQueue] = useState<Queue>({ rows: [], cursor: undefined })
  const [at, setAt] = useState(0)
  const [act, setAct] = useState<Act | null>(null)
  const [isHelping, setHelping] = useState(false)
  const [hasKeys, setKeys] = useKeys()
  const list = useRef<HTMLOListElement>(null)
  const work = useWork<Queue>()
  const { rows, cursor } = queue
  const chosen = rows[at]
  // Keys may come faster than the screen is drawn: each goes on from where the one before it came to.
  const here = useRef({ at, rows })
  here.current = { at, rows }

  const find = async (wanted: Filters): Promise<void> => {
    setFilters(wanted)
    const done = await work.run((_, { signal }) => fetchQueue(wanted, undefined, signal))
    if (!done) return
    setQueue(done.answer)
    setAt(0)
    const { rows: found, cursor: more } = done.answer
    announce(fill(more ? t.queueCountMore : t.queueCount, { count: found.length }))
  }
  useEffect(() => void find(filters), [])
  // More are fetched before the last one is reached.
  useEffect(() => {
    if (cursor === undefined || at < rows.length - 10) return
    const stop = new AbortController()
    fetchQueue(filters, cursor, stop.signal)
      .then((next) =>
        setQueue((before) => ({
          rows: [...before.rows, ...next.rows.filter(({ id }) => before.rows.every((one) => one.id !== id))],
          cursor: next.cursor,
        })),
      )
      .catch(() => undefined)
    return () => stop.abort()
  }, [at, cursor])

  /** The focus goes with the choice, so that a screen reader speaks it. */
  const focusOn = (index: number): void => {
    requestAnimationFrame(() => {
      const button = list.current?.querySelectorAll<HTMLElement>('button')[index]
      button?.focus({ preventScroll: true })
      button?.scrollIntoView({ block: 'nearest' })
    })
  }
  const move = (by: number): void => {
    const { at: now, rows: all } = here.current
    const next = Math.min(all.length - 1, Math.max(0, now + by))
    here.current = { at: next, rows: all }
    setAt(next)
    focusOn(next)
  }

  const press = useCallback((event: KeyboardEvent): void => {
    if (isTaken(event)) return
    const wanted = acts[event.key]
    if (event.key === '?') setHelping(true)
    else if (event.key === 'j') move(1)
    else if (event.key === 'k') move(-1)
    else if (wanted && here.current.rows.length > 0) setAct(wanted)
    else if (event.key === 'n') document.querySelector<HTMLElement>('textarea[name=new-note]')?.focus()
    else return
    event.preventDefault()
  }, [])
  useEffect(() => {
    if (!hasKeys) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [hasKeys, press])

  const decided = (answer: Decided, what: Act): void => {
    // A proposal waits for somebody else: it stays, at its place.
    if (answer.state === 'review') {
      focusOn(at)
      return
    }
    const left = rows.filter(({ id }) => id !== answer.id)
    setQueue({ rows: left, cursor })
    const next = Math.min(at, Math.max(0, left.length - 1))
    setAt(next)
    announce(fill(t.decided, { person: answer.external_person_id, act: actWord(what), left: left.length }))
    focusOn(next)
  }
  const { state } = work
  return (
    <Page title={t.queue} lead={t.queueLead}>
      <div class="screen" data-state={state.kind}>
        <div class="queue-tools">
          <ReviewerField name="queue-reviewer" />
          <Tick label={t.keysOn} name="keys" checked={hasKeys} onChange={setKeys} />
          <Button kind="plain" icon="info" onClick={() => setHelping(true)}>
            {t.keys}
          </Button>
          <Button kind="plain" icon="again" onClick={() => void find(filters)}>
            {t.reload}
          </Button>
        </div>
        <FilterForm
          given={filters}
          without={['state', 'document_number', 'created_from', 'created_to']}
          onFind={(wanted) => void find(wanted)}
        />
        {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
        {rows.length === 0 && state.kind === 'done' && (
          <div class="panel empty" data-testid="queue-empty">
            <strong>{t.queueEmpty}</strong>
            <span>{t.queueEmptyHelp}</span>
          </div>
        )}
        {rows.length > 0 && (
          <div class="queue" data-testid="queue" data-count={rows.length}>
            <section class="panel queue-list" aria-labelledby="queue-title">
              <h2 id="queue-title">
                {fill(cursor ? t.queueCountMore : t.queueCount, { count: rows.length })}
              </h2>
              <ol ref={list}>
                {rows.map((row, index) => (
                  <li key={row.id}>
                    <button
                      type="button"
                      aria-current={index === at ? 'true' : undefined}
                      data-id={row.id}
                      onClick={() => setAt(index)}
                    >
                      <strong>{row.external_person_id}</strong>
                      <span class="muted small">
                        {row.policy} · <Time at={row.updated_at} />
                      </span>
                      {row.claim && (
                        <span class="muted small">{fill(t.claimedBy, { name: row.claim.reviewer })}</span>
                      )}
                    </button>
                  </li>
                ))}
              </ol>
            </section>
            {chosen && (
              <section
                class="screen"
                aria-label={fill(t.caseOf, {
                  number: at + 1,
                  count: rows.length,
                  person: chosen.external_person_id,
                })}
              >
                <Claim key={chosen.id} id={chosen.id} />
                <CaseView id={chosen.id} act={act} onAct={setAct} onDecided={decided} />
              </section>
            )}
          </div>
        )}
        {isHelping && <Help onClose={() => setHelping(false)} />}
      </div>
    </Page>
  )
}
