// What a driving licence says: the fields of each side that was read, and the class rows of the back.
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import type { Answered } from '../parts/work.ts'
import { documents } from '../words/documents.ts'
import { kindWords } from '../words/fields.ts'
import { Outcome } from './outcome.tsx'
import { shownOf } from './pictures.tsx'
import { fieldsIn, fieldsOf, linesOf, minConfidence, present, type ReadField } from './read-fields.ts'
import { type Light, Reading } from './reading.tsx'
import { Reliability } from './reliability.tsx'

export interface ReadSide extends Answered<AnswerOf<'readDriverLicense'>> {
  readonly picture: File
}

type ClassRow = ReadSide['answer']['recognized_data']['back_side_info'][number]

/** All rows have one place in the picture. */
const ROWS = 'back_side_info'

function Classes({ rows, lit, onLight }: Light & { rows: readonly ClassRow[] }) {
  const t = documents()
  return (
    <section
      class={lit === ROWS ? 'panel panel-lit' : 'panel'}
      aria-labelledby="classes-title"
      data-field={ROWS}
      onPointerEnter={() => onLight(ROWS)}
      onPointerLeave={() => onLight(null)}
    >
      <h2 id="classes-title">{t.classes}</h2>
      <table class="classes" data-testid="class-rows">
        <thead>
          <tr>
            <th scope="col">{t.class}</th>
            <th scope="col">{t.classDate}</th>
            <th scope="col">
              <span class="unseen">{fill(t.sure, { percent: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ class_name, class_date, class_conf }, index) => (
            <tr key={index}>
              <td>
                <strong>{class_name || t.unreadable}</strong>
              </td>
              <td class="number">{class_date}</td>
              <td class="muted small number">
                {fill(t.sure, { percent: Math.floor((minConfidence(linesOf(class_conf)) ?? 0) * 100) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The second side has the same names as the first: a prefix tells them apart. */
const apart = (fields: readonly ReadField[], index: number): ReadField[] =>
  fields.map((field) => (index === 0 ? field : { ...field, key: `${index}.${field.key}` }))

const fieldsOfSide = ({ answer: { recognized_data: data } }: ReadSide): ReadField[] =>
  fieldsOf(fieldsIn(data), data, data)

const sideOf = ({ answer }: ReadSide): string => {
  const t = documents()
  return answer.recognized_data.id_type === '1' ? t.back : t.front
}

export function LicenceResult({ sides }: { sides: readonly ReadSide[] }) {
  const last = sides.at(-1)
  if (!last) return null
  const { answer, exchange } = last
  const data = answer.recognized_data
  const read = sides.filter(({ answer }) => answer.recognized_data.pages.length > 0)
  const rows = read.flatMap(({ answer }) => answer.recognized_data.back_side_info)
  return (
    <>
      <Outcome
        code={answer.result_code}
        message={answer.message}
        kind={`${kindWords(data.document_version || data.document)}, ${sideOf(last).toLowerCase()}`}
        fields={present(fieldsOf(fieldsIn(data), data, data))}
        checks={data.checks}
        seen={data}
        exchange={exchange}
      />
      {read.length > 0 && (
        <Reading
          shown={read.flatMap((side) =>
            shownOf([side.picture], side.answer.linked_file_ids, side.answer.recognized_data),
          )}
          groups={read.map((side, index) => ({
            title: sideOf(side),
            fields: apart(present(fieldsOfSide(side)), index),
          }))}
          marked={read.flatMap(({ answer }) => fieldsOf([ROWS], {}, answer.recognized_data))}
          record={() => (sides.length === 1 ? answer : sides.map((side) => side.answer))}
        >
          {(light) => (
            <>
              {rows.length > 0 && <Classes rows={rows} {...light} />}
              <Reliability written={data.reliability} />
            </>
          )}
        </Reading>
      )}
      <CheckBars checks={data.checks} />
      <ExchangeView exchange={exchange} />
    </>
  )
}
