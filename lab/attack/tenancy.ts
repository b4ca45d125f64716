// Attacks of one organisation on another: its ids, its records, and what remains of one that was removed.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { badImages } from '../../specimens/kit/photographs/bad-images.ts'
import { blackPng } from '../../specimens/kit/photographs/pictures.ts'
import type { SignedReceipt } from '../../src/receipts/receipt.ts'
import { newSigningKey, signReceipt } from '../../src/receipts/signature.ts'
import { type Answer, type Caller, callerOf } from '../kit/caller.ts'
import { type Attack, fell, heldUnless, type Outcome, startVictim } from './attack.ts'

/** Forgeries of a genuine receipt, as the text of a file. */
const forgeries: Readonly<Record<string, (signed: SignedReceipt, text: string) => string>> = {
  'a changed result': ({ receipt, signature }) =>
    JSON.stringify({ receipt: { ...receipt, result_code: 200, message: 'Success' }, signature }),
  'another organisation': ({ receipt, signature }) =>
    JSON.stringify({ receipt: { ...receipt, organisation: randomUUID() }, signature }),
  'signed again with another key': ({ receipt }) => JSON.stringify(signReceipt(receipt, newSigningKey())),
  'signed with another key under the name of the true one': ({ receipt, signature }) => {
    const other = signReceipt(receipt, newSigningKey()).signature
    return JSON.stringify({ receipt, signature: { ...other, kid: signature.kid } })
  },
  'no algorithm': ({ receipt, signature }) =>
    JSON.stringify({ receipt, signature: { ...signature, alg: 'none', value: '' } }),
  'an algorithm by which the public key is the secret': ({ receipt, signature }) =>
    JSON.stringify({ receipt, signature: { ...signature, alg: 'HS256' } }),
  'a signature cut short': ({ receipt, signature }) =>
    JSON.stringify({ receipt, signature: { ...signature, value: signature.value.slice(0, -4) } }),
  'a text cut short': (_, text) => text.slice(0, -20),
  'a result that stands twice': (_, text) =>
    text.replace('"result_code":', '"result_code":200,"result_code":'),
  'a receipt that stands twice': (_, text) =>
    text.replace('"receipt":', '"receipt":{"result_code":200},"receipt":'),
}

async function forgeReceipts(): Promise<Outcome> {
  await using victim = await startVictim()
  const { call } = callerOf(victim.url, victim.attacker)
  const started = await call('startNoseChallenge', {
    body: { external_person_id: 'p', image_width: 360, image_height: 480 },
  })
  const judged = await call('verifyNoseChallenge', {
    id: String(started.body.challenge_id ?? started.body.id),
    body: {},
  })
  const { receipt, signature } = (await call('receipt', { id: judged.requestId }))
    .body as unknown as SignedReceipt
  const signed = { receipt, signature }
  const text = JSON.stringify(signed)
  const verify = (content: string) => {
    const file = join(victim.folder, 'receipt.json')
    writeFileSync(file, content)
    return victim.command('receipt', 'verify', file, '--key', signature.kid)
  }
  const genuine = await verify(text)
  if (!genuine.isOk) throw new Error(`the genuine one was refused: ${genuine.said.slice(0, 200)}`)
  const faults: string[] = []
  if (!genuine.said.includes(String(receipt.organisation)))
    faults.push('nobody is told whose receipt it is: that of one organisation passes for that of another')
  for (const [name, forge] of Object.entries(forgeries))
    if ((await verify(forge(signed, text))).isOk) faults.push(`${name} was called genuine`)
  return heldUnless(
    faults,
    `the genuine one was told with its organisation, and ${Object.keys(forgeries).length} forgeries were refused`,
  )
}

export const attacks: readonly Attack[] = [
  {
    name: 'forged-receipts',
    tries:
      'a receipt with another result, owner, key or algorithm, cut short, or with names that stand twice',
    seeAlso: ['test/receipts/signature.test.ts', 'test/commands/proving.test.ts'],
    run: forgeReceipts,
  },
  {
    name: 'ids-of-others',
    tries: "another organisation's collection, challenge and receipt by their ids",
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
      const started = await owner.call('startNoseChallenge', {
        body: { external_person_id: 'p', image_width: 360, image_height: 480 },
      })
      const challenge = String(started.body.challenge_id ?? started.body.id)
      const content = blackPng(64, 64).toString('base64')
      let judged = ''
      const asks: readonly (readonly [
        name: string,
        id: () => string,
        ask: (caller: Caller, id: string) => Promise<Answer>,
      ])[] = [
        [
          'addNoseFrame',
          () => challenge,
          (caller, id) => caller.call('addNoseFrame', { id, body: { content } }),
        ],
        [
          'verifyNoseChallenge',
          () => challenge,
          (caller, id) => caller.call('verifyNoseChallenge', { id, body: {} }),
        ],
        ['receipt', () => judged, (caller, id) => caller.call('receipt', { id })],
        [
          'identifyFace',
          () => 'staff',
          (caller, id) => caller.call('identifyFace', { id, body: { photo: content } }),
        ],
      ]
      const faults: string[] = []
      for (const [name, id, ask] of asks) {
        const theirs = await ask(thief, id())
        const unknown = await ask(thief, randomUUID())
        const own = await ask(owner, id())
        if (name === 'verifyNoseChallenge') judged = own.requestId
        const [one, other, mine] = [theirs, unknown, own].map(({ status, code }) => `${status} ${code}`)
        if (mine === other) throw new Error(`${name} answers its owner ${mine}, as it does for an unknown id`)
        if (one !== other) faults.push(`${name}: ${one} for theirs, ${other} for an unknown id`)
      }
      return heldUnless(faults, 'each answered as an unknown id does')
    },
  },
  {
    name: 'removed-organisation',
    tries: 'writes of an organisation that was removed a second ago, with credentials the server still knows',
    seeAlso: ['test/api/organisation.test.ts', 'test/api/authentication.test.ts'],
    async run() {
      await using victim = await startVictim()
      const caller = callerOf(victim.url, victim.attacker)
      const before = await caller.call('organisation')
      const removal = await victim.command('org', 'remove', victim.attacker.name, '--yes')
      if (before.status !== 200 || !removal.isOk) throw new Error(`it was not removed: ${removal.said}`)
      const answers = [
        await caller.call('signCollectionId', { request: { id: 'c', external_person_id: 'p' } }),
        await caller.call('startNoseChallenge', {
          body: { external_person_id: 'p', image_width: 360, image_height: 480 },
        }),
        await caller.call('organisation'),
      ]
      // What needs nothing stored is out as soon as the server looks again.
      await sleep(victim.settings.credentialCacheMs)
      const body = { content: 'bm9uZQ==', name: 'a.jpg', external_person_id: 'p' }
      answers.push(await caller.call('readDriverLicense', { body }))
      const faults = answers.filter(({ status }) => status !== 401).map(({ status }) => `answered ${status}`)
      faults.push(...victim.server.errors)
      return heldUnless(faults, 'each was 401, from the first on')
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
