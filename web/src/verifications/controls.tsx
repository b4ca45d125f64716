// Controls of the screens about verifications: a choice out of many, a longer text, and files that the browser saves.
import { FieldFrame } from '../parts/field.tsx'

export function Select({
  label,
  value,
  options,
  name,
  error,
  disabled,
  onChange,
}: {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  name: string
  error?: string | undefined
  disabled?: boolean | undefined
  onChange: (value: string) => void
}) {
  return (
    <FieldFrame {...{ label, error }}>
      {(tied) => (
        <select
          {...tied}
          name={name}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export function TextArea({
  label,
  value,
  name,
  rows = 3,
  hint,
  error,
  mono = false,
  readOnly = false,
  onInput,
}: {
  label: string
  value: string
  name: string
  rows?: number
  hint?: string | undefined
  error?: string | undefined
  mono?: boolean
  readOnly?: boolean
  onInput: (value: string) => void
}) {
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(tied) => (
        <textarea
          {...tied}
          name={name}
          rows={rows}
          class={mono ? 'mono' : undefined}
          value={value}
          readOnly={readOnly}
          spellcheck={!mono}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

/** Several of a list. */
export function Ticks({
  legend,
  values,
  chosen,
  labelOf,
  name,
  disabled = false,
  error,
  onChange,
}: {
  legend: string
  values: readonly string[]
  chosen: readonly string[]
  labelOf: (value: string) => string
  name: string
  disabled?: boolean
  error?: string | undefined
  onChange: (chosen: readonly string[]) => void
}) {
  return (
    <fieldset class="ticks" disabled={disabled}>
      <legend>{legend}</legend>
      <div class="ticks-row">
        {values.map((value) => (
          <label key={value} class="tick">
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            <span>{labelOf(value)}</span>
          </label>
        ))}
      </div>
      {error && <p class="field-error small">{error}</p>}
    </fieldset>
  )
}

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
