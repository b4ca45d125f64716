// Others who may be the same person, and their pictures beside those of this case.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWork } from '../parts/work.ts'
import { verifications } from '../words/verifications.ts'
import { decimal } from '../words/words.ts'
import type { Verification } from './decide.tsx'
import { CasePicture } from './pictures.tsx'
import { StateBadge, Time } from './shown.tsx'

type Listed = AnswerOf<'verificationPictures'>['pictures']
type Duplicate = AnswerOf<'verificationDuplicates'>['duplicates'][number]

/** The portrait and one live frame tell most. */
const telling = (pictures: Listed): Listed => [
  ...pictures.filter(({ of }) => of === 'portrait').slice(0, 1),
  ...pictures.filter(({ of, counts }) => of === 'liveness' && counts).slice(0, 1),
]

function SideBySide({
  verification,
  own,
  other,
  person,
}: {
  verification: string
  own: Listed
  other: string
  person: string
}) {
  const t = verifications()
  const work = useWork<AnswerOf<'verificationPictures'>>()
  useEffect(() => {
    void work.run((client, options) => client.verificationPictures(other, options))
  }, [other])
  const { state } = work
  return (
    <div class="side-by-side" data-testid="side-by-side">
      <div>
        <h4>{t.thisCase}</h4>
        <div class="case-pictures">
          {telling(own).map((one) => (
            <CasePicture key={one.id} verification={verification} picture={one} />
          ))}
        </div>
      </div>
      <div>
        <h4>{fill(t.otherCase, { person })}</h4>
        {state.kind === 'failed' && <Trouble error={state.error} />}
        {state.kind === 'done' && (
          <div class="case-pictures">
            {state.answer.pictures.length === 0 && <p class="muted">{t.noPictures}</p>}
            {telling(state.answer.pictures).map((one) => (
              <CasePicture key={one.id} verification={other} picture={one} />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

function Row({ duplicate, verification, own }: { duplicate: Duplicate; verification: string; own: Listed }) {
  const t = verifications()
  const [isOpen, setOpen] = useState(false)
  const { external_person_id: person, similarity, same_number, verifications: others } = duplicate
  const [newest] = others
  const facts = [
    similarity !== undefined && fill(t.duplicateFace, { similarity: decimal(similarity, 1) }),
    same_number && t.duplicateNumber,
  ].filter(Boolean)
  return (
    <li data-person={person}>
      <p>
        <strong>{person}</strong> <span class="muted small">{facts.join(' · ')}</span>
      </p>
      {others.map(({ id, state, created_at }) => (
        <a key={id} class="duplicate-case" href={`#/verifications/list?id=${id}`}>
          <StateBadge state={state} /> <Time at={created_at} />
        </a>
      ))}
      {newest && (
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.sideBySide}
        </Button>
      )}
      {isOpen && newest && (
        <SideBySide verification={verification} own={own} other={newest.id} person={person} />
      )}
    </li>
  )
}

export function Duplicates({ verification, pictures }: { verification: Verification; pictures: Listed }) {
  const t = verifications()
  const work = useWork<AnswerOf<'verificationDuplicates'>>()
  useEffect(() => {
    void work.run((client, options) => client.verificationDuplicates(verification.id, options))
  }, [verification.id])
  const { state } = work
  return (
    <section class="panel" aria-labelledby="duplicates-title">
      <h2 id="duplicates-title">{t.duplicates}</h2>
      {state.kind === 'failed' && <Trouble error={state.error} onRetry={work.again} />}
      {state.kind === 'done' && state.answer.duplicates.length === 0 && <p class="muted">{t.noDuplicates}</p>}
      {state.kind === 'done' && (
        <ul class="notes">
          {state.answer.duplicates.map((one) => (
            <Row key={one.external_person_id} duplicate={one} verification={verification.id} own={pictures} />
          ))}
        </ul>
      )}
    </section>
  )
}
