// Says before the first picture how long it is kept; afterwards leads on, and deletes what was tried in this tab, at once.
import { useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { session, studioPerson } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { kept } from '../words/words.ts'

function timeWords(hours: number | null | undefined): string {
  const t = documents()
  if (hours === undefined || hours === null) return t.keptForever
  return kept(hours)
}

/** Every picture is sent to this server and kept there for a while: people know that before they give one. */
export function KeptNotice({ isNothing = false }: { isNothing?: boolean }) {
  const t = documents()
  const kept = session.value?.keptHours
  const told = fill(t.kept, { pictures: timeWords(kept?.pictures), data: timeWords(kept?.data) })
  return (
    <p class="muted small" data-testid="kept">
      {isNothing ? t.keptNothing : told}
    </p>
  )
}

/** Below a result: the step that comes next, which stands out, another document, and the end of what was kept. */
export function AfterReading({
  isKept,
  next,
  isNext = next === undefined,
  again = documents().another,
  onStartOver,
}: {
  isKept: boolean
  /** Whether another document is the step that comes next; it is not while a side is missing. */
  isNext?: boolean
  /** What comes next, where it is another screen. */
  next?: { readonly label: string; readonly href: string } | undefined
  again?: string
  onStartOver: () => void
}) {
  return (
    <div class="row">
      {next && (
        <a class="button button-primary" href={next.href} data-testid="next-step">
          {next.label}
        </a>
      )}
      <Button kind={isNext ? 'primary' : 'quiet'} icon="again" data-testid="start-over" onClick={onStartOver}>
        {again}
      </Button>
      {isKept && <DeleteNow onDeleted={onStartOver} />}
    </div>
  )
}

/** Erases everything that this tab made under its person. */
function DeleteNow({ onDeleted }: { onDeleted: () => void }) {
  const t = documents()
  const work = useWork<unknown>()
  const [isAsked, setAsked] = useState(false)
  const erase = async (): Promise<void> => {
    const person = { external_person_id: studioPerson() }
    const done = await work.run((client, options) => client.erasePerson(person, options))
    if (!done) return
    announce(t.deleted)
    onDeleted()
  }
  return (
    <>
      {isAsked ? (
        <>
          <span>{t.deleteSure}</span>
          <Button
            kind="danger"
            icon="trash"
            busy={work.state.kind === 'working'}
            data-testid="delete-yes"
            onClick={() => void erase()}
          >
            {t.deleteYes}
          </Button>
        </>
      ) : (
        <Button icon="trash" data-testid="delete-now" onClick={() => setAsked(true)}>
          {t.deleteNow}
        </Button>
      )}
      {work.state.kind === 'failed' && <Trouble error={work.state.error} />}
    </>
  )
}
