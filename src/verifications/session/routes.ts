// The routes of the person: from a link to a token, the steps ahead, consent, skipping, confirmation, and another device.
import { z } from 'zod'
import type { Visit } from '../../access/visits.ts'
import { stepRefusals } from '../../access/why-refused.ts'
import { codes, Refusal } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { text } from '../../http/schemas.ts'
import { iso, time } from '../../http/times.ts'
import type { Runtime } from '../../runtime.ts'
import { findLogo } from '../../store/records/brands.ts'
import { linkUrl } from '../links.ts'
import { stepNames } from '../policies/policy.ts'
import { states } from '../states.ts'
import { familiesLeft } from './doubt.ts'
import { giveToken, handOver } from './enter.ts'
import { type ShownSession, showSession } from './show.ts'
import type { OpenVisits, OwnStep } from './visits.ts'

const tag = {
  name: 'Session of a person',
  description:
    'What the person calls whose link was opened: with that link once, and then with the token that it gives.',
  area: 'verifications',
} as const

const hours = (of: string) =>
  z.int().nullable().describe(`How long: ${of}. Null where nothing removes it by itself.`)

const stateName = namedSchema('VerificationState', z.enum(states).describe('Where a verification stands.'))
const stepName = namedSchema('StepName', z.enum(stepNames).describe('What a person does.'))
const stepState = namedSchema(
  'StepState',
  z
    .enum(['waiting', 'open', 'passed', 'failed', 'skipped'])
    .describe(
      '`open`: it can be done now; several may be, in any order. `waiting`: those in `waits_for` come first. `failed`: no attempt is left. One with none left may still be `open` where it may be skipped.',
    ),
)

const step = namedSchema(
  'SessionStep',
  z.object({
    step: stepName,
    state: stepState,
    attempts_left: z.int().describe('How many attempts are left; 0 where the step is ended.'),
    may_be_skipped: z.boolean().describe('Whether the person may go on without it.'),
    waits_for: z.array(stepName).describe('Steps that come first.'),
    kinds: z.array(z.string()).optional().describe('Of a document: the kinds that are taken.'),
    both_sides: z
      .boolean()
      .optional()
      .describe('Of a document: whether the back is wanted, of kinds that have one.'),
    tilt: z
      .boolean()
      .optional()
      .describe(
        'Of a document: true where the front is wanted twice, flat and then tilted by about 15 degrees. Add the second picture to the document.',
      ),
    families: z.array(z.string()).optional().describe('Of liveness: the challenges of which one is done.'),
    is_another: z
      .boolean()
      .optional()
      .describe(
        'Of liveness: the task before left doubt, so that another is asked. No attempt was lost. Absent where none did.',
      ),
    min_strength: z.string().optional().describe('Of liveness: the least strength of the verdict.'),
    wanted_strength: z
      .string()
      .optional()
      .describe('Of liveness: the strength to reach where the device can; `high` needs a capture key.'),
    capture: z
      .string()
      .optional()
      .describe('Of liveness: what the frames must prove about the camera, where the policy asks.'),
    copy_proof: z
      .string()
      .optional()
      .describe('Of a chip: whether it must prove that it is no copy, `required` or `preferred`.'),
    required: z.boolean().optional().describe('Of consent: whether the journey ends where it is refused.'),
  }),
)

const brand = namedSchema(
  'SessionBrand',
  z
    .object({
      display_name: z.string().optional().describe('What people know the organisation by.'),
      languages: z.array(z.string()).optional().describe('Languages that the organisation offers.'),
      texts: z
        .record(
          z.string(),
          namedSchema(
            'SessionTexts',
            z
              .object({
                welcome: z.string().optional().describe('For the first screen.'),
                consent: z.string().optional().describe('For the question for consent.'),
              })
              .describe('Texts of the organisation in one language.'),
          ),
        )
        .optional()
        .describe('Texts of the organisation, by language.'),
      help_email: z.string().optional().describe('Where the person asks for help.'),
      help_phone: z.string().optional().describe('A number that the person calls for help.'),
      app_link: z
        .string()
        .optional()
        .describe('What opens the app of the organisation, with a link of this verification behind `#`.'),
      colours: namedSchema(
        'SessionColours',
        z
          .object({
            accent: z.string().describe('Of buttons and links on a light page.'),
            accent_text: z.string().describe('What is written on it.'),
            accent_dark: z.string().describe('Of buttons and links on a dark page.'),
            accent_dark_text: z.string().describe('What is written on that.'),
          })
          .describe('Colours of the organisation, as `#rrggbb`; each can be read.'),
      ).optional(),
      has_logo: z.boolean().describe('Whether `GET /verification-session/logo` has one.'),
    })
    .describe('How the organisation looks.'),
)

const session = namedSchema(
  'VerificationSession',
  z
    .object({
      verification_id: z.string().describe('Id of the verification.'),
      organisation: z.string().describe('Name of the organisation that asks.'),
      state: stateName,
      is_test: z.boolean().describe('Whether a test key made it.'),
      expires_at: time('Until when the steps can be done'),
      locale: z.string().optional().describe('Language that the organisation chose for the person.'),
      return_url: z.string().optional().describe('Where the person goes when nothing more is asked.'),
      steps: z.array(step).describe('What the policy asks for, in the usual order.'),
      brand: brand.optional().describe('How the organisation looks, where it said so.'),
      document: namedSchema(
        'SessionDocument',
        z.object({
          id: z.string().describe('Id of the document, to add the other side to it.'),
          kind: z.string().describe('Kind of the document.'),
          sides: z.array(z.string()).describe('Which sides were seen: `front`, `back`.'),
          tilted: z
            .boolean()
            .optional()
            .describe(
              'Whether two pictures show the front flat and tilted. Absent where the policy does not ask.',
            ),
          read: z
            .record(z.string(), z.string())
            .describe('What was read, by the names of the fields, for the person to confirm.'),
          chip: namedSchema(
            'SessionChip',
            z.object({
              files: z
                .array(z.string())
                .describe('The files to read, by the names of `POST /chip-documents`.'),
              key: namedSchema(
                'SessionChipKey',
                z.object({
                  document_number: z.string().describe('As the zone has it, without its check digit.'),
                  date_of_birth: z.string().describe('`YYMMDD`.'),
                  date_of_expiry: z.string().describe('`YYMMDD`.'),
                }),
              )
                .optional()
                .describe('What opens the chip. Absent where it was not read.'),
            }),
          )
            .optional()
            .describe(
              'What reading the chip takes, while that step is open; absent of a kind without a chip.',
            ),
        }),
      )
        .optional()
        .describe('The document that the person showed, where there is one.'),
      kept_hours: namedSchema(
        'SessionKeptHours',
        z.object({
          pictures: hours('pictures of the document, from when they came'),
          face_pictures: hours('pictures of the face, from the end of the challenge'),
          data: hours('what was read, from when the document was made'),
          result: hours('the verification with its result, from its end'),
        }),
      ).describe('How long each is kept, in hours, to be told to whoever is asked for consent.'),
    })
    .describe('What the person may know of the verification.'),
)

const exampleSession: z.output<typeof session> = {
  verification_id: '7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11',
  organisation: 'acme',
  state: 'started',
  is_test: false,
  expires_at: '2026-11-24T08:00:00.000Z',
  locale: 'vi',
  return_url: 'https://shop.example/done',
  steps: [
    {
      step: 'document',
      state: 'open',
      attempts_left: 3,
      may_be_skipped: false,
      waits_for: [],
      kinds: ['CHIP_ID_V1'],
      both_sides: true,
    },
    {
      step: 'liveness',
      state: 'open',
      attempts_left: 3,
      may_be_skipped: false,
      waits_for: [],
      families: ['profile', 'nose'],
      min_strength: 'standard',
    },
  ],
  kept_hours: { pictures: 720, face_pictures: 24, data: 720, result: 2160 },
}

const exampleExpiry = '2026-11-17T08:30:00.000Z'

export function sessionRoutes({ store, now, config }: Runtime, visits: OpenVisits): Route[] {
  const entrance = { ...store, visits, now }
  const shown = async (visit: Visit) => servedSession(await showSession({ ...store, visits, config }, visit))
  const done = async (visit: Visit | undefined, own: OwnStep) => {
    const person = visitOf(visit)
    await visits.doStep(person, own)
    return { code: codes.success, fields: { session: await shown(person) } }
  }
  const answered = (when: string) => ({ when, code: codes.success, fields: { session: exampleSession } })
  return [
    route({
      name: 'startVerificationSession',
      method: 'POST',
      path: '/verification-session/token',
      tag,
      summary: 'Exchange a link for a token, or a token for a new one.',
      description:
        'Send the link as `Authorization: Bearer ssl_…`: it opens once. Send a token before it expires to have a new one; the old one ends. Where the answer is lost, repeat the request within ten minutes with the same `Idempotency-Key`: the token that was lost ends, and another is answered.',
      body: z.strictObject({}),
      bodyIsOptional: true,
      person: 'link or token',
      takesIdempotencyKey: true,
      fields: {
        token: z.string().describe('The token, for `Authorization: Bearer`. It is shown once.'),
        expires_at: time('Until when it is good'),
        session,
      },
      answers: [codes.success, codes.verificationOver],
      example: {
        body: {},
        answers: [
          {
            when: 'The journey is open.',
            code: codes.success,
            fields: { token: 'sst_…', expires_at: exampleExpiry, session: exampleSession },
          },
        ],
      },
      handle: async ({ visit, idempotencyKey }) => {
        const person = visitOf(visit)
        const { token, expiresAt } = await giveToken(entrance, person, idempotencyKey)
        const fields = { token, expires_at: iso(expiresAt), session: await shown(person) }
        return { code: codes.success, fields }
      },
    }),
    route({
      name: 'verificationSession',
      method: 'GET',
      path: '/verification-session',
      tag,
      summary: 'What is asked of the person, and what is done.',
      description: 'Ask again to see what another device or tab did, and to learn when it was judged.',
      person: 'token',
      fields: { session },
      answers: [codes.success],
      example: { answers: [answered('The person may begin.')] },
      handle: async ({ visit }) => ({
        code: codes.success,
        fields: { session: await shown(visitOf(visit)) },
      }),
    }),
    route({
      name: 'sessionLogo',
      method: 'GET',
      path: '/verification-session/logo',
      tag,
      summary: 'The logo of the organisation that asks.',
      description: 'Where `brand.has_logo` of the session says that there is one.',
      person: 'token',
      fields: {
        content_type: z.string().describe('`image/png`.'),
        content: z.string().describe('The picture, as Base64.'),
      },
      answers: [codes.success, codes.notFound],
      example: {
        answers: [
          {
            when: 'There is a logo.',
            code: codes.success,
            fields: { content_type: 'image/png', content: 'iVBORw0KGgo…' },
          },
        ],
      },
      handle: async ({ visit }) => {
        const logo = await findLogo(store.database, visitOf(visit).organisationId)
        if (!logo) throw new Refusal(codes.notFound)
        const content = Buffer.from(logo).toString('base64')
        return { code: codes.success, fields: { content_type: 'image/png', content } }
      },
    }),
    route({
      name: 'giveConsent',
      method: 'POST',
      path: '/verification-session/consent',
      tag,
      summary: 'Record what the person answered to the question for consent.',
      description: 'Where the policy requires consent, refusing it ends the journey.',
      body: z.strictObject({
        accepted: z.boolean().describe('Whether the person consents.'),
        text_version: text(1, 128).describe('Which text the person was shown, by a name of yours.'),
        locale: text(2, 35).optional().describe('The language of that text.'),
      }),
      person: 'token',
      stores: true,
      fields: { session },
      answers: [codes.success, ...stepRefusals],
      example: {
        body: { accepted: true, text_version: '2026-11', locale: 'vi' },
        answers: [answered('Consent is recorded.')],
      },
      handle: ({ visit, body, requestId }) =>
        done(visit, {
          step: 'consent',
          outcome: body.accepted ? 'passed' : 'failed',
          operation: 'giveConsent',
          requestId,
          findings: { ...body },
        }),
    }),
    route({
      name: 'skipStep',
      method: 'POST',
      path: '/verification-session/skip',
      tag,
      summary: 'Go on without a step that may be skipped.',
      body: z.strictObject({
        step: z.literal('chip').describe('The step: a chip that the policy prefers and does not require.'),
        reason: text(1, 256).optional().describe('Why, such as `no-nfc`; whoever reviews can read it.'),
      }),
      person: 'token',
      stores: true,
      fields: { session },
      answers: [codes.success, ...stepRefusals],
      example: { body: { step: 'chip', reason: 'no-nfc' }, answers: [answered('The chip is skipped.')] },
      handle: ({ visit, body, requestId }) =>
        done(visit, {
          step: body.step,
          outcome: 'skipped',
          operation: 'skipStep',
          requestId,
          findings: body.reason ? { reason: body.reason } : {},
        }),
    }),
    route({
      name: 'confirmData',
      method: 'POST',
      path: '/verification-session/confirmation',
      tag,
      summary: 'Record whether the person calls right what was read.',
      description: 'Nothing that was read is changed by it.',
      body: z.strictObject({
        correct: z.boolean().describe('Whether all of it is right.'),
        wrong_fields: z
          .array(text(1, 64))
          .max(40)
          .optional()
          .describe('Names of the fields that the person calls wrong.'),
      }),
      person: 'token',
      stores: true,
      fields: { session },
      answers: [codes.success, ...stepRefusals],
      example: {
        body: { correct: false, wrong_fields: ['address'] },
        answers: [answered('The answer is recorded.')],
      },
      handle: ({ visit, body, requestId }) =>
        done(visit, {
          step: 'confirmation',
          outcome: body.correct ? 'passed' : 'failed',
          operation: 'confirmData',
          requestId,
          findings: { correct: body.correct, wrongFields: body.wrong_fields ?? [] },
        }),
    }),
    route({
      name: 'handOverSession',
      method: 'POST',
      path: '/verification-session/link',
      tag,
      summary: 'Make a link by which another device of the person goes on.',
      description:
        'It opens once, within ten minutes; a newer one ends it. The token that asked for it stays good, so that either device may go on.',
      body: z.strictObject({}),
      bodyIsOptional: true,
      person: 'token',
      fields: {
        url: z
          .string()
          .describe('Where the other device goes; a path where the server does not know its address.'),
        token: z.string().describe('The link itself, as `POST /verification-session/token` takes it.'),
        expires_at: time('Until when it opens'),
      },
      answers: [codes.success, codes.verificationOver],
      example: {
        body: {},
        answers: [
          {
            when: 'Another device may take over.',
            code: codes.success,
            fields: {
              url: 'https://verify.example/verify/ssl_…',
              token: 'ssl_…',
              expires_at: exampleExpiry,
            },
          },
        ],
      },
      handle: async ({ visit }) => {
        const { token, expiresAt } = await handOver(entrance, visitOf(visit))
        const fields = { url: linkUrl(config, token), token, expires_at: iso(expiresAt) }
        return { code: codes.success, fields }
      },
    }),
  ]
}

/** The guard lets in only people with a link or token. */
function visitOf(visit: Visit | undefined): Visit {
  if (!visit) throw new Refusal(codes.forbidden)
  return visit
}

function servedSession(shown: ShownSession): z.output<typeof session> {
  const { verificationId, organisation, state, isTest, expiresAt, locale, returnUrl, steps, document } = shown
  return {
    verification_id: verificationId,
    organisation,
    state,
    is_test: isTest,
    expires_at: iso(expiresAt),
    ...(locale !== undefined && { locale }),
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    steps: steps.map(({ step, state, attemptsLeft, mayBeSkipped, waitsFor }) => ({
      step,
      state,
      attempts_left: attemptsLeft,
      may_be_skipped: mayBeSkipped,
      waits_for: [...waitsFor],
      ...askedOf(shown, step),
    })),
    ...(document && { document: servedDocument(document) }),
    kept_hours: { ...shown.keptHours },
    ...(shown.brand && { brand: servedBrand(shown.brand) }),
  }
}

function servedDocument({ sides, chip, ...rest }: NonNullable<ShownSession['document']>) {
  return { ...rest, sides: [...sides], ...(chip && { chip: { ...chip, files: [...chip.files] } }) }
}

function servedBrand({ settings, hasLogo }: NonNullable<ShownSession['brand']>): z.output<typeof brand> {
  const { brand: set, colours } = JSON.parse(settings) as {
    readonly brand: z.output<typeof brand> & { readonly accent?: string }
    readonly colours?: z.output<typeof brand>['colours']
  }
  const { accent: _, ...shown } = set
  return { ...shown, ...(colours && { colours }), has_logo: hasLogo }
}

/** What the policy asks of a step, as far as a page must know it. */
function askedOf({ policy: { steps }, doubts, isTest }: ShownSession, step: (typeof stepNames)[number]) {
  const { document, liveness, chip, consent } = steps
  if (step === 'document' && document) {
    const { kinds, both_sides, tilt } = document
    return { kinds: [...kinds], both_sides, ...(tilt && { tilt }) }
  }
  if (step === 'liveness' && liveness)
    return {
      families: [...familiesLeft(liveness, isTest ? [] : doubts)],
      ...(doubts.length > 0 && { is_another: true }),
      min_strength: liveness.min_strength,
      ...(liveness.wanted_strength && { wanted_strength: liveness.wanted_strength }),
      ...(liveness.capture && { capture: liveness.capture }),
    }
  if (step === 'chip' && chip) return { copy_proof: chip.copy_proof }
  return step === 'consent' && consent ? { required: consent.required } : {}
}
