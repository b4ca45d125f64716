// What a policy is: the steps that a verification asks of a person, its thresholds, its limits, and the presets.
import type { CaptureAsk } from '../../store/records/capture-keys.ts'

/** What a person does, in the order in which it is usually asked. */
export const stepNames = ['consent', 'document', 'chip', 'liveness', 'confirmation'] as const
export type StepName = (typeof stepNames)[number]

export const families = ['profile', 'nose', 'distance', 'light', 'video'] as const
export type LivenessFamily = (typeof families)[number]

/** From the weakest to the strongest. */
export const strengths = ['none', 'low', 'standard', 'high'] as const
export type AskedStrength = (typeof strengths)[number]

/** What an organisation may say beforehand of a person; what was read is compared with it. */
export const expectedFields = ['name', 'number', 'birthday', 'sex', 'nationality', 'address'] as const
export type ExpectedField = (typeof expectedFields)[number]

/** What a reason leads to; `noted` decides nothing. */
export const reasonOutcomes = ['declined', 'review', 'noted'] as const
export type ReasonOutcome = (typeof reasonOutcomes)[number]

interface ConsentStep {
  /** Whether the journey ends with a person who does not consent. */
  readonly required: boolean
}

interface DocumentStep {
  /** Names of kinds, such as those of `document_version` in the answers of documents. */
  readonly kinds: readonly string[]
  /** Asked of kinds that have two sides. */
  readonly both_sides: boolean
  /** Whether the front is photographed once more, tilted by about 15 degrees; missing in what was stored before. */
  readonly tilt?: boolean
  readonly attempts: number
}

interface ChipStep {
  /** `preferred` lets a person skip the step. */
  readonly mode: 'required' | 'preferred'
  /** The proof that the chip is no copy (active or chip authentication). */
  readonly copy_proof: 'required' | 'preferred'
  readonly attempts: number
}

export interface LivenessStep {
  /** The person's device takes one of these. */
  readonly families: readonly LivenessFamily[]
  readonly min_strength: AskedStrength
  /** What is asked for where the person's device can give it; the verdict notes where it fell back to less. */
  readonly wanted_strength?: AskedStrength | undefined
  /** From `accept` on a person counts as there, below `refuse` as absent, 0 to 100; between them another task is asked. */
  readonly presence?: { readonly accept: number; readonly refuse: number } | undefined
  /** What its frames must prove about their camera. */
  readonly capture?: CaptureAsk | undefined
  readonly attempts: number
}

interface ConfirmationStep {
  /** Whether what a person calls wrong goes to a reviewer. */
  readonly required: boolean
}

/** A step that is left out is not asked. */
interface Steps {
  readonly consent?: ConsentStep
  readonly document?: DocumentStep
  readonly chip?: ChipStep
  readonly liveness?: LivenessStep
  readonly confirmation?: ConfirmationStep
}

/** In percent, on the scale of `sim` of face matching. From `accept` on faces match; below `review` they do not. */
interface MatchRule {
  readonly accept: number
  readonly review: number
}

/** A collection in which the face is searched; `threshold` in percent, on the scale of `sim`. */
interface Search {
  readonly collection_id: string
  readonly threshold: number
}

interface DuplicatesSearch extends Search {
  /** Whether an approved person is registered there, so that the next search finds them. */
  readonly register: boolean
}

/** A policy with every default filled in, as it is stored, answered and judged by. */
export interface Policy {
  readonly steps: Steps
  /** Present where there is a portrait to compare with a live face. */
  readonly match?: MatchRule
  /** Fields that the creator of a verification must give; others are compared where they are given. */
  readonly expected: readonly ExpectedField[]
  /** Whole years on the day of the verdict. */
  readonly age?: { readonly least?: number; readonly most?: number }
  readonly screening?: { readonly duplicates?: DuplicatesSearch; readonly block_list?: Search }
  /** How people decide what is in review. */
  readonly review?: { readonly four_eyes: boolean }
  readonly link_minutes: number
  readonly expires_minutes: number
  readonly token_minutes: number
  /** What single reasons lead to, where it is not what the table of reasons says. */
  readonly outcomes: Readonly<Record<string, ReasonOutcome>>
}

const DAY_MINUTES = 24 * 60

/** The least and the most that each number may be. Percent below these say nothing about a person. */
export const ranges = {
  attempts: { least: 1, most: 10 },
  accept: { least: 50, most: 100 },
  review: { least: 20, most: 100 },
  threshold: { least: 50, most: 100 },
  presence_accept: { least: 10, most: 99 },
  presence_refuse: { least: 1, most: 90 },
  age: { least: 0, most: 130 },
  link_minutes: { least: 5, most: 30 * DAY_MINUTES },
  expires_minutes: { least: 10, most: 90 * DAY_MINUTES },
  token_minutes: { least: 5, most: 4 * 60 },
} as const

export const defaults = {
  attempts: 3,
  both_sides: true,
  tilt: false,
  copy_proof: 'preferred',
  min_strength: 'standard',
  match: { accept: 80, review: 70 },
  presence: { accept: 50, refuse: 20 },
  threshold: 80,
  link_minutes: DAY_MINUTES,
  expires_minutes: 7 * DAY_MINUTES,
  token_minutes: 30,
} as const

export const policyIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/

/** What a policy has to know of a kind of document. */
export interface KnownKind {
  readonly name: string
  readonly isIdentityCard: boolean
  readonly isVietnamese: boolean
  readonly hasBack: boolean
  readonly hasChip: boolean
  /** No document of the kind is valid any more, by law. */
  readonly isOver: boolean
}

interface Preset {
  readonly about: string
  readonly takes: (kind: KnownKind) => boolean
  readonly policy: Omit<Policy, 'steps'> & {
    readonly steps: Omit<Steps, 'document'> & { readonly document: Omit<DocumentStep, 'kinds'> }
  }
}

const { attempts, match, link_minutes, expires_minutes, token_minutes } = defaults
const usual = { match, expected: [], link_minutes, expires_minutes, token_minutes, outcomes: {} } as const
const liveness = {
  families: ['profile', 'nose', 'distance'],
  min_strength: 'standard',
  attempts,
} as const

/** Policies that come with the program: an organisation has a copy from the first use on. */
export const presets: Readonly<Record<string, Preset>> = {
  'bank-vn': {
    about:
      'Both sides of an identity card with a chip, its chip, liveness signed by attested hardware where the app can, else standard; match; adults.',
    takes: ({ isIdentityCard, isVietnamese, hasChip, isOver }) =>
      isIdentityCard && isVietnamese && hasChip && !isOver,
    policy: {
      ...usual,
      steps: {
        consent: { required: true },
        document: { both_sides: true, attempts },
        chip: { mode: 'required', copy_proof: 'preferred', attempts },
        liveness: { ...liveness, wanted_strength: 'high' },
      },
      age: { least: 18 },
    },
  },
  'telecom-vn': {
    about: 'Both sides of a valid identity card, its chip where the phone can read it, liveness, match.',
    takes: ({ isIdentityCard, isVietnamese, isOver }) => isIdentityCard && isVietnamese && !isOver,
    policy: {
      ...usual,
      steps: {
        consent: { required: true },
        document: { both_sides: true, attempts },
        chip: { mode: 'preferred', copy_proof: 'preferred', attempts },
        liveness,
      },
      age: { least: 14 },
    },
  },
  simple: {
    about: 'The front of any identity card or passport, liveness, match.',
    takes: ({ isOver }) => !isOver,
    policy: {
      ...usual,
      steps: { document: { both_sides: false, attempts }, liveness },
    },
  },
}

/** Undefined where the program has no preset of that name. */
export function presetPolicy(name: string, kinds: readonly KnownKind[]): Policy | undefined {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  if (!preset) return undefined
  const { document, ...steps } = preset.policy.steps
  const taken = kinds.filter(preset.takes).map((kind) => kind.name)
  return { ...preset.policy, steps: { ...steps, document: { ...document, kinds: taken } } }
}
