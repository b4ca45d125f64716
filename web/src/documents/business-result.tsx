// What a business registration says: the company, and each legal representative.
import { useCallback } from 'preact/hooks'
import type { AnswerOf } from '../../../client/src/index.ts'
import { filled as fill } from '../../../src/words/numbers.ts'
import { CheckBars } from '../parts/check-bars.tsx'
import { ExchangeView } from '../parts/exchange.tsx'
import type { Answered } from '../parts/work.ts'
import { connect } from '../session.tsx'
import { documents } from '../words/documents.ts'
import { kindWords } from '../words/fields.ts'
import { Outcome } from './outcome.tsx'
import { shownOf } from './pictures.tsx'
import { fieldsIn, fieldsOf, present } from './read-fields.ts'
import { type FieldGroup, Reading } from './reading.tsx'

type Answer = AnswerOf<'readBusinessRegistration'>

function groupsOf(data: Answer['recognized_data']): FieldGroup[] {
  const t = documents()
  const count = data.representatives.length
  const people = data.representatives.map((person, index) => ({
    title: count === 1 ? t.representative : fill(t.representativeOf, { number: index + 1, count }),
    // `places` names the fields of the first as the flat fields are named.
    fields: present(fieldsOf(fieldsIn(person), person, data, index === 0 ? '' : `representatives.${index}.`)),
  }))
  // The first representative is also given flat, among the fields of the company.
  const company = fieldsIn(data, data.representatives[0])
  return [{ title: t.company, fields: present(fieldsOf(company, data, data)) }, ...people]
}

export function BusinessResult({ done, files }: { done: Answered<Answer>; files: readonly File[] }) {
  const { answer, exchange } = done
  const data = answer.recognized_data
  const groups = groupsOf(data)
  const { id } = answer
  const draw = useCallback((page: number) => connect().businessRegistrationPage(id, String(page)), [id])
  return (
    <>
      <Outcome
        code={answer.result_code}
        message={answer.message}
        kind={kindWords(data.doc_type)}
        fields={groups.flatMap(({ fields }) => fields)}
        checks={data.checks}
        seen={data}
        exchange={exchange}
      />
      {answer.result_code === 200 && (
        <Reading
          shown={shownOf(files, answer.linked_file_ids, data)}
          draw={draw}
          groups={groups}
          record={() => answer}
        />
      )}
      <CheckBars checks={data.checks} />
      <ExchangeView exchange={exchange} />
    </>
  )
}
