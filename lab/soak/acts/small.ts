// Plays small requests: those of monitoring, and those that are refused.
import type { OperationName } from '../../../client/src/operations.ts'
import type { Asked } from '../caller.ts'
import { type Act, erase, personId, type Session } from '../session.ts'

/** The answers of these have no result code: Prometheus' text and the set of keys. */
const withoutCode: readonly OperationName[] = ['metrics', 'receiptKeys']

export const watching: Act = async ({ caller, dice }) => {
  const operation: OperationName = dice.pick([
    'healthz',
    'readyz',
    'organisation',
    'organisation',
    'receiptKeys',
    'metrics',
  ])
  await caller.ask(operation, withoutCode.includes(operation) ? { code: 0 } : {})
}

export const unknownPerson: Act = async (session) => {
  const external_person_id = personId(session)
  if (session.dice.next() < 0.5) await session.caller.ask('exportPerson', { body: { external_person_id } })
  else await erase(session, external_person_id)
}

const text = Buffer.from('no picture at all').toString('base64')
const unknown = () => crypto.randomUUID()

interface Refused {
  readonly operation: OperationName
  readonly asked: (session: Session) => Asked
}

/** Each row is a mistake of an integration. */
const refusals: readonly Refused[] = [
  { operation: 'organisation', asked: () => ({ as: null, code: 401 }) },
  { operation: 'createDocument', asked: () => ({ as: null, body: {}, code: 401 }) },
  { operation: 'startNoseChallenge', asked: () => ({ body: { image_width: 'wide' }, code: 400 }) },
  { operation: 'startDistanceChallenge', asked: () => ({ raw: json('{"a":1,"a":2}'), code: 400 }) },
  { operation: 'startProfileChallenge', asked: () => ({ raw: json('{"image'), code: 400 }) },
  { operation: 'readMrz', asked: () => ({ body: { content: '!', name: 'a.jpg' }, code: 400 }) },
  { operation: 'readDriverLicense', asked: () => ({ body: { content: text, name: 'a.jpg' }, code: 422 }) },
  { operation: 'compareFaces', asked: () => ({ body: { image_live: text, image_card: text }, code: 422 }) },
  {
    operation: 'readBusinessRegistration',
    asked: () => ({ body: { files: [{ name: 'a.pdf', content: Buffer.from('PK') }] }, code: 116 }),
  },
  { operation: 'readBusinessRegistration', asked: () => ({ raw: json('{}'), code: 415 }) },
  {
    operation: 'verifyVideo',
    asked: () => ({ body: { file: Buffer.from('no film'), name: 'a.mp4' }, code: 422 }),
  },
  { operation: 'attachToDocument', asked: () => ({ ...document(), code: 102 }) },
  {
    operation: 'addProfileFrame',
    asked: () => ({
      id: unknown(),
      body: { photo: text, task: 'keep-face-ahead', timestamp: Date.now() },
      code: 143,
    }),
  },
  { operation: 'verifyProfileChallenge', asked: () => ({ id: unknown(), code: 143 }) },
  {
    operation: 'identifyFace',
    asked: () => ({ id: unknown(), body: { photo: text }, code: 158 }),
  },
  {
    operation: 'deleteFace',
    asked: () => ({
      id: unknown(),
      body: { id: unknown(), file_id: unknown() },
      code: 158,
    }),
  },
  { operation: 'receipt', asked: () => ({ id: unknown(), code: 404 }) },
  { operation: 'exportPerson', asked: () => ({ body: { external_person_id: '' }, code: 400 }) },
]

const json = (written: string) => ({ type: 'application/json', text: written })
const document = (): Asked => ({
  id: unknown(),
  body: { content: text, name: 'a.jpg' },
})

export const refused: Act = async (session) => {
  const { operation, asked } = session.dice.pick(refusals)
  await session.caller.ask(operation, asked(session))
}

/** It costs the server a hash of some 50 ms, as every wrong password does. */
export const wrongPassword: Act = async ({ caller, mark }) => {
  await caller.ask('organisation', { as: { name: 'nobody', password: `guess-${mark()}` }, code: 401 })
}
