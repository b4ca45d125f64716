// One verification on a page: pictures, reasons, fields with sources, chip, checks, what happened, notes, and deciding.
import { useEffect, useState } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { type ChipAnswer, ChipChain } from '../documents/chip-chain.tsx'
import { announce } from '../parts/announce.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Verdict } from '../parts/verdict.tsx'
import { useWork } from '../parts/work.ts'
import { connect } from '../session.tsx'
import { shell } from '../words/shell.ts'
import { verifications } from '../words/verifications.ts'
import { language } from '../words/words.ts'
import { CaseChip } from './case-chip.tsx'
import {
  ChecksPart,
  ExpectedPart,
  FieldsPart,
  LooksPart,
  ReceiptPart,
  TimelinePart,
  VerdictPart,
} from './case-parts.tsx'
import { PresencePart } from './case-presence.tsx'
import { saveFile, TextArea } from './controls.tsx'
import { type Act, actWord, DecideDialog, type Decided, type Verification } from './decide.tsx'
import { Duplicates } from './duplicates.tsx'
import { Pictures } from './pictures.tsx'
import { ReviewerField, reviewer, Time } from './shown.tsx'

interface Case {
  readonly verification: Verification
  readonly pictures: AnswerOf<'verificationPictures'>['pictures']
  readonly fields: AnswerOf<'verificationFields'>['fields']
  readonly events: AnswerOf<'verificationEvents'>['events']
  readonly looks: AnswerOf<'verificationLooks'>['looks']
  readonly notes: AnswerOf<'verificationNotes'>['notes']
  readonly receipt: AnswerOf<'verificationReceipt'> | undefined
  readonly chip: ChipAnswer | undefined
}

interface KeptLink {
  readonly subject: string
  readonly issuer: string
  readonly serialNumber: string
  readonly notBefore: string
  readonly notAfter: string
  readonly fingerprint: string
}

/** The chain of a chip from its kept evidence, as the answer that made it had it. */
function chainFrom({ evidence }: AnswerOf<'chipEvidence'>): ChipAnswer {
  const { chain, authenticity, copy, checks, files } = evidence as unknown as {
    readonly chain: readonly (KeptLink & { readonly role: string })[]
    readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
    readonly authenticity: string
    readonly copy: string
    readonly checks: ChipAnswer['checks']
  }
  const certificate = (link: KeptLink) => ({
    country: '',
    subject: link.subject,
    issuer: link.issuer,
    serial_number: link.serialNumber,
    sha256: link.fingerprint,
    not_before: link.notBefore,
    not_after: link.notAfter,
  })
  const anchor = chain.find(({ role }) => role === 'anchor')
  const signer = chain.find(({ role }) => role === 'signer')
  const isSigned = (name: string) =>
    !checks.some((check) => check.field === name && check.outcome === 'failed')
  return {
    authenticity,
    copy,
    checks,
    chain: chain.map(certificate),
    ...(anchor && { anchor: certificate(anchor) }),
    ...(signer && { signer: certificate(signer) }),
    data_groups: files.map((file) => ({ ...file, signed: isSigned(file.name) })),
  } as unknown as ChipAnswer
}

async function loadCase(id: string, signal: AbortSignal | undefined): Promise<Case> {
  const client = connect()
  const options = signal ? { signal } : {}
  const verification = await client.verification(id, options)
  const chipId = verification.verdict?.chip?.id
  const [pictures, fields, events, looks, notes, receipt, chip] = await Promise.all([
    client.verificationPictures(id, options),
    client.verificationFields(id, options),
    client.verificationEvents(id, { limit: '200' }, options),
    client.verificationLooks(id, options),
    client.verificationNotes(id, options),
    verification.verdict ? client.verificationReceipt(id, options).catch(() => undefined) : undefined,
    chipId === undefined
      ? undefined
      : client
          .chipEvidence(chipId, options)
          .then(chainFrom)
          .catch(() => undefined),
  ])
  return {
    verification,
    receipt,
    chip,
    looks: looks.looks,
    notes: notes.notes,
    pictures: pictures.pictures,
    fields: fields.fields,
    events: events.events,
  }
}

function Notes({ id, notes, onAdded }: { id: string; notes: Case['notes']; onAdded: () => void }) {
  const t = verifications()
  const [text, setText] = useState('')
  const work = useWork<AnswerOf<'addVerificationNote'>>()
  const add = async (): Promise<void> => {
    const author = reviewer.value.trim()
    if (text.trim() === '' || author === '') return
    const done = await work.run((client, options) =>
      client.addVerificationNote(id, { text: text.trim(), author }, options),
    )
    if (!done) return
    setText('')
    onAdded()
  }
  return (
    <section class="panel" aria-labelledby="notes-title">
      <h2 id="notes-title">{t.notes}</h2>
      {notes.length === 0 && <p class="muted">{t.noNotes}</p>}
      <ul class="notes" data-testid="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <p class="muted small">
              {note.author} · <Time at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      <form
        class="notes-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextArea label={t.note} hint={t.noteHint} name="new-note" value={text} onInput={setText} />
        <ReviewerField name="author" />
        <div class="row">
          <Button
            type="submit"
            busy={work.state.kind === 'working'}
            disabled={text.trim() === '' || reviewer.value.trim() === ''}
          >
            {t.addNote}
          </Button>
        </div>
      </form>
      {work.state.kind === 'failed' && <Trouble error={work.state.error} />}
    </section>
  )
}

function Reports({ verification }: { verification: Verification }) {
  const t = verifications()
  const work = useWork<Blob>()
  const save = async (pictures: 'true' | 'false'): Promise<void> => {
    const locale = language.value
    const done = await work.run((client, options) =>
      client.verificationReport(verification.id, { locale, pictures }, options),
    )
    if (done) saveFile(done.answer, `verification-${verification.id.slice(0, 8)}.pdf`)
  }
  return (
    <>
      <div class="row">
        <Button icon="documents" busy={work.state.kind === 'working'} onClick={() => void save('false')}>
          {t.report}
        </Button>
        <Button icon="documents" busy={work.state.kind === 'working'} onClick={() => void save('true')}>
          {t.reportPictures}
        </Button>
      </div>
      {work.state.kind === 'failed' && <Trouble error={work.state.error} />}
    </>
  )
}

const acts: readonly Act[] = ['approved', 'declined', 'ask-again']

/** `act` is what a key asked for; `onAct` tells that the dialog is to be opened or closed. */
export function CaseView({
  id,
  act,
  onAct,
  onLoaded,
  onDecided,
}: {
  id: string
  act: Act | null
  onAct: (act: Act | null) => void
  onLoaded?: ((verification: Verification) => void) | undefined
  onDecided?: ((decided: Decided, act: Act) => void) | undefined
}) {
  const t = verifications()
  const work = useWork<Case>()
  const [link, setLink] = useState<string>()
  const load = () => work.run((_, { signal }) => loadCase(id, signal))
  useEffect(() => {
    setLink(undefined)
    void load()
  }, [id])
  const [shown, setShown] = useState<Case>()
  const { state } = work
  useEffect(() => {
    if (state.kind !== 'done') return
    setShown(state.answer)
    onLoaded?.(state.answer.verification)
  }, [state])
  if (state.kind === 'failed') return <Trouble error={state.error} onRetry={work.again} />
  if (!shown || shown.verification.id !== id)
    return (
      <p class="muted case-wait" role="status">
        {shell().loading}
      </p>
    )
  const { verification } = shown
  const person = verification.external_person_id || t.erased
  const done = (decided: Decided, what: Act): void => {
    onAct(null)
    if (decided.link) setLink(decided.link.url)
    announce(`${person}: ${actWord(what)}`)
    onDecided?.(decided, what)
    void load()
  }
  return (
    <div class="case" data-testid="case" data-id={id} data-state={verification.state}>
      {verification.state === 'review' && (
        <div class="row case-acts">
          {acts.map((one) => (
            <Button
              key={one}
              kind={one === 'approved' ? 'primary' : one === 'declined' ? 'danger' : 'quiet'}
              data-testid={`act-${one}`}
              onClick={() => onAct(one)}
            >
              {actWord(one)}
            </Button>
          ))}
        </div>
      )}
      {link !== undefined && (
        <Verdict tone="warn" title={t.newLink}>
          <p class="mono case-link">{link}</p>
          <CopyButton text={() => link} label={shell().copy} />
        </Verdict>
      )}
      <CaseChip
        verification={verification}
        onSent={({ after }) => {
          if (after?.link) setLink(after.link.url)
          void load()
        }}
      />
      <div class="case-columns">
        <div class="screen">
          <VerdictPart verification={verification} />
          <Pictures verification={id} pictures={shown.pictures} />
          <FieldsPart fields={shown.fields} />
          <ExpectedPart verification={verification} />
          <PresencePart verification={verification} />
          <ChecksPart verification={verification} />
          {shown.chip && <ChipChain answer={shown.chip} />}
        </div>
        <div class="screen">
          <Duplicates verification={verification} pictures={shown.pictures} />
          <Notes id={id} notes={shown.notes} onAdded={() => void load()} />
          <TimelinePart events={shown.events} />
          <div class="exchange">
            <LooksPart looks={shown.looks} />
            <ReceiptPart receipt={shown.receipt} />
          </div>
          <Reports verification={verification} />
        </div>
      </div>
      {act && verification.state === 'review' && (
        <DecideDialog
          act={act}
          verification={verification}
          onDone={(decided) => done(decided, act)}
          onClose={() => onAct(null)}
        />
      )}
    </div>
  )
}

export const caseTitle = (person: string): string =>
  fill(verifications().caseTitle, { person: person || verifications().erased })
