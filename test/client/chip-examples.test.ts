// Tests the chip reader with every worked example of ICAO 9303-11, byte for byte.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Transceive } from '../../client/src/chip/apdu.ts'
import { basicAccess } from '../../client/src/chip/bac.ts'
import { fromHex } from '../../client/src/chip/bytes.ts'
import { type ChannelKeys, secureChannel } from '../../client/src/chip/channel.ts'
import { decryptTripleDes, encryptTripleDes } from '../../client/src/chip/des.ts'
import { groups } from '../../client/src/chip/groups.ts'
import { choosePace, pace } from '../../client/src/chip/pace.ts'
import { paceSecret, zoneSecret } from '../../client/src/chip/password.ts'
import { suites } from '../../client/src/chip/suites.ts'
import * as examples from '../../specimens/chips/worked-examples.ts'

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

/** Answers as printed, and only if it is asked as printed. */
function scripted(exchanges: readonly examples.Exchange[]): {
  transceive: Transceive
  isOver: () => boolean
} {
  const rest = [...exchanges]
  return {
    isOver: () => rest.length === 0,
    transceive: async (command) => {
      const [expected, answer] = rest.shift() ?? ['nothing', '']
      expect(toHex(command)).toBe(expected)
      return fromHex(answer)
    },
  }
}

const wayOf = (transceive: Transceive) => ({ transceive, maxLength: 261 })

/** The keys of the terminal as the reader draws them: numbers of the group are drawn from longer seeds. */
function drawn(values: readonly examples.Hex[]): (length: number) => Uint8Array {
  const rest = [...values]
  return (length) => {
    const value = rest.shift() ?? ''
    if (value.length === 2 * length) return fromHex(value)
    return fromHex((BigInt(`0x${value}`) - 1n).toString(16).padStart(2 * length, '0'))
  }
}

const keysOf = ({ encryption, authentication }: ChannelKeys) => ({
  encryption: toHex(encryption),
  authentication: toHex(authentication),
})

const tripleDes = suites[1]
const aes128 = suites[2]
if (tripleDes === undefined || aes128 === undefined) throw new Error('a suite is missing')

describe('the worked examples of ICAO 9303-11', () => {
  test.each(examples.zoneKeys)('$name', ({ zone, information, seed, encryption, authentication }) => {
    const secret = zoneSecret(zone)
    expect(toHex(secret)).toBe(createHash('sha1').update(information).digest('hex').toUpperCase())
    expect(toHex(secret.subarray(0, 16))).toBe(seed)
    expect(toHex(tripleDes.derive(secret.subarray(0, 16), 1))).toBe(encryption)
    expect(toHex(tripleDes.derive(secret.subarray(0, 16), 2))).toBe(authentication)
  })

  test('D.2: a number of twelve letters is taken whole', () => {
    const { zone, information } = examples.longNumber
    expect(toHex(zoneSecret(zone))).toBe(createHash('sha1').update(information).digest('hex').toUpperCase())
  })

  test('D.3: basic access', async () => {
    const { zone, terminalRandom, exchanges, encryption, authentication, counter } = examples.basicAccess
    const chip = scripted(exchanges)
    const keys = await basicAccess(wayOf(chip.transceive), zoneSecret(zone), drawn(terminalRandom))
    expect(keysOf(keys)).toEqual({ encryption, authentication })
    expect(keys.counter).toBe(BigInt(`0x${counter}`))
    expect(chip.isOver()).toBe(true)
  })

  test('D.4: secure messaging with 3DES', async () => {
    const { encryption, authentication, counter, messages } = examples.basicAccess
    const chip = scripted(messages.map(({ exchange }) => exchange))
    const channel = secureChannel(wayOf(chip.transceive), {
      suite: tripleDes,
      encryption: fromHex(encryption),
      authentication: fromHex(authentication),
      counter: BigInt(`0x${counter}`),
    })
    for (const { plain, data } of messages) {
      const command = 'data' in plain ? { ...plain, data: fromHex(plain.data) } : plain
      const answer = await channel.send(command)
      expect({ data: toHex(answer.data), status: answer.status }).toEqual({ data, status: 0x9000 })
    }
  })

  test.each(examples.paceExamples)('$name', async (example) => {
    const choice = choosePace(fromHex(example.cardAccess))
    if (choice === undefined) return expect.unreachable('the chip offers PACE')
    const { secret } = paceSecret(example.password)
    expect(toHex(choice.suite.derive(secret, 3))).toBe(example.passwordKey)
    const chip = scripted(example.exchanges)
    const keys = await pace(wayOf(chip.transceive), choice, example.password, drawn(example.terminalKeys))
    const { encryption, authentication } = example
    expect(keysOf(keys)).toEqual({ encryption, authentication })
    expect(toHex(choice.suite.derive(fromHex(example.shared), 1))).toBe(encryption)
    expect(chip.isOver()).toBe(true)
    const [mapping] = example.chipKeys ?? []
    const group = groups[choice.parameters]?.()
    if (mapping !== undefined)
      expect(example.exchanges[2]?.[1]).toContain(
        toHex(group?.publicKey(BigInt(`0x${mapping}`)) ?? fromHex('00')),
      )
  })

  test('F: the message that the chip signs is put together as printed', () => {
    const { challenge, exchange, message, digest, ownPart } = examples.activeAuthentication
    expect(`0088000008${challenge}00`).toBe(exchange)
    const sum = createHash('sha1')
      .update(fromHex(ownPart))
      .update(fromHex(challenge))
      .digest('hex')
      .toUpperCase()
    expect(sum).toBe(digest)
    expect(message).toBe(`6A${ownPart}${digest}BC`)
  })

  test('I: the data of the chip opens with the keys of the channel', () => {
    const { encryptedData, iv, data } = examples.chipAuthenticationMapping
    const key = fromHex(examples.paceExamples.at(-1)?.encryption ?? '')
    expect(toHex(aes128.encrypt(key, new Uint8Array(16).fill(255), new Uint8Array(16)))).toBe(iv)
    expect(toHex(aes128.decrypt(key, fromHex(encryptedData), fromHex(iv))).startsWith(`${data}80`)).toBe(true)
  })
})

test('our 3DES is that of OpenSSL', () => {
  for (let blocks = 1; blocks <= 20; blocks++) {
    const [key, iv, data] = [16, 8, 8 * blocks].map((length) => new Uint8Array(randomBytes(length)))
    if (key === undefined || iv === undefined || data === undefined) throw new Error('nothing was drawn')
    const cipher = createCipheriv('des-ede3-cbc', Buffer.concat([key, key.subarray(0, 8)]), iv)
    cipher.setAutoPadding(false)
    const secret = encryptTripleDes(key, data, iv)
    expect(toHex(secret)).toBe(toHex(Buffer.concat([cipher.update(data), cipher.final()])))
    expect(toHex(decryptTripleDes(key, secret, iv))).toBe(toHex(data))
  }
})
