// Tests what is said of a card that was tilted between two pictures: what lies around it stays, unless it is in one picture with it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scene } from '../../specimens/camera/scene.ts'
import { heldCard, heldPose, tiltedInHand } from '../../specimens/kit/photographs/held-cards.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Check } from '../../src/checks.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const onPapers: Partial<Scene> = { background: { kind: 'clutter', seed: 5 } }
const leaning: Partial<Scene> = { pose: { ...heldPose, tiltDegrees: -14, fill: 0.8 } }

async function checksAfter(then: Partial<Scene>, first: Partial<Scene> = {}): Promise<readonly Check[]> {
  const [one, other] = await Promise.all(
    [first, then].map((change) => heldCard('front', { ...onPapers, ...change })),
  )
  const made = await server.post('/kyc-documents-sync', { attachment: { content: one?.base64 } })
  const path = `/kyc-documents-sync/${String(made.body.id)}`
  const { body } = await server.post(path, { content: other?.base64 })
  return (body.recognized_data as { readonly checks: readonly Check[] }).checks
}
const movesAlong = (checks: readonly Check[]) => checks.find(({ name }) => name === 'moves-along')

test('papers behind a card that is tilted in the hand stay', async () => {
  expect(movesAlong(await checksAfter(tiltedInHand))).toMatchObject({ outcome: 'passed' })
})

test('they move with it on a photograph that is tilted, or where the phone is', async () => {
  expect(movesAlong(await checksAfter(leaning))).toMatchObject({ outcome: 'failed' })
  // Whichever picture comes first.
  expect(movesAlong(await checksAfter({}, leaning))).toMatchObject({ outcome: 'failed' })
})

test('nothing is said where the card was not tilted, or nothing is to be seen around it', async () => {
  const moved = { pose: { ...heldPose, rollDegrees: -3, x: 0.2 } }
  expect(movesAlong(await checksAfter(moved))).toBeUndefined()
  const plain = { background: { kind: 'dark', seed: 5 } } as const
  expect(movesAlong(await checksAfter({ ...leaning, ...plain }, plain))).toBeUndefined()
})
