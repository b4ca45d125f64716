// What was read, for the person to call right or wrong field by field; nothing is changed by it.
import { useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Button, Page } from '../parts.tsx'
import { useAct } from '../use-act.tsx'
import type { StepProps } from './step-props.ts'

export function Confirmation({ journey, session, words }: StepProps) {
  const t = words.confirmation
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const { act, isBusy, trouble } = useAct(words)
  // The table has words for every field; only the second spelling of a field has none, and is not shown twice.
  const labels: Readonly<Record<string, string>> = t.fields
  const order = Object.keys(labels)
  const read = Object.entries(session.document?.read ?? {})
    .filter(([name, value]) => value !== '' && labels[name] !== undefined)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const send = () =>
    act(async () => {
      const fields = [...wrong]
      const body = { correct: fields.length === 0, ...(fields.length > 0 && { wrong_fields: fields }) }
      const told = await journey.doOnce(() => journey.client.confirmData(body))
      if (told) journey.take(told.session)
    })
  const toggle = (name: string) => {
    const next = new Set(wrong)
    if (!next.delete(name)) next.add(name)
    setWrong(next)
  }
  return (
    <Page title={t.title} lead={t.lead} screen="confirmation">
      {read.length === 0 && <p>{t.nothing}</p>}
      <ul class="fields">
        {read.map(([name, value]) => (
          <li key={name} data-field={name} class={wrong.has(name) ? 'field-wrong' : ''}>
            <span class="field-label">{labels[name]}</span>
            <span class="field-value">{value}</span>
            <label class="field-mark">
              <input
                type="checkbox"
                checked={wrong.has(name)}
                aria-label={fill(t.wrongOf, { field: labels[name] ?? name })}
                onChange={() => toggle(name)}
              />
              <span aria-hidden="true">{t.wrong}</span>
            </label>
          </li>
        ))}
      </ul>
      {trouble}
      <div class="actions">
        <Button data-action="confirm" disabled={isBusy} onClick={send}>
          {wrong.size === 0 ? t.allRight : fill(t.someWrong, { count: wrong.size })}
        </Button>
      </div>
    </Page>
  )
}
