// Attacks with forged documents: a changed print, another person's code, one side for both.
import {
  type DocumentPhoto,
  photoOf,
  type Wanted,
  withPastedPortrait,
} from '../../specimens/kit/photographs/document-photos.ts'
import { callerOf } from '../kit/caller.ts'
import { type Attack, heldUnless, startVictim } from './attack.ts'

const CARD = { kind: 'cccd-chip', seed: 302 } as const
const seeAlso = ['test/api/forged-documents.test.ts', 'test/documents/identity/forged.test.ts']

interface Recognized {
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

export const attacks: readonly Attack[] = [
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
    name: 'pasted-portrait',
    tries: 'a photograph of a card with another portrait pasted in',
    seeAlso,
    async run() {
      const card = await photoOf(CARD, 'clean', { jpeg: { quality: 75 } })
      await using victim = await startVictim()
      const { body } = await callerOf(victim.url, victim.attacker).call('createDocument', {
        body: { attachment: { content: await withPastedPortrait(card), name: 'card.jpg' } },
      })
      const { warning_code: codes } = body.recognized_data as Recognized
      return heldUnless(codes.includes(199) ? [] : ['nothing is told'], 'it warns')
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
