// Says before the first picture how long it is kept, and afterwards deletes what was tried in this tab, at once.
import { useState } from 'preact/hooks'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { session, studioPerson } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { fill } from '../words/words.ts'

function timeWords(hours: number | null | undefined): string {
  const t = documents()
  if (hours === undefined || hours === null) return t.keptForever
  return hours > 48
    ? fill(t.keptDays, { count: Math.round(hours / 24) })
    : fill(t.keptHours, { count: hours })
}

/** Every picture is sent to this server and kept there for a while: people know that before they give one. */
export function KeptNotice() {
  const t = documents()
  const kept = session.value?.keptHours
  return (
    <p class="muted small" data-testid="kept">
      {fill(t.kept, { pictures: timeWords(kept?.pictures), data: timeWords(kept?.data) })}
    </p>
  )
}

/** Erases everything that this tab made under its person. */
export function DeleteNow({ onDeleted }: { onDeleted: () => void }) {
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
