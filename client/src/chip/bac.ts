// Basic Access Control of ICAO 9303-11: the older way to open a chip with the machine readable zone.
import { OK } from './apdu.ts'
import { type Bytes, equal, joined, toNumber, xor } from './bytes.ts'
import { type ChannelKeys, openChannel, type Way } from './channel.ts'
import { ChipError, tampered } from './chip-error.ts'
import { suites } from './suites.ts'

export type Random = (length: number) => Uint8Array

export async function basicAccess(way: Way, zoneSecret: Bytes, random: Random): Promise<ChannelKeys> {
  const suite = suites[1]
  if (suite === undefined) throw new Error('there is no suite of 3DES')
  const channel = openChannel(way)
  const challenge = await channel.send({ ins: 0x84, p1: 0, p2: 0, le: 8 })
  if (challenge.status !== OK)
    throw new ChipError('refused', 'no challenge for basic access', challenge.status)
  const ofChip = challenge.data
  if (ofChip.length !== 8) throw tampered('a challenge of another length')
  const seed = zoneSecret.subarray(0, 16)
  const [encryption, authentication] = [suite.derive(seed, 1), suite.derive(seed, 2)]
  const zeros = new Uint8Array(8)
  const ours = random(8)
  const ourHalf = random(16)
  const secret = suite.encrypt(encryption, joined(ours, ofChip, ourHalf), zeros)
  const { data, status } = await channel.send({
    ins: 0x82,
    p1: 0,
    p2: 0,
    data: joined(secret, suite.mac(authentication, secret)),
    le: 40,
  })
  // Chips say a wrong password in many ways, and rarely anything else with this command.
  if (status === 0x6983 || status === 0x63c0) throw new ChipError('locked', '', status)
  if (status !== OK) throw new ChipError('wrong-password', '', status)
  const theirs = data.subarray(0, 32)
  if (data.length !== 40 || !equal(data.subarray(32), suite.mac(authentication, theirs)))
    throw tampered('a wrong MAC in basic access')
  const plain = suite.decrypt(encryption, theirs, zeros)
  if (!equal(plain.subarray(0, 16), joined(ofChip, ours))) throw tampered('an answer to another challenge')
  const shared = xor(ourHalf, plain.subarray(16))
  return {
    suite,
    encryption: suite.derive(shared, 1),
    authentication: suite.derive(shared, 2),
    counter: toNumber(joined(ofChip.subarray(4), ours.subarray(4))),
  }
}
