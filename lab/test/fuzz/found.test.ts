// Tests that the answers which the fuzzer found undocumented are documented now.
import { expect, test } from 'vitest'
import { readApi } from '../../fuzz/api.ts'
import { differs } from '../../fuzz/schema.ts'

const api = readApi()
const statusesOf = (method: string, path: string) => [...(api.match(method, path)?.answers.keys() ?? [])]

test('a receipt that is not there is an answer of its operation', () => {
  expect(statusesOf('GET', '/receipts/some-request-id')).toEqual(expect.arrayContaining([200, 404]))
})

test('a frame of the nose challenge is 201 when it is accepted, and 200 when the challenge is unknown', () => {
  const shapes = api.match('POST', '/liveness-challenge/x/frames')?.answers
  expect([...(shapes?.keys() ?? [])]).toEqual(expect.arrayContaining([200, 201]))
  const unknown = { message: 'Request Challenge ID Not Found', result_code: 143 }
  expect(differs(api, shapes?.get(200)?.[0]?.schema ?? {}, unknown)).toBeUndefined()
})

test('only operations whose acts refuse with 404 say so', () => {
  const own = api.operations.filter(({ answers }) => answers.has(404)).map(({ id }) => id)
  const ofJourney =
    /\{(?:policy|verification|endpoint|delivery|member|session|passkey|key|capture_key|search)_id\}/
  const named = api.operations.filter(({ path }) => ofJourney.test(path)).map(({ id }) => id)
  expect(named.length).toBeGreaterThan(10)
  expect(own.toSorted()).toEqual(
    [
      'businessRegistrationPage',
      'chipEvidence',
      'receipt',
      'invitation',
      'join',
      'joinPasskeyOptions',
      'brandLogo',
      'sessionLogo',
      ...named,
    ].toSorted(),
  )
})
