// The personas of the sandbox: who a test verification is walked through by, what they send, and what it comes to.

import type { ReasonName } from '../../words/en/reasons.ts'
import type { Policy, StepName } from '../policies/policy.ts'

type FilmOf = 'holder' | 'not-genuine' | 'stranger'

export interface Persona {
  /** What happens, as a sentence. */
  readonly about: string
  /** What the presets that ask for it come to. */
  readonly decision: 'approved' | 'declined' | 'review' | 'none'
  /** The reason that leads there; one that is only noted beside an approval. */
  readonly reason?: ReasonName
  /** Steps that a policy must ask for: without them there is nothing to show. */
  readonly needs?: readonly StepName[]
  /** Whether the back of the document must be asked for. */
  readonly needsBack?: true
  /** What else the policy must say; `chip can wait`: the chip is not required, since it would contradict the card. */
  readonly needsRule?: 'least age' | 'chip can be skipped' | 'chip can wait'
  readonly consents?: false
  /** Names of pictures; those of the holder where none are given. */
  readonly card?: { readonly front?: string; readonly back?: string }
  readonly chip?: {
    readonly file?: string
    /** `changed`: a byte is another than the state signed. `copied`: it answers the challenge with another key than the signed one. */
    readonly twist?: 'changed' | 'copied'
    readonly skips?: true
  }
  readonly film?: {
    readonly of?: FilmOf
    /** `still`: looks ahead whatever is asked. `recorded`: took longer than the challenge has lasted. */
    readonly acts?: 'still' | 'recorded'
  }
  /** What the person calls wrong. */
  readonly wrongFields?: readonly string[]
  /** The person goes away before this step. */
  readonly leavesBefore?: StepName
}

const HOLDER_CARD = { front: 'holder-front', back: 'holder-back' }

/** A name is what a reason is called, where the persona shows one. */
export const personas: Readonly<Record<string, Persona>> = {
  approved: { about: 'Does all that is asked, and is who they say.', decision: 'approved' },
  'consent-refused': {
    about: 'Does not consent.',
    decision: 'declined',
    reason: 'consent-refused',
    needs: ['consent'],
    consents: false,
  },
  'document-not-read': {
    about: 'Sends pictures that show no document, until no attempt is left.',
    decision: 'declined',
    reason: 'document-not-read',
    needs: ['document'],
    card: { front: 'holder-keep-face-ahead', back: 'holder-turn-face-left' },
  },
  'document-kind-not-taken': {
    about: 'Sends an old card that is not taken any more.',
    decision: 'declined',
    reason: 'document-kind-not-taken',
    needs: ['document'],
    card: { front: 'old-front', back: 'old-back' },
  },
  'document-expired': {
    about: 'Sends a card that has expired.',
    decision: 'declined',
    reason: 'document-expired',
    needs: ['document'],
    card: { front: 'expired-front', back: 'expired-back' },
  },
  'document-sides-differ': {
    about: 'Sends the back of the card of somebody else.',
    decision: 'review',
    reason: 'document-sides-differ',
    needs: ['document'],
    needsBack: true,
    needsRule: 'chip can wait',
    card: { back: 'two-people-back' },
    chip: { skips: true },
  },
  'document-code-differs': {
    about: 'Sends a card whose QR code says something else than its print.',
    decision: 'review',
    reason: 'document-code-differs',
    needs: ['document'],
    needsRule: 'chip can wait',
    card: { front: 'code-differs-front' },
    chip: { skips: true },
  },
  'document-number-contradicts': {
    about: 'Sends a card whose number is of another year of birth.',
    decision: 'review',
    reason: 'document-number-contradicts',
    needs: ['document'],
    needsRule: 'chip can wait',
    card: { front: 'number-contradicts-front' },
    chip: { skips: true },
  },
  'document-zone-contradicts': {
    about: 'Sends a card with a wrong check digit in its machine-readable zone.',
    decision: 'review',
    reason: 'document-zone-contradicts',
    needs: ['document'],
    needsBack: true,
    card: { back: 'zone-contradicts-back' },
  },
  'document-photocopy': {
    about: 'Sends a picture of a black-and-white copy of the card.',
    decision: 'review',
    reason: 'document-photocopy',
    needs: ['document'],
    card: { front: 'photocopy-front' },
  },
  'chip-skipped': {
    about: 'Has no phone that reads chips, and skips the step.',
    decision: 'approved',
    reason: 'chip-skipped',
    needs: ['chip'],
    needsRule: 'chip can be skipped',
    chip: { skips: true },
  },
  'chip-broken': {
    about: 'Sends a chip of which a byte was changed, until no attempt is left.',
    decision: 'declined',
    reason: 'chip-broken',
    needs: ['chip'],
    chip: { twist: 'changed' },
  },
  'chip-signer-unknown': {
    about: 'Sends a chip that is signed by a state that nobody knows.',
    decision: 'review',
    reason: 'chip-signer-unknown',
    needs: ['chip'],
    chip: { file: 'chip-signer-unknown' },
  },
  'chip-signer-revoked': {
    about: 'Sends a chip whose signer was revoked.',
    decision: 'declined',
    reason: 'chip-signer-revoked',
    needs: ['chip'],
    chip: { file: 'chip-signer-revoked' },
  },
  'chip-is-copy': {
    about: 'Sends a copy of a chip, which cannot answer the challenge, until no attempt is left.',
    decision: 'declined',
    reason: 'chip-is-copy',
    needs: ['chip'],
    chip: { twist: 'copied' },
  },
  'chip-contradicts-itself': {
    about: 'Sends a chip whose files are about two people.',
    decision: 'declined',
    reason: 'chip-contradicts-itself',
    needs: ['chip'],
    chip: { file: 'chip-contradicts-itself' },
  },
  'liveness-failed': {
    about: 'Looks ahead whatever is asked, until no attempt is left.',
    decision: 'declined',
    reason: 'liveness-failed',
    needs: ['liveness'],
    film: { acts: 'still' },
  },
  'liveness-not-genuine': {
    about: 'Sends a film that took longer than the challenge has lasted, and was made before.',
    decision: 'declined',
    reason: 'liveness-not-genuine',
    needs: ['liveness'],
    film: { of: 'not-genuine', acts: 'recorded' },
  },
  'face-differs': {
    about: 'Holds the card of somebody else.',
    decision: 'declined',
    reason: 'face-differs',
    needs: ['document', 'liveness'],
    film: { of: 'stranger' },
  },
  'too-young': {
    about: 'Is a child with a card of their own.',
    decision: 'declined',
    reason: 'too-young',
    needs: ['document'],
    needsRule: 'least age',
    card: { front: 'child-front', back: 'child-back' },
    chip: { file: 'chip-child' },
  },
  'person-says-wrong': {
    about: 'Calls the address wrong that was read.',
    decision: 'review',
    reason: 'person-says-wrong',
    needs: ['confirmation'],
    wrongFields: ['address'],
  },
  'leaves-before-liveness': {
    about: 'Goes away before liveness: the verification stays open until it expires.',
    decision: 'none',
    needs: ['liveness'],
    leavesBefore: 'liveness',
  },
}

/** Whom the specimens of `approved` are about: expected data are compared with it. */
export const holder = {
  name: 'LÊ NGỌC DŨNG',
  number: '038085662360',
  birthday: '17/10/1985',
  sex: 'Nam',
  nationality: 'Việt Nam',
}

/** Every number that stands in the print, the code, the machine-readable zone or the chip of a persona. */
export const specimenNumbers: readonly string[] = [
  holder.number,
  '174425934',
  '025217628736',
  '038085050862',
  '038087662360',
  '038200662360',
  '052205148466',
]

export const personaNamed = (name: string): Persona | undefined =>
  Object.hasOwn(personas, name) ? personas[name] : undefined

export const cardOf = ({ card }: Persona): { readonly front: string; readonly back: string } => ({
  ...HOLDER_CARD,
  ...card,
})

/** The picture of the front tilted; undefined where the front shows no card. */
export function tiltedOf(persona: Persona): string | undefined {
  const { front } = cardOf(persona)
  return front.endsWith('-front') ? front.replace(/front$/, 'tilted') : undefined
}

/** Why a policy gives a persona nothing to show; undefined where it does. */
export function personaFault(name: string, { steps, age }: Policy): string | undefined {
  const persona = personaNamed(name)
  if (!persona) return `is no persona; there are ${Object.keys(personas).join(', ')}`
  const missing = persona.needs?.find((step) => steps[step] === undefined)
  if (missing) return `needs a policy that asks for ${missing}`
  if (persona.needsBack && !steps.document?.both_sides) return 'needs a policy that asks for both sides'
  if (persona.needsRule === 'least age' && age?.least === undefined) return 'needs a policy with a least age'
  if (persona.needsRule === 'chip can be skipped' && steps.chip?.mode !== 'preferred')
    return 'needs a policy with a chip that may be skipped'
  if (persona.needsRule === 'chip can wait' && steps.chip?.mode === 'required')
    return 'needs a policy that does not require a chip'
  if (steps.liveness && !steps.liveness.families.includes('profile'))
    return 'needs a policy that takes profile challenges: the others ask for what only a camera can show'
  return undefined
}
