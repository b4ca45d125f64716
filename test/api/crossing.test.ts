// Tests tenant isolation: on every path, an id of another organisation is answered like an id that does not exist.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import {
  chipBody,
  type IdKind,
  idKinds,
  type Owner,
  type OwnIds,
  ownOneOfEach,
  unknownId,
} from '../../specimens/kit/records/crossing.ts'
import { type Around, type Asked, trials } from '../../specimens/kit/records/crossing-trials.ts'
import { rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { wordsThatHoldIds } from './crossing-words.ts'

let server: TestServer
let owner: Owner
let authorization: { owner: string; other: string }
let around: Around
let theirs: OwnIds
beforeAll(async () => {
  server = await sharedServer()
  const [first, second] = [await server.organisation('owner'), await server.organisation('other')]
  authorization = { owner: basic(first), other: basic(second) }
  owner = { name: first.name, call: callerOf(server, first) }
  const other = { name: second.name, call: callerOf(server, second) }
  const picture = (await chart(300, 300).jpeg().toBuffer()).toString('base64')
  around = { own: await ownOneOfEach(server.server.runtime, other), picture, chip: await chipBody() }
})
afterAll(() => server.stop())

/** Returns what a caller sees, without the parts that differ between any two answers: request id, time, and the id asked for. */
async function seen(as: keyof typeof authorization, { method, path, body }: Asked, id: string) {
  const headers: Record<string, string> = { authorization: authorization[as] }
  const isForm = body instanceof FormData
  if (body && !isForm) headers['content-type'] = 'application/json'
  const request = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
  const answer = await fetch(server.url + path, request)
  const answerHeaders = [...answer.headers].filter(([name]) => !DIFFERING.has(name))
  const text = (await answer.text()).replaceAll(id, 'ID').replace(tookSeconds, '')
  if (as === 'other') for (const foreignId of Object.values(theirs)) expect(text).not.toContain(foreignId)
  return { status: answer.status, headers: answerHeaders, text: text.replaceAll(newIds, 'NEW') }
}

/** The length follows from the text, which is compared. */
const DIFFERING: ReadonlySet<string> = new Set(['x-request-id', 'date', 'content-length'])
const tookSeconds = /"verification_time":[\d.]+,?/

/** These are ids that the answer created; the check above has shown that none of them is the owner's. */
const newIds = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Each start gives another plan, so only its field names can be compared. */
const wordsOf = (text: string) => JSON.stringify(Object.keys(JSON.parse(text) as object))
function comparable({ status, headers, text }: Awaited<ReturnType<typeof seen>>, isMade: boolean) {
  if (!isMade) return { status, headers, text }
  const { result_code, message } = JSON.parse(text) as { result_code: number; message: string }
  return { status, headers: headers.map(([name]) => name), text: wordsOf(text), result_code, message }
}

describe.each(trials)('$operation: $word', ({ operation, word, means, only, ask }) => {
  beforeAll(async () => {
    theirs = await ownOneOfEach(server.server.runtime, owner)
  })
  const isMade =
    operation.startsWith('start') ||
    operation === 'createVerification' ||
    (operation === 'signCollectionId' && word !== 'id')

  test.each(only ? [only] : idKinds)('of %s', async (kind: IdKind) => {
    const rows = await rowsOf(server.server.runtime.store, theirs.organisation)
    const foreign = await seen('other', ask(theirs[kind], around), theirs[kind])
    const id = unknownId(kind)
    const unknown = await seen('other', ask(id, around), id)
    expect(comparable(foreign, isMade)).toEqual(comparable(unknown, isMade))
    expect(await rowsOf(server.server.runtime.store, theirs.organisation)).toEqual(rows)
    if (kind !== means) return
    // The owner gets another answer, which shows that the trial could have failed.
    const owned = await seen('owner', ask(theirs[kind], { ...around, own: theirs }), theirs[kind])
    expect(owned.text).not.toBe(unknown.text)
  })
})

test('every word of the API that holds an id is tried', () => {
  const tried = trials.map(({ operation, word }) => `${operation}: ${word}`)
  expect([...new Set(tried)].toSorted()).toEqual(wordsThatHoldIds().toSorted())
})
