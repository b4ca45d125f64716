// What an identity document says: verdict, pictures with fields, checks, and a place for its other side.
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import { SampleStrip } from '../parts/sample-strip.tsx'
import { documents } from '../words/documents.ts'
import { kindWords } from '../words/fields.ts'
import { shell } from '../words/shell.ts'
import { Capture } from './capture.tsx'
import { outcomeOf, type ReadDocument } from './identity-answer.ts'
import { AfterReading } from './kept.tsx'
import { Outcome } from './outcome.tsx'
import { shownOf } from './pictures.tsx'
import { fieldsIn, fieldsOf, present } from './read-fields.ts'
import { Reading } from './reading.tsx'
import { Reliability } from './reliability.tsx'

function Document({ held, onAttach }: { held: ReadDocument; onAttach?: (file: File) => void }) {
  const t = documents()
  const { answer, pictures } = held
  const data = answer.recognized_data
  const fields = present(fieldsOf(fieldsIn(data), data, data))
  return (
    <>
      <Reading
        shown={shownOf(pictures, answer.linked_file_ids, data)}
        groups={[{ title: t.fields, fields }]}
        record={() => answer}
        next={onAttach && <OtherSide held={held} onAttach={onAttach} />}
      >
        <Reliability written={data.reliability} />
      </Reading>
      <CheckBars checks={data.checks} />
    </>
  )
}

const sidesOf = ({ answer }: ReadDocument): ReadonlySet<string> =>
  new Set(answer.recognized_data.pages.map(({ id_type }) => id_type))

/** Passports have one side; a card with both sides needs none more. */
function isComplete(held: ReadDocument): boolean {
  const sides = sidesOf(held)
  return held.answer.recognized_data.document === 'PASSPORT' || (sides.has('0') && sides.has('1'))
}

function OtherSide({ held, onAttach }: { held: ReadDocument; onAttach: (file: File) => void }) {
  const t = documents()
  const s = shell()
  if (isComplete(held)) return null
  const sides = sidesOf(held)
  const label = sides.has('0') ? t.addBack : sides.has('1') ? t.addFront : t.addOther
  return (
    <section class="panel" aria-label={label} data-testid="other-side">
      <div>
        <h2>{label}</h2>
        <p class="muted">{t.addOtherText}</p>
      </div>
      <Capture label={label} shape="card" onFiles={([file]) => file && onAttach(file)} />
      {held.pictures[0]?.name === 'card-front.jpg' && (
        <SampleStrip
          title={t.noDocument}
          note={t.sampleNote}
          choices={[{ label: s.useSample, names: ['card-back'] }]}
          onFiles={([file]) => file && onAttach(file)}
        />
      )}
    </section>
  )
}

export function IdentityResult({
  held,
  last,
  onAttach,
  onStartOver,
}: {
  held: ReadDocument | null
  last: ReadDocument | null
  onAttach: (file: File) => void
  onStartOver: () => void
}) {
  const t = documents()
  const said = last ?? held
  if (!said) return null
  const data = said.answer.recognized_data
  const { code, message } = outcomeOf(said.answer)
  // What could not be read is shown with the reasons; a document that is held stays in view below it.
  const shown = code === 200 ? said : held
  // Nothing can be attached to what was read beside a number that is not legible: it was not kept.
  const unkept = !shown && data.pages.length > 0 ? said : null
  return (
    <>
      <Outcome
        code={code}
        message={message}
        kind={kindWords(data.document_version || data.document)}
        fields={present(fieldsOf(fieldsIn(data), data, data))}
        checks={data.checks}
        warningCodes={data.warning_code}
        warnings={data.warning}
        seen={data}
        exchange={said.exchange}
      />
      {code !== 200 && !unkept && <CheckBars checks={data.checks} />}
      {shown && <Document held={shown} onAttach={onAttach} />}
      {unkept && <Document held={unkept} />}
      <ExchangeView exchange={said.exchange} />
      <AfterReading
        isKept={shown !== null}
        isNext={!shown && data.detected !== 'another-document'}
        next={
          shown && code === 200 && isComplete(shown)
            ? { label: t.nextCompare, href: '#/faces/compare' }
            : undefined
        }
        onStartOver={onStartOver}
      />
    </>
  )
}
