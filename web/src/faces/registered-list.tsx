// The people registered in this tab, each to be removed again.
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { announce } from '../parts/announce.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { Icon } from '../parts/icon.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { session } from '../session.tsx'
import { codeWords } from '../words/codes.ts'
import { faces } from '../words/faces.ts'
import { fill } from '../words/words.ts'
import { forget, type RegisteredFace, registeredFaces } from './remembered.ts'

export function RegisteredList({ collection, onRemoved }: { collection: string; onRemoved: () => void }) {
  const t = faces()
  const work = useWork<AnswerOf<'deleteFace'>>()
  const [asked, setAsked] = useState<RegisteredFace | null>(null)
  const [removed, setRemoved] = useState<RegisteredFace | null>(null)
  const { state } = work
  const here = registeredFaces.value.filter(
    (face) => face.organisation === session.value?.name && face.collection === collection,
  )

  const remove = async (face: RegisteredFace): Promise<void> => {
    setAsked(null)
    setRemoved(face)
    const done = await work.run((client, options) =>
      client.deleteFace(collection, { id: face.id, file_id: face.fileId }, options),
    )
    // 159: somebody else removed it before.
    if (!done || ![200, 159].includes(done.answer.result_code)) return
    forget(face.id)
    onRemoved()
    announce(fill(t.removed, { person: face.person }))
  }
  const said = state.kind === 'done' ? codeWords(state.answer.result_code) : null
  const isGone = state.kind === 'done' && state.answer.result_code === 200
  return (
    <section class="panel" aria-labelledby="registered-title" data-testid="registered">
      <h2 id="registered-title">{t.registered}</h2>
      {here.length === 0 ? (
        <div class="empty">
          <Icon name="user" size={32} />
          <p>
            <strong>{t.nobody}</strong>
          </p>
          <p class="muted small">{t.nobodyHelp}</p>
        </div>
      ) : (
        <ul class="people">
          {here.map((face) => (
            <li key={face.id} data-person={face.person}>
              <span class="person-icon">
                <Icon name="user" />
              </span>
              <span class="person-words">
                <strong>{face.person}</strong>
                <span class="mono muted small">{face.id}</span>
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={fill(t.remove, { person: face.person })}
                title={fill(t.remove, { person: face.person })}
                data-testid="remove"
                onClick={() => setAsked(face)}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="muted small">{t.remembered}</p>
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
      {state.kind === 'done' && said && (
        <>
          <Verdict
            tone={isGone ? 'pass' : 'fail'}
            title={isGone ? fill(t.removed, { person: removed?.person ?? '' }) : said.title}
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
          title={fill(t.removeTitle, { person: asked.person })}
          text={t.removeText}
          yes={t.removeYes}
          onYes={() => void remove(asked)}
          onNo={() => setAsked(null)}
        />
      )}
    </section>
  )
}
