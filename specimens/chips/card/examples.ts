// Cards as the worked examples of ICAO 9303-11 have them: their passwords, keys and files, and what they drew by chance.
import { cardAccess } from '../access.ts'
import { fromHex } from '../der.ts'
import { basicAccess, chipAuthenticationMapping, type Exchange, paceExamples } from '../worked-examples.ts'
import { type Card, type CardContents, makeCard } from './card.ts'
import { zoneKeyOf } from './cards.ts'
import { domainOf, inverseOf } from './domains.ts'
import type { Chance, PaceForm } from './pace.ts'

export interface ExampleCard {
  readonly name: string
  readonly card: Card
  readonly exchanges: readonly Exchange[]
}

/** What the standard says that the chip drew, in order. */
function drawn(bytes: readonly string[], exponents: readonly bigint[] = []): Chance {
  const [rest, keys] = [[...bytes], [...exponents]]
  return { bytes: () => fromHex(rest.shift() ?? ''), exponent: () => keys.shift() ?? 0n }
}

const bare: CardContents = { files: new Map(), ownFiles: new Map(), zoneKey: '', hasBac: false, pace: [] }

function basicAccessCard(): ExampleCard {
  const file = basicAccess.messages.map(({ data }) => data).join('')
  const contents = { ...bare, files: new Map([[0x011e, fromHex(file)]]), hasBac: true }
  return {
    name: 'D.3 and D.4: basic access, then EF.COM',
    card: makeCard(
      { ...contents, zoneKey: zoneKeyOf(basicAccess.zone) },
      {},
      { chance: drawn([basicAccess.chipChallenge, basicAccess.chipHalf]) },
    ),
    exchanges: [
      ['00A4040C07A0000002471001', '9000'],
      ...basicAccess.exchanges,
      ...basicAccess.messages.map(({ exchange }) => exchange),
    ],
  }
}

const FORMS: readonly PaceForm[] = [
  { agreement: 'ecdh', mapping: 'gm', cipher: 'aes128', domain: 13 },
  { agreement: 'dh', mapping: 'gm', cipher: 'aes128', domain: 0 },
  { agreement: 'ecdh', mapping: 'im', cipher: 'aes128', domain: 13 },
  { agreement: 'dh', mapping: 'im', cipher: 'aes128', domain: 0 },
  { agreement: 'ecdh', mapping: 'cam', cipher: 'aes128', domain: 13 },
]

/** The one that is written as the example's EF.CardAccess. */
function formOf(written: string): PaceForm {
  const found = FORMS.find((form) => {
    const file = cardAccess({ hasBac: false, pace: [form] })
    return file && Buffer.from(file).equals(fromHex(written))
  })
  if (found === undefined) throw new Error(`no form of PACE is written as ${written}`)
  return found
}

const number = (text: string): bigint => BigInt(`0x${text}`)

/** The standard prints what comes of the chip's own key, and not the key: it follows from that. */
function ownKey(mapping: string) {
  const { order } = domainOf(13)
  const exponent = (number(mapping) * inverseOf(number(chipAuthenticationMapping.data), order)) % order
  return {
    form: { domain: 13, cipher: 'aes128', written: 'standardised' } as const,
    publicKey: fromHex(chipAuthenticationMapping.publicKeyInfo),
    exponent,
  }
}

export const exampleCards = (): ExampleCard[] => [
  basicAccessCard(),
  ...paceExamples.map(({ name, password, cardAccess: written, nonce, chipKeys, exchanges }) => {
    const [mapping, agreement] = chipKeys
    const form = formOf(written)
    const contents = {
      ...bare,
      ...('mrz' in password ? { zoneKey: zoneKeyOf(password.mrz) } : { accessNumber: password.can }),
      pace: [form],
      agreementKey: form.mapping === 'cam' && mapping ? ownKey(mapping) : undefined,
    }
    const exponents = [...(mapping === undefined ? [] : [number(mapping)]), number(agreement)]
    return { name, exchanges, card: makeCard(contents, {}, { chance: drawn([nonce], exponents) }) }
  }),
]
