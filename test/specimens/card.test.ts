// Checks virtual cards by the standard's worked examples, by node:crypto, and by commands that need no reader.
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CARDS, cardOf } from '../../specimens/chips/card/cards.ts'
import { curveOf, domainOf, numberOf } from '../../specimens/chips/card/domains.ts'
import { exampleCards } from '../../specimens/chips/card/examples.ts'
import { insert, listen } from '../../specimens/chips/card/vpcd.ts'
import { makeChip } from '../../specimens/chips/chip.ts'
import { fromHex, joined } from '../../specimens/chips/der.ts'
import { keyPool } from '../../specimens/chips/signing.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

describe('a card replays the worked examples of ICAO 9303-11 byte for byte', () => {
  test.each(exampleCards())('$name', async ({ card, exchanges }) => {
    expect(exchanges.length).toBeGreaterThan(4)
    for (const [command, answer] of exchanges)
      expect(hex(await card.transceive(fromHex(command)))).toBe(answer)
  })
})

test.each([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])(
  'agrees with OpenSSL on the curve of parameters %i',
  (id) => {
    const domain = domainOf(id)
    const [ours, theirs] = [1, 2].map(() => {
      const keys = createECDH(curveOf(id) ?? '')
      keys.generateKeys()
      return keys
    })
    if (!ours || !theirs) return expect.unreachable('there are two')
    const [one, other] = [ours, theirs].map((keys) => numberOf(keys.getPrivateKey()))
    const point = domain.decode(theirs.getPublicKey())
    expect(hex(domain.encode(domain.power(domain.generator, other ?? 0n)))).toBe(hex(theirs.getPublicKey()))
    expect(hex(domain.secret(domain.power(point ?? [], one ?? 0n)))).toBe(
      hex(ours.computeSecret(theirs.getPublicKey())),
    )
  },
)

const keys = keyPool()
const sent = (card: { transceive(bytes: Uint8Array): Promise<Uint8Array> }, ...commands: readonly string[]) =>
  commands.reduce<Promise<string>>(async (before, command) => {
    await before
    return hex(await card.transceive(fromHex(command)))
  }, Promise.resolve(''))

const APPLICATION = '00A4040C07A0000002471001'
/** EXTERNAL AUTHENTICATE with something that no password gives. */
const WRONG_PASSWORD = ['0084000008', `0082000028${'00'.repeat(40)}28`] as const

describe('a card', () => {
  const chip = makeChip({ kind: 'cccd-chip', seed: 3, algorithm: 'p256-sha256', newKeys: keys() })
  const cardWith = async (
    ...quirks: Parameters<typeof cardOf> extends [unknown, ...infer Rest] ? Rest : never
  ) => cardOf(await chip, ...quirks)

  test('shows how it is opened to everybody, and nothing else', async () => {
    const card = await cardWith()
    expect(await sent(card, '00B09C0000')).toBe('31143012060A04007F0007020204020202010202010D6282')
    expect(await sent(card, '00A4020C02011C', '00B0000016')).toMatch(/^3114.*9000$/)
    expect(await sent(card, APPLICATION, '00B0810000')).toBe('6982')
    expect(await sent(card, '00A4020C020101')).toBe('6982')
    expect(await sent(card, '00A4020C020103')).toBe('6A82')
    expect(await sent(card, '0CB0000000')).toBe('6987')
  })

  test('refuses what it cannot read', async () => {
    const card = await cardWith({ extended: 0 })
    expect(await sent(card, '00')).toBe('6700')
    expect(await sent(card, '00B0000000FF')).toBe('6700')
    expect(await sent(card, '00B00000000100')).toBe('6700')
    expect(await sent(card, '00FF0000')).toBe('6D00')
    expect(await sent(card, '0022C1A40F800A04007F00070202040204830101')).toBe('6A80')
    expect(await sent(card, '0022C1A40F800A04007F00070202040202830103')).toBe('6A88')
  })

  test('counts wrong passwords over the times it is in the field, and locks itself', async () => {
    const card = await cardWith({ triesUntilLocked: 2, wrongStatus: 0x63c1 })
    expect(await sent(card, APPLICATION, ...WRONG_PASSWORD)).toBe('63C1')
    card.reset()
    expect(await sent(card, APPLICATION, ...WRONG_PASSWORD)).toBe('63C1')
    card.reset()
    expect(await sent(card, APPLICATION, ...WRONG_PASSWORD)).toBe('6983')
    expect(await sent(card, '0022C1A40F800A04007F00070202040202830101')).toBe('6983')
  })

  test('takes longer after each wrong password', async () => {
    const waited: number[] = []
    const wait = async (milliseconds: number) => void waited.push(milliseconds)
    const card = await cardWith({ takesLonger: 1000 }, { wait })
    await sent(card, APPLICATION, ...WRONG_PASSWORD, APPLICATION, ...WRONG_PASSWORD, APPLICATION)
    expect(waited).toEqual([1000, 1000, 1000, 2000])
  })

  test('answers no more once it has left the field, until it is back', async () => {
    const card = await cardWith({ lostAt: [2] })
    expect(await sent(card, APPLICATION)).toBe('9000')
    await expect(sent(card, APPLICATION)).rejects.toThrow('left the field')
    await expect(sent(card, APPLICATION)).rejects.toThrow('left the field')
    card.reset()
    expect(await sent(card, APPLICATION)).toBe('9000')
  })

  test('takes a long command in parts, unless it refuses', async () => {
    const parts = ['1022C1A408800A04007F000702', '0022C1A40702040202830101'] as const
    expect(await sent(await cardWith(), ...parts)).toBe('9000')
    expect(await sent(await cardWith({ refusesChains: true }), parts[0])).toBe('6884')
  })

  test('that is copied has the files, and agrees by another key than DG14 shows', async () => {
    const copied = await makeChip({
      kind: 'cccd-chip',
      seed: 3,
      algorithm: 'p256-sha256',
      breaks: 'chip-copied',
    })
    const { agreementKey, files } = copied
    if (agreementKey === undefined) return expect.unreachable('a card has a key to agree by')
    expect(hex(files.groups.get(14) ?? new Uint8Array())).not.toContain(hex(agreementKey.publicKey))
    const { files: trueFiles, agreementKey: trueKey } = await chip
    expect(hex(trueFiles.groups.get(14) ?? new Uint8Array())).toContain(
      hex(trueKey?.publicKey ?? fromHex('00')),
    )
  })

  test('has a longer file than short offsets reach, where that is asked for', async () => {
    expect(CARDS['long-files']?.portrait).toBe('jp2-large')
    const portrait = { name: '', format: 'jp2', record: '19794-5', spare: 40_000 } as const
    const { files } = await makeChip({ kind: 'passport', seed: 3, portrait, newKeys: keys() })
    expect(files.groups.get(2)?.length).toBeGreaterThan(0x8000)
  })

  test('speaks to readers over TCP, one that comes to it and one that it is put into', async () => {
    const framed = (bytes: Uint8Array) => joined(Uint8Array.of(0, bytes.length), bytes)
    const script = joined(...['01', '04', APPLICATION].map((text) => framed(fromHex(text))))
    const wanted = `0005${hex((await cardWith()).atr)}00029000`
    const answers = async (socket: ReturnType<typeof connect>): Promise<string> => {
      let got = ''
      socket.write(script)
      for await (const chunk of socket) {
        got += hex(chunk as Uint8Array)
        if (got.length >= wanted.length) break
      }
      return got
    }
    const server = await listen(await cardWith(), { port: 0, host: '127.0.0.1' })
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await answers(connect(port, '127.0.0.1'))).toBe(wanted)

    const { createServer } = await import('node:net')
    const reader = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void reader.close())
    await once(reader, 'listening')
    const come = once(reader, 'connection')
    const inserted = insert(await cardWith(), {
      port: (reader.address() as AddressInfo).port,
      host: '127.0.0.1',
    })
    expect(await answers((await come)[0])).toBe(wanted)
    await inserted
  })
})
