// Tests the chip reader against virtual cards, usual and odd ones, and against answers that no card gives.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Transceive } from '../../client/src/chip/apdu.ts'
import { fromBase64, fromHex } from '../../client/src/chip/bytes.ts'
import { secureChannel } from '../../client/src/chip/channel.ts'
import { groups } from '../../client/src/chip/groups.ts'
import {
  type ChipContent,
  ChipError,
  type ChipFile,
  type ChipReadingOptions,
  type ChipSession,
  startReading,
} from '../../client/src/chip/read-chip.ts'
import { suites } from '../../client/src/chip/suites.ts'
import { isChipCommand } from '../../client/src/shell/shell.ts'
import { agreementName, makeAgreementKey } from '../../specimens/chips/access.ts'
import type { Card, Quirks } from '../../specimens/chips/card/card.ts'
import { CARDS, type CardRow, cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { PORTRAIT_FORMS } from '../../specimens/chips/portrait.ts'
import { makeKeys } from '../../specimens/chips/signing.ts'
import { seededRandom } from '../../specimens/random.ts'

const files: readonly ChipFile[] = [
  'com',
  'sod',
  'dg1',
  'dg2',
  'dg11',
  'dg12',
  'dg13',
  'dg14',
  'dg15',
  'dg16',
]

let chip: SpecimenChip
beforeAll(async () => {
  chip = await makeChip({ kind: 'cccd-chip', seed: 3 })
})

/** The same chip, opened in the way of a row. */
function cardWith({ access, quirks }: Pick<CardRow, 'access' | 'quirks'>): Card {
  if (access === undefined) return cardOf(chip, quirks)
  const agreementKey = access.agreement && makeAgreementKey(access.agreement, makeKeys)
  return cardOf({ ...chip, access, agreementKey }, quirks)
}

const bac = { access: { hasBac: true, pace: [] } }

const optionsOf = (more: Partial<ChipReadingOptions> = {}): ChipReadingOptions => ({
  password: { mrz: passwordsOf(chip.holder).mrz },
  files,
  ...more,
})

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

function expectWhole(content: ChipContent, { files: own }: SpecimenChip = chip): void {
  const wanted = [
    ['sod', own.sod],
    ['com', own.com],
    ...[...own.groups].map(([group, bytes]) => [`dg${group}`, bytes]),
  ]
  const sizes = (rows: readonly (readonly unknown[])[]) =>
    rows.map(([name, bytes]) => `${name} ${hex(bytes as Uint8Array)}`)
  expect(sizes(Object.entries(content.files)).toSorted()).toEqual(sizes(wanted).toSorted())
}

const reasonOf = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'it was read',
    (error: unknown) => (error instanceof ChipError ? error.reason : `no ChipError: ${String(error)}`),
  )

/** Reads on whenever the field is lost. */
async function readOn(card: Card, options = optionsOf(), mostLosses = 5): Promise<ChipContent> {
  const reading = startReading(options)
  for (let losses = 0; ; losses++) {
    try {
      return await reading.read((bytes) => {
        // The app that lends its NFC to a page lets nothing else through.
        expect(isChipCommand(bytes)).toBe(true)
        return card.transceive(bytes)
      })
    } catch (error) {
      if (!(error instanceof ChipError) || error.reason !== 'lost' || losses === mostLosses) throw error
      card.reset()
    }
  }
}

const ofOtherContent = ['long-files', 'long-files-short', 'rest-fetched']
const notToRead = ['slow', 'delayed', 'locked', 'lost-silently']
const readable = Object.entries(CARDS).filter(([name]) => ![...ofOtherContent, ...notToRead].includes(name))

describe('every card is read to the last byte', () => {
  test.each(readable.map(([name, row]) => ({ ...row, name })))('$name: $what', async (row) => {
    const percents: number[] = []
    const card = cardWith(row)
    expectWhole(await readOn(card, optionsOf({ onProgress: (percent) => percents.push(percent) })))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
  })

  test.each(ofOtherContent)('%s', async (name) => {
    const row = CARDS[name]
    const portrait = PORTRAIT_FORMS.find((form) => form.name === row?.portrait)
    const other = await makeChip({ kind: 'cccd-chip', seed: 3, portrait, algorithm: row?.algorithm })
    expectWhole(await readOn(cardOf(other, row?.quirks)), other)
  })

  test('a phone that carries only short commands reads it as well', async () => {
    const card = cardWith({
      access: { hasBac: false, pace: [{ agreement: 'dh', mapping: 'gm', cipher: 'aes256', domain: 2 }] },
      quirks: { extended: 0, fetchesRest: true },
    })
    const lengths: number[] = []
    const transceive: Transceive = async (bytes) => {
      const answer = await card.transceive(bytes)
      lengths.push(bytes.length, answer.length)
      return answer
    }
    expectWhole(await startReading(optionsOf({ maxLength: 261 })).read(transceive))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(261)
  })

  test('the access number opens PACE', async () => {
    const { can = '' } = passwordsOf(chip.holder)
    const content = await readOn(cardWith({}), optionsOf({ password: { can } }))
    expectWhole(content)
    expect(content.accessProtocol).toBe('PACE')
  })
})

/** How many commands a card got, and what it was last asked for. */
function counted(card: Card): { readonly card: Card; commands: number } {
  const told = {
    commands: 0,
    card: {
      ...card,
      transceive: (bytes: Uint8Array) => {
        told.commands++
        return card.transceive(bytes)
      },
    },
  }
  return told
}

test('wherever the field is lost, the reading goes on with the byte that was missing', async () => {
  const quirks: Quirks = { extended: 0 }
  const usual = counted(cardWith({ ...bac, quirks }))
  await readOn(usual.card)
  // SELECT MF, two tries for EF.CardAccess, SELECT of the application, two commands of BAC, SELECT of the file, and the lost one.
  const opening = 8
  for (let at = 1; at <= usual.commands; at += 3) {
    const lossy = counted(cardWith({ ...bac, quirks: { ...quirks, lostAt: [at] } }))
    expectWhole(await readOn(lossy.card))
    expect(lossy.commands).toBeLessThanOrEqual(usual.commands + opening)
  }
})

describe('what cannot be read says why', () => {
  const wrong = { mrz: { documentNumber: '999999999', dateOfBirth: '900101', dateOfExpiry: '300101' } }

  test.each(['usual', 'bac', 'wrong-6982', 'wrong-6988', 'tries-told'])(
    '%s: a wrong password',
    async (name) => {
      const card = cardWith(CARDS[name] ?? {})
      expect(await reasonOf(readOn(card, optionsOf({ password: wrong })))).toBe('wrong-password')
    },
  )

  test.each([
    ['locked', CARDS.locked ?? {}],
    ['locked', { ...bac, quirks: { triesUntilLocked: 0 } }],
  ] as const)('%s', async (reason, row) => {
    expect(await reasonOf(readOn(cardWith(row)))).toBe(reason)
  })

  test('a number that opens no chip without PACE', async () => {
    expect(await reasonOf(readOn(cardWith(bac), optionsOf({ password: { can: '123456' } })))).toBe(
      'unsupported',
    )
  })

  test('a card of a bank', async () => {
    const reading = startReading(optionsOf()).read(async () => fromHex('6a82'))
    expect(await reasonOf(reading)).toBe('not-this-chip')
  })

  test('another chip after the field was lost', async () => {
    const reading = startReading(optionsOf())
    const first = cardWith({ quirks: { lostAt: [14] } })
    expect(await reasonOf(reading.read((bytes) => first.transceive(bytes)))).toBe('lost')
    const second = cardWith({
      access: { hasBac: true, pace: [{ agreement: 'ecdh', mapping: 'gm', cipher: 'aes128', domain: 12 }] },
    })
    expect(await reasonOf(reading.read((bytes) => second.transceive(bytes)))).toBe('not-this-chip')
  })

  test('a person who ends it, also while the chip is silent', async () => {
    const ending = new AbortController()
    const card = cardWith({ quirks: { lostAt: [12], isLostSilently: true } })
    let commands = 0
    const reading = startReading(optionsOf({ signal: ending.signal })).read((bytes) => {
      if (++commands === 12) setImmediate(() => ending.abort())
      return card.transceive(bytes)
    })
    expect(await reasonOf(reading)).toBe('aborted')
    expect(await reasonOf(startReading(optionsOf({ signal: ending.signal })).read(card.transceive))).toBe(
      'aborted',
    )
  })

  test('a file that claims to be longer than a file may be', async () => {
    expect(await reasonOf(readOn(cardWith({}), optionsOf({ maxFileBytes: 1000 })))).toBe('tampered')
  })

  test('a password that is none is a fault of who asks', () => {
    expect(() => startReading(optionsOf({ password: { can: '12' } }))).toThrow(TypeError)
    expect(() =>
      startReading(optionsOf({ password: { mrz: { ...wrong.mrz, dateOfBirth: '1990' } } })),
    ).toThrow(TypeError)
  })
})

/** One answer of the card, changed as noise or an attacker might. */
function mutated(answer: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * answer.length)
  const kinds = [
    () => answer.map((byte, i) => (i === at ? byte ^ (1 << Math.floor(random() * 8)) : byte)),
    () => answer.slice(0, at),
    () => answer.slice(at),
    () => Uint8Array.from([...answer.slice(0, at), ...answer]),
    () => Uint8Array.from([...answer.slice(0, -2), 0x90, 0]),
    () =>
      Uint8Array.from([...answer.slice(0, -2), 0x61 + Math.floor(random() * 16), Math.floor(random() * 256)]),
    () => Uint8Array.from({ length: at }, () => Math.floor(random() * 256)),
  ]
  return kinds[Math.floor(random() * kinds.length)]?.() ?? answer
}

test('no changed answer breaks the reader, and no changed file is taken for the chip’s', async () => {
  const random = seededRandom(42).next
  for (let round = 0; round < 300; round++) {
    const card = cardWith(round % 6 === 0 ? {} : bac)
    const from = Math.floor(random() * 30)
    let commands = 0
    const reading = startReading(optionsOf()).read(async (bytes) => {
      const answer = await card.transceive(bytes)
      return commands++ >= from && random() < 0.3 ? mutated(answer, random) : answer
    })
    try {
      const content = await reading
      for (const [name, bytes] of Object.entries(content.files)) {
        const group = Number(name.slice(2))
        const own =
          name === 'sod'
            ? chip.files.sod
            : name === 'com'
              ? chip.files.com
              : [...chip.files.groups].find(([one]) => one === group)?.[1]
        expect(hex(bytes)).toBe(hex(own))
      }
    } catch (error) {
      if (!(error instanceof ChipError)) throw error
    }
  }
})

describe('the server authenticates the chip through the reader', () => {
  const agreements = Object.entries(CARDS).filter(([name]) => name.startsWith('ca-'))

  test.each(agreements)('%s', async (_, { access, quirks }) => {
    if (access?.agreement === undefined) return expect.unreachable('the row is about chip authentication')
    const key = makeAgreementKey(access.agreement, makeKeys)
    const group = groups[access.agreement.domain]?.()
    const oid = agreementName(access.agreement)
    const suite = suites[Number(oid.at(-1))]
    if (group === undefined || suite === undefined) return expect.unreachable('the group is known')
    // What the server does: a key of its own, and one command under the keys that follow from it.
    const own = group.privateKey(new Uint8Array(group.seedBytes).fill(7))
    const secret = group.shared(own, group.publicKey(key.exponent))
    const sent = Promise.withResolvers<Uint8Array>()
    const came = Promise.withResolvers<Uint8Array>()
    const ofServer = secureChannel(
      {
        maxLength: 261,
        transceive: (bytes) => {
          sent.resolve(bytes)
          return came.promise
        },
      },
      { suite, encryption: suite.derive(secret, 1), authentication: suite.derive(secret, 2), counter: 0n },
    )
    const verdict = ofServer.send({ ins: 0xa4, p1: 2, p2: 0x0c, data: fromHex('010e') })
    const session = async (dg14: Uint8Array | undefined): Promise<ChipSession> => {
      expect(hex(dg14)).toBe(hex(chip.files.groups.get(14)))
      return {
        session_id: 'one',
        active_authentication: { challenge: Buffer.from('01020304').toString('base64') },
        chip_authentication: {
          oid,
          key_id: access.agreement?.keyId ?? null,
          public_key: Buffer.from(group.publicKey(own)).toString('base64'),
          command: Buffer.from(await sent.promise).toString('base64'),
        },
      }
    }
    const content = await readOn(
      cardOf({ ...chip, access, agreementKey: key }, quirks),
      optionsOf({ session }),
    )
    expect(content.session?.session_id).toBe('one')
    expect(fromBase64(content.session?.active_response ?? '').length).toBeGreaterThan(60)
    came.resolve(fromBase64(content.session?.chip_response ?? ''))
    expect((await verdict).status).toBe(0x9000)
  })

  const asksAll: ChipSession = {
    session_id: 'one',
    active_authentication: { challenge: 'AQIDBAUGBwg=' },
    chip_authentication: {
      oid: '0.4.0.127.0.7.2.2.3.2.2',
      key_id: null,
      public_key: 'BAAA',
      command: 'DKQCDAA=',
    },
  }

  test.each(['6d00', '6982', '6a80'])(
    'a chip that answers it by a bare %s is read without',
    async (status) => {
      const card = cardWith({ quirks: { extended: 0 } })
      const refusing: Card = {
        ...card,
        transceive: async (bytes) => {
          const isProof = bytes[0] === 0x0c && (bytes[1] === 0x88 || bytes[1] === 0x22)
          return isProof ? fromHex(status) : card.transceive(bytes)
        },
      }
      const content = await readOn(refusing, optionsOf({ session: async () => asksAll }))
      expectWhole(content)
      expect(content.session).toEqual({ session_id: 'one' })
    },
  )

  test('a server that could not be reached is asked again, and no file is read twice', async () => {
    const told = counted(cardWith(bac))
    const { card } = told
    let asked = 0
    const session = async (): Promise<ChipSession> => {
      // Once while files are read, once when they are there.
      if (asked++ < 2) throw new Error('no network')
      return { session_id: 'two' }
    }
    const reading = startReading(optionsOf({ session }))
    await expect(reading.read((bytes) => card.transceive(bytes))).rejects.toThrow('no network')
    card.reset()
    const before = told.commands
    expect((await reading.read((bytes) => card.transceive(bytes))).session).toEqual({ session_id: 'two' })
    expect(told.commands - before).toBeLessThan(10)
  })
})

test('a chip that never ends its answer, and one that ends every channel, are left', async () => {
  const endless = startReading(optionsOf()).read(async () => fromHex('006101'))
  expect(await reasonOf(endless)).toBe('tampered')
  const card = cardWith({})
  const deaf = startReading(optionsOf()).read(async (bytes) =>
    bytes[0] === 0x0c && bytes[1] === 0xb0 ? fromHex('6988') : card.transceive(bytes),
  )
  expect(await reasonOf(deaf)).toBe('refused')
})
