// Makes what devices prove of themselves, sound and damaged: passkeys of members, and keys that phones and browsers attest.
import { createHash, sign } from 'node:crypto'
import { makeAndroidMaker } from '../../specimens/phones/android.ts'
import { makeAppleMaker } from '../../specimens/phones/apple.ts'
import { ecKeys } from '../../specimens/phones/issuing.ts'
import { makePasskey, type SoftPasskey } from '../kit/passkey.ts'
import type { RandomChoices } from '../kit/random-choices.ts'
import type { Known } from './known-ids.ts'

/** The page that members come from; the server that is fuzzed is told of it. */
export const pageOrigin = 'https://fuzz.example'

const now = Date.now()
const [android, apple] = [makeAndroidMaker(now), makeAppleMaker(now)]
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Half of them are as they were made. */
function hurt(bytes: Uint8Array, random: RandomChoices): Buffer {
  const copy = Buffer.from(bytes)
  if (random.is(0.5) || copy.length === 0) return copy
  const at = random.whole(0, copy.length - 1)
  return random.pick([
    () =>
      Buffer.concat([
        copy.subarray(0, at),
        Buffer.of(copy.readUInt8(at) ^ (1 << random.whole(0, 7))),
        copy.subarray(at + 1),
      ]),
    () => copy.subarray(0, at),
    () => Buffer.concat([copy, random.bytes(random.whole(1, 40))]),
    () => Buffer.concat([copy.subarray(0, at), random.bytes(random.pick([1, 2, 300])), copy.subarray(at)]),
    () => Buffer.concat([copy.subarray(0, at), copy]),
    // Lengths of DER and CBOR that promise more than there is.
    () => Buffer.concat([copy.subarray(0, at), Buffer.of(0x84, 0xff, 0xff, 0xff, 0xff), copy.subarray(at)]),
    () => Buffer.concat([Buffer.alloc(random.pick([50, 5000]), random.pick([0x30, 0x9f, 0xbf, 0x81])), copy]),
  ])()
}

const registrations: readonly ((nonce: string, random: RandomChoices) => object)[] = [
  (nonce, random) => {
    const { chain } = android.phone({
      ...{ challenge: Buffer.from(nonce), package: 'vn.example.bank', digest: Buffer.alloc(32, 9) },
      ...{
        level: random.pick([0, 1, 2] as const),
        isLocked: random.is(0.8),
        bootState: random.pick([0, 1, 2, 3] as const),
      },
      ...{
        patchLevel: random.pick([202609, 0, 999999]),
        origin: random.pick([0, 2] as const),
        purposes: [2],
        version: 300,
      },
    })
    const kept = random.is(0.2) ? [...chain, ...chain].slice(0, random.whole(0, 8)) : chain
    return { platform: 'android', certificate_chain: kept.map((one) => base64(hurt(one, random))) }
  },
  (nonce, random) => {
    const { attestation } = apple.phone({
      ...{ challenge: createHash('sha256').update(nonce).digest(), appId: 'ABCDE12345.vn.example.bank' },
      ...{ counter: random.pick([0, 0, 1, 2 ** 32 - 1]), environment: 'appattest' },
    })
    return { platform: 'apple', attestation: base64(hurt(attestation, random)) }
  },
  (nonce, random) => {
    const { publicKey, privateKey } = ecKeys()
    const signed = Buffer.from(`selfsame-capture-key-v1\n${nonce}`)
    const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return {
      ...{ platform: 'web', public_key: base64(hurt(publicKey, random)) },
      signature: base64(hurt(signature, random)),
    }
  },
]

/** The body by which a device registers its key. */
export function registration(known: Known, random: RandomChoices): object {
  const nonce = known.of('nonce').at(-1) ?? 'none'
  return { nonce, ...random.pick(registrations)(nonce, random) }
}

/** The passkeys that stories made, by what they have learned. */
const made = new WeakMap<Known, SoftPasskey>()

/** What a browser gives of a passkey: a new one, or an answer by the one that the story made. */
export function credential(known: Known, isNew: boolean, random: RandomChoices): object {
  const options = {
    challenge: known.of('challenge').at(-1) ?? 'none',
    user: { id: known.of('passkey_user').at(-1) ?? '' },
  }
  const origin = random.is(0.95) ? pageOrigin : 'https://other.example'
  const before = made.get(known)
  const passkey = isNew || !before ? makePasskey(options, origin) : before
  made.set(known, passkey)
  const { response, ...around } = (isNew ? passkey.made : passkey.signed(options)) as {
    readonly response: Readonly<Record<string, string>>
  }
  const damaged = Object.entries(response).map(([name, text]) => [
    name,
    hurt(Buffer.from(text, 'base64url'), random).toString('base64url'),
  ])
  return { ...around, response: random.is(0.5) ? response : Object.fromEntries(damaged) }
}
