// The routes of policies: an organisation makes them, changes them by new versions, looks at them, and archives them.
import { z } from 'zod'
import { codes, refuse } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { iso, time } from '../../http/times.ts'
import {
  archivePolicy,
  changePolicy,
  checkDraft,
  findPolicy,
  findVersion,
  listPolicies,
  makePolicy,
  type PolicyStore,
} from './policies.ts'
import { presets } from './policy.ts'
import {
  answered,
  answeredDefinition,
  asked,
  type Example,
  exampleDay,
  exampleOf,
  filledIn,
  idParam,
  made,
  policyId,
  shown,
  shownFields,
  tag,
  versionNumber,
  versions,
} from './route-fields.ts'
import { type Trying, tryPolicy } from './trial.ts'

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
            ...made,
            is_preset: false,
            created_at: exampleDay,
            archived_at: null,
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
              added: names('Reasons that the draft would have, and the verdict does not have.'),
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
            tried: 100,
            unchanged: 99,
            gone: 0,
            untried: [],
            changes: [
              {
                verification_id: '7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11',
                state: 'approved',
                from: 'approved',
                to: 'declined',
                added: ['too-young'],
                dropped: [],
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
          tried,
          gone,
          unchanged: tried - changes.length,
          untried: [...untried],
          changes: changes.map(({ id, from, to, state, added, dropped }) => ({
            verification_id: id,
            from,
            to,
            state,
            added: [...added],
            dropped: [...dropped],
          })),
        },
      }
    },
  })
