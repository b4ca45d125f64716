// Plays verifications: a person walks from the link to a verdict, a reviewer looks at everything and decides, others are cancelled.
import type { OperationName } from '../../../client/src/operations.ts'
import { personas } from '../../../src/verifications/sandbox/personas.ts'
import { FRAME_SIZE, MS_PER_TASK, pictureNamed } from '../../../src/verifications/sandbox/run-persona.ts'
import type { Asked } from '../caller.ts'
import { type Act, askAll, leave, must, personId, type Session, until } from '../session.ts'

type Way = NonNullable<Asked['as']>
type Rows = readonly (readonly [OperationName, Asked?])[]

const idOf = (body: object, of: string): string =>
  (body as Record<string, { readonly id: string }>)[of]?.id ?? ''

/** A key of the sandbox: the same drawn people come again and again. It is revoked afterwards, and forgotten soon. */
async function withTestKey(session: Session, play: (as: Way) => Promise<void>): Promise<void> {
  const { body } = await must(session, 'createApiKey', {
    body: { name: 'soak', scopes: ['all'], is_test: true },
  })
  await play({ apiKey: String(body.key) })
  await session.caller.ask('revokeApiKey', { id: idOf(body, 'api_key') })
}

const walk = {
  steps: {
    consent: { required: true },
    document: { kinds: ['cccd-chip', 'can-cuoc'], both_sides: false },
    chip: { mode: 'preferred' },
    liveness: { families: ['profile'] },
    confirmation: { required: true },
  },
}
const definitions = {
  walk,
  changed: walk,
  told: { steps: { liveness: { families: ['distance', 'nose'] } } },
}
type PolicyName = keyof typeof definitions

/** A policy is made once and stays: nobody can remove it. */
async function policyNamed(session: Session, id: PolicyName): Promise<string> {
  if (!session.made.has(id))
    await must(session, 'createPolicy', { body: { id, definition: definitions[id] } })
  session.made.add(id)
  return id
}

interface Begun {
  readonly id: string
  readonly link: string
  readonly person: string
}

async function begun(
  session: Session,
  more: object = {},
  as?: Way,
  named: PolicyName = 'walk',
): Promise<Begun> {
  const person = personId(session)
  const policy = await policyNamed(session, named)
  const { body } = await must(session, 'createVerification', {
    ...(as && { as }),
    body: { policy, external_person_id: person, ...more },
    fits: ({ body }) => body.state === 'created',
  })
  return { id: String(body.id), person, link: (body.link as { readonly token: string }).token }
}

/** The person's device: a token by the link, which opens once. */
async function entered(session: Session, link: string): Promise<Way> {
  const { body } = await must(session, 'startVerificationSession', { as: { apiKey: link } })
  await session.caller.ask('startVerificationSession', { as: { apiKey: link }, status: 401, code: 460 })
  return { apiKey: String(body.token) }
}

/** The steps are those that a persona walks, and the address is called wrong, so that a reviewer is asked. */
async function walked(session: Session, as: Way): Promise<void> {
  const content = await pictureNamed('holder-front')
  await must(session, 'giveConsent', { as, body: { accepted: true, text_version: 'soak' } })
  await must(session, 'createDocument', { as, body: { attachment: { content, name: 'front.jpg' } } })
  await must(session, 'skipStep', { as, body: { step: 'chip', reason: 'no-nfc' } })
  const { body } = await must(session, 'startProfileChallenge', {
    as,
    body: { ...FRAME_SIZE, external_person_id: 'persona', mirrored: false, static: true },
  })
  const now = Date.now()
  const id = String(body.id)
  let told = body.told as { readonly task: string } | undefined
  for (let i = 0; told; i++) {
    const { task } = told
    await must(session, 'addProfileFrame', {
      as,
      id,
      body: { task, photo: await pictureNamed(`holder-${task}`), timestamp: now + i * MS_PER_TASK },
    })
    const next = await must(session, 'nextProfileTask', { as, id, body: { done: task } })
    told = next.body.told as { readonly task: string } | undefined
  }
  await must(session, 'verifyProfileChallenge', { as, id, body: {} })
  await must(session, 'confirmData', { as, body: { correct: false, wrong_fields: ['address'] } })
}

const reviewer = { reviewer: 'binh' }
/** Everything that a reviewer asks before deciding. A file has no result code. */
const looks: Rows = [
  ['verificationEvents', { body: { limit: '50' } }],
  ['verificationReceipt'],
  ['verificationPictures', { fits: ({ body }) => (body.pictures as unknown[]).length > 1 }],
  ['verificationFields', { fits: ({ body }) => (body.fields as unknown[]).length > 3 }],
  ['verificationDuplicates'],
  ['addVerificationNote', { body: { text: 'Called.', author: 'binh' } }],
  ['verificationNotes', { fits: ({ body }) => (body.notes as unknown[]).length === 1 }],
  ['claimVerification', { body: reviewer, fits: ({ body }) => body.is_yours === true }],
  ['releaseVerification', { body: reviewer }],
  ['verificationLooks', { fits: ({ body }) => (body.looks as unknown[]).length > 0 }],
  ['verificationReport', { body: { locale: 'en', pictures: 'true' }, code: 0 }],
]
const overviews: Rows = [
  ['listVerifications', { body: { state: 'review' } }],
  ['verificationStatistics', { body: {} }],
  ['exportVerifications', { body: { state: 'review' }, code: 0 }],
]

export const reviewed: Act = (session) =>
  withTestKey(session, async (as) => {
    const { id, person } = await begun(session, {}, as)
    const { body } = await must(session, 'createVerificationLink', { as, id })
    const token = await entered(session, (body.link as { readonly token: string }).token)
    await walked(session, token)
    await until(session, ({ body }) => body.state === 'review', 'verification', { as, id })
    await askAll(session, looks, { as, id })
    await session.caller.ask('verificationPicture', { as, id: [id, 'portrait'], code: 0 })
    await askAll(session, overviews, { as })
    await session.caller.ask('decideVerification', {
      as,
      id,
      body: { decision: 'approved', note: 'Same person.', ...reviewer },
      fits: ({ body }) => body.state === 'approved',
    })
    await session.caller.ask('redactVerification', { as, id, fits: ({ body }) => body.redacted_at !== null })
    await leave(session, person)
  })

/** The server itself walks; refusing consent costs no look at a picture. */
export const byPersona: Act = (session) =>
  withTestKey(session, async (as) => {
    const named = Object.keys(personas)
    await session.caller.ask('listPersonas', {
      as,
      fits: ({ body }) => (body.personas as unknown[]).length === named.length,
    })
    const { id, person } = await begun(session, { persona: 'consent-refused' }, as)
    await until(session, ({ body }) => body.state === 'declined', 'verification', { as, id })
    await leave(session, person)
  })

const told = {
  Distance: { start: 'startDistanceChallenge', frame: 'addDistanceFrame', next: 'nextDistanceTask' },
  Nose: { start: 'startNoseChallenge', frame: 'addNoseFrame', next: 'nextNoseTask' },
} as const satisfies Record<string, Record<string, OperationName>>

/** Tasks of a person come one by one: a wall is shown for the first, and the next is asked for. */
export const toldTasks: Act = async (session) => {
  const { id, link, person } = await begun(session, {}, undefined, 'told')
  const as = await entered(session, link)
  for (const [family, calls] of Object.entries(told)) {
    const { body } = await must(session, calls.start, {
      as,
      body: { ...FRAME_SIZE, external_person_id: person },
    })
    const challenge = String(body.id)
    const { task, frames } = body.told as { readonly task: string; readonly frames: number }
    for (const wall of session.material.walls.slice(0, frames)) {
      const photo = Buffer.from(wall).toString('base64')
      const frame = family === 'Nose' ? { content: photo } : { task, timestamp: Date.now(), photo }
      await must(session, calls.frame, {
        as,
        id: challenge,
        body: frame,
        status: family === 'Nose' ? 201 : 200,
      })
    }
    await must(session, calls.next, { as, id: challenge, body: { done: task } })
  }
  await session.caller.ask('cancelVerification', { id })
  await leave(session, person)
}

const brand = { display_name: 'Soak', accent: '#0b5cad', help_email: 'help@soak.example' }

/** The person opens the link under the brand, hands over to another device, and the organisation calls it off. */
export const calledOff: Act = async (session) => {
  const { caller, material } = session
  const logo = Buffer.from(material.walls[0] ?? []).toString('base64')
  await must(session, 'changeBrand', { body: { ...brand, logo } })
  await askAll(session, [
    ['brand', { fits: ({ body }) => (body.brand as { has_logo?: boolean }).has_logo === true }],
    ['brandLogo'],
  ])
  const { id, link, person } = await begun(session)
  const as = await entered(session, link)
  const branded = ({ body }: { readonly body: object }) => JSON.stringify(body).includes(brand.display_name)
  await askAll(session, [['verificationSession', { fits: branded }], ['sessionLogo']], { as })
  const { body } = await must(session, 'handOverSession', { as })
  await entered(session, String(body.token))
  await caller.ask('redactVerification', { id, code: 409 })
  await caller.ask('cancelVerification', { id, fits: ({ body }) => body.state === 'cancelled' })
  await caller.ask('verificationSession', { as, status: 401, code: 470 })
  await caller.ask('redactVerification', { id })
  await caller.ask('changeBrand', { body: { logo: null } })
  await leave(session, person)
}

/** Deliveries of the two events go to the receiver, which checks the signature with the secret that was told it. */
export const webhooks: Act = async (session) => {
  const { caller, receiver } = session
  if (!receiver) throw new Error('there is no receiver')
  const made = await must(session, 'createWebhookEndpoint', { body: { url: receiver.url, events: ['*'] } })
  receiver.expect(String(made.body.secret))
  const id = idOf(made.body, 'endpoint')
  await askAll(
    session,
    [
      ['webhookEndpoint'],
      ['changeWebhookEndpoint', { body: { description: 'soak' } }],
      ['testWebhookEndpoint', { fits: ({ body }) => body.delivered === true }],
    ],
    { id },
  )
  await caller.ask('webhookEndpoints', { fits: ({ body }) => (body.endpoints as unknown[]).length === 1 })
  const rotated = await must(session, 'rotateWebhookSecret', { id, body: { grace_hours: 0 } })
  receiver.expect(String(rotated.body.secret))
  const one = await begun(session)
  await caller.ask('cancelVerification', { id: one.id })
  const { body } = await until(
    session,
    ({ body }) => (body.deliveries as unknown[]).length > 0,
    'webhookDeliveries',
    { body: { verification_id: one.id, state: 'delivered' } },
  )
  const delivery = (body.deliveries as readonly { readonly id: string }[])[0]?.id ?? ''
  const isDelivered = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
    (body.delivery as { readonly state?: string }).state === 'delivered'
  await caller.ask('replayWebhookDelivery', { id: delivery })
  await until(session, isDelivered, 'webhookDelivery', { id: delivery })
  await caller.ask('removeWebhookEndpoint', { id })
  await caller.ask('webhookEndpoint', { id, code: 404 })
  await caller.ask('redactVerification', { id: one.id })
  await leave(session, one.person)
}

export const policies: Act = async (session) => {
  const id = await policyNamed(session, 'changed')
  const { body } = await must(session, 'changePolicy', { id, body: { definition: walk } })
  await askAll(
    session,
    [
      ['policy', { fits: (answer) => answer.body.version === body.version }],
      ['tryPolicy', { body: { definition: walk, last: 10, is_test: true } }],
      ['archivePolicy'],
    ],
    { id },
  )
  await session.caller.ask('policyVersion', { id: [id, String(body.version)] })
  await session.caller.ask('listPolicies')
}
