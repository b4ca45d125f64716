// Tests the background line of personas: bounded for each organisation, and fair between them.
import { expect, test } from 'vitest'
import { openPersonaRuns } from '../../src/verifications/sandbox/persona-runs.ts'

/** Runs whose walks end when the test says so; a walk ends with its first call. */
function open() {
  const walks: { readonly link: string; readonly end: () => void }[] = []
  const runs = openPersonaRuns(() => undefined)
  runs.connect((_method, _path, link) => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: object }>()
    walks.push({ link, end: () => resolve({ status: 401, body: {} }) })
    return promise as Promise<{ status: number; body: Record<string, unknown> }>
  })
  const begin = (organisationId: string) =>
    runs.begin({ organisationId, verificationId: 'v', link: organisationId, persona: 'approved' })
  const endNext = async (at: number) => {
    walks[at]?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { runs, begin, endNext, order: () => walks.map(({ link }) => link) }
}

test('an organisation that filled its line leaves that of another empty, and its next walk is the second', async () => {
  const { runs, begin, endNext, order } = open()
  for (let n = 0; n < 101; n++) begin('flood')
  expect(runs.isFull('flood')).toBe(true)
  expect(runs.isFull('other')).toBe(false)
  begin('other')
  await endNext(0)
  expect(order()).toEqual(['flood', 'other'])
  expect(runs.isFull('flood')).toBe(true)
  await endNext(1)
  expect(order()).toEqual(['flood', 'other', 'flood'])
  expect(runs.isFull('flood')).toBe(false)
})

test('all walks are made, one at a time, and then it is settled', async () => {
  const { runs, begin, endNext, order } = open()
  for (const organisation of ['a', 'b', 'a', 'c']) begin(organisation)
  for (let at = 0; at < 4; at++) {
    expect(order()).toHaveLength(at + 1)
    await endNext(at)
  }
  await runs.settled()
  expect(order().toSorted()).toEqual(['a', 'a', 'b', 'c'])
})
