// How verifications are shown everywhere: their state with colour, icon and word, times, and who reviews.
import { computed, signal } from '@preact/signals'
import type { components } from '../../../client/src/index.ts'
import { reasonNames } from '../../../src/verifications/reasons.ts'
import type { ReasonName } from '../../../src/words/en/reasons.ts'
import { reasonName } from '../../../src/words/names.ts'
import { Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { session } from '../session.tsx'
import { verifications, wordOf } from '../words/verifications.ts'
import { language, time } from '../words/words.ts'

export type Summary = components['schemas']['VerificationSummary']
export type State = components['schemas']['VerificationState']

const tones: Readonly<Record<State, 'pass' | 'warn' | 'fail' | 'none'>> = {
  ...({ created: 'none', started: 'none', processing: 'none', review: 'warn' } as const),
  ...({ approved: 'pass', declined: 'fail', expired: 'none', cancelled: 'none' } as const),
}

export const states = Object.keys(tones) as readonly State[]

export function StateBadge({ state }: { state: State }) {
  const tone = tones[state]
  return (
    <span class={`state-badge tone-${tone}`} data-state={state}>
      <Icon name={tone === 'none' ? 'info' : tone} size={16} />
      {wordOf(`${state}_state`)}
    </span>
  )
}

export const timeOf = (written: string): string => time(written, 'short')

export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{timeOf(at)}</time>
}

/** A reason in words; one of a newer server has its name alone. */
export const reasonWords = (reason: string): string => reasonName(reason, language.value)

export const isReason = (reason: string): reason is ReasonName =>
  (reasonNames as readonly string[]).includes(reason)

const kept = 'selfsame.reviewer'

const typedName = signal(sessionStorage.getItem(kept) ?? '')

/** Who reviews: the member who is signed in, or the name that was typed where an organisation is. */
export const reviewer = computed(() => session.value?.member?.email ?? typedName.value)

function setReviewer(name: string): void {
  typedName.value = name
  sessionStorage.setItem(kept, name)
}

/** The server knows members by name, so only callers with a key are asked for one. It is kept in this tab. */
export function ReviewerField({ name, error }: { name: string; error?: string | undefined }) {
  const t = verifications()
  if (session.value?.member) return null
  return (
    <Field
      label={t.reviewer}
      hint={t.reviewerHint}
      name={name}
      maxLength={256}
      value={typedName.value}
      error={error}
      onInput={setReviewer}
    />
  )
}
