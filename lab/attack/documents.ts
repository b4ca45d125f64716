// Attacks with forged documents: a changed print, another person's code, one side for both, the files of a chip without the chip.

import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import {
  type DocumentPhoto,
  photoOf,
  type Wanted,
  withPasted,
} from '../../specimens/kit/photographs/document-photos.ts'
import { agreedAnswer } from '../../specimens/kit/trust/chip-trust.ts'
import { callerOf } from '../kit/caller.ts'
import { type Attack, heldUnless, startVictim } from './attack.ts'

const CARD = { kind: 'cccd-chip', seed: 302 } as const
const seeAlso = ['test/api/forged-documents.test.ts', 'test/documents/identity/forged.test.ts']

interface Recognized {
  readonly checks: readonly { readonly name: string; readonly outcome: string }[]
  readonly warning_code: readonly number[]
  readonly source: Readonly<Record<string, readonly string[]>>
}

/** Forged cards must warn with this code, and no field may come from the code that is not of the card. */
async function faultsOf(wanted: Wanted): Promise<string[]> {
  const card = await photoOf(wanted)
  await using victim = await startVictim()
  const { body } = await callerOf(victim.url, victim.attacker).call('createDocument', {
    body: { attachment: { content: card.base64, name: 'card.jpg' } },
  })
  const { warning_code: codes, source } = body.recognized_data as Recognized
  return [
    ...(codes.includes(196) ? [] : [`warnings are ${codes.join(', ') || 'none'}`]),
    ...(Object.values(source).flat().includes('qr') ? ['the record mixes print and code'] : []),
  ]
}

/** The attacker has the files of a stolen card, and a chip with a key of their own. */
async function copyFaults(): Promise<string[]> {
  const make = (seed: number) => makeChip({ kind: 'cccd-chip', seed, algorithm: 'p256-sha256' })
  const [stolen, own] = [await make(302), await make(303)]
  await using victim = await startVictim()
  const { call } = callerOf(victim.url, victim.attacker)
  const open = async (dg14: SpecimenChip) => {
    const { body } = await call('openChipSession', { body: { dg14: bodyOf(dg14).dg14 } })
    const { public_key = '', command = '' } = body.chip_authentication as Record<string, string>
    return {
      session_id: body.session_id,
      key: Buffer.from(public_key, 'base64'),
      command: Buffer.from(command, 'base64'),
    }
  }
  const send = async (session_id: unknown, answer: Uint8Array, files: object = {}) => {
    const chip_session = { session_id, chip_response: Buffer.from(answer).toString('base64') }
    const { body } = await call('createChipDocument', { body: { ...bodyOf(stolen), ...files, chip_session } })
    return body
  }
  const [first, second, third] = [await open(stolen), await open(own), await open(own)]
  const right = await open(stolen)
  const answer = agreedAnswer(stolen, right.key, right.command)
  const answers = {
    'the key of another chip': await send(first.session_id, agreedAnswer(own, first.key, first.command)),
    'the session of another chip': await send(
      second.session_id,
      agreedAnswer(own, second.key, second.command),
    ),
    'the DG14 of another chip': await send(third.session_id, agreedAnswer(own, third.key, third.command), {
      dg14: bodyOf(own).dg14,
    }),
    'the command as its own answer': await send((await open(stolen)).session_id, first.command),
    'the answer to another session': await send((await open(stolen)).session_id, answer),
  }
  const genuine = await send(right.session_id, answer)
  const again = await send(right.session_id, answer)
  return [
    ...Object.entries(answers).flatMap(([what, body]) =>
      body.result_code === 200 || body.copy === 'genuine' ? [`${what} is answered ${body.result_code}`] : [],
    ),
    ...(genuine.copy === 'genuine' ? [] : ['the true chip is refused']),
    ...(again.result_code === 143 ? [] : [`the same answer again is ${again.result_code}`]),
  ]
}

export const attacks: readonly Attack[] = [
  {
    name: 'copied-chip',
    tries: 'the files of a stolen card with answers of another chip, session or file',
    seeAlso: ['test/documents/chip/chip-authentication.test.ts', 'test/api/chip-documents.test.ts'],
    run: async () =>
      heldUnless(await copyFaults(), 'each is a copy or broken, and the true chip is genuine once'),
  },
  {
    name: 'changed-name',
    tries: 'a card whose printed name was changed beside its genuine code',
    seeAlso,
    run: async () => heldUnless(await faultsOf({ ...CARD, forgery: 'name' }), 'it warns'),
  },
  {
    name: 'code-of-another',
    tries: "a card with another person's code",
    seeAlso,
    run: async () =>
      heldUnless(await faultsOf({ ...CARD, forgery: 'qr' }), 'it warns and is of its print alone'),
  },
  {
    name: 'pasted-into-picture',
    tries: 'a photograph of a card with another portrait, name or code pasted in, saved finely',
    seeAlso,
    async run() {
      const card = await photoOf(CARD, 'clean', { jpeg: { quality: 75 } })
      await using victim = await startVictim()
      const faults: string[] = []
      for (const [what, check] of [
        ['portrait', 'portrait-in-place'],
        ['name', 'print-in-place'],
        ['code', 'code-photographed'],
      ] as const) {
        const { body } = await callerOf(victim.url, victim.attacker).call('createDocument', {
          body: { attachment: { content: await withPasted(card, what), name: 'card.jpg' } },
        })
        const { checks } = body.recognized_data as Recognized
        if (checks.find(({ name }) => name === check)?.outcome === 'passed')
          faults.push(`nothing is told of the ${what}`)
      }
      return heldUnless(faults, 'the checks tell each')
    },
  },
  {
    name: 'front-for-back',
    tries: 'the front of a card as its back too',
    seeAlso,
    async run() {
      const front: DocumentPhoto = await photoOf(CARD)
      await using victim = await startVictim()
      const { body } = await callerOf(victim.url, victim.attacker).call('createDocumentFromSides', {
        body: { image1: front.base64, name1: '1.jpg', image2: front.base64, name2: '2.jpg' },
      })
      const { warning_code: codes } = body.recognized_data as Recognized
      return heldUnless(codes.includes(198) ? [] : ['nothing is told'], 'it warns')
    },
  },
]
