// Attacks of one organisation on another: its ids, its records, and what remains of one that was removed.
import { randomUUID } from 'node:crypto'
import { badImages } from '../../test/image/bad-images.ts'
import { type Answer, callerOf } from '../kit/caller.ts'
import { type Attack, fell, heldUnless, startVictim } from './attack.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'ids-of-others',
    tries: "another organisation's collection, challenge, document and receipt by their ids",
    seeAlso: [
      'test/api/face-collections-data.test.ts',
      'test/api/challenge-life.test.ts',
      'test/api/cluster.test.ts',
    ],
    async run() {
      await using victim = await startVictim()
      const owner = callerOf(victim.url, victim.neighbour)
      const thief = callerOf(victim.url, victim.attacker)
      await owner.call('signCollectionId', { request: { id: 'staff', external_person_id: 'p' } })
      const started = await owner.call('startNoseChallenge', { body: {} })
      const challenge = String(started.body.challenge_id ?? started.body.id)
      const photo = Buffer.from('x').toString('base64')
      const asks: readonly (readonly [name: string, ask: (id: string) => Promise<Answer>, id: string])[] = [
        ['deleteFace', (id) => thief.call('deleteFace', { id, body: { external_person_id: 'p' } }), 'staff'],
        ['verifyNoseChallenge', (id) => thief.call('verifyNoseChallenge', { id, body: {} }), challenge],
        ['addNoseFrame', (id) => thief.call('addNoseFrame', { id, body: { content: photo } }), challenge],
        ['receipt', (id) => thief.call('receipt', { id }), started.requestId],
      ]
      const faults: string[] = []
      for (const [name, ask, id] of asks) {
        const theirs = await ask(id)
        const unknown = await ask(randomUUID())
        if (
          theirs.status !== unknown.status ||
          theirs.code !== unknown.code ||
          (theirs.status === 200 && theirs.code === 200)
        )
          faults.push(
            `${name}: ${theirs.status} ${theirs.code} for theirs, ${unknown.status} ${unknown.code} for an unknown id`,
          )
      }
      return heldUnless(faults, 'each answered as an unknown id does')
    },
  },
  {
    name: 'hostile-files',
    tries: 'every broken, bombed, animated and disguised picture that we know, sent as a face',
    seeAlso: ['test/image/bad-images.test.ts', 'test/image/decoding-memory.long.test.ts', 'test/workers'],
    async run() {
      await using victim = await startVictim({ SELFSAME_RATE: '1000', SELFSAME_RATE_BURST: '1000' })
      const caller = callerOf(victim.url, victim.attacker)
      await caller.call('signCollectionId', { request: { id: 'c', external_person_id: 'p' } })
      const all = await badImages()
      const faults: string[] = []
      for (const { what, bytes } of all) {
        const body = { external_person_id: 'p', reference_photo: bytes.toString('base64') }
        const { status, code } = await caller.call('registerFace', { id: 'c', body })
        if (status >= 500 || status === 0 || (status === 200 && code === 200))
          faults.push(`${what}: ${status} ${code}`)
      }
      const { status } = await callerOf(victim.url, victim.neighbour).call('organisation')
      if (status !== 200) return fell(`the other organisation then got ${status}`)
      const lost = victim.logged.filter(({ text }) => text.includes('worker lost'))
      if (lost.length > 0) faults.push(`${lost.length} workers were lost`)
      return heldUnless(faults, `all ${all.length} were refused, and no worker was lost`)
    },
  },
]
