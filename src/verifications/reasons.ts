// Every reason that a verdict can have: its step and what it leads to. The checks that it comes from name it in their rows.
import { type CheckRowName, checkRow, readCheckName } from '../checks.ts'
import type { ReasonName } from '../words/en/reasons.ts'
import { words } from '../words/words.ts'
import type { Policy, ReasonOutcome, StepName } from './policies/policy.ts'

/** What a reason is about: what a person does, or what the server does with it. */
export type ReasonStep = StepName | 'match' | 'expected' | 'age' | 'screening'

interface ReasonRow {
  readonly step: ReasonStep
  /** Codes of warnings of documents and chips that raise it. */
  readonly warnings?: readonly number[]
  /** What it leads to, unless the policy says otherwise. */
  readonly outcome: ReasonOutcome
}

// biome-ignore format: one reason a row
const reasons = {
  'consent-refused': { step: 'consent', outcome: 'declined' },

  'document-not-read': { step: 'document', outcome: 'declined' },
  'document-kind-not-taken': { step: 'document', outcome: 'declined' },
  'document-specimen': { step: 'document', outcome: 'declined' },
  'document-expired': { step: 'document', warnings: [126], outcome: 'declined' },
  'document-of-two-people': { step: 'document', warnings: [109], outcome: 'declined' },
  'document-sides-differ': { step: 'document', warnings: [113], outcome: 'review' },
  'document-code-differs': { step: 'document', warnings: [196], outcome: 'review' },
  'document-code-missing': { step: 'document', warnings: [192], outcome: 'review' },
  'document-number-contradicts': { step: 'document', warnings: [110, 111, 112], outcome: 'review' },
  'document-dates-contradict': { step: 'document', warnings: [193], outcome: 'review' },
  'document-zone-contradicts': { step: 'document', outcome: 'review' },
  'document-from-screen': { step: 'document', outcome: 'review' },
  'document-photocopy': { step: 'document', warnings: [191], outcome: 'review' },
  'document-print-replaced': { step: 'document', warnings: [190], outcome: 'review' },
  'document-portrait-replaced': { step: 'document', warnings: [199], outcome: 'review' },
  'document-picture-poor': { step: 'document', warnings: [115, 194, 195, 197, 198], outcome: 'noted' },

  'chip-not-read': { step: 'chip', outcome: 'declined' },
  'chip-skipped': { step: 'chip', outcome: 'noted' },
  'chip-broken': { step: 'chip', outcome: 'declined' },
  'chip-signer-unknown': { step: 'chip', warnings: [121], outcome: 'review' },
  'chip-signer-revoked': { step: 'chip', warnings: [122], outcome: 'declined' },
  'chip-signer-not-valid': { step: 'chip', warnings: [123], outcome: 'review' },
  'chip-is-copy': { step: 'chip', warnings: [124], outcome: 'declined' },
  'chip-not-proved': { step: 'chip', outcome: 'review' },
  'chip-of-another': { step: 'chip', warnings: [109], outcome: 'declined' },
  'chip-differs': { step: 'chip', warnings: [125], outcome: 'review' },
  'chip-contradicts-itself': { step: 'chip', warnings: [127], outcome: 'declined' },

  'liveness-failed': { step: 'liveness', outcome: 'declined' },
  'liveness-not-genuine': { step: 'liveness', outcome: 'declined' },
  'liveness-too-weak': { step: 'liveness', outcome: 'declined' },
  'liveness-doubtful': { step: 'liveness', outcome: 'review' },
  'liveness-fell-back': { step: 'liveness', outcome: 'noted' },

  'person-says-wrong': { step: 'confirmation', outcome: 'review' },

  'face-differs': { step: 'match', outcome: 'declined' },
  'face-doubtful': { step: 'match', outcome: 'review' },
  'portrait-not-found': { step: 'match', outcome: 'review' },
  'face-not-kept': { step: 'match', outcome: 'review' },

  'name-differs': { step: 'expected', outcome: 'review' },
  'number-differs': { step: 'expected', outcome: 'review' },
  'birthday-differs': { step: 'expected', outcome: 'review' },
  'sex-differs': { step: 'expected', outcome: 'review' },
  'nationality-differs': { step: 'expected', outcome: 'review' },
  'address-differs': { step: 'expected', outcome: 'review' },
  'expected-not-read': { step: 'expected', outcome: 'review' },

  'too-young': { step: 'age', outcome: 'declined' },
  'too-old': { step: 'age', outcome: 'declined' },
  'age-not-known': { step: 'age', outcome: 'review' },

  'person-known': { step: 'screening', outcome: 'review' },
  'person-blocked': { step: 'screening', outcome: 'review' },
  'screening-not-done': { step: 'screening', outcome: 'review' },

} as const satisfies Record<ReasonName, ReasonRow>

export const reasonNames = Object.keys(reasons) as readonly ReasonName[]
export const rowOf = (reason: ReasonName): ReasonRow => reasons[reason]

/** As answers have them. */
export const reasonWords = (reason: ReasonName) => ({
  vi: words.vi.reasons[reason],
  en: words.en.reasons[reason],
})

const reasonsOf = (row: CheckRowName): readonly ReasonName[] => checkRow(row).reasons ?? []

/** Whether the check is shown with the reason where it did not pass. */
export function isCheckOf(reason: ReasonName, name: string): boolean {
  const row = readCheckName(name)?.row
  return row !== undefined && reasonsOf(row).includes(reason)
}

export const outcomeOf = ({ outcomes }: Pick<Policy, 'outcomes'>, reason: ReasonName): ReasonOutcome =>
  (Object.hasOwn(outcomes, reason) ? outcomes[reason] : undefined) ?? reasons[reason].outcome

/** The reasons of a step that no attempt passed. */
const unpassed: Readonly<Partial<Record<StepName, readonly ReasonName[]>>> = {
  consent: ['consent-refused'],
  document: ['document-not-read', 'document-kind-not-taken'],
  chip: ['chip-not-read', 'chip-broken'],
  liveness: ['liveness-failed', 'liveness-not-genuine', 'liveness-too-weak'],
}

/** Whether a person who failed this step is declined whatever else they do. */
export const endsJourney = (policy: Policy, step: StepName): boolean => {
  const own = unpassed[step]
  if (step === 'consent' && policy.steps.consent?.required === false) return false
  return own?.every((reason) => outcomeOf(policy, reason) === 'declined') ?? false
}
