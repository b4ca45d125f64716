// Inputs with their labels: text, checkbox, radio buttons and slider.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  name: string
  type?: 'text' | 'password' | 'number' | 'search'
  value?: string
  placeholder?: string
  autocomplete?: string
  inputMode?: 'numeric' | 'decimal' | 'text'
  min?: number
  max?: number
  step?: number | 'any'
  maxLength?: number
  required?: boolean
  disabled?: boolean
  onInput?: (value: string) => void
  hint?: string | undefined
  error?: string | undefined
  /** Content beside the input, within its border. */
  after?: ComponentChildren
}

/** What an input needs to be tied to its label, its hint and what is wrong with it. */
interface TiedInput {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** The label, the box and the words around an input. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (tied: TiedInput) => ComponentChildren
}) {
  const id = useId()
  const says = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={error ? 'field-box field-wrong' : 'field-box'}>
        {children({ id, 'aria-describedby': says || undefined, 'aria-invalid': error ? true : undefined })}
      </div>
      {hint && (
        <p class="muted small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error small" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export function Field({ label, hint, error, after, type = 'text', onInput, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(tied) => (
        <>
          <input
            {...input}
            {...tied}
            // The types of preact tell every kind of input apart; here the kind is only known when it is asked for.
            type={type as 'text'}
            autocapitalize="none"
            spellcheck={false}
            onInput={onInput && ((event) => onInput(event.currentTarget.value))}
          />
          {after}
        </>
      )}
    </FieldFrame>
  )
}

export function Tick({
  label,
  checked,
  name,
  onChange,
}: {
  label: string
  checked: boolean
  name?: string
  onChange: (checked: boolean) => void
}) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

/** Radio buttons side by side. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? 'choice-on' : ''}>
          <input
            class="unseen"
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function Slider({
  label,
  hint,
  value,
  min,
  max,
  step,
  shown,
  name,
  onChange,
}: {
  label: string
  hint?: string
  value: number
  min: number
  max: number
  step: number
  /** The value as people read it. */
  shown: string
  name?: string
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div class="slider">
      <div class="slider-head">
        <label for={id}>{label}</label>
        <output for={id} class="number">
          {shown}
        </output>
      </div>
      <input
        id={id}
        name={name}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {hint && <p class="muted small">{hint}</p>}
    </div>
  )
}
