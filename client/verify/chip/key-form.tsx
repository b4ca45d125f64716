// What opens the chip, typed by the person: number and dates as they are printed, or six digits.
import { useState } from 'preact/hooks'
import type { ChipPassword, ZoneFields } from '../../src/chip/read-chip.ts'
import { Button } from '../parts.tsx'
import type { ChipWords } from './chip-words.ts'

/** What a session tells, as far as it was read. */
type ReadKey =
  | {
      readonly document_number: string
      readonly date_of_birth: string
      readonly date_of_expiry: string
    }
  | undefined

/** A zone has no other day for documents without one. */
const NO_EXPIRY = '991231'

export function KeyForm({
  known,
  chip,
  onKey,
}: {
  known: ReadKey
  chip: ChipWords
  onKey: (password: ChipPassword) => void
}) {
  const [number, setNumber] = useState(known?.document_number ?? '')
  const [birth, setBirth] = useState(longDay(known?.date_of_birth, -1))
  const [hasNoExpiry, setNoExpiry] = useState(known?.date_of_expiry === NO_EXPIRY)
  const [expiry, setExpiry] = useState(hasNoExpiry ? '' : longDay(known?.date_of_expiry, 60))
  const [digits, setDigits] = useState('')
  const [isMissing, setMissing] = useState(false)
  const given = passwordOf({ number, birth, expiry: hasNoExpiry ? NO_EXPIRY : expiry, digits })
  return (
    <form
      class="key-form"
      data-form="key"
      // The field is for this chip alone: no browser keeps it.
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!given)
        if (given) onKey(given)
      }}
    >
      <p>{chip.byHandHelp}</p>
      <Field label={chip.number} name="number" value={number} onInput={setNumber} />
      <Field label={chip.birth} name="birth" type="date" value={birth} onInput={setBirth} />
      {!hasNoExpiry && (
        <Field label={chip.expiry} name="expiry" type="date" value={expiry} onInput={setExpiry} />
      )}
      <label class="option">
        <input
          type="checkbox"
          name="no-expiry"
          checked={hasNoExpiry}
          onChange={({ currentTarget }) => setNoExpiry(currentTarget.checked)}
        />
        <span>{chip.noExpiry}</span>
      </label>
      <Field label={chip.accessNumber} name="can" type="digits" value={digits} onInput={setDigits} />
      {isMissing && <p role="alert">{chip.missing}</p>}
      <div class="actions">
        <Button type="submit" icon="chip" data-action="read-typed">
          {chip.begin}
        </Button>
      </div>
    </form>
  )
}

function Field({
  label,
  name,
  type = 'text',
  value,
  onInput,
}: {
  label: string
  name: string
  type?: 'text' | 'digits' | 'date'
  value: string
  onInput: (value: string) => void
}) {
  const given = {
    ...{ id: `key-${name}`, name, value, class: 'link-shown', autocomplete: 'off' },
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onInput(currentTarget.value),
  }
  return (
    <div class="field">
      <label for={given.id}>{label}</label>
      {type === 'date' ? (
        <input {...given} type="date" />
      ) : (
        <input
          {...given}
          type="text"
          inputMode={type === 'digits' ? 'numeric' : 'text'}
          autocapitalize="characters"
        />
      )}
    </div>
  )
}

/** As an input of dates has it. `YYMMDD` leaves the century open: a day of birth is over, one of expiry may be ahead. */
function longDay(short: string | undefined, yearsAhead: number): string {
  if (short === undefined) return ''
  const now = new Date().getFullYear()
  let year = now - (now % 100) + 100 + Number(short.slice(0, 2))
  while (year > now + yearsAhead) year -= 100
  return `${year}-${short.slice(2, 4)}-${short.slice(4)}`
}

/** Digits come before: who typed them wants them used. The number in the zone of a citizen's card is the end of its twelve digits. */
function passwordOf(typed: {
  readonly number: string
  readonly birth: string
  readonly expiry: string
  readonly digits: string
}): ChipPassword | undefined {
  const can = typed.digits.replaceAll(/\s/g, '')
  if (can !== '') return /^\d{6}$/.test(can) ? { can } : undefined
  const plain = typed.number.replaceAll(/[^0-9a-z]/gi, '')
  const mrz: ZoneFields = {
    documentNumber: /^\d{12}$/.test(plain) ? plain.slice(-9) : plain,
    dateOfBirth: typed.birth,
    dateOfExpiry: typed.expiry,
  }
  return plain !== '' && mrz.dateOfBirth !== '' && mrz.dateOfExpiry !== '' ? { mrz } : undefined
}
