// What the routes of policies take and answer: the definition of a policy, its versions, and their examples.
import { z } from 'zod'
import { namedSchema } from '../../http/json-schema.ts'
import { text } from '../../http/schemas.ts'
import { isoOrNull, time, timeOrNull } from '../../http/times.ts'
import { captureAsks } from '../../store/records/capture-keys.ts'
import type { ShownPolicy } from './policies.ts'
import {
  defaults,
  expectedFields,
  families,
  type KnownKind,
  type Policy,
  policyIdPattern,
  presetPolicy,
  ranges,
  reasonOutcomes,
  strengths,
} from './policy.ts'

export const tag = {
  name: 'Policies',
  description: 'What a verification asks of a person, and what leads to which verdict.',
  area: 'policies',
} as const

type Range = { readonly least: number; readonly most: number }

const whole = ({ least, most }: Range, about: string) => z.int().min(least).max(most).describe(about)
const percent = ({ least, most }: Range, about: string) => z.number().min(least).max(most).describe(about)

const attempts = whole(ranges.attempts, 'How often a person may try the step.').default(defaults.attempts)

const consentStep = namedSchema(
  'PolicyConsent',
  z.strictObject({
    required: z.boolean().describe('Whether the journey ends with a person who does not consent.'),
  }),
)
const confirmationStep = namedSchema(
  'PolicyConfirmation',
  z.strictObject({
    required: z.boolean().describe('Whether what a person calls wrong goes to a reviewer.'),
  }),
)
const chipMode = namedSchema(
  'ChipMode',
  z
    .enum(['required', 'preferred', 'off'])
    .describe('`preferred` lets a person skip the step; `off` is as if the step was left out.'),
)
const copyProof = namedSchema(
  'CopyProof',
  z.enum(['required', 'preferred']).describe('Whether the chip must prove that it is no copy.'),
)
const family = namedSchema('LivenessFamily', z.enum(families).describe('A kind of challenge.'))
const leastStrength = namedSchema(
  'LeastStrength',
  z.enum(strengths).describe('The least `strength` of its verdict.'),
)
const leastCapture = namedSchema(
  'LeastCapture',
  z
    .enum(captureAsks)
    .describe(
      'What its frames must prove about their camera; where the server or the organisation asks for more, that holds.',
    ),
)
const expectedField = namedSchema(
  'ExpectedField',
  z.enum(expectedFields).describe('What can be expected of a person.'),
)
const reasonOutcome = namedSchema(
  'ReasonOutcome',
  z.enum(reasonOutcomes).describe('What a reason leads to; `noted` decides nothing.'),
)
const ageRule = namedSchema(
  'PolicyAge',
  z.strictObject({
    least: whole(ranges.age, 'In whole years.').optional(),
    most: whole(ranges.age, 'In whole years.').optional(),
  }),
)

const searched = {
  collection_id: text(1, 256).describe('The face collection that is searched.'),
  threshold: percent(ranges.threshold, 'Least similarity of a find, in percent.').default(defaults.threshold),
}

/** Requests and answers have one shape, but what has a default may be left out of a request: so each has its names. */
function policySchema(suffix: 'Definition' | '') {
  const named = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    namedSchema(`Policy${name}${suffix}`, schema)
  // Policies that were stored before have no such field.
  const tilt = suffix === '' ? z.boolean().optional() : z.boolean().default(defaults.tilt)
  const steps = named(
    'Steps',
    z.strictObject({
      consent: consentStep.optional().describe('The person is asked for consent.'),
      document: named(
        'Document',
        z.strictObject({
          kinds: z
            .array(text(1, 64))
            .min(1)
            .max(20)
            .describe(
              'The kinds that are taken, as `document_version` of the answers of documents names them.',
            ),
          both_sides: z
            .boolean()
            .default(defaults.both_sides)
            .describe('Whether the back is asked for, of kinds that have one.'),
          tilt: tilt.describe(
            'Whether the front is photographed once more, tilted by about 15 degrees. The page of the person guides it.',
          ),
          attempts,
        }),
      )
        .optional()
        .describe('The person photographs a document.'),
      chip: named(
        'Chip',
        z.strictObject({ mode: chipMode, copy_proof: copyProof.default(defaults.copy_proof), attempts }),
      )
        .optional()
        .describe('The chip of the document is read.'),
      liveness: named(
        'Liveness',
        z.strictObject({
          families: z
            .array(family)
            .min(1)
            .max(families.length)
            .describe('The challenges of which one is taken.'),
          min_strength: leastStrength.default(defaults.min_strength),
          wanted_strength: leastStrength
            .optional()
            .describe(
              'The strength that is asked for where the device can give it. A verdict with less is noted as `liveness-fell-back`.',
            ),
          presence: named(
            'Presence',
            z.strictObject({
              accept: percent(ranges.presence_accept, 'From here on a person counts as there.').default(
                defaults.presence.accept,
              ),
              refuse: percent(ranges.presence_refuse, 'Below this a person counts as absent.').default(
                defaults.presence.refuse,
              ),
            }),
          )
            .optional()
            .describe('The two lines of `presence`; between them the person is asked for another task.'),
          capture: leastCapture.optional(),
          attempts,
        }),
      )
        .optional()
        .describe('The person shows that they are there.'),
      confirmation: confirmationStep.optional().describe('The person confirms what was read.'),
    }),
  )
  const match = named(
    'Match',
    z.strictObject({
      accept: percent(ranges.accept, 'From this `sim` on, in percent, the faces match.').default(
        defaults.match.accept,
      ),
      review: percent(ranges.review, 'Below this `sim`, in percent, they do not match.').default(
        defaults.match.review,
      ),
    }),
  )
  const screening = named(
    'Screening',
    z.strictObject({
      duplicates: named(
        'Duplicates',
        z.strictObject({
          ...searched,
          register: z
            .boolean()
            .default(false)
            .describe('Whether approved people are registered there, so that the next search finds them.'),
        }),
      )
        .optional()
        .describe('Is the person known already, under another id?'),
      block_list: named('BlockList', z.strictObject(searched))
        .optional()
        .describe('Is the person one that you do not want?'),
    }),
  )
  return named(
    '',
    z.strictObject({
      steps: steps.describe('What is asked of the person. A step that is left out is not asked.'),
      match: match
        .optional()
        .describe(
          'How alike the portrait of the document or chip and the live face must be; what lies between is for a reviewer. Both are compared whenever both are there, also where this is left out.',
        ),
      expected: z
        .array(expectedField)
        .max(expectedFields.length)
        .default([])
        .describe(
          'What must be said of a person when a verification is created. Other data are compared where given.',
        ),
      age: ageRule.optional().describe('How old a person must be on the day of the verdict.'),
      screening: screening.optional().describe('Searches for the live face in face collections.'),
      review: named(
        'Review',
        z.strictObject({
          four_eyes: z
            .boolean()
            .default(false)
            .describe('Whether two reviewers must agree: the first proposes, somebody else decides.'),
        }),
      )
        .optional()
        .describe('How people decide what is in review.'),
      link_minutes: whole(ranges.link_minutes, 'How long a link can be opened.').default(
        defaults.link_minutes,
      ),
      expires_minutes: whole(
        ranges.expires_minutes,
        'How long a verification stays open, unless its creation says otherwise.',
      ).default(defaults.expires_minutes),
      token_minutes: whole(
        ranges.token_minutes,
        "How long a person's token lives before it is renewed.",
      ).default(defaults.token_minutes),
      outcomes: z
        .record(text(1, 64), reasonOutcome)
        .default({})
        .describe('What a reason leads to, where it is to be another than usual; `noted` decides nothing.'),
    }),
  )
}

export const asked = policySchema('Definition').describe('What is asked and how it is judged.')

/** Defaults are filled in, so that a stored version keeps its meaning when defaults change. */
export function filledIn({ steps: given, match, screening, ...rest }: z.output<typeof asked>): Policy {
  const { chip, ...others } = given
  const mode = chip?.mode
  const filled = mode === undefined || mode === 'off' ? others : { ...others, chip: { ...chip, mode } }
  const isCompared = (others.document ?? ('chip' in filled || undefined)) && others.liveness
  const compared = match ?? (isCompared ? defaults.match : undefined)
  const isSearched = screening?.duplicates ?? screening?.block_list
  return {
    steps: filled as Policy['steps'],
    ...(compared && { match: compared }),
    ...(isSearched && { screening: screening as NonNullable<Policy['screening']> }),
    ...(rest as Omit<Policy, 'steps' | 'match' | 'screening'>),
  }
}

export const policyId = z
  .string()
  .regex(policyIdPattern, 'must be 1 to 64 small letters, digits and dashes, and begin with no dash')
  .describe('Name of the policy; you choose it.')

export const shownFields = {
  id: z.string().describe('Name of the policy.'),
  version: z
    .int()
    .nullable()
    .describe('The newest version. Null for a preset that you have not used yet: a use makes version 1.'),
  is_preset: z.boolean().describe('Whether it comes with the program. You cannot change a preset.'),
  created_at: timeOrNull('When the policy was made', 'Null for a preset that was not used yet.'),
  archived_at: timeOrNull('When it was archived', 'Null where it was not.'),
}

export const answeredDefinition = policySchema('').describe(
  'The policy with everything filled in that was left out.',
)
export const versionNumber = z.int().describe('Number of the version, from 1.')
export const versions = z
  .array(
    namedSchema(
      'PolicyVersion',
      z.object({ version: versionNumber, created_at: time('When the version was made') }),
    ),
  )
  .describe('Every version, the newest first. Verifications keep the one they were started with.')

export const idParam = { policy_id: 'Name of the policy, or of a preset.' }

export const shown = ({ id, version, isPreset, createdAt, archivedAt }: ShownPolicy) => ({
  id,
  version,
  is_preset: isPreset,
  created_at: isoOrNull(createdAt),
  archived_at: isoOrNull(archivedAt),
})

type Answered = z.output<typeof asked>
/** It was checked when it was stored. */
export const answered = (policy: Policy): Answered => policy as unknown as Answered
/** A policy for the description of the API. */
export function exampleOf(kinds: readonly KnownKind[]): { asked: z.input<typeof asked>; answered: Answered } {
  const policy = presetPolicy('simple', kinds)
  if (!policy) throw new Error('there is no preset simple')
  const { document, liveness } = policy.steps
  const taken = kinds.find(({ isVietnamese, hasChip }) => isVietnamese && hasChip)?.name ?? ''
  const own = { ...document, kinds: [taken] }
  const steps = { document: own, liveness } as Answered['steps']
  return {
    asked: { steps, age: { least: 18 } } as z.input<typeof asked>,
    answered: { ...answered(policy), steps, age: { least: 18 } },
  }
}
export type Example = ReturnType<typeof exampleOf>

export const made = { id: 'shop', version: 1 }
export const exampleDay = '2026-11-17T08:00:00.000Z'
