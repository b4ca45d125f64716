// The fields that the routes of verifications take and answer, and their examples.
import { z } from 'zod'
import { atLeast } from '../checks.ts'
import { namedSchema } from '../http/json-schema.ts'
import { check, checks, consentReference, externalPersonId, text, visibleText } from '../http/schemas.ts'
import { time } from '../http/times.ts'
import type { ReasonName } from '../words/en/reasons.ts'
import { comparisons } from './expected.ts'
import { expectedFields, policyIdPattern, ranges, reasonOutcomes, stepNames } from './policies/policy.ts'
import { reasonNames, reasonWords } from './reasons.ts'
import { states } from './states.ts'

export const verificationTag = {
  name: 'Verifications',
  description: 'One person, one policy, one verdict: created here, gone through by the person with a link.',
  area: 'verifications',
  recordedParam: 'verification_id',
} as const

/** Calls by which a person of the organisation works on a case: a key needs a scope of its own for them. */
export const reviewTag = { ...verificationTag, area: 'review' } as const

export const reviewerName = visibleText(1, 256).describe(
  'Who does it, in your own system: no name or e-mail address of a member. Of a member always the member.',
)

export const stateName = namedSchema(
  'VerificationState',
  z.enum(states).describe('Where a verification stands.'),
)
export const stepName = namedSchema('StepName', z.enum(stepNames).describe('What a person does.'))
const fieldName = namedSchema(
  'ExpectedField',
  z.enum(expectedFields).describe('What can be expected of a person.'),
)
export const reasonName = namedSchema(
  'ReasonName',
  z.enum(reasonNames as readonly [ReasonName, ...ReasonName[]]).describe('What speaks against a person.'),
)
const reasonOutcome = namedSchema(
  'ReasonOutcome',
  z.enum(reasonOutcomes).describe('What a reason leads to; `noted` decides nothing.'),
)
export const locale = namedSchema('Locale', z.enum(['vi', 'en']).describe('A language for the person.'))

const expected = namedSchema(
  'ExpectedData',
  z.strictObject(
    Object.fromEntries(
      expectedFields.map((field) => [
        field,
        text(1, field === 'address' ? 512 : 256)
          .optional()
          .describe(`The ${field} that the person should have.`),
      ]),
    ) as Record<(typeof expectedFields)[number], z.ZodOptional<ReturnType<typeof text>>>,
  ),
)

const METADATA = { most: 20, bytes: 4096 }
const metadata = z
  .record(text(1, 64), text(0, 512))
  .refine(
    (pairs) =>
      Object.keys(pairs).length <= METADATA.most &&
      Buffer.byteLength(JSON.stringify(pairs)) <= METADATA.bytes,
    `must have at most ${METADATA.most} pairs and ${METADATA.bytes} bytes`,
  )
  .describe('Your own words, which come back in answers and events.')

const returnUrl = text(1, 2048)
  .refine((url) => {
    const { protocol, username, password } = URL.parse(url) ?? {}
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
  }, 'must be an http or https address without credentials')
  .describe('Where the person goes when nothing more is asked.')

export const body = z.strictObject({
  policy: z
    .string()
    .regex(policyIdPattern, 'must be the name of a policy')
    .describe('Name of a policy of yours, or of a preset: `bank-vn`, `telecom-vn`, `simple`.'),
  external_person_id: externalPersonId,
  consent_reference: consentReference.optional(),
  expected: expected
    .optional()
    .describe('What you know of the person; what is read is compared with it, field by field.'),
  locale: locale.optional().describe('Language for the person.'),
  return_url: returnUrl.optional(),
  webhook: text(1, 2048)
    .optional()
    .describe('Id or address of one of your webhook endpoints. Without it all get the events.'),
  expires_in_minutes: z
    .int()
    .min(ranges.expires_minutes.least)
    .max(ranges.expires_minutes.most)
    .optional()
    .describe('How long the person has; without it, as long as the policy says.'),
  metadata: metadata.optional(),
  persona: text(1, 64)
    .optional()
    .describe('Who walks through it by itself, of `GET /verification-personas`. Only with a test key.'),
})

export const summary = {
  id: z.string().describe('Id of the verification.'),
  state: stateName,
  is_test: z.boolean().describe('Whether a test key made it.'),
  external_person_id: z.string().describe('Id of the person in your own system; empty once it is redacted.'),
  policy: z.string().describe('Name of the policy.'),
  policy_version: z.int().describe('Version of the policy that it was started with.'),
  created_at: time('When it was created'),
  updated_at: time('When something happened to it last'),
  expires_at: time('Until when the person can go through it'),
  finished_at: time('When it came to an end; absent before').optional(),
  redacted_at: time('When its personal data were erased; absent before').optional(),
  claim: namedSchema(
    'Claim',
    z.object({
      reviewer: z.string().describe('Who works on it.'),
      until: time('Until when that holds'),
    }),
  )
    .optional()
    .describe('Who works on it now; absent where nobody does.'),
}

export const wholeNumber = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be ${least} to ${most}`)
    .prefault(String(usual))

export const instant = (about: string) =>
  z
    .string()
    .refine(
      (value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
      'must be a time as ISO 8601 writes it',
    )
    .optional()
    .describe(about)

export const flag = namedSchema('Flag', z.enum(['true', 'false']).describe('Yes or no, in a query.'))

/** What a list may be narrowed by. */
export const filterFields = {
  state: stateName.optional().describe('Only those in this state.'),
  policy: text(1, 64).optional().describe('Only those of this policy.'),
  external_person_id: externalPersonId.optional().describe('Only those of this person.'),
  document_number: text(1, 64).optional().describe('Only those in which this number was read or expected.'),
  reason: reasonName.optional().describe('Only those whose newest verdict has this reason.'),
  search: text(1, 256)
    .optional()
    .describe('Only those whose id, or whose `external_person_id`, begins with this.'),
  created_from: instant('Only those created at this time or later, as ISO 8601.'),
  created_to: instant('Only those created before this time, as ISO 8601.'),
  is_test: flag
    .optional()
    .describe('Whether those of test keys are listed, or the others. A test key sees only its own kind.'),
}

const reason = namedSchema(
  'Reason',
  z.object({
    reason: reasonName,
    outcome: reasonOutcome,
    step: z.string().describe('The step or comparison that it comes from.'),
    words: namedSchema(
      'ReasonWords',
      z.object({ vi: z.string().describe('In Vietnamese.'), en: z.string().describe('In English.') }),
    ).describe('What it means.'),
    check: check.optional().describe('The check that raised it; absent where it was none.'),
    attempt_id: z.string().optional().describe('The attempt that it comes from.'),
    request_id: z.string().optional().describe('The request of that attempt, whose receipt has more.'),
  }),
)

export const verdict = namedSchema(
  'VerificationVerdict',
  z.object({
    decision: namedSchema(
      'Decision',
      z.enum(['approved', 'declined', 'review']).describe('What was decided.'),
    ),
    decided_by: namedSchema('DecidedBy', z.enum(['policy', 'reviewer']).describe('Who decided.')),
    at: time('When it was decided'),
    reasons: z.array(reason).describe('What speaks against the person, the weightiest first.'),
    steps: z
      .array(
        namedSchema(
          'StepOutcome',
          z.object({
            step: z.string().describe('The step.'),
            outcome: z.string().describe('`passed`, `failed` or `skipped`.'),
            attempts: z.int().describe('How many attempts there were.'),
            attempt_id: z.string().optional().describe('The attempt that counts.'),
            request_id: z.string().optional().describe('Its request, whose receipt has more.'),
            subject_id: z.string().optional().describe('The document or challenge that it made.'),
            strength: z.string().optional().describe('Of liveness: how much it proves.'),
          }),
        ),
      )
      .describe('What each step came to.'),
    expected: z
      .array(
        namedSchema(
          'ExpectedOutcome',
          z.object({
            field: fieldName,
            outcome: namedSchema(
              'ExpectedComparison',
              z
                .enum(comparisons)
                .describe('How what was read compares. Only `differs` and `not-read` speak against.'),
            ),
            given: z.string().describe('What you gave.'),
            read: z.string().describe('What was read; empty for nothing.'),
          }),
        ),
      )
      .describe('The expected data, field by field. Empty once it is redacted.'),
    match: namedSchema(
      'FaceMatch',
      z.object({
        sim: z.number().describe('How alike portrait and live face are, in percent.'),
        portrait: namedSchema(
          'PortraitSource',
          z.enum(['chip', 'document']).describe('Where the portrait is from.'),
        ),
        accept: z.number().describe('From here on they match.'),
        review: z.number().describe('Below they do not.'),
      }),
    )
      .optional()
      .describe('The comparison of portrait and live face; absent where there was none.'),
    person: z
      .record(z.string(), z.string())
      .describe('What was read of the person: name, number and so on. Empty once it is redacted.'),
    document: namedSchema(
      'VerifiedDocument',
      z.object({ id: z.string().describe('Id of the document.'), kind: z.string().describe('Its kind.') }),
    )
      .optional()
      .describe('The document made of pictures; absent where there is none.'),
    chip: namedSchema(
      'VerifiedChip',
      z.object({
        id: z.string().describe('Id of the chip document.'),
        authenticity: z.string().describe('Whether a state signed it.'),
        copy: z.string().describe('Whether it is a copy.'),
      }),
    )
      .optional()
      .describe('The chip; absent where there is none.'),
    note: z.string().optional().describe('What the reviewer wrote.'),
    reviewer: z.string().optional().describe('Who reviewed it.'),
    proposed_by: z.string().optional().describe('Who proposed it, where the policy wants two to agree.'),
  }),
)

const attempt = namedSchema(
  'VerificationAttempt',
  z.object({
    id: z.string().describe('Id of the attempt.'),
    step: stepName,
    outcome: namedSchema(
      'AttemptOutcome',
      z
        .enum(['open', 'passed', 'failed', 'skipped', 'set-aside', 'doubtful'])
        .describe(
          '`set-aside`: it counts no more, since a reviewer asked again or another took its place. `doubtful`: it was no proof and no refusal, and another task was asked.',
        ),
    ),
    request_id: z.string().describe('Its request, whose receipt has more.'),
    subject_id: z.string().optional().describe('The document or challenge that it made.'),
    result_code: z.int().optional().describe('What it was answered.'),
    kind: z.string().optional().describe('Kind of the document that was read.'),
    family: z.string().optional().describe('Kind of the challenge.'),
    strength: z.string().optional().describe('How much a verdict of liveness proves.'),
    presence: z.number().optional().describe('How surely a person was there, from 0 to 100.'),
    presence_parts: z
      .array(
        namedSchema(
          'PresencePart',
          z.object({
            check: z.string().describe('Name of the check.'),
            log_odds: z.number().describe('Above 0 it speaks for a person, below against one.'),
          }),
        ),
      )
      .optional()
      .describe('What each check adds to `presence`; checks that see one thing are held together.'),
    presence_together: z
      .number()
      .optional()
      .describe('`presence` of this attempt and of those before it that left doubt.'),
    capture: z
      .string()
      .optional()
      .describe('What the frames prove about the camera: `attested`, `signed` or `unattested`.'),
    capture_device: z.string().optional().describe('What keeps the key that signed them.'),
    capture_app: z.string().optional().describe('The app that has that key, with its version.'),
    capture_integrity: z
      .array(z.string())
      .optional()
      .describe('What Play Integrity said of the phone, where it was asked.'),
    capture_reason: z.string().optional().describe('Why the capture is what it is.'),
    checks: checks
      .optional()
      .describe(
        'Every check that was made. Absent where none was, and once it is redacted. Do not show them to the person.',
      ),
    begun_at: time('When it was begun'),
  }),
)

export const whole = {
  ...summary,
  consent_reference: z.string().optional().describe('Your reference to the person’s consent.'),
  locale: z.string().optional().describe('Language for the person.'),
  return_url: z.string().optional().describe('Where the person goes at the end.'),
  webhook: z.string().optional().describe('Id of the endpoint that alone gets its events.'),
  expected: z.record(z.string(), z.string()).optional().describe('What you said of the person.'),
  metadata: z.record(z.string(), z.string()).describe('Your own words.'),
  persona: z.string().optional().describe('Who walks through it, in the sandbox.'),
  attempts: z.array(attempt).describe('Every attempt at a step, the oldest first.'),
  verdict: verdict.optional().describe('The newest verdict; absent before there is one.'),
  four_eyes: z.boolean().describe('Whether two reviewers must agree on what is in review.'),
  proposal: namedSchema(
    'Proposal',
    z.object({
      decision: namedSchema(
        'ProposedDecision',
        z.enum(['approved', 'declined']).describe('What a reviewer proposed.'),
      ),
      reasons: z.array(reasonName).describe('Why it should be declined.'),
      note: z.string().describe('Why, in words.'),
      reviewer: z.string().describe('Who proposed it.'),
      at: time('When it was proposed'),
    }),
  )
    .optional()
    .describe('What a first reviewer proposed and a second one has not agreed to yet.'),
}

export const linkFields = {
  link: namedSchema(
    'VerificationLink',
    z.object({
      url: z
        .string()
        .describe('Where the person goes. A path alone where the server has no SELFSAME_PUBLIC_URL.'),
      token: z.string().describe('The link itself, for pages of your own: it opens once.'),
      expires_at: time('Until when it opens'),
    }),
  ).describe(
    'What you hand to the person. It is not shown again, but to a repeated request with the same key.',
  ),
}

export const idParam = { verification_id: 'Id of the verification.' }
export const exampleId = '7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11'
export const exampleTime = '2026-11-17T08:00:00.000Z'
const exampleLater = '2026-11-24T08:00:00.000Z'
export const exampleLink = {
  url: 'https://verify.example/verify/ssl_…',
  token: 'ssl_…',
  expires_at: '2026-11-18T08:00:00.000Z',
}
export const exampleSummary: z.output<z.ZodObject<typeof summary>> = {
  id: exampleId,
  state: 'created',
  is_test: false,
  external_person_id: 'anna',
  policy: 'bank-vn',
  policy_version: 1,
  created_at: exampleTime,
  updated_at: exampleTime,
  expires_at: exampleLater,
}
export const exampleWhole: z.output<z.ZodObject<typeof whole>> = {
  ...exampleSummary,
  locale: 'vi',
  metadata: { order: '7' },
  attempts: [],
  four_eyes: false,
}
export const exampleVerdict: z.output<typeof verdict> = {
  decision: 'review',
  decided_by: 'policy',
  at: exampleTime,
  reasons: [
    {
      reason: 'face-doubtful',
      outcome: 'review',
      step: 'match',
      words: reasonWords('face-doubtful'),
      check: atLeast('similarity', 76.4, 80),
    },
  ],
  steps: [{ step: 'document', outcome: 'passed', attempts: 1 }],
  expected: [
    { field: 'name', outcome: 'without-tones', given: 'Nguyen Thi Huong', read: 'NGUYỄN THỊ HƯƠNG' },
  ],
  match: { sim: 76.4, portrait: 'chip', accept: 80, review: 70 },
  person: { name: 'NGUYỄN THỊ HƯƠNG', number: '001190000123' },
}
export const exampleInReview: typeof exampleWhole = {
  ...exampleWhole,
  state: 'review',
  verdict: exampleVerdict,
}

export type WholeAnswer = z.output<z.ZodObject<typeof whole>>
export type VerdictAnswer = z.output<typeof verdict>
