// Writes markup into every field that people, keys, members and reviewers can write, as far as the server takes it, so that pages can be looked at.
import { chipNamed, pictureNamed } from '../../src/verifications/sandbox/run-persona.ts'
import { type Answer, callerOf } from '../kit/caller.ts'
import type { Victim } from './attack.ts'

/** An element of this name is one that a page took from text. Sixty characters at most, so that it fits in every field. */
export const markup = (field: string): string => `"><x-fell id=${field}><img src=x onerror=fell()>`

/** Fields that a page shows: a run in which one of them is on no page has tried too little. The others are kept, and only answered to programs. */
export const shown: readonly string[] = [
  ...[
    'brand',
    'welcome',
    'consent',
    'person',
    'expected',
    'address',
    'note',
    'author',
    'decision',
    'reviewer',
    'claim',
  ],
  ...['key', 'member', 'passkey', 'agent', 'collection', 'face', 'path', 'query'],
]

/** A person who calls what was read wrong is a case for a reviewer, without any picture. */
export const policy = {
  id: 'hostile',
  definition: {
    steps: {
      consent: { required: true },
      chip: { mode: 'preferred' },
      confirmation: { required: true },
    },
    review: { four_eyes: true },
  },
}

export const okay = (answer: Answer, what: string): Answer => {
  if (answer.status !== 200) throw new Error(`${what} was answered ${answer.status} ${answer.body.message}`)
  return answer
}

export interface Written {
  /** In review, with a proposal. */
  readonly verificationId: string
  /** Its link; nobody opened it. */
  readonly link: string
  /** By which an admin joins. */
  readonly invitation: string
}

export async function writeEverywhere({ url, attacker }: Victim): Promise<Written> {
  const { call } = callerOf(url, attacker)
  const ask = async (...[operation, asked]: Parameters<typeof call>) =>
    okay(await call(operation, asked), operation).body

  await ask('createPolicy', { body: policy })
  const texts = { en: { welcome: markup('welcome'), consent: markup('consent') } }
  await ask('changeBrand', { body: { display_name: markup('brand'), texts } })
  const created = async () => {
    const body = {
      ...{ policy: policy.id, external_person_id: markup('person'), consent_reference: markup('reference') },
      metadata: { [markup('metadata-name')]: markup('metadata') },
      expected: { name: markup('expected'), address: markup('address') },
      return_url: `https://shop.example/${markup('return')}?${markup('query')}#${markup('hash')}`,
    }
    return (await ask('createVerification', { body })) as { id: string; link: { token: string } }
  }
  const [open, walked] = [await created(), await created()]
  const { token } = await ask('startVerificationSession', { as: { apiKey: walked.link.token } })
  const person = { apiKey: String(token) }
  await ask('giveConsent', {
    as: person,
    body: { accepted: true, text_version: markup('version'), locale: '<x-fell id=locale>' },
  })
  await ask('skipStep', { as: person, body: { step: 'chip', reason: markup('reason') } })
  await ask('confirmData', { as: person, body: { correct: false, wrong_fields: [markup('wrong-field')] } })
  const state = async () => (await ask('verification', { id: walked.id })).state
  while ((await state()) !== 'review') await new Promise((resolve) => setTimeout(resolve, 250))
  const { id } = walked
  await ask('addVerificationNote', { id, body: { text: markup('note'), author: markup('author') } })
  const decision = { decision: 'approved', note: markup('decision'), reviewer: markup('reviewer') }
  await ask('decideVerification', { id, body: decision })
  await ask('claimVerification', { id, body: { reviewer: markup('claim') } })

  const people = { id: markup('collection') }
  await ask('signCollectionId', { body: { ...people, external_person_id: markup('owner') } })
  const [photo, front] = [await pictureNamed('holder-keep-face-ahead'), await pictureNamed('holder-front')]
  const named = (field: string) => ({
    external_person_id: markup(field),
    consent_reference: markup(`${field}-reference`),
  })
  await ask('registerFace', { ...people, body: { ...named('face'), reference_photo: photo } })
  await ask('createDocument', {
    body: { ...named('document'), attachment: { content: front, name: markup('file') } },
  })
  const chip = await ask('createChipDocument', {
    body: { ...(await chipNamed('chip-holder')), ...named('chip') },
  })
  await ask('confirmChip', {
    id: String(chip.id),
    body: {
      ...{ result: 'confirmed', answered_at: new Date().toISOString() },
      ...{ authority: markup('authority'), reference: markup('answer'), details: markup('details') },
    },
  })

  const screening = { duplicates: { collection_id: people.id, threshold: 80, register: false } }
  const searching = { steps: { liveness: { families: ['profile'] } }, screening }
  await ask('createPolicy', { body: { id: 'searching', definition: searching } })
  await ask('createApiKey', { body: { name: markup('key'), scopes: ['read'] } })
  // An address that no verification of this run is told to.
  await ask('createWebhookEndpoint', {
    body: {
      ...{
        url: `https://93.184.215.14/${markup('path')}?${markup('query')}`,
        description: markup('webhook'),
      },
      events: ['verification.cancelled'],
    },
  })
  const admin = { email: 'lan@attacker.example', name: markup('member'), role: 'admin' }
  const { invitation } = await ask('inviteMember', { body: admin })
  return { verificationId: id, link: open.link.token, invitation: (invitation as { token: string }).token }
}
