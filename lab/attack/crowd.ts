// Attacks by a crowd: so many open verifications of one organisation that lists, counts and sweeps could become slow for others.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { addVerification } from '../../src/store/records/verifications.ts'
import { writeSealed } from '../../src/store/sealed-json.ts'
import { callerOf } from '../kit/caller.ts'
import { withStore } from '../kit/installation.ts'
import { type Attack, heldUnless, startVictim, type Victim } from './attack.ts'

const MOST_WAIT_MS = 90_000

export const attacks: readonly Attack[] = [
  {
    name: 'open-verifications',
    tries:
      '10,000 open verifications of one organisation, half of which expire at one moment, while another asks for its own',
    seeAlso: ['test/browser/review.test.ts'],
    async run() {
      await using victim = await startVictim({ SELFSAME_RATE: '1000', SELFSAME_RATE_BURST: '1000' })
      const [own, other] = [victim.attacker, victim.neighbour].map((one) => callerOf(victim.url, one))
      if (!own || !other) throw new Error('there are two')
      const asks = [
        ['listVerifications', { body: { limit: '100' } }],
        ['verificationStatistics', { body: {} }],
        ['organisation', {}],
      ] as const
      const faults: string[] = []
      const longestOf = async (rounds: number): Promise<number> => {
        let longest = 0
        for (let i = 0; i < rounds; i++)
          for (const [operation, asked] of asks) {
            const { status, ms } = await other.call(operation, asked)
            if (status !== 200) faults.push(`the other organisation got ${status} from ${operation}`)
            longest = Math.max(longest, ms)
          }
        return longest
      }
      const calm = await longestOf(30)
      const expiresAt = Date.now() + 15_000
      await addOpen(victim, 10_000, (i) => (i % 2 === 0 ? expiresAt : expiresAt + 86_400_000))
      let seen = 0
      let cursor: string | undefined
      do {
        const { body } = await own.call('listVerifications', {
          body: { limit: '100', ...(cursor !== undefined && { cursor }) },
        })
        seen += (body.verifications as unknown[]).length
        cursor = body.next_cursor as string | undefined
      } while (cursor !== undefined)
      if (seen !== 10_000) faults.push(`its own list has ${seen}`)
      await sleep(Math.max(0, expiresAt - Date.now()))
      const left = async (): Promise<number> => {
        const { body } = await own.call('listVerifications', { body: { state: 'expired', limit: '1' } })
        return (body.verifications as unknown[]).length
      }
      // The server looks for them now and then: the other organisation asks until it has, and a little longer.
      let busy = await longestOf(30)
      const until = performance.now() + MOST_WAIT_MS
      while (performance.now() < until && (await left()) === 0) busy = Math.max(busy, await longestOf(5))
      busy = Math.max(busy, await longestOf(30))
      if (busy > Math.max(1000, 5 * calm))
        faults.push(`the other organisation waited ${Math.round(busy)} ms, ${Math.round(calm)} ms when calm`)
      if ((await left()) === 0) faults.push('none of them expired')
      return heldUnless(
        faults,
        `the other organisation waited ${Math.round(busy)} ms at most, ${Math.round(calm)} ms when calm`,
      )
    },
  },
]

/** Straight in the store: each has the request of the first, which nobody opens. */
async function addOpen({ settings, attacker }: Victim, count: number, expiresAt: (i: number) => number) {
  await withStore(settings, async (store) => {
    const organisationId = (await findOrganisation(store.database, attacker.name))?.id ?? ''
    const policy = JSON.stringify({ steps: {}, expected: [], outcomes: {} })
    await addPolicy(store.database, { organisationId, id: 'crowd' }, policy, Date.now())
    const parts = { request: { part: 'verification', id: randomUUID(), value: {} } } as const
    await writeSealed(store, organisationId, parts, async (queries, { request }) => {
      for (let i = 0; i < count; i++)
        await addVerification(queries, {
          ...{ organisationId, id: randomUUID(), externalPersonId: `person-${i}`, consentReference: null },
          ...{ policyId: 'crowd', policyVersion: 1, isTest: false, webhookEndpointId: null },
          ...{ createdAt: Date.now() - i, expiresAt: expiresAt(i) },
          ...{ request: request.bytes, keyVersion: request.keyVersion },
        })
    })
  })
}
