// The routes of policies: an organisation makes them, changes them by new versions, looks at them, and archives them.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { collectionId, text } from '../../http/schemas.ts'
import {
  archivePolicy,
  changePolicy,
  checkDraft,
  findPolicy,
  findVersion,
  listPolicies,
  makePolicy,
  type PolicyStore,
  type ShownPolicy,
} from './policies.ts'
import {
  defaults,
  expectedFields,
  families,
  type KnownKind,
  type Policy,
  policyIdPattern,
  presetPolicy,
  presets,
  ranges,
  reasonOutcomes,
  strengths,
} from './policy.ts'
import { type Trying, tryPolicy } from './trial.ts'

const tag = {
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
  collection_id: collectionId.describe('The face collection that is searched.'),
  threshold: percent(ranges.threshold, 'Least similarity of a find, in percent.').default(defaults.threshold),
}

/** Requests and answers have one shape, but what has a default may be left out of a request: so each has its names. */
function policySchema(suffix: 'Definition' | '') {
  const named = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    namedSchema(`Policy${name}${suffix}`, schema)
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

const asked = policySchema('Definition').describe('What is asked and how it is judged.')

/** What goes without saying is filled in, so that a version says all it means for ever. */
function filledIn({ steps: given, match, screening, ...rest }: z.output<typeof asked>): Policy {
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

const policyId = z
  .string()
  .regex(policyIdPattern, 'must be 1 to 64 small letters, digits and dashes, and begin with no dash')
  .describe('Name of the policy; you choose it.')

const written = (about: string) => `${about}, as ISO 8601 in UTC.`
const time = (about: string) => z.string().describe(written(about))
const timeOrNull = (about: string) => z.string().nullable().describe(written(about))

const shownFields = {
  id: z.string().describe('Name of the policy.'),
  version: z
    .int()
    .nullable()
    .describe('The newest version. Null for a preset that you have not used yet: a use makes version 1.'),
  is_preset: z.boolean().describe('Whether it comes with the program. You cannot change a preset.'),
  created_at: timeOrNull('When the policy was made; null for a preset that was not used yet'),
  archived_at: timeOrNull('When it was archived; null where it was not'),
}

const answeredDefinition = policySchema('').describe(
  'The policy with everything filled in that was left out.',
)
const versionNumber = z.int().describe('Number of the version, from 1.')
const versions = z
  .array(
    namedSchema(
      'PolicyVersion',
      z.object({ version: versionNumber, created_at: time('When the version was made') }),
    ),
  )
  .describe('Every version, the newest first. Verifications keep the one they were started with.')

const idParam = { policy_id: 'Name of the policy, or of a preset.' }

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

const shown = ({ id, version, isPreset, createdAt, archivedAt }: ShownPolicy) => ({
  ...{ id, version, is_preset: isPreset },
  created_at: isoOrNull(createdAt),
  archived_at: isoOrNull(archivedAt),
})

type Answered = z.output<typeof asked>
/** It was checked when it was stored. */
const answered = (policy: Policy): Answered => policy as unknown as Answered

export const policyRoutes = (store: PolicyStore, trying: Trying): Route[] => {
  const example = exampleOf(store.installation.kinds())
  return [
    making(store, example),
    changing(store, example),
    listing(store),
    showing(store, example),
    showingVersion(store, example),
    archiving(store),
    trialling(store, trying, example),
  ]
}

/** A policy for the description of the API. */
function exampleOf(kinds: readonly KnownKind[]): { asked: z.input<typeof asked>; answered: Answered } {
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
type Example = ReturnType<typeof exampleOf>

const made = { id: 'shop', version: 1 }
const exampleDay = '2026-11-17T08:00:00.000Z'

const making = (store: PolicyStore, example: Example) =>
  route({
    name: 'createPolicy',
    method: 'POST',
    path: '/policies',
    tag,
    summary: 'Make a policy.',
    description:
      'What this server cannot do is refused with the reason: a chip that is required while the trust store is empty, a collection that is not there, a strength that no challenge reaches. Fields that are not known are refused, too. A name that is taken is 409.',
    body: z.strictObject({ id: policyId, definition: asked }),
    refusesUnknownFields: true,
    fields: {
      id: z.string().describe('The `id` of the request.'),
      version: versionNumber,
      definition: answeredDefinition,
    },
    answers: [codes.success, codes.conflict],
    example: {
      body: { id: made.id, definition: example.asked },
      answers: [
        {
          when: 'The policy is there.',
          code: codes.success,
          fields: { ...made, definition: example.answered },
        },
      ],
    },
    handle: async ({ body, organisationId }) => {
      const asker = { organisationId, isTest: false }
      const { id, version, policy } = await makePolicy(store, asker, body.id, filledIn(body.definition))
      return { code: codes.success, fields: { id, version, definition: answered(policy) } }
    },
  })

const changing = (store: PolicyStore, example: Example) =>
  route({
    name: 'changePolicy',
    method: 'PUT',
    path: '/policies/{policy_id}',
    tag,
    summary: 'Make a new version of a policy.',
    description:
      'Verifications that were created before keep the version they were started with. A policy that was archived can be used again.',
    params: idParam,
    body: z.strictObject({ definition: asked }),
    refusesUnknownFields: true,
    fields: {
      id: z.string().describe('Name of the policy.'),
      version: versionNumber,
      definition: answeredDefinition,
    },
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: { policy_id: made.id },
      body: { definition: example.asked },
      answers: [
        {
          when: 'The policy has a new version.',
          code: codes.success,
          fields: { ...made, version: 2, definition: example.answered },
        },
      ],
    },
    handle: async ({ body, params, organisationId }) => {
      const asker = { organisationId, isTest: false }
      const { definition } = body
      const { id, version, policy } = await changePolicy(store, asker, params.policy_id, filledIn(definition))
      return { code: codes.success, fields: { id, version, definition: answered(policy) } }
    },
  })

const listing = (store: PolicyStore) =>
  route({
    name: 'listPolicies',
    method: 'GET',
    path: '/policies',
    tag,
    summary: 'List your policies, and the presets.',
    description: `Presets come with the program: ${Object.entries(presets)
      .map(([name, { about }]) => `\`${name}\` (${about.slice(0, -1)})`)
      .join('; ')}.`,
    fields: {
      policies: z
        .array(namedSchema('ListedPolicy', z.object(shownFields)))
        .describe('Every policy, by name.'),
    },
    answers: [codes.success],
    example: {
      answers: [
        {
          when: 'One policy and a preset, of several.',
          code: codes.success,
          fields: {
            policies: [
              { ...made, is_preset: false, created_at: exampleDay, archived_at: null },
              { id: 'simple', version: null, is_preset: true, created_at: null, archived_at: null },
            ],
          },
        },
      ],
    },
    handle: async ({ organisationId }) => ({
      code: codes.success,
      fields: { policies: (await listPolicies(store, organisationId)).map(shown) },
    }),
  })

const showing = (store: PolicyStore, example: Example) =>
  route({
    name: 'policy',
    method: 'GET',
    path: '/policies/{policy_id}',
    tag,
    summary: 'Show a policy and its versions.',
    description: 'Of a preset it shows what the next use takes.',
    params: idParam,
    fields: { ...shownFields, definition: answeredDefinition, versions },
    answers: [codes.success, codes.notFound],
    example: {
      params: { policy_id: made.id },
      answers: [
        {
          when: 'The policy is there.',
          code: codes.success,
          fields: {
            ...{ ...made, is_preset: false, created_at: exampleDay, archived_at: null },
            definition: example.answered,
            versions: [{ version: 1, created_at: exampleDay }],
          },
        },
      ],
    },
    handle: async ({ params, organisationId }) => {
      const found = await findPolicy(store, organisationId, params.policy_id)
      return {
        code: codes.success,
        fields: {
          ...shown(found),
          definition: answered(found.policy),
          versions: found.versions.map(({ version, createdAt }) => ({ version, created_at: iso(createdAt) })),
        },
      }
    },
  })

const showingVersion = (store: PolicyStore, example: Example) =>
  route({
    name: 'policyVersion',
    method: 'GET',
    path: '/policies/{policy_id}/versions/{version}',
    tag,
    summary: 'Show one version of a policy.',
    params: { ...idParam, version: 'Number of the version, from 1.' },
    fields: {
      id: z.string().describe('Name of the policy.'),
      version: versionNumber,
      created_at: time('When the version was made'),
      definition: answeredDefinition,
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { policy_id: made.id, version: '1' },
      answers: [
        {
          when: 'The version is there.',
          code: codes.success,
          fields: { ...made, created_at: exampleDay, definition: example.answered },
        },
      ],
    },
    handle: async ({ params, organisationId }) => {
      const version = numberIn(params.version)
      const found = await findVersion(store, organisationId, params.policy_id, version)
      const { id, createdAt, policy } = found
      return {
        code: codes.success,
        fields: { id, version, created_at: iso(createdAt), definition: answered(policy) },
      }
    },
  })

function numberIn(given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw refuse(codes.badRequest, 'version', 'must be a whole number from 1')
  return Number(given)
}

const archiving = (store: PolicyStore) =>
  route({
    name: 'archivePolicy',
    method: 'POST',
    path: '/policies/{policy_id}/archive',
    tag,
    summary: 'Archive a policy, so that no new verification uses it.',
    description: 'Verifications that were created before go on. A new version brings it back.',
    params: idParam,
    body: z.strictObject({}),
    bodyIsOptional: true,
    fields: { id: z.string().describe('Name of the policy.') },
    answers: [codes.success, codes.notFound],
    example: {
      params: { policy_id: made.id },
      body: {},
      answers: [{ when: 'It is archived.', code: codes.success, fields: { id: made.id } }],
    },
    handle: async ({ params, organisationId }) => {
      await archivePolicy(store, { organisationId, isTest: false }, params.policy_id)
      return { code: codes.success, fields: { id: params.policy_id } }
    },
  })

const MOST_TRIED = 500
const decision = namedSchema(
  'Decision',
  z.enum(['approved', 'declined', 'review']).describe('What was decided.'),
)
const names = (about: string) => z.array(z.string()).describe(about)

const trialling = (store: PolicyStore, trying: Trying, example: Example) =>
  route({
    name: 'tryPolicy',
    method: 'POST',
    path: '/policies/{policy_id}/trial',
    tag,
    summary: 'Try a draft on past cases of a policy: which verdicts would be others.',
    description:
      'The newest cases that the policy judged, of any version, are judged again from what is kept; nothing is changed, and no face is compared or searched for anew. A step that people were not asked is left out for them and named in `untried`.',
    params: idParam,
    body: z.strictObject({
      definition: asked,
      last: z.int().min(1).max(MOST_TRIED).default(100).describe('How many cases, the newest.'),
      is_test: z.boolean().default(false).describe('Whether to try it on cases of test keys.'),
    }),
    refusesUnknownFields: true,
    fields: {
      tried: z.int().describe('How many were judged again.'),
      unchanged: z.int().describe('How many would have the same verdict.'),
      gone: z.int().describe('Of how many too little is kept.'),
      untried: names('What the draft asks and some of these people were not asked: steps, or `screening`.'),
      changes: z
        .array(
          namedSchema(
            'TrialChange',
            z.object({
              verification_id: z.string().describe('Id of the verification.'),
              from: decision.describe('What the policy decided.'),
              to: decision.describe('What the draft would decide.'),
              state: z.string().describe('Where it stands now; a reviewer may have decided since.'),
              added: names('Reasons that the draft would have, and the verdict has not.'),
              dropped: names('Reasons that the verdict has, and the draft would not have.'),
            }),
          ),
        )
        .describe('The cases whose verdict would be another, the newest first.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { policy_id: made.id },
      body: { definition: example.asked, last: 100 },
      answers: [
        {
          when: 'One of a hundred would be declined.',
          code: codes.success,
          fields: {
            ...{ tried: 100, unchanged: 99, gone: 0, untried: [] },
            changes: [
              {
                ...{ verification_id: '7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11', state: 'approved' },
                ...{ from: 'approved', to: 'declined', added: ['too-young'], dropped: [] },
              },
            ],
          },
        },
      ],
    },
    handle: async ({ params, body, organisationId }) => {
      const draft = filledIn(body.definition)
      await checkDraft(store, { organisationId, isTest: false }, params.policy_id, draft)
      const wanted = { organisationId, isTest: body.is_test, policyId: params.policy_id }
      const { tried, changes, gone, untried } = await tryPolicy(trying, wanted, draft, body.last)
      return {
        code: codes.success,
        fields: {
          ...{ tried, gone, unchanged: tried - changes.length, untried: [...untried] },
          changes: changes.map(({ id, from, to, state, added, dropped }) => ({
            ...{ verification_id: id, from, to, state },
            ...{ added: [...added], dropped: [...dropped] },
          })),
        },
      }
    },
  })
