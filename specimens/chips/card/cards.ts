// Virtual cards: a specimen chip behind the commands that a real one answers, usual ones and odd ones by name.
import { checkDigit } from '../../documents/facts/mrz.ts'
import { type Access, cardAccess, cardSecurityInfos, USUAL_ACCESS } from '../access.ts'
import type { SpecimenChip } from '../chip.ts'
import { integer, tagged } from '../der.ts'
import { type Holder, zoneOf } from '../groups.ts'
import { signedMessage } from '../messages.ts'
import {
  ABOUT_CARD,
  CARD_ACCESS,
  CARD_SECURITY,
  type Card,
  type CardTools,
  makeCard,
  type Quirks,
} from './card.ts'
import type { Cipher } from './ciphers.ts'
import { bytesOf } from './domains.ts'
import type { PaceForm } from './pace.ts'

/** What opens the chip of a document: three fields of its zone as they stand there, or the number on its front. */
export interface Passwords {
  readonly mrz: {
    readonly documentNumber: string
    readonly dateOfBirth: string
    readonly dateOfExpiry: string
  }
  readonly can: string | undefined
}

export function passwordsOf(holder: Holder): Passwords {
  const zone = zoneOf(holder)
  const isCard = zone.length === 90
  const [number, birth, expiry] = isCard ? [5, 30, 38] : [44, 57, 65]
  return {
    mrz: {
      documentNumber: zone.slice(number, number + 9).replaceAll('<', ''),
      dateOfBirth: zone.slice(birth, birth + 6),
      dateOfExpiry: zone.slice(expiry, expiry + 6),
    },
    // Assumed of the cards of the country, where no other number is printed; no passport of it has one.
    can: isCard ? holder.person.number.slice(-6) : undefined,
  }
}

const checked = (text: string): string => text + checkDigit(text)

/** What PACE-CAM and some chips publish beside DG14. */
const CARD_SECURITY_OBJECT = '0.4.0.127.0.7.3.2.1'

function cardSecurity({ access, agreementKey, state, holder }: SpecimenChip): Uint8Array {
  const { algorithm, signer, signerKeys } = state
  return signedMessage({
    type: CARD_SECURITY_OBJECT,
    content: cardSecurityInfos(access, agreementKey),
    signer,
    keys: signerKeys,
    signature: algorithm.signature,
    namedBy: algorithm.signerNamedBy,
    certificates: [signer.der],
    at: holder.issued,
  })
}

/** EF.ATR/INFO: how long commands and answers may be. */
const aboutCard = (longest: number): Uint8Array => {
  const length = integer(bytesOf(BigInt(Math.min(longest, 65_535)), 2))
  return tagged(0x7f66, length, length)
}

export function cardOf(chip: SpecimenChip, quirks: Quirks = {}, tools: CardTools = {}): Card {
  const { files, access, agreementKey, holder } = chip
  const { mrz, can } = passwordsOf(holder)
  const open = cardAccess(access)
  const isMappedByKey = access.pace.some(({ mapping }) => mapping === 'cam')
  const own: [number, Uint8Array][] = [
    ...(open ? [[CARD_ACCESS, open] as [number, Uint8Array]] : []),
    ...(isMappedByKey ? [[CARD_SECURITY, cardSecurity(chip)] as [number, Uint8Array]] : []),
    ...(quirks.extended ? [[ABOUT_CARD, aboutCard(quirks.extended)] as [number, Uint8Array]] : []),
  ]
  const groups = [...files.groups].map(([group, bytes]) => [0x0100 + group, bytes] as const)
  return makeCard(
    {
      files: new Map([[0x011d, files.sod], ...(files.com ? [[0x011e, files.com] as const] : []), ...groups]),
      ownFiles: new Map(own),
      zoneKey: zoneKeyOf(mrz),
      accessNumber: can,
      hasBac: access.hasBac,
      pace: access.pace,
      agreementKey,
      ...(files.groups.has(15) ? { answer: chip.answer } : {}),
    },
    quirks,
    tools,
  )
}

/** The fields as the keys are made of them: filled up, with check digits. */
export const zoneKeyOf = ({ documentNumber, dateOfBirth, dateOfExpiry }: Passwords['mrz']): string =>
  checked(documentNumber.padEnd(9, '<')) + checked(dateOfBirth) + checked(dateOfExpiry)

export interface CardRow {
  readonly what: string
  readonly access?: Access
  readonly quirks?: Quirks
  /** Of the chip: a form of portrait by its name. */
  readonly portrait?: string
  readonly algorithm?: string
}

const pace = (...forms: readonly PaceForm[]): Access => ({ ...USUAL_ACCESS, pace: forms })
const usualForm: PaceForm = { agreement: 'ecdh', mapping: 'gm', cipher: 'aes128', domain: 13 }

/** What the chips of the country and most newer passports take. */
const EXTENDED: Quirks = { extended: 2048 }

/** Odd as real cards are; each is one thing that readers have failed at. */
const ODD_CARDS = {
  usual: { what: 'PACE and BAC, extended length, chip and active authentication', quirks: EXTENDED },
  short: { what: 'no commands of extended length', quirks: { extended: 0 } },
  bac: { what: 'BAC alone, as passports before 2015', access: { hasBac: true, pace: [] } },
  'pace-only': { what: 'no BAC', access: { ...USUAL_ACCESS, hasBac: false }, quirks: EXTENDED },
  plain: {
    what: 'BAC, no chip authentication, no extended length',
    access: { hasBac: true, pace: [] },
    quirks: { extended: 0 },
  },
  'two-groups': {
    what: 'the same PACE over two curves: the reader must say which',
    access: pace(usualForm, { ...usualForm, domain: 12 }),
    quirks: EXTENDED,
  },
  'small-blocks': {
    what: 'refuses to give more than 128 bytes at once',
    quirks: { extended: 0, longest: 128 },
  },
  'short-reads': { what: 'gives 100 bytes at once, whatever is asked', quirks: { ...EXTENDED, atOnce: 100 } },
  'no-odd': {
    what: 'READ BINARY with the odd instruction is unknown',
    quirks: { refusesOdd: true, extended: 0 },
  },
  'no-short-names': {
    what: 'files must be selected before they are read',
    quirks: { refusesShortNames: true },
  },
  'no-chains': { what: 'refuses commands in parts', quirks: { refusesChains: true, extended: 2048 } },
  'long-files': { what: 'a portrait of more than 32 kB', portrait: 'jp2-large', quirks: EXTENDED },
  'long-files-short': {
    what: 'a portrait of more than 32 kB, and no extended length',
    portrait: 'jp2-large',
    quirks: { extended: 0 },
  },
  'rest-fetched': {
    what: 'long answers come in parts, by GET RESPONSE',
    algorithm: 'rsa-sha512',
    quirks: { extended: 0, fetchesRest: true },
  },
  'right-length': {
    what: 'tells the right length in 6Cxx in the place of what is left',
    quirks: { extended: 0, atEnd: 'right-length' },
  },
  'end-refused': {
    what: 'refuses to read over the end of a file',
    quirks: { ...EXTENDED, atEnd: 'refusal' },
  },
  'end-unsaid': {
    what: 'gives what is left of a file without a warning',
    quirks: { ...EXTENDED, atEnd: 'bytes' },
  },
  'zeros-after': { what: 'zeros follow the end of each file', quirks: { ...EXTENDED, zerosAfter: 64 } },
  'padded-twice': {
    what: 'answers have a block of padding more than they need',
    quirks: { ...EXTENDED, spareBlocks: 1 },
  },
  authority: {
    what: 'PACE ends with the name of an authority',
    quirks: { ...EXTENDED, authority: 'DETESTCVCA00003' },
  },
  'wrong-6982': {
    what: 'a wrong password is answered like a forbidden file',
    quirks: { wrongStatus: 0x6982 },
  },
  'wrong-6988': { what: 'a wrong password is answered like a wrong code', quirks: { wrongStatus: 0x6988 } },
  'tries-told': {
    what: 'a wrong password is answered by the tries that are left',
    quirks: { wrongStatus: 0x63c2 },
  },
  locked: { what: 'locked for good', quirks: { triesUntilLocked: 0 } },
  'locked-soon': { what: 'locked for good after two wrong passwords', quirks: { triesUntilLocked: 2 } },
  delayed: { what: 'a second longer for each wrong password', quirks: { takesLonger: 1000 } },
  slow: { what: 'a fifth of a second for each command', quirks: { ...EXTENDED, takes: 200 } },
  lost: { what: 'leaves the field at its 12th and 25th command', quirks: { extended: 0, lostAt: [12, 25] } },
  'lost-silently': {
    what: 'stops answering at its 12th command',
    quirks: { extended: 0, lostAt: [12], isLostSilently: true },
  },
} as const satisfies Readonly<Record<string, CardRow>>

const CIPHERS: readonly Cipher[] = ['3des', 'aes128', 'aes192', 'aes256']

/** Every protocol of PACE, over a group that fits its cipher, and every group. */
function paceCards(): Record<string, CardRow> {
  const name = ({ agreement, mapping, cipher, domain }: PaceForm) =>
    `${agreement}-${mapping}-${cipher}-${domain}`
  const byProtocol = CIPHERS.flatMap((cipher, i): PaceForm[] => [
    { agreement: 'dh', mapping: 'gm', cipher, domain: Math.min(i, 2) },
    { agreement: 'dh', mapping: 'im', cipher, domain: Math.min(i, 2) },
    { agreement: 'ecdh', mapping: 'gm', cipher, domain: [12, 13, 16, 17][i] ?? 12 },
    { agreement: 'ecdh', mapping: 'im', cipher, domain: [12, 13, 15, 18][i] ?? 12 },
    ...(cipher === '3des'
      ? []
      : [{ agreement: 'ecdh', mapping: 'cam', cipher, domain: [12, 13, 15, 17][i] ?? 13 } as const]),
  ])
  const byGroup = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map(
    (domain): PaceForm => ({ ...usualForm, domain }),
  )
  const rows = [...byProtocol, ...byGroup].map((form): [string, CardRow] => {
    const domain = form.mapping === 'cam' ? form.domain : 12
    const written = form.mapping === 'cam' ? ('standardised' as const) : ('explicit' as const)
    const agreement = {
      domain,
      cipher: 'aes128' as const,
      written,
      ...(form.mapping === 'cam' ? { keyId: domain } : {}),
    }
    return [
      name(form),
      {
        what: `PACE by ${name(form)} alone`,
        access: { hasBac: false, pace: [form], agreement },
        quirks: EXTENDED,
      },
    ]
  })
  return Object.fromEntries(rows)
}

/** Every protocol of chip authentication. */
function agreementCards(): Record<string, CardRow> {
  const rows = CIPHERS.flatMap((cipher, i) =>
    [Math.min(i, 2), [12, 13, 16, 18][i] ?? 12].map((domain): [string, CardRow] => {
      const written = i === 3 ? 'standardised' : i % 2 === 0 ? 'explicit' : 'named'
      const agreement = { domain, cipher, written, ...(i === 2 ? { keyId: 2 } : {}) } as const
      const name = `ca-${domain < 8 ? 'dh' : 'ecdh'}-${cipher}`
      return [
        name,
        { what: `chip authentication by ${name}`, access: { ...USUAL_ACCESS, agreement }, quirks: EXTENDED },
      ]
    }),
  )
  return Object.fromEntries(rows)
}

export const CARDS: Readonly<Record<string, CardRow>> = { ...ODD_CARDS, ...paceCards(), ...agreementCards() }

export function cardNamed(name: string = 'usual'): CardRow {
  const row = CARDS[name]
  if (row === undefined) throw new Error(`--card must be one of ${Object.keys(CARDS).join(', ')}`)
  return row
}
