// The options that every challenge has: the id of the person, and how strictly frames are checked.
import type { ChallengeOptions } from '../../../client/src/challenge/run.ts'
import { Field } from '../parts/field.tsx'
import { studioPerson } from '../session.tsx'
import { challenges } from '../words/challenges.ts'

/** What a screen asks for besides its family. */
export type ChallengeWish = Pick<ChallengeOptions, 'externalPersonId' | 'start' | 'verify' | 'counts'>

interface CommonOptions {
  readonly person: string
  readonly threshold: string
  readonly share: string
}

/** Without an id of their own, challenges belong to whom this tab tries everything as: deleting that reaches them too. */
export const usualOptions: CommonOptions = { person: '', threshold: '', share: '' }

/** An empty field leaves the choice to the server. */
export const numberOf = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.'))
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

/** The fields that were filled in, as numbers. */
export function filled(fields: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => {
      const value = numberOf(text)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

export function commonWish({ person, threshold, share }: CommonOptions): ChallengeWish {
  return {
    externalPersonId: person.trim() || studioPerson(),
    verify: filled({ passive_liveness_threshold: threshold, passive_liveness_frame_percentage: share }),
  }
}

export function CommonFields({
  value,
  hasShare = true,
  onChange,
}: {
  value: CommonOptions
  hasShare?: boolean
  onChange: (value: CommonOptions) => void
}) {
  const t = challenges()
  return (
    <>
      <Field
        label={t.person}
        name="external_person_id"
        value={value.person}
        placeholder={studioPerson()}
        maxLength={100}
        onInput={(person) => onChange({ ...value, person })}
      />
      <NumberField
        label={t.threshold}
        name="passive_liveness_threshold"
        value={value.threshold}
        placeholder="0.5"
        onChange={(threshold) => onChange({ ...value, threshold })}
      />
      {hasShare && (
        <NumberField
          label={t.share}
          name="passive_liveness_frame_percentage"
          value={value.share}
          placeholder="0.5"
          onChange={(share) => onChange({ ...value, share })}
        />
      )}
    </>
  )
}

export function NumberField({
  label,
  name,
  value,
  placeholder,
  onChange,
}: {
  label: string
  name: string
  value: string
  placeholder: string
  onChange: (value: string) => void
}) {
  return (
    <Field
      label={label}
      name={name}
      value={value}
      placeholder={placeholder}
      inputMode="decimal"
      autocomplete="off"
      onInput={onChange}
    />
  )
}
